(field_definition property: [(property_identifier) (private_property_identifier)] @name)
  @symbol.field
(class_declaration name: (identifier) @name body: (_) @body) @symbol.class
((field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: [
    (_ parameters: (_) body: (_) @body)
    (_ parameter: (_) body: (_) @body)]) @symbol.method (#declared? @body))
(class_heritage [(identifier) (member_expression)] @use)
