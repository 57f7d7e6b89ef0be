(namespace_definition name: (namespace_name) @name body: (_)? @body) @symbol.namespace

(class_declaration name: (name) @name body: (_) @body) @symbol.class
(interface_declaration name: (name) @name body: (_) @body) @symbol.interface
(trait_declaration name: (name) @name body: (_) @body) @symbol.trait
(enum_declaration name: (name) @name body: (_) @body) @symbol.enum
(enum_case name: (name) @name "="? @body) @symbol.member
(const_declaration (const_element . (name) @name "=" @body)) @symbol.constant
(property_declaration (property_element name: (variable_name (name) @name) "="? @body)
  (property_hook_list)? @body) @symbol.property
(property_promotion_parameter name: (variable_name (name) @name) "="? @body) @symbol.property
(method_declaration name: (name) @name body: (_)? @body) @symbol.method
(function_definition name: (name) @name body: (_) @body) @symbol.function
(assignment_expression left: (variable_name (name) @name)
  right: [(anonymous_function body: (_) @body) (arrow_function "=>" @body)]) @symbol.function
((function_call_expression function: (name) @define
  arguments: (arguments . (argument [
    (string (string_content) @name)
    (encapsed_string (string_content) @name)])))
  (#eq? @define "define")) @symbol.constant
; Of the assignments to a variable the first is its definition.
(program (expression_statement
  (assignment_expression left: (variable_name (name) @global)) @symbol.variable))

(namespace_use_declaration) @import
[(include_expression) (include_once_expression)
 (require_expression) (require_once_expression)] @import

(function_call_expression
  function: [(name) (qualified_name) (relative_name)] @call)
; No node holds the name of such a call and what stands before it, and nothing else.
[(member_call_expression) (nullsafe_member_call_expression) (scoped_call_expression)] @called
(arguments) @arguments
(object_creation_expression [(name) (qualified_name)] @call)

(attribute [(name) (qualified_name)] @use)
(named_type [(name) (qualified_name)] @use)
; To ask for what stands right of it would keep a long expression pending: the square of it.
"instanceof" @instance
(class_constant_access_expression . [(name) (qualified_name)] @use)
(scoped_property_access_expression scope: [(name) (qualified_name)] @use)

[(string) (string_content) (nowdoc_body)] @string
(text) @opaque
(comment) @comment

(base_clause [(name) (qualified_name)] @base)
(class_interface_clause [(name) (qualified_name)] @base)
(use_declaration [(name) (qualified_name)] @base)

; What names hold: see bindings.py.
(simple_parameter name: (variable_name) @bind.name) @bind
(simple_parameter type: (_) @bind.type)
(property_promotion_parameter type: (_) @bind.type name: (variable_name (name) @bind.name)) @bind
(property_declaration type: (_) @bind.type) @bind
(property_element name: (variable_name (name) @bind.name))
(assignment_expression left: [
  (variable_name) (member_access_expression object: (variable_name))] @bind.name) @bind
(assignment_expression right: (object_creation_expression [(name) (qualified_name)] @bind.value))
(assignment_expression right: [(function_call_expression) (member_call_expression)
  (scoped_call_expression) (nullsafe_member_call_expression)] @bind.value)
(assignment_expression right: [(variable_name) (member_access_expression)] @bind.same)
(list_literal (variable_name) @bind @bind.name)
(foreach_statement (_) (variable_name) @bind @bind.name)
(foreach_statement (pair (_) (variable_name) @bind @bind.name))
(catch_clause type: (type_list . (_) @bind.type) name: (variable_name) @bind.name) @bind
(function_definition return_type: (_) @returns)
(method_declaration return_type: (_) @returns)
