; What C and C++ share.
;
; A query is compiled in every process that parses, and each named node with children costs its
; share of that: hence `(_ field: …)` where the field says enough.  tree-sitter takes what stands
; below such a node for certain, and would give captures of matches that fail later; a predicate
; on @name keeps it from that.  It knows no `declared?`, so the predicate always holds.

(type_definition) @symbol.type
((type_definition declarator: [(type_identifier) @name (primitive_type) @name
  (_ declarator: [(type_identifier) @name
    (parenthesized_declarator [(type_identifier) @name (_ declarator: (type_identifier) @name)])
    (_ declarator: [(type_identifier) @name
      (parenthesized_declarator [(type_identifier) @name
        (_ declarator: (type_identifier) @name)])
      (_ declarator: (type_identifier) @name)])])]) (#declared? @name))
(field_declaration) @symbol.field
((field_declaration declarator: [(field_identifier) @name
  (_ !parameters declarator: [(field_identifier) @name
    (_ !parameters declarator: (field_identifier) @name)])]) (#declared? @name))
((parenthesized_declarator (_ declarator: [(field_identifier) @name
  (_ declarator: (field_identifier) @name)])) (#declared? @name))

(struct_specifier name: (_) @name body: (_) @body) @symbol.struct
(union_specifier name: (_) @name body: (_) @body) @symbol.union
(enum_specifier name: (_) @name body: (_) @body) @symbol.enum
; Without a tag the typedef is the definition.
((type_definition type: (_ "struct" !name body: (_) @body)) @symbol.struct (#declared? @body))
((type_definition type: (_ "union" !name body: (_) @body)) @symbol.union (#declared? @body))
((type_definition type: (_ "enum" !name body: (_) @body)) @symbol.enum (#declared? @body))
(enumerator name: (identifier) @name) @symbol.member

(preproc_def name: (identifier) @name value: (_)? @body) @symbol.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @symbol.macro

((translation_unit (expression_statement (_ function: (identifier) @macro
  arguments: (_ . (identifier) @name))) @symbol.variable)
  (#match? @macro "^(DEFINE_|LIST_HEAD$)") (#declared? @name))

(preproc_include path: (_) @import)
(call_expression function: (_) @call)
(type_identifier) @use

[(string_literal) (char_literal) (system_lib_string)] @string
; The grammar does not look into what a macro stands for.
(preproc_arg) @opaque
(comment) @comment
