; What JavaScript, TypeScript and TSX share.  Of two captures of one node the kind counts that is
; mentioned later, so variables come first here, and fields before ecmascript/members.scm.
; `(_ …)` for what the field tells, and the predicate that always holds: see c/family.scm.

; Variables of a module; `@lead` gives the first of a declaration its keyword and comment.
(program (_ (variable_declarator name: (identifier) @name) @symbol.variable))
(export_statement (_ (variable_declarator name: (identifier) @name) @symbol.variable))
(program (_ (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name
  (pair_pattern value: [
    (identifier) @name
    (assignment_pattern left: (identifier) @name)])
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
  (rest_pattern (identifier) @name)])) @symbol.variable))
(program (_ (variable_declarator name: (array_pattern [
  (identifier) @name
  (assignment_pattern left: (identifier) @name)])) @symbol.variable))
(export_statement (_ (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name
  (pair_pattern value: [
    (identifier) @name
    (assignment_pattern left: (identifier) @name)])
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
  (rest_pattern (identifier) @name)])) @symbol.variable))
(export_statement (_ (variable_declarator name: (array_pattern [
  (identifier) @name
  (assignment_pattern left: (identifier) @name)])) @symbol.variable))
(program [(lexical_declaration) (variable_declaration)] @lead)
(export_statement declaration: [(lexical_declaration) (variable_declaration)]) @lead
(export_statement) @extent

