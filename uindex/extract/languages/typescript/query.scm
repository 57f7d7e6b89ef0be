; What TypeScript adds; TSX too.
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name)
  @symbol.field
(property_signature name: [(property_identifier) @name (string (string_fragment) @name)])
  @symbol.field
(function_signature name: (identifier) @name) @symbol.function
(class_declaration name: (type_identifier) @name body: (_) @body) @symbol.class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @symbol.class
(interface_declaration name: (type_identifier) @name body: (_) @body) @symbol.interface
(type_alias_declaration name: (type_identifier) @name) @symbol.type
(enum_declaration name: (identifier) @name body: (_) @body) @symbol.enum
(enum_body name: [(property_identifier) @name (string (string_fragment) @name)] @symbol.member)
(enum_assignment name: [(property_identifier) @name (string (string_fragment) @name)]
  value: (_) @body) @symbol.member
(internal_module name: [(identifier) (nested_identifier)] @name body: (_) @body) @symbol.namespace
(module name: [
  (identifier) @name
  (nested_identifier) @name
  (string (string_fragment) @name)] body: (_)? @body) @symbol.module
(ambient_declaration) @extent

(ambient_declaration (_ (variable_declarator name: (identifier) @name) @symbol.variable)) @lead
(internal_module body: (statement_block (_ (variable_declarator name: (identifier) @name)
  @symbol.variable) @lead))
(module body: (statement_block (_ (variable_declarator name: (identifier) @name)
  @symbol.variable) @lead))
(ambient_declaration (statement_block (_ (variable_declarator name: (identifier) @name)
  @symbol.variable) @lead))

((public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  value: [
    (_ parameters: (_) body: (_) @body)
    (_ parameter: (_) body: (_) @body)]) @symbol.method (#declared? @body))
(method_signature name: [
  (property_identifier) @name
  (private_property_identifier) @name
  (string (string_fragment) @name)
  (computed_property_name (member_expression)) @name]) @symbol.method
(abstract_method_signature name: (property_identifier) @name) @symbol.method
; `constructor(private a: A)` makes a field of a parameter; a field would be taken for a local.
(required_parameter (accessibility_modifier) pattern: (identifier) @name value: (_)? @body)
  @symbol.property
(class_body (decorator) @attached)

(import_alias) @import
(export_statement "=" (identifier)) @import
(extends_clause value: [(identifier) (member_expression)] @base)
(implements_clause [(type_identifier) (nested_type_identifier)] @base)
(implements_clause (generic_type name: (_) @base))
(extends_type_clause type: [(type_identifier) (nested_type_identifier)] @base)
(extends_type_clause type: (generic_type name: (_) @base))
(nested_type_identifier) @use
(type_identifier) @use
(type_query [(identifier) (member_expression)] @use)

(required_parameter value: [(object) (array) (number)] @string)
(optional_parameter value: [(object) (array) (number)] @string)
(literal_type [(number) (unary_expression)] @string)

(required_parameter) @bind
(optional_parameter) @bind
(required_parameter pattern: (identifier) @bind.name)
(optional_parameter pattern: (identifier) @bind.name)
(public_field_definition name: (_) @bind.name) @bind
(property_signature name: (_) @bind.name) @bind
(_ type: (type_annotation (_) @bind.type))
(variable_declarator value: (as_expression (_) (_) @bind.type))
(variable_declarator value: (non_null_expression (call_expression function: (_) @bind.value)))
(public_field_definition value: (new_expression constructor: (_) @bind.value))
(_ return_type: (type_annotation (_) @returns))
(template_literal_type (string_fragment) @string)

; Types that stand for any: no definition of their name is meant.
(_ type_parameters: (type_parameters (type_parameter name: (type_identifier) @generic)))
  @generic.scope
(conditional_type) @generic.scope
(infer_type (type_identifier) @generic)
(index_signature (mapped_type_clause name: (type_identifier) @generic)) @generic.scope
