; Nodes are captured whole and the module reads names and kinds off the text behind the keyword: in
; this grammar each pattern that names a child costs some 10 ms to compile, in every process.
(class_declaration) @symbol.class
(protocol_declaration) @symbol.protocol
[(associatedtype_declaration) (typealias_declaration) (precedence_group_declaration)] @symbol.type
(macro_declaration) @symbol.macro
(operator_declaration) @symbol.operator
[(function_declaration) (protocol_function_declaration)] @symbol.function
(init_declaration) @symbol.constructor
(deinit_declaration) @symbol.method
(subscript_declaration) @symbol.property
(enum_entry (simple_identifier) @name) @symbol.variant
["class" "struct" "enum" "actor" "extension" "protocol" "associatedtype" "typealias" "macro"
 "precedencegroup" "operator" "func"] @keyword
["init" "deinit" "subscript"] @name

; Those elsewhere are locals.
[(source_file (property_declaration (pattern) @pattern) @symbol.variable)
 (class_body (property_declaration (pattern) @pattern) @symbol.field)
 (enum_class_body (property_declaration (pattern) @pattern) @symbol.field)
 (protocol_body (protocol_property_declaration (pattern) @pattern) @symbol.field)]

[(class_body) (enum_class_body) (protocol_body) (function_body) (computed_property)
 (willset_didset_block) (protocol_property_requirements) (precedence_group_attributes)
 (macro_definition)] @body

(import_declaration) @import
; A call ends where its arguments end, and its name where they begin.
[(call_expression) (constructor_expression)] @called
[(call_suffix) (constructor_suffix)] @arguments
(macro_invocation . (simple_identifier) @call)
(user_type) @use

[(line_str_text) (multi_line_str_text) (str_escaped_char) (regex_literal)
 (raw_str_part) (raw_str_end_part)] @string
[(comment) (multiline_comment)] @comment

; What names hold and types inherit: bindings.py here reads it off the text.
[(parameter) (lambda_parameter)] @parameter
(assignment) @assignment
(value_binding_pattern) @binding
"for" @loop
"->" @arrow
(inheritance_specifier) @inherited
