"""Tests of building plans from intents and slots, and of computing them on invented records."""

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
from narabot.plans.planner import build_plan, is_for_search
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
    """Return the invented records in a set, as the graph would."""
    match wanted:
        case RecordsById(na_ids=na_ids):
            found = [ALL[na_id] for na_id in na_ids]
        case Records(conditions=conditions):
            found = matching(ALL.values(), conditions)
        case Descendants(of=of, conditions=conditions):
            above = {one.na_id for one in read(of)}
            found = matching((one for one in ALL.values() if above & set(one.above)), conditions)
        case CreatedBy(na_ids=na_ids, role=role, conditions=conditions):
            found = matching((one for one in ALL.values() if one.made_by(na_ids, role)), conditions)
        case Subset(of=of, conditions=conditions):
            found = matching(read(of), conditions)
        case Intersection(one=one, other=other):
            found = [record for record in read(one) if record in read(other)]
        case Union(one=one, other=other):
            found = list({record.na_id: record for record in (*read(one), *read(other))}.values())
        case Difference(one=one, other=other):
            found = [record for record in read(one) if record not in read(other)]
        case _:
            raise AssertionError(wanted)
    return tuple(found)


def matching(found: Iterable[RecordFacts], conditions: Conditions) -> list[RecordFacts]:
    return [one for one in found if meets(one, conditions)]


SETS = Sets(
    read,
    lambda na_ids: tuple(CreatorDates(71, "Lighthouse Board", "1852", "1910") for _ in na_ids),
    lambda words: tuple(len(ALL) if word == "Concerning" else 1 for word in words),
)


CREATORS = {"the Lighthouse Board": 71, "the Pilot Office": 72}


def mention_of(slot: Slot, wording: str) -> Mention | None:
    """Find the mention in a slot, as the graph would."""
    if slot.kind is SlotKind.CREATOR:
        return Mention(MentionKind.CREATOR, slot.start, slot.end, (CREATORS[wording],), (wording,))
    titled = [TitledRecord(one.na_id, one.title, one.level) for one in ALL.values()]
    found = without_overlaps(wording, find_mentions(wording, titled))
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
def test_counts_match_the_request(marked: str, amount: int) -> None:
    assert outcome_of("count", marked).amount == amount


def test_total_sums_documents_of_folders_in_a_box() -> None:
    plan = plan_of("total", "Every folder in [[IN|Box 7]], how many [[LEVEL|documents]] in all?")
    assert isinstance(plan, Total)
    assert evaluate(plan, SETS).amount == 12


def test_distinct_values_are_counted_and_grouped() -> None:
    marked = "[[KIND|letters]] of [[IN|Keepers' Letters]] by [[FACET|post]]"
    assert outcome_of("count", marked).amount == 2
    groups = outcome_of("group", marked).groups
    assert [(one.value, one.amount) for one in groups] == [("Halifax", 2), ("Ottawa", 1)]


def test_time_groups_are_in_chronological_order() -> None:
    found = outcome_of("group", "[[KIND|letters]] to [[TO|Washington]] by [[FACET|month]]")
    wording = outcome_sentence(found, Phrasing("en", 9, {}))
    assert wording == "Letters to State, by month: January 1964: 2; June 1964: 1."


def test_list_omits_series_of_an_excluded_creator() -> None:
    found = outcome_of(
        "list",
        "[[LEVEL|series]] of [[BY|the Lighthouse Board]] that [[BY!|the Pilot Office]] never had",
    )
    assert isinstance(found.plan, ListOf)
    assert [one.na_id for one in found.records] == [LOGS.na_id]


def test_creator_role_limits_the_set() -> None:
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
def test_top_plan_finds_the_extreme_record(intent: str, marked: str, na_id: int) -> None:
    found = outcome_of(intent, marked)
    assert isinstance(found.plan, Top)
    assert [one.na_id for one in found.records] == [na_id]


def test_record_with_most_digital_objects_is_found() -> None:
    request = "Which [[LEVEL|folder]] has far more [[ONLINE|digital objects]] than any other?"
    found = outcome_of("top documents most", request)
    assert (
        outcome_sentence(found, Phrasing("en", 9, {}))
        == f"“{OTHER.title}” has the most digital objects: 9."
    )


def test_facet_values_come_from_the_record_itself() -> None:
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
    ("wanted", "wording"),
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
def test_record_set_has_a_plain_description(wanted: RecordSet, wording: str) -> None:
    assert set_phrase(wanted, Phrasing("en", 9, {})) == wording


