"""What the bench programs share: a database of their own and paired timing."""
