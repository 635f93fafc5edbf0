"""Play the demo club's season up to tonight: five nights published, one being played, the next planned."""

import datetime
import random
import uuid

from clubs.events.models import Entry, Event, Pairing, Season
from clubs.events.selectors import attending, stage_of
from clubs.events.services import checkin, nights, rotation, seasons, seats
from clubs.honours.services import balances, table
from clubs.people import clock
from clubs.people.models import Club, Membership, Player, User
from clubs.people.services import accounts, clubs, invitations, members, players
from config.demo.cast import CAST, OPENING, PASSWORD, Part
from games.matches.services import announce, desk, games

SLUG = "mill-lane-cribbage-club"
PUBLISHED = 5
WITH_LINES = 2


def load() -> Club:
    """Make the club, its people and its season; the same figures on every machine, the dates up to today."""
    # Not for secrets: the demo must look the same everywhere.
    chance = random.Random("mill lane")  # noqa: S311
    users = {
        part.email: accounts.make(email=part.email, password=PASSWORD, name=part.name) for part in CAST if part.email
    }
    owner, director = users["owner@demo.example"], users["director@demo.example"]
    club = clubs.create(
        by=owner,
        name="Mill Lane Cribbage Club",
        your_name=CAST[0].name,
        timezone="America/Chicago",
        currency="USD",
        place="Mill Lane Hall, step-free from the yard",
    )
    founder = Player.objects.get(user=owner)
    players.update(player=founder, by=owner, acc_number=CAST[0].acc_number)
    skill = {founder: CAST[0].skill}
    for part in CAST[1:]:
        skill[_join(club, part, owner, users.get(part.email))] = part.skill
    season = _season(club, director)
    today = clock.today(club)
    balances.store(season=season, text=OPENING, as_of=today - datetime.timedelta(weeks=PUBLISHED, days=1), by=director)
    for number in range(1, PUBLISHED + 1):
        night = _seated(club, director, number, today - datetime.timedelta(weeks=PUBLISHED + 1 - number), skill, chance)
        if number > PUBLISHED - WITH_LINES:
            _play(night, director, skill, chance)
        else:
            _type_cards(night, director, skill, chance)
        announce.publish(event=night, by=director, accept_open=True)
    tonight = _seated(club, director, PUBLISHED + 1, today, skill, chance)
    _type_cards(tonight, director, skill, chance, out=3)
    nights.plan(
        club=club,
        by=director,
        name=f"Club night {PUBLISHED + 2}",
        date=today + datetime.timedelta(weeks=1),
        starts_at=datetime.time(18, 0),
    )
    table.recompute(season.pk)
    return club


def _join(club: Club, part: Part, owner: User, user: User | None) -> Player:
    player = players.add(club=club, name=part.name, kind=part.kind, acc_number=part.acc_number, by=owner)
    if user is not None:
        _invitation, token = invitations.create(player=player, club=club, by=owner)
        player = invitations.accept(token=token, by=user)
        membership = Membership.objects.get(club=club, player=player)
        if part.role != membership.role:
            members.set_role(membership=membership, role=part.role, by=owner)
    return player


def _season(club: Club, director: User) -> Season:
    """Make the season that today lies in: September to May, else the summer one."""
    today = clock.today(club)
    first_year = today.year if today.month >= 9 else today.year - 1
    if 6 <= today.month <= 8:
        first, last, name = datetime.date(today.year, 4, 1), datetime.date(today.year, 8, 31), f"Summer {today.year}"
    else:
        first, last = datetime.date(first_year, 8, 1), datetime.date(first_year + 1, 5, 31)
        name = f"{first_year}–{(first_year + 1) % 100:02}"
    earliest = today - datetime.timedelta(weeks=PUBLISHED + 1)
    return seasons.create(
        club=club,
        name=name,
        first_day=min(first, earliest),
        last_day=max(last, today + datetime.timedelta(weeks=2)),
        by=director,
    )


def _seated(
    club: Club,
    director: User,
    number: int,
    date: datetime.date,
    skill: dict[Player, float],
    chance: random.Random,
) -> Event:
    """Plan a night, check people in, draw seats and start."""
    night = nights.plan(club=club, by=director, name=f"Club night {number}", date=date, starts_at=datetime.time(18, 0))
    nights.open_checkin(event=night, by=director)
    # Odd and even fields both: thirteen tonight, fourteen or so before.
    coming = list(skill)
    for player in chance.sample(coming[2:], len(coming) - (13 if number > PUBLISHED else chance.choice([12, 13, 14]))):
        coming.remove(player)
    for player in coming:
        checkin.mark(event=night, player=player, presence=Entry.Presence.HERE, by=director)
    wilf = next((entry for entry in attending(night) if entry.player.name == "Wilf Garside"), None)
    if wilf is not None:
        seats.anchor(entry=wilf, on=True, by=director)
    if len(coming) % 2:
        seats.choose_odd(event=night, odd=Event.Odd.GHOST, by=director)
    night.refresh_from_db()
    seats.draw(event=night, by=director, seed=f"mill lane {number}")
    night.refresh_from_db()
    return rotation.start(event=night, by=director)


def _results(night: Event, skill: dict[Player, float], chance: random.Random) -> list[tuple[Pairing, Entry, int]]:
    """Return who wins each game of a night, and by how much."""
    pairings = Pairing.objects.filter(round__stage=stage_of(night), b__isnull=False)
    results = []
    for pairing in pairings.select_related("a__player", "b__player", "round__stage__event__club").order_by(
        "round__number", "table"
    ):
        assert pairing.b is not None
        edge = skill[pairing.a.player] - skill[pairing.b.player]
        winner = pairing.a if chance.random() < 0.5 + edge / 6 else pairing.b
        results.append((pairing, winner, _margin(chance)))
    return results


def _margin(chance: random.Random) -> int:
    """Return a margin as games to 121 end: mostly under 31, about one skunk in nine, rarely a double."""
    drawn = chance.random()
    if drawn < 0.89:
        return min(30, 1 + int(chance.expovariate(1 / 12)))
    return chance.randint(31, 58) if drawn < 0.985 else chance.randint(61, 75)


def _play(night: Event, director: User, skill: dict[Player, float], chance: random.Random) -> None:
    for pairing, winner, margin in _results(night, skill, chance):
        games.report(pairing=pairing, winner=winner, margin=margin, by=director)


def _type_cards(
    night: Event, director: User, skill: dict[Player, float], chance: random.Random, *, out: int = 0
) -> None:
    """Type the cards as a director would: seat, points/wins, net; the last ``out`` seats have not handed theirs in."""
    cards: dict[int, list[int]] = {}
    for pairing, winner, margin in _results(night, skill, chance):
        assert pairing.b is not None
        loser = pairing.b if winner == pairing.a else pairing.a
        for entry, points, won, net in ((winner, 3 if margin > 30 else 2, 1, margin), (loser, 0, 0, -margin)):
            card = cards.setdefault(entry.seat or 0, [0, 0, 0])
            card[0] += points
            card[1] += won
            card[2] += net
    for seat in sorted(cards)[: len(cards) - out]:
        points, wins, net = cards[seat]
        desk.enter(event=night, text=f"{seat} {points}/{wins} {net:+}", mode="game", by=director, token=uuid.uuid4())
