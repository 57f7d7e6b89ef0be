(object_type_definition (name) @name) @symbol.type
(interface_type_definition (name) @name) @symbol.interface
(input_object_type_definition (name) @name) @symbol.struct
(union_type_definition (name) @name) @symbol.union
(enum_type_definition (name) @name) @symbol.enum
(scalar_type_definition (name) @name) @symbol.type
(directive_definition (name) @name) @symbol.directive
[(fields_definition) (input_fields_definition) (enum_values_definition) (union_member_types)] @body

; What extends a type joins it.
(object_type_extension (name) @name) @symbol.extension
(interface_type_extension (name) @name) @symbol.extension
(input_object_type_extension (name) @name) @symbol.extension
(union_type_extension (name) @name) @symbol.extension
(enum_type_extension (name) @name) @symbol.extension
(scalar_type_extension (name) @name) @symbol.extension

(field_definition (name) @name) @symbol.field
(input_fields_definition (input_value_definition (name) @name) @symbol.field)
(input_fields_definition (input_value_definition (default_value) @body))
(enum_value_definition (enum_value) @name) @symbol.member

(operation_definition (name) @name (selection_set) @body) @symbol.function
(fragment_definition (fragment_name) @name (selection_set) @body) @symbol.mixin

(named_type) @use
(directive (name) @use)
(fragment_spread (fragment_name) @use)
(selection (field (name) @call))

(description) @doc
(string_value) @string
(comment) @comment
