"""Know cribbage: pure Python, no Django, no I/O, no clock, no randomness of its own."""
