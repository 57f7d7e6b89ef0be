"""Questions to answers, as data; never prints."""
