from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class BaseConfig(AppConfig):
    """What every room stands on: versions, locks, jobs, the event stream."""

    name = "clubs.base"
    label = "base"
    default = True


class HouseAdminConfig(AdminConfig):
    """Stands in INSTALLED_APPS for django.contrib.admin: everything can be seen there, nothing changed."""

    default_site = "clubs.base.readonly.ReadOnlySite"
