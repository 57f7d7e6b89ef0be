"""An index of a git repository, kept in the repository itself."""

__version__ = "0.1.0"
