"""The pages of clubs, members, the audit log and one's own account."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.people.models import Club, Membership, Player
from tests import factories
from tests.factories import Cast

SLUG = ["maple-street"]
MEMBERS = "/clubs/maple-street/members/"
ADD = reverse("people:add_member", args=SLUG)


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


def main(text: str) -> str:
    return text.split("<main")[1].split("</main>")[0]


def test_private_contact_is_on_no_page_but_the_directors_and_the_players_own(cast: Cast, client: Client) -> None:
    secrets = ("wilf@private.example", "555 0121")
    readers = {
        None: False,
        cast.stranger: False,
        cast.guest: False,
        cast.member: False,
        cast.scorekeeper: False,
        cast.director: True,
        cast.owner: True,
        cast.other_director: False,
    }
    for reader, sees in readers.items():
        visitor = Client()
        if reader is not None:
            visitor.force_login(reader)
        text = page(visitor, MEMBERS)
        assert all((secret in text) == sees for secret in secrets), reader
    client.force_login(cast.member)
    assert all(secret in page(client, reverse("people:account")) for secret in secrets)


def test_a_club_that_lists_the_player_as_a_visitor_does_not_read_the_contact(cast: Cast, client: Client) -> None:
    factories.MembershipFactory.create(club=cast.other_club, player=cast.member.player, kind="visitor")
    client.force_login(cast.other_owner)
    for path in (
        "/clubs/harbour-lights/members/",
        f"/clubs/harbour-lights/members/{cast.member.player.pk}/",
        "/clubs/harbour-lights/members/export.csv",
    ):
        text = page(client, path)
        assert "Wilf Barker" in text
        assert "private.example" not in text
        assert "0121" not in text


def test_strangers_read_short_names_where_the_club_wants_it(cast: Cast, client: Client) -> None:
    Club.objects.update(names="short")
    text = main(page(client, MEMBERS))
    assert "Wilf B." in text
    assert "Barker" not in text
    assert "HI296" not in text
    client.force_login(cast.guest)
    assert "Wilf Barker" in main(page(client, MEMBERS))


def test_the_list_is_searched_without_accents_and_by_number(cast: Cast, client: Client) -> None:
    assert "Hana Růžička" in main(page(client, MEMBERS + "?q=ruz"))
    assert "Ada Quince" not in main(page(client, MEMBERS + "?q=ruz"))
    assert "Margaret Ellis" in main(page(client, MEMBERS + "?q=hi-296"))
    assert "No player called “wojick”" in main(page(client, MEMBERS + "?q=wojick"))
    assert "&lt;script&gt;" in main(page(client, MEMBERS + "?q=<script>"))
    page(client, MEMBERS + "?q=" + "x" * 5000)


def test_a_name_is_added_in_one_line(cast: Cast, client: Client) -> None:
    client.force_login(cast.scorekeeper)
    answer = client.post(ADD, {"name": "Nell Young", "kind": "guest", "acc_number": "mn-77"}, follow=True)
    assert "Nell Young is in the list." in answer.content.decode()
    assert Player.objects.get(name="Nell Young").acc_number == "MN77"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"name": "", "kind": "guest"}, "This field is required."),
        ({"name": "wilf barker", "kind": "guest"}, "The club already has Wilf Barker."),
        ({"name": "N", "kind": "guest", "acc_number": "12"}, "“12” is no ACC number."),
        ({"name": "N", "kind": "king"}, "Select a valid choice."),
    ],
)
def test_a_refused_line_stays_as_typed_with_the_sentence_beside_it(
    cast: Cast, client: Client, data: dict[str, str], sentence: str
) -> None:
    client.force_login(cast.director)
    answer = client.post(ADD, data)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert sentence in text
    assert not data["name"] or f'value="{data["name"]}"' in text


def test_somebody_of_another_club_is_offered_and_listed_by_their_number(cast: Cast, client: Client) -> None:
    factories.player(cast.other_club, "Theo Far", acc_number="CA5", home_club=cast.other_club)
    client.force_login(cast.director)
    answer = client.post(ADD, {"name": "Theo Far", "kind": "visitor", "acc_number": "CA-5"})
    assert "List Theo Far here" in answer.content.decode()
    client.post(reverse("people:bring_member", args=SLUG), {"acc_number": "CA5", "kind": "visitor"})
    assert Membership.objects.get(club=cast.club, player__name="Theo Far").kind == "visitor"
    assert Player.objects.filter(name="Theo Far").count() == 1


def test_an_unmerged_spelling_of_the_number_is_understood_when_bringing(cast: Cast, client: Client) -> None:
    factories.player(cast.other_club, "Theo Far", acc_number="CA5", home_club=cast.other_club)
    client.force_login(cast.director)
    answer = client.post(reverse("people:bring_member", args=SLUG), {"acc_number": "ca-5", "kind": "visitor"})
    assert answer.status_code == 302


def test_the_csv_holds_the_list_and_no_formula(cast: Cast, client: Client) -> None:
    Player.objects.filter(pk=cast.paper[0].pk).update(name="=cmd()", phone="+1 555")
    client.force_login(cast.director)
    answer = client.get(reverse("people:export_members", args=SLUG))
    rows = list(csv.reader(io.StringIO(answer.content.decode())))
    assert rows[0] == ["name", "acc_number", "kind", "role", "joined_on", "home_club", "email", "phone"]
    assert len(rows) == 17
    assert ["'=cmd()", "'+1 555"] in [[row[0], row[7]] for row in rows]
    assert ["Tom Holt", "MN1694", "member", "director"] in [row[:4] for row in rows]


def test_the_members_page_takes_the_same_queries_for_few_and_for_many(
    cast: Cast, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(cast.director)
    for number in range(30):
        factories.player(cast.club, f"Another Player {number}", email=f"p{number}@x.example")
    with django_assert_max_num_queries(12):
        client.get(MEMBERS)


# One member ----------------------------------------------------------------------------------------------------------


def test_a_director_changes_a_member_and_what_they_are(cast: Cast, client: Client) -> None:
    client.force_login(cast.director)
    path = reverse("people:member", args=[*SLUG, cast.paper[0].pk])
    data = {
        "name": "Ada Quincey",
        "acc_number": "nv-12",
        "home_club": cast.club.pk,
        "email": "a@b.example",
        "phone": "",
    }
    assert "Ada Quincey is saved." in client.post(path, data, follow=True).content.decode()
    client.post(path + "kind/", {"kind": "guest", "joined_on": ""})
    cast.paper[0].refresh_from_db()
    assert (cast.paper[0].name, cast.paper[0].acc_number, cast.paper[0].home_club) == ("Ada Quincey", "NV12", cast.club)
    assert Membership.objects.get(player=cast.paper[0]).kind == "guest"


def test_a_role_refused_is_said_beside_the_choice(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    answer = client.post(reverse("people:member_role", args=[*SLUG, cast.paper[0].pk]), {"role": "director"})
    assert answer.status_code == 422
    assert "Ada Quince has no account yet and could not sign in. Invite them first." in answer.content.decode()
    assert client.get(reverse("people:member_role", args=[*SLUG, cast.paper[0].pk])).status_code == 302


def test_an_owner_who_gives_the_ownership_away_lands_where_they_still_may_be(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    client.post(reverse("people:member_role", args=[*SLUG, cast.director.player.pk]), {"role": "owner"})
    answer = client.post(
        reverse("people:member_role", args=[*SLUG, cast.owner.player.pk]), {"role": "member"}, follow=True
    )
    assert answer.status_code == 200


def test_one_leaves_a_club_from_ones_own_page_and_is_brought_back(cast: Cast, client: Client) -> None:
    client.force_login(cast.member)
    player = cast.member.player
    answer = client.post(reverse("people:member_leave", args=[*SLUG, player.pk]), follow=True)
    assert "Wilf Barker has left Maple Street Peggers." in answer.content.decode()
    client.force_login(cast.director)
    assert "Wilf Barker" not in main(page(client, MEMBERS))
    assert "Wilf Barker" in main(page(client, MEMBERS + "?left=1"))
    client.post(reverse("people:member_return", args=[*SLUG, player.pk]))
    assert "Wilf Barker" in main(page(client, MEMBERS))


def test_those_who_left_are_the_directors_business(cast: Cast, client: Client) -> None:
    Membership.objects.filter(player=cast.paper[0]).update(left_on="2026-01-01")
    client.force_login(cast.member)
    assert "Ada Quince" not in page(client, MEMBERS + "?left=1")


# A club --------------------------------------------------------------------------------------------------------------


def test_anybody_signed_in_founds_a_club(cast: Cast, client: Client) -> None:
    client.force_login(cast.stranger)
    assert "Found a club" in page(client, "/clubs/new/")
    data = {
        "name": "Anchor & Hope",
        "your_name": "Stan Strange",
        "place": "Foundry Lane",
        "preset": "short61",
        "timezone": "Europe/London",
        "language": "en",
        "currency": "GBP",
        "public": "on",
        "names": "short",
    }
    answer = client.post("/clubs/new/", data, follow=True)
    assert answer.redirect_chain == [("/clubs/anchor-hope/members/", 302)]
    assert Club.objects.get(slug="anchor-hope").preset == "short61"


def test_what_is_missing_is_listed_above_and_beside(cast: Cast, client: Client) -> None:
    client.force_login(cast.stranger)
    answer = client.post("/clubs/new/", {"name": " "})
    assert answer.status_code == 422
    assert answer.content.decode().count("This field is required.") >= 4
    assert not Club.objects.filter(name=" ").exists()


def test_switching_the_public_pages_off_hides_the_club_at_once(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    path = reverse("people:settings", args=SLUG)
    form = client.get(path).context["form"]
    client.post(path, {**form.initial, "public": ""})
    assert Client().get(MEMBERS).status_code == 404
    assert client.get(MEMBERS).status_code == 200


# The audit log -------------------------------------------------------------------------------------------------------


def test_the_log_is_read_newest_first_filtered_and_in_pages(cast: Cast, client: Client) -> None:
    client.force_login(cast.director)
    for number in range(55):
        client.post(ADD, {"name": f"Player Number{number}", "kind": "guest"})
    client.post(reverse("people:invite", args=[*SLUG, cast.paper[0].pk]), {"email": ""})
    path = reverse("people:audit", args=SLUG)
    text = main(page(client, path))
    assert "56 changes, newest first" in text
    assert text.index("Ada Quince was invited") < text.index("Player Number54 was added")
    assert "Player Number0 was added" not in text
    assert "Player Number0 was added" in main(page(client, path + "?page=2"))
    only = main(page(client, path + "?action=invitation.made"))
    assert "Ada Quince was invited" in only
    assert "Number54" not in only
    thing = main(page(client, path + f"?about=player&about_id={cast.paper[0].pk}"))
    assert "Ada Quince was invited" in thing
    assert "Number54" not in thing


@pytest.mark.parametrize(
    "query", ["?page=x", "?page=-1", "?about_id=abc", "?about_id=" + "9" * 40, "?action=" + "a" * 99]
)
def test_a_mistyped_address_still_shows_the_log(cast: Cast, client: Client, query: str) -> None:
    client.force_login(cast.owner)
    page(client, reverse("people:audit", args=SLUG) + query)


def test_what_people_typed_is_shown_as_text_never_as_markup(cast: Cast, client: Client) -> None:
    client.force_login(cast.director)
    client.post(ADD, {"name": "<b onclick=x>Bo</b> Young", "kind": "guest"})
    for path in (MEMBERS, reverse("people:audit", args=SLUG)):
        text = page(client, path)
        assert "<b onclick" not in text
        assert "&lt;b onclick" in text


# One's own account ---------------------------------------------------------------------------------------------------


def test_one_changes_ones_own_name_language_theme_and_contact(cast: Cast, client: Client) -> None:
    client.force_login(cast.member)
    client.cookies["django_language"] = "en"
    answer = client.post(reverse("people:account"), {"name": "Wilf B.", "language": "es", "theme": "dark"})
    assert answer.cookies["django_language"].value == ""
    assert 'lang="es"' in page(client, reverse("people:account"))
    client.post(reverse("people:contact"), {"email": "new@private.example", "phone": ""})
    player = Player.objects.get(user=cast.member)
    assert (player.email, player.phone, player.name) == ("new@private.example", "", "Wilf Barker")


def test_a_page_that_was_refused_can_be_left_by_its_own_address(cast: Cast, client: Client) -> None:
    client.force_login(cast.member)
    assert client.post(reverse("people:contact"), {"email": "nonsense"}).status_code == 422
    assert client.get(reverse("people:contact")).status_code == 302
