"""The audit itself: sums against what the night should add up to, explained items subtracted, the rest said plainly."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from clubs.events.ranking import schemes
from clubs.events.ranking.schemes import Scheme
from engine.outcome import Level
from games.matches.audit.figures import (
    Audit,
    CardTotals,
    Expectation,
    Explained,
    Finding,
    Forecast,
    K,
    LineTotals,
    Sums,
)
from games.matches.audit.hunt import hunt, not_compared
from games.matches.audit.lines import check_lines, explain, points_due


@dataclass(frozen=True)
class _Side(Generic[K]):
    """One entry's figures. `points_due`: what its lines should score, None where the typed card counts."""

    card: CardTotals[K]
    skunks: int | None
    points_due: int | None = None


@dataclass(frozen=True, slots=True)
class _Left:
    """What the sums leave for cards and sides nobody has seen; negative: more is in than there should be."""

    games: int
    wins: int
    losses: int
    net: int | None


def check(
    cards: Iterable[CardTotals[K]],
    expectation: Expectation[K],
    lines: Iterable[LineTotals[K]] = (),
) -> Audit[K]:
    """Audit a night: every card by itself, the sums of all, and game lines where there are any.

    An entry whose lines are whole counts by its lines and its typed card is the checksum; otherwise its card counts;
    with neither it is missing. What missing cards and unseen sides must hold is only checked for being possible.

    Codes besides those of `schemes.check_card` (problems, one entry), `lines.check_lines` and `hunt.hunt`: problems
    `card_twice` (entries), `odd_card_games` (card_games), `lines_above_games` (entries; lines, games),
    `lines_not_totals` (entries; field, lines, typed), `wins_off`, `losses_off`, `net_off`, `points_off` (actual,
    expected, by), `plus_minus_off` (plus, minus, expected, by), `left_impossible` (entries; games, wins, losses),
    `left_net_impossible` (entries; games, wins, net, low, high); notes `cards_missing` (entries), `games_not_planned`
    (entries; games, planned), `lines_missing` (entries; lines, games), `net_not_given` (entries), `net_left`
    (entries; net), `explained` (kind, entries; wins, losses, net).
    """
    lines = tuple(lines)
    return _audit(tuple(cards), expectation, lines, explain(lines))


def forecast(
    cards: Iterable[CardTotals[K]], expectation: Expectation[K], entry: K, lines: Iterable[LineTotals[K]] = ()
) -> Forecast[K] | None:
    """Say what the other cards leave for this one, whatever is typed for it; None while others are out too.

    "The other twelve leave 7 wins and net +56."
    """
    cards, lines = tuple(cards), tuple(lines)
    own = {card.entry: card.games for card in cards if card.entry == entry}
    others = tuple(card for card in cards if card.entry != entry)
    planned = replace(expectation, cards={**own, **expectation.cards})
    audit = _audit(others, planned, [line for line in lines if line.entry != entry], explain(lines))
    return audit.forecast if audit.missing == (entry,) else None


def _audit(
    cards: Sequence[CardTotals[K]],
    expectation: Expectation[K],
    lines: Sequence[LineTotals[K]],
    told: Sequence[Explained[K]],
) -> Audit[K]:
    findings: list[Finding[K]] = []
    typed: dict[K, CardTotals[K]] = {}
    for card in cards:
        if card.entry in typed:
            findings.append(Finding("problem", "card_twice", (card.entry,)))
        typed[card.entry] = card
        findings += _check_one(card, expectation)
    by_entry: dict[K, list[LineTotals[K]]] = {entry: [] for entry in typed}
    for line in lines:
        by_entry.setdefault(line.entry, []).append(line)
    sides: dict[K, _Side[K]] = {}
    for entry, own in by_entry.items():
        side = _side(typed.get(entry), own, expectation, entry)
        if side is not None:
            sides[entry] = side
            findings += _check_against_lines(typed.get(entry), own, side, expectation)
    whole = {entry for entry, side in sides.items() if side.points_due is not None}
    findings += check_lines(lines, expectation.scheme, whole=whole)
    return _balanced(sides, expectation, (*expectation.explained, *told), findings)