@pytest.mark.parametrize(
    ("wanted", "is_searched"),
    [
        (Records(Conditions(levels=(FOLDER,), record_group=59)), True),
        (Records(Conditions(words=(("whale", "whales"),))), True),
        (Records(Conditions(words=(("whale", "whales"),), boxes=("Box 7",))), False),
        (Records(Conditions(levels=(FOLDER,), boxes=("Box 7",))), False),
        (CreatedBy((80,)), True),
        (CreatedBy((80,), CreatorRole.PREDECESSOR), False),
        (Intersection(CreatedBy((80,)), CreatedBy((81,))), False),
    ],
)
def test_list_is_searched_only_if_filters_express_all_conditions(
    wanted: RecordSet, *, is_searched: bool
) -> None:
    assert is_for_search(wanted) is is_searched


def test_posts_differing_only_in_diacritics_are_merged() -> None:
    senders = ("São Paulo", "Sao Paulo", "São Paulo", "Lima")
    found = [replace(WHALE, na_id=place, sender=one) for place, one in enumerate(senders)]
    groups = groups_of(found, Facet.SENDER, Measure.RECORDS)
    assert [(one.value, one.amount) for one in groups] == [("São Paulo", 3), ("Lima", 1)]


def test_who_questions_choose_the_facet_from_the_verb() -> None:
    found = outcome_of("top records most", "Who sent the most [[KIND|letters]]?")
    assert outcome_sentence(found, Phrasing("en", 9, {})) == "Halifax has the most records: 2."
    plan = plan_of("top records most", "Кто создал больше всего [[LEVEL|серий]]?")
    assert isinstance(plan, Top)
    assert plan.facet is Facet.CREATOR


def test_records_without_a_group_value_are_counted() -> None:
    plan = CountBy(Records(Conditions()), Facet.SENDER)
    wording = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {}))
    assert wording == "Records, by sender: Halifax: 2; Ottawa: 1. No value: 6 records."


def test_zero_count_within_loaded_records_is_an_answer() -> None:
    letters = Records(Conditions(levels=(ITEM,)))
    plan = Count(Subset(letters, Conditions(is_online=True)))
    wording = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {}))
    assert wording is not None
    assert wording.startswith("0 records online, among these: items")


def test_largest_group_is_found() -> None:
    found = outcome_of("top records most", "Which [[FACET|post]] sent most [[KIND|letters]]?")
    assert [(one.value, one.amount) for one in found.groups] == [("Halifax", 2)]


def test_additional_fields_are_included_in_the_answer() -> None:
    found = outcome_of(
        "top documents most", "[[ASK:box|Which box]] is the thickest [[LEVEL|folder]] in?"
    )
    assert isinstance(found.plan, WithFields)
    wording = outcome_sentence(found, Phrasing("en", 9, {}))
    assert wording is not None
    assert "Box 7" in wording


def test_boxes_are_compared_by_document_count() -> None:
    found = outcome_of(
        "compare documents most", "Which has more documents, [[IN|Box 7]] or [[IN|Box 8]]?"
    )
    assert isinstance(found.plan, Compare)
    wording = outcome_sentence(found, Phrasing("en", 9, {}))
    assert wording is not None
    assert wording.startswith("File units in Box 7: 12 documents; file units in Box 8: 1 document")
    assert "difference is 11" in wording


@pytest.mark.parametrize(
    ("marked", "amounts"),
    [
        ("[[T|whale]] or [[T|dues]], which is in more titles?", [2, 1]),
        ("Did [[FROM|Halifax]] send more [[KIND|letters]] than [[FROM|Ottawa]]?", [2, 1]),
        ("More [[KIND|letters]] [[WHEN|in January]] or [[WHEN|in June 1964]]?", [2, 1]),
        ("[[IN|Box 7]] against [[IN|Box 8]], in [[LEVEL|folders]]", [2, 1]),
    ],
)
def test_sets_are_compared_by_record_count(marked: str, amounts: list[int]) -> None:
    found = outcome_of("compare records most", marked)
    assert [amount for _, amount in found.compared] == amounts


def test_later_record_is_named_first() -> None:
    found = outcome_of(
        "compare later", f"Which is younger, [[REC|{EARLY.title}]] or [[REC|{LATE.title}]]?"
    )
    wording = outcome_sentence(found, Phrasing("en", 9, {}))
    assert wording is not None
    assert wording.startswith(f"“{LATE.title}”: May 1, 1964; “{EARLY.title}”: January 1, 1964; 121")


def test_folder_total_and_box_of_oldest_folder_are_computed() -> None:
    assert outcome_of("total", f"papers in [[REC|{EARLY.title}]], in all").amount == 3
    found = outcome_of("top earliest", "which [[FACET|box]] has the oldest [[LEVEL|folder]]?")
    wording = outcome_sentence(found, Phrasing("en", 9, {}))
    assert wording is not None
    assert wording.endswith("Box: Box 7.")


