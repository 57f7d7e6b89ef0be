"""Imports, calls and uses of a snapshot to what they mean: pure functions, no git and no database.

`facts` says what may be asked of a snapshot; `family` is what a family of languages answers, one
module each in `families`; `scope` and `bind` find out what a name in one file means, with the help
of the family; `graph` is the graph of files that imports make.
"""
