"""What one typed line does, a module a kind of line; called by :mod:`games.matches.services.desk`, which holds the
night.
"""
