"""One module for each family of languages."""
