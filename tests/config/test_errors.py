"""A refusal becomes a status and a sentence, for people and for programs."""

from __future__ import annotations

import json

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.views import APIView

from clubs.base.errors import ApplicationError, Conflict, Forbidden, Invalid, Missing
from config import api, errors

REFUSALS = [(Missing, 404), (Forbidden, 403), (Conflict, 409), (Invalid, 422), (ApplicationError, 400)]


@pytest.mark.parametrize(("kind", "status"), REFUSALS)
def test_refusal_has_its_status(kind: type[ApplicationError], status: int) -> None:
    assert errors.status_of(kind("code", "Sentence.")) == status


@pytest.mark.parametrize(("kind", "status"), REFUSALS)
def test_api_tells_code_sentence_field_and_data(kind: type[ApplicationError], status: int) -> None:
    refusal = kind("too_late", _("%(name)s has left."), field="player", name="Ann")
    answer = api.answer_error(refusal, {"view": APIView()})
    assert answer is not None
    assert answer.status_code == status
    assert answer.data == {"code": "too_late", "message": "Ann has left.", "field": "player", "data": {"name": "Ann"}}


def test_program_that_asks_for_json_gets_it_from_a_page_too(rf: RequestFactory) -> None:
    request: HttpRequest = rf.get("/", headers={"Accept": "application/json"})
    answer = errors.ApplicationErrorMiddleware(lambda _: None).process_exception(request, Missing("gone", "Gone."))  # type: ignore[arg-type, return-value]
    assert answer is not None
    assert answer.status_code == 404
    assert json.loads(answer.content)["code"] == "gone"


def test_fault_of_ours_is_not_dressed_up_as_a_refusal(rf: RequestFactory) -> None:
    middleware = errors.ApplicationErrorMiddleware(lambda _: None)  # type: ignore[arg-type, return-value]
    assert middleware.process_exception(rf.get("/"), ValueError("a bug")) is None
    assert api.answer_error(ValueError("a bug"), {"view": APIView()}) is None


@pytest.mark.parametrize(
    ("error", "code", "status"),
    [
        (exceptions.ValidationError({"points": ["Too many."]}), "invalid", 422),
        (exceptions.NotAuthenticated(), "not_authenticated", 401),
        (exceptions.PermissionDenied(), "permission_denied", 403),
        (exceptions.NotFound(), "not_found", 404),
        (exceptions.MethodNotAllowed("PUT"), "method_not_allowed", 405),
        (exceptions.Throttled(wait=3), "throttled", 429),
    ],
)
def test_what_the_framework_refuses_has_the_same_shape(error: Exception, code: str, status: int) -> None:
    answer = api.answer_error(error, {"view": APIView()})
    assert answer is not None
    assert answer.status_code == status
    assert set(answer.data) == {"code", "message", "field", "data"}
    assert answer.data["code"] == code
    assert answer.data["message"]


def test_invalid_field_is_named_with_its_first_sentence() -> None:
    error = exceptions.ValidationError({"games": [{"points": ["Too many."]}]})
    answer = api.answer_error(error, {"view": APIView()})
    assert answer is not None
    assert (answer.data["field"], answer.data["message"]) == ("games.points", "Too many.")
