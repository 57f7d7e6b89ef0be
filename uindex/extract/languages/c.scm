(function_definition body: (compound_statement) @body) @symbol.function
; The innermost declarator holds the name: in `int (*f(void))(int)` it is f.
(function_declarator declarator: (identifier) @name)
(function_declarator declarator: (parenthesized_declarator (identifier) @name))

(struct_specifier name: (type_identifier) @name body: (_) @body) @symbol.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @symbol.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @symbol.enum
(enumerator name: (identifier) @name) @symbol.member
(field_declaration) @symbol.field
(field_declaration declarator: (field_identifier) @name)
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @name))
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name))
(field_declaration declarator: (pointer_declarator
  declarator: (pointer_declarator declarator: (field_identifier) @name)))
(function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (field_identifier) @name)))

(type_definition) @symbol.type
(type_definition declarator: (type_identifier) @name)
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name))
(type_definition declarator: (array_declarator declarator: (type_identifier) @name))
(type_definition declarator: (function_declarator declarator: (type_identifier) @name))
(function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (type_identifier) @name)))
(type_definition declarator: (primitive_type) @name)

(preproc_def name: (identifier) @name value: (_)? @body) @symbol.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @symbol.macro

; Variables of the file; a declaration of a function is no definition.
(translation_unit (declaration declarator: (init_declarator
  declarator: [(identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))]
  value: (_) @body)) @symbol.variable)
(translation_unit (declaration declarator: [(identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)]) @symbol.variable)

(preproc_include path: (_) @import)
(call_expression function: (_) @call)
(type_identifier) @use

[(string_literal) (char_literal) (system_lib_string)] @string
; The grammar does not look into what a macro stands for.
(preproc_arg) @opaque
(comment) @comment
