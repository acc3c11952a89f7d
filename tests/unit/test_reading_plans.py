"""Requests read into plans, and what plans come to, on a handful of invented records."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

import pytest

from narabot.models import LevelOfDescription
from narabot.plans.algebra import (
    Below,
    Both,
    Conditions,
    CreatorRole,
    MadeBy,
    Period,
    Records,
    RecordSet,
    These,
    Timing,
    Without,
)
from narabot.plans.conditions import meets
from narabot.plans.facts import Named, RecordFacts
from narabot.plans.mentions import (
    Mention,
    MentionKind,
    TitledRecord,
    chosen_among,
    marked,
    mentions_in,
)
from narabot.plans.outcomes import Outcome
from narabot.plans.reading import read_plans
from narabot.plans.relating import evaluate
from narabot.plans.sources import Maker, Sets, phrase, title_query
from narabot.plans.telling import told
from narabot.plans.values import (
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
from narabot.plans.wording import Telling

ITEM, FOLDER, SERIES = (
    LevelOfDescription.ITEM,
    LevelOfDescription.FILE_UNIT,
    LevelOfDescription.SERIES,
)
LIGHTS = Named(71, "Lighthouse Board", "Most Recent")
PILOTS = Named(72, "Pilot Office", "Predecessor")

GROUP = RecordFacts(1, "Records of the Lighthouse Board", LevelOfDescription.RECORD_GROUP)
KEEPERS = RecordFacts(
    2, "Keepers' Letters", SERIES, creators=(LIGHTS, PILOTS), above=(1,), record_group=26
)
LOGS = RecordFacts(3, "Harbor Logs", SERIES, creators=(LIGHTS,), above=(1,), record_group=26)


def folder(na_id: int, code: str, day: date, documents: int, box: str) -> RecordFacts:
    return RecordFacts(
        na_id,
        f"{code} {day:%m/%d/%Y}",
        FOLDER,
        first_day=day,
        document_count=documents,
        boxes=(box,),
        file_code=code,
        above=(1, 2),
        record_group=26,
    )


def letter(na_id: int, sender: str, about: str, day: date, above: tuple[int, ...]) -> RecordFacts:
    title = f"Letter from {sender} to State Concerning {about}: {day:%m/%d/%Y}"
    return RecordFacts(
        na_id,
        title,
        ITEM,
        first_day=day,
        last_day=day,
        kind="Letter",
        sender=sender,
        recipient="State",
        above=above,
        record_group=26,
    )


EARLY = folder(11, "DEF 2 CAN", date(1964, 1, 1), 3, "Box 7")
LATE = folder(12, "DEF 2 CAN", date(1964, 5, 1), 9, "Box 7")
OTHER = folder(13, "DEF 6 CAN", date(1965, 1, 1), 1, "Box 8")
STORM = letter(21, "Halifax", "the Storm and the Whale", date(1964, 1, 9), (1, 2, 11))
WHALE = letter(22, "Ottawa", "a Whale", date(1964, 1, 20), (1, 2, 11))
DUES = letter(23, "Halifax", "Harbor Dues", date(1964, 6, 2), (1, 2, 12))
ALL = {one.na_id: one for one in (GROUP, KEEPERS, LOGS, EARLY, LATE, OTHER, STORM, WHALE, DUES)}


def read(wanted: RecordSet) -> tuple[RecordFacts, ...]:
    """Return a set of the invented records, as the graph would give it."""
    match wanted:
        case These(na_ids=na_ids):
            return tuple(ALL[na_id] for na_id in na_ids)
        case Records(conditions=conditions):
            return kept(ALL.values(), conditions)
        case Below(of=of, conditions=conditions):
            above = {one.na_id for one in read(of)}
            return kept((one for one in ALL.values() if above & set(one.above)), conditions)
        case MadeBy(na_ids=na_ids, role=role, conditions=conditions):
            return kept((one for one in ALL.values() if one.made_by(na_ids, role)), conditions)
        case Without(one=one, other=other):
            return tuple(found for found in read(one) if found not in read(other))
        case Both(one=one, other=other):
            return tuple(found for found in read(one) if found in read(other))
        case _:
            raise AssertionError(wanted)


def kept(found: Iterable[RecordFacts], conditions: Conditions) -> tuple[RecordFacts, ...]:
    return tuple(one for one in found if meets(one, conditions))


SETS = Sets(
    read, lambda na_ids: tuple(Maker(71, "Lighthouse Board", "1852", "1910") for _ in na_ids)
)


def plan_of(request: str, *creators: tuple[str, int]) -> Plan | None:
    titled = [TitledRecord(one.na_id, one.title, one.level) for one in ALL.values()]
    makers = [
        Mention(
            MentionKind.CREATOR,
            request.index(name),
            request.index(name) + len(name),
            (na_id,),
            (name,),
        )
        for name, na_id in creators
    ]
    mentions = chosen_among(request, [*mentions_in(request, titled), *makers])
    return next(iter(read_plans(marked(request, mentions))), None)


def outcome_of(request: str, *creators: tuple[str, int]) -> Outcome:
    plan = plan_of(request, *creators)
    assert plan is not None
    return evaluate(plan, SETS)


@pytest.mark.parametrize(
    ("request_", "amount"),
    [
        ("How many letters are in the folder DEF 2 CAN 01/01/1964?", 2),
        ("How many documents have the word whale in their titles?", 2),
        ("number of DEF 2 CAN folders", 2),
        ("How many DEF 2 CAN folders were opened before 1 March 1964?", 1),
        ("How many folders in Box 7 hold more than 5 documents?", 1),
        ("Сколько документов имеют в заголовке слово Whale?", 2),
        ("How many letters from Halifax are dated January 1964?", 1),
    ],
)
def test_what_is_counted(request_: str, amount: int) -> None:
    assert outcome_of(request_).amount == amount


def test_folders_of_a_box_are_summed() -> None:
    plan = plan_of("Adding up every folder in Box 7, how many documents are there?")
    assert isinstance(plan, Total)
    assert evaluate(plan, SETS).amount == 12


def test_series_by_one_and_not_by_another() -> None:
    found = outcome_of(
        "List the series of the Lighthouse Board that did not come to it from the Pilot Office.",
        ("Lighthouse Board", 71),
        ("Pilot Office", 72),
    )
    assert isinstance(found.plan, ListOf)
    assert [one.na_id for one in found.records] == [LOGS.na_id]


def test_the_role_of_a_creator_counts() -> None:
    plan = plan_of("Which series have the Pilot Office as a predecessor?", ("Pilot Office", 72))
    assert isinstance(plan, ListOf)
    assert isinstance(plan.of, MadeBy)
    assert plan.of.role is CreatorRole.PREDECESSOR


@pytest.mark.parametrize(
    ("request_", "na_id"),
    [
        ("Which of the folders in Box 7 is the thickest, counted in documents?", 12),
        ("What is the smallest folder in Box 7?", 11),
        ("What is the earliest document with whale in its title?", 21),
        ("Which DEF 2 CAN folder was in use on 20 April 1964?", 11),
    ],
)
def test_what_comes_first_or_has_most(request_: str, na_id: int) -> None:
    found = outcome_of(request_)
    assert isinstance(found.plan, Top)
    assert [one.na_id for one in found.records] == [na_id]


def test_boxes_are_compared_by_their_documents() -> None:
    found = outcome_of("Which has more documents, Box 7 or Box 8, and by how many?")
    assert isinstance(found.plan, Compare)
    said = told(found, Telling("en", 9, {}))
    assert said is not None
    assert said.startswith("fileUnit, Box 7: 12, against fileUnit, Box 8: 1")
    assert "difference is 11" in said


def test_what_two_records_share() -> None:
    found = outcome_of("What do the Keepers' Letters and the Harbor Logs have in common?")
    assert isinstance(found.plan, Common)
    assert found.shared is not None
    assert [one.heading for one in found.shared.creators] == ["Lighthouse Board"]
    assert [one.na_id for one in found.shared.above] == [1]


@pytest.mark.parametrize(
    ("request_", "na_id"),
    [
        ("What folder follows DEF 2 CAN 01/01/1964?", 12),
        ("Which folder comes before DEF 2 CAN 05/01/1964?", 11),
    ],
)
def test_what_comes_next_in_a_run(request_: str, na_id: int) -> None:
    found = outcome_of(request_)
    assert isinstance(found.plan, Neighbour)
    assert found.records[0].na_id == na_id


def test_the_last_of_a_run_has_no_next() -> None:
    found = outcome_of("What folder follows DEF 2 CAN 05/01/1964?")
    assert found.amount == 0
    assert told(found, Telling("en", 9, {})) is None


def test_fields_are_those_of_what_is_above() -> None:
    whale = Tell(These((22,)), (Field.BOX, Field.FOLDER, Field.PREDECESSOR, Field.ESTABLISHED))
    values = {one.field: one.values for one in evaluate(whale, SETS).told}
    assert values[Field.BOX] == ("Box 7",)
    assert values[Field.FOLDER] == (EARLY.title,)
    assert values[Field.PREDECESSOR] == ("Pilot Office",)
    assert values[Field.ESTABLISHED] == ("1852",)


def test_a_field_that_is_not_stated_is_not_told() -> None:
    found = evaluate(Tell(These((3,)), (Field.PREDECESSOR,)), SETS)
    assert found.told[0].values == ()
    assert told(found, Telling("en", 9, {})) is None


def test_days_between_the_first_and_the_last() -> None:
    plan = DaysBetween(Below(These((11,))))
    assert evaluate(plan, SETS).amount == 11


def test_an_overview_is_computed() -> None:
    plan = plan_of("Give me an overview of the folder DEF 2 CAN 01/01/1964.")
    assert isinstance(plan, Overview)
    said = told(evaluate(plan, SETS), Telling("en", 9, {11: EARLY.title}))
    assert said is not None
    assert "2 descriptions" in said
    assert "Whale 2" in said
    assert "January 9, 1964 to January 20, 1964" in said


def test_groups_are_counted() -> None:
    plan = CountBy(Below(These((2,)), Conditions(levels=(ITEM,))), Facet.SENDER)
    groups = evaluate(plan, SETS).groups
    assert [(one.value, one.amount) for one in groups] == [("Halifax", 2), ("Ottawa", 1)]


@pytest.mark.parametrize(
    "request_",
    [
        "Who painted the lighthouse?",
        "What did the keeper write about the whale?",
        "Tell me about storms in Halifax",
        "Show me letters about whales",
        "",
        "?!",
        "how many",
    ],
)
def test_what_is_not_computed_has_no_plan(request_: str) -> None:
    plan = plan_of(request_)
    assert plan is None or told(evaluate(plan, SETS), Telling("en", 9, {})) is None


def test_an_undated_record_lies_in_no_period() -> None:
    undated = replace(EARLY, first_day=None)
    assert not meets(undated, Conditions(periods=(Period(date(1900, 1, 1), None),)))
    within = Conditions(periods=(Period(date(1964, 1, 1), date(1964, 1, 1), Timing.WITHIN),))
    assert meets(EARLY, within)


@pytest.mark.parametrize("word", ['a" OR *:*', "x)^9 AND (y", "title:z~", "\\", "O'Brien's"])
def test_no_sign_of_a_word_reaches_lucene(word: str) -> None:
    inner = phrase(word)[1:-1]
    assert all(sign.isalnum() or sign == " " for sign in inner)
    assert title_query([(word,)]).count('"') % 4 == 0


def test_the_measure_of_a_comparison() -> None:
    plan = Compare((These((11,)), These((12,))), Measure.FIRST_DAY, is_lowest=True)
    said = told(evaluate(plan, SETS), Telling("ru", 9, {}))
    assert said is not None
    assert said.startswith(f"“{EARLY.title}” раньше")


def test_a_count_of_nothing_is_not_told() -> None:
    plan = Count(Records(Conditions(words=(("unicorn",),))))
    assert told(evaluate(plan, SETS), Telling("en", 9, {})) is None
