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
(class_definition superclasses: (argument_list [(identifier) (attribute)] @use))
(class_definition superclasses: (argument_list
  (subscript value: [(identifier) (attribute)] @use)))
(type [(identifier) (attribute)] @use)
(type (subscript value: [(identifier) (attribute)] @use))
(type (subscript subscript: [(identifier) (attribute)] @use))
(type (subscript subscript: (subscript value: [(identifier) (attribute)] @use)))
(type (generic_type (identifier) @use))
(type (binary_operator [(identifier) (attribute)] @use))

(string) @string
(comment) @comment
