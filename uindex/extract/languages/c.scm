; A name is taken only along the declarators of its own definition: a parameter or a local
; prototype that is a function has a name of its own, which is none of ours.
(type_definition) @symbol.type
(type_definition declarator: [(type_identifier) @name
  (pointer_declarator declarator: [(type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)])
  (array_declarator declarator: [(type_identifier) @name
    (array_declarator declarator: (type_identifier) @name)])
  (function_declarator declarator: [(type_identifier) @name
    (parenthesized_declarator (type_identifier) @name)])
  (pointer_declarator declarator: (function_declarator declarator: (type_identifier) @name))
  (primitive_type) @name])
(function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (type_identifier) @name)))

(function_definition declarator: [
  (function_declarator declarator: [(identifier) @name
    (parenthesized_declarator (identifier) @name)
    (parenthesized_declarator (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name)))
    (function_declarator declarator: (identifier) @name)])
  (pointer_declarator declarator: [
    (function_declarator declarator: [(identifier) @name
      (parenthesized_declarator (identifier) @name)])
    (pointer_declarator declarator: [
      (function_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))])])
  ] body: (compound_statement) @body) @symbol.function

(struct_specifier name: (type_identifier) @name body: (_) @body) @symbol.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @symbol.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @symbol.enum
; Without a tag the typedef is the definition.
(type_definition type: (struct_specifier !name body: (_) @body)) @symbol.struct
(type_definition type: (union_specifier !name body: (_) @body)) @symbol.union
(type_definition type: (enum_specifier !name body: (_) @body)) @symbol.enum
(enumerator name: (identifier) @name) @symbol.member
(field_declaration) @symbol.field
(field_declaration declarator: [(field_identifier) @name
  (pointer_declarator declarator: [(field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (field_identifier) @name)])
  (array_declarator declarator: [(field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)])])
(function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: [(field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)])))

(preproc_def name: (identifier) @name value: (_)? @body) @symbol.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @symbol.macro

; Variables of the file, on either side of an #if.
(translation_unit (declaration declarator: [(identifier) @name
    (pointer_declarator declarator: [(identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)])
    (array_declarator declarator: [(identifier) @name
      (array_declarator declarator: (identifier) @name)])
    (parenthesized_declarator (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: [(identifier) @name
        (array_declarator declarator: (identifier) @name)])))
    (init_declarator declarator: [(identifier) @name
      (pointer_declarator declarator: [(identifier) @name
        (pointer_declarator declarator: (identifier) @name)
        (array_declarator declarator: (identifier) @name)])
      (array_declarator declarator: [(identifier) @name
        (array_declarator declarator: (identifier) @name)])
      (function_declarator declarator: (parenthesized_declarator
        (pointer_declarator declarator: [(identifier) @name
          (array_declarator declarator: (identifier) @name)])))]
      value: (_) @body)]) @symbol.variable)
; Shorter on purpose: a query is compiled in every process that parses, and this one slowly.
(preproc_if (declaration declarator: [(identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
  (init_declarator declarator: [(identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)] value: (_) @body)]) @symbol.variable)
(preproc_ifdef (declaration declarator: [(identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
  (init_declarator declarator: [(identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)] value: (_) @body)]) @symbol.variable)
(preproc_else (declaration declarator: [(identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
  (init_declarator declarator: [(identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)] value: (_) @body)]) @symbol.variable)
(translation_unit (expression_statement (call_expression function: (identifier) @macro
  arguments: (argument_list . (identifier) @name)) (#match? @macro "^(DEFINE_|LIST_HEAD$)"))
  @symbol.variable)

(preproc_include path: (_) @import)
(call_expression function: (_) @call)
(type_identifier) @use

[(string_literal) (char_literal) (system_lib_string)] @string
; The grammar does not look into what a macro stands for.
(preproc_arg) @opaque
(comment) @comment
