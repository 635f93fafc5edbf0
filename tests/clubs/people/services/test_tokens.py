"""A token is shown once, opens one account, and ends when its owner says so."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from rest_framework.authtoken.models import Token

from clubs.base.errors import Forbidden, Invalid
from clubs.people.models import AuditLine
from clubs.people.services import tokens
from tests.factories import PASSWORD, Cast


@pytest.fixture
def confirmed(cast: Cast) -> Cast:
    EmailAddress.objects.create(user=cast.member, email=cast.member.email, primary=True, verified=True)
    return cast


def test_email_and_password_are_exchanged_for_a_token(confirmed: Cast) -> None:
    token = tokens.exchange(email=" Wilf.BARKER@Example.org ", password=PASSWORD)
    assert token.startswith("club_")
    assert Token.objects.get(user=confirmed.member).key == tokens.digest(token)


def test_the_token_itself_is_nowhere_stored(confirmed: Cast) -> None:
    token = tokens.make(user=confirmed.member, by=confirmed.member)
    assert not Token.objects.filter(key__contains=token.removeprefix("club_")[:12]).exists()
    assert all(token not in str(line.data) for line in AuditLine.objects.all())


def test_a_new_token_ends_the_old_one(confirmed: Cast) -> None:
    first = tokens.make(user=confirmed.member, by=confirmed.member)
    second = tokens.make(user=confirmed.member, by=confirmed.member)
    assert first != second
    assert [row.key for row in Token.objects.all()] == [tokens.digest(second)]


@pytest.mark.parametrize(
    ("email", "password"),
    [("wilf.barker@example.org", "wrong"), ("nobody@example.org", PASSWORD), ("", ""), ("wilf.barker@example.org", "")],
)
def test_what_is_wrong_is_not_told(confirmed: Cast, email: str, password: str) -> None:
    with pytest.raises(Invalid) as refused:
        tokens.exchange(email=email, password=password)
    assert refused.value.code == "wrong_password"
    assert not Token.objects.exists()


def test_a_closed_account_gets_none(confirmed: Cast) -> None:
    confirmed.member.is_active = False
    confirmed.member.save()
    with pytest.raises(Invalid):
        tokens.exchange(email=confirmed.member.email, password=PASSWORD)


def test_an_address_that_was_never_confirmed_gets_none_where_mail_is_on(cast: Cast, settings: Any) -> None:
    with pytest.raises(Forbidden) as refused:
        tokens.exchange(email=cast.member.email, password=PASSWORD)
    assert refused.value.code == "email_not_confirmed"
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    assert tokens.exchange(email=cast.member.email, password=PASSWORD)


def test_making_and_ending_leave_a_line_each(confirmed: Cast) -> None:
    member = confirmed.member
    tokens.make(user=member, by=member)
    assert tokens.revoke(user=member, by=member) is True
    assert tokens.revoke(user=member, by=member) is False
    lines = AuditLine.objects.filter(action__startswith="token.").values_list("action", "actor", "about_id")
    assert list(lines.order_by("id")) == [
        ("token.made", member.pk, member.pk),
        ("token.revoked", member.pk, member.pk),
    ]


def test_nobody_makes_or_ends_somebody_elses(cast: Cast) -> None:
    tokens.make(user=cast.member, by=cast.member)
    with pytest.raises(Forbidden):
        tokens.make(user=cast.member, by=cast.owner)
    with pytest.raises(Forbidden):
        tokens.revoke(user=cast.member, by=cast.owner)
    assert Token.objects.count() == 1
