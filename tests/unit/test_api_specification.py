"""Tests that `docs/openapi.json` is up to date."""

import json
from pathlib import Path

import pytest

from narabot.api import create_app
from narabot.settings import Settings

FILE = Path(__file__).resolve().parents[2] / "docs" / "openapi.json"


@pytest.mark.slow
def test_the_specification_in_the_docs_is_that_of_the_api() -> None:
    specification = create_app(Settings()).openapi()
    assert json.loads(FILE.read_text(encoding="utf-8")) == specification, "run `make openapi`"


def test_every_operation_tells_its_problems_and_what_it_does() -> None:
    for path, operations in create_app(Settings()).openapi()["paths"].items():
        assert path.startswith("/api/v1/")
        for operation in operations.values():
            assert operation["summary"]
            assert {"400", "401", "405", "415", "429", "503"} <= set(operation["responses"])
            assert "Retry-After" in operation["responses"]["429"]["headers"]


def test_it_says_how_a_key_is_sent_and_what_each_filter_means() -> None:
    specification = create_app(Settings()).openapi()
    schemas = specification["components"]["schemas"]
    assert specification["components"]["securitySchemes"]["key"]["name"] == "X-API-Key"
    assert {} in specification["security"]
    assert all(one.get("description") for one in schemas["FiltersBody"]["properties"].values())
    assert "fileUnit" in str(schemas["WhereBody"]["properties"]["level"])
    assert "recordGroup" not in str(schemas["WhereBody"]["properties"]["level"])


def test_it_lets_through_no_query_and_no_number_that_is_refused() -> None:
    specification = create_app(Settings()).openapi()
    schemas = specification["components"]["schemas"]
    for body in ("AskBody", "SearchBody", "WhereBody"):
        query = schemas[body]["properties"]["query"]
        assert (query["minLength"], query["pattern"]) == (1, r"^\s*\S")
    assert schemas["NamedRecordBody"]["properties"]["naId"]["type"] == "integer"
    parameters = specification["paths"]["/api/v1/records/{na_id}"]["get"]["parameters"]
    assert {one["schema"]["type"] for one in parameters} == {"integer"}
