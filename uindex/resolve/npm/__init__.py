"""How the tools of JavaScript find files: relative paths, settings of the compiler, packages.

`modules` is what families of languages ask.  `files` finds the file that a path without extension
means, `config` reads tsconfig.json and jsconfig.json, `package` reads package.json, and
`workspace` knows which package of the repository a name means.
"""
