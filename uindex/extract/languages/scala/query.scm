; Values by where they stand, those elsewhere are locals; a pattern may bind several names, which the
; module reads off.
[(compilation_unit [
   (val_definition pattern: (_) @pattern) (var_definition pattern: (_) @pattern)
   (val_declaration) (var_declaration)] @symbol.variable)
 (template_body [
   (val_definition pattern: (_) @pattern) (var_definition pattern: (_) @pattern)
   (val_declaration name: (identifier) @name) (var_declaration name: (identifier) @name)]
   @symbol.field)
 (with_template_body [
   (val_definition pattern: (_) @pattern) (var_definition pattern: (_) @pattern)] @symbol.field)
 (enum_body [
   (val_definition pattern: (_) @pattern) (var_definition pattern: (_) @pattern)] @symbol.field)]
(class_parameter name: (identifier) @name default_value: (_)? @body) @symbol.field

(package_clause (package_identifier) @name) @symbol.package
(package_object name: (identifier) @name) @symbol.package
(class_definition name: (identifier) @name) @symbol.class
(object_definition name: (identifier) @name) @symbol.object
(trait_definition name: (identifier) @name) @symbol.trait
(enum_definition name: (identifier) @name) @symbol.enum
[(simple_enum_case name: (identifier) @name) (full_enum_case name: (identifier) @name)]
  @symbol.variant
(type_definition name: (type_identifier) @name) @symbol.type
; Those of a template are methods, also where it is an argument of `new`; the others are local, or of
; the file.  `procedure` keeps these apart until the module has their kind.
(function_definition name: [(identifier) (operator_identifier)] @name) @symbol.procedure
(function_declaration name: [(identifier) (operator_identifier)] @name) @symbol.procedure
[(template_body [(function_definition) (function_declaration)] @symbol.method)
 (with_template_body [(function_definition) (function_declaration)] @symbol.method)
 (enum_body [(function_definition) (function_declaration)] @symbol.method)
 (extension_definition [(function_definition) (function_declaration)] @symbol.method)]
; Both go by a type where they have no name: the module tells.
(given_definition) @symbol.instance
(given_definition name: (identifier) @name)
(extension_definition) @symbol.extension
[(template_body) (with_template_body) (enum_body)] @body
(function_definition body: (_) @body)

[(import_declaration) (export_declaration)] @import
(call_expression function: [(identifier) (field_expression) (generic_function)] @call)
(infix_expression operator: (identifier) @call)
(instance_expression . [(type_identifier) (generic_type) (stable_type_identifier)] @call)
[(type_identifier) (stable_type_identifier)] @use

[(string) (interpolated_string) (character_literal)] @string
[(comment) (block_comment)] @comment

; What types inherit.
[(extends_clause [(type_identifier) (stable_type_identifier)] @base)
 (extends_clause (generic_type type: (_) @base))
 (derives_clause type: (type_identifier) @base)]

; What names hold: see bindings.py.
[(class_parameter) (parameter) (binding) (typed_pattern) (capture_pattern) (self_type)
 (val_declaration) (var_declaration) (assignment_expression) (val_definition) (var_definition)] @bind
[(class_parameter name: (identifier) @bind.name type: (_) @bind.type)
 (parameter name: (identifier) @bind.name type: (_) @bind.type)
 (binding name: (identifier) @bind.name)
 (binding type: (_) @bind.type)
 (typed_pattern pattern: (identifier) @bind.name type: (_) @bind.type)
 (capture_pattern name: (identifier) @bind.name)
 (self_type . (identifier) @bind.name)
 (self_type (identifier) (_) @bind.type)
 (val_declaration name: (identifier) @bind.name type: (_) @bind.type)
 (var_declaration name: (identifier) @bind.name type: (_) @bind.type)
 (assignment_expression left: (field_expression) @bind.name)
 (val_definition pattern: (identifier) @bind.name)
 (var_definition pattern: (identifier) @bind.name)
 (val_definition type: (_) @bind.type)
 (var_definition type: (_) @bind.type)]
[(val_definition value: [(call_expression function: (_) @bind.value) (generic_function) @bind.value
   (instance_expression . (_) @bind.value) (identifier) @bind.same (field_expression) @bind.same])
 (var_definition value: [(call_expression function: (_) @bind.value) (generic_function) @bind.value
   (instance_expression . (_) @bind.value) (identifier) @bind.same (field_expression) @bind.same])
 (assignment_expression right: [(call_expression function: (_) @bind.value) (generic_function) @bind.value
   (instance_expression . (_) @bind.value) (identifier) @bind.same (field_expression) @bind.same])]
[(lambda_expression parameters: (identifier) @bind @bind.name)
 (enumerator . (identifier) @bind @bind.name)
 (tuple_pattern (identifier) @bind @bind.name)
 (case_clause pattern: (identifier) @bind @bind.name)
 (case_class_pattern pattern: (identifier) @bind @bind.name)]
[(function_definition return_type: (_) @returns)
 (function_declaration return_type: (_) @returns)
 (given_definition return_type: (_) @returns)]
