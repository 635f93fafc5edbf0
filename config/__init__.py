"""Where the rooms of the house are put together: settings, addresses, background work, processes."""
