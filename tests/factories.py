"""A fixed cast of test people, used by every room's tests.

``cast()`` makes two clubs with everybody the permission table knows; the factories make single
things for tests that need more of them. Everybody's password is ``PASSWORD``.
"""

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.hashers import make_password
from factory.declarations import LazyFunction, Sequence, SubFactory
from factory.django import DjangoModelFactory

from clubs.people.models import Club, Membership, Player, User

PASSWORD = "fifteen-two-and-a-pair"

PAPER_NAMES = (
    "Ada Quince",
    "Bert Rowley",
    "Clara Sims",
    "Dolores Tate",
    "Edwin Usher",
    "Frances Vane",
    "George Wick",
    "Hana Růžička",
    "Ivor Yates",
    "Joan Zeller",
)


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User

    name = Sequence(lambda n: f"Person {n}")
    email = Sequence(lambda n: f"person{n}@example.org")
    # A stored hash, not create_user: one hash a user, whatever hasher the settings choose.
    password = LazyFunction(lambda: make_password(PASSWORD))


class ClubFactory(DjangoModelFactory[Club]):
    class Meta:
        model = Club

    name = Sequence(lambda n: f"Club {n}")
    slug = Sequence(lambda n: f"club-{n}")
    timezone = "America/Chicago"


class PlayerFactory(DjangoModelFactory[Player]):
    class Meta:
        model = Player

    name = Sequence(lambda n: f"Player {n}")


class MembershipFactory(DjangoModelFactory[Membership]):
    class Meta:
        model = Membership

    club = SubFactory(ClubFactory)
    player = SubFactory(PlayerFactory)


def user(name: str, **fields: Any) -> User:
    """Make somebody who can sign in; the address is made from the name."""
    fields.setdefault("email", f"{name.lower().replace(' ', '.')}@example.org")
    return UserFactory.create(name=name, **fields)


def player(club: Club | None, name: str, **fields: Any) -> Player:
    """Make a player, in ``club`` unless it is None; ``role``, ``kind`` and ``left_on`` go to the membership."""
    belonging = {key: fields.pop(key) for key in ("role", "kind", "joined_on", "left_on") if key in fields}
    made = PlayerFactory.create(name=name, **fields)
    if club is not None:
        MembershipFactory.create(club=club, player=made, **belonging)
    return made


@dataclass
class Cast:
    """Everybody a test may need; each account is a User, its player is ``user.player``.

    ``club`` is Maple Street Peggers with its owner, director, scorekeeper, member and guest (accounts),
    a visitor and ten paper players; ``other_club`` is Harbour Lights with an owner and a director of its
    own. ``stranger`` has an account and nothing else.
    """

    club: Club
    other_club: Club
    owner: User
    director: User
    scorekeeper: User
    member: User
    guest: User
    stranger: User
    other_owner: User
    other_director: User
    visitor: Player
    paper: list[Player] = field(default_factory=list)

    @property
    def players(self) -> list[Player]:
        """Return the fourteen members of the club: owner, director, scorekeeper, member, then the paper players."""
        accounts = [self.owner, self.director, self.scorekeeper, self.member]
        return [account.player for account in accounts] + self.paper

    def account(self, role: str) -> User | None:
        """Return who plays a role of the permission table; None for anonymous."""
        return None if role == "anonymous" else getattr(self, role)


def cast(**club: Any) -> Cast:
    """Make the two clubs and everybody in them; keyword arguments go to Maple Street Peggers."""
    fields = {"name": "Maple Street Peggers", "slug": "maple-street", "place": "Maple Street Hall", **club}
    maple = ClubFactory.create(**fields)
    harbour = ClubFactory.create(name="Harbour Lights", slug="harbour-lights", timezone="America/Los_Angeles")

    def account(club: Club, name: str, role: str, kind: str = "member", **fields: Any) -> User:
        made = user(name)
        player(club, name, user=made, role=role, kind=kind, **fields)
        return made

    return Cast(
        club=maple,
        other_club=harbour,
        owner=account(maple, "Margaret Ellis", "owner", acc_number="HI296"),
        director=account(maple, "Tom Holt", "director", acc_number="MN1694"),
        scorekeeper=account(maple, "Ingrid Larsen", "scorekeeper"),
        member=account(maple, "Wilf Barker", "member", email="wilf@private.example", phone="555 0121"),
        guest=account(maple, "Priya Shah", "member", kind="guest"),
        stranger=user("Stan Strange"),
        other_owner=account(harbour, "Nora Pike", "owner"),
        other_director=account(harbour, "Oscar Reed", "director"),
        visitor=player(maple, "Vera Moss", kind="visitor", home_club=harbour),
        paper=[player(maple, name) for name in PAPER_NAMES],
    )
