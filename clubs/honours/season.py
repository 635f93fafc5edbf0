"""The season table out of plain night rows and opening balances. Pure: values in, values out.

The champion has the most season points; nothing found says how a tie for champion is broken, so people decide it and
the table only shows what they would look at.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from clubs.events.ranking import chain
from clubs.events.ranking.messages import gettext_noop
from clubs.honours import grp
from clubs.honours.grp import HonoursError, Kind, Rules

K = TypeVar("K", bound=Hashable)
N = TypeVar("N", bound=Hashable)

SEASON_CHAIN: Final[chain.Chain] = (chain.Figure("grp", gettext_noop("season points")), chain.People())
"""Level players share a rank; nothing found says how a champion's tie is broken."""

CHAMPION_CHAIN: Final[chain.Chain] = (
    chain.Figure("twelve_plus", gettext_noop("points cards")),
    chain.Figure("season_wins", gettext_noop("games won")),
    chain.Figure("season_net", gettext_noop("net spread")),
    chain.People(),
)
"""What people would look at when the leaders are level. Offered, never applied."""


@dataclass(frozen=True)
class NightCard(Generic[K, N]):
    """Hold one player's card on one night of the season.

    `full_games`: games of a full card that night. `net`, `skunks` and `skunks_lost` are None where nobody knows them:
    net was not given, the points do not tell the skunks, or no game line tells the skunks lost. `rank` among `of`
    cards; None: not ranked.
    """

    player: K
    night: N
    points: int
    wins: int
    games: int
    full_games: int
    kind: Kind = "member"
    joined: bool = False
    net: int | None = None
    skunks: int | None = None
    skunks_lost: int | None = None
    rank: int | None = None
    shared: bool = False
    of: int | None = None

    @property
    def is_slam(self) -> bool:
        """Tell whether it is a grand slam: a full card, all games won."""
        return 0 < self.full_games <= self.games == self.wins


@dataclass(frozen=True)
class BestCard(Generic[N]):
    """Hold a best card; `night` None: brought forward."""

    points: int
    wins: int
    net: int | None
    night: N | None

    @property
    def order(self) -> tuple[int, int, bool, int]:
        """Give what cards are compared by: points, wins, net (a net not given is below any given one)."""
        return self.points, self.wins, self.net is not None, self.net or 0


@dataclass(frozen=True)
class Balance(Generic[K]):
    """Hold what a player brings forward into the season. None: the line did not say."""

    player: K
    points: int = 0
    nights: int | None = None
    games: int | None = None
    wins: int | None = None
    twelve_plus: int | None = None
    skunks: int | None = None
    skunks_lost: int | None = None
    best: tuple[int, int, int | None] | None = None
    grand_slams: int | None = None
    lifetime: int | None = None


@dataclass(frozen=True)
class NightPlace(Generic[N]):
    """Hold the place on one night; `rank` None: no card, or not ranked."""

    night: N
    rank: int | None
    shared: bool
    of: int | None


@dataclass(frozen=True)
class Line(Generic[K, N]):
    """Hold one row of the season table.

    `rank` None: none of the cards is credited (a guest or visitor, shown in grey). `before`: the rank without the
    last night; None: not in the table then. `grp` and `twelve_plus` count credited cards and what was brought
    forward; all else counts every card. `skunks` counts those known to be won; `skunk_balance` is won less lost over
    what tells both: `skunk_nights` nights (and a balance that gives both); None: nothing tells. `net` sums the nets
    given, `net_unknown` counts nights without. `lifetime` None: not brought forward.
    """

    player: K
    rank: int | None
    shared: bool
    before: int | None
    grp: int
    brought_forward: int
    twelve_plus: int
    nights: int
    games: int
    wins: int
    skunks: int
    skunks_lost: int
    skunk_balance: int | None
    skunk_nights: int
    net: int
    net_unknown: int
    best: BestCard[N] | None
    grand_slams: int
    lifetime: int | None
    places: tuple[NightPlace[N], ...]

    @property
    def credited(self) -> bool:
        """Tell whether the player stands in the table by right, not in grey."""
        return self.rank is not None

    @property
    def win_permille(self) -> int | None:
        """Give games won of games played in thousandths, half up; None before the first game."""
        return (2000 * self.wins + self.games) // (2 * self.games) if self.games else None


