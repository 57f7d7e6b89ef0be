(package_statement name: (package) @name (block)? @body) @symbol.package
(class_statement name: (package) @name (block)? @body) @symbol.class
(role_statement name: (package) @name (block)? @body) @symbol.trait
[(block (package_statement)) (block_statement (package_statement))] @scope
(class_statement (attrlist (attribute value: (attribute_value) @base)))

(subroutine_declaration_statement name: (bareword) @name body: (block) @body) @symbol.function
(method_declaration_statement name: (bareword) @name body: (block) @body) @symbol.method
(class_statement (block (expression_statement
  [(variable_declaration "field" variable: (_ (varname) @name)) @symbol.field
   (assignment_expression left: (variable_declaration "field" variable: (_ (varname) @name))
     right: (_) @body) @symbol.field])))
((assignment_expression left: (glob (varname) @name)
  right: [(refgen_expression (function)) (anonymous_subroutine_expression)] @body) @symbol.alias)

(variable_declaration "our" [(scalar (varname) @name) (array (varname) @name)
  (hash (varname) @name)] @symbol.variable)
(variable_declaration "our") @lead

((use_statement module: (package) @word [
  (list_expression . [(autoquoted_bareword) @name (string_literal content: (_) @name)]
    . (_) @body)
  (autoquoted_bareword) @name
  (anonymous_hash_expression (list_expression (autoquoted_bareword) @name . (_)))])
  @symbol.constant (#eq? @word "constant"))
; Attributes of Moose and its kin; a list of them is one node, cut up by the module.
(([(ambiguous_function_call_expression function: (function) @word
    . arguments: [(autoquoted_bareword) (string_literal) (anonymous_array_expression)] @name)
   (function_call_expression function: (function) @word
    arguments: (list_expression
      . [(autoquoted_bareword) (string_literal) (anonymous_array_expression)] @name))])
  @symbol.property (#eq? @word "has"))

(use_statement) @import
(require_expression) @import
[(function_call_expression function: (function) @call)
 (ambiguous_function_call_expression function: (function) @call)]
(method_call_expression) @chain
(method) @method

[(string_literal) (interpolated_string_literal) (quoted_word_list) (heredoc_content)
  (regexp_content) (transliteration_content) (command_string) (replacement) (data_section)] @string
(comment) @comment
(pod) @comment