def _check_one(card: CardTotals[K], expectation: Expectation[K]) -> Iterator[Finding[K]]:
    problems = schemes.check_card(
        expectation.scheme,
        games=card.games,
        wins=card.wins,
        points=card.points,
        plus=card.plus,
        minus=card.minus,
        net=card.net,
    )
    for problem in problems:
        yield Finding("problem", problem.code, (card.entry,), problem.data)
    planned = expectation.cards.get(card.entry, card.games)
    if planned != card.games:
        yield Finding("note", "games_not_planned", (card.entry,), {"games": card.games, "planned": planned})


def _side(
    card: CardTotals[K] | None, own: Sequence[LineTotals[K]], expectation: Expectation[K], entry: K
) -> _Side[K] | None:
    due = card.games if card else expectation.cards.get(entry, len(own))
    if own and len(own) >= due:
        return _summed(entry, own, expectation.scheme)
    if card is None:
        return None
    skunks = schemes.skunks_implied(expectation.scheme, games=card.games, wins=card.wins, points=card.points)
    return _Side(card, skunks)


def _summed(entry: K, own: Sequence[LineTotals[K]], scheme: Scheme) -> _Side[K]:
    known = all(line.margin is not None for line in own)
    card = CardTotals(
        entry,
        games=len(own),
        wins=sum(line.won for line in own),
        points=sum(line.points for line in own),
        plus=sum(line.plus or 0 for line in own) if known else None,
        minus=sum(line.minus or 0 for line in own) if known else None,
    )
    won = [line.margin for line in own if line.won]
    told = [m for m in won if m is not None and not schemes.check_game(scheme, margin=m)]
    skunks = sum(scheme.level(margin) >= Level.SKUNK for margin in told) if len(told) == len(won) else None
    return _Side(card, skunks, sum(points_due(line, scheme) for line in own))


def _check_against_lines(
    card: CardTotals[K] | None, own: Sequence[LineTotals[K]], side: _Side[K], expectation: Expectation[K]
) -> Iterator[Finding[K]]:
    entry = side.card.entry
    if side.points_due is None:
        if own:
            yield Finding("note", "lines_missing", (entry,), {"lines": len(own), "games": side.card.games})
        return
    due = card.games if card else expectation.cards.get(entry, len(own))
    if len(own) > due:
        yield Finding("problem", "lines_above_games", (entry,), {"lines": len(own), "games": due})
    if card is None:
        return
    pairs: list[tuple[str, int | None, int | None]] = [
        ("wins", side.card.wins, card.wins),
        ("points", side.card.points, card.points),
        ("plus", side.card.plus, card.plus),
        ("minus", side.card.minus, card.minus),
    ]
    if card.plus is None or card.minus is None:
        pairs.append(("net", side.card.spread, card.net))
    for name, summed, written in pairs:
        if summed is not None and written is not None and summed != written:
            yield Finding("problem", "lines_not_totals", (entry,), {"field": name, "lines": summed, "typed": written})


def _balanced(
    sides: Mapping[K, _Side[K]],
    expectation: Expectation[K],
    explained: tuple[Explained[K], ...],
    findings: list[Finding[K]],
) -> Audit[K]:
    sums = _sums(sides.values())
    missing = tuple(entry for entry, planned in expectation.cards.items() if planned and entry not in sides)
    unseen = sum(expectation.cards[entry] for entry in missing) + expectation.one_sided
    extra_games = sum(item.wins + item.losses for item in explained)
    if expectation.games is None:
        games, odd = divmod(sums.card_games + unseen - extra_games, 2)
    else:
        games, odd = expectation.games - expectation.not_played + expectation.one_sided, 0
    wins_due = games + sum(item.wins for item in explained)
    losses_due = games + sum(item.losses for item in explained)
    net_due = sum(item.net for item in explained)
    findings += [
        Finding(
            "note",
            "explained",
            item.entries,
            {"kind": item.kind, "game": item.game, "wins": item.wins, "losses": item.losses, "net": item.net},
        )
        for item in explained
    ]
    if missing:
        findings.append(Finding("note", "cards_missing", missing))
    if odd:
        findings.append(Finding("problem", "odd_card_games", data={"card_games": sums.card_games + unseen}))
    elif not unseen:
        findings += _off("wins", sums.wins, wins_due)
        findings += _off("losses", sums.losses, losses_due)
    due = [side.points_due for side in sides.values() if side.points_due is not None]
    if len(due) == len(sides):
        findings += _off("points", sums.points, sum(due))

    left = _Left(
        unseen, wins_due - sums.wins, losses_due - sums.losses, None if sums.net is None else net_due - sums.net
    )
    if unseen:
        findings += _check_left(left, missing, expectation.scheme)
    else:
        findings += _check_net(sides, sums, net_due, expectation.scheme)
    wins_by, losses_by, net_by = (None, None, None) if unseen else (-left.wins, -left.losses, left.net and -left.net)
    cards = [side.card for side in sides.values() if side.points_due is None]
    if net_by:
        findings += hunt(cards, net_by, expectation.scheme)
    elif wins_by or losses_by:
        findings += not_compared(cards)
    complete = expectation.never.issuperset(missing)
    return Audit(
        findings=tuple(findings),
        complete=complete,
        balances=complete and not any(finding.kind == "problem" for finding in findings),
        games=games,
        sums=sums,
        wins_by=wins_by,
        losses_by=losses_by,
        net_by=net_by,
        explained=explained,
        missing=missing,
        forecast=Forecast(missing, unseen, left.wins, left.net) if missing and not expectation.one_sided else None,
    )


