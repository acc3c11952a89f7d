"""Tests of the extractors: names, dates, amounts, and statements in headings and titles."""

import unicodedata
from collections import Counter

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from narabot.knowledge.chunks import RecordChunk, SourceRecord
from narabot.knowledge.extraction import Extracted, Extractor, extract
from narabot.knowledge.extractor_list import active_extractors, layer_version
from narabot.knowledge.extractors.titles import title_extractor
from narabot.knowledge.gazetteer import Gazetteer, fold_words
from narabot.knowledge.headings import (
    authority_names,
    heading_dates,
    organization_parts,
    place_class,
    without_dates,
)
from narabot.knowledge.ner_cache import encode_names
from narabot.models import AuthorityType, LevelOfDescription
from narabot.models.knowledge import KnownAuthority, Role, StatementKind
from narabot.reading.names import NamedSpan
from narabot.retrieval.authorities.headings import is_office

PERSON, ORGANIZATION = AuthorityType.PERSON, AuthorityType.ORGANIZATION
PLACE, SUBJECT = AuthorityType.GEOGRAPHIC_PLACE_NAME, AuthorityType.TOPICAL_SUBJECT

CATALOGUE = (
    KnownAuthority(1, PERSON, "Harlan, Edith M. (Edith Maud), 1880-1951", ("Thorne, Edith",)),
    KnownAuthority(
        2, ORGANIZATION, "Department of Harbors. Lighthouse Board. 10/9/1852-1910", ("LHB",)
    ),
    KnownAuthority(3, PLACE, "Ashby (Or.)"),
    KnownAuthority(4, PLACE, "Peru"),
    KnownAuthority(5, SUBJECT, "Harbor dues"),
    KnownAuthority(6, SUBJECT, "Claims"),
    KnownAuthority(7, ORGANIZATION, "Treasury. Office of the Director. 1900-"),
    KnownAuthority(8, ORGANIZATION, "Navy. Office of the Director. 1900-"),
    KnownAuthority(9, SUBJECT, "Harbor War, 1890-1892"),
    KnownAuthority(10, PLACE, "Ashby (Peru)"),
)
GAZETTEER = Gazetteer({one.na_id: one for one in CATALOGUE})
METHODS = active_extractors(GAZETTEER)


def read(
    text: str,
    type_: LevelOfDescription | AuthorityType = LevelOfDescription.SERIES,
    na_id: int = 99,
    named: frozenset[int] = frozenset(),
    **properties: str,
) -> Extracted:
    """Return the extractors' results for a text."""
    chunk = RecordChunk(f"{na_id}-0", text)
    record = SourceRecord(na_id, type_, "hash", (chunk,), properties, named)
    found = extract(record, chunk, METHODS)
    assert all(0 <= one.start < one.end <= len(text) for one in found.mentions)
    return found


def named(found: Extracted, text: str) -> set[tuple[str, str, int | None]]:
    """Return each mention as its surface form, class, and naId."""
    return {
        (text[one.start : one.end], one.phrase.entity_class, one.phrase.na_id)
        for one in found.mentions
    }


def related(found: Extracted) -> set[tuple[str, str, str]]:
    """Return the extracted relations as triplets."""
    return {
        (one.participants[0].phrase.name, one.relation or "", one.participants[1].phrase.name)
        for one in found.statements
        if one.kind is StatementKind.RELATION
    }


@pytest.mark.parametrize(
    ("name_text", "entity_class", "na_id"),
    [
        ("Edith M. Harlan", "PERSON", 1),
        ("Edith Harlan", "PERSON", 1),
        ("Edith Maud Harlan", "PERSON", 1),
        ("Harlan, Edith Maud", "PERSON", 1),
        ("Edith Thorne", "PERSON", 1),
        ("Lighthouse Board", "ORGANIZATION", 2),
        ("LHB", "ORGANIZATION", 2),
        ("Peru", "COUNTRY", 4),
        ("harbor dues", "SUBJECT", 5),
        ("Harbor War", "EVENT", 9),
    ],
)
def test_authority_is_found_by_each_name(name_text: str, entity_class: str, na_id: int) -> None:
    text = f"Title: Letters\nScope and content: They tell of {name_text}, and of tolls."
    assert (name_text, entity_class, na_id) in named(read(text), text)


