"""What was published of a night, version by version, and what each correction changed."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.base.live import Viewer
from clubs.events.models import Event, Publication
from clubs.people import selectors as people
from games.matches import finding_words
from games.matches.selectors.night import Naming
from games.matches.values import shorthand, signed

SIGNED = ("net",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Hold one figure of one player that a correction changed; "–" where it was or is not there."""

    figure: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """Hold one player a correction changed. `came`: not in the version before; `went`: no longer there."""

    player_id: int
    name: str
    came: bool
    went: bool
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRow:
    """Hold one row as it was published."""

    place: int | None
    shared: bool
    waits: bool
    player_id: int
    name: str
    kind: str
    card: str
    games: int
    points: int
    won: int
    net: int | None
    skunks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """Hold one publication. `audit_text`: what the audit said then. `changed`: against the version before."""

    number: int
    at: datetime.datetime
    by: str
    reason: str
    audit_text: str
    balances: bool
    rows: tuple[PublishedRow, ...]
    changed: tuple[Changed, ...]


def history(event: Event, viewer: Viewer) -> list[Version]:
    """Return every version of a night, the newest first; constant queries."""
    naming = Naming(event.club, people.membership_of(viewer, event.club))
    return [_version(row, naming) for row in event.publications.select_related("by").order_by("-number")]


def latest(event: Event, viewer: Viewer) -> Version | None:
    """Return the version that is announced; None: never published."""
    row = event.publications.select_related("by").order_by("-number").first()
    return _version(row, Naming(event.club, people.membership_of(viewer, event.club))) if row else None


def _version(row: Publication, naming: Naming) -> Version:
    audit: Mapping[str, Any] = row.audit
    return Version(
        number=row.number,
        at=row.at,
        by=str(row.by) if row.by else "",
        reason=row.reason,
        audit_text=finding_words.stored_status(audit),
        balances=bool(audit.get("balances")),
        rows=tuple(_row(item, naming) for item in row.rows if item["rank"] is not None),
        changed=tuple(_changed(item, naming) for item in row.differences),
    )


def _row(item: Mapping[str, Any], naming: Naming) -> PublishedRow:
    return PublishedRow(
        place=item["rank"],
        shared=item["shared"],
        waits=item["waits"],
        player_id=item["player"],
        name=naming.shown(item["name"]),
        kind=item["kind"],
        card=shorthand(item["points"], item["won"], item["net"]),
        games=item["games"],
        points=item["points"],
        won=item["won"],
        net=item["net"],
        skunks=item["skunks"],
    )


def _changed(item: Mapping[str, Any], naming: Naming) -> Changed:
    changes: Mapping[str, Sequence[int | None]] = item["changes"]
    return Changed(
        player_id=item["player"],
        name=naming.shown(item["name"]),
        came=item["came"],
        went=item["went"],
        changes=tuple(
            Change(figure=figure, old=_shown(figure, old), new=_shown(figure, new))
            for figure, (old, new) in changes.items()
        ),
    )


def _shown(figure: str, value: int | None) -> str:
    if value is None:
        return "–"
    return signed(value) if figure in SIGNED else str(value)
