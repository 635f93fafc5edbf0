"""What stands behind the addresses of the permission table: two clubs with one of everything.

A route's placeholders are filled by name from ``World.own`` (or ``World.other``). A room that brings a new
placeholder adds it in a function of its own, called from :func:`build`.
"""

import datetime
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from clubs.events.models import Entry
from clubs.events.services import checkin, nights, rotation, seasons, seats
from clubs.people.models import Club, User
from clubs.people.services import invitations
from games.matches.models import DeskLine, Game
from games.matches.services import announce, desk, paste
from tests import factories


@dataclass
class World:
    """``own``: what stands in the club whose roles are asked; ``other``: the same things of the other club."""

    cast: factories.Cast
    own: dict[str, Any] = field(default_factory=dict)
    other: dict[str, Any] = field(default_factory=dict)


def build(cast: factories.Cast) -> World:
    """Make one of everything in both clubs."""
    world = World(cast)
    world.own = _club(cast.club, cast.owner)
    world.other = _club(cast.other_club, cast.other_owner)
    return world


def _club(club: Club, owner: User) -> dict[str, Any]:
    things: dict[str, Any] = {"slug": club.slug, "club": club.slug}
    _people(club, owner, things)
    _nights(club, owner, things)
    return things


def _people(club: Club, owner: User, things: dict[str, Any]) -> None:
    paper = factories.player(club, f"Paper Player of {club.name}", home_club=club)
    left = factories.player(club, f"Long Gone of {club.name}", home_club=club, left_on=datetime.date(2020, 1, 1))
    once = factories.player(club, f"Once Listed of {club.name}", home_club=club)
    twice = factories.player(club, f"Twice Listed of {club.name}", home_club=club, merged_into=once)
    invitation, token = invitations.create(club=club, player=paper, by=owner)
    things.update(
        player_id=paper.pk,
        left_player_id=left.pk,
        merged_player_id=twice.pk,
        invitation_id=invitation.pk,
        token=token,
    )


def _nights(club: Club, owner: User, things: dict[str, Any]) -> None:
    """Make a season with a planned night, one at check-in, one being played and one that was published."""
    today = timezone.localdate()
    season = seasons.create(
        club=club,
        by=owner,
        name="This season",
        first_day=today - datetime.timedelta(days=100),
        last_day=today + datetime.timedelta(days=100),
    )
    field = [factories.player(club, f"{name} of {club.name}", home_club=club) for name in ("Abe", "Ben", "Cy", "Dan")]
    planned, gathering, playing, past = (
        nights.plan(club=club, by=owner, name=name, date=today, season=season)
        for name in ("Next Thursday", "Tonight early", "Tonight", "Last Thursday")
    )
    for event in (gathering, playing):
        nights.open_checkin(event=event, by=owner)
        for player in field:
            checkin.mark(event=event, player=player, presence="here", by=owner)
    seats.draw(event=playing, by=owner, seed="fixed")
    rotation.start(event=playing, by=owner)
    for mode, text in (("game", "1 33"), ("card", "Nobody Known 12/6 +20")):
        desk.enter(event=playing, text=text, mode=mode, by=owner, token=uuid.uuid4())
    listed = "\n".join(f"{player.name} {card} 0" for player, card in zip(field, ("12/6", "8/4"), strict=False))
    shown = paste.preview(event=past, text=listed, by=owner)
    paste.apply(event=past, text=listed, digest=shown.digest, by=owner)
    publication = announce.publish(event=past, by=owner, accept_open=True)
    entry = Entry.objects.filter(stage__event=playing).order_by("seat").first()
    early = Entry.objects.filter(stage__event=gathering).order_by("id")
    assert entry is not None
    things.update(
        season_id=season.pk,
        planned_id=planned.pk,
        checkin_id=gathering.pk,
        event_id=playing.pk,
        published_id=past.pk,
        number=publication.number,
        entry_id=entry.pk,
        early_entry_id=early[0].pk,
        next_entry_id=early[1].pk,
        game_id=Game.objects.get(match__stage__event=playing).pk,
        line_id=DeskLine.objects.get(event=playing, text__startswith="Nobody").pk,
        date=today.isoformat(),
    )
