; The package's name alone, so that the comment above it is the doc of the file.
(package (full_ident) @name @symbol.package)

(message (message_name) @name (message_body) @body) @symbol.message
(enum (enum_name) @name (enum_body) @body) @symbol.enum
(enum_field . (identifier) @name (int_lit) @body) @symbol.member
(field (type) . (identifier) @name (field_number) @body) @symbol.field
(map_field (type) . (identifier) @name (field_number) @body) @symbol.field
(oneof (identifier) @name "{" @body) @symbol.union
(oneof_field (type) . (identifier) @name (field_number) @body) @symbol.field
(service (service_name) @name "{" @body) @symbol.service
(rpc (rpc_name) @name) @symbol.rpc
(rpc "{" @body)
(extend (full_ident) @name (message_body) @body) @symbol.extension

(import) @import
(message_or_enum_type) @use
(option (full_ident) @use)
(field_option (full_ident) @use)
(enum_value_option (full_ident) @use)

[(string) (reserved_identifier)] @string
(comment) @comment
