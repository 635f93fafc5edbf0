"""How this room is wired into the house: topics, tasks, admin."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from clubs.base import live, versions
from clubs.events import jobs, selectors
from config.celery import HAPPENINGS, app
from tests.clubs.events import stories
from tests.factories import Cast


def test_every_happening_of_this_room_is_followed_by_tasks_that_exist() -> None:
    app.loader.import_default_modules()
    for happening in (jobs.RESULTS_CHANGED, jobs.SEASON_CHANGED):
        assert HAPPENINGS[happening]
        assert set(HAPPENINGS[happening]) <= set(app.tasks)


def test_standings_are_known_to_the_sweep_and_to_rebuild() -> None:
    assert "standings" in {derived.name for derived in versions.registered()}


def test_a_night_may_be_watched_by_whoever_may_see_the_club(cast: Cast) -> None:
    event = stories.night(cast)
    topics = [f"night-{event.pk}", f"standings-{selectors.stage_of(event).pk}", "night-999999", "standings-999999"]
    assert len(live.watchable(AnonymousUser(), topics)) == 2
    cast.club.public = False
    cast.club.save()
    assert live.watchable(AnonymousUser(), topics) == []
    assert live.watchable(cast.other_director, topics) == []
    assert len(live.watchable(cast.guest, topics)) == 2


@pytest.mark.parametrize("model", list(apps.get_app_config("events").get_models()), ids=lambda model: model.__name__)
def test_the_admin_shows_and_changes_nothing(model: type) -> None:
    page = admin.site._registry[model]
    request = RequestFactory().get("/")
    assert not page.has_add_permission(request)
    assert not page.has_change_permission(request)
    assert not page.has_delete_permission(request)
