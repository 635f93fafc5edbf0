"""The description of the API: committed, valid, served by ourselves, and readable under our strict content policy."""

import subprocess
import sys
from typing import Any

import pytest
import yaml
from django.test import Client

from tests.architecture.sources import ROOT

SCHEMA = ROOT / "docs" / "openapi.yaml"


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(SCHEMA.read_text())
    return loaded


def operations(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method.upper()} {path}", operation)
        for path, item in schema["paths"].items()
        for method, operation in item.items()
    ]


def test_the_committed_description_is_what_the_code_says(tmp_path: Any) -> None:
    fresh = tmp_path / "openapi.yaml"
    command = [sys.executable, "manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", str(fresh)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert fresh.read_text() == SCHEMA.read_text(), "run `make schema` and commit docs/openapi.yaml"


def test_every_operation_has_a_name_a_place_a_summary_and_its_refusals(schema: dict[str, Any]) -> None:
    tags = {tag["name"] for tag in schema["tags"]}
    names = []
    for name, operation in operations(schema):
        names.append(operation["operationId"])
        assert set(operation["tags"]) <= tags, name
        assert operation["summary"], name
        assert operation["description"], name
        assert {"401", "404", "429"} <= set(operation["responses"]), name
        if "requestBody" in operation:
            assert {"400", "403", "409", "422"} <= set(operation["responses"]), name
            assert all("examples" in body for body in operation["requestBody"]["content"].values()), name
    assert len(names) == len(set(names))


def test_the_description_says_that_unknown_fields_are_refused(schema: dict[str, Any]) -> None:
    sent = {
        body["schema"]["$ref"].rpartition("/")[2]
        for _name, operation in operations(schema)
        for body in operation.get("requestBody", {}).get("content", {}).values()
    }
    assert sent == {"Credentials", "NewCard", "CorrectedCard", "NewGame", "CorrectedGame"}
    assert all(schema["components"]["schemas"][name]["additionalProperties"] is False for name in sent)


def test_the_description_is_served_to_everybody(client: Client, db: None) -> None:
    answer = client.get("/api/v1/schema/?format=json")
    assert answer.status_code == 200
    assert answer.json()["info"]["title"] == "Cribbage Club"


def test_the_page_brings_nothing_inline_and_nothing_from_elsewhere(client: Client, db: None) -> None:
    answer = client.get("/api/docs/")
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "<style" not in text
    assert "http://" not in text
    assert "https://" not in text
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    script = client.get("/api/docs/?script=")
    assert script.status_code == 200
    assert "SwaggerUIBundle" in script.content.decode()


def test_the_page_is_read_and_tried_out_in_a_browser(live_asgi: str, page: Any, schema: dict[str, Any]) -> None:
    said: list[str] = []
    foreign: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: None if _own(request.url, live_asgi) else foreign.append(request.url))
    page.goto(f"{live_asgi}/api/docs/")
    page.locator(".opblock-tag", has_text="Cards").wait_for()
    assert page.locator(".opblock").count() == len(operations(schema))
    block = page.locator("#operations-Clubs-list_clubs")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()
    answer = block.locator(".live-responses-table .response-col_status", has_text="200")
    answer.first.wait_for()
    assert said == []
    assert foreign == []


def _own(url: str, address: str) -> bool:
    return url.startswith((f"{address}/", "data:", "blob:"))
