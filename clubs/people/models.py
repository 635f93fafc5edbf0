import uuid
from typing import Any, ClassVar

import pgtrigger
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who can sign in, by e-mail address. A player may exist without one."""

    class Theme(models.TextChoices):
        SYSTEM = "system", _("As the device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("your name"), max_length=80, blank=True)
    language = models.CharField(max_length=8, blank=True)
    theme = models.CharField(max_length=8, choices=Theme.choices, default=Theme.SYSTEM)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_user_an_address")]

    def __str__(self) -> str:
        return self.name or self.email


class Club(models.Model):
    """A club: its own clock, money, language and habits."""

    class Names(models.TextChoices):
        FULL = "full", _("Names in full")
        SHORT = "short", _("First name and initial")

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    timezone = models.CharField(_("time zone"), max_length=40, default="UTC")
    currency = models.CharField(_("currency"), max_length=3, default="USD")
    language = models.CharField(_("language"), max_length=8, default="en")
    preset = models.CharField(_("usual night"), max_length=20, default="acc9")
    public = models.BooleanField(_("public pages"), default=True)
    names = models.CharField(_("names in public"), max_length=8, choices=Names.choices, default=Names.FULL)
    place = models.CharField(_("where you meet"), max_length=120, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays, with or without an account; paper players are full citizens."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name as shown"), max_length=80)
    acc_number = models.CharField(_("ACC number"), max_length=12, blank=True)
    home_club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="home_players")
    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="player")
    email = models.EmailField(_("private e-mail"), blank=True)
    phone = models.CharField(_("private phone"), max_length=30, blank=True)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["acc_number"],
                condition=~models.Q(acc_number="") & models.Q(merged_into__isnull=True),
                name="one_player_an_acc_number",
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A player in a club: what they may do there, and whether they belong to it."""

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")
        DIRECTOR = "director", _("Director")
        SCOREKEEPER = "scorekeeper", _("Scorekeeper")
        MEMBER = "member", _("Member")

    class Kind(models.TextChoices):
        MEMBER = "member", _("Member")
        GUEST = "guest", _("Guest")
        VISITOR = "visitor", _("Visitor")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.MEMBER)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.MEMBER)
    joined_on = models.DateField(null=True, blank=True)
    left_on = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="one_membership_a_club")]

    def __str__(self) -> str:
        return f"{self.player} in {self.club}"


class Invitation(models.Model):
    """A private link by which somebody claims a player as their own. Only its hash is stored."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True)
    email = models.EmailField(blank=True)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    accepted_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"invitation for {self.player}"


class AuditLine(models.Model):
    """One change, who made it and when. The database refuses to change or delete it.

    ``action`` is a stable code ("night.published"); ``data`` holds what a reader needs to
    understand it (names, old and new values), never a secret.
    """

    club = models.ForeignKey(Club, null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    actor = models.ForeignKey(User, null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    actor_name = models.CharField(max_length=80, blank=True)
    action = models.CharField(max_length=40)
    about = models.CharField(max_length=40, blank=True)
    about_id = models.BigIntegerField(null=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["club", "-id"], name="audit_by_club"),
            models.Index(fields=["about", "about_id"], name="audit_by_thing"),
        ]
        triggers = [
            pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.action} by {self.actor_name}"
