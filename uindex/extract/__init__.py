"""Bytes and a language to a record.  Never imports git.

`uindex.extract.registry` says which language a path is, and is light; `uindex.extract.extract`
parses, and is not.
"""
