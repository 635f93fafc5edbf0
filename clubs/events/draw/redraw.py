"""Draw the rest of an evening again when somebody comes late or goes home early.

Played games never move. In the rounds still to come a latecomer takes the place of somebody who left, else the
ghost's; the place of somebody who left becomes the ghost's when the field is then odd, and disappears when it is even.
Whatever that leaves open is searched for with as few changes as possible, sit-outs so far are remembered, and the
make-ups are planned again. Games that were missed are never made up: those cards are short and say so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from clubs.events.draw.closing import Closing, close, owed_games, short_cards, sit_down
from clubs.events.draw.makeups import plan_make_ups
from clubs.events.draw.night import FEWEST, stand_down
from clubs.events.draw.plan import Draw, DrawError, Meeting, Note, Player, SitOut
from clubs.events.draw.search import Place, Search
from clubs.events.draw.tables import Room, Sitting
from clubs.events.draw.turns import sit_out_levels, take_turns

_ATTEMPTS = 12
"""How often the rest is searched for while some pair meets again that perhaps need not."""

_ATTEMPTS_IF_GOOD = 4
"""The same when nobody does, for fewer changes, or when some must: more games to come than people not yet met."""


@dataclass(frozen=True, slots=True)
class _Rest:
    """One way to play the rest of the evening, and how many meetings in it are not first ones."""

    meetings: list[Meeting]
    sit_outs: list[SitOut]
    closing: Closing
    again: tuple[tuple[Player, Player], ...]
    changes: int


def redraw(
    draw: Draw,
    *,
    from_round: int,
    arrivals: Sequence[Player] = (),
    departures: Collection[Player] = (),
    played: Iterable[Meeting] = (),
    anchors: Collection[Player] | None = None,
    seed: int | str,
    short_order: Sequence[Player] = (),
    volunteer: Player | None = None,
) -> Draw:
    """Return the draw with everything from `from_round` on planned again.

    `arrivals` play from that round on, in order of sign-in; somebody who had left may come back. `departures` have
    played, or sat out, up to the round before. `played` are games of later rounds that are over already, as they
    stand in `draw` (tables drift): they stay, also for those who leave. `anchors` None keeps those of the draw.
    `short_order` and `volunteer` as in `draw`. Pairs that have met meet again only where the field leaves no way
    round it (note `meet_again`).

    Raises `DrawError`: `round_number` (not a round of this night or the one after it), `player_twice` (arrives but is
    here), `player_unknown` (leaves but is not here), `too_few_players` (fewer than three would be left),
    `game_unknown` (a played game is not in the draw), `volunteer_unknown`.
    """
    over = tuple(played)
    _refuse(draw, from_round, arrivals, departures, over)
    present = [player for player in draw.present if player not in departures]
    present += [player for player in arrivals if player not in present]
    if len(present) < FEWEST:
        raise DrawError("too_few_players", players=len(present), fewest=FEWEST)
    if volunteer is not None and volunteer not in present:
        raise DrawError("volunteer_unknown", player=volunteer)
    players = (*draw.players, *(player for player in arrivals if player not in draw.players))
    kept = [game for game in draw.meetings if game.round < from_round or game in over]
    waited = [sit_out for sit_out in draw.sit_outs if sit_out.round < from_round]
    staying = draw.anchors if anchors is None else tuple(anchors)
    staying = tuple(player for player in players if player in staying and player in present)
    chairs, tables = _extend(draw, players, present, over)
    room = Room(tables, {player: chairs.index(player) + 1 for player in staying})
    places = _inherit(draw, from_round, arrivals, departures, len(present) % 2 == 1)
    order = stand_down(present, short_order, volunteer if draw.odd == "tenth" else None)

    rng = Random(seed)  # noqa: S311 - a draw must be repeatable, not secret

    best: _Rest | None = None
    make_ups = [frozenset((game.a, game.b)) for game in draw.make_ups if game.round >= from_round]
    wanted = list(make_ups)
    attempt = 0
    while True:
        search = _search(draw, from_round, kept, waited, present, places, rng, wanted if attempt else (), attempt)
        meetings, sit_outs = _sit_down_again(draw, search, kept, room, places)
        closing = close(
            [*kept, *meetings], [*waited, *sit_outs], present, order, room, draw.games, draw.odd, volunteer, wanted
        )
        rest = _weigh(draw, kept, meetings, sit_outs, closing)
        if best is None or (len(rest.again), rest.changes) < (len(best.again), best.changes):
            best = rest
        fewest = _fewest_again(kept, [*meetings, *closing.meetings])
        good = len(best.again) <= fewest or fewest > 0
        if attempt + 1 >= (_ATTEMPTS_IF_GOOD if good else _ATTEMPTS) or (attempt == 0 and not best.again):
            break
        attempt += 1
        wanted = _best_make_ups(kept, meetings, [*waited, *sit_outs], present, order, make_ups)
    assert best is not None
    meetings = sorted([*kept, *best.meetings, *best.closing.meetings], key=lambda game: (game.round, game.table))
    sit_outs = [*waited, *best.sit_outs]
    left = tuple(player for player in players if player not in present)
    return replace(
        draw,
        players=players,
        chairs=chairs,
        tables=tables,
        rounds=best.closing.rounds,
        meetings=tuple(meetings),
        sit_outs=tuple(sit_outs),
        short=short_cards(players, meetings, sit_outs, draw.games, left),
        anchors=staying,
        seed=seed,
        left=left,
        notes=(*(Note("meet_again", pair) for pair in best.again), *best.closing.notes),
    )


def _refuse(
    draw: Draw,
    from_round: int,
    arrivals: Sequence[Player],
    departures: Collection[Player],
    played: Iterable[Meeting],
) -> None:
    """Raise `DrawError` for a change that does not fit the draw."""
    if not 1 <= from_round <= draw.rounds + 1:
        raise DrawError("round_number", round=from_round, last=draw.rounds + 1)
    for player in arrivals:
        if player in draw.present or list(arrivals).count(player) > 1:
            raise DrawError("player_twice", players=(player,))
    for player in departures:
        if player not in draw.present:
            raise DrawError("player_unknown", player=player)
    for game in played:
        if game not in draw.meetings:
            raise DrawError("game_unknown", round=game.round, table=game.table)


def _extend(
    draw: Draw, players: Sequence[Player], present: Sequence[Player], played: Iterable[Meeting]
) -> tuple[tuple[Player | None, ...], tuple[tuple[int, int], ...]]:
    """Give newcomers the lowest seats nobody has held; add tables at the end while there are too few chairs."""
    chairs: list[Player | None] = list(draw.chairs)
    for player in players:
        if player not in chairs:
            if None not in chairs:
                chairs += [None, None]
            chairs[chairs.index(None)] = player
    at_once = Counter(game.round for game in played for player in (game.a, game.b) if player not in present)
    most = len(present) + max(at_once.values(), default=0)
    tables = list(draw.tables)
    while len(tables) * 2 < max(most, len(chairs)):
        tables.append((len(tables) * 2 + 1, len(tables) * 2 + 2))
    chairs += [None] * (len(tables) * 2 - len(chairs))
    return tuple(chairs), tuple(tables)


def _inherit(
    draw: Draw, from_round: int, arrivals: Sequence[Player], departures: Collection[Player], odd: bool
) -> dict[Place, Place]:
    """Return who takes over which place in the rest of the old plan (None: the ghost's place, or the ghost)."""
    vacant: list[Place] = [player for player in draw.players if player in departures]
    if any(sit_out.round >= from_round for sit_out in draw.sit_outs):
        vacant.append(None)
    heirs: dict[Place, Place] = dict(zip(vacant, arrivals, strict=False))
    nobody = [place for place in vacant if place not in heirs]
    if odd and None not in nobody and nobody:
        heirs[nobody[0]] = None
    return heirs


def _best_make_ups(
    kept: Iterable[Meeting],
    planned: Iterable[Meeting],
    sit_outs: Iterable[SitOut],
    present: Sequence[Player],
    order: Sequence[Player],
    make_ups: Collection[frozenset[Player]],
) -> list[frozenset[Player]]:
    """Return the pairs that would make up best if games that are only planned could still be changed."""
    games = list(kept)
    met = Counter(frozenset((game.a, game.b)) for game in games for _ in range(2))
    met.update(frozenset((game.a, game.b)) for game in planned)
    plan = plan_make_ups(owed_games(games, sit_outs, present), met, order, make_ups)
    return [frozenset(pair) for pairs in plan.rounds for pair in pairs]


def _search(
    draw: Draw,
    from_round: int,
    kept: Sequence[Meeting],
    waited: Sequence[SitOut],
    present: Sequence[Player],
    heirs: Mapping[Place, Place],
    rng: Random,
    reserved: Iterable[frozenset[Player]],
    attempt: int,
) -> Search:
    """Pair everybody in the full rounds to come, starting from the old plan.

    `reserved` pairs, those of the make-ups, count as if they met elsewhere. From the third attempt (2) on, somebody
    else sits out in one round; the last two give up one round of the old plan altogether.
    """
    busy: dict[int, set[Player]] = {number: set() for number in range(from_round, draw.games + 1)}
    met: Counter[frozenset[Player]] = Counter()
    for game in kept:
        met[frozenset((game.a, game.b))] += 1
        if game.round in busy:
            busy[game.round] |= {game.a, game.b}
    open_places: dict[int, list[Place]] = {}
    for number, players in busy.items():
        open_places[number] = [player for player in present if player not in players]
        if len(open_places[number]) % 2:
            open_places[number].append(None)
    ghosts = [number for number, row in open_places.items() if None in row]
    turns = take_turns(ghosts, open_places, sit_out_levels(kept, waited, present, from_round))
    search = Search(open_places, turns, met, rng, reserved)
    if attempt > 1 and ghosts:
        number = ghosts[rng.randrange(len(ghosts))]
        search.keep(number, open_places[number][rng.randrange(len(open_places[number]) - 1)], None)
    given_up = rng.randrange(from_round, draw.games + 1) if attempt >= _ATTEMPTS - 2 and open_places else None
    for number in open_places:
        if number == given_up:
            continue
        pairs: list[tuple[Place, Place]] = [(game.a, game.b) for game in draw.meetings_in(number)]
        pairs += [(sit_out.player, None) for sit_out in draw.sit_outs if sit_out.round == number]
        for a, b in pairs:
            search.keep(number, heirs.get(a, a), heirs.get(b, b))
    search.run()
    return search


def _sit_down_again(
    draw: Draw, search: Search, kept: Collection[Meeting], room: Room, heirs: Mapping[Place, Place]
) -> tuple[list[Meeting], list[SitOut]]:
    """Give the new pairs tables: who still plays as planned stays there, others sit where one of them was to sit."""
    meetings: list[Meeting] = []
    sit_outs: list[SitOut] = []
    for number in search.open_places:
        in_use = {game.table - 1 for game in kept if game.round == number}
        chairs = _old_chairs(draw, number, room, heirs)
        wishes: list[tuple[int, Place, Place]] = []
        for a, b in search.pairs(number):
            tables = [room.table_of[chairs[place]] for place in (a, b) if place in chairs]
            together = len(tables) == 2 and tables[0] == tables[1]
            wishes.append((0 if together else 1, a, b))
        sittings = []
        taken = set(in_use)
        for _, a, b in sorted(wishes, key=lambda wish: wish[0]):
            wanted = [(place, chairs[place]) for place in (a, b) if place in chairs]
            wanted += [(a, pair[0]) for pair in room.tables]
            place, chair = next(wish for wish in wanted if room.table_of[wish[1]] not in taken)
            taken.add(room.table_of[chair])
            sittings.append(_sitting(place, chair, b if place == a else a, room))
        games, waits = sit_down(number, sittings, room, in_use=in_use)
        meetings += games
        sit_outs += waits
    return meetings, sit_outs


def _old_chairs(draw: Draw, number: int, room: Room, heirs: Mapping[Place, Place]) -> dict[Place, int]:
    """Return the chair each place of a round had in the old plan, under the name of who takes it over."""
    chairs: dict[Place, int] = {}
    for game in draw.meetings_in(number):
        chairs[heirs.get(game.a, game.a)] = game.seat_a
        chairs[heirs.get(game.b, game.b)] = game.seat_b
    for sit_out in draw.sit_outs:
        if sit_out.round == number:
            chairs[heirs.get(sit_out.player, sit_out.player)] = sit_out.seat
            chairs[heirs.get(None)] = room.facing[sit_out.seat]
    return chairs


def _sitting(place: Place, chair: int, other: Place, room: Room) -> Sitting:
    """Return the game with one of the two in the given chair, the other facing; a person comes before the ghost."""
    facing = room.facing[chair]
    if place is None or (other is not None and facing < chair and room.tables[room.table_of[chair]][0] == facing):
        place, chair, other, facing = other, facing, place, chair
    assert place is not None
    return Sitting(place, chair, other, facing)


def _fewest_again(kept: Iterable[Meeting], ahead: Sequence[Meeting]) -> int:
    """Return a number of repeated meetings below which nobody can get: more games to come than people not yet met."""
    met: dict[Player, set[Player]] = {}
    for game in kept:
        met.setdefault(game.a, set()).add(game.b)
        met.setdefault(game.b, set()).add(game.a)
    to_come = Counter(player for game in ahead for player in (game.a, game.b))
    strangers = {
        player: sum(other != player and other not in met.get(player, ()) for other in to_come) for player in to_come
    }
    return -(-sum(max(0, games - strangers[player]) for player, games in to_come.items()) // 2)


def _weigh(
    draw: Draw, kept: Iterable[Meeting], meetings: list[Meeting], sit_outs: list[SitOut], closing: Closing
) -> _Rest:
    """Count the meetings that are not first ones and the games that were not planned so before."""
    met = {frozenset((game.a, game.b)) for game in kept}
    old = {(game.round, frozenset((game.a, game.b))) for game in draw.meetings}
    again = []
    changes = 0
    for game in [*meetings, *closing.meetings]:
        pair = frozenset((game.a, game.b))
        changes += (game.round, pair) not in old
        if pair in met and game.counts_for is None:
            again.append((game.a, game.b))
        met.add(pair)
    return _Rest(meetings, sit_outs, closing, tuple(again), changes)
