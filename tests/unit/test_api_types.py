"""Tests that values of the wrong type are rejected, not converted."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from narabot.api.bodies import AskBody, FiltersBody, NaId, SearchBody
from narabot.models.filters import FILTERS


@pytest.mark.parametrize(
    "given",
    [
        {"filters": {"years": {"first": 1900, "last": True}}},
        {"filters": {"years": {"first": "1900"}}},
        {"filters": {"recordGroupNumber": "59"}},
        {"filters": {"isOnline": "yes"}},
        {"filters": {"creator": {"naId": "10"}}},
        {"limit": True},
        {"limit": "5"},
        {"limit": 5.5},
        {"filters": {"creator": {"naId": 10.5}}},
        {"filters": {"creator": {"naId": True}}},
    ],
)
def test_value_of_wrong_type_is_rejected(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        SearchBody.model_validate({"query": "harbors"} | given)


def test_request_id_is_returned_unchanged() -> None:
    assert AskBody.model_validate({"query": "", "id": 1}).id == 1
    assert AskBody.model_validate({"query": "", "id": "1"}).id == "1"
    with pytest.raises(ValidationError):
        AskBody.model_validate({"query": "", "id": True})


def test_json_number_without_fraction_is_an_integer() -> None:
    body = SearchBody.model_validate_json(
        '{"query": "x", "limit": 5.0, "filters": {"creator": {"naId": 10.0}}}'
    )
    assert body.filters.creator is not None
    assert (body.limit, body.filters.creator.na_id) == (5, 10)
    assert repr(AskBody.model_validate({"query": "x", "id": 1.0}).id) == "1"


@pytest.mark.parametrize("written", ["5.0", "5.5", "5_000", "+5", " 5", "1e3", "٥", "", True])
def test_number_in_url_must_be_all_digits(written: str | bool) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(NaId).validate_python(written)
    assert TypeAdapter(NaId).validate_python("299829") == 299829


def test_every_filter_is_accepted_under_its_json_name() -> None:
    sent = {field.alias or name: name for name, field in FiltersBody.model_fields.items()}
    assert sent == {kind.json_name: name for name, kind in FILTERS.items()}
