"""The only code that talks to git."""
