import pytest
from django.contrib import admin
from django.test import Client, RequestFactory
from django.urls import reverse

from clubs.people.models import AuditLine, Invitation, Player, User
from tests.factories import Cast


@pytest.fixture
def root(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("root@example.org", "x"))
    return client


def test_everything_in_the_admin_is_read_only_what_libraries_bring_along_too(db: None) -> None:
    request = RequestFactory().get("/")
    request.user = User.objects.create_superuser("root@example.org", "x")
    for model, shown in admin.site._registry.items():
        assert not shown.has_add_permission(request), model
        assert not shown.has_change_permission(request), model
        assert not shown.has_delete_permission(request), model
        assert shown.get_actions(request) == {}, model
        assert shown.has_view_permission(request), model


def test_the_rooms_models_can_be_looked_at(root: Client, cast: Cast) -> None:
    for model in (User, Player, Invitation, AuditLine):
        assert root.get(reverse(f"admin:people_{model._meta.model_name}_changelist")).status_code == 200
    page = root.get(reverse("admin:people_user_change", args=[cast.owner.pk])).content.decode()
    assert cast.owner.password not in page
    assert root.post(reverse("admin:people_user_change", args=[cast.owner.pk]), {"name": "x"}).status_code == 403


def test_the_admin_has_no_sign_in_of_its_own_without_limits(client: Client, db: None) -> None:
    answer = client.post("/admin/login/", {"username": "root@example.org", "password": "guess"})
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(reverse("account_login"))
