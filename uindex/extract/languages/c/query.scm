; Joined behind c/family.scm.  A name is taken only along the declarators of its own definition: a
; parameter or a local prototype that is a function has a name of its own, which is none of ours.
(function_definition declarator: [
  (function_declarator declarator: [(identifier) @name
    (parenthesized_declarator [(identifier) @name
      (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))])
    (function_declarator declarator: (identifier) @name)])
  (pointer_declarator declarator: [
    (function_declarator declarator: [(identifier) @name
      (parenthesized_declarator (identifier) @name)])
    (pointer_declarator declarator: [
      (function_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))])])
  ] body: (compound_statement) @body) @symbol.function

; Variables of the file, on either side of an #if.
((translation_unit (_ !body type: (_) declarator: [(identifier) @name
    (parenthesized_declarator (identifier) @name)
    (_ declarator: (parenthesized_declarator (_ declarator: [(identifier) @name
      (_ declarator: (identifier) @name)])))
    (_ !parameters declarator: [(identifier) @name
      (_ declarator: (parenthesized_declarator (_ declarator: [(identifier) @name
        (_ declarator: (identifier) @name)])))
      (_ !parameters declarator: [(identifier) @name
        (_ !parameters declarator: (identifier) @name)])] value: (_)? @body)]) @symbol.variable)
  (#declared? @name))
([(preproc_if (_ !body type: (_) declarator: [(identifier) @name
    (_ !parameters declarator: [(identifier) @name
      (_ !parameters declarator: (identifier) @name)] value: (_)? @body)]) @symbol.variable)
  (preproc_ifdef (_ !body type: (_) declarator: [(identifier) @name
    (_ !parameters declarator: [(identifier) @name
      (_ !parameters declarator: (identifier) @name)] value: (_)? @body)]) @symbol.variable)
  (preproc_else (_ !body type: (_) declarator: [(identifier) @name
    (_ !parameters declarator: [(identifier) @name
      (_ !parameters declarator: (identifier) @name)] value: (_)? @body)]) @symbol.variable)]
  (#declared? @name))

; Whom a parameter or a variable points to is not told: calls through pointers stay unknown.
(parameter_declaration declarator: [(identifier) @bind.name (function_declarator
  (parenthesized_declarator (pointer_declarator (identifier) @bind.name)))]) @bind
(declaration declarator: [(identifier) @bind.name (function_declarator
  (parenthesized_declarator (pointer_declarator (identifier) @bind.name)))]) @bind
(init_declarator declarator: [(identifier) @bind.name (function_declarator
  (parenthesized_declarator (pointer_declarator (identifier) @bind.name)))]) @bind
