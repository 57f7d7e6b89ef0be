; What is bound to a name is a type, an alias or a value by what follows, which the module looks at;
; as a "property" it counts inside a function, too, where a container is returned.
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name)) @symbol.property
(Statement (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl) .)))) @symbol.property
(ContainerField field_member: (IDENTIFIER) @name) @symbol.property
(ContainerField !field_member
  (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @name .))) @symbol.property
(ErrorSetDecl field_constant: (IDENTIFIER) @name @symbol.variant)

(Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @symbol.function
(TestDecl (Block) @body) @symbol.test
(TestDecl [(STRINGLITERALSINGLE) (IDENTIFIER)] @name)

((BUILTINIDENTIFIER) @builtin (#any-of? @builtin "@import" "@cInclude" "@embedFile"))

; A chain is one node, with its parts side by side: the module cuts it at each call.
(SuffixExpr (FieldOrFnCall function_call: (IDENTIFIER) @called)) @chain
(SuffixExpr . variable_type_function: (IDENTIFIER) @call . (FnCallArguments))
(SuffixExpr field_constant: (IDENTIFIER) @call . (FnCallArguments))

(ParamDecl parameter: (IDENTIFIER) @bind.name (ParamType) @bind.type) @bind

[(STRINGLITERALSINGLE) (LINESTRING) (CHAR_LITERAL)] @string
[(doc_comment) (line_comment)] @comment
(container_doc_comment) @doc
