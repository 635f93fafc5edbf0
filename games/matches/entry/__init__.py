"""Read what a director types at the desk: one grammar for typing, pasting and tests; pure code."""
