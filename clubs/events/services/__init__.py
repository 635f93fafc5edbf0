"""One mutation, one named function, a module a noun: ``checkin.mark(...)``, ``ledger.post(...)``."""
