"""Where to look when net does not add up: slips of the pen that would make exactly this difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from clubs.events.ranking import schemes
from clubs.events.ranking.schemes import Scheme
from games.matches.audit.figures import CardTotals, Finding, K, Suspect

COLUMNS: Final = 2
"""A paper card writes a one-digit spread as 07, so 7 and 70 are a swap apart."""


def hunt(cards: Iterable[CardTotals[K]], off: int, scheme: Scheme) -> Iterator[Finding[K]]:
    """Yield what a net that is `off` too high (negative: too low) suggests, cards not yet compared first.

    Codes: `swapped_digits` (off, divisor; suspects may be empty: the sum alone says so), `wrong_sign` (off, half;
    likewise), `single_digit` (off), `plus_minus_mismatch` (entries whose net is not plus less minus), `not_compared`
    (entries). Suspects are only cards that would still be possible after the correction.
    """
    cards = sorted(cards, key=lambda card: card.compared)
    if off % 9 == 0:
        yield Finding(
            "hunt",
            "swapped_digits",
            data={"off": off, "divisor": 9},
            suspects=tuple(_suspects(cards, off, scheme, is_swap)),
        )
    if off % 2 == 0:
        half = off // 2
        turned = tuple(
            Suspect(card.entry, "net", half, -half)
            for card in cards
            if card.spread == half and _possible(_turn(card), scheme)
        )
        yield Finding("hunt", "wrong_sign", data={"off": off, "half": half}, suspects=turned)
    slips = tuple(_suspects(cards, off, scheme, is_slip))
    if slips:
        yield Finding("hunt", "single_digit", data={"off": off}, suspects=slips)
    unlike = tuple(card.entry for card in cards if _mismatch(card))
    if unlike:
        yield Finding("hunt", "plus_minus_mismatch", unlike)
    yield from not_compared(cards)


def not_compared(cards: Iterable[CardTotals[K]]) -> Iterator[Finding[K]]:
    """Yield the cards nobody has read twice, if there are any."""
    unread = tuple(card.entry for card in cards if not card.compared)
    if unread:
        yield Finding("hunt", "not_compared", unread)


def _mismatch(card: CardTotals[K]) -> bool:
    return (
        card.net is not None and card.plus is not None and card.minus is not None and card.net != card.plus - card.minus
    )


def _turn(card: CardTotals[K]) -> CardTotals[K]:
    return replace(card, plus=card.minus, minus=card.plus, net=None if card.net is None else -card.net)


def _possible(card: CardTotals[K], scheme: Scheme) -> bool:
    return not schemes.check_card(
        scheme,
        games=card.games,
        wins=card.wins,
        points=card.points,
        plus=card.plus,
        minus=card.minus,
        net=card.net,
    )


def _suspects(
    cards: Iterable[CardTotals[K]], off: int, scheme: Scheme, alike: Callable[[int, int], bool]
) -> Iterator[Suspect[K]]:
    for card in cards:
        for suspect, mended in _mends(card, off):
            same_sign = suspect.written * suspect.instead >= 0
            if same_sign and alike(abs(suspect.written), abs(suspect.instead)) and _possible(mended, scheme):
                yield suspect


def _mends(card: CardTotals[K], off: int) -> Iterator[tuple[Suspect[K], CardTotals[K]]]:
    """Yield each figure the card was typed with and what would make the sums right, and the card so mended."""
    if _mismatch(card):
        return
    if card.plus is not None and card.minus is not None:
        plus, minus = card.plus - off, card.minus + off
        yield Suspect(card.entry, "plus", card.plus, plus), replace(card, plus=plus, net=None)
        yield Suspect(card.entry, "minus", card.minus, minus), replace(card, minus=minus, net=None)
    elif card.net is not None:
        yield Suspect(card.entry, "net", card.net, card.net - off), replace(card, net=card.net - off)


def is_swap(written: int, meant: int) -> bool:
    """Tell whether two digits of the one, changed over, give the other; both as a card writes them, 7 as 07."""
    unlike = _unlike(written, meant)
    return len(unlike) == 2 and unlike[0] == unlike[1][::-1]


def is_slip(written: int, meant: int) -> bool:
    """Tell whether the two differ in exactly one digit."""
    return len(_unlike(written, meant)) == 1


def _unlike(written: int, meant: int) -> list[tuple[str, str]]:
    width = max(COLUMNS, len(str(written)), len(str(meant)))
    pairs = zip(f"{written:0{width}}", f"{meant:0{width}}", strict=True)
    return [(one, other) for one, other in pairs if one != other]
