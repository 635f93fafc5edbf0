"""p95 and query counts of the main pages, with the demo club loaded.

    python bench/pages.py [--requests 40]

In-process requests on one core through the whole stack but the socket: middleware, view, database, template.
The limit is a p95 of 150 ms a page.
"""

import argparse
from functools import partial
from pathlib import Path
from sys import path

path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.support import database, timing

LIMIT = 0.150


def main() -> int:
    """Print a line a page; the exit status is 1 if one is above the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=40)
    options = parser.parse_args()
    with database.fresh():
        return run(options.requests)


def run(requests: int) -> int:
    """Load the demo club and ask for each page as a director and as a stranger."""
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from clubs.events.models import Event, Season
    from clubs.people.models import Club, Player, User

    call_command("demo", verbosity=0)
    club, season = Club.objects.get(), Season.objects.get()
    tonight = Event.objects.get(status=Event.Status.RUNNING)
    last = Event.objects.filter(status=Event.Status.PUBLISHED).latest("date")
    player = Player.objects.get(name="Agnieszka Kowalczyk")
    director = Client()
    director.force_login(User.objects.get(email="director@demo.example"))
    start = f"/clubs/{club.slug}/"
    pages = [
        ("club home", Client(), start),
        ("night, being played", Client(), f"{start}nights/{tonight.pk}/"),
        ("night, published", Client(), f"{start}nights/{last.pk}/"),
        ("standings", Client(), f"{start}nights/{last.pk}/standings/"),
        ("season table", Client(), f"{start}seasons/{season.pk}/"),
        ("player", Client(), f"{start}players/{player.pk}/"),
        ("wall", Client(), f"{start}nights/{tonight.pk}/wall/"),
        ("check-in", director, f"{start}nights/{tonight.pk}/checkin/"),
        ("seats", director, f"{start}nights/{tonight.pk}/seats/"),
        ("cards desk", director, f"{start}nights/{tonight.pk}/cards/"),
        ("announce", director, f"{start}nights/{tonight.pk}/announce/"),
        ("API: standings", Client(), f"/api/v1/events/{last.pk}/standings/"),
    ]
    worst = 0.0
    print(f"{'page':<22}{'p50':>9}{'p95':>9}{'queries':>9}   limit p95 {1000 * LIMIT:.0f} ms, {requests} requests each")
    for name, client, url in pages:
        answer = client.get(url)
        assert answer.status_code == 200, f"{url}: {answer.status_code}"
        with CaptureQueriesContext(connection) as queries:
            client.get(url)
        count = len(queries)  # the next request empties the log
        times = sorted(timing.once(partial(client.get, url)) for _ in range(requests))
        p95 = times[int(0.95 * (len(times) - 1))]
        worst = max(worst, p95)
        print(f"{name:<22}{1000 * times[len(times) // 2]:>6.0f} ms{1000 * p95:>6.0f} ms{count:>9}")
    return 0 if worst < LIMIT else 1


if __name__ == "__main__":
    raise SystemExit(main())
