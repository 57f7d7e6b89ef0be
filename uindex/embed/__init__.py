"""Embeddings of what records hold: which texts, which model, which bytes.

`text` says what is embedded, `settings` by what, `local` and `server` do it, and `vectors` are the
bytes that are stored.  Nothing here knows of git; what the index ref holds of it is `store`'s.
"""
