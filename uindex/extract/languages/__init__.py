"""One module and one query for each language."""
