from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import translation

from clubs.people import audit, audit_words
from clubs.people.models import AuditLine, Membership
from clubs.people.services import members
from tests.factories import Cast


def test_no_line_can_be_changed_or_deleted_not_even_past_the_orm(cast: Cast) -> None:
    line = audit.record("club.changed", by=cast.owner, club=cast.club, fields="name")
    for change in (
        lambda: AuditLine.objects.filter(pk=line.pk).update(action="nothing"),
        lambda: AuditLine.objects.filter(pk=line.pk).delete(),
        lambda: line.delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert AuditLine.objects.get(pk=line.pk).action == "club.changed"


def test_a_line_reads_as_a_sentence(cast: Cast) -> None:
    membership = Membership.objects.get(player=cast.member.player)
    members.set_role(membership=membership, role="scorekeeper", by=cast.owner)
    line = AuditLine.objects.get(action="member.role")
    assert audit_words.sentence(line) == "Wilf Barker: Scorekeeper, was Member."
    assert line.actor_name == "Margaret Ellis"


def test_fields_are_named_in_the_readers_language_not_as_columns(cast: Cast) -> None:
    line = audit.record("player.changed", by=cast.owner, club=cast.club, player="Ada", fields="acc_number, phone")
    assert audit_words.sentence(line) == "Changed of Ada: ACC number, private phone."
    with translation.override("es"):
        assert "acc_number" not in audit_words.sentence(line)


def test_a_day_is_written_out_in_the_readers_language(cast: Cast) -> None:
    line = audit.record("night.planned", by=cast.owner, club=cast.club, name="Club night", date="2026-11-30")
    assert audit_words.sentence(line) == "Planned “Club night” on 30 November 2026."
    with translation.override("es"):
        assert "30 de noviembre de 2026" in audit_words.sentence(line)


def test_an_unknown_code_or_one_without_its_data_is_still_shown(cast: Cast) -> None:
    lines: list[tuple[str, dict[str, Any]]] = [
        ("moon.landed", {}),
        ("member.role", {"player": "Ada"}),
        ("member.role", {"player": 1, "old": [], "new": {}}),
    ]
    for action, data in lines:
        line = audit.record(action, by=None, club=cast.club, **data)
        assert audit_words.sentence(line)


def test_a_room_adds_its_own_words_with_or_without_a_title(cast: Cast) -> None:
    audit_words.register({"test.plain": "%(name)s was done.", "test.titled": ("Done", "%(name)s was done.")})
    line = audit.record("test.plain", by=None, club=cast.club, name="100 % of it")
    assert audit_words.sentence(line) == "100 % of it was done."
    assert audit_words.title("test.plain") == "… was done."
    assert audit_words.title("test.titled") == "Done"
    assert audit_words.title("test.unknown") == "test.unknown"
