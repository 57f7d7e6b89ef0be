; Expressions in the markup of a component, each a statement.
(call_expression function: [(identifier) (member_expression)] @call)
(new_expression constructor: [(identifier) (member_expression)] @call)
(program (expression_statement [(identifier) (member_expression)] @use))
(program (expression_statement (parenthesized_expression [(identifier) (member_expression)] @use)))
(call_expression arguments: (arguments [(identifier) (member_expression)] @use))
(binary_expression [(identifier) (member_expression)] @use)
(ternary_expression [(identifier) (member_expression)] @use)
(unary_expression [(identifier) (member_expression)] @use)
(pair value: [(identifier) (member_expression)] @use)

(string) @string
(template_string [(string_fragment) (escape_sequence)] @string)
(regex) @string
[(comment) (html_comment)] @comment
