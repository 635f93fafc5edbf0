"""An account's own settings, accounts made by hand, and the reset link that a director hands over."""

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Conflict, Forbidden, Invalid
from clubs.people import audit, choices, permissions, selectors
from clubs.people.models import Club, Membership, Player, User
from clubs.people.services import given

Role = Membership.Role


def make(*, email: str, password: str, name: str, confirmed: bool = True) -> User:
    """Make an account by hand, from the command line or for the demonstration club.

    Raises Invalid for a weak password, Conflict when the address has an account.
    """
    address = given.email(email)
    if not address:
        raise Invalid("email", _("Type an e-mail address."), field="email")
    try:
        validate_password(password)
    except ValidationError as error:
        raise Invalid("password", " ".join(error.messages).replace("%", "%%"), field="password") from None
    with transaction.atomic():
        if User.objects.filter(email__iexact=address).exists():
            raise Conflict("email_taken", _("There is an account with this address already."), field="email")
        user = User.objects.create_user(address, password, name=given.name(name))
        EmailAddress.objects.create(user=user, email=address, primary=True, verified=confirmed)
        audit.record("account.made", by=None, about="user", about_id=user.pk, name=user.name)
    return user


def update(
    *, user: User, by: User, name: str | None = None, language: str | None = None, theme: str | None = None
) -> User:
    """Change one's own name, language ("": the club's or the browser's) and theme; None leaves it as it is."""
    if user.pk != by.pk:
        raise Forbidden("not_you", _("Everybody changes their own account."))
    wanted: dict[str, str] = {}
    if name is not None:
        wanted["name"] = given.name(name)
    if language is not None:
        if language and language not in choices.languages():
            raise Invalid("not_a_choice", _("Choose one from the list."), field="language")
        wanted["language"] = language
    if theme is not None:
        if theme not in User.Theme.values:
            raise Invalid("not_a_choice", _("Choose one from the list."), field="theme")
        wanted["theme"] = theme
    changed = {field: value for field, value in wanted.items() if getattr(user, field) != value}
    if changed:
        with transaction.atomic():
            for field, value in changed.items():
                setattr(user, field, value)
            user.save(update_fields=list(changed))
            audit.record("account.changed", by=by, about="user", about_id=user.pk, fields=", ".join(sorted(changed)))
    return user


def may_reset(*, club: Club, player: Player, by: User) -> bool:
    """Return whether :func:`make_reset_key` would make a key for this player's account."""
    try:
        _check_reset(club, player, by)
    except (Conflict, Forbidden):
        return False
    return True


def make_reset_key(*, club: Club, player: Player, by: User) -> tuple[str, str]:
    """Make the two parts of a link that lets a member choose a new password, to be handed over in person.

    Whoever holds the link becomes the member, so it is made only where mail is off, only for an account
    that ranks lower than ``by`` in every club it belongs to, and it leaves an audit line in the club.
    Raises Forbidden or Conflict with the sentence why not.
    """
    user = _check_reset(club, player, by)
    with transaction.atomic():
        audit.record("account.reset_link", by=by, club=club, about="player", about_id=player.pk, player=player.name)
    return reset_key(user)


def reset_key(user: User) -> tuple[str, str]:
    """Return the parts of a password reset link: for :func:`make_reset_key` and the server's own console."""
    return user_pk_to_url_str(user), default_token_generator.make_token(user)


def _check_reset(club: Club, player: Player, by: User) -> User:
    permissions.require(by, club, "members.manage")
    if settings.MAIL_IS_ON:
        raise Conflict("mail_is_on", _("Mail is on: %(player)s can ask for a link alone."), player=player.name)
    membership = selectors.membership_in(club, player)
    if membership is None or membership.left_on is not None:
        raise Forbidden("not_your_player", _("%(player)s is not in this club."), player=player.name)
    user = player.user
    if user is None:
        raise Conflict("no_account", _("%(player)s has no account. Invite them instead."), player=player.name)
    everywhere = all(_ranks_above(by, theirs) for theirs in selectors.memberships_of(user))
    if user.is_staff or user.is_superuser or not everywhere:
        raise Forbidden(
            "outranks",
            _(
                "You can make this link only for somebody who ranks below you in every club they belong to. "
                "Ask whoever runs this site."
            ),
        )
    return user


def _ranks_above(by: User, theirs: Membership) -> bool:
    own = selectors.membership_of(by, theirs.club)
    if own is None or own.role not in permissions.ACTIONS["members.manage"]:
        return False
    return selectors.ROLES.index(Role(own.role)) < selectors.ROLES.index(Role(theirs.role))
