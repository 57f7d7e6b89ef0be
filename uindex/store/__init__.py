"""Records inside the index ref."""
