"""Requests that schemathesis generates from the API specification never cause a server error."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.types import Receive, Scope, Send

from narabot.api import create_app
from narabot.settings import Settings

FEW, MANY = 12, 1_000


@pytest.fixture
def schema(api_settings: Settings) -> Any:
    app = create_app(api_settings.model_copy(update={"api_per_minute": 10**9}))

    async def at_home(scope: Scope, receive: Receive, send: Send) -> None:
        """Handle every request as if its Host header were localhost."""
        others = [(name, value) for name, value in scope.get("headers", ()) if name != b"host"]
        here = {**scope, "headers": [*others, (b"host", b"localhost")]}
        await app(here if scope["type"] == "http" else scope, receive, send)

    return schemathesis.openapi.from_asgi("/openapi.json", at_home)


NOT_ASKED = [positive_data_acceptance]
"""Skipped checks. An empty question or an unknown naId fits the schema but gets an error."""

UNHURRIED = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def see_cases(schema: Any, most: int) -> None:
    """Send up to `most` valid and `most` invalid cases per operation, and check the responses."""
    for found in schema.get_all_operations():
        operation = found.ok()
        has_input = bool(operation.body) or any(operation.iter_parameters())
        for mode in list(GenerationMode) if has_input else [GenerationMode.POSITIVE]:

            @given(case=operation.as_strategy(generation_mode=mode))
            @settings(
                max_examples=most, deadline=None, database=None, suppress_health_check=UNHURRIED
            )
            def see(case: Any) -> None:
                case.call_and_validate(excluded_checks=NOT_ASKED)

            see()


def test_generated_requests_cause_no_server_error(schema: Any) -> None:
    see_cases(schema, FEW)


@pytest.mark.long
def test_thousands_of_generated_requests_cause_no_server_error(schema: Any) -> None:
    see_cases(schema, MANY)