def test_shared_creators_and_ancestors_are_found() -> None:
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
def test_adjacent_folder_in_a_sequence_is_found(intent: str, marked: str, na_id: int) -> None:
    found = outcome_of(intent, marked)
    assert isinstance(found.plan, Neighbor)
    assert found.records[0].na_id == na_id


def test_last_folder_in_a_sequence_has_no_next() -> None:
    found = outcome_of("next after", "What follows [[REC|DEF 2 CAN 05/01/1964]]?")
    assert found.amount == 0
    assert outcome_sentence(found, Phrasing("en", 9, {})) is None


def test_missing_fields_are_taken_from_ancestors() -> None:
    whale = FieldsOf(
        RecordsById((22,)), (Field.BOX, Field.FOLDER, Field.PREDECESSOR, Field.ESTABLISHED)
    )
    values = {one.field: one.values for one in evaluate(whale, SETS).fields}
    assert values[Field.BOX] == ("Box 7",)
    assert values[Field.FOLDER] == (EARLY.title,)
    assert values[Field.PREDECESSOR] == ("Pilot Office",)
    assert values[Field.ESTABLISHED] == ("1852",)


def test_unstated_field_has_no_answer() -> None:
    found = evaluate(FieldsOf(RecordsById((3,)), (Field.PREDECESSOR,)), SETS)
    assert found.fields[0].values == ()
    assert outcome_sentence(found, Phrasing("en", 9, {})) is None


def test_days_between_first_and_last_record_are_counted() -> None:
    plan = DaysBetween(Descendants(RecordsById((11,))))
    assert evaluate(plan, SETS).amount == 11


def test_overview_is_computed() -> None:
    plan = plan_of("overview", "What is in [[IN|the folder DEF 2 CAN 01/01/1964]]?")
    assert isinstance(plan, Overview)
    wording = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {11: EARLY.title}))
    assert wording is not None
    assert ": 2 loaded (" in wording
    assert "Whale (2)" in wording
    assert "January 9, 1964 to January 20, 1964" in wording


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
def test_unsupported_request_has_no_plan(intent: str, marked: str) -> None:
    with pytest.raises(NotUnderstoodError):
        plan_of(intent, marked)


def test_question_about_missing_dates_becomes_an_overview() -> None:
    wording = (
        "Which undated or restricted files does [[IN|Box 7]] hold, and what is without a date?"
    )
    assert isinstance(plan_of("overview", wording), Overview)


def test_undated_record_matches_no_period() -> None:
    undated = replace(EARLY, first_day=None)
    assert not meets(undated, Conditions(periods=(Period(date(1900, 1, 1), None),)))
    within = Conditions(periods=(Period(date(1964, 1, 1), date(1964, 1, 1), Timing.WITHIN),))
    assert meets(EARLY, within)


@pytest.mark.parametrize("word", ['a" OR *:*', "x)^9 AND (y", "title:z~", "\\", "O'Brien's"])
def test_lucene_syntax_in_a_word_is_removed(word: str) -> None:
    inner = lucene_phrase(word)[1:-1]
    assert all(sign.isalnum() or sign == " " for sign in inner)
    assert title_query([(word,)]).count('"') % 4 == 0


def test_russian_comparison_states_dates_and_difference() -> None:
    plan = Compare((RecordsById((11,)), RecordsById((12,))), Measure.FIRST_DAY, is_lowest=True)
    wording = outcome_sentence(evaluate(plan, SETS), Phrasing("ru", 9, {}))
    assert wording is not None
    assert wording.startswith(
        f"«{EARLY.title}»: 1 января 1964; «{LATE.title}»: 1 мая 1964. Разница: 121 день"
    )


def test_equal_dates_show_no_difference() -> None:
    plan = Compare((RecordsById((11,)), RecordsById((11,))), Measure.FIRST_DAY, is_lowest=True)
    wording = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {}))
    assert wording == f"No difference (January 1, 1964 each): “{EARLY.title}”; “{EARLY.title}”."


def test_exclusion_is_described_once() -> None:
    letters = Records(Conditions(kinds=("letter",)))
    plan = Count(Difference(letters, Subset(letters, Conditions(sender="Ottawa"))))
    wording = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {}))
    assert wording == "2 letters, but not those from Ottawa, out of 9 records loaded."


@pytest.mark.parametrize(
    ("language", "count", "wording"),
    [
        ("en", 1, "1 file unit"),
        ("en", 21, "21 file units"),
        ("ru", 1, "1 единица хранения"),
        ("ru", 3, "3 единицы хранения"),
        ("ru", 12, "12 единиц хранения"),
        ("ru", 21, "21 единица хранения"),
    ],
)
def test_noun_agrees_with_its_count(language: str, count: int, wording: str) -> None:
    assert Phrasing(language, 9, {}).counted("fileUnit", count) == wording


