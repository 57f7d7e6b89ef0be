; Of implementations and interfaces: both grammars have these nodes.

; Values by where they stand, those elsewhere are locals: those of the file itself are in
; implementation.scm.  The module tells functions from them, and finds the names in patterns.
(structure (value_definition (let_binding) @symbol.variable) @lead)
(item_extension (attribute_payload (value_definition (let_binding) @symbol.variable) @lead))
(let_binding [(parameter) (abstract_type)]) @callable
(let_binding type: [(function_type) (polymorphic_type type: (function_type))]) @callable
(let_binding body: [(fun_expression) (function_expression)]) @callable
(let_binding pattern: [(value_name) (parenthesized_operator)] @plain)
; `let%test_unit "…" =`
(let_binding pattern: (string) @title) @symbol.test
(let_binding pattern: [
  (parenthesized_pattern) (tuple_pattern) (typed_pattern) (alias_pattern) (lazy_pattern)
  (constructor_pattern) (tag_pattern) (cons_pattern) (or_pattern) (local_open_pattern)
  (list_binding_pattern) (list_pattern) (array_binding_pattern) (record_binding_pattern)
  (record_pattern)] @pattern)

(value_specification [(value_name) (parenthesized_operator)] @name) @symbol.variable
(value_specification type: [
  (function_type) (polymorphic_type type: (function_type))]) @symbol.function
(external [(value_name) (parenthesized_operator)] @name) @symbol.function
(external (string) @body)

(module_binding (module_name) @name) @symbol.module
(module_binding module_type: (signature) @body)
(module_binding body: (structure) @body)
(functor body: (structure) @body)
(functor_type codomain: (signature) @body)
(module_definition) @lead
(module_type_definition (module_type_name) @name) @symbol.interface
(module_type_definition body: (signature) @body)
; What a functor wants of its argument, where that is spelled out.
(module_parameter (module_name) @name module_type: (signature) @body) @symbol.parameter

(type_definition) @lead
(type_binding name: (type_constructor) @name) @symbol.type
(type_binding body: (record_declaration)) @symbol.record
(type_binding body: (_) @body)
; `type t += A` says more of a type that is elsewhere.
(type_binding name: (type_constructor_path
  (extended_module_path)? @owner (type_constructor) @name)) @symbol.extension
(variant_declaration (constructor_declaration (constructor_name) @name) @symbol.variant)
(type_binding equation: (polymorphic_variant_type
  (tag_specification (tag) @name) @symbol.variant))
(field_declaration (field_name) @name) @symbol.field
(exception_definition (constructor_declaration (constructor_name) @name)) @symbol.variant

(class_definition) @lead
(class_binding (class_name) @name) @symbol.class
(class_binding body: (_) @body)
(class_type_definition) @lead
(class_type_binding (class_type_name) @name) @symbol.interface
(class_type_binding body: (_) @body)
(method_definition (method_name) @name body: (_)? @body) @symbol.method
(method_specification (method_name) @name) @symbol.method
(instance_variable_definition (instance_variable_name) @name body: (_)? @body) @symbol.field
(instance_variable_specification (instance_variable_name) @name) @symbol.field

(let_binding body: (_) @body)
(item_attribute) @body
; What they say in the form of calls calls nothing.
[(item_attribute) (attribute) (floating_attribute)] @told
"and" @and

(open_module module: [(module_path) (module_application) (typed_module_expression)] @import)
(include_module module: [(module_path) (module_application) (typed_module_expression)]) @import
(include_module_type module_type: [
  (module_type_path) (module_type_constraint) (module_type_of)]) @import
(toplevel_directive (directive) (string)) @import
(local_open_expression (module_path) @import)
(local_open_pattern (module_path) @import)

(application_expression function: [(value_path) (field_get_expression)] @call)
(method_invocation) @call
(new_expression (class_path) @call)
(module_application functor: (module_path) @call)
(infix_expression operator: (_) @call)
[(let_operator) (let_and_operator) (prefix_operator)] @call
; `x |> f` and `f @@ x` call `f`: the module tells by the operator.
(infix_expression [left: (value_path) right: (value_path)] @piped)

; A name alone may be a local: the module keeps those that the file defines.
(application_expression argument: (value_path) @value)
(labeled_argument expression: (value_path) @value)
(value_path (module_path)) @use
[(constructor_path) (type_constructor_path) (module_type_path) (class_type_path)] @use
(module_application argument: (parenthesized_module_expression (module_path) @use))

(inheritance_definition class: [
  (class_path) @base
  (class_application class: (class_path) @base)])
(inheritance_specification class_type: (class_type_path) @base)
(module_binding module_type: (module_type_path) @base)
(module_binding module_type: (module_type_constraint module_type: (module_type_path) @base))
(class_binding class_type: (class_type_path) @base)

[(string) (quoted_string) (character) (quoted_string_content)] @string
(comment) @comment

; What names hold: see bindings.py.
[(value_pattern) (let_binding pattern: (value_name)) (match_case)] @bind
(value_pattern) @bind.name
(let_binding pattern: (value_name) @bind.name)
(parameter pattern: (typed_pattern pattern: (value_pattern) type: (_) @bind.type)) @bind
(parameter pattern: (value_pattern) type: (_) @bind.type) @bind
(let_binding pattern: (value_name) . type: (_) @bind.type)
(let_binding pattern: (value_name) . body: [
  (application_expression function: (value_path) @bind.value)
  (new_expression (class_path) @bind.type)
  (value_path) @bind.same])
(module_binding (module_name) @bind.name) @bind
(module_binding (module_name) . body: [
  (module_path) @bind.same
  (module_application functor: (module_path) @bind.value)])
