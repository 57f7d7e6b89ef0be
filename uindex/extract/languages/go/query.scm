; The package's name alone, so that the comment above it is the doc of the file.
(package_clause (package_identifier) @name @symbol.package)

(function_declaration name: (identifier) @name body: (block)? @body) @symbol.function
(method_declaration name: (field_identifier) @name body: (block)? @body) @symbol.method
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @owner
  (generic_type type: (type_identifier) @owner)
  (pointer_type [(type_identifier) @owner (generic_type type: (type_identifier) @owner)])
  (parenthesized_type [(type_identifier) @owner (generic_type type: (type_identifier) @owner)
    (pointer_type [(type_identifier) @owner (generic_type type: (type_identifier) @owner)])])
  (pointer_type (parenthesized_type
    [(type_identifier) @owner (generic_type type: (type_identifier) @owner)]))
])))

(type_alias name: (type_identifier) @name) @symbol.type
(type_spec name: (type_identifier) @name) @symbol.type
(type_spec type: (struct_type (field_declaration_list) @body)) @symbol.struct
(type_spec type: (interface_type "{" @body)) @symbol.interface
(field_declaration name: (field_identifier) @name) @symbol.field
(method_elem name: (field_identifier) @name) @symbol.method
(const_spec (identifier) @name value: (_)? @body) @symbol.constant
(var_spec name: (identifier) @name value: (_)? @body) @symbol.variable
; Without parentheses the keyword and the comment above it belong to the one definition.
[(type_declaration) (const_declaration) (var_declaration)] @extent

(import_spec) @import
(call_expression function: [(identifier) (selector_expression) (index_expression)] @call)
(qualified_type) @use
(type_identifier) @use

[(interpreted_string_literal) (raw_string_literal) (rune_literal)] @string
; The module tells directives from them: a predicate costs more.
(comment) @comment

(field_declaration !name type: (_) @base)
(interface_type (type_elem [(type_identifier) (qualified_type) (generic_type)] @base))

; What names hold: see bindings.py.  Of several results only the first has a type here.
(parameter_declaration name: (identifier) @bind.name) @bind
(parameter_declaration type: (_) @bind.type)
(variadic_parameter_declaration name: (identifier) @bind @bind.name)
(field_declaration name: (field_identifier) @bind.name) @bind
(field_declaration type: (_) @bind.type)
(var_spec name: (identifier) @bind.name type: (_) @bind.type) @bind
(var_spec . name: (identifier) @bind.name !type) @bind
(var_spec name: (identifier) name: (identifier) @bind @bind.name !type)
(var_spec !type value: (expression_list . [
  (call_expression function: (_) @bind.value)
  (composite_literal type: (_) @bind.type)
  (unary_expression (composite_literal type: (_) @bind.type))]))
(short_var_declaration left: (expression_list . (identifier) @bind.name)) @bind
(short_var_declaration left: (expression_list (_) (identifier) @bind @bind.name))
(receive_statement left: (expression_list (identifier) @bind.name)) @bind
(short_var_declaration right: (expression_list . [
  (call_expression function: (_) @bind.value)
  (composite_literal type: (_) @bind.type)
  (unary_expression (composite_literal type: (_) @bind.type))
  (unary_expression operator: ["&" "*"] operand: [(identifier) (selector_expression)] @bind.same)
  (type_assertion_expression type: (_) @bind.type)
  (identifier) @bind.same
  (selector_expression) @bind.same]))
(range_clause left: (expression_list (identifier) @bind @bind.name))
(type_switch_statement alias: (expression_list (identifier) @bind @bind.name))
(function_declaration result: (_) @returns)
(method_declaration result: (_) @returns)
(method_elem result: (_) @returns)
