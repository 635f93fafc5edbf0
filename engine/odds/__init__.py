"""Say what cards and scores are worth: throws, cribs, whole distributions, chances to win, par.

`throws` ranks what may be laid in the crib, `tables` holds average cribs, `distribution` counts every hand, `win` gives
the chance to win by score and deal, `par` where a player should stand. Whoever
changes how they are made runs bench/odds.py, which makes the data again.
"""
