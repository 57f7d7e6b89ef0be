(class_definition name: (identifier) @name body: (block) @body) @symbol.class
(function_definition name: (identifier) @name body: (block) @body) @symbol.function
(decorated_definition) @extent
(type_alias_statement left: (type [(identifier) @name
  (generic_type (identifier) @name)])) @symbol.type

; Assignments of a module or a class; those in functions are locals and dropped.
(module (assignment left: (identifier) @name) @symbol.variable)
(module (assignment left: (pattern_list (identifier) @name)) @symbol.variable)
(class_definition body: (block (assignment left: (identifier) @name) @symbol.field))
(module (_ (block (assignment left: (identifier) @name) @symbol.variable)))
(assignment right: (_) @body)

; A docstring is the first statement.  The grammar has no node for expression statements.
(module . (string) @doc)
(module (comment) . (string) @doc)
(class_definition body: (block . (string) @doc))
(function_definition body: (block . (string) @doc))

(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
(call function: [(identifier) (attribute)] @call)
(decorator [(identifier) (attribute)] @call)
(class_definition superclasses: (argument_list [(identifier) (attribute)] @base))
(class_definition superclasses: (argument_list
  (subscript value: [(identifier) (attribute)] @base)))
(type [(identifier) (attribute)] @use)
(type (subscript value: [(identifier) (attribute)] @use))
(type (subscript subscript: [(identifier) (attribute)] @use))
(type (subscript subscript: (subscript value: [(identifier) (attribute)] @use)))
(type (generic_type (identifier) @use))
(type (binary_operator [(identifier) (attribute)] @use))
; Types written as strings.
(type (string) @annotation)
(type (binary_operator (string) @annotation))
(type (list (string) @annotation))
(type (subscript subscript: (string) @annotation))
(type (subscript subscript: (list (string) @annotation)))
(type (subscript subscript: (binary_operator (string) @annotation)))
(type (subscript subscript: (subscript subscript: (string) @annotation)))

(string) @string
(comment) @comment

; What names hold: see bindings.py.
(assignment left: [(identifier) (attribute)] @bind.name) @bind
(assignment left: (pattern_list (identifier) @bind @bind.name))
(assignment type: (_) @bind.type)
(assignment right: (call function: [(identifier) (attribute)] @bind.value))
(assignment right: (await (call function: [(identifier) (attribute)] @bind.value)))
(assignment right: (boolean_operator right: (call function: [(identifier) (attribute)] @bind.value)))
(assignment right: [(identifier) (attribute)] @bind.same)
(named_expression name: (identifier) @bind.name) @bind
(named_expression value: (call function: [(identifier) (attribute)] @bind.value))
(as_pattern (as_pattern_target (identifier) @bind.name)) @bind
(as_pattern (call function: [(identifier) (attribute)] @bind.value))
(as_pattern . (identifier) @bind.value (as_pattern_target))
(for_statement left: (identifier) @bind.name right: (_) @loop.through) @loop
(for_in_clause left: (identifier) @bind.name right: (_) @loop.through) @loop
(for_statement right: [(identifier) (attribute) (call)] @bind.each)
(for_in_clause right: [(identifier) (attribute) (call)] @bind.each)
(for_statement left: (pattern_list (identifier) @bind @bind.name))
(parameters (identifier) @bind @bind.name)
(default_parameter name: (identifier) @bind @bind.name)
(typed_parameter . (identifier) @bind.name) @bind
(typed_default_parameter name: (identifier) @bind.name) @bind
(typed_parameter type: (_) @bind.type)
(typed_default_parameter type: (_) @bind.type)
(function_definition return_type: (_) @returns)