@dataclass(frozen=True)
class Contender(Generic[K]):
    """Hold what people would look at for one of the level leaders; None: not wholly known."""

    player: K
    twelve_plus: int | None
    wins: int | None
    net: int | None


@dataclass(frozen=True)
class ChampionTie(Generic[K]):
    """Say that the leaders are level on season points, which people decide.

    `leads` is who would be ahead by most points cards, then wins, then net; empty where that leaves it open too.
    """

    contenders: tuple[Contender[K], ...]
    leads: frozenset[K]


@dataclass(frozen=True)
class Table(Generic[K, N]):
    """Hold a season: lines by rank, those without one last, and the leaders' tie where there is one.

    The order of lines that share a rank, and of those without one, means nothing: the page sorts them by name.
    """

    lines: tuple[Line[K, N], ...]
    champion_tie: ChampionTie[K] | None


def table(
    cards: Iterable[NightCard[K, N]],
    *,
    nights: Sequence[N],
    balances: Iterable[Balance[K]] = (),
    rules: Rules | None = None,
    decisions: Sequence[chain.Decision[K]] = (),
) -> Table[K, N]:
    """Build the season table out of every card of every night that counts; the order of the cards changes nothing.

    `nights` in the order they were played. `decisions`: what people said about level players.

    Raises HonoursError (`night_unknown`, `card_twice`, `balance_twice`).
    """
    rules = rules or Rules()
    by_player: dict[K, dict[N, NightCard[K, N]]] = {}
    known = set(nights)
    for card in cards:
        if card.night not in known:
            raise HonoursError("night_unknown", night=card.night)
        own = by_player.setdefault(card.player, {})
        if card.night in own:
            raise HonoursError("card_twice", player=card.player, night=card.night)
        own[card.night] = card
    forward: dict[K, Balance[K]] = {}
    for balance in balances:
        if balance.player in forward:
            raise HonoursError("balance_twice", player=balance.player)
        forward[balance.player] = balance
        by_player.setdefault(balance.player, {})

    standing = _standing(by_player, forward, rules, decisions)
    earlier = {
        player: {night: card for night, card in own.items() if night not in nights[-1:]}
        for player, own in by_player.items()
    }
    before = _standing(earlier, forward, rules, decisions)
    ranks, ranks_before = standing.by_entry, before.by_entry
    lines = [
        _line(player, own, nights, forward.get(player), rules, ranks.get(player), ranks_before.get(player))
        for player, own in by_player.items()
    ]
    lines.sort(key=lambda line: (line.rank is None, line.rank or 0))
    return Table(tuple(lines), _champion_tie(lines, standing, forward))


def card_points(card: NightCard[K, N], rules: Rules) -> int:
    """Give the season points this card is worth to its player: 0 where it is not credited."""
    if not grp.credits(card.kind, joined=card.joined, rules=rules):
        return 0
    return grp.grp(
        card.points,
        card.games,
        threshold=rules.threshold,
        table=rules.table,
        full_games=None if rules.short_cards_count else card.full_games,
    )


def _standing(
    by_player: Mapping[K, Mapping[N, NightCard[K, N]]],
    forward: Mapping[K, Balance[K]],
    rules: Rules,
    decisions: Sequence[chain.Decision[K]],
) -> chain.Standing[K]:
    rows = []
    for player, own in by_player.items():
        if player in forward or any(grp.credits(card.kind, joined=card.joined, rules=rules) for card in own.values()):
            brought = forward[player].points if player in forward else 0
            total = brought + sum(card_points(card, rules) for card in own.values())
            rows.append(chain.Row(player, extra={"grp": total}))
    return chain.rank(rows, SEASON_CHAIN, decisions)


