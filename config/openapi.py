"""The description of the API: its settings, and what it says of every address alike: how it refuses, in which shape."""

from __future__ import annotations

from typing import Any

SETTINGS: dict[str, Any] = {
    "TITLE": "Cribbage Club",
    "DESCRIPTION": (
        "Read clubs, players, seasons, nights, cards and standings; send cards and games.\n\n"
        "**Who you are.** Reading public clubs needs nothing. For more, send `Authorization: Bearer <token>` (made by "
        "`POST /api/v1/token/`), or use the session of the site. What you may not know of is 404; what you may see "
        "but not do is 403 with the sentence who may.\n\n"
        "**Limits.** 120 requests a minute without an account, 600 with one, 240 of them writing; then 429 with "
        "`Retry-After`.\n\n"
        "**Lists** come in pages of 50 (`page`, `page_size` up to 200). **Refusals** have one shape: `code`, "
        "`message`, `field`, `data`.\n\n"
        "Ids never change and are never given to something else."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": ["rest_framework.authentication.SessionAuthentication"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "list", "persistAuthorization": False},
    # The same whatever language the generating process speaks.
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "TAGS": [
        {"name": "Token", "description": "Who you are, for programs."},
        {"name": "Clubs", "description": "Clubs you may know of."},
        {"name": "Players", "description": "Who belongs to a club."},
        {"name": "Seasons", "description": "Seasons, their tables, and what players brought forward."},
        {"name": "Events", "description": "Nights: who is in, who meets whom, standings, what was published."},
        {"name": "Cards", "description": "The cards of a night, read and entered."},
        {"name": "Games", "description": "The games of a night, read and entered."},
    ],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.openapi.describe_refusals",
    ],
    "ENUM_NAME_OVERRIDES": {
        "StandingsState": "clubs.events.api.standings.STATES",
        "CardState": "games.matches.api.cards.STATES",
        "LineState": "games.matches.api.cards.LINE_STATES",
        "GameStatus": "games.matches.api.games.STATUSES",
        "PairingStatus": "clubs.events.models.Pairing.Status",
        "EventStatus": "clubs.events.models.Event.Status",
        "EventMode": "clubs.events.models.Event.Mode",
        "Record": "clubs.events.models.Event.Record",
        "Presence": "clubs.events.models.Entry.Presence",
        "Awaited": "clubs.events.models.Entry.CardState",
        "Ending": "games.matches.models.Game.Ending",
        "Kind": "clubs.people.models.Membership.Kind",
        "Role": "clubs.people.models.Membership.Role",
        "Names": "clubs.people.models.Club.Names",
    },
}

ERROR = {
    "type": "object",
    "description": "Why a request was refused.",
    "properties": {
        "code": {"type": "string", "description": "Stable; decide by it."},
        "message": {"type": "string", "description": "One sentence for people, in the language asked for."},
        "field": {"type": ["string", "null"], "description": "What it is about; null: the whole request."},
        "data": {
            "type": "object",
            "additionalProperties": True,
            "description": "What the sentence is made of; for `invalid` a list `fields` of field, code and message.",
        },
    },
    "required": ["code", "message", "field", "data"],
    "example": {
        "code": "card_moved_on",
        "message": "Tom Holt has just entered 16/7 +74 for Ada Quince; you typed 15/7 +61. "
        "Enter twice to replace it, or leave it.",
        "field": None,
        "data": {"name": "Ada Quince", "by": "Tom Holt", "old": "16/7 +74", "new": "15/7 +61", "version": 1},
    },
}

REFUSALS = {
    "400": "The body is no JSON.",
    "401": "The token opens nothing, or none was sent.",
    "403": "You may see it, but not do this; the sentence says who may.",
    "404": "There is no such thing, as far as you may know.",
    "406": "You accept no JSON.",
    "409": "Somebody else was there first, or the moment for it has passed.",
    "413": "The body is too large.",
    "415": "The body is not declared as JSON.",
    "422": "It cannot be right; `data.fields` or `field` says what.",
    "429": "Too much at once; `Retry-After` says how many seconds to wait.",
}
ALWAYS = ("401", "406", "429")
READING = ("403", "404", "422")
WRITING = ("400", "403", "404", "409", "413", "415", "422")

LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "required": False,
    "description": "The language of sentences: en or es.",
    "schema": {"type": "string"},
}


def describe_refusals(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add to every address how it may refuse (a post-processing hook of the generator)."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Error"] = ERROR
    components["schemas"] = dict(sorted(components["schemas"].items()))
    components["responses"] = {f"Refused{code}": _response(code) for code in REFUSALS}
    components["parameters"] = {"AcceptLanguage": LANGUAGE}
    for item in result["paths"].values():
        for method, operation in item.items():
            reading = method == "get"
            codes = {*ALWAYS, *(READING if reading else WRITING)}
            for code in sorted(codes):
                operation["responses"].setdefault(code, {"$ref": f"#/components/responses/Refused{code}"})
            for response in operation["responses"].values():
                if response.get("description") == "":
                    response["description"] = "What you asked for."
            operation["responses"] = dict(sorted(operation["responses"].items()))
            operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/AcceptLanguage"})
            for body in operation.get("requestBody", {}).get("content", {}).values():
                name = body["schema"]["$ref"].rpartition("/")[2]
                components["schemas"][name]["additionalProperties"] = False  # see clubs.base.api.Input
            if not reading and "Idempotency-Key" in {one.get("name") for one in operation["parameters"]}:
                _say_replayed(operation)
    return result


def _response(code: str) -> dict[str, Any]:
    said: dict[str, Any] = {
        "description": REFUSALS[code],
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    if code == "429":
        said["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer", "minimum": 1}}}
    return said


def _say_replayed(operation: dict[str, Any]) -> None:
    header = {"description": "true: the stored answer to this key.", "schema": {"type": "string", "enum": ["true"]}}
    for code, response in operation["responses"].items():
        if code.startswith("2"):
            response["headers"] = {"Idempotency-Replayed": header}
