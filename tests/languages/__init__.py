"""One folder a language: `sample.<ext>`, and `golden.json`, what its record must hold.

After a change, `python -m tests.languages.update [lang…]` writes the golden files anew; read the
difference before you commit it.
"""
