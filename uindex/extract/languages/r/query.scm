; Functions and values are bound to names; classes, generics and methods are made by calls, of
; which the module reads the name where it is a string.
(binary_operator lhs: [(identifier) (string)] @name ["<-" "<<-" "="]
  rhs: (function_definition)) @symbol.function
(binary_operator lhs: (_ body: (function_definition)) ["->" "->>"]
  rhs: (identifier) @name) @symbol.function
(binary_operator lhs: (extract_operator lhs: (identifier) @owner rhs: (identifier) @name)
  ["<-" "<<-" "="] rhs: (function_definition)) @symbol.function
(program (binary_operator lhs: (identifier) @name ["<-" "<<-" "="] rhs: [
  (call) (identifier) (string) (integer) (float) (complex) (true) (false) (null) (na) (inf) (nan)
  (unary_operator) (binary_operator) (subset) (subset2) (extract_operator) (namespace_operator)
  (if_statement) (parenthesized_expression)]) @symbol.variable)
((binary_operator lhs: (call function: (identifier) @word) rhs: (function_definition))
  @symbol.method (#eq? @word "method"))

((binary_operator lhs: (identifier) @name rhs: (call function: (_) @maker)) @symbol.class
  (#any-of? @maker "R6Class" "R6::R6Class" "setRefClass" "setClass" "methods::setClass"
    "methods::setRefClass" "ggproto" "ggplot2::ggproto" "new_class" "S7::new_class" "proto"))
((binary_operator rhs: (call function: (_) @maker
  arguments: (arguments (argument name: (identifier) @name) @symbol.property)))
  (#any-of? @maker "ggproto" "ggplot2::ggproto" "proto"))
((binary_operator rhs: (call function: (_) @maker arguments: (arguments . (argument) . (comma) .
    (argument !name value: [(identifier) (namespace_operator)] @base))))
  (#any-of? @maker "ggproto" "ggplot2::ggproto"))
((argument !name value: (call function: (identifier) @maker
  arguments: (arguments (argument name: (identifier) @name) @symbol.property)))
  (#eq? @maker "representation"))
((argument name: (identifier) @list value: (call
    arguments: (arguments (argument name: (identifier) @name) @symbol.property)))
  (#any-of? @list "public" "private" "active" "methods" "fields" "slots" "properties"))
((call function: (extract_operator rhs: (identifier) @list)
  arguments: (arguments (argument name: (identifier) @name
    value: (function_definition)) @symbol.property))
  (#eq? @list "methods"))

((argument name: (identifier) @named value: [(identifier) (namespace_operator) (string)] @base)
  (#any-of? @named "inherit" "contains"))
((argument name: (identifier) @named value: (call function: (identifier) @several
  arguments: (arguments (argument value: (string) @base))))
  (#eq? @named "contains") (#eq? @several "c"))

(function_definition body: (_) @body)
(call function: [(identifier) (namespace_operator) (extract_operator)] @call)
(argument value: (identifier) @value)
(argument value: (namespace_operator) @use)
(binary_operator rhs: (namespace_operator) @use)

(string) @string
(comment) @comment

; What names hold.
(binary_operator lhs: (identifier) @bind.name ["<-" "<<-" "="]
  rhs: [(call function: (_) @bind.value) (identifier) @bind.same]) @bind
(parameter name: (identifier) @bind @bind.name)
