"""Found a club and change its settings."""

from typing import Any, TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from clubs.base import versions
from clubs.base.errors import Conflict, Invalid
from clubs.people import audit, choices, clock, permissions, selectors, spelling
from clubs.people.models import Club, Membership, Player, User
from clubs.people.services import given

# Words that stand in the address where a club's name would.
_TAKEN = frozenset({"new"})
_LONGEST_SLUG = 50


class Settings(TypedDict, total=False):
    """What a club's settings hold beside its name."""

    timezone: str
    currency: str
    language: str
    preset: str
    public: bool
    names: str
    place: str


def create(*, by: User, name: str, your_name: str = "", **settings: Unpack[Settings]) -> Club:
    """Found a club; ``by`` becomes its first owner, as the player they already are or as a new one.

    ``your_name`` is the name shown of a new player; without it the account's name.
    Raises Invalid beside the field that cannot be right.
    """
    fields = _checked({"name": name, **settings})
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=by.pk)  # one player an account, also when pressed twice
        player = selectors.player_of(by)
        if player is None:
            player = Player(user=by, name=given.name(your_name or by.name, field="your_name"))
        club = _stored(fields)
        if player.pk is None:
            player.home_club = club
            player.save()
        Membership.objects.create(club=club, player=player, role=Membership.Role.OWNER, joined_on=clock.today(club))
        audit.record("club.created", by=by, club=club, about="club", about_id=club.pk, club_name=club.name)
    return club


def update(*, club: Club, by: User, name: str | None = None, **settings: Unpack[Settings]) -> Club:
    """Change a club's name and settings; what is left out stays.

    Raises Forbidden unless ``by`` is an owner, Invalid beside the field that cannot be right.
    """
    permissions.require(by, club, "club.settings")
    wanted: dict[str, Any] = {**settings}
    if name is not None:
        wanted["name"] = name
    fields = _checked(wanted)
    with transaction.atomic():
        stored = Club.objects.select_for_update().get(pk=club.pk)
        changed = {key: [getattr(stored, key), value] for key, value in fields.items() if getattr(stored, key) != value}
        if changed:
            for key, (_old, value) in changed.items():
                setattr(stored, key, value)
                setattr(club, key, value)
            stored.save(update_fields=list(changed))
            versions.bump("club", club.pk)
            audit.record(
                "club.changed",
                by=by,
                club=club,
                about="club",
                about_id=club.pk,
                fields=", ".join(sorted(changed)),
                changed=changed,
            )
    return club


def _stored(fields: dict[str, Any]) -> Club:
    base = slugify(spelling.fold(fields["name"]))[:_LONGEST_SLUG].strip("-") or "club"
    for number in range(1, 100):
        slug = base if number == 1 else f"{base}-{number}"
        if slug in _TAKEN or Club.objects.filter(slug=slug).exists():
            continue
        try:
            with transaction.atomic():
                return Club.objects.create(slug=slug, **fields)
        except IntegrityError:
            continue  # somebody founded a club of this name between the two statements
    raise Conflict("club_name_taken", _("There are many clubs of that name. Add your town to it."), field="name")


def _checked(fields: dict[str, Any]) -> dict[str, Any]:
    checked = dict(fields)
    if "name" in fields:
        checked["name"] = given.name(fields["name"])
    if "place" in fields:
        place = spelling.tidy(fields["place"])
        if len(place) > 120:
            raise Invalid("place_too_long", _("Say where you meet in at most 120 letters."), field="place")
        checked["place"] = place
    if fields.get("timezone", "UTC") not in choices.timezones():
        raise Invalid("timezone", _("Choose a time zone from the list."), field="timezone")
    allowed = {
        "currency": {code for code, _name in choices.CURRENCIES},
        "language": set(choices.languages()),
        "preset": {key for key, _name in choices.CLUB_PRESETS},
        "names": set(Club.Names.values),
    }
    for field, values in allowed.items():
        if field in fields and fields[field] not in values:
            raise Invalid("not_a_choice", _("Choose one from the list."), field=field)
    return checked
