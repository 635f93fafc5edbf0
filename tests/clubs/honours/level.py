"""A season with two level for the first place."""

import datetime

from clubs.events.models import Season
from clubs.events.services import seasons
from clubs.honours.services import table
from tests.clubs.honours.test_table import FIRST, night
from tests.factories import Cast


def level_season(people: Cast) -> Season:
    """Play one night after which the first two of the paper players have 14 points each, the third 12."""
    made = seasons.create(
        club=people.club,
        name="2026–27",
        first_day=FIRST,
        last_day=FIRST + datetime.timedelta(weeks=30),
        by=people.director,
    )
    first, second, third = people.paper[:3]
    night(people, 1, {first: (14, 6, 50), second: (14, 7, 10), third: (12, 6, 0)})
    table.recompute(made.pk)
    return made
