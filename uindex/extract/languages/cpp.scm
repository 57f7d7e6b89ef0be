; Joined behind c.scm.  A qualified name is taken whole; the module takes it apart.
(function_definition declarator: [
  (function_declarator declarator: [(qualified_identifier) (operator_name) (destructor_name)
    (field_identifier) (template_function)] @name)
  (pointer_declarator (function_declarator declarator: [(qualified_identifier) (operator_name)
    (field_identifier) (template_function)] @name))
  (reference_declarator (function_declarator declarator: [(identifier) (qualified_identifier)
    (operator_name) (field_identifier) (template_function)] @name))
  (pointer_declarator (pointer_declarator (function_declarator declarator: [
    (qualified_identifier) (operator_name) (field_identifier)] @name)))
  (qualified_identifier name: (operator_cast)) @name
  (qualified_identifier name: (qualified_identifier name: (operator_cast))) @name
  (operator_cast) @name
]) @symbol.function
(function_definition declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator (function_declarator declarator: (identifier) @name))]
  body: (try_statement) @body) @symbol.function
(function_definition declarator: (function_declarator declarator: (identifier) @name)
  [(default_method_clause) (delete_method_clause)] @body) @symbol.function
(function_definition body: (_) @body)
(function_definition (field_initializer_list) @body)

(class_specifier name: (_) @name body: (_) @body) @symbol.class
(struct_specifier name: [(template_type) (qualified_identifier)] @name body: (_)
  @body) @symbol.struct
(enum_specifier name: (qualified_identifier) @name body: (_) @body) @symbol.enum
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @use)
(namespace_definition name: (_) @name body: (_) @body) @symbol.namespace
(namespace_alias_definition name: (_) @name (_) @body .) @symbol.alias
(alias_declaration name: (type_identifier) @name type: (_)) @symbol.type
(concept_definition name: (identifier) @name (_) @body .) @symbol.type

; Members that a class declares: its interface, wherever their bodies are.
(field_declaration declarator: [
  (function_declarator declarator: [(field_identifier) (operator_name)] @name)
  (pointer_declarator declarator: (function_declarator
    declarator: [(field_identifier) (operator_name)] @name))
  (reference_declarator (function_declarator
    declarator: [(field_identifier) (operator_name)] @name))]) @symbol.method
(field_declaration_list (declaration declarator: [
  (function_declarator declarator: [(identifier) (destructor_name) (operator_name)] @name)
  (operator_cast) @name]) @symbol.method)
(field_declaration_list (template_declaration (declaration declarator: [
  (function_declarator declarator: [(identifier) (operator_name)] @name)
  (pointer_declarator declarator: (function_declarator
    declarator: [(identifier) (operator_name)] @name))
  (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name))
  (operator_cast) @name]) @symbol.method))
(field_declaration declarator: (reference_declarator (field_identifier) @name))
(field_declaration default_value: (_) @body)

(declaration_list (declaration declarator: [(identifier) @name
  (array_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)
  (init_declarator declarator: [(identifier) @name
    (array_declarator declarator: (identifier) @name)
    (reference_declarator (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)] value: (_) @body)]) @symbol.variable)
(template_declaration (declaration declarator: (init_declarator
  declarator: (identifier) @name value: (_) @body)) @symbol.variable)

(template_declaration) @extent
(using_declaration) @import
(new_expression type: [(type_identifier) (qualified_identifier) (template_type)] @call)
(raw_string_literal) @string
