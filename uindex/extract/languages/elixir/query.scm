; All but operators is a call: the module tells definitions by their word.
(call target: (identifier) @call) @form
((call target: (dot left: (alias) @word)) @form (#eq? @word "Record"))
(call target: (dot left: (alias)) @call)
(call target: (dot) @call (arguments))
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @call))
(unary_operator operator: "@" operand: (call)) @symbol.function
(do_block) @body

((unary_operator operator: "@" operand: (call target: (identifier) @word
  (arguments . [(string . (quoted_content) @doc) (sigil (quoted_content) @doc)])))
  (#any-of? @word "doc" "moduledoc" "typedoc" "shortdoc"))

(struct (alias) @use)
(arguments (alias) @use)
(list (alias) @use)
(tuple (alias) @use)
(pair value: (alias) @use)

[(quoted_content) (char)] @string
(comment) @comment