@pytest.mark.parametrize(
    "title", ["Concerning Peru and Others", "Letters from Peru Regarding Tolls"]
)
def test_preposition_in_title_is_not_part_of_a_name(title: str) -> None:
    text = f"Title: {title}"
    assert ("Peru", "COUNTRY", 4) in named(read(text), text)


@pytest.mark.parametrize(
    "name_text",
    [
        "Harlan",
        "Edith",
        "peru",
        "Peruvian",
        "claims",
        "lighthouse board",
        "Edith harlan",
        "Peru Mining",
        "New Peru",
    ],
)
def test_similar_words_do_not_match_an_authority(name_text: str) -> None:
    text = f"Title: Letters\nScope and content: They tell of {name_text} and of tolls."
    assert not [one for one in read(text).mentions if one.phrase.na_id]


def test_ambiguous_name_matches_the_authority_linked_to_the_record() -> None:
    text = "Title: Letters\nScope and content: Sent by the Office of the Director in 1911."
    unknown = ("Office of the Director", "ORGANIZATION", None)
    assert unknown in named(read(text), text)
    assert ("Office of the Director", "ORGANIZATION", 8) in named(
        read(text, named=frozenset({8})), text
    )


def test_physical_location_contains_no_mentions() -> None:
    text = "Title: Letters\nHeld at: Edith Harlan Library, Ashby, Peru"
    assert not named(read(text), text)


def test_name_does_not_cross_a_sentence_boundary() -> None:
    text = "Title: Letters\nScope and content: Sent to Edith. Harlan sent none."
    assert not [one for one in read(text).mentions if one.phrase.na_id]


def test_heading_states_parent_organization_and_dates() -> None:
    board = CATALOGUE[1].heading
    text = f"Title: Letters\nCreated by: {board} (Most Recent); {CATALOGUE[0].heading}"
    found = read(text)
    assert related(found) == {
        (board, "SUBORDINATE_OF", "Department of Harbors"),
        (board, "DATE_FOUNDED_IN", "1852-10-09"),
        (board, "DATE_DEFUNCT_IN", "1910"),
        (CATALOGUE[0].heading, "DATE_OF_BIRTH", "1880"),
        (CATALOGUE[0].heading, "DATE_OF_DEATH", "1951"),
    }
    assert {text[one.start : one.end] for one in found.statements if one.method == "given"} == {
        board,
        CATALOGUE[0].heading,
    }


def test_authority_record_states_variant_names_and_dates() -> None:
    text = (
        f"Name: {CATALOGUE[0].heading}\nVariant names: Thorne, Edith\n"
        "Dates: May 4, 1880 – ca. 1951\n"
        f"Organizations: {CATALOGUE[1].heading}"
    )
    assert {
        (CATALOGUE[0].heading, "ALTERNATIVE_NAME", "Thorne, Edith"),
        (CATALOGUE[0].heading, "DATE_OF_BIRTH", "1880-05-04"),
        (CATALOGUE[0].heading, "MEMBER_OF", CATALOGUE[1].heading),
    } <= related(read(text, PERSON, 1))


@pytest.mark.parametrize("dates", ["1880? – April 2, 1951", "ca. 1880 – April 2, 1951"])
def test_uncertain_dates_remain_approximate(dates: str) -> None:
    text = f"Name: {CATALOGUE[0].heading}\nFuller form of name: (Edith Maud)\nDates: {dates}"
    found = related(read(text, PERSON, na_id=1))
    own = CATALOGUE[0].heading
    assert {(own, "DATE_OF_BIRTH", "ca. 1880"), (own, "DATE_OF_DEATH", "1951-04-02")} <= found
    assert not [one for one in found if one[1] == "ALTERNATIVE_NAME"]


def test_short_organization_name_is_an_abbreviation() -> None:
    text = f"Name: {CATALOGUE[1].heading}\nVariant names: LHB"
    assert (CATALOGUE[1].heading, "ABBREVIATION", "LHB") in related(read(text, ORGANIZATION, 2))


