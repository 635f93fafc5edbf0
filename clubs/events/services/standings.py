"""The standings of a stage, computed whole from the ledger, the entries and what people decided.

What an entry has. Where it has game lines and a card, the games count and the card is the checksum; a
figure no game line gives (the net of a night whose margins were not written) is taken from the card. But
a card typed with nine games must not fall to one game when the first game line arrives: the lines count
only once they cover as many games as the card says, until then the card does (docs/adr/0002).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import connection

from clubs.base import live, versions
from clubs.events import selectors
from clubs.events.models import Entry, Stage, Standing
from clubs.events.ranking import chain
from clubs.events.ranking.chain import Row

FIGURES: Final = (
    "rank", "shared", "waits", "games", "planned", "won", "points", "plus", "minus", "net", "skunks", "skunks_lost",
    "rests_on", "step", "step_data",
)  # fmt: skip

# One row an entry that has a line or a place in the draw. A game line without plus and minus still has them
# where it gives the net, because one of the two is nothing. A sum is null as soon as one line does not give it.
_SUMS = """
WITH line AS (
  SELECT entry_id, kind, games, won, points, skunks, skunks_lost,
    COALESCE(plus, CASE WHEN net IS NOT NULL THEN GREATEST(net, 0) WHEN minus IS NOT NULL THEN 0 END) AS plus,
    COALESCE(minus, CASE WHEN net IS NOT NULL THEN GREATEST(-net, 0) WHEN plus IS NOT NULL THEN 0 END) AS minus
  FROM events_ledgerline WHERE stage_id = %(stage)s AND kind = 'game'
), lines AS (
  SELECT entry_id, SUM(games) AS games, SUM(won) AS won, SUM(points) AS points,
    CASE WHEN COUNT(plus) = COUNT(*) THEN SUM(plus) END AS plus,
    CASE WHEN COUNT(minus) = COUNT(*) THEN SUM(minus) END AS minus,
    SUM(skunks) AS skunks,
    CASE WHEN COUNT(skunks_lost) = COUNT(*) THEN SUM(skunks_lost) END AS skunks_lost
  FROM line GROUP BY entry_id
)
SELECT e.id, e.planned_games,
  l.games, l.won, l.points, l.plus, l.minus, l.skunks, l.skunks_lost,
  c.games, c.won, c.points, c.plus, c.minus, c.net, c.skunks, c.skunks_lost
