(class name: [(constant) @name
  (scope_resolution scope: (_)? @owner name: (constant) @name)] body: (_)? @body) @symbol.class
(module name: [(constant) @name
  (scope_resolution scope: (_)? @owner name: (constant) @name)] body: (_)? @body) @symbol.module
(method name: (_) @name body: (_)? @body) @symbol.function
(singleton_method object: [(constant) (scope_resolution)]? @owner
  name: (_) @name body: (_)? @body) @symbol.function
(alias name: (_) @name) @symbol.alias

(assignment left: [(constant) @name
  (scope_resolution scope: (_)? @owner name: (constant) @name)] right: (_) @body) @symbol.constant
(assignment left: (left_assignment_list (constant) @name) right: (_) @body) @symbol.constant
(operator_assignment left: (constant) @name right: (_) @body) @symbol.constant
(program (assignment left: (global_variable) @name right: (_) @body) @symbol.variable)

; Definitions that are calls, where the name is written out.
((call !receiver method: (identifier) @word
  arguments: (argument_list [(simple_symbol) @name (string . (string_content) @name .)]))
  @symbol.property
  (#any-of? @word "attr" "attr_reader" "attr_writer" "attr_accessor"))
((assignment left: (constant) right: (call receiver: (constant) @word
  arguments: (argument_list (simple_symbol) @name @symbol.property)))
  (#any-of? @word "Struct" "Data"))
; One pattern for several kinds: a predicate costs more than the module's look at the word.
((call !receiver method: (identifier) @word
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)
    (pair key: [(simple_symbol) @name (hash_key_symbol) @name
      (string . (string_content) @name .)])]) block: (_)? @body) @symbol.target
  (#any-of? @word "alias_method" "define_method" "define_singleton_method" "namespace" "task"))

((call !receiver method: (identifier) @word) @import
  (#any-of? @word "require" "require_relative" "load" "autoload" "gem"))
(superclass [(constant) (scope_resolution)] @use)
(exceptions [(constant) (scope_resolution)] @use)
(argument_list [(constant) (scope_resolution)] @use)
; No node holds just the receiver and the name, so the module cuts them out.  To ask for `method:`
; would keep every call of a chain pending while its receiver is walked: the square of its length.
(call) @call
(call receiver: (_) @receiver)
; A name alone, as a statement, calls a method unless it is a local variable.
(body_statement (identifier) @bare)
(block_body (identifier) @bare)
(then (identifier) @bare)
(assignment left: (identifier) @local)
(left_assignment_list (identifier) @local)
(operator_assignment left: (identifier) @local)
(method_parameters [(identifier) @local (_ name: (identifier) @local)])
(block_parameters [(identifier) @local (_ name: (identifier) @local)])
(exception_variable (identifier) @local)

[(string) (heredoc_body) (regex) (subshell) (string_array) (delimited_symbol) (character)
  (uninterpreted)] @string
(keyword_parameter value: [(integer) (float)] @string)
(comment) @comment