def test_failed_extractor_does_not_affect_other_extractors() -> None:
    def fail(*_: object) -> Extracted:
        raise ValueError("broken")

    chunk = RecordChunk("9-0", "Title: Letters of May 4, 1901")
    record = SourceRecord(9, LevelOfDescription.SERIES, "hash", (chunk,), {}, frozenset())
    failed: Counter[str] = Counter()
    found = extract(record, chunk, [Extractor("broken", 1, fail), *METHODS], failed)
    assert found == extract(record, chunk, METHODS)
    assert failed == {"broken": 1}


def test_phrase_is_mentioned_only_once_per_position() -> None:
    catalogue = [KnownAuthority(5, AuthorityType.TOPICAL_SUBJECT, "Harbor dues", ())]
    chunk = RecordChunk("9-0", "Title: Letters\nSubjects: Harbor dues")
    record = SourceRecord(9, LevelOfDescription.SERIES, "hash", (chunk,), {}, frozenset())
    methods = active_extractors(Gazetteer({one.na_id: one for one in catalogue}))
    found = extract(record, chunk, methods).mentions
    assert [(one.phrase.name, one.method) for one in found] == [("Harbor dues", "given")]


@pytest.mark.parametrize(
    "name_text", ["World War II", "First World War", "World War Two", "World war 2"]
)
def test_numbered_name_does_not_match_the_unnumbered_heading(name_text: str) -> None:
    catalogue = {7: KnownAuthority(7, AuthorityType.TOPICAL_SUBJECT, "World War, 1914-1918", ())}
    chunk = RecordChunk("9-0", f"Title: Letters\nScope and content: The {name_text} and after.")
    record = SourceRecord(9, LevelOfDescription.SERIES, "hash", (chunk,), {}, frozenset())
    found = extract(record, chunk, active_extractors(Gazetteer(catalogue))).mentions
    assert not [one for one in found if one.phrase.na_id]


def test_names_with_combining_marks_are_found() -> None:
    text = unicodedata.normalize("NFD", "Title: Letters of José Pérez to the harbor ﷺ José")
    catalogue = KnownAuthority(6, AuthorityType.PERSON, "Pérez, José", ())
    [found] = list(Gazetteer({6: catalogue}).find_names(text))
    assert unicodedata.normalize("NFC", text[found.start : found.end]) == "José Pérez"


def test_variant_spelling_maps_to_the_headings_phrase() -> None:
    text = f"Name: {CATALOGUE[0].heading}\nVariant names: {CATALOGUE[0].heading.upper()}"
    names = {one.phrase.name for one in read(text, PERSON, 1).mentions if one.phrase.na_id == 1}
    assert names == {CATALOGUE[0].heading}


def test_city_is_located_in_the_place_in_parentheses() -> None:
    text = "Title: Letters\nSubjects: Ashby (Peru); Ashby (Or.)"
    assert related(read(text)) == {("Ashby (Peru)", "LOCATED_IN", "Peru")}


TITLE = (
    "Memo from Edith Harlan to Harbor Office | Ruth Vane Concerning Harbor Tolls (A-19): 2/30/1911"
)


def sent(title: str, kind: str = "Memo", **facts: str) -> Extracted:
    """Return the facts extracted from the title of a sent document."""
    return read(f"Title: {title}", LevelOfDescription.ITEM, documentKind=kind, **facts)


@pytest.mark.slow
def test_title_states_sender_recipient_and_subject() -> None:
    found = sent(
        TITLE.replace("2/30", "2/28"),
        sender="Edith Harlan",
        recipient="Harbor Office | Ruth Vane",
        documentSubject="Harbor Tolls",
    )
    assert {
        ("Ruth Vane", "PERSON"),
        ("Harbor Office", "ORGANIZATION"),
        ("Harbor Tolls", "SUBJECT"),
        ("1911-02-28", "DATE"),
    } <= {(one.phrase.name, one.phrase.entity_class) for one in found.mentions}
    [thesis] = [one for one in found.statements if one.kind is StatementKind.THESIS]
    assert {part.role for part in thesis.participants} == {Role.PART}
    sender = CATALOGUE[0].heading
    assert (sender, "SENT_TO", "Ruth Vane") in related(found)
    assert (sender, "WRITES_ABOUT", "Harbor Tolls") in related(found)


