"""What needs git, extract and store together: sharing, integrity, pruning."""
