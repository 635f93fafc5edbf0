"""Background work of this room: none. Standings and seasons are computed by the rooms that own them."""
