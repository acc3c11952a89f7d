"""Tests that `docs/openapi.json` is up to date and complete."""

import json
from pathlib import Path

import pytest

from narabot.api import create_app
from narabot.settings import Settings

FILE = Path(__file__).resolve().parents[2] / "docs" / "openapi.json"


@pytest.mark.slow
def test_documented_specification_matches_the_api() -> None:
    specification = create_app(Settings()).openapi()
    assert json.loads(FILE.read_text(encoding="utf-8")) == specification, "run `make openapi`"


def test_every_operation_has_a_summary_and_its_errors() -> None:
    for path, operations in create_app(Settings()).openapi()["paths"].items():
        assert path.startswith("/api/v1/")
        for operation in operations.values():
            assert operation["summary"]
            assert {"400", "401", "405", "415", "429", "503"} <= set(operation["responses"])
            assert "Retry-After" in operation["responses"]["429"]["headers"]


def test_specification_documents_api_key_and_filters() -> None:
    specification = create_app(Settings()).openapi()
    schemas = specification["components"]["schemas"]
    assert specification["components"]["securitySchemes"]["key"]["name"] == "X-API-Key"
    assert {} in specification["security"]
    assert all(one.get("description") for one in schemas["FiltersBody"]["properties"].values())
    assert "fileUnit" in str(schemas["WhereBody"]["properties"]["level"])
    assert "recordGroup" not in str(schemas["WhereBody"]["properties"]["level"])


def test_specification_excludes_invalid_queries_and_numbers() -> None:
    specification = create_app(Settings()).openapi()
    schemas = specification["components"]["schemas"]
    for body in ("AskBody", "SearchBody", "WhereBody"):
        query = schemas[body]["properties"]["query"]
        assert (query["minLength"], query["pattern"]) == (1, r"^\s*\S")
    assert schemas["NamedRecordBody"]["properties"]["naId"]["type"] == "integer"
    parameters = specification["paths"]["/api/v1/records/{na_id}"]["get"]["parameters"]
    assert {one["schema"]["type"] for one in parameters} == {"integer"}
