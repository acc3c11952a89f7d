"""Tests of the NER extractor: the text it reads, mention positions, and when it is disabled."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from narabot.cli.knowledge import open_name_reader
from narabot.knowledge.chunks import RecordChunk, SourceRecord
from narabot.knowledge.extraction import extract
from narabot.knowledge.extractor_list import active_extractors, layer_version
from narabot.knowledge.extractors.ner import ner_extractor
from narabot.knowledge.gazetteer import Gazetteer
from narabot.knowledge.lazy_ner_cache import NO_NER_MODEL, LazyNerCacheBuilder, ner_cache_or_reason
from narabot.knowledge.ner_cache import (
    NAME_LABELS,
    Excerpt,
    NameFinder,
    NerCacheBuilder,
    NerCacheSource,
    add_cached_names,
    cache_version,
    cached_names,
    encode_names,
)
from narabot.models import AuthorityType, LevelOfDescription, RecordType
from narabot.models.knowledge import KnownAuthority, Mention, Phrase
from narabot.models.lines import LINE_KINDS
from narabot.reading import NAMES_FILE
from narabot.reading.names import NAME_CLASSES, NamedSpan
from narabot.settings import Settings
from tests.knowing import Capitals

GAZETTEER = Gazetteer({4: KnownAuthority(4, AuthorityType.GEOGRAPHIC_PLACE_NAME, "Peru")})
VERSION = cache_version(1)
NONE: Counter[str] = Counter()
PLACES = ("10-16", "10-15", "10-15")


def record_of(
    text: str, type_: LevelOfDescription | AuthorityType = LevelOfDescription.SERIES
) -> SourceRecord:
    return SourceRecord(99, type_, "hash", (RecordChunk("99-0", text),))


def found_in(text: str, reader: Capitals | None = None) -> list[str]:
    """Return the surfaces that this extractor alone finds."""
    found = read(record_of(text), reader or Capitals(), alone=True)
    assert all(one.method == "model" for one in found)
    return [text[one.start : one.end] for one in found]


def read(
    record: SourceRecord,
    reader: NameFinder,
    told: Collection[str] = NAME_CLASSES,
    *,
    alone: bool = False,
) -> tuple[Mention, ...]:
    """Return the mentions in a record's first chunk after NER."""
    return read_by(record, NerCacheBuilder(reader), told, alone=alone)


def read_by(
    record: SourceRecord, keeper: NerCacheSource, told: Collection[str], *, alone: bool = False
) -> tuple[Mention, ...]:
    """Return the mentions in a record's first chunk, with this NER cache."""
    [named] = add_cached_names([record], keeper, Counter())
    methods = (
        [ner_extractor(keeper.version, told)]
        if alone
        else active_extractors(GAZETTEER, keeper.version, told)
    )
    return extract(named, named.chunks[0], methods).mentions


def test_names_stand_in_the_chunk_and_labels_are_none() -> None:
    text = "Title: letters of Ada Bo\nDates: May 1901\nScope and content: to Cy Di\nAccess: Open"
    assert found_in(text) == ["Ada Bo", "Cy Di"]


def test_where_a_record_is_kept_is_not_read() -> None:
    reader = Capitals()
    assert found_in("Title: maps\nHeld at: Library of Ada Bo\nHandling: ask Cy Di", reader) == []
    assert reader.texts == ["Title: maps"]


def test_what_goes_on_from_the_chunk_before_and_pages_are_read() -> None:
    text = "and Ada Bo went\nTranscription of page 2: dear Cy Di,\nyours, Ed Fo"
    assert found_in(text) == ["Ada Bo", "Cy Di", "Ed Fo"]


def test_a_name_over_two_lines_of_a_record_is_none() -> None:
    assert found_in("Title: of Ada\nScope and content: it tells") == ["Ada"]
    excerpt = Excerpt("Title: of Ada\nSubtitle: Bo", RecordType.DESCRIPTION)
    start = excerpt.text.index("Ada")
    assert excerpt.in_chunk(NamedSpan(start, len(excerpt.text), "PERSON")) is None
    assert excerpt.in_chunk(NamedSpan(0, 5, "PERSON")) is None


def test_the_labels_are_those_that_ingest_writes() -> None:
    assert set(LINE_KINDS) >= NAME_LABELS


def test_what_others_have_found_is_left_to_them() -> None:
    text = "Title: letters of Ada Bo\nScope and content: from Peru, by Ada Bo"
    found = read(record_of(text), Capitals())
    told = [(text[one.start : one.end], one.method) for one in found]
    assert told == [("Ada Bo", "model"), ("Peru", "authorities"), ("Ada Bo", "model")]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Notes: of President Ada Bo", ["President Ada Bo"]),
        ("Notes: to the President, of General", []),
        ("Notes: of Admiral King, to Vice-President", ["Admiral King"]),
        ("Notes: to Mrs. Bo, from Mrs. or Dr", ["Bo"]),
        ("Title: from Recife (Recife 116)", ["Recife"]),
        ("Notes: by Recife (Recife 116)", ["Recife", "Recife"]),
        ("Title: of Ada (Ada Bo), and (Ada 1905-1999)", ["Ada", "Ada Bo", "Ada"]),
    ],
)
def test_an_office_and_the_number_of_a_message_are_no_person(text: str, names: list[str]) -> None:
    assert found_in(text) == names


