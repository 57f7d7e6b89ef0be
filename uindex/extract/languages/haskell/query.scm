; The module's name alone, so that the comment above it is the doc of the file.
(header module: (module) @name @symbol.module)
(header exports: (_) @exports)
(header) @header
(import) @import
(module_export) @import
(cpp) @cpp
((cpp) @symbol.macro (#match? @symbol.macro "^#[ \t]*define"))

(data_type constructors: (_)? @body) @symbol.type
(data_type name: (_) @name)
(newtype constructor: (_)? @body) @symbol.type
(newtype name: (_) @name)
(type_synomym) @symbol.type
(type_synomym name: (_) @name)
(type_family closed_family: (_)? @body) @symbol.type
(type_family name: (_) @name)
(data_family name: (_) @name) @symbol.type
(type_instance name: (_) @name) @symbol.type
(class declarations: (_)? @body) @symbol.class
(class name: (_) @name)
(data_constructor) @symbol.constructor
(prefix name: (_) @name)
(record name: (_) @name)
(newtype_constructor name: (_) @name) @symbol.constructor
(gadt_constructor name: (_) @name) @symbol.constructor
(gadt_constructor names: (binding_list (_) @name)) @symbol.constructor
; A field belongs to its type, and not to the constructor, inside which it would count as a local.
(field name: (_) @name) @symbol.property
(foreign_import signature: (signature name: (_) @name)) @symbol.function

; An instance goes by the type that it is for, if there is a plain one, or else by its class.
(instance declarations: (_)? @body) @symbol.instance
(deriving_instance) @symbol.instance
(instance name: (_) @class patterns: (_)? @arguments)
(deriving_instance name: (_) @class patterns: (_)? @arguments)

; Signatures and equations; those of one name that follow each other become one symbol.
(declarations [(signature) (function) (bind) (pattern_synonym)] @part)
(class_declarations [(signature) (function) (bind)] @part)
(instance_declarations [(signature) (function) (bind)] @part)
(signature name: (_) @bound)
(signature names: (binding_list (_) @bound))
(signature synonym: (_) @bound)
(function name: (_) @bound)
(bind name: (_) @bound)
(bind pattern: (_) @pattern)
(equation synonym: (_) @synonym)
(function match: (_) @body @match)
(bind match: (_) @body @match)
; Where an operator is defined between its arguments, the module looks for it: to ask for the
; operator of what nests so deeply costs more than all the rest.
(function [(infix) (function_head_parens)] @arms)
(data_type (infix) @arms)
(data_constructor (infix) @arms)
(newtype (parens) @arms)
(type_synomym (infix) @arms)
(type_family (infix) @arms)
(class (infix) @arms)

; What patterns bind are locals, whose names alone are no calls.
(patterns) @binds
(alternative pattern: (_) @binds)
(generator pattern: (_) @binds)
(pattern_guard pattern: (_) @binds)
(local_binds [(function name: (_) @binds) (bind name: (_) @binds)])

(apply function: (variable) @call)
(qualified id: [(variable) (operator)]) @call
(infix_id [(variable) @call (qualified id: (constructor)) @use])
(operator) @call
(fixity) @fixity
(infix (variable) @bare)
(exp (variable) @bare)
(match expression: (variable) @bare)
(apply function: (_) argument: (variable) @value)

(qualified id: [(name) (constructor)]) @use
[(name) (constructor) (constructor_operator)] @use

[(string) (char) (quasiquote_body) (import_package) (entity)] @string
(cpp) @opaque
[(comment) (haddock)] @comment
(haddock) @doc-link
