"""Tests of the response JSON: the same keys in the same order, even without an answer."""

import pytest

from narabot.api import create_app
from narabot.models import PlaceToLook
from narabot.presentation.record_json import FoundRecord, Place
from narabot.presentation.response_json import AskError, AskResponse, WhereResponse
from narabot.settings import Settings
from tests.unit.test_rendering_records import passage, response

KEYS = (
    "id query class answer refused why confidence sentences span records filters names listing"
    " didYouMean trace pipeline_trace"
).split()
RECORD_KEYS = "naId title levelOfDescription dates source score path related_authorities".split()
PLACE_KEYS = "containers referenceUnits accessRestriction onlineCopies evidence".split()


def test_response_and_error_have_the_same_keys() -> None:
    data = AskResponse.of(response(), "q1").to_json()
    assert list(data) == KEYS
    assert list(data["records"][0]) == RECORD_KEYS
    failed = AskError(id=["odd", "\ud800"], query="\ud800", error="why").to_json()
    assert list(failed) == [*KEYS, "error"]
    assert (failed["id"], failed["class"], failed["records"]) == (["odd", "\ud800"], None, [])


def test_place_adds_location_keys_to_a_record() -> None:
    place = PlaceToLook(unit=passage(), score=0.5, evidence=(passage(),))
    (data,) = WhereResponse.of("x", [place]).to_json()["places"]
    assert list(data) == RECORD_KEYS + PLACE_KEYS
    assert data["score"] == 0.5
    assert list(data["evidence"][0]) == [*RECORD_KEYS[:3], "source"]


@pytest.mark.slow
def test_openapi_schemas_have_the_response_keys() -> None:
    schemas = create_app(Settings()).openapi()["components"]["schemas"]
    for shape, keys in ((AskResponse, KEYS), (FoundRecord, RECORD_KEYS), (Place, PLACE_KEYS)):
        data = list(schemas[shape.__name__]["properties"])
        assert [key for key in data if key in keys] == keys
