"""Who is in the demo club: names, roles, and how well they play."""

from dataclasses import dataclass

PASSWORD = "fifteen-two"  # noqa: S105 (the sign-in of a demo club is printed at every start)


@dataclass(frozen=True, slots=True)
class Part:
    """One invented person; ``skill`` shifts how often they win, ``email`` "" has no account."""

    name: str
    role: str = "member"
    kind: str = "member"
    acc_number: str = ""
    email: str = ""
    skill: float = 0.0


CAST = (
    Part("Margaret Ellison", "owner", acc_number="MN1121", email="owner@demo.example", skill=0.2),
    Part("Tom Holt", "director", acc_number="MN1204", email="director@demo.example", skill=0.1),
    Part("Ingrid Solberg", "scorekeeper", acc_number="MN1310", email="scorekeeper@demo.example", skill=0.5),
    Part("Wilf Garside", acc_number="MN1377", email="member@demo.example", skill=-0.3),
    Part("Agnieszka Kowalczyk", acc_number="MN1402", skill=0.6),
    Part("Hana Černá", acc_number="MN1415", skill=0.3),
    Part("George Abernathy", skill=-0.2),
    Part("Rafael Núñez", acc_number="MN1433", skill=0.1),
    Part("Karel Růžička", acc_number="MN1450", skill=0.4),
    Part("Niamh Connolly", acc_number="MN1466", skill=0.4),
    Part("Marisol Ibáñez", skill=0.0),
    Part("Doreen Askew", acc_number="MN1488", skill=0.2),
    Part("Jim Cotterill", skill=-0.1),
    Part("Stan Błaszczyk", acc_number="MN1501", skill=-0.4),
    Part("Sam Okafor", kind="guest", skill=-0.1),
    Part("Lena Vogt", kind="visitor", acc_number="WI2209", skill=0.2),
)

OPENING = """\
Agnieszka Kowalczyk, 58, 5, 45, 27, 8-4, 17/8 +131, 1312
Ingrid Solberg, 54, 5, 45, 26, 6-3, 16/7 +92, 2044
Karel Růžička, 42, 5, 45, 24, 5-4, 15/7 +77, 388
Niamh Connolly, 40, 4, 36, 21, 4-2, 14/6 +58, 640
Doreen Askew, 27, 5, 45, 22, 4-4, 14/7 +41, 1977
Hana Černá, 26, 4, 36, 19, 3-2, 13/6 +37, 150
Wilf Garside, 12, 5, 45, 18, 2-5, 12/6 +20, 890
"""
