; The module's name alone, so that the comment above it is the doc of the file.
(header module: (module) @name @symbol.module)
(header exports: (_) @exports)
(header) @header
(import) @import
(cpp) @cpp
((cpp) @symbol.macro (#match? @symbol.macro "^#[ \t]*define"))

(data_type constructors: (_)? @body) @symbol.type
(data_type name: (_) @name)
(data_type (infix operator: (_) @name))
(newtype constructor: (_)? @body) @symbol.type
(newtype name: (_) @name)
(newtype (parens (infix operator: (_) @name)))
(type_synomym name: (_) @name) @symbol.type
(type_synomym (infix operator: (_) @name)) @symbol.type
(type_family closed_family: (_)? @body) @symbol.type
(type_family name: (_) @name)
(type_family (infix operator: (_) @name))
(data_family name: (_) @name) @symbol.type
(type_instance name: (_) @name) @symbol.type

(data_constructor) @symbol.constructor
(data_constructor (prefix name: (_) @name))
(data_constructor (record name: (_) @name))
(data_constructor (infix operator: (_) @name))
(newtype_constructor name: (_) @name) @symbol.constructor
(gadt_constructor name: (_) @name) @symbol.constructor
(gadt_constructor names: (binding_list (_) @name)) @symbol.constructor
; A field belongs to its type, and not to the constructor, inside which it would count as a local.
(field name: (_) @name) @symbol.property

(class declarations: (_)? @body) @symbol.class
(class name: (_) @name)
(class (infix operator: (_) @name))
(instance declarations: (_)? @body) @symbol.instance
(deriving_instance) @symbol.instance
; An instance goes by the type that it is for, if there is a plain one, or else by its class.
(instance name: (_) @class patterns: (_)? @arguments)
(deriving_instance name: (_) @class patterns: (_)? @arguments)
(type_patterns [
  (name) @head (qualified id: (name) @head)
  (parens type: [
    (name) @head (qualified id: (name) @head)
    (apply constructor: [
      (name) @head (qualified id: (name) @head)
      (apply constructor: [
        (name) @head (qualified id: (name) @head)
        (apply constructor: [
          (name) @head (qualified id: (name) @head)
          (apply constructor: (name) @head)])])])])])

; Signatures and equations; those of one name that follow each other become one symbol.
(declarations [(signature) (function) (bind) (pattern_synonym)] @part)
(class_declarations [(signature) (function) (bind)] @part)
(instance_declarations [(signature) (function) (bind)] @part)
(declarations [
  (signature name: (_) @bound) (signature names: (binding_list (_) @bound))
  (function name: (_) @bound) (function (infix operator: (_) @bound))
  (function (function_head_parens (infix operator: (_) @bound)))
  (bind name: (_) @bound) (bind pattern: (tuple element: (variable) @bound))
  (bind pattern: (signature pattern: (variable) @bound))
  (pattern_synonym (signature synonym: (_) @bound))
  (pattern_synonym (equation synonym: [
    (constructor) @bound (apply function: (constructor) @bound)
    (apply function: (apply function: (constructor) @bound))
    (apply function: (apply function: (apply function: (constructor) @bound)))
    (infix operator: (_) @bound) (record constructor: (_) @bound)]))
])
(class_declarations [
  (signature name: (_) @bound) (signature names: (binding_list (_) @bound))
  (function name: (_) @bound) (function (infix operator: (_) @bound))
  (bind name: (_) @bound)])
(instance_declarations [
  (signature name: (_) @bound)
  (function name: (_) @bound) (function (infix operator: (_) @bound))
  (function (function_head_parens (infix operator: (_) @bound)))
  (bind name: (_) @bound)])
(declarations [(function match: (_) @body) (bind match: (_) @body)])
(instance_declarations [(function match: (_) @body) (bind match: (_) @body)])
(class_declarations [(function match: (_) @body) (bind match: (_) @body)])
(foreign_import signature: (signature name: (_) @name)) @symbol.function

; What patterns bind are locals, whose names alone are no calls.
(patterns) @binds
(function (infix) @binds)
(bind pattern: (_) @binds)
(alternative pattern: (_) @binds)
(generator pattern: (_) @binds)
(pattern_guard pattern: (_) @binds)
(local_binds [(function name: (_) @binds) (bind name: (_) @binds)])

(apply function: (variable) @call)
(qualified id: [(variable) (operator)]) @call
(infix_id [(variable) @call (qualified id: (constructor)) @use])
(infix operator: (operator) @call)
(prefix_id (operator) @call)
(left_section (operator) @call)
(right_section (operator) @call)
(infix left_operand: (variable) @bare)
(infix right_operand: (variable) @bare)
(exp (variable) @bare)
(match expression: (variable) @bare)
(apply function: (_) argument: (variable) @value)
(list element: (variable) @value)
(field_update expression: (variable) @value)

(qualified id: [(name) (constructor)]) @use
[(name) (constructor) (constructor_operator)] @use

[(string) (char) (quasiquote_body) (import_package) (entity)] @string
(cpp) @opaque
[(comment) (haddock)] @comment
(haddock) @doc-link
