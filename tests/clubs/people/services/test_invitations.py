import datetime
import threading

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from clubs.base.errors import ApplicationError, Conflict, Forbidden, Missing
from clubs.people import selectors
from clubs.people.models import AuditLine, Invitation, Player, User
from clubs.people.services import invitations, players
from tests import factories
from tests.factories import Cast


def test_the_token_is_told_once_and_stored_only_as_a_hash(cast: Cast) -> None:
    invitation, token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    assert len(token) >= 40
    assert token not in str(list(Invitation.objects.values())) + str(list(AuditLine.objects.values()))
    assert invitations.look_up(token=token) == invitation


def test_whoever_accepts_becomes_the_player_once(cast: Cast) -> None:
    _invitation, token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    player = invitations.accept(token=token, by=cast.stranger)
    assert player == cast.paper[0]
    assert selectors.player_of(cast.stranger) == cast.paper[0]
    assert selectors.membership_of(cast.stranger, cast.club) is not None
    other = factories.user("Late Comer")
    with pytest.raises(Conflict) as refusal:
        invitations.accept(token=token, by=other)
    assert refusal.value.code == "used"
    assert selectors.player_of(other) is None


def test_a_nameless_account_takes_the_players_name(cast: Cast) -> None:
    nameless = User.objects.create_user("nameless@example.org")
    _invitation, token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    invitations.accept(token=token, by=nameless)
    nameless.refresh_from_db()
    assert nameless.name == "Ada Quince"


def test_an_invitation_runs_out_after_fourteen_days(cast: Cast) -> None:
    _invitation, token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    now = timezone.now()
    with time_machine.travel(now + datetime.timedelta(days=13, hours=23), tick=False):
        assert invitations.look_up(token=token)
    with time_machine.travel(now + datetime.timedelta(days=14, seconds=1), tick=False):
        with pytest.raises(Conflict) as refusal:
            invitations.accept(token=token, by=cast.stranger)
        assert refusal.value.message == "This invitation has run out. Ask Tom Holt for a new one."
    assert selectors.player_of(cast.stranger) is None


def test_a_withdrawn_a_replaced_and_an_invented_link_work_no_more(cast: Cast) -> None:
    first, old = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    second, new = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    for token, kind in ((old, Conflict), ("x" * 43, Missing), ("", Missing)):
        with pytest.raises(kind):
            invitations.accept(token=token, by=cast.stranger)
    invitations.withdraw(invitation=second, by=cast.owner)
    with pytest.raises(Conflict) as refusal:
        invitations.accept(token=new, by=cast.stranger)
    assert refusal.value.code == "withdrawn"
    first.refresh_from_db()
    assert first.withdrawn_at is not None


def test_somebody_with_an_account_is_not_invited_again(cast: Cast) -> None:
    with pytest.raises(Conflict) as refusal:
        invitations.create(club=cast.club, player=cast.member.player, by=cast.director)
    assert refusal.value.message == "Wilf Barker has an account already."


def test_a_player_claimed_meanwhile_cannot_be_claimed_again(cast: Cast) -> None:
    _invitation, token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    Player.objects.filter(pk=cast.paper[0].pk).update(user=factories.user("Quick One"))
    with pytest.raises(Conflict) as refusal:
        invitations.accept(token=token, by=cast.stranger)
    assert refusal.value.code == "claimed"


def test_only_directors_of_the_players_own_club_invite(cast: Cast) -> None:
    players.bring(club=cast.other_club, player=cast.paper[0], by=cast.other_owner)
    for by in (cast.scorekeeper, cast.member, cast.stranger):
        with pytest.raises(Forbidden):
            invitations.create(club=cast.club, player=cast.paper[0], by=by)
    # Else a club could list anybody's player, claim it, and read what is private.
    with pytest.raises(Forbidden):
        invitations.create(club=cast.other_club, player=cast.paper[0], by=cast.other_owner)
    with pytest.raises(Missing):
        invitations.create(club=cast.other_club, player=cast.paper[1], by=cast.other_owner)


# Somebody who is a player already ------------------------------------------------------------------------------------


def test_somebody_who_is_a_player_already_is_told_to_merge(cast: Cast) -> None:
    _invitation, token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    with pytest.raises(Conflict) as refusal:
        invitations.accept(token=token, by=cast.member)
    assert refusal.value.code == "has_player"
    assert (refusal.value.data["keep"], refusal.value.data["drop"]) == (cast.member.player.pk, cast.paper[0].pk)
    assert invitations.look_up(token=token)  # nothing is used up


def test_a_room_above_merges_with_its_own_checks(cast: Cast) -> None:
    _invitation, token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)

    def refuse(*, keep: Player, drop: Player, by: User) -> None:
        raise Conflict("same_event", "They met.")

    with pytest.raises(Conflict):
        invitations.accept(token=token, by=cast.member, merge=refuse)
    assert invitations.look_up(token=token)
    merged = invitations.accept(token=token, by=cast.member, merge=players.merge_claimed)
    assert merged == cast.member.player
    cast.paper[0].refresh_from_db()
    assert cast.paper[0].merged_into == cast.member.player


def test_one_invited_as_who_they_are_is_told_so(cast: Cast) -> None:
    paper = cast.paper[0]
    _invitation, token = invitations.create(club=cast.club, player=paper, by=cast.director)
    Player.objects.filter(pk=paper.pk).update(merged_into=cast.member.player)
    with pytest.raises(Conflict) as refusal:
        invitations.accept(token=token, by=cast.member)
    assert refusal.value.code == "already_you"


# Mail ----------------------------------------------------------------------------------------------------------------


def test_the_link_is_mailed_in_the_clubs_language_when_mail_is_on(cast: Cast) -> None:
    invitation, token = invitations.create(
        club=cast.club, player=cast.paper[0], by=cast.director, email=" Ada@Example.org "
    )
    assert invitations.mail(invitation=invitation, link=f"https://club.example/invite/{token}/")
    (message,) = mail.outbox
    assert message.to == ["ada@example.org"]
    assert f"https://club.example/invite/{token}/" in message.body
    assert "\n" not in message.subject


def test_nothing_is_mailed_when_mail_is_off_or_there_is_no_address(cast: Cast, settings: Settings) -> None:
    bare, _token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    assert not invitations.mail(invitation=bare, link="https://x.example/")
    settings.MAIL_IS_ON = False
    addressed, _token = invitations.create(club=cast.club, player=cast.paper[1], by=cast.director, email="a@b.example")
    assert not invitations.mail(invitation=addressed, link="https://x.example/")
    assert mail.outbox == []


def test_a_mail_server_that_is_away_costs_nothing_but_the_mail(cast: Cast, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 1, 1
    invitation, token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director, email="a@b.example")
    assert not invitations.mail(invitation=invitation, link="https://x.example/")
    assert invitations.look_up(token=token)


# Two at one moment ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_who_accept_at_one_moment_do_not_both_become_the_player(transactional_db: None) -> None:
    cast = factories.cast()
    _invitation, token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    rivals = [cast.stranger, factories.user("Rival")]
    start = threading.Barrier(2)
    refused: list[str] = []

    def claim(by: User) -> None:
        try:
            start.wait()
            invitations.accept(token=token, by=by)
        except ApplicationError as error:
            refused.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=claim, args=(rival,)) for rival in rivals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert refused[0] in {"used", "claimed"}
    assert sum(selectors.player_of(rival) == cast.paper[0] for rival in rivals) == 1
