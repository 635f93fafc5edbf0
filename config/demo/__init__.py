"""A demo club, made by the same services a director's pages use. All people in it are invented."""
