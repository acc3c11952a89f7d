"""Tests of saving plans as JSON and loading them; invalid JSON is rejected."""

import json
from datetime import date

import pytest

from narabot.errors import InvalidPlanError
from narabot.models import LevelOfDescription, RecordsType
from narabot.plans.algebra import (
    Conditions,
    CreatedBy,
    CreatorRole,
    Descendants,
    Difference,
    Intersection,
    Period,
    Records,
    RecordsById,
    Subset,
    Timing,
    Union,
)
from narabot.plans.plan_json import MAX_PLAN_LENGTH, read_plan, read_record_set, to_json
from narabot.plans.values import (
    Common,
    Compare,
    Count,
    CountBy,
    DaysBetween,
    Facet,
    Field,
    FieldsOf,
    ListOf,
    Measure,
    Neighbor,
    Overview,
    Plan,
    Top,
    Total,
    WithFields,
)
from tests.payloads import PAYLOADS

CONDITIONS = Conditions(
    levels=(LevelOfDescription.SERIES,),
    record_group=26,
    words=(("whale", "whales"),),
    kinds=("telegram",),
    sender="Recife",
    recipient="State",
    file_code="POL 12 BRAZ",
    boxes=("Box 1",),
    periods=(Period(date(1964, 4, 1), None, Timing.STARTING),),
    records_types=(RecordsType.MAPS,),
    least_documents=2,
    most_documents=9,
    is_online=False,
    role=CreatorRole.PREDECESSOR,
)
RECORDS = Records(CONDITIONS)
SETS = (
    RECORDS,
    RecordsById((1, 2)),
    Descendants(RecordsById((1,)), CONDITIONS),
    CreatedBy((3,), CreatorRole.MOST_RECENT),
    Subset(RECORDS, CONDITIONS),
    Intersection(RECORDS, RecordsById((1,))),
    Union(RECORDS, RecordsById((1,))),
    Difference(RECORDS, RecordsById((1,))),
)
PLANS: tuple[Plan, ...] = (
    *(ListOf(one) for one in SETS),
    Count(RECORDS, Facet.SENDER),
    Total(RECORDS),
    CountBy(RECORDS, Facet.RECORD_GROUP),
    Top(RECORDS, Measure.FIRST_DAY, is_lowest=True),
    DaysBetween(RECORDS),
    Compare((RECORDS, RecordsById((1,))), Measure.DAYS),
    Common((RecordsById((1,)), RecordsById((2,)))),
    Neighbor(RecordsById((1,)), is_before=True),
    Overview(RECORDS),
    WithFields(Top(RECORDS, Measure.DOCUMENTS), (Field.BOX, Field.OTHER_SERIES)),
    FieldsOf(RecordsById((1,)), tuple(Field)),
)


@pytest.mark.parametrize("plan", PLANS)
def test_plan_survives_a_json_round_trip(plan: Plan) -> None:
    assert read_plan(to_json(plan)) == plan
    assert hash(read_plan(to_json(plan))) == hash(plan)


def test_record_set_survives_a_json_round_trip() -> None:
    assert [read_record_set(to_json(one)) for one in SETS] == list(SETS)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "truncated"),
        ("[]", "array"),
        ('{"type":"Count"}', "`of`"),
        ('{"type":"Cypher","of":"MATCH (n) DETACH DELETE n"}', "Cypher"),
        ('{"type":"Total","of":{"type":"Count"}}', "Count"),
        ('{"type":"Total","of":{"type":"These","na_ids":["1"]}}', "int"),
        ('{"type":"Total","of":{"type":"These","na_ids":[1]},"also":1}', "also"),
        ('{"type":"CountBy","of":{"type":"These","na_ids":[1]},"facet":"n.title"}', "n.title"),
        ('{"type":"Also","plan":' * 4000, "Invalid plan"),
        ('"' + "x" * MAX_PLAN_LENGTH, "at most"),
        ('{"type":"\ud800"}', "Invalid plan"),
    ],
)
def test_invalid_plan_is_rejected(text: str, fault: str) -> None:
    with pytest.raises(InvalidPlanError, match=fault):
        read_plan(text)


@pytest.mark.parametrize("payload", [one.text for one in PAYLOADS])
def test_hostile_text_is_a_value_or_rejected(payload: str) -> None:
    conditions = {"type": "Conditions", "words": [[payload]], "sender": payload}
    [kept] = [read_record_set(json.dumps({"type": "Records", "conditions": conditions}))]
    assert kept == Records(Conditions(words=((payload,),), sender=payload))
    for place in ("levels", "records_types"):
        bad = {"type": "Records", "conditions": {"type": "Conditions", place: [payload]}}
        with pytest.raises(InvalidPlanError):
            read_record_set(json.dumps(bad))
