"""A ruling in a sanctioned event and what it does to the others: told, offered, and never done by itself."""

from dataclasses import dataclass

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from clubs.events.models import Entry, Event, Pairing
from clubs.people.models import AuditLine
from games.matches.models import Game, Ruling
from games.matches.rulings import Proposal
from games.matches.selectors import board as boards
from games.matches.selectors import reviews
from games.matches.selectors.desk import Look, desk_state
from games.matches.services import games, rulings
from games.matches.values import Value
from tests.factories import Cast
from tests.games.matches.evenings import ledger_of, started, type_in

pytestmark = pytest.mark.django_db

CARDS = ("18/9 +80", "16/8 +40", "16/8 +38", "8/4 -10", "8/4 -20", "6/3 -30", "6/3 -40", "4/2 -58")
"""Eight cards as handed in, by seat: the first two of them qualify."""


@dataclass
class Night:
    """Hold a sanctioned night of eight; ``second`` and ``third`` are the games in which those two cards won."""

    event: Event
    second: Game
    third: Game


@pytest.fixture
def night(cast: Cast) -> Night:
    """Seat 2 claims W21 against L16, seat 3 claims W17 against L16; their opponents are far from the cut."""
    event = started(cast, 8, mode="sanctioned")
    for seat, card in enumerate(CARDS, 1):
        assert type_in(event, f"{seat} {card}", cast.director).kind == "saved"
    seats = {entry.seat: entry for entry in Entry.objects.filter(stage__event=event)}
    return Night(event, differing(cast, event, seats[2], 21), differing(cast, event, seats[3], 17))


def differing(cast: Cast, event: Event, winner: Entry, margin: int) -> Game:
    """Read the two cards of the first game of a player against somebody far down: won by ``margin``, lost by 16."""
    rows = Pairing.objects.select_related("round__stage__event__club", "a__player", "b__player")
    planned = rows.filter(Q(a=winner, b__seat__gte=4) | Q(b=winner, a__seat__gte=4), round__stage__event=event)
    pairing = planned.order_by("round__number")[0]
    loser = pairing.b if pairing.a_id == winner.pk else pairing.a
    assert loser is not None
    games.claim(pairing=pairing, entry=winner, won=True, plus=margin, by=cast.director)
    game = games.claim(pairing=pairing, entry=loser, won=False, minus=16, by=cast.director)
    assert game.status == Game.Status.DISPUTED
    return game


def proposal(night: Night, game: Game) -> Proposal:
    return reviews.of(boards.load(night.event)).games[game.pk].proposal


def rule(cast: Cast, game: Game, won: int, lost: int, letter: str, reason: str = "") -> None:
    """Rule on a game: the winner's figure and the loser's."""
    claims = {claim.side.entry_id: claim.won for claim in game.claims.select_related("side")}
    given = {
        entry_id: Value(True, 2, plus=won) if has_won else Value(False, 0, minus=lost)
        for entry_id, has_won in claims.items()
    }
    rulings.rule(game=game, values=given, letter=letter, reason=reason, by=cast.director)


def overtaken(night: Night) -> list[Look]:
    return [look for look in desk_state(night.event).needs_look if look.group == "ruling"]


def test_rule_12_2_i_a_ruling_that_moves_who_qualifies_names_them_and_their_places(cast: Cast, night: Night) -> None:
    """W21 against L16 falls to W16 (case a): 16/8 +40 becomes +35, behind +38."""
    assert proposal(night, night.second).letter == "a"
    assert not any("12.2 i" in note for note in desk_state(night.event).notes)
    rule(cast, night.second, 16, 16, "a")
    note = next(note for note in desk_state(night.event).notes if "12.2 i" in note)
    assert "Tom Holt 2 → 3" in note
    assert "Ingrid Larsen 3 → 2" in note
    line = AuditLine.objects.get(action="game.ruled_and_moved")
    assert line.data["moved"] == "Tom Holt 2 → 3, Ingrid Larsen 3 → 2"
    assert line.data["letter"] == "a"


def test_a_ruling_changes_what_is_proposed_for_a_game_that_waits(cast: Cast, night: Night) -> None:
    """Neither card of W17 against L16 qualified as handed in; once one of them is over the cut it is treated so."""
    assert proposal(night, night.third).letter == ""
    before = boards.load(night.event)
    rule(cast, night.second, 16, 16, "a")
    told = list(reviews.consequences(before, boards.load(night.event), night.second.pk))
    assert len(told) == 2
    assert "Tom Holt 2 → 3" in told[0]
    assert "rule 12.2 a now proposes" in told[1]
    assert "Ingrid Larsen W +16" in told[1]
    review = reviews.of(boards.load(night.event)).games[night.third.pk]
    assert (review.proposal.letter, {review.proposal.first.margin, review.proposal.second.margin}) == ("a", {16})
    look = next(one for one in desk_state(night.event).needs_look if one.game_id == night.third.pk)
    assert look.letter == "a"
    assert any("over the cut: Ingrid Larsen" in line for line in look.lines)


