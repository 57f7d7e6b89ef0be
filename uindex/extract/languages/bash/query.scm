(function_definition name: (word) @name body: (_) @body) @symbol.function

; Those in functions are locals and dropped.
(program (variable_assignment name: (variable_name) @name value: (_)? @body) @symbol.variable)
(program (variable_assignments
  (variable_assignment name: (variable_name) @name value: (_)? @body) @symbol.variable))
(declaration_command
  (variable_assignment name: (variable_name) @name value: (_)? @body) @symbol.variable)
(declaration_command (variable_name) @name @symbol.variable)
(declaration_command) @lead
((command name: (command_name (word) @word)
  argument: [(word) @name @symbol.alias (concatenation (word) @name) @symbol.alias])
  (#eq? @word "alias"))

(command) @command
(command_name) @call

; Not whole strings: what is substituted in them is code.
[(string_content) (raw_string) (ansi_c_string) (heredoc_body) (regex)] @string
(herestring_redirect [(word) (concatenation)] @string)
(variable_assignment value: [(word) (number)] @string)
(variable_assignment value: (concatenation (word) @string))
(array [(word) (number) (concatenation)] @string)
(expansion [(word) @string (concatenation (word) @string)])
(comment) @comment