def test_document_subject_may_contain_other_names() -> None:
    title = "Airgram from Callao to State Concerning Harbor Dues in Peru: 3/1/1911"
    found = sent(title, "Airgram", sender="Callao", documentSubject="Harbor Dues in Peru")
    assert {"Harbor Dues in Peru", "Peru"} <= {one.phrase.name for one in found.mentions}


def test_impossible_date_is_not_extracted() -> None:
    found = sent(TITLE, sender="Edith Harlan", recipient="Ruth Vane")
    assert not [one for one in found.mentions if one.phrase.name.startswith("1911-02")]


def test_city_as_sender_is_an_organization() -> None:
    found = sent("Memo from Buenos Aires to Vane", sender="Buenos Aires", recipient="Ruth Vane")
    assert ("Buenos Aires", "ORGANIZATION", None) in named(found, "Title: Memo from Buenos Aires")


@pytest.mark.parametrize(
    ("sender", "entity_class"),
    [("Edith Harlan", "PERSON"), ("Ashworth", "ORGANIZATION"), ("Porto Alegre", "ORGANIZATION")],
)
def test_ner_can_classify_a_sender_as_a_person(sender: str, entity_class: str) -> None:
    text = f"Title: Telegram from {sender} to Callao"
    start = text.index(sender)
    cached = encode_names("1", iter([NamedSpan(start, start + len(sender), "PERSON")]))
    chunk = RecordChunk("99-0", text, names=cached)
    facts = {"documentKind": "Telegram", "sender": sender, "recipient": "Callao"}
    record = SourceRecord(99, LevelOfDescription.ITEM, "hash", (chunk,), facts)
    found = extract(record, chunk, [title_extractor(Gazetteer({}), "1")])
    assert (sender, entity_class, None) in named(found, text)
    alone = extract(record, chunk, [title_extractor(Gazetteer({}))])
    assert (sender, "ORGANIZATION", None) in named(alone, text)


def test_correspondent_with_only_an_office_title_is_an_organization() -> None:
    found = sent("Memo from Edith L. Harlan to The Secretary", recipient="The Secretary")
    assert ("The Secretary", "ORGANIZATION", None) in named(
        found, "Title: Memo from Edith L. Harlan to The Secretary"
    )


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("The Secretary", True),
        ("Vice-President", True),
        ("Mr. President,", True),
        ("Secretary-General", True),
        ("King", False),
        ("Admiral King", False),
        ("Secretary Ashworth", False),
        ("The", False),
        ("", False),
    ],
)
def test_office_title_without_a_name_is_recognized(name: str, is_one: bool) -> None:
    assert is_office(name) == is_one


def test_empty_recipient_between_separators_is_skipped() -> None:
    found = sent("Memo from Edith L. Harlan to A. | | B.", recipient="A. | | Ruth Vane")
    assert all(one.phrase.name for one in found.mentions)


def test_letter_with_one_word_names_yields_no_mentions() -> None:
    found = sent("Letter from Ashworth to Vane", "Letter", sender="Ashworth", recipient="Vane")
    assert not found.mentions


def test_telegram_correspondents_with_one_word_names_are_organizations() -> None:
    found = sent("Telegram from Ashworth to Vane", "Telegram", sender="Ashworth", recipient="Vane")
    assert related(found) == {("Ashworth", "SENT_TO", "Vane")}
    assert {one.phrase.entity_class for one in found.mentions} == {"ORGANIZATION"}


@pytest.mark.parametrize(
    ("matched_text", "entity_class"),
    [
        ("Public Law 88-93", "LAW"),
        ("Executive Order 9417", "LAW"),
        ("$2,400.50", "MONEY"),
        ("3 million dollars", "MONEY"),
        ("12.5 percent", "PERCENT"),
        ("34 years old", "AGE"),
        ("7:30 p.m.", "TIME"),
        ("9th", "ORDINAL"),
        ("Fort Randall", "FACILITY"),
        ("Philippine War", "EVENT"),
        ("Battle of Blue Creek", "EVENT"),
        ("March 4, 1901", "DATE"),
        ("1901", "DATE"),
    ],
)
def test_patterns_recognize_laws_amounts_dates_and_events(
    matched_text: str, entity_class: str
) -> None:
    text = f"Title: Letters\nScope and content: They tell of {matched_text} and of tolls."
    assert (matched_text, entity_class, None) in named(read(text), text)


