"""An index of a git repository, kept in the repository itself."""
