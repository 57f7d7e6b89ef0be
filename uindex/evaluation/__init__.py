"""Comparing systems that search a repository, on questions whose answers are known.

`reading` and `autogen` make questions, `systems` answers them, `measures` says how well, and
`comparison` runs it all.  Only the verb `eval` imports this package.
"""
