"""Two desks at once, on two real connections: nothing lost, nothing doubled, and whoever is second sees the first."""

import threading
import uuid
from collections.abc import Callable

import pytest
from django.db import connection

from clubs.base.errors import Conflict
from clubs.events.models import Event, LedgerLine, Pairing
from clubs.people.models import User
from games.matches.models import CardClaim, DeskLine, Game
from games.matches.services import cards, desk, games
from games.matches.services.outcomes import Outcome
from tests import factories
from tests.factories import Cast
from tests.games.matches.evenings import started, type_in

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 4


@pytest.fixture
def night(cast: Cast) -> Event:
    """Return a night of six, committed."""
    return started(cast, 6)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """Return the cast, committed."""
    return factories.cast()


def at_once(*jobs: Callable[[], object]) -> list[object]:
    """Run the jobs at the same moment, each on a connection of its own; an exception is its result."""
    barrier = threading.Barrier(len(jobs))
    results: list[object] = [None] * len(jobs)

    def run(index: int, job: Callable[[], object]) -> None:
        try:
            barrier.wait()
            results[index] = job()
        except Exception as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_two_directors_on_one_row_one_saves_and_the_other_is_asked(cast: Cast, night: Event) -> None:
    for seat in range(1, ROUNDS + 1):
        outcomes = at_once(
            lambda seat=seat: type_in(night, f"{seat} 16/7 +74", cast.director),
            lambda seat=seat: type_in(night, f"{seat} 12/6 +46", cast.owner),
        )
        kinds = sorted(outcome.kind for outcome in outcomes if isinstance(outcome, Outcome))
        assert kinds == ["ask", "saved"], outcomes
        saved, asked = sorted(outcomes, key=lambda outcome: outcome.kind, reverse=True)  # type: ignore[attr-defined]
        assert asked.old == saved.entry.card  # type: ignore[attr-defined]
        assert LedgerLine.objects.filter(entry__seat=seat).count() == 1


def test_both_confirm_at_once_and_the_second_is_shown_the_first(cast: Cast, night: Event) -> None:
    type_in(night, "1 6/3 -20", cast.director)
    for by, text in ((cast.director, "1 16/7 +74"), (cast.owner, "1 12/6 +46")):
        assert type_in(night, text, by).kind == "ask"
    outcomes = at_once(
        lambda: type_in(night, "1 16/7 +74", cast.director), lambda: type_in(night, "1 12/6 +46", cast.owner)
    )
    assert sorted(outcome.code for outcome in outcomes) == ["card_moved_on", "card_saved"]  # type: ignore[attr-defined]
    assert CardClaim.objects.count() == 2


def test_the_same_token_twice_at_once_is_one_line(cast: Cast, night: Event) -> None:
    for number in range(1, ROUNDS + 1):
        token = uuid.uuid4()
        outcomes = at_once(*[lambda token=token: type_in(night, "1 5", cast.director, token=token) for _ in range(3)])
        assert all(isinstance(outcome, Outcome) for outcome in outcomes), outcomes
        assert {outcome.game.number for outcome in outcomes} == {number}  # type: ignore[attr-defined]
        assert sum(outcome.replayed for outcome in outcomes) == 2  # type: ignore[attr-defined]
    assert Game.objects.count() == ROUNDS
    assert DeskLine.objects.count() == ROUNDS


def test_both_seats_of_a_game_typed_at_once_are_one_game(cast: Cast, night: Event) -> None:
    outcomes = at_once(
        lambda: type_in(night, "1.1 12", cast.director), lambda: type_in(night, "1.6 -12", cast.scorekeeper)
    )
    assert sorted(outcome.code for outcome in outcomes) == ["game_as_before", "game_saved"]  # type: ignore[attr-defined]
    assert LedgerLine.objects.count() == 2


def test_a_game_that_somebody_has_just_corrected_is_not_removed_unseen(cast: Cast, night: Event) -> None:
    for number in range(1, ROUNDS + 1):
        type_in(night, f"{number}.1 12", cast.director)
        game = Game.objects.get(number=number)
        pairing = Pairing.objects.select_related("round__stage__event__club", "a", "b").get(match__games=game)
        outcomes = at_once(
            lambda game=game: games.remove(game=game, by=cast.owner, expected_version=1),
            lambda pairing=pairing: games.report(
                pairing=pairing, winner=pairing.a, margin=40, by=cast.director, expected_version=1
            ),
        )
        moved = [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
        assert [error.code for error in moved] == ["game_moved_on"], outcomes
        game.refresh_from_db()
        removed = isinstance(outcomes[1], Conflict)
        assert game.version == 2
        assert game.status == ("void" if removed else "confirmed")
        assert LedgerLine.objects.filter(source=game.uuid).count() == (0 if removed else 2)
        assert ("–" if removed else "+40") in moved[0].message


def test_the_same_line_is_taken_back_once_by_two(cast: Cast, night: Event) -> None:
    line = type_in(night, "1 16/7 +74", cast.director)
    outcomes = at_once(
        *[lambda by=by: desk.undo(event=night, by=by, line_id=line.line_id) for by in (cast.director, cast.scorekeeper)]
    )
    assert sorted(outcome.code for outcome in outcomes) == ["undo_again", "undone"]  # type: ignore[attr-defined]
    assert CardClaim.objects.count() == 2


def test_many_lines_from_three_desks_all_stand(cast: Cast, night: Event) -> None:
    def typing(seat: int, by: object) -> Callable[[], object]:
        return lambda: [type_in(night, f"{number}.{seat} {seat}", by) for number in range(1, 6)]  # type: ignore[arg-type]

    results = at_once(typing(1, cast.director), typing(2, cast.owner), typing(3, cast.scorekeeper))
    assert all(isinstance(result, list) for result in results), results
    for game in Game.objects.all():
        assert game.status == "confirmed"
        assert LedgerLine.objects.filter(source=game.uuid).count() == 2


def test_put_with_the_version_that_was_shown_lets_one_through(cast: Cast, night: Event) -> None:
    type_in(night, "1 6/3 -20", cast.director)
    entry = CardClaim.objects.get().card.entry

    def put(points: int, wins: int, by: User) -> Callable[[], object]:
        return lambda: cards.put(
            entry=entry,
            points=points,
            wins=wins,
            net=74,
            by=by,
            expected_version=1,
        )

    results = at_once(put(16, 7, cast.director), put(12, 6, cast.owner))
    refused = [result for result in results if isinstance(result, Exception)]
    assert [getattr(error, "code", error) for error in refused] == ["card_moved_on"]
    assert CardClaim.objects.count() == 2
