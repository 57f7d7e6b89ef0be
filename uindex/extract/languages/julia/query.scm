(module_definition name: (identifier) @name (block)? @body) @symbol.module
(struct_definition (type_head) @head (block)? @body) @symbol.struct
(abstract_definition (type_head) @head) @symbol.type
(primitive_definition (type_head) @head) @symbol.type
(struct_definition (block [
  (identifier) @name @symbol.field
  (typed_expression . (identifier) @name) @symbol.field
  (assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @symbol.field
  (const_statement [(identifier) @name (typed_expression . (identifier) @name)]) @symbol.field]))

; What is defined stands at the beginning of the head, in one of many forms: the module reads it.
(function_definition (signature) @head) @symbol.function
(macro_definition (signature) @head) @symbol.macro
(assignment . [
  (call_expression)
  (where_expression . [(call_expression) (typed_expression . (call_expression))
    (where_expression . (call_expression))])
  (typed_expression . (call_expression))] @head) @symbol.function
(assignment . (binary_expression (operator) @name) @arms) @symbol.function

(const_statement (assignment . [(identifier) @name
  (parametrized_type_expression . (identifier) @name) (typed_expression . (identifier) @name)
  (open_tuple (identifier) @name)])) @symbol.constant
(const_statement (global_statement (assignment . (identifier) @name))) @symbol.constant
(source_file [(assignment . (identifier) @name) @symbol.variable
  (global_statement (assignment . (identifier) @name)) @symbol.variable])
(module_definition (block [(assignment . (identifier) @name) @symbol.variable
  (global_statement (assignment . (identifier) @name)) @symbol.variable]))
((macrocall_expression (macro_identifier) @enum
  (macro_argument_list . (_) @symbol.variant)) @symbol.enum (#eq? @enum "@enum"))

; Macros around a definition begin it.
(macrocall_expression (macro_argument_list
  [(function_definition) (struct_definition) (assignment) (macrocall_expression)] .)) @extent

; A string before a definition is its doc.
((string_literal) @doc @doc-link . [(function_definition) (struct_definition) (macro_definition)
  (assignment) (macrocall_expression) (module_definition) (const_statement)
  (abstract_definition) (primitive_definition) (identifier) (typed_expression)])

[(import_statement) (using_statement)] @import
((call_expression . (identifier) @include) @import (#eq? @include "include"))
(call_expression . [(identifier) (field_expression)] @call)
(call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @call))
(broadcast_call_expression . [(identifier) (field_expression)] @call)
(macrocall_expression . [(macro_identifier) (field_expression)] @call)

; What stands behind `<:` the module reads: to ask for it costs half as much as all the rest.
(typed_expression (_) [(identifier) (field_expression)] @use .)
(unary_typed_expression [(identifier) (field_expression)] @use)
(parametrized_type_expression . [(identifier) (field_expression)] @use)
(curly_expression [(identifier) (field_expression)] @use)

[(string_literal) (prefixed_string_literal) (command_literal) (prefixed_command_literal)
  (character_literal)] @string
[(line_comment) (block_comment)] @comment
