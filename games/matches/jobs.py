"""What this room announces: nothing of its own. Results are announced by the ledger that takes them (clubs.events)."""
