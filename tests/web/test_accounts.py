"""Sign-up, sign-in, confirmation, reset and invitation as people meet them, with mail and without."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.people.models import Invitation, User
from tests.factories import PASSWORD, Cast

SIGNUP = {"name": "Nell Young", "email": "nell@example.org", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def mail_off(settings: Settings) -> None:
    """As config.settings.base.mail_settings("") has it."""
    settings.MAIL_IS_ON = False
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"


def link_in(text: str) -> str:
    found = re.search(r"https?://testserver(/\S+)", text)
    assert found is not None, text
    return found[1]


def signed_in_as(client: Client) -> str:
    number = client.session.get("_auth_user_id")
    return User.objects.get(pk=number).email if number else ""


def confirmed(user: User) -> User:
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


# With mail -----------------------------------------------------------------------------------------------------------


def test_sign_up_confirm_and_be_signed_in(db: None, client: Client) -> None:
    answer = client.post(reverse("account_signup"), SIGNUP, follow=True)
    assert "Look in your mail" in answer.content.decode()
    assert signed_in_as(client) == ""
    (message,) = mail.outbox
    assert message.to == ["nell@example.org"]
    assert message.subject == "Confirm your e-mail address at Cribbage Club"
    link = link_in(str(message.body))
    assert "Is nell@example.org your address?" in client.get(link).content.decode()
    assert not EmailAddress.objects.get().verified  # a mail scanner that opens the link confirms nothing
    client.post(link)
    assert EmailAddress.objects.get().verified
    assert signed_in_as(client) == "nell@example.org"
    assert User.objects.get().name == "Nell Young"


def test_signing_in_waits_for_the_confirmation(db: None, client: Client) -> None:
    client.post(reverse("account_signup"), SIGNUP)
    other = Client()
    other.post(reverse("account_login"), {"login": "nell@example.org", "password": PASSWORD})
    assert signed_in_as(other) == ""


def test_sign_up_with_a_known_address_looks_the_same_and_tells_only_its_owner(cast: Cast, client: Client) -> None:
    confirmed(cast.member)
    fresh = client.post(reverse("account_signup"), SIGNUP, follow=True)
    known = Client().post(reverse("account_signup"), {**SIGNUP, "email": "Wilf.Barker@example.org"}, follow=True)
    assert [step for step, _ in fresh.redirect_chain] == [step for step, _ in known.redirect_chain]
    assert fresh.status_code == known.status_code == 200
    assert fresh.templates[0].name == known.templates[0].name == "account/verification_sent.html"
    assert [message.subject for message in mail.outbox if message.to == ["wilf.barker@example.org"]] == [
        "You have an account at Cribbage Club"
    ]
    assert User.objects.filter(email__iexact="wilf.barker@example.org").count() == 1


def test_a_forgotten_password_is_chosen_anew_by_a_mailed_link(cast: Cast, client: Client) -> None:
    confirmed(cast.member)
    client.post(reverse("account_reset_password"), {"email": cast.member.email})
    (message,) = mail.outbox
    assert message.subject == "A new password at Cribbage Club"
    page = client.get(link_in(str(message.body)), follow=True)
    new = "another long password 29"
    client.post(page.redirect_chain[-1][0], {"password1": new, "password2": new})
    client.post(reverse("account_login"), {"login": cast.member.email.upper(), "password": new})
    assert signed_in_as(client) == cast.member.email


def test_asking_for_a_link_does_not_tell_whether_there_is_an_account(cast: Cast, client: Client) -> None:
    confirmed(cast.member)
    known = client.post(reverse("account_reset_password"), {"email": cast.member.email}, follow=True)
    unknown = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert known.templates[0].name == unknown.templates[0].name


def test_a_wrong_password_and_an_unknown_address_get_one_sentence(cast: Cast, client: Client) -> None:
    confirmed(cast.member)
    pages = [
        client.post(reverse("account_login"), {"login": login, "password": "wrong"}).context["form"].errors
        for login in (cast.member.email, "nobody@example.org")
    ]
    assert pages[0] == pages[1] != {}


def test_guessing_a_password_is_stopped_after_five_tries(cast: Cast, client: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}
    cache.clear()
    confirmed(cast.member)
    for _guess in range(5):
        client.post(reverse("account_login"), {"login": cast.member.email, "password": "wrong"})
    page = client.post(reverse("account_login"), {"login": cast.member.email, "password": PASSWORD})
    assert signed_in_as(client) == ""
    assert "Too many failed login attempts" in page.content.decode()
    cache.clear()


@pytest.mark.parametrize("tries", [0, 5])
def test_without_valkey_one_signs_in_and_guessing_is_stopped_all_the_same(
    cast: Cast, client: Client, settings: Settings, broker: Any, tries: int
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}
    confirmed(cast.member)
    broker.stop()
    for _guess in range(tries):
        client.post(reverse("account_login"), {"login": cast.member.email, "password": "wrong"})
    page = client.post(reverse("account_login"), {"login": cast.member.email, "password": PASSWORD})
    caches["default"].local.clear()
    assert page.status_code == (200 if tries else 302)
    assert signed_in_as(client) == ("" if tries else cast.member.email)


def test_signing_up_in_a_burst_is_stopped_with_a_page(db: None, client: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip"}
    cache.clear()
    statuses = [
        client.post(reverse("account_signup"), {**SIGNUP, "email": f"n{number}@example.org"}).status_code
        for number in range(3)
    ]
    assert statuses == [302, 302, 429]
    cache.clear()


# Without mail --------------------------------------------------------------------------------------------------------


def test_without_mail_the_pages_say_so(cast: Cast, client: Client, mail_off: None) -> None:
    for name in ("account_signup", "account_reset_password", "account_reset_password_done"):
        assert "Mail is off" in client.get(reverse(name)).content.decode(), name
    client.force_login(cast.member)
    for name in ("people:account", "account_email"):
        assert "Mail is off" in client.get(reverse(name)).content.decode(), name


def test_without_mail_sign_up_signs_in_at_once_and_claims_to_have_sent_nothing(
    db: None, client: Client, mail_off: None
) -> None:
    page = client.post(reverse("account_signup"), SIGNUP, follow=True)
    assert signed_in_as(client) == "nell@example.org"
    assert not EmailAddress.objects.get().verified
    assert "on its way" not in page.content.decode()
    assert mail.outbox == []


def test_without_mail_nobody_is_shown_a_link_to_somebody_elses_account(
    cast: Cast, client: Client, mail_off: None
) -> None:
    page = client.get(reverse("account_reset_password"))
    assert "<input" not in page.content.decode().split("<main")[1].split("</main>")[0]
    answer = client.post(reverse("account_reset_password"), {"email": cast.member.email}, follow=True)
    assert "password/reset/key" not in answer.content.decode()
    assert "Nothing was sent" in answer.content.decode()


def test_without_mail_a_director_hands_over_a_link_and_it_works(cast: Cast, client: Client, mail_off: None) -> None:
    client.force_login(cast.director)
    member = reverse("people:member", args=["maple-street", cast.member.player.pk])
    assert "Make a reset link to hand over" in client.get(member).content.decode()
    page = client.post(reverse("people:member_reset_link", args=["maple-street", cast.member.player.pk]))
    assert page.headers["Cache-Control"] == "no-store"
    link = link_in(page.content.decode().replace("</p>", " "))
    assert "Choose a new password" in Client().get(link, follow=True).content.decode()


@pytest.mark.parametrize("role", ["owner", "director"])
def test_the_button_is_absent_where_the_link_would_be_refused(
    cast: Cast, client: Client, mail_off: None, role: str
) -> None:
    client.force_login(cast.director)
    player = getattr(cast, role).player
    assert "reset link" not in client.get(reverse("people:member", args=["maple-street", player.pk])).content.decode()
    assert client.post(reverse("people:member_reset_link", args=["maple-street", player.pk])).status_code == 403


# Invitations ---------------------------------------------------------------------------------------------------------


def invite(cast: Cast, email: str = "") -> str:
    client = Client()
    client.force_login(cast.director)
    page = client.post(reverse("people:invite", args=["maple-street", cast.paper[0].pk]), {"email": email})
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == "no-store"
    return link_in(page.content.decode().replace("</p>", " "))


def test_an_invitation_is_shown_to_hand_over_and_mailed_as_well(cast: Cast) -> None:
    link = invite(cast, "ada@example.org")
    (message,) = mail.outbox
    assert link_in(str(message.body)) == link


def test_without_mail_the_link_is_still_there_to_hand_over(cast: Cast, mail_off: None, client: Client) -> None:
    assert invite(cast, "ada@example.org").startswith("/invite/")
    assert mail.outbox == []


def test_from_the_link_through_sign_up_to_being_the_player(cast: Cast, client: Client, mail_off: None) -> None:
    link = invite(cast)
    page = client.get(link).content.decode()
    assert "Are you Ada Quince?" in page
    assert "Tom Holt of Maple Street Peggers invites you" in page
    signup = client.post(reverse("account_signup"), {**SIGNUP, "next": link})
    assert signup.headers["Location"] == link
    assert "Yes, I am Ada Quince" in client.get(link).content.decode()
    answer = client.post(link, follow=True)
    assert "You are Ada Quince in Maple Street Peggers now." in answer.content.decode()
    cast.paper[0].refresh_from_db()
    assert cast.paper[0].user == User.objects.get(email="nell@example.org")
    assert client.post(link).status_code == 409


def test_opening_the_link_changes_nothing(cast: Cast, client: Client) -> None:
    link = invite(cast)
    client.force_login(cast.stranger)
    client.get(link)
    client.head(link)
    assert Invitation.objects.get().accepted_at is None


def test_whoever_is_a_player_already_reads_what_would_be_merged(cast: Cast, client: Client) -> None:
    link = invite(cast)
    client.force_login(cast.member)
    page = client.get(link).content.decode()
    assert "You are Wilf Barker already." in page
    assert client.post(link).status_code == 409
    cast.paper[0].refresh_from_db()
    assert cast.paper[0].user is None


def test_a_dead_link_says_whom_to_ask(cast: Cast, client: Client) -> None:
    link = invite(cast)
    invite(cast)
    page = client.get(link)
    assert page.status_code == 409
    assert "This invitation was withdrawn. Ask Tom Holt for a new one." in page.content.decode()
    assert client.get("/invite/nothing/").status_code == 404
