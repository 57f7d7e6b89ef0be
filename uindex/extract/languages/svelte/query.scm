; `$: doubled = count * 2` declares what it assigns.
((labeled_statement label: (statement_identifier) @_reactive body: (expression_statement
  (assignment_expression left: (identifier) @name right: (_) @body))) @symbol.variable
  (#eq? @_reactive "$"))
