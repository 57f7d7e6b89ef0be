"""One file per verb; output in one place."""