def test_russian_answer_uses_russian_month_names() -> None:
    plan = CountBy(Records(Conditions(levels=(ITEM,))), Facet.MONTH)
    wording = outcome_sentence(evaluate(plan, SETS), Phrasing("ru", 9, {}))
    assert wording is not None
    assert "январь 1964: 2; июнь 1964: 1" in wording


@pytest.mark.parametrize(
    ("period", "wording"),
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
def test_period_description_reflects_its_timing(period: Period, wording: str) -> None:
    assert period_phrase(period, Phrasing("en", 9, {})) == wording


def test_not_online_is_a_condition() -> None:
    assert outcome_of("count", "How many records are [[OFFLINE|not online]]?").amount == 9
    wanted = Conditions(is_online=False)
    assert wanted.in_force == ("is_online",)
    assert Conditions(most_documents=0).in_force == ("most_documents",)


def test_count_without_any_match_has_no_answer() -> None:
    plan = Count(Records(Conditions(words=(("unicorn",),))))
    assert outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {})) is None


def request_of(intent: str, marked: str) -> PlanRequest:
    text, slots = parse_marks(marked)
    known = {
        slot: mention
        for slot in slots
        if slot.kind in {SlotKind.CONTAINER, SlotKind.CREATOR}
        and (mention := mention_of(slot, text[slot.start : slot.end]))
    }
    return build_plan_request(text, named_intent(intent, 1.0, slots), known)


def test_unknown_container_is_ignored_if_another_is_recognized() -> None:
    one = request_of("count", "[[LEVEL|folders]] in [[IN|Box 7]] of [[IN|the Whaling Papers]]")
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
def test_conditions_match_the_wording(marked: str, amount: int) -> None:
    assert outcome_of("count", marked).amount == amount


def test_creator_field_is_answered() -> None:
    found = outcome_of("tell", "[[ASK:established|When was]] [[BY|the Lighthouse Board]] founded?")
    assert outcome_sentence(found, Phrasing("en", 9, {})) == "Creator established or born: 1852."


def test_successor_question_has_no_answer() -> None:
    found = outcome_of("tell", "[[ASK:predecessor|the successor]] of [[BY|the Pilot Office]]?")
    assert outcome_sentence(found, Phrasing("en", 9, {})) is None


def test_unstated_fields_among_several_are_reported() -> None:
    plan = FieldsOf(RecordsById((3,)), (Field.CREATOR, Field.PREDECESSOR))
    wording = outcome_sentence(evaluate(plan, SETS), Phrasing("en", 9, {}))
    assert wording == "Created by: Lighthouse Board (most recent). Earlier creator: not stated."


def test_inherited_field_names_the_record_that_states_it() -> None:
    plan = FieldsOf(RecordsById((21,)), (Field.BOX, Field.CREATOR, Field.DATES))
    found = evaluate(plan, SETS)
    assert outcome_sentence(found, Phrasing("en", 9, {})) == (
        f"Box: Box 7, as stated by the file unit “{EARLY.title}”. Created by: Lighthouse Board "
        "(most recent); Pilot Office (predecessor), as stated by the series “Keepers' "
        "Letters”. Dates: January 9, 1964."
    )
    assert [one.na_id for one in found.records] == [21, 11, 2]


def test_photographer_is_taken_from_contributors_only() -> None:
    request = "[[ASK:creator|which photographer]] made [[REC|DEF 2 CAN 01/01/1964]]?"
    assert plan_of("tell", request) == FieldsOf(RecordsById((11,)), (Field.CONTRIBUTOR,))
    taken = replace(EARLY, contributors=(NamedAuthority(90, "Brady's Studio"),))
    assert field_values(Field.CONTRIBUTOR, [taken, KEEPERS], SETS).values == ("Brady's Studio",)
    assert field_values(Field.CONTRIBUTOR, [EARLY, KEEPERS], SETS).values == ()


def test_paths_to_a_shared_ancestor_are_computed() -> None:
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


def test_title_search_uses_only_plain_words_of_names() -> None:
    wanted = Conditions(words=(("whale",),), sender="L.H. Gross, M.D.", recipient="The Hague")
    assert title_word_groups(wanted) == (("whale",), ("Hague",))


def test_stop_word_name_matches_only_itself() -> None:
    assert not meets(STORM, Conditions(recipient="All"))
    assert meets(replace(STORM, recipient="All"), Conditions(recipient="all"))
