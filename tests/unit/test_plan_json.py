"""A plan is written as JSON and read again, and nothing that is no plan is read."""

import json
from datetime import date

import pytest

from narabot.errors import PlanNotReadError
from narabot.models import LevelOfDescription, RecordsType
from narabot.plans.algebra import (
    Below,
    Both,
    Conditions,
    CreatorRole,
    Either,
    MadeBy,
    Meeting,
    Period,
    Records,
    These,
    Timing,
    Without,
)
from narabot.plans.plan_json import LONGEST, read_plan, read_written_set, written
from narabot.plans.values import (
    Also,
    Common,
    Compare,
    Count,
    CountBy,
    DaysBetween,
    Facet,
    Field,
    ListOf,
    Measure,
    Neighbour,
    Overview,
    Plan,
    Tell,
    Top,
    Total,
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
    These((1, 2)),
    Below(These((1,)), CONDITIONS),
    MadeBy((3,), CreatorRole.MOST_RECENT),
    Meeting(RECORDS, CONDITIONS),
    Both(RECORDS, These((1,))),
    Either(RECORDS, These((1,))),
    Without(RECORDS, These((1,))),
)
PLANS: tuple[Plan, ...] = (
    *(ListOf(one) for one in SETS),
    Count(RECORDS, Facet.SENDER),
    Total(RECORDS),
    CountBy(RECORDS, Facet.RECORD_GROUP),
    Top(RECORDS, Measure.FIRST_DAY, is_lowest=True),
    DaysBetween(RECORDS),
    Compare((RECORDS, These((1,))), Measure.DAYS),
    Common((These((1,)), These((2,)))),
    Neighbour(These((1,)), is_before=True),
    Overview(RECORDS),
    Also(Top(RECORDS, Measure.DOCUMENTS), (Field.BOX, Field.OTHER_SERIES)),
    Tell(These((1,)), tuple(Field)),
)


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_is_read_as_it_was_written(plan: Plan) -> None:
    assert read_plan(written(plan)) == plan
    assert hash(read_plan(written(plan))) == hash(plan)


def test_a_set_by_itself_is_read_as_it_was_written() -> None:
    assert [read_written_set(written(one)) for one in SETS] == list(SETS)


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
        ('{"type":"Also","plan":' * 4000, "no plan"),
        ('"' + "x" * LONGEST, "at most"),
        ('{"type":"\ud800"}', "no plan"),
    ],
)
def test_what_is_no_plan_is_told(text: str, fault: str) -> None:
    with pytest.raises(PlanNotReadError, match=fault):
        read_plan(text)


@pytest.mark.parametrize("payload", [one.text for one in PAYLOADS])
def test_a_hostile_text_is_a_value_or_nothing(payload: str) -> None:
    conditions = {"type": "Conditions", "words": [[payload]], "sender": payload}
    [kept] = [read_written_set(json.dumps({"type": "Records", "conditions": conditions}))]
    assert kept == Records(Conditions(words=((payload,),), sender=payload))
    for place in ("levels", "records_types"):
        bad = {"type": "Records", "conditions": {"type": "Conditions", place: [payload]}}
        with pytest.raises(PlanNotReadError):
            read_written_set(json.dumps(bad))
