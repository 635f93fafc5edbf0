"""What the tests of a season's pages share."""

from django.test import Client
from django.urls import reverse

from clubs.events.models import Season
from clubs.people.models import User


def page(season: Season, client: Client | None = None, name: str = "season", **query: str) -> str:
    answer = (client or Client()).get(address(season, name), query)
    assert answer.status_code == 200
    return answer.content.decode()


def address(season: Season, name: str = "season", **more: int) -> str:
    return reverse(f"honours:{name}", kwargs={"slug": season.club.slug, "season_id": season.pk, **more})


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def row_of(html: str, name: str) -> str:
    rows = [part for part in html.split("<tr")[1:] if name in part.split("</tr>")[0]]
    assert len(rows) == 1, f"{len(rows)} rows with {name}"
    return rows[0]
