"""What the pure draw refuses, in words."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Invalid
from clubs.events.draw import DrawError

_SENTENCES: Final[Mapping[str, str | Promise]] = {
    "too_few_players": _("A night needs at least %(fewest)s players, and there are %(players)s."),
    "seat_number": _("There is no seat %(seat)s: tonight’s seats are 1 to %(last)s."),
    "seat_player_missing": _("Not everybody has a seat yet. Type the seats that are missing, or draw them."),
    "round_number": _("There is no game %(round)s to change: tonight has games up to %(last)s."),
    "volunteer_unknown": _("The volunteer for the extra game is not among tonight’s players. Choose somebody who is."),
}


def of_draw(error: DrawError) -> Invalid:
    """Return the refusal that says why a field or a change cannot be drawn."""
    sentence = _SENTENCES.get(error.code, _("The games cannot be drawn like this. Check who is here and try again."))
    data: dict[str, Any] = {key: value for key, value in error.data.items() if isinstance(value, int | str)}
    return Invalid(error.code, sentence, **data)
