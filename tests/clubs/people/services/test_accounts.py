from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.base.errors import ApplicationError, Conflict, Forbidden, Invalid
from clubs.people.models import AuditLine, Player, User
from clubs.people.services import accounts, players
from tests import factories
from tests.factories import Cast

GOOD = "a long enough password 121"


@pytest.fixture
def mail_off(settings: Settings) -> None:
    settings.MAIL_IS_ON = False


def test_an_account_is_made_by_hand_with_a_confirmed_address(db: None) -> None:
    user = accounts.make(email=" Ada@Example.org ", password=GOOD, name="Ada Quince")
    assert (user.email, user.name) == ("ada@example.org", "Ada Quince")
    assert user.check_password(GOOD)
    assert EmailAddress.objects.get(user=user).verified


def test_one_address_has_one_account_in_any_spelling(db: None) -> None:
    accounts.make(email="ada@example.org", password=GOOD, name="Ada")
    with pytest.raises(Conflict):
        accounts.make(email="ADA@EXAMPLE.ORG", password=GOOD, name="Ada")


@pytest.mark.parametrize("password", ["short", "12345678901", "password"])
def test_a_weak_password_is_refused(db: None, password: str) -> None:
    with pytest.raises(Invalid) as refusal:
        accounts.make(email="ada@example.org", password=password, name="Ada")
    assert refusal.value.message
    assert not User.objects.exists()


def test_everybody_changes_their_own_settings_and_nobody_elses(cast: Cast) -> None:
    accounts.update(user=cast.member, by=cast.member, name="Wilfred", language="es", theme="dark")
    cast.member.refresh_from_db()
    assert (cast.member.name, cast.member.language, cast.member.theme) == ("Wilfred", "es", "dark")
    assert AuditLine.objects.get(action="account.changed").data == {"fields": "language, name, theme"}
    with pytest.raises(Forbidden):
        accounts.update(user=cast.member, by=cast.owner, name="Mine")
    for wrong in ({"language": "tlh"}, {"theme": "pink"}, {"name": " "}):
        with pytest.raises(Invalid):
            accounts.update(user=cast.member, by=cast.member, **wrong)


# The link that is handed over ----------------------------------------------------------------------------------------


def test_a_director_makes_a_link_by_which_a_member_chooses_a_new_password(cast: Cast, mail_off: None) -> None:
    number, key = accounts.make_reset_key(club=cast.club, player=cast.member.player, by=cast.director)
    line = AuditLine.objects.get(action="account.reset_link")
    assert key not in str(line.data)
    client = Client()
    page = client.get(reverse("account_reset_password_from_key", kwargs={"uidb36": number, "key": key}), follow=True)
    answer = client.post(page.redirect_chain[-1][0], {"password1": GOOD, "password2": GOOD})
    assert answer.status_code == 302
    cast.member.refresh_from_db()
    assert cast.member.check_password(GOOD)
    again = client.get(reverse("account_reset_password_from_key", kwargs={"uidb36": number, "key": key}), follow=True)
    assert "This link works no more" in again.content.decode()


def test_no_link_is_made_where_mail_is_on(cast: Cast) -> None:
    with pytest.raises(Conflict) as refusal:
        accounts.make_reset_key(club=cast.club, player=cast.member.player, by=cast.owner)
    assert refusal.value.code == "mail_is_on"


def test_the_link_never_leads_upwards_or_sideways(cast: Cast, mail_off: None) -> None:
    """Whoever holds the link becomes that person: it must not be a way to more than one has."""
    targets = {name: getattr(cast, name).player for name in ("owner", "director", "scorekeeper", "member", "guest")}
    below = {
        "owner": {"director", "scorekeeper", "member", "guest"},
        "director": {"scorekeeper", "member", "guest"},
        "scorekeeper": set(),
        "member": set(),
        "stranger": set(),
        "other_owner": set(),
    }
    for actor, allowed in below.items():
        for name, player in targets.items():
            may = accounts.may_reset(club=cast.club, player=player, by=getattr(cast, actor))
            assert may == (name in allowed), (actor, name)


def test_a_club_cannot_list_somebody_elses_owner_and_take_the_account(cast: Cast, mail_off: None) -> None:
    players.bring(club=cast.other_club, player=cast.owner.player, by=cast.other_owner)
    players.bring(club=cast.other_club, player=cast.member.player, by=cast.other_owner)
    for victim in (cast.owner, cast.member):
        with pytest.raises(Forbidden):
            accounts.make_reset_key(club=cast.other_club, player=victim.player, by=cast.other_owner)


def test_who_has_left_and_who_runs_the_site_are_out_of_reach(cast: Cast, mail_off: None) -> None:
    User.objects.filter(pk=cast.member.pk).update(is_staff=True)
    with pytest.raises(Forbidden):
        accounts.make_reset_key(club=cast.club, player=Player.objects.get(pk=cast.member.player.pk), by=cast.owner)
    gone = factories.user("Gone Away")
    player = factories.player(cast.club, "Gone Away", user=gone, left_on="2026-01-01")
    with pytest.raises(Forbidden):
        accounts.make_reset_key(club=cast.club, player=player, by=cast.owner)
    with pytest.raises(ApplicationError):
        accounts.make_reset_key(club=cast.club, player=cast.paper[0], by=cast.owner)


def test_the_servers_own_console_prints_a_link(cast: Cast) -> None:
    out = StringIO()
    call_command("resetlink", "Margaret.Ellis@example.org", "--site", "https://club.example/", stdout=out)
    url = out.getvalue().strip()
    assert url.startswith("https://club.example/account/password/reset/key/")
    page = Client().get(url.removeprefix("https://club.example"), follow=True)
    assert "Choose a new password" in page.content.decode()
    with pytest.raises(CommandError):
        call_command("resetlink", "nobody@example.org")
