; Members of classes and of object literals.
(method_definition name: [
  (property_identifier) @name
  (private_property_identifier) @name
  (string (string_fragment) @name)
  (computed_property_name [(identifier) (member_expression)]) @name] body: (_) @body) @symbol.method
(pair key: [
  (property_identifier) @name
  (string (string_fragment) @name)
  (computed_property_name [(identifier) (member_expression)]) @name]
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @symbol.method
(pair key: (property_identifier) @name value: (class body: (_) @body)) @symbol.class
