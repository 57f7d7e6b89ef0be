(field_definition property: [(property_identifier) (private_property_identifier)] @name)
  @symbol.field
(class_declaration name: (identifier) @name body: (_) @body) @symbol.class
((field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: [
    (_ parameters: (_) body: (_) @body)
    (_ parameter: (_) body: (_) @body)]) @symbol.method (#declared? @body))
(class_heritage [(identifier) (member_expression)] @base)

(formal_parameters (identifier) @bind @bind.name)
(formal_parameters (assignment_pattern left: (identifier) @bind @bind.name))
(field_definition property: (_) @bind.name) @bind
(field_definition value: (new_expression constructor: (_) @bind.value))
