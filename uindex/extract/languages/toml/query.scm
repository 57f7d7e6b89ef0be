(table . [(bare_key) (quoted_key) (dotted_key)] @name) @symbol.section
(table_array_element . [(bare_key) (quoted_key) (dotted_key)] @name) @symbol.section
(pair . [(bare_key) (quoted_key) (dotted_key)] @name) @symbol.key
(comment) @comment