def _line(
    player: K,
    own: Mapping[N, NightCard[K, N]],
    nights: Sequence[N],
    balance: Balance[K] | None,
    rules: Rules,
    ranked: chain.Ranked[K] | None,
    ranked_before: chain.Ranked[K] | None,
) -> Line[K, N]:
    cards = [own[night] for night in nights if night in own]
    earned = sum(card_points(card, rules) for card in cards)
    credited = [card for card in cards if grp.credits(card.kind, joined=card.joined, rules=rules)]
    told = [
        (card.skunks, card.skunks_lost) for card in cards if card.skunks is not None and card.skunks_lost is not None
    ]
    skunk_nights = len(told)
    forward = balance or Balance(player)
    if forward.skunks is not None and forward.skunks_lost is not None:
        told.append((forward.skunks, forward.skunks_lost))
    best: list[BestCard[N]] = [BestCard(card.points, card.wins, card.net, card.night) for card in cards]
    if forward.best is not None:
        best.insert(0, BestCard(*forward.best, night=None))
    return Line(
        player=player,
        rank=ranked.rank if ranked else None,
        shared=ranked is not None and ranked.shared,
        before=ranked_before.rank if ranked_before else None,
        grp=forward.points + earned,
        brought_forward=forward.points,
        twelve_plus=(forward.twelve_plus or 0)
        + sum(grp.reaches(c.points, threshold=rules.threshold) for c in credited),
        nights=(forward.nights or 0) + len(cards),
        games=(forward.games or 0) + sum(card.games for card in cards),
        wins=(forward.wins or 0) + sum(card.wins for card in cards),
        skunks=(forward.skunks or 0) + sum(card.skunks or 0 for card in cards),
        skunks_lost=(forward.skunks_lost or 0) + sum(card.skunks_lost or 0 for card in cards),
        skunk_balance=sum(won - lost for won, lost in told) if told else None,
        skunk_nights=skunk_nights,
        net=sum(card.net or 0 for card in cards),
        net_unknown=sum(card.net is None for card in cards),
        best=max(best, key=lambda item: item.order, default=None),
        grand_slams=(forward.grand_slams or 0) + sum(card.is_slam for card in cards),
        lifetime=None if forward.lifetime is None else forward.lifetime + earned,
        places=tuple(_place(night, own.get(night)) for night in nights),
    )


def _place(night: N, card: NightCard[K, N] | None) -> NightPlace[N]:
    if card is None:
        return NightPlace(night, None, False, None)
    return NightPlace(night, card.rank, card.shared, card.of)


def _champion_tie(
    lines: Iterable[Line[K, N]], standing: chain.Standing[K], forward: Mapping[K, Balance[K]]
) -> ChampionTie[K] | None:
    if not standing.places or not standing.places[0].waits:
        return None
    leaders = [line for line in lines if line.player in standing.places[0].entries]
    if any(line.grp == 0 for line in leaders):
        return None
    return compare(
        contender(
            line.player,
            forward.get(line.player),
            twelve_plus=line.twelve_plus,
            wins=line.wins,
            net=line.net,
            net_unknown=line.net_unknown,
        )
        for line in leaders
    )


def contender(
    player: K, balance: Balance[K] | None, *, twelve_plus: int, wins: int, net: int, net_unknown: int
) -> Contender[K]:
    """Give what people would look at for one of the level leaders, as far as it is wholly known."""
    return Contender(
        player,
        twelve_plus=None if balance and balance.twelve_plus is None and balance.points else twelve_plus,
        wins=None if balance and balance.wins is None else wins,
        net=None if net_unknown or balance else net,
    )


def compare(leaders: Iterable[Contender[K]]) -> ChampionTie[K]:
    """Say who of the level leaders would be ahead; people decide it."""
    contenders = tuple(leaders)
    looked_at = chain.rank(
        [
            chain.Row(
                one.player,
                extra={"twelve_plus": one.twelve_plus, "season_wins": one.wins, "season_net": one.net},
            )
            for one in contenders
        ],
        CHAMPION_CHAIN,
    )
    first = looked_at.places[0]
    return ChampionTie(contenders, frozenset() if first.waits else first.entries)