def test_a_changed_ruling_offers_those_after_it_anew_and_changes_none_of_them(cast: Cast, night: Night) -> None:
    rule(cast, night.second, 16, 16, "a")
    rule(cast, night.third, 16, 16, "a")
    assert overtaken(night) == []
    stood = ledger_of(night.event)
    before = boards.load(night.event)
    rule(cast, night.second, 21, 16, "h", "the judges found no harm")
    told = list(reviews.consequences(before, boards.load(night.event), night.second.pk))
    assert any("names no case" in one and "Ingrid Larsen W +17" in one for one in told)
    (look,) = overtaken(night)
    assert (look.game_id, look.letter) == (night.third.pk, "")
    assert any("Ingrid Larsen W +16" in line for line in look.lines)
    third = {side.side.entry_id for side in night.third.sides.all()}
    assert [line for line in ledger_of(night.event) if line[0] in third and line[2] == "game"] == [
        line for line in stood if line[0] in third and line[2] == "game"
    ], "nothing is silently changed"
    assert Ruling.objects.filter(game=night.third).count() == 2


def test_a_ruling_before_is_not_asked_again_because_of_one_after_it(cast: Cast, night: Night) -> None:
    rule(cast, night.third, 17, 16, "h")
    rule(cast, night.second, 16, 16, "a")
    rule(cast, night.second, 21, 16, "h", "no harm")
    assert overtaken(night) == []


@pytest.mark.parametrize("answer", [(17, 16, "h", ""), (16, 16, "a", "the director keeps it")])
def test_ruling_again_either_way_is_an_answer(cast: Cast, night: Night, answer: tuple[int, int, str, str]) -> None:
    rule(cast, night.second, 16, 16, "a")
    rule(cast, night.third, 16, 16, "a")
    rule(cast, night.second, 21, 16, "h", "no harm")
    assert len(overtaken(night)) == 1
    rule(cast, night.third, *answer)
    assert overtaken(night) == []


def test_a_ruling_withdrawn_by_the_directors_word_is_a_changed_one(cast: Cast, night: Night) -> None:
    rule(cast, night.second, 16, 16, "a")
    rule(cast, night.third, 16, 16, "a")
    pairing = Pairing.objects.select_related("round__stage__event__club", "a", "b").get(match__games=night.second)
    winner = next(claim.side.entry for claim in night.second.claims.select_related("side__entry") if claim.won)
    games.report(pairing=pairing, winner=winner, margin=21, by=cast.director)
    (look,) = overtaken(night)
    assert look.game_id == night.third.pk


def test_a_club_night_is_told_nothing_of_the_rule(cast: Cast, night: Night) -> None:
    Event.objects.filter(pk=night.event.pk).update(mode="club")
    event = Event.objects.get(pk=night.event.pk)
    rule(cast, night.second, 16, 16, "", "both were asked")
    state = desk_state(event)
    assert not any("12.2" in text for text in (*state.notes, *(look.message for look in state.needs_look)))
    assert AuditLine.objects.filter(action="game.ruled").count() == 1


def test_the_pages_tell_the_director_and_offer_the_new_proposal(cast: Cast, client: Client, night: Night) -> None:
    client.force_login(cast.director)

    def address(game: Game) -> str:
        return reverse("matches:rule", args=[night.event.club.slug, night.event.pk, game.pk])

    def send(game: Game, won: int, lost: int, letter: str) -> str:
        sent = {"letter": letter, "reason": "from the two cards"}
        for claim in game.claims.select_related("side"):
            sent[f"won_{claim.side.entry_id}"] = "won" if claim.won else "lost"
            sent[f"figure_{claim.side.entry_id}"] = str(won if claim.won else lost)
        return " ".join(client.post(address(game), sent, follow=True).content.decode().split())

    told = send(night.second, 16, 16, "a")
    assert "Tom Holt 2 → 3" in told
    assert "rule 12.2 a now proposes" in told
    page = " ".join(client.get(address(night.third)).content.decode().split())
    assert "Ingrid Larsen: W +16." in page
    assert "over the cut: Ingrid Larsen" in page
    send(night.third, 16, 16, "a")
    told = send(night.second, 21, 16, "h")
    assert "names no case" in told
    assert "That stands until you rule again." in told
    assert f'href="{address(night.third)}"' in told
