(block_mapping_pair
  key: (flow_node [(plain_scalar) (double_quote_scalar) (single_quote_scalar)] @name)) @symbol.key
(flow_pair
  key: (flow_node [(plain_scalar) (double_quote_scalar) (single_quote_scalar)] @name)) @symbol.key
(comment) @comment
