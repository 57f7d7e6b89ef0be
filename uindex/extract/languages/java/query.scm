(package_declaration [(scoped_identifier) (identifier)] @name @symbol.package)
(module_declaration name: (_) @name body: (_) @body) @symbol.module

(class_declaration name: (identifier) @name body: (_) @body) @symbol.class
(interface_declaration name: (identifier) @name body: (_) @body) @symbol.interface
(enum_declaration name: (identifier) @name body: (_) @body) @symbol.enum
(record_declaration name: (identifier) @name body: (_) @body) @symbol.record
(annotation_type_declaration name: (identifier) @name body: (_) @body) @symbol.annotation
(record_declaration parameters: (formal_parameters
  (formal_parameter name: (identifier) @name) @symbol.field))
(enum_constant name: (identifier) @name arguments: (_)? @body body: (_)? @body) @symbol.member
(method_declaration name: (identifier) @name body: (_)? @body) @symbol.method
(annotation_type_element_declaration name: (identifier) @name value: (_)? @body) @symbol.method
(constructor_declaration name: (identifier) @name body: (_) @body) @symbol.constructor
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @symbol.constructor
(field_declaration declarator: (variable_declarator name: (identifier) @name
  value: (_)? @body)) @symbol.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name
  value: (_)? @body)) @symbol.constant

(import_declaration) @import
; No node holds a call's name and what stands before it, so the module cuts them out.  To ask for
; `name:` would keep every call of a chain pending while its object is walked: the square of it.
(method_invocation) @called
(argument_list) @arguments
(method_reference) @call
(explicit_constructor_invocation constructor: [(this) (super)] @call)
(object_creation_expression type: [
  (type_identifier) @call
  (scoped_type_identifier) @call
  (generic_type [(type_identifier) (scoped_type_identifier)] @call)])
(annotation name: (_) @use)
(marker_annotation name: (_) @use)
; Of `Map.Entry` the whole is the use; its parts are none of their own.
[(superclass (type_identifier) @use)
 (type_list (type_identifier) @use)
 (generic_type (type_identifier) @use)
 (type_arguments (type_identifier) @use)
 (type_bound (type_identifier) @use)
 (throws (type_identifier) @use)
 (catch_type (type_identifier) @use)
 (array_type element: (type_identifier) @use)
 (wildcard (type_identifier) @use)
 (cast_expression type: (type_identifier) @use)
 (instanceof_expression right: (type_identifier) @use)
 (class_literal (type_identifier) @use)
 (method_declaration type: (type_identifier) @use)
 (annotation_type_element_declaration type: (type_identifier) @use)
 (field_declaration type: (type_identifier) @use)
 (constant_declaration type: (type_identifier) @use)
 (formal_parameter type: (type_identifier) @use)
 (local_variable_declaration type: (type_identifier) @use)
 (enhanced_for_statement type: (type_identifier) @use)
 (resource type: (type_identifier) @use)
 (spread_parameter (type_identifier) @use)
 (array_creation_expression type: (type_identifier) @use)]
(scoped_type_identifier) @use

[(string_literal) (character_literal)] @string
[(line_comment) (block_comment)] @comment

(superclass (_) @base)
(super_interfaces (type_list (_) @base))
(extends_interfaces (type_list (_) @base))

; What names hold: see bindings.py.
(formal_parameter type: (_) @bind.type name: (_) @bind.name) @bind
(spread_parameter (variable_declarator name: (_) @bind @bind.name))
(local_variable_declaration type: (_) @bind.type) @bind
(field_declaration type: (_) @bind.type) @bind
(variable_declarator name: (identifier) @bind.name)
(local_variable_declaration declarator: (variable_declarator
  value: (object_creation_expression type: (_) @bind.value)))
(local_variable_declaration declarator: (variable_declarator
  value: (method_invocation) @bind.value))
(local_variable_declaration declarator: (variable_declarator
  value: [(identifier) (field_access)] @bind.same))
(enhanced_for_statement type: (_) @bind.type name: (_) @bind.name) @bind
(resource type: (_) @bind.type name: (_) @bind.name) @bind
(catch_formal_parameter (catch_type . (_) @bind.type) name: (_) @bind.name) @bind
(instanceof_expression right: (_) @bind.type name: (_) @bind.name) @bind
(lambda_expression parameters: (identifier) @bind @bind.name)
(inferred_parameters (identifier) @bind @bind.name)
(method_declaration type: (_) @returns)
