; `(_ …)` for what the field tells, and the predicate that always holds: see c/family.scm.
((class name: [(constant) @name (_ scope: (_)? @owner name: (constant) @name)]
  body: (_)? @body) @symbol.class (#declared? @name))
((module name: [(constant) @name (_ scope: (_)? @owner name: (constant) @name)]
  body: (_)? @body) @symbol.module (#declared? @name))
(method name: (_) @name body: (_)? @body) @symbol.function
(singleton_method object: [(constant) (scope_resolution)]? @owner
  name: (_) @name body: (_)? @body) @symbol.function
(alias name: (_) @name) @symbol.alias

((assignment left: [(constant) @name (_ scope: (_)? @owner name: (constant) @name)
  (left_assignment_list)] right: (_) @body) @symbol.constant (#declared? @name))
; The names of a list apart: each would wait for the value, at the cost of the cube of their number.
(left_assignment_list [(constant) @name (identifier) @local])
(operator_assignment left: (constant) @name right: (_) @body) @symbol.constant
((program (_ !operator left: (global_variable) @name right: (_) @body) @symbol.variable)
  (#declared? @body))

; Definitions that are calls, where the name is written out.
((call !receiver method: (identifier) @word
  arguments: (_ [(simple_symbol) @name (string . (string_content) @name .)]))
  @symbol.property (#declared? @name)
  (#any-of? @word "attr" "attr_reader" "attr_writer" "attr_accessor"))
((assignment left: (constant) right: (_ receiver: (constant) @word
  arguments: (_ (simple_symbol) @name @symbol.property)))
  (#any-of? @word "Struct" "Data") (#declared? @name))
; One pattern for several kinds: a predicate costs more than the module's look at the word.
((call !receiver method: (identifier) @word
  arguments: (_ . [(simple_symbol) @name (string . (string_content) @name .)
    (_ key: [(simple_symbol) @name (hash_key_symbol) @name
      (string . (string_content) @name .)])]) block: (_)? @body) @symbol.target
  (#declared? @name)
  (#any-of? @word "alias_method" "define_method" "define_singleton_method" "namespace" "task"))

(superclass [(constant) (scope_resolution)] @base)
((body_statement (call !receiver method: (identifier) @word
  arguments: (_ [(constant) (scope_resolution)] @base)))
  (#any-of? @word "include" "extend" "prepend"))
((program (call !receiver method: (identifier) @word
  arguments: (_ [(constant) (scope_resolution)] @base)))
  (#eq? @word "include"))
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
(operator_assignment left: (identifier) @local)
(method_parameters [(identifier) @local (_ name: (identifier) @local)])
(block_parameters [(identifier) @local (_ name: (identifier) @local)])
(exception_variable (identifier) @local)

[(string) (heredoc_body) (regex) (subshell) (string_array) (delimited_symbol) (character)
  (uninterpreted)] @string
(keyword_parameter value: [(integer) (float)] @string)
(comment) @comment

; What names hold: see bindings.py.
(assignment left: [(identifier) (instance_variable) (constant)] @bind.name) @bind
(operator_assignment left: [(identifier) (instance_variable)] @bind.name) @bind
(assignment right: (call) @bind.value)
(operator_assignment right: (call) @bind.value)
(assignment right: [(identifier) (constant) (scope_resolution) (instance_variable)] @bind.same)
(assignment left: (left_assignment_list (identifier) @bind @bind.name))
(method_parameters [(identifier) @bind @bind.name (_ name: (identifier) @bind @bind.name)])
(block_parameters [(identifier) @bind @bind.name (_ name: (identifier) @bind @bind.name)])
(lambda_parameters [(identifier) @bind @bind.name (_ name: (identifier) @bind @bind.name)])
(destructured_parameter (identifier) @bind @bind.name)
(for pattern: (identifier) @bind @bind.name)
(exception_variable (identifier) @bind @bind.name)
