"""Tests of plans built from intents and slots, and of their results on a few invented records."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

import pytest

from narabot.models import LevelOfDescription
from narabot.models.intents import Slot, SlotKind, named_intent
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
    RecordSet,
    Subset,
    Timing,
    Union,
    with_descendants,
)
from narabot.plans.conditions import meets
from narabot.plans.evaluation import evaluate, groups_of
from narabot.plans.facts import NamedAuthority, RecordFacts, values_of
from narabot.plans.mentions import (
    Mention,
    MentionKind,
    TitledRecord,
    find_mentions,
    without_overlaps,
)
from narabot.plans.outcomes import Outcome
from narabot.plans.phrasing import Phrasing
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, build_plan_request
from narabot.plans.planner import build_plan
from narabot.plans.record_fields import field_values
from narabot.plans.relation_sentences import separate_containers
from narabot.plans.relations import paths_to_shared_ancestor
from narabot.plans.sentences import outcome_sentence
from narabot.plans.set_phrases import period_phrase, set_phrase
from narabot.plans.sources import CreatorDates, Sets, title_word_groups
from narabot.plans.title_queries import lucene_phrase, title_query
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
from training.requests import parse_marks

ITEM, FOLDER, SERIES = (
    LevelOfDescription.ITEM,
    LevelOfDescription.FILE_UNIT,
    LevelOfDescription.SERIES,
)
LIGHTS = NamedAuthority(71, "Lighthouse Board", "Most Recent")
PILOTS = NamedAuthority(72, "Pilot Office", "Predecessor")

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
        digital_objects=10 - documents,
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
        subject=about,
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
    """Return a set of the invented records, as the graph would return it."""
    match wanted:
        case RecordsById(na_ids=na_ids):
            found = [ALL[na_id] for na_id in na_ids]
        case Records(conditions=conditions):
            found = kept(ALL.values(), conditions)
        case Descendants(of=of, conditions=conditions):
            above = {one.na_id for one in read(of)}
            found = kept((one for one in ALL.values() if above & set(one.above)), conditions)
        case CreatedBy(na_ids=na_ids, role=role, conditions=conditions):
            found = kept((one for one in ALL.values() if one.made_by(na_ids, role)), conditions)
        case Subset(of=of, conditions=conditions):
            found = kept(read(of), conditions)
        case Intersection(one=one, other=other):
            found = [record for record in read(one) if record in read(other)]
        case Union(one=one, other=other):
            found = list({record.na_id: record for record in (*read(one), *read(other))}.values())
        case Difference(one=one, other=other):
            found = [record for record in read(one) if record not in read(other)]
        case _:
            raise AssertionError(wanted)
    return tuple(found)


def kept(found: Iterable[RecordFacts], conditions: Conditions) -> list[RecordFacts]:
    return [one for one in found if meets(one, conditions)]


SETS = Sets(
    read,
    lambda na_ids: tuple(CreatorDates(71, "Lighthouse Board", "1852", "1910") for _ in na_ids),
    lambda words: tuple(len(ALL) if word == "Concerning" else 1 for word in words),
)


CREATORS = {"the Lighthouse Board": 71, "the Pilot Office": 72}


def mention_of(slot: Slot, said: str) -> Mention | None:
    """Return the mention in a slot, as the graph would find it."""
    if slot.kind is SlotKind.CREATOR:
        return Mention(MentionKind.CREATOR, slot.start, slot.end, (CREATORS[said],), (said,))
    titled = [TitledRecord(one.na_id, one.title, one.level) for one in ALL.values()]
    found = without_overlaps(said, find_mentions(said, titled))
    return max(found, key=lambda one: one.kind is MentionKind.RECORD, default=None)


def plan_of(intent: str, marked: str) -> Plan:
    text, slots = parse_marks(marked)
    names = {SlotKind.RECORD, SlotKind.CONTAINER, SlotKind.CREATOR}
    known = {
        slot: mention
        for slot in slots
        if slot.kind in names and (mention := mention_of(slot, text[slot.start : slot.end]))
    }
    return build_plan(build_plan_request(text, named_intent(intent, 1.0, slots), known))


def outcome_of(intent: str, marked: str) -> Outcome:
    return evaluate(plan_of(intent, marked), SETS)


@pytest.mark.parametrize(
    ("marked", "amount"),
    [
        ("How many [[KIND|letters]] are in [[IN|the folder DEF 2 CAN 01/01/1964]]?", 2),
        ("How many [[LEVEL|documents]] have the word [[T|whale]] in their titles?", 2),
        ("number of [[IN|DEF 2 CAN]] [[LEVEL|folders]]", 2),
        ("Number of [[IN|def 2 can]] [[LEVEL|folders]] opened [[WHEN|before 1 March 1964]]", 1),
        ("How many [[LEVEL|folders]] in [[IN|Box 7]] hold [[NUM|more than 5 documents]]?", 1),
        ("How many [[LEVEL|folders]] hold [[NUM|exactly one document]]?", 1),
        ("Сколько [[LEVEL|документов]] имеют в заголовке слово [[T|Whale]]?", 2),
        ("[[KIND|letters]] from [[FROM|the post at Halifax]] in [[WHEN|January 1964]], count", 1),
        ("How many [[KIND|letters]] to [[TO|Washington]] name [[T|dues]] or a [[T|whale]]?", 3),
        ("How many [[KIND|letters]] are there, but for those of [[FROM!|Ottawa]]?", 2),
        ("[[KIND|letters]] not of [[WHEN!|January 1964]], how many", 1),
        ("[[LEVEL|documents]] to [[TO|Washington]], no [[T!|whales]], how many", 1),
        ("[[IN|DEF 2 CAN]] [[LEVEL|folders]] with [[NUM|no more than a hundred papers]]", 2),
        ("[[LEVEL|folders]] with [[NUM|between 2 and 5 papers]]", 1),
        ("[[LEVEL|folders]] of [[NUM|less than nine documents]]", 2),
        ("[[LEVEL|folders]] of [[NUM|не меньше 9 документов]]", 1),
        ("How many [[LEVEL|documents]] are in [[IN|box 7]]?", 12),
        ("How many [[LEVEL|series]] in [[IN|RG 26]] are by [[BY|the Pilot Office]]?", 1),
    ],
)
def test_what_is_counted(marked: str, amount: int) -> None:
    assert outcome_of("count", marked).amount == amount


def test_folders_of_a_box_are_summed() -> None:
    plan = plan_of("total", "Every folder in [[IN|Box 7]], how many [[LEVEL|documents]] in all?")
    assert isinstance(plan, Total)
    assert evaluate(plan, SETS).amount == 12


def test_different_values_are_counted_and_grouped() -> None:
    marked = "[[KIND|letters]] of [[IN|Keepers' Letters]] by [[FACET|post]]"
    assert outcome_of("count", marked).amount == 2
    groups = outcome_of("group", marked).groups
    assert [(one.value, one.amount) for one in groups] == [("Halifax", 2), ("Ottawa", 1)]


def test_groups_by_time_are_told_in_its_order() -> None:
    found = outcome_of("group", "[[KIND|letters]] to [[TO|Washington]] by [[FACET|month]]")
    said = outcome_sentence(found, Phrasing("en", 9, {}))
    assert said == "Letters to State, by month: January 1964: 2; June 1964: 1."


def test_series_by_one_and_not_by_another() -> None:
    found = outcome_of(
        "list",
        "[[LEVEL|series]] of [[BY|the Lighthouse Board]] that [[BY!|the Pilot Office]] never had",
    )
    assert isinstance(found.plan, ListOf)
    assert [one.na_id for one in found.records] == [LOGS.na_id]


def test_the_role_of_a_creator_counts() -> None:
    marked = "[[LEVEL|series]] with [[BY|the Pilot Office]] as [[ROLE:former|a predecessor]]"
    plan = plan_of("list", marked)
    assert isinstance(plan, ListOf)
    assert isinstance(plan.of, CreatedBy)
    assert plan.of.role is CreatorRole.PREDECESSOR


@pytest.mark.parametrize(
    ("intent", "marked", "na_id"),
    [
        ("top documents most", "Which [[LEVEL|folder]] in [[IN|Box 7]] is the thickest?", 12),
        ("top documents least", "The smallest [[LEVEL|file]] in [[IN|Box 7]]?", 11),
        ("top documents most", "The largest [[LEVEL|folder]] of all?", 12),
        ("top earliest", "the first [[LEVEL|document]] that names [[T|whales]]", 21),
        ("top latest", "the last [[KIND|letter]] from [[FROM|Halifax]]", 23),
        ("open", "Which [[IN|DEF 2 CAN]] folder was in use [[WHEN|on 20 April 1964]]?", 11),
    ],
)
def test_what_comes_first_or_has_most(intent: str, marked: str, na_id: int) -> None:
    found = outcome_of(intent, marked)
    assert isinstance(found.plan, Top)
    assert [one.na_id for one in found.records] == [na_id]


def test_the_record_with_most_digital_objects_is_found() -> None:
    asked_for = "Which [[LEVEL|folder]] has far more [[ONLINE|digital objects]] than any other?"
    found = outcome_of("top documents most", asked_for)
    assert (
        outcome_sentence(found, Phrasing("en", 9, {}))
        == f"“{OTHER.title}” has the most digital objects: 9."
    )


def test_records_are_grouped_by_what_they_state_of_themselves() -> None:
    subjects = (
        NamedAuthority(91, "Canada", "geographicPlaceName"),
        NamedAuthority(92, "Whales", "topicalSubject"),
    )
    one = replace(
        EARLY,
        subjects=subjects,
        access="Unrestricted",
        is_online=True,
        holding_units=("Harbor Reading Room",),
    )
    facets = (Facet.PLACE, Facet.SUBJECT, Facet.ACCESS, Facet.ONLINE, Facet.HOLDING_UNIT)
    assert [values_of(one, facet) for facet in facets] == [
        ("Canada",),
        ("Canada", "Whales"),
        ("Unrestricted",),
        ("online",),
        ("Harbor Reading Room",),
    ]
    assert Phrasing("ru", 9, {}).value("not online", Facet.ONLINE) == "не онлайн"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (
            with_descendants(Records(Conditions(levels=(FOLDER,), boxes=("Box 7",)))),
            "file units in Box 7 and everything in them",
        ),
        (
            Records(Conditions(levels=(FOLDER,), least_documents=50, most_documents=100)),
            "file units with 50 to 100 documents",
        ),
        (
            Records(Conditions(levels=(FOLDER,), least_documents=1)),
            "file units with at least 1 document",
        ),
    ],
)
def test_a_set_is_said_plainly(wanted: RecordSet, said: str) -> None:
    assert set_phrase(wanted, Phrasing("en", 9, {})) == said


def test_posts_that_differ_in_diacritics_alone_are_one() -> None:
    senders = ("São Paulo", "Sao Paulo", "São Paulo", "Lima")
    found = [replace(WHALE, na_id=place, sender=one) for place, one in enumerate(senders)]
    groups = groups_of(found, Facet.SENDER, Measure.RECORDS)
    assert [(one.value, one.amount) for one in groups] == [("São Paulo", 3), ("Lima", 1)]


def test_who_sent_most_is_a_sender() -> None:
    found = outcome_of("top records most", "Who sent the most [[KIND|letters]]?")
    assert outcome_sentence(found, Phrasing("en", 9, {})) == "Halifax has the most records: 2."
    plan = plan_of("top records most", "Кто создал больше всего [[LEVEL|серий]]?")
    assert isinstance(plan, Top)
    assert plan.facet is Facet.CREATOR


def test_what_a_grouping_leaves_out_is_told() -> None:
    plan = CountBy(Records(Conditions()), Facet.SENDER)
    said = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {}))
    assert said == "Records, by sender: Halifax: 2; Ottawa: 1. No value: 6 records."


def test_none_of_records_that_are_known_is_an_answer() -> None:
    letters = Records(Conditions(levels=(ITEM,)))
    plan = Count(Subset(letters, Conditions(is_online=True)))
    said = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {}))
    assert said is not None
    assert said.startswith("0 records online, among these: items")


def test_the_group_with_most_is_found() -> None:
    found = outcome_of("top records most", "Which [[FACET|post]] sent most [[KIND|letters]]?")
    assert [(one.value, one.amount) for one in found.groups] == [("Halifax", 2)]


def test_fields_that_are_asked_for_beside_are_told() -> None:
    found = outcome_of(
        "top documents most", "[[ASK:box|Which box]] is the thickest [[LEVEL|folder]] in?"
    )
    assert isinstance(found.plan, WithFields)
    said = outcome_sentence(found, Phrasing("en", 9, {}))
    assert said is not None
    assert "Box 7" in said


def test_boxes_are_compared_by_their_documents() -> None:
    found = outcome_of(
        "compare documents most", "Which has more documents, [[IN|Box 7]] or [[IN|Box 8]]?"
    )
    assert isinstance(found.plan, Compare)
    said = outcome_sentence(found, Phrasing("en", 9, {}))
    assert said is not None
    assert said.startswith("File units in Box 7: 12 documents; file units in Box 8: 1 document")
    assert "difference is 11" in said


@pytest.mark.parametrize(
    ("marked", "amounts"),
    [
        ("[[T|whale]] or [[T|dues]], which is in more titles?", [2, 1]),
        ("Did [[FROM|Halifax]] send more [[KIND|letters]] than [[FROM|Ottawa]]?", [2, 1]),
        ("More [[KIND|letters]] [[WHEN|in January]] or [[WHEN|in June 1964]]?", [2, 1]),
        ("[[IN|Box 7]] against [[IN|Box 8]], in [[LEVEL|folders]]", [2, 1]),
    ],
)
def test_sides_are_compared_by_their_number(marked: str, amounts: list[int]) -> None:
    found = outcome_of("compare records most", marked)
    assert [amount for _, amount in found.compared] == amounts


def test_the_later_of_two_is_told_first() -> None:
    found = outcome_of(
        "compare later", f"Which is younger, [[REC|{EARLY.title}]] or [[REC|{LATE.title}]]?"
    )
    said = outcome_sentence(found, Phrasing("en", 9, {}))
    assert said is not None
    assert said.startswith(f"“{LATE.title}”: May 1, 1964; “{EARLY.title}”: January 1, 1964; 121")


def test_a_named_folder_is_summed_and_the_box_of_the_first_told() -> None:
    assert outcome_of("total", f"papers in [[REC|{EARLY.title}]], in all").amount == 3
    found = outcome_of("top earliest", "which [[FACET|box]] has the oldest [[LEVEL|folder]]?")
    said = outcome_sentence(found, Phrasing("en", 9, {}))
    assert said is not None
    assert said.endswith("Box: Box 7.")


def test_what_two_records_share() -> None:
    found = outcome_of(
        "common", "What do [[REC|the Keepers' Letters]] and [[IN|the Harbor Logs]] share?"
    )
    assert isinstance(found.plan, Common)
    assert found.shared is not None
    assert [one.heading for one in found.shared.creators] == ["Lighthouse Board"]
    assert [one.na_id for one in found.shared.above] == [1]


@pytest.mark.parametrize(
    ("intent", "marked", "na_id"),
    [
        ("next after", "What folder follows [[REC|DEF 2 CAN 01/01/1964]]?", 12),
        ("next before", "Which folder comes before [[REC|DEF 2 CAN 05/01/1964]]?", 11),
        ("next after", f"The folder after that with [[REC|{WHALE.title}]]?", 12),
    ],
)
def test_what_comes_next_in_a_run(intent: str, marked: str, na_id: int) -> None:
    found = outcome_of(intent, marked)
    assert isinstance(found.plan, Neighbor)
    assert found.records[0].na_id == na_id


def test_the_last_of_a_run_has_no_next() -> None:
    found = outcome_of("next after", "What follows [[REC|DEF 2 CAN 05/01/1964]]?")
    assert found.amount == 0
    assert outcome_sentence(found, Phrasing("en", 9, {})) is None


def test_fields_are_those_of_what_is_above() -> None:
    whale = FieldsOf(
        RecordsById((22,)), (Field.BOX, Field.FOLDER, Field.PREDECESSOR, Field.ESTABLISHED)
    )
    values = {one.field: one.values for one in evaluate(whale, SETS).fields}
    assert values[Field.BOX] == ("Box 7",)
    assert values[Field.FOLDER] == (EARLY.title,)
    assert values[Field.PREDECESSOR] == ("Pilot Office",)
    assert values[Field.ESTABLISHED] == ("1852",)


def test_a_field_that_is_not_stated_is_not_told() -> None:
    found = evaluate(FieldsOf(RecordsById((3,)), (Field.PREDECESSOR,)), SETS)
    assert found.fields[0].values == ()
    assert outcome_sentence(found, Phrasing("en", 9, {})) is None


def test_days_between_the_first_and_the_last() -> None:
    plan = DaysBetween(Descendants(RecordsById((11,))))
    assert evaluate(plan, SETS).amount == 11


def test_an_overview_is_computed() -> None:
    plan = plan_of("overview", "What is in [[IN|the folder DEF 2 CAN 01/01/1964]]?")
    assert isinstance(plan, Overview)
    said = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {11: EARLY.title}))
    assert said is not None
    assert ": 2 loaded (" in said
    assert "Whale (2)" in said
    assert "January 9, 1964 to January 20, 1964" in said


def test_groups_are_counted() -> None:
    plan = CountBy(Descendants(RecordsById((2,)), Conditions(levels=(ITEM,))), Facet.SENDER)
    groups = evaluate(plan, SETS).groups
    assert [(one.value, one.amount) for one in groups] == [("Halifax", 2), ("Ottawa", 1)]


@pytest.mark.parametrize(
    ("intent", "marked"),
    [
        ("count", "How many are there?"),
        ("count", "How many [[LEVEL|folders]] of [[IN|the Whaling Papers]]?"),
        ("count", "[[KIND|letters]] of [[WHEN|the day after the storm]]"),
        ("group", "[[KIND|letters]] by [[FACET|mood]]"),
        ("compare documents most", "Is [[IN|Box 7]] the fuller one?"),
        ("common", "What does [[REC|the Harbor Logs]] share?"),
        ("tell", "[[ASK:box|Which box]]?"),
        ("count", "[[KIND|letters]] from [[FROM|Halifax]] to [[FROM|Ottawa]]"),
        ("list", "Is [[IN|Box 7]] [[ONLINE|digitized]]?"),
        ("count", "What share of [[KIND|letters]] came from [[FROM|Halifax]]?"),
        ("count", "How many [[KIND|letters]] from [[FROM|Halifax]] to Ottawa?"),
        ("top documents most", "Which 3 [[LEVEL|folders]] are the largest?"),
        ("count", "[[KIND|letters]] from [[FROM|Halifax]] or [[FROM|Ottawa]]"),
        ("count", "[[KIND|letters]] not of [[WHEN!|the day of the storm]]"),
        ("top earliest", "which [[FACET|post]] sent the first [[KIND|letter]]?"),
        ("top days most", "which [[FACET|box]] spans most time of [[IN|DEF 2 CAN]]?"),
        (
            "compare records most",
            "[[FROM|Halifax]], [[FROM|Ottawa]], [[FROM|Bonn]]: who wrote most?",
        ),
        ("open", "Which [[IN|DEF 2 CAN]] folder was open?"),
        ("list", "folders with [[NUM|many documents]]"),
        ("count", "[[KIND|letters]] of [[WHEN|early 1964]]"),
        ("count", "[[KIND|letters]] of [[WHEN|February 30, 1964]]"),
        ("count", "How many [[KIND|letters]] have no date?"),
        ("count", "How many unrestricted [[LEVEL|folders]] are in [[IN|Box 7]]?"),
        ("top documents most", "What is the second largest [[LEVEL|folder]]?"),
        ("count", "[[KIND|letters]] of [[WHEN|1961 and 1964]]"),
    ],
)
def test_what_is_not_understood_has_no_plan(intent: str, marked: str) -> None:
    with pytest.raises(NotUnderstoodError):
        plan_of(intent, marked)


def test_what_is_missing_is_told_by_an_overview() -> None:
    said = "Which undated or restricted files does [[IN|Box 7]] hold, and what is without a date?"
    assert isinstance(plan_of("overview", said), Overview)


def test_an_undated_record_lies_in_no_period() -> None:
    undated = replace(EARLY, first_day=None)
    assert not meets(undated, Conditions(periods=(Period(date(1900, 1, 1), None),)))
    within = Conditions(periods=(Period(date(1964, 1, 1), date(1964, 1, 1), Timing.WITHIN),))
    assert meets(EARLY, within)


@pytest.mark.parametrize("word", ['a" OR *:*', "x)^9 AND (y", "title:z~", "\\", "O'Brien's"])
def test_no_sign_of_a_word_reaches_lucene(word: str) -> None:
    inner = lucene_phrase(word)[1:-1]
    assert all(sign.isalnum() or sign == " " for sign in inner)
    assert title_query([(word,)]).count('"') % 4 == 0


def test_the_measure_of_a_comparison() -> None:
    plan = Compare((RecordsById((11,)), RecordsById((12,))), Measure.FIRST_DAY, is_lowest=True)
    said = outcome_sentence(evaluate(plan, SETS), Phrasing("ru", 9, {}))
    assert said is not None
    assert said.startswith(
        f"«{EARLY.title}»: 1 января 1964; «{LATE.title}»: 1 мая 1964. Разница: 121 день"
    )


def test_two_of_one_day_are_no_number_of_days() -> None:
    plan = Compare((RecordsById((11,)), RecordsById((11,))), Measure.FIRST_DAY, is_lowest=True)
    said = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {}))
    assert said == f"No difference (January 1, 1964 each): “{EARLY.title}”; “{EARLY.title}”."


def test_what_is_excluded_by_a_condition_is_said_once() -> None:
    letters = Records(Conditions(kinds=("letter",)))
    plan = Count(Difference(letters, Subset(letters, Conditions(sender="Ottawa"))))
    said = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {}))
    assert said == "2 letters, but not those from Ottawa, out of 9 records loaded."


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 1, "1 file unit"),
        ("en", 21, "21 file units"),
        ("ru", 1, "1 единица хранения"),
        ("ru", 3, "3 единицы хранения"),
        ("ru", 12, "12 единиц хранения"),
        ("ru", 21, "21 единица хранения"),
    ],
)
def test_a_noun_has_the_form_of_its_number(language: str, count: int, said: str) -> None:
    assert Phrasing(language, 9, {}).counted("fileUnit", count) == said


def test_russian_answers_have_russian_months() -> None:
    plan = CountBy(Records(Conditions(levels=(ITEM,))), Facet.MONTH)
    said = outcome_sentence(evaluate(plan, SETS), Phrasing("ru", 9, {}))
    assert said is not None
    assert "январь 1964: 2; июнь 1964: 1" in said


@pytest.mark.parametrize(
    ("period", "said"),
    [
        (
            Period(None, date(1941, 12, 31), Timing.STARTING),
            "starting December 31, 1941 or earlier",
        ),
        (Period(date(1964, 5, 4), None, Timing.ENDING), "ending May 4, 1964 or later"),
        (Period(date(1964, 1, 1), date(1965, 12, 31)), "of 1964 – 1965"),
        (Period(date(1964, 2, 1), date(1964, 2, 29)), "of February 1964"),
        (Period(date(1964, 2, 1), date(1964, 3, 31)), "of February 1964 – March 1964"),
        (Period(date(1964, 2, 1), date(1964, 3, 30)), "of February 1, 1964 – March 30, 1964"),
        (
            Period(date(1964, 1, 1), date(1964, 1, 1), Timing.WITHIN),
            "wholly within January 1, 1964",
        ),
    ],
)
def test_a_period_is_said_as_the_records_lie_to_it(period: Period, said: str) -> None:
    assert period_phrase(period, Phrasing("en", 9, {})) == said


def test_not_online_is_a_condition() -> None:
    assert outcome_of("count", "How many records are [[OFFLINE|not online]]?").amount == 9
    wanted = Conditions(is_online=False)
    assert wanted.in_force == ("is_online",)
    assert Conditions(most_documents=0).in_force == ("most_documents",)


def test_a_count_of_nothing_is_not_told() -> None:
    plan = Count(Records(Conditions(words=(("unicorn",),))))
    assert outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {})) is None


def asked_of(intent: str, marked: str) -> PlanRequest:
    text, slots = parse_marks(marked)
    known = {
        slot: mention
        for slot in slots
        if slot.kind in {SlotKind.CONTAINER, SlotKind.CREATOR}
        and (mention := mention_of(slot, text[slot.start : slot.end]))
    }
    return build_plan_request(text, named_intent(intent, 1.0, slots), known)


def test_a_container_that_nobody_knows_is_left_out_beside_one_that_is_known() -> None:
    one = asked_of("count", "[[LEVEL|folders]] in [[IN|Box 7]] of [[IN|the Whaling Papers]]")
    assert one.ignored_names == ("the Whaling Papers",)
    assert evaluate(build_plan(one), SETS).amount == 2


@pytest.mark.parametrize(
    ("marked", "amount"),
    [
        ("[[LEVEL|series]] that name [[ROLE:former|an earlier creator]]", 1),
        ("[[LEVEL|folders]] that begin [[WHEN|in 1965 or later]]", 1),
        ("[[LEVEL|folders]] of [[WHEN|the sixties]]", 3),
        ("[[LEVEL|folders]] of [[WHEN|the thirties]]", 0),
        ("[[LEVEL|folders]] with [[NUM|nine documents]] or more", 1),
        ("[[KIND|correspondence]] from [[FROM|Halifax]]", 2),
        ("[[KIND|whales]] in [[LEVEL|documents]]", 2),
        ("[[LEVEL|folders]] in [[IN|Box 7]] or [[IN|Box 8]]", 3),
        ("[[LEVEL|folders]] in [[IN|the Keepers' Letters]] and [[IN|the Harbor Logs]]", 3),
        ("[[KIND|letters]] in [[IN|DEF 2 CAN 01/01/1964]] of [[IN|the Keepers' Letters]]", 2),
    ],
)
def test_conditions_are_as_they_are_said(marked: str, amount: int) -> None:
    assert outcome_of("count", marked).amount == amount


def test_a_creator_itself_is_told_of() -> None:
    found = outcome_of("tell", "[[ASK:established|When was]] [[BY|the Lighthouse Board]] founded?")
    assert outcome_sentence(found, Phrasing("en", 9, {})) == "Creator established or born: 1852."


def test_who_came_after_a_creator_is_not_stated() -> None:
    found = outcome_of("tell", "[[ASK:predecessor|the successor]] of [[BY|the Pilot Office]]?")
    assert outcome_sentence(found, Phrasing("en", 9, {})) is None


def test_of_several_fields_those_that_are_not_stated_are_told_to_be_so() -> None:
    plan = FieldsOf(RecordsById((3,)), (Field.CREATOR, Field.PREDECESSOR))
    said = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {}))
    assert said == "Created by: Lighthouse Board (most recent). Earlier creator: not stated."


def test_a_field_is_told_with_the_record_that_states_it() -> None:
    plan = FieldsOf(RecordsById((21,)), (Field.BOX, Field.CREATOR, Field.DATES))
    found = evaluate(plan, SETS)
    assert outcome_sentence(found, Phrasing("en", 9, {})) == (
        f"Box: Box 7, as stated by the file unit “{EARLY.title}”. Created by: Lighthouse Board "
        "(most recent); Pilot Office (predecessor), as stated by the series “Keepers' "
        "Letters”. Dates: January 9, 1964."
    )
    assert [one.na_id for one in found.records] == [21, 11, 2]


def test_who_took_a_picture_is_its_contributor_and_nobody_else() -> None:
    asked_for = "[[ASK:creator|which photographer]] made [[REC|DEF 2 CAN 01/01/1964]]?"
    assert plan_of("tell", asked_for) == FieldsOf(RecordsById((11,)), (Field.CONTRIBUTOR,))
    taken = replace(EARLY, contributors=(NamedAuthority(90, "Brady's Studio"),))
    assert field_values(Field.CONTRIBUTOR, [taken, KEEPERS], SETS).values == ("Brady's Studio",)
    assert field_values(Field.CONTRIBUTOR, [EARLY, KEEPERS], SETS).values == ()


def test_what_lies_between_two_records_and_what_they_share_is_told() -> None:
    buoy = replace(WHALE, na_id=31, above=(1, 3))
    shared = paths_to_shared_ancestor(
        [[WHALE, EARLY, KEEPERS, GROUP], [buoy, LOGS, GROUP]], [GROUP]
    )
    assert shared == ((WHALE, EARLY, KEEPERS, GROUP), (buoy, LOGS, GROUP))
    assert separate_containers(shared) == [KEEPERS.title, LOGS.title]
    assert (
        separate_containers(
            paths_to_shared_ancestor([[WHALE, KEEPERS], [buoy, KEEPERS]], [KEEPERS])
        )
        == []
    )
    assert paths_to_shared_ancestor([[WHALE, KEEPERS], [buoy, LOGS]], []) == ()


def test_only_plain_words_of_senders_are_looked_for_in_titles() -> None:
    wanted = Conditions(words=(("whale",),), sender="L.H. Gross, M.D.", recipient="The Hague")
    assert title_word_groups(wanted) == (("whale",), ("Hague",))


def test_a_name_of_empty_words_is_no_name_of_all() -> None:
    assert not meets(STORM, Conditions(recipient="All"))
    assert meets(replace(STORM, recipient="All"), Conditions(recipient="all"))
