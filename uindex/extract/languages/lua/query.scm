; First, as of a function that is assigned the last capture counts.
; Variables of a file, and members of its tables; the module drops locals and what is imported.
(chunk (variable_declaration (variable_list name: (identifier) @name)) @symbol.variable)
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name)
  (expression_list . value: (_) @body)) @symbol.variable))
(chunk (assignment_statement (variable_list name: (identifier) @name)
  (expression_list . value: (_) @body)) @symbol.variable)
(chunk (assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @owner
    field: (identifier) @name) .) (expression_list . value: (_) @body)) @symbol.field)
(variable_declaration) @extent

(function_declaration name: [
  (identifier) @name
  (dot_index_expression table: (_) @owner field: (identifier) @name)
  (method_index_expression table: (_) @owner method: (identifier) @name)]) @symbol.function

; Functions that are values: of variables, of members, of fields.
(assignment_statement
  (variable_list . name: [(identifier) @name
    (dot_index_expression table: (_) @owner field: (identifier) @name)
    (bracket_index_expression table: (_) @owner field: (string content: (_) @name))])
  (expression_list . value: [(function_definition)
    (binary_expression right: (function_definition))])) @symbol.function
(field name: [(identifier) @name (string content: (_) @name)]
  value: [(function_definition) (binary_expression right: (function_definition))]) @symbol.function

(function_call name: (_) @call)
(string) @string
(comment) @comment

; What names hold: see bindings.py.
(assignment_statement
  (variable_list . name: [(identifier) (dot_index_expression table: (identifier))] @bind.name)
  (expression_list . value: [(function_call name: (_) @bind.value) (identifier) @bind.same
    (dot_index_expression) @bind.same])) @bind
(variable_declaration (variable_list name: (identifier) @bind @bind.name))
(variable_declaration (assignment_statement (variable_list . name: (identifier) @bind.name))) @bind
(variable_declaration (assignment_statement
  (variable_list (_) name: (identifier) @bind @bind.name)))
(for_generic_clause (variable_list name: (identifier) @bind @bind.name))
(parameters name: (identifier) @bind @bind.name)
