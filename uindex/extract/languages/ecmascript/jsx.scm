; `<Name/>` and `<name.Part/>` are components, `<name/>` is an element.
((jsx_opening_element name: (identifier) @call) (#match? @call "^[A-Z_$]"))
((jsx_self_closing_element name: (identifier) @call) (#match? @call "^[A-Z_$]"))
(jsx_opening_element name: (member_expression) @call)
(jsx_self_closing_element name: (member_expression) @call)
