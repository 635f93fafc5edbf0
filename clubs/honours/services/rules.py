"""How a season turns cards into points."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Invalid
from clubs.events.models import Season
from clubs.events.services import seasons
from clubs.honours.grp import HonoursError, read_table
from clubs.honours.models import SeasonRules
from clubs.people import audit, permissions
from clubs.people.models import User

MOST_POINTS = 200


def update(
    *,
    season: Season,
    threshold: int,
    table: Mapping[str, int],
    credit_guests_once_joined: bool,
    credit_visitors: bool,
    short_cards_count: bool,
    by: User,
) -> SeasonRules:
    """Change the rules of a season; its whole table follows.

    ``table`` maps game points to season points; empty: a card earns its own game points.
    Raises Invalid (``threshold``, ``points_table``).
    """
    permissions.require(by, season.club, "season.manage")
    if not 0 <= threshold <= MOST_POINTS:
        raise Invalid(
            "threshold", _("The threshold is a number from 0 to %(most)s."), field="threshold", most=MOST_POINTS
        )
    try:
        read_table(table)
    except HonoursError as error:
        raise Invalid(
            "points_table",
            _("“%(row)s” is no row of the points table. Write game points and season points, like 12 = 3."),
            field="table",
            row=f"{error.data['key']} = {error.data['value']}",
        ) from error
    with transaction.atomic():
        values = {
            "threshold": threshold,
            "table": dict(table),
            "credit_guests_once_joined": credit_guests_once_joined,
            "credit_visitors": credit_visitors,
            "short_cards_count": short_cards_count,
        }
        rules, _made = SeasonRules.objects.update_or_create(season=season, defaults=values)
        audit.record("season.rules", by=by, club=season.club, about="season", about_id=season.pk, **values)
        seasons.changed(season.pk)
    return rules
