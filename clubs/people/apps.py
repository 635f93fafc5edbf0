from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Users, players, clubs, roles, invitations and the audit log."""

    name = "clubs.people"
    label = "people"
