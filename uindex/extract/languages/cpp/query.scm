; Joined behind c/family.scm.  A qualified name is taken whole; the module takes it apart.
; What has parameters is a function.
((function_definition declarator: [
  (_ declarator: [
    (identifier) @name (qualified_identifier) @name (operator_name) @name
    (destructor_name) @name (field_identifier) @name (template_function) @name
    (parenthesized_declarator [(identifier) @name
      (_ declarator: (_ declarator: (identifier) @name))])
    (_ declarator: (identifier) @name)] parameters: (_) @parameters)
  (_ !parameters declarator: [
    (_ declarator: [
      (identifier) @name (qualified_identifier) @name (operator_name) @name
      (field_identifier) @name (template_function) @name
      (parenthesized_declarator (identifier) @name)] parameters: (_) @parameters)
    (_ !parameters declarator: [
      (_ declarator: [(identifier) (qualified_identifier) (operator_name)
        (field_identifier)] @name parameters: (_) @parameters)
      (_ declarator: (_ declarator: (identifier) @name parameters: (_) @parameters))])])
  (reference_declarator (_ declarator: [(identifier) (qualified_identifier)
    (operator_name) (field_identifier) (template_function)] @name parameters: (_) @parameters))
  (_ name: (operator_cast)) @name
  (_ name: (_ name: (operator_cast))) @name
  (operator_cast) @name]) @symbol.function (#declared? @name @parameters))
(function_definition body: (_) @body)
[(field_initializer_list) (try_statement)] @body
[(default_method_clause) (delete_method_clause)] @defaulted

(class_specifier name: (_) @name body: (_) @body) @symbol.class
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)
(namespace_definition name: (_) @name body: (_) @body) @symbol.namespace
(namespace_alias_definition name: (_) @name (_) @body .) @symbol.alias
(alias_declaration name: (type_identifier) @name type: (_)) @symbol.type
(concept_definition name: (identifier) @name (_) @body .) @symbol.type

; Members that a class declares: its interface, wherever their bodies are.
((field_declaration declarator: [
  (_ declarator: [(field_identifier) (operator_name)] @name parameters: (_) @parameters)
  (_ declarator: (_ declarator: [(field_identifier) (operator_name)] @name
    parameters: (_) @parameters))
  (reference_declarator (_ declarator: [(field_identifier) (operator_name)] @name
    parameters: (_) @parameters))]) @symbol.method (#declared? @name @parameters))
((field_declaration_list (_ !body declarator: [
  (_ declarator: [(identifier) (destructor_name) (operator_name)] @name
    parameters: (_) @parameters)
  (operator_cast) @name]) @symbol.method) (#declared? @name @parameters))
((field_declaration_list (template_declaration (_ !body declarator: [
  (_ declarator: [(identifier) (operator_name)] @name parameters: (_) @parameters)
  (_ declarator: (_ declarator: [(identifier) (operator_name)] @name
    parameters: (_) @parameters))
  (reference_declarator (_ declarator: [(identifier) (operator_name)] @name
    parameters: (_) @parameters))
  (operator_cast) @name]) @symbol.method)) (#declared? @name @parameters))
(reference_declarator (field_identifier) @name)
(field_declaration default_value: (_) @body)

; Variables of the file or a namespace, on either side of an #if.
([(translation_unit (declaration declarator: [(identifier) @name
    (parenthesized_declarator (identifier) @name)
    (_ declarator: (parenthesized_declarator (_ declarator: [(identifier) @name
      (_ declarator: (identifier) @name)])))
    (_ !parameters declarator: [(identifier) @name
      (_ declarator: (parenthesized_declarator (_ declarator: [(identifier) @name
        (_ declarator: (identifier) @name)])))
      (_ !parameters declarator: [(identifier) @name
        (_ !parameters declarator: (identifier) @name)])] value: (_)? @body)]) @symbol.variable)
  (declaration_list (_ !body type: (_) declarator: [(identifier) @name
    (_ !parameters declarator: [(identifier) @name
      (reference_declarator (identifier) @name)
      (_ !parameters declarator: (identifier) @name)] value: (_)? @body)]) @symbol.variable)
  (preproc_if (_ !body type: (_) declarator: [(identifier) @name
    (_ !parameters declarator: [(identifier) @name
      (_ !parameters declarator: (identifier) @name)] value: (_)? @body)]) @symbol.variable)
  (preproc_ifdef (_ !body type: (_) declarator: [(identifier) @name
    (_ !parameters declarator: [(identifier) @name
      (_ !parameters declarator: (identifier) @name)] value: (_)? @body)]) @symbol.variable)
  (preproc_else (_ !body type: (_) declarator: [(identifier) @name
    (_ !parameters declarator: [(identifier) @name
      (_ !parameters declarator: (identifier) @name)] value: (_)? @body)]) @symbol.variable)]
  (#declared? @name))
((template_declaration (_ !body declarator: (_ declarator: (identifier) @name value: (_) @body))
  @symbol.variable) (#declared? @body))

(template_declaration) @extent
(using_declaration) @import
(new_expression type: [(type_identifier) (qualified_identifier) (template_type)] @call)
(raw_string_literal) @string

; What names hold: see bindings.py.
(parameter_declaration type: (_) @bind.type) @bind
(optional_parameter_declaration type: (_) @bind.type) @bind
(declaration type: (_) @bind.type) @bind
(field_declaration type: (_) @bind.type) @bind
(for_range_loop type: (_) @bind.type) @bind
(parameter_declaration declarator: (identifier) @bind.name)
(optional_parameter_declaration declarator: (identifier) @bind.name)
(declaration declarator: (identifier) @bind.name)
(init_declarator declarator: (identifier) @bind.name)
(for_range_loop declarator: (identifier) @bind.name)
(reference_declarator (identifier) @bind.name)
(pointer_declarator declarator: (identifier) @bind.name)
(field_declaration declarator: (field_identifier) @bind.name)
(field_declaration declarator: (_ declarator: (field_identifier) @bind.name))
(init_declarator value: (call_expression function: (_) @bind.value))
(init_declarator value: (new_expression type: (_) @bind.value))
(init_declarator value: [(identifier) (field_expression)] @bind.same)
(function_definition type: (_) @returns)
(parenthesized_declarator (pointer_declarator declarator: (identifier) @bind @bind.name))
; What another name of a type or a namespace stands for.
(alias_declaration name: (_) @bind.name type: (_) @bind.type) @bind
(type_definition type: (_) @bind.type declarator: [(type_identifier) @bind.name
  (_ declarator: (type_identifier) @bind.name)]) @bind
(namespace_alias_definition name: (_) @bind.name (_) @bind.same .) @bind
