"""Settings: one module a way of running."""