def _sums(sides: Collection[_Side[K]]) -> Sums:
    cards = [side.card for side in sides]
    return Sums(
        cards=len(cards),
        card_games=sum(card.games for card in cards),
        wins=sum(card.wins for card in cards),
        losses=sum(card.losses for card in cards),
        points=sum(card.points for card in cards),
        skunks=known_sum(side.skunks for side in sides),
        net=known_sum(card.spread for card in cards),
        plus=known_sum(card.plus for card in cards),
        minus=known_sum(card.minus for card in cards),
    )


def known_sum(figures: Iterable[int | None]) -> int | None:
    """Add figures up; None as soon as one is not known."""
    total = 0
    for figure in figures:
        if figure is None:
            return None
        total += figure
    return total


def _off(name: str, actual: int, expected: int) -> Iterator[Finding[K]]:
    if actual != expected:
        yield Finding("problem", f"{name}_off", data={"actual": actual, "expected": expected, "by": actual - expected})


def _check_left(left: _Left, missing: tuple[K, ...], scheme: Scheme) -> Iterator[Finding[K]]:
    """Check that what is left can be what those not in hold."""
    facts = {"games": left.games, "wins": left.wins}
    if left.wins < 0 or left.losses < 0 or left.wins + left.losses != left.games:
        yield Finding("problem", "left_impossible", missing, {**facts, "losses": left.losses})
    elif left.net is not None:
        low, high = schemes.net_reach(scheme, games=left.games, wins=left.wins)
        if not low <= left.net <= high:
            yield Finding(
                "problem", "left_net_impossible", missing, {**facts, "net": left.net, "low": low, "high": high}
            )


def _check_net(sides: Mapping[K, _Side[K]], sums: Sums, net_due: int, scheme: Scheme) -> Iterator[Finding[K]]:
    """Check the sum of net, or say for whom it is not given; one card without is told what the others leave."""
    silent = [side.card for side in sides.values() if side.card.spread is None]
    if sums.net is not None:
        yield from _off("net", sums.net, net_due)
        if sums.plus is not None and sums.minus is not None and sums.plus - sums.minus != sums.net:
            by = sums.plus - sums.minus - net_due
            facts = {"plus": sums.plus, "minus": sums.minus, "expected": net_due, "by": by}
            yield Finding("problem", "plus_minus_off", data=facts)
        return
    yield Finding("note", "net_not_given", tuple(card.entry for card in silent))
    if len(silent) == 1:
        card = silent[0]
        net = net_due - sum(side.card.spread or 0 for side in sides.values())
        low, high = schemes.net_reach(scheme, games=card.games, wins=card.wins)
        if low <= net <= high:
            yield Finding("note", "net_left", (card.entry,), {"net": net})
        else:
            facts = {"games": card.games, "wins": card.wins, "net": net, "low": low, "high": high}
            yield Finding("problem", "left_net_impossible", (card.entry,), facts)
