(package_header (identifier) @name) @symbol.package

(class_declaration (type_identifier) @name) @symbol.class
(class_declaration "interface") @symbol.interface
(class_declaration "enum") @symbol.enum
(class_declaration [(class_body) (enum_class_body)] @body)
(object_declaration (type_identifier) @name (class_body)? @body) @symbol.object
(companion_object "companion" @name) @symbol.object
(companion_object (type_identifier) @name)
(companion_object (class_body) @body)
(enum_entry (simple_identifier) @name) @symbol.member
(enum_entry [(value_arguments) (class_body)] @body)
(class_parameter (binding_pattern_kind) . (simple_identifier) @name "="? @body) @symbol.property
(secondary_constructor "constructor" @name
  [(constructor_delegation_call) (statements) "{"]? @body) @symbol.constructor
(function_declaration (simple_identifier) @name (function_body)? @body) @symbol.function
(function_declaration receiver: (receiver_type) @owner)
(source_file (property_declaration) @symbol.property)
(class_body (property_declaration) @symbol.property)
(enum_class_body (property_declaration) @symbol.property)
(source_file (property_declaration (variable_declaration (simple_identifier) @name)))
(class_body (property_declaration (variable_declaration (simple_identifier) @name)))
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @name)))
(source_file (property_declaration
  (multi_variable_declaration (variable_declaration (simple_identifier) @name))))
(property_declaration receiver: (receiver_type) @owner)
(property_declaration ["=" (property_delegate) (getter) (setter)] @body)
[(getter) (setter)] @accessor
(type_alias (type_identifier) @name) @symbol.type

(import_header) @import

(call_expression . [(simple_identifier) (navigation_expression)] @call)
; The module finds the other names in `a or b or c`: to ask for them here would keep a long
; expression pending, the square of it.
(infix_expression) @infix
(infix_expression . [(simple_identifier) (integer_literal) (string_literal) (call_expression)
  (navigation_expression) (indexing_expression) (this_expression) (parenthesized_expression)]
  . (simple_identifier) @call)
(callable_reference) @call

(user_type) @use
(type_parameter (type_identifier) @parameter)

[(string_content) (character_literal)] @string
[(line_comment) (multiline_comment)] @comment

(delegation_specifier [
  (user_type) @base
  (constructor_invocation (user_type) @base)
  (explicit_delegation (user_type) @base)])

; What names hold: see bindings.py.
(parameter (simple_identifier) @bind.name [(user_type) (nullable_type)]? @bind.type) @bind
(class_parameter) @bind
(class_parameter . (simple_identifier) @bind.name)
(class_parameter [(binding_pattern_kind) (modifiers)] . (simple_identifier) @bind.name)
(class_parameter [(user_type) (nullable_type)] @bind.type)
(property_declaration) @bind
(property_declaration (variable_declaration (simple_identifier) @bind.name))
(property_declaration (call_expression . [(simple_identifier) (navigation_expression)] @bind.value))
(property_declaration [(simple_identifier) (navigation_expression)] @bind.same)
(variable_declaration [(user_type) (nullable_type)] @bind.type)
(assignment (directly_assignable_expression) @bind.name) @bind
(assignment (call_expression . [(simple_identifier) (navigation_expression)] @bind.value))
(assignment (directly_assignable_expression) [(simple_identifier) (navigation_expression)] @bind.same)
(lambda_parameters (variable_declaration (simple_identifier) @bind.name) @bind)
(multi_variable_declaration (variable_declaration (simple_identifier) @bind.name) @bind)
(for_statement (variable_declaration (simple_identifier) @bind.name) @bind)
(catch_block . (simple_identifier) @bind.name . (user_type) @bind.type) @bind
(function_declaration [(user_type) (nullable_type)] @returns)
; What a function gives whose body is one call, or the object itself.
(function_declaration (simple_identifier) @bind.name
  (function_body . (call_expression . (simple_identifier) @bind.value))) @bind
(function_declaration (simple_identifier) @bind.name
  (function_body . (this_expression) @bind.same)) @bind