FROM events_entry e
LEFT JOIN lines l ON l.entry_id = e.id
LEFT JOIN events_ledgerline c ON c.entry_id = e.id AND c.kind = 'card'
WHERE e.stage_id = %(stage)s AND (l.entry_id IS NOT NULL OR c.id IS NOT NULL OR e.planned_games > 0)
"""

_MEETINGS = """
SELECT entry_id, opponent_id, SUM(2 * won - games) FROM events_ledgerline
WHERE stage_id = %s AND kind = 'game' AND opponent_id IS NOT NULL GROUP BY entry_id, opponent_id
"""


def recompute(stage_id: int) -> int:
    """Bring the stored standings of a stage up to its facts; return the version they stand on."""
    return versions.recompute(selectors.standings.TABLE, stage_id)


def now(stage: Stage, *, entries: Mapping[int, Entry] | None = None) -> list[Standing]:
    """Return the standings as the facts give them this moment, best first, unsaved, with entry and player.

    For whoever cannot wait for the worker: the desk's "place so far", Announce. ``entries``: all of the stage, by id,
    where they were read already; None: read here.
    """
    rows = _compute(stage)
    if entries is None:
        entries = Entry.objects.select_related("player", "player__merged_into").in_bulk([row.entry_id for row in rows])
    for row in rows:
        row.entry = entries[row.entry_id]
        row.stage = stage
    last = len(rows) + 1
    return sorted(rows, key=lambda row: (row.rank or last, row.entry.seat or 10_000, row.entry_id))


def level_groups(stage: Stage) -> set[frozenset[int]]:
    """Return the entries people may decide about: each group the chain leaves level, whatever was decided so far."""
    rows = _sum_up(stage)
    ranked = chain.rank(_rank_rows(stage, rows), _steps(stage))
    return {group.entries for group in ranked.waiting}


def compute(stage_id: int, write: bool) -> list[str]:
    """Compute one stage whole; write the rows that differ if asked; return one line for each that did.

    The version a row carries is the one it last changed at: a row that did not change is not written.
    """
    version = versions.current("stage", stage_id)
    stage = Stage.objects.select_related("event").filter(pk=stage_id).first()
    if stage is None:
        return []
    stored = {row.entry_id: row for row in Standing.objects.filter(stage_id=stage_id)}
    made: list[Standing] = []
    changed: list[Standing] = []
    drift: list[str] = []
    for row in _compute(stage):
        old = stored.pop(row.entry_id, None)
        row.version = version
        if old is None:
            made.append(row)
            drift.append(f"entry {row.entry_id}: no row, should be rank {row.rank} with {row.points}/{row.won}")
            continue
        differing = [name for name in FIGURES if getattr(old, name) != getattr(row, name)]
        if differing:
            row.pk = old.pk
            changed.append(row)
            drift.append(
                f"entry {row.entry_id}: "
                + ", ".join(f"{name} {getattr(old, name)!r}, should be {getattr(row, name)!r}" for name in differing)
            )
    drift += [f"entry {entry_id}: a row, should be none" for entry_id in sorted(stored)]
    if write:
        if stored:
            Standing.objects.filter(pk__in=[row.pk for row in stored.values()]).delete()
        if changed:
            Standing.objects.bulk_update(changed, [*FIGURES, "version"])
        if made:
            Standing.objects.bulk_create(made)
        live.changed("standings", stage_id)
    return drift


def _compute(stage: Stage) -> list[Standing]:
    """Return a row for each entry with a line or a place in the draw, in no order, by a constant number of queries."""
    rows = _sum_up(stage)
    ranked = chain.rank(_rank_rows(stage, rows), _steps(stage), selectors.decisions_of(stage))
    for place in ranked.places:
        for entry_id in place.entries:
            row = rows[entry_id]
            row.rank, row.shared, row.waits = place.rank, place.shared, place.waits
            if place.separation is not None:
                row.step = place.separation.step
                if place.separation.above is not None:
                    row.step_data = {"above": place.separation.above, "below": place.separation.below}
            if place.decided:
                row.step_data = {**row.step_data, "decided": True}
    for group in ranked.waiting:
        for entry_id in group.entries:
            data = {"waits_for": group.step, "missing": sorted(group.missing)}
            rows[entry_id].step_data = {**rows[entry_id].step_data, **data}
    return list(rows.values())


def _steps(stage: Stage) -> chain.Chain:
    return selectors.chain_of(stage.event) if stage.event else chain.chain()


def _sum_up(stage: Stage) -> dict[int, Standing]:
    with connection.cursor() as cursor:
        cursor.execute(_SUMS, {"stage": stage.pk})
        return {row[0]: _add_up(stage.pk, row[0], row[1:]) for row in cursor.fetchall()}


def _rank_rows(stage: Stage, rows: Mapping[int, Standing]) -> list[Row[int]]:
    """Return what each entry with a result brings to the ranking; meetings only where the chain asks for them."""
    met: dict[int, dict[int, int]] = {}
    if any(step.key == "met" for step in _steps(stage)):
        with connection.cursor() as cursor:
            cursor.execute(_MEETINGS, [stage.pk])
            for entry_id, opponent_id, balance in cursor.fetchall():
                met.setdefault(entry_id, {})[opponent_id] = balance
    return [
        Row(
            row.entry_id,
            points=row.points,
            wins=row.won,
            net=row.net,
            plus=row.plus,
            minus=row.minus,
            skunks=row.skunks,
            met=met.get(row.entry_id, {}),
        )
        for row in rows.values()
        if row.rests_on
    ]


def _add_up(stage_id: int, entry_id: int, sums: Sequence[int | None]) -> Standing:
    """Make an unranked row from an entry's summed game lines and its card, by the rule of this module."""
    planned, games, won, points, plus, minus, skunks, skunks_lost, *card = sums
    card_games, card_won, card_points, card_plus, card_minus, card_net, card_skunks, card_skunks_lost = card
    row = Standing(stage_id=stage_id, entry_id=entry_id, planned=planned)
    has_card = card_games is not None
    if games is not None and (card_games is None or games >= card_games):
        row.rests_on = "both" if has_card else "lines"
        row.games, row.won, row.points = int(games), int(won or 0), int(points or 0)
        row.skunks, row.skunks_lost = int(skunks or 0), skunks_lost
        if plus is not None and minus is not None:
            row.plus, row.minus, row.net = int(plus), int(minus), int(plus - minus)
            return row
    elif has_card:
        row.rests_on = "card"
        row.games, row.won, row.points = card_games or 0, card_won or 0, card_points or 0
        row.skunks, row.skunks_lost = card_skunks or 0, card_skunks_lost
    if has_card:
        row.plus, row.minus = card_plus, card_minus
        row.net = card_net
        if card_net is None and card_plus is not None and card_minus is not None:
            row.net = card_plus - card_minus
    return row
