"""One person under two names, as a director and as the person meets it."""

import datetime

from django.test import Client
from django.urls import reverse

from clubs.events.models import Entry
from clubs.events.services import nights
from clubs.people.models import Player
from clubs.people.services import invitations
from tests.factories import Cast

SLUG = "maple-street"


def seat_both(cast: Cast, one: Player, two: Player) -> None:
    event = nights.plan(club=cast.club, by=cast.owner, name="Thursday", date=datetime.date(2026, 11, 5))
    for player in (one, two):
        Entry.objects.create(stage=event.stages.get(), player=player)


def test_a_director_merges_two_names_and_undoes_it(cast: Cast, client: Client) -> None:
    one, two = cast.paper[:2]
    client.force_login(cast.director)
    path = reverse("events:merge", args=[SLUG, two.pk])
    assert one.name in client.get(path).content.decode()
    answer = client.post(path, {"other": one.pk}, follow=True)
    assert "Bert Rowley is now Ada Quince." in answer.content.decode()
    two.refresh_from_db()
    assert two.merged_into == one
    undo = reverse("events:unmerge", args=[SLUG, two.pk])
    assert undo in answer.content.decode()
    client.post(undo)
    two.refresh_from_db()
    assert two.merged_into is None


def test_two_who_sat_in_one_event_are_refused_with_a_sentence(cast: Cast, client: Client) -> None:
    one, two = cast.paper[:2]
    seat_both(cast, one, two)
    client.force_login(cast.director)
    answer = client.post(reverse("events:merge", args=[SLUG, one.pk]), {"other": two.pk})
    assert answer.status_code == 409
    assert "both played at “Thursday”, so they are two people." in answer.content.decode()
    two.refresh_from_db()
    assert two.merged_into is None


def test_whichever_page_it_starts_from_the_account_stays(cast: Cast, client: Client) -> None:
    client.force_login(cast.director)
    client.post(reverse("events:merge", args=[SLUG, cast.member.player.pk]), {"other": cast.paper[0].pk})
    cast.paper[0].refresh_from_db()
    assert cast.paper[0].merged_into == cast.member.player


def test_nonsense_in_the_form_changes_nothing(cast: Cast, client: Client) -> None:
    client.force_login(cast.director)
    path = reverse("events:merge", args=[SLUG, cast.paper[0].pk])
    for other, status in (("", 200), ("x", 200), ("9" * 30, 200), (str(cast.paper[0].pk), 409), ("99999999", 404)):
        assert client.post(path, {"other": other}).status_code == status, other
    assert not Player.objects.filter(merged_into__isnull=False).exists()


def test_somebody_who_is_a_player_already_accepts_an_invitation_by_merging(cast: Cast, client: Client) -> None:
    _invitation, token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    client.force_login(cast.member)
    page = client.get(reverse("people:invitation", args=[token])).content.decode()
    path = reverse("events:claim_merge", args=[token])
    assert path in page
    assert "All results are yours now, Wilf Barker." in client.post(path, follow=True).content.decode()
    cast.paper[0].refresh_from_db()
    assert cast.paper[0].merged_into == cast.member.player
    assert client.post(path).status_code == 409


def test_an_invitation_does_not_merge_two_who_met(cast: Cast, client: Client) -> None:
    seat_both(cast, cast.member.player, cast.paper[0])
    _invitation, token = invitations.create(club=cast.club, player=cast.paper[0], by=cast.director)
    client.force_login(cast.member)
    assert client.post(reverse("events:claim_merge", args=[token])).status_code == 409
    cast.paper[0].refresh_from_db()
    assert cast.paper[0].merged_into is None
    assert invitations.look_up(token=token)