def test_a_comma_behind_a_name_is_none_of_it() -> None:
    class WithCommas(Capitals):
        def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
            spans = super().read(texts)
            return [[replace(one, end=one.end + 2) for one in own] for own in spans]

    text = "Notes: of Ada Bo, and Cy Di; both"
    found = read_by(record_of(text), NerCacheBuilder(WithCommas()), ["PERSON"])
    told = [(text[one.start : one.end], one.phrase.name) for one in found]
    assert told == [("Ada Bo", "Ada Bo"), ("Cy Di", "Cy Di")]


def test_with_other_weights_the_layer_is_another() -> None:
    versions = {
        layer_version(GAZETTEER, active_extractors(GAZETTEER, names))
        for names in (None, cache_version(1), cache_version(2))
    }
    versions.add(
        layer_version(GAZETTEER, active_extractors(GAZETTEER, cache_version(1), ["PERSON"]))
    )
    assert len(versions) == 4


def test_what_is_kept_is_not_read_again_and_other_chunks_are_read_together() -> None:
    keeper = NerCacheBuilder(Capitals())
    kept = keeper.read(["Title: of Ada Bo"], [RecordType.DESCRIPTION])
    chunks = (
        RecordChunk("99-0", "Title: of Ada Bo", names=kept[0]),
        RecordChunk("99-1", "Title: of Cy Di"),
        RecordChunk("99-2", "Title: of Ed Fo", names=f"{cache_version(2)} 11-16:PERSON"),
    )
    record = replace(record_of(""), chunks=chunks)
    reader = Capitals()
    [named] = add_cached_names([record], NerCacheBuilder(reader), Counter())
    assert reader.texts == ["Title: of Cy Di", "Title: of Ed Fo"]
    assert [one.names for one in named.chunks] == [f"{VERSION} {place}:PERSON" for place in PLACES]
    assert [one.are_names_new for one in named.chunks] == [False, True, True]
    assert add_cached_names([record], None, Counter()) == [record]


@pytest.mark.parametrize(
    "told",
    [
        "10",
        "3-2:PERSON",
        "1-99:PERSON",
        "10-16:KING",
        "a-16:PERSON",
        "1_0-1_6:PERSON",
        "٠-٦:PERSON",
        "6-7:PERSON",
        "10-16:PERSON 14-16:PERSON",
        "10-16:PERSON:PERSON",
        "",
        " ",
    ],
)
def test_what_nobody_has_kept_is_read_anew(told: str) -> None:
    chunk = RecordChunk("99-0", "Title: of Ada Bo", names=f"{VERSION} {told}")
    assert cached_names(chunk, VERSION) is None
    [named] = add_cached_names(
        [replace(record_of(""), chunks=(chunk,))], NerCacheBuilder(Capitals()), NONE
    )
    assert named.chunks[0].names == f"{VERSION} 10-16:PERSON"


def test_what_is_no_text_is_read_anew() -> None:
    kept: Any = [10, 16]
    assert cached_names(RecordChunk("99-0", "Title: of Ada Bo", names=kept), VERSION) is None
    assert cached_names(RecordChunk("99-0", "Title: of Ada Bo", names=VERSION), VERSION) == []


@pytest.mark.parametrize("label", ["Title", "Subtitle", "Other titles"])
@pytest.mark.parametrize("entity_class", ["LOCATION", "COUNTRY"])
def test_a_place_in_a_title_is_not_told(label: str, entity_class: str) -> None:
    text = f"{label}: of Ada Bo\nScope and content: of Cy Di"
    kept = encode_names(VERSION, found_at(text, entity_class, "Ada Bo", "Cy Di"))
    record = SourceRecord(
        99, LevelOfDescription.SERIES, "hash", (RecordChunk("99-0", text, names=kept),)
    )
    [told] = extract(record, record.chunks[0], [ner_extractor(VERSION, [entity_class])]).mentions
    assert text[told.start : told.end] == "Cy Di"
    kept = encode_names(VERSION, found_at(text, "PERSON", "Ada Bo"))
    record = replace(record, chunks=(RecordChunk("99-0", text, names=kept),))
    assert extract(record, record.chunks[0], [ner_extractor(VERSION, ["PERSON"])]).mentions


