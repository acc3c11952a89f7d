"""Values of other types than the specification says are refused, not read kindly."""

from typing import Any

import pytest
from pydantic import ValidationError

from narabot.api.bodies import AskBody, SearchBody


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
    ],
)
def test_no_value_is_taken_for_one_of_another_type(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        SearchBody.model_validate({"query": "harbors"} | given)


def test_an_id_comes_back_as_it_was_given() -> None:
    assert AskBody.model_validate({"query": "", "id": 1}).id == 1
    assert AskBody.model_validate({"query": "", "id": "1"}).id == "1"
    with pytest.raises(ValidationError):
        AskBody.model_validate({"query": "", "id": True})
