; The component's own name, and members of its options that are no functions.
((export_statement "default" value: [
  (object (pair key: (property_identifier) @_name value: (string (string_fragment) @component)))
  (call_expression arguments: (arguments (object
    (pair key: (property_identifier) @_name value: (string (string_fragment) @component)))))])
  (#eq? @_name "name"))
((call_expression function: (identifier) @_define arguments: (arguments (object
  (pair key: (property_identifier) @_name value: (string (string_fragment) @component)))))
  (#eq? @_define "defineOptions") (#eq? @_name "name"))
((pair key: (property_identifier) @_options value: (object
  (pair key: [(property_identifier) @name (string (string_fragment) @name)]) @symbol.field))
  (#eq? @_options "props"))
((pair key: (property_identifier) @_options value: (object (pair value: (object) @body)))
  (#any-of? @_options "props" "computed"))
((pair key: (property_identifier) @_options value: (object
  (pair key: (property_identifier) @name value: (object)) @symbol.field))
  (#eq? @_options "computed"))
((pair key: (property_identifier) @_options value: [
  (identifier) @base
  (array [(identifier) @base (call_expression function: (identifier) @base)])])
  (#any-of? @_options "mixins" "extends"))
