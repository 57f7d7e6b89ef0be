; A signature and its body are neighbours in this grammar: the module joins them.
(class_definition name: (identifier) @name) @symbol.class
(class_definition (mixin_application_class . (identifier) @name)) @symbol.class
(mixin_declaration (identifier) @name) @symbol.mixin
(extension_declaration name: (identifier)? @name) @symbol.extension
(extension_type_declaration name: (identifier) @name) @symbol.type
(representation_declaration name: (identifier) @name) @symbol.field
(enum_declaration name: (identifier) @name) @symbol.enum
(enum_constant name: (identifier) @name) @symbol.member
(type_alias) @symbol.type
(library_name (dotted_identifier_list) @name) @symbol.module

(function_signature name: (identifier) @name) @symbol.function
(getter_signature name: (identifier) @name) @symbol.property
(setter_signature name: (identifier) @name) @symbol.property
(operator_signature) @symbol.operator
[(constructor_signature) (constant_constructor_signature) (factory_constructor_signature)
 (redirecting_factory_constructor_signature)] @symbol.constructor
(static_final_declaration . (identifier) @name) @symbol.field
(initialized_identifier . (identifier) @name) @symbol.field
(declaration (identifier_list (identifier) @name @symbol.field))
[(static_final_declaration_list) (initialized_identifier_list)] @list
[(method_signature) (declaration)] @lead
(function_body) @function
[(class_body) (extension_body) (enum_body) (initializers)] @body
(class_body (annotation) @attached)
(extension_body (annotation) @attached)
(enum_body (annotation) @attached)
(program (annotation) @attached)

[(import_or_export) (part_directive) (part_of_directive)] @import
[(arguments) (argument_part)] @arguments
(annotation name: (_) @use)
(type_identifier) @type

(string_literal) @string
[(comment) (documentation_comment)] @comment

; What names hold and types inherit: bindings.py here puts them together.
[(superclass (type_identifier) @inherited) (mixins (type_identifier) @inherited)
 (interfaces (type_identifier) @inherited) (mixin_declaration (type_identifier) @inherited)
 (mixin_application (type_identifier) @inherited)]
[(function_signature (type_identifier) @returned) (getter_signature (type_identifier) @returned)]
[(declaration) (formal_parameter) (initialized_variable_definition)] @declared
[(formal_parameter (identifier) @held) (initialized_variable_definition name: (identifier) @held)
 (initialized_identifier . (identifier) @held) (static_final_declaration . (identifier) @held)
 (for_loop_parts name: (identifier) @held) (catch_parameters (identifier) @held)
 (variable_pattern (identifier) @held)]
(assignment_expression) @assignment
