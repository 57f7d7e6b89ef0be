(mod_item name: (identifier) @name body: (_)? @body) @symbol.module
(function_item name: (identifier) @name body: (_) @body) @symbol.function
(function_signature_item name: (identifier) @name) @symbol.function
(struct_item name: (type_identifier) @name body: (field_declaration_list)? @body) @symbol.struct
(union_item name: (type_identifier) @name body: (_) @body) @symbol.union
(enum_item name: (type_identifier) @name body: (_) @body) @symbol.enum
(enum_variant name: (identifier) @name value: (_)? @body) @symbol.variant
(field_declaration name: (field_identifier) @name) @symbol.field
(trait_item name: (type_identifier) @name body: (_) @body) @symbol.trait
(type_item name: (type_identifier) @name) @symbol.type
(associated_type name: (type_identifier) @name) @symbol.type
(const_item name: (identifier) @name value: (_)? @body) @symbol.constant
(static_item name: (identifier) @name value: (_)? @body) @symbol.variable
(macro_definition ["{" "(" "["] @body) @symbol.macro
(macro_definition name: (identifier) @name)

; An impl goes by its type's name, without generics and references.
(impl_item body: (_)? @body) @symbol.impl
(impl_item type: [
  (type_identifier) @name (primitive_type) @name
  (array_type) @name (tuple_type) @name (unit_type) @name (function_type) @name
  (pointer_type) @name (never_type) @name (macro_invocation) @name
  (scoped_type_identifier name: (type_identifier) @name)
  (generic_type type: [(type_identifier) @name
    (scoped_type_identifier name: (type_identifier) @name)])
  (dynamic_type trait: [(type_identifier) @name
    (scoped_type_identifier name: (type_identifier) @name)
    (generic_type type: [(type_identifier) @name
      (scoped_type_identifier name: (type_identifier) @name)])
    (function_type) @name (higher_ranked_trait_bound) @name])
  (bounded_type . (dynamic_type trait: [(type_identifier) @name
    (scoped_type_identifier name: (type_identifier) @name)
    (generic_type type: [(type_identifier) @name
      (scoped_type_identifier name: (type_identifier) @name)])]))
  (reference_type type: [
    (type_identifier) @name (primitive_type) @name (array_type) @name (tuple_type) @name
    (scoped_type_identifier name: (type_identifier) @name)
    (generic_type type: [(type_identifier) @name
      (scoped_type_identifier name: (type_identifier) @name)])
    (dynamic_type trait: (_) @name)])
])
(impl_item type: [
  (scoped_type_identifier path: (_) @owner)
  (generic_type type: (scoped_type_identifier path: (_) @owner))])

(attribute_item) @attached
(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import

(call_expression function: [(identifier) (scoped_identifier) (field_expression)] @call)
(call_expression function: (generic_function
  function: [(identifier) (scoped_identifier) (field_expression)] @call))
(macro_invocation macro: (_) @call)
(attribute (scoped_identifier) @call)
; Macro arguments are mere tokens to the grammar: what is in them is read by lines.
(macro_invocation (token_tree) @tokens)

(scoped_type_identifier) @use
(type_identifier) @use
; Variants, where a value is taken apart.
(tuple_struct_pattern type: [(identifier) (scoped_identifier)] @use)
(match_pattern (scoped_identifier) @use)
((attribute (identifier) @derive arguments: (token_tree (identifier) @use))
  (#eq? @derive "derive"))

[(string_literal) (raw_string_literal) (char_literal)] @string
(line_comment !inner) @comment
(block_comment !inner) @comment
(line_comment inner: (_)) @doc
(block_comment inner: (_)) @doc

(impl_item trait: (_) @base)
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @base))

; What names hold: see bindings.py.
(parameter pattern: (identifier) @bind.name) @bind
(parameter type: (_) @bind.type)
(closure_parameters (identifier) @bind @bind.name)
(field_declaration name: (_) @bind.name type: (_) @bind.type) @bind
(const_item name: (_) @bind.name type: (_) @bind.type) @bind
(static_item name: (_) @bind.name type: (_) @bind.type) @bind
(let_declaration pattern: (identifier) @bind.name) @bind
(let_declaration type: (_) @bind.type)
(let_declaration value: (struct_expression name: (_) @bind.type))
(let_declaration value: (call_expression function: (_) @bind.value))
(let_declaration value: (try_expression (call_expression function: (_) @bind.value)))
(let_declaration value: (await_expression (call_expression function: (_) @bind.value)))
(let_declaration value: (try_expression
  (await_expression (call_expression function: (_) @bind.value))))
(let_declaration value: [(identifier) (field_expression)] @bind.same)
(let_declaration value: (reference_expression value: [(identifier) (field_expression)] @bind.same))
(tuple_pattern (identifier) @bind @bind.name)
(tuple_struct_pattern (_) (identifier) @bind @bind.name)
[(ref_pattern (identifier) @bind @bind.name) (reference_pattern (identifier) @bind @bind.name)
 (mut_pattern (identifier) @bind @bind.name) (captured_pattern . (identifier) @bind @bind.name)]
; `if let Some(x) = y` tells what x is.
[(let_condition) (let_declaration)] @let
(let_condition pattern: (tuple_struct_pattern) @let.pattern)
(let_declaration pattern: (tuple_struct_pattern) @let.pattern)
(let_condition value: (call_expression function: (_) @bind.value))
(let_condition value: (try_expression (call_expression function: (_) @bind.value)))
(let_condition value: [(identifier) (field_expression)] @bind.same)
(let_condition value: (reference_expression value: [(identifier) (field_expression)] @bind.same))
; A parameter of types is as good as what it must implement.
(type_parameter name: (type_identifier) @bind.name @bind.kept
  bounds: (trait_bounds . (_) @bind.type)) @bind
(where_predicate left: (type_identifier) @bind.name @bind.kept
  bounds: (trait_bounds . (_) @bind.type)) @bind
(field_pattern name: (shorthand_field_identifier) @bind @bind.name)
(for_expression pattern: (identifier) @bind @bind.name)
(function_item return_type: (_) @returns)
(function_signature_item return_type: (_) @returns)
