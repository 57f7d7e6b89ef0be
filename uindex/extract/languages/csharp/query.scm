(namespace_declaration name: [(identifier) (qualified_name)] @name body: (_) @body) @symbol.namespace
(file_scoped_namespace_declaration
  name: [(identifier) (qualified_name)] @name ";" @body) @symbol.namespace

(class_declaration name: (identifier) @name body: (_)? @body) @symbol.class
(struct_declaration name: (identifier) @name body: (_)? @body) @symbol.struct
(interface_declaration name: (identifier) @name body: (_)? @body) @symbol.interface
(record_declaration name: (identifier) @name body: (_)? @body) @symbol.record
(enum_declaration name: (identifier) @name body: (_)? @body) @symbol.enum
(enum_member_declaration name: (identifier) @name "="? @body) @symbol.member
(delegate_declaration name: (identifier) @name) @symbol.type
(record_declaration (parameter_list (parameter name: (identifier) @name "="? @body) @symbol.property))

(method_declaration name: (identifier) @name body: (_)? @body) @symbol.method
(local_function_statement name: (identifier) @name body: (_)? @body) @symbol.function
(constructor_declaration name: (identifier) @name body: (_)? @body) @symbol.constructor
(constructor_initializer) @body
(destructor_declaration "~" @name body: (_)? @body) @symbol.method
(operator_declaration "operator" @name body: (_)? @body) @symbol.operator
(conversion_operator_declaration "operator" @name body: (_)? @body) @symbol.operator

(property_declaration name: (identifier) @name
  [accessors: (_) @body value: (arrow_expression_clause) @body]) @symbol.property
(indexer_declaration "this" @name
  [accessors: (_) @body value: (arrow_expression_clause) @body]) @symbol.property
(event_declaration name: (identifier) @name accessors: (_) @body) @symbol.event
(event_field_declaration (variable_declaration
  (variable_declarator name: (identifier) @name "="? @body))) @symbol.event
(field_declaration (variable_declaration
  (variable_declarator name: (identifier) @name "="? @body))) @symbol.field
(explicit_interface_specifier [(identifier) (qualified_name) (generic_name (identifier))] @owner)
(preproc_define (preproc_arg) @name) @symbol.macro

(using_directive) @import
(extern_alias_directive) @import

(invocation_expression function: [(identifier) (generic_name) (member_access_expression)
  (conditional_access_expression) (member_binding_expression) (alias_qualified_name)] @call)
(object_creation_expression type: [
  (identifier) @call (qualified_name) @call (alias_qualified_name) @call
  (generic_name (identifier) @call)])

(attribute name: [(identifier) (qualified_name)] @use)
(type_parameter name: (identifier) @parameter)
; Each node of the grammar that names a type has a field of that name, but these.
(_ type: [(identifier) @use (qualified_name) @use (generic_name (identifier) @use)])
(base_list [(identifier) @use (qualified_name) @use (generic_name (identifier) @use)])
(type_argument_list [(identifier) @use (qualified_name) @use (generic_name (identifier) @use)])
(method_declaration returns: [
  (identifier) @use (qualified_name) @use (generic_name (identifier) @use)])
(as_expression right: [(identifier) @use (qualified_name) @use (generic_name (identifier) @use)])
(constant_pattern (generic_name (identifier) @use))
(is_pattern_expression pattern: (constant_pattern
  [(identifier) (member_access_expression)] @use))
(member_access_expression expression: (generic_name (identifier) @use))

[(string_literal) (verbatim_string_literal) (raw_string_literal) (character_literal)
 (string_content) (interpolation_format_clause) (preproc_error)] @string
(comment) @comment

(base_list [(identifier) @base (qualified_name) @base (generic_name (identifier) @base)])
(primary_constructor_base_type type: (_) @base)

; What names hold: see bindings.py.
(parameter type: (_) @bind.type) @bind
(parameter name: (identifier) @bind.name)
(variable_declaration type: (_) @bind.type) @bind
(variable_declarator name: (identifier) @bind.name)
(variable_declarator (invocation_expression function: (_) @bind.value))
(variable_declarator (await_expression (invocation_expression function: (_) @bind.value)))
(variable_declarator (object_creation_expression type: (_) @bind.value))
(variable_declarator name: (_) [(identifier) (member_access_expression)] @bind.same)
(property_declaration type: (_) @bind.type name: (_) @bind.name) @bind
(foreach_statement type: (_) @bind.type left: (identifier) @bind.name) @bind
(catch_declaration type: (_) @bind.type name: (_) @bind.name) @bind
(declaration_pattern type: (_) @bind.type name: (identifier) @bind.name) @bind
(declaration_expression type: (_) @bind.type name: (identifier) @bind.name) @bind
(implicit_parameter) @bind @bind.name
(tuple_pattern name: (identifier) @bind @bind.name)
(method_declaration returns: (_) @returns)
(local_function_statement type: (_) @returns)
