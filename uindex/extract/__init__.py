"""Bytes and a language to a record. Never imports git."""
