(field_definition property: [(property_identifier) (private_property_identifier)] @name)
  @symbol.field
(class_declaration name: (identifier) @name body: (_) @body) @symbol.class
(field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)]) @symbol.method
(class_heritage [(identifier) (member_expression)] @use)