; `exports.a = 1` in a module; `finish` drops what is assigned to anything else.
((program (expression_statement (assignment_expression
  left: (_ object: (_) @owner property: (property_identifier) @name))
  @symbol.variable)) (#declared? @name))
((assignment_expression
  left: (_ object: (_ property: (property_identifier) @_prototype) @owner
    property: (property_identifier) @name)) @symbol.field
  (#eq? @_prototype "prototype") (#declared? @name))

(function_declaration name: (identifier) @name body: (_) @body) @symbol.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @symbol.function

; Functions and classes bound to a name, at any depth.
(variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)]) @symbol.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @symbol.class
(lexical_declaration . (variable_declarator name: (identifier) value: [
  (arrow_function) (function_expression) (generator_function) (class)])) @lead
(variable_declaration . (variable_declarator name: (identifier) value: [
  (arrow_function) (function_expression) (generator_function) (class)])) @lead
((variable_declarator name: (identifier) @name value: (assignment_expression
  right: (_ body: (_) @body))) @symbol.function (#declared? @body))

((assignment_expression
  left: (_ object: (_) @owner
    property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function body: (_) @body)
    (_ body: (statement_block) @body)]) @symbol.function (#declared? @name @body))
((assignment_expression
  left: (_ object: (_) @owner property: (property_identifier) @name)
  right: (_ body: (class_body) @body)) @symbol.class (#declared? @name @body))
((assignment_expression
  left: (_ object: (_) @owner property: (property_identifier) @name)
  right: (assignment_expression right: [
    (_ parameters: (_) body: (_) @body)
    (_ parameter: (_) body: (_) @body)])) @symbol.function (#declared? @name @body))
((assignment_expression left: (identifier) @name right: [
  (_ parameters: (_) body: (_) @body)
  (_ parameter: (_) body: (_) @body)]) @symbol.function (#declared? @body))

; Default exports without a name are called `default`.
((export_statement "default" @name value: (_ !name body: (_) @body)) @symbol.function
  (#declared? @body))
(export_statement "default" @name value: (class !name body: (_) @body)) @symbol.class
(export_statement "default" @name value: [
  (object) (call_expression) (new_expression) (array)] @body) @symbol.object
(function_expression name: (identifier) @name body: (_) @body) @symbol.function
(generator_function name: (identifier) @name body: (_) @body) @symbol.function
(class name: (_) @name body: (_) @body) @symbol.class

(import_statement) @import
(export_statement source: (_)) @import
(export_statement (export_clause)) @import
(export_statement "default" value: [(identifier) (member_expression)]) @import
(call_expression function: (import) arguments: (arguments . (string))) @import
((call_expression function: (identifier) @_require arguments: (arguments . (string) .)) @import
  (#eq? @_require "require"))
((variable_declarator value: (_ function: (identifier) @_require
  arguments: (arguments . (string) .))) @import (#eq? @_require "require"))
((variable_declarator value: (_ object: (_ function: (identifier) @_require
  arguments: (arguments . (string) .)))) @import (#eq? @_require "require"))
((variable_declarator value: (await_expression (_ function: (import)
  arguments: (arguments . (string) @_module)))) @import (#declared? @_module))
(assignment_expression left: (member_expression) right: [
  (identifier)
  (call_expression function: (identifier) arguments: (arguments . (string) .))]) @import
; What an object holds that is a module, or that other modules may ask for by this name.
((assignment_expression left: (member_expression) @_exports right: (object [
  (shorthand_property_identifier)
  (pair key: (property_identifier) value: (identifier))
  (pair key: (property_identifier) value: (call_expression function: (identifier)))
  (spread_element (call_expression function: (identifier)))] @import))
  (#eq? @_exports "module.exports"))
(export_statement "default" value: (object [
  (shorthand_property_identifier)
  (pair key: (property_identifier) value: (identifier))] @import))
(program (lexical_declaration (variable_declarator name: (identifier) value: (object [
  (shorthand_property_identifier)
  (pair key: (property_identifier) value: (identifier))] @import))))
(export_statement (lexical_declaration (variable_declarator name: (identifier) value: (object [
  (shorthand_property_identifier)
  (pair key: (property_identifier) value: (identifier))] @import))))

(call_expression function: [(identifier) (member_expression) (super)] @call)
(new_expression constructor: [(identifier) (member_expression)] @call)
(decorator [(identifier) (member_expression)] @call)
"instanceof" @instanceof

(string) @string
(template_string [(string_fragment) (escape_sequence)] @string)
(regex) @string
(assignment_pattern right: [(object) (array) (number)] @string)
[(comment) (html_comment)] @comment

; What names hold: see bindings.py.
(variable_declarator name: (identifier) @bind.name) @bind
(variable_declarator value: (call_expression function: (_) @bind.value))
(variable_declarator value: (new_expression constructor: (_) @bind.value))
(variable_declarator value: (await_expression (call_expression function: (_) @bind.value)))
(variable_declarator value: [(identifier) (member_expression)] @bind.same)
(assignment_expression left: [(identifier) (member_expression object: (this))] @bind.name) @bind
(assignment_expression right: (call_expression function: (_) @bind.value))
(assignment_expression right: (new_expression constructor: (_) @bind.value))
(assignment_expression right: (await_expression (call_expression function: (_) @bind.value)))
(assignment_expression right: [(identifier) (member_expression)] @bind.same)
(object_pattern (shorthand_property_identifier_pattern) @bind @bind.name)
(object_pattern (pair_pattern value: (identifier) @bind @bind.name))
(object_assignment_pattern left: (_) @bind @bind.name)
(object_pattern (pair_pattern value: (assignment_pattern left: (identifier) @bind @bind.name)))
(array_pattern (identifier) @bind @bind.name)
(array_pattern (assignment_pattern left: (identifier) @bind @bind.name))
(rest_pattern (identifier) @bind @bind.name)
(arrow_function parameter: (identifier) @bind @bind.name)
(for_in_statement left: (identifier) @bind @bind.name)
(catch_clause parameter: (identifier) @bind @bind.name)

(_ body: (statement_block (return_statement [
  (new_expression constructor: (_) @gives)
  (call_expression function: (_) @gives)
  (await_expression (call_expression function: (_) @gives))
  (this) @gives])) @gives.body)
(_ body: (statement_block (if_statement consequence: [
  (return_statement [
    (new_expression constructor: (_) @gives)
    (call_expression function: (_) @gives)])
  (statement_block (return_statement [
    (new_expression constructor: (_) @gives)
    (call_expression function: (_) @gives)]))])) @gives.body)
(arrow_function body: [
  (new_expression constructor: (_) @gives)
  (call_expression function: (_) @gives)] @gives.body)