def found_at(text: str, entity_class: str, *names: str) -> Iterator[NamedSpan]:
    for name in names:
        yield NamedSpan(text.index(name), text.index(name) + len(name), entity_class)


def test_a_longer_name_of_what_is_told_already_is_no_other() -> None:
    text = "Title: letters\nScope and content: by Ada Bo Jr and from Peru"
    record = record_of(text)
    person = Mention(Phrase("Bo, Ada", "PERSON", 7), text.index("Ada"), text.index(" Jr"), "given")
    kept = encode_names(VERSION, found_at(text, "PERSON", "Ada Bo Jr", "Peru"))
    chunk = replace(record.chunks[0], names=kept)
    found = ner_extractor(VERSION, ["PERSON"]).extract(record, chunk, [person])
    assert [text[one.start : one.end] for one in found.mentions] == ["Peru"]


def test_a_class_that_is_named_twice_is_one() -> None:
    assert (
        ner_extractor(VERSION, ["PERSON", "PERSON"]).version
        == ner_extractor(VERSION, ["PERSON"]).version
    )


def test_many_chunks_are_read_some_at_a_time() -> None:
    reader = Counted()
    NerCacheBuilder(reader).read(["Title: of Ada Bo"] * 300, [RecordType.DESCRIPTION] * 300)
    assert reader.counts == [256, 44]


class Counted(Capitals):
    """A NER model that records how many texts each call receives."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: list[int] = []

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        self.counts.append(len(texts))
        return super().read(texts)


class FailsOnAda(Capitals):
    """A NER model that fails on texts about Ada."""

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        if any("Ada" in text for text in texts):
            raise RuntimeError("out of memory")
        return super().read(texts)


def test_a_chunk_on_which_the_reader_fails_is_counted_and_costs_no_other() -> None:
    chunks = (RecordChunk("99-0", "Title: of Ada Bo"), RecordChunk("99-1", "Title: of Cy Di"))
    failed: Counter[str] = Counter()
    record = replace(record_of(""), chunks=chunks)
    [named] = add_cached_names([record], NerCacheBuilder(FailsOnAda()), failed)
    assert failed == {"model": 1}
    assert [(one.names, one.are_names_new) for one in named.chunks] == [
        (None, False),
        (f"{VERSION} 10-15:PERSON", True),
    ]


def test_a_reader_that_cannot_be_opened_costs_its_names_alone(tmp_path: Path) -> None:
    torn = tmp_path / "torn.safetensors"
    torn.write_bytes(NAMES_FILE.read_bytes()[:1000])
    names = LazyNerCacheBuilder(Settings(ner_model=str(torn)))
    failed: Counter[str] = Counter()
    record = record_of("Title: letters of Ada Bo")
    assert add_cached_names([record], names, failed) == [record]
    assert failed == {"model": 1}


def test_no_reader_is_opened_where_all_names_are_kept() -> None:
    class Unopened:
        version = VERSION

        def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str | None]:
            raise AssertionError

    [named] = add_cached_names(
        [record_of("Title: of Ada Bo")], NerCacheBuilder(Capitals()), Counter()
    )
    assert add_cached_names([named], Unopened(), Counter()) == [named]


@examples(st.text(max_size=200), st.sampled_from(["Title: ", "Name: ", "", "Notes: \n"]))
def test_any_text_is_read(text: str, label: str) -> None:
    chunk = label + text
    for type_ in (LevelOfDescription.ITEM, AuthorityType.PERSON):
        for one in read(record_of(chunk, type_), Capitals(), alone=True):
            assert isinstance(one, Mention)
            assert re.fullmatch(r"[A-Z]\w+(?: [A-Z]\w+)*", chunk[one.start : one.end])


def test_it_can_be_left_out() -> None:
    assert ner_cache_or_reason(Settings(ner_model="none")) == (None, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("classes", "places"),
    [(Settings().ner_classes, []), ("PERSON LOCATION", [("Recife", "LOCATION")])],
)
def test_it_tells_persons_and_where_wanted_places_outside_titles(
    classes: str, places: list[tuple[str, str]]
) -> None:
    names, why = ner_cache_or_reason(Settings())
    assert why is None
    assert names is not None
    text = "Title: Clara Barton in Recife\nScope and content: Sent to Henry Wilson in Recife."
    found = read_by(record_of(text), names, classes.split())
    told = [(text[one.start : one.end], one.phrase.entity_class) for one in found]
    assert told == [
        ("Clara Barton", "PERSON"),
        ("Henry Wilson", "PERSON"),
        *places,
    ]


def test_where_its_weights_are_missing_the_reason_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(ner_model=str(tmp_path / "none.safetensors"))
    names, why = ner_cache_or_reason(settings)
    assert names is None
    assert (why or "").startswith(NO_NER_MODEL)
    assert open_name_reader(settings) is None
    assert "none.safetensors" in capsys.readouterr().err
