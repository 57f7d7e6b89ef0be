; What no interface holds: its grammar refuses the pattern.
(compilation_unit (value_definition (let_binding) @symbol.variable) @lead)
