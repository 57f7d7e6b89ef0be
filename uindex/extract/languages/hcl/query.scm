; The last label is the name; `finish` reads what stands before it.
(config_file (body (block . (identifier) @name . (block_start) @body) @symbol.section))
(block (string_lit (template_literal) @name) . (block_start) @body) @symbol.section
(block (identifier) (identifier) @name . (block_start) @body) @symbol.section
((block (identifier) @_type . (block_start)
  (body (attribute (identifier) @name (expression) @body) @symbol.constant))
 (#eq? @_type "locals"))
; Values for variables.
(config_file (body (attribute (identifier) @name (expression) @body) @symbol.key))

((attribute (identifier) @_key (expression (literal_value (string_lit) @import)))
 (#eq? @_key "source"))
((object_elem key: (expression (variable_expr (identifier) @_key))
  val: (expression (literal_value (string_lit) @import)))
 (#eq? @_key "source"))

(expression . (variable_expr) . (get_attr)) @use

(literal_value (string_lit) @string)
(quoted_template (template_literal) @string)
(heredoc_template (template_literal) @string)
(comment) @comment