def test_start_of_a_longer_name_is_not_a_facility() -> None:
    text = "Title: Letters\nScope and content: of the Fort Randall Harbor Depot in 1901"
    assert "FACILITY" not in {one.phrase.entity_class for one in read(text).mentions}


def test_sentence_with_several_phrases_is_a_thesis() -> None:
    text = (
        "Title: Letters\nScope and content: Edith Harlan was sent to Peru in 1911. Ledgers, 1912, "
        "Peru. Nothing is told of her there."
    )
    [thesis] = [one for one in read(text).statements if one.kind is StatementKind.THESIS]
    assert text[thesis.start : thesis.end] == "Edith Harlan was sent to Peru in 1911."
    assert [part.phrase.name for part in thesis.participants] == [
        CATALOGUE[0].heading,
        "Peru",
        "1911",
    ]


def test_chunk_with_two_phrases_is_an_episode() -> None:
    text = "Title: Edith Harlan in Peru"
    [episode] = read(text).statements
    assert (episode.kind, episode.start, episode.end) == (StatementKind.EPISODE, 0, len(text))
    assert not read("Title: Peru").statements


@pytest.mark.parametrize(
    ("heading", "plain"),
    [
        ("Department of State. 9/1789-", "Department of State"),
        ("Department of State. (09/1789 - )", "Department of State"),
        ("Brady Gallery (Washington, D.C.) (1858 - ?)", "Brady Gallery (Washington, D.C.)"),
        ("Vane, Ruth, ca. 1810-1815", "Vane, Ruth"),
        ("Peru", "Peru"),
        ("Route 66", "Route 66"),
        ("1846-1848", "1846-1848"),
    ],
)
def test_dates_are_removed_from_a_heading(heading: str, plain: str) -> None:
    assert without_dates(heading) == plain


def test_heading_may_have_only_an_end_date() -> None:
    dates = heading_dates("Vane, Ruth, -1915")
    assert dates is not None and dates.first is None
    assert dates.last is not None and "Vane, Ruth, -1915"[slice(*dates.last)] == "1915"


def test_organization_heading_is_split_into_parts() -> None:
    heading = "Treasury. Mint. Bureau of St. Paul. (1900 - 1910)"
    assert [heading[slice(*part)] for part in organization_parts(heading)] == [
        "Treasury",
        "Mint",
        "Bureau of St. Paul",
    ]


@pytest.mark.parametrize(
    ("heading", "entity_class"),
    [
        ("Peru", "COUNTRY"),
        ("Oregon", "STATE_OR_PROV"),
        ("Ashby (Or.)", "CITY"),
        ("Ashby (Linn county, Oregon, United States, inhabited place)", "CITY"),
        ("Ashby Creek", "LOCATION"),
    ],
)
def test_place_class_depends_on_the_heading(heading: str, entity_class: str) -> None:
    assert place_class(heading) == entity_class


def test_layer_version_depends_on_headings_and_extractors() -> None:
    version = layer_version(GAZETTEER, METHODS)
    other = Gazetteer({**GAZETTEER.authorities, 11: KnownAuthority(11, PLACE, "Chile")})
    assert layer_version(other, METHODS) != version
    assert layer_version(GAZETTEER, METHODS[:-1]) != version


@examples(st.text(max_size=300))
def test_extractors_accept_any_text(text: str) -> None:
    read(f"Title: {text}")
    read(text, PERSON, 1)


@examples(
    st.lists(
        st.sampled_from([name for one in CATALOGUE for name in authority_names(one)]), max_size=6
    )
)
def test_gazetteer_finds_names_at_their_positions(names: list[str]) -> None:
    text = " and ".join(names)
    for found in GAZETTEER.find_names(text):
        assert fold_words(text[found.start : found.end]).joined in GAZETTEER.names
