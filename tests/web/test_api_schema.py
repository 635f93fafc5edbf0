"""Whatever is sent to the API, it keeps its description: no fault of ours, no answer that is not described.

The examples are derived from a fixed seed, so that a run can be repeated; the long run tries many more.
"""

from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CheckFunction, load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from clubs.events import selectors
from clubs.events.services import standings
from clubs.honours.lines import BalanceLine
from clubs.honours.services import balances, table
from clubs.people.services import tokens
from games.matches.services import cards, games
from tests.clubs.events import stories
from tests.factories import Cast
from tests.web import api_client
