"""Tests of the NER extractor: the text that it reads, mention positions, and disabling NER."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from narabot.cli.knowledge import open_ner_cache
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
from tests.knowledge_layers import Capitals

GAZETTEER = Gazetteer({4: KnownAuthority(4, AuthorityType.GEOGRAPHIC_PLACE_NAME, "Peru")})
VERSION = cache_version(1)
NONE: Counter[str] = Counter()
PLACES = ("10-16", "10-15", "10-15")


def record_of(
    text: str, type_: LevelOfDescription | AuthorityType = LevelOfDescription.SERIES
) -> SourceRecord:
    return SourceRecord(99, type_, "hash", (RecordChunk("99-0", text),))


def found_in(text: str, reader: Capitals | None = None) -> list[str]:
    """Return the surface forms that the NER extractor finds by itself."""
    found = read(record_of(text), reader or Capitals(), alone=True)
    assert all(one.method == "model" for one in found)
    return [text[one.start : one.end] for one in found]


def read(
    record: SourceRecord,
    reader: NameFinder,
    ner_classes: Collection[str] = NAME_CLASSES,
    *,
    alone: bool = False,
) -> tuple[Mention, ...]:
    """Return the mentions in a record's first chunk after NER."""
    return read_by(record, NerCacheBuilder(reader), ner_classes, alone=alone)


def read_by(
    record: SourceRecord,
    keeper: NerCacheSource,
    ner_classes: Collection[str],
    *,
    alone: bool = False,
) -> tuple[Mention, ...]:
    """Return the mentions in a record's first chunk, found with this NER cache."""
    [named] = add_cached_names([record], keeper, Counter())
    methods = (
        [ner_extractor(keeper.version, ner_classes)]
        if alone
        else active_extractors(GAZETTEER, keeper.version, ner_classes)
    )
    return extract(named, named.chunks[0], methods).mentions


def test_names_are_found_but_labels_are_not() -> None:
    text = "Title: letters of Ada Bo\nDates: May 1901\nScope and content: to Cy Di\nAccess: Open"
    assert found_in(text) == ["Ada Bo", "Cy Di"]


def test_ner_skips_physical_location_and_handling() -> None:
    reader = Capitals()
    assert found_in("Title: maps\nHeld at: Library of Ada Bo\nHandling: ask Cy Di", reader) == []
    assert reader.texts == ["Title: maps"]


def test_ner_reads_continued_text_and_page_transcriptions() -> None:
    text = "and Ada Bo went\nTranscription of page 2: dear Cy Di,\nyours, Ed Fo"
    assert found_in(text) == ["Ada Bo", "Cy Di", "Ed Fo"]


def test_name_does_not_span_two_lines() -> None:
    assert found_in("Title: of Ada\nScope and content: it tells") == ["Ada"]
    excerpt = Excerpt("Title: of Ada\nSubtitle: Bo", RecordType.DESCRIPTION)
    start = excerpt.text.index("Ada")
    assert excerpt.in_chunk(NamedSpan(start, len(excerpt.text), "PERSON")) is None
    assert excerpt.in_chunk(NamedSpan(0, 5, "PERSON")) is None


def test_ner_labels_match_those_written_by_ingest() -> None:
    assert set(LINE_KINDS) >= NAME_LABELS


def test_ner_leaves_names_found_by_other_extractors() -> None:
    text = "Title: letters of Ada Bo\nScope and content: from Peru, by Ada Bo"
    found = read(record_of(text), Capitals())
    mentions = [(text[one.start : one.end], one.method) for one in found]
    assert mentions == [("Ada Bo", "model"), ("Peru", "authorities"), ("Ada Bo", "model")]


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
def test_office_titles_and_message_numbers_are_not_persons(text: str, names: list[str]) -> None:
    assert found_in(text) == names


def test_comma_after_a_name_is_removed() -> None:
    class WithCommas(Capitals):
        def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
            spans = super().read(texts)
            return [[replace(one, end=one.end + 2) for one in own] for own in spans]

    text = "Notes: of Ada Bo, and Cy Di; both"
    found = read_by(record_of(text), NerCacheBuilder(WithCommas()), ["PERSON"])
    mentions = [(text[one.start : one.end], one.phrase.name) for one in found]
    assert mentions == [("Ada Bo", "Ada Bo"), ("Cy Di", "Cy Di")]


def test_layer_version_depends_on_ner_weights_and_classes() -> None:
    versions = {
        layer_version(GAZETTEER, active_extractors(GAZETTEER, names))
        for names in (None, cache_version(1), cache_version(2))
    }
    versions.add(
        layer_version(GAZETTEER, active_extractors(GAZETTEER, cache_version(1), ["PERSON"]))
    )
    assert len(versions) == 4


def test_cached_chunks_are_skipped_and_others_are_batched() -> None:
    keeper = NerCacheBuilder(Capitals())
    cached = keeper.read(["Title: of Ada Bo"], [RecordType.DESCRIPTION])
    chunks = (
        RecordChunk("99-0", "Title: of Ada Bo", names=cached[0]),
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
    "cached",
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
def test_invalid_cached_names_are_recomputed(cached: str) -> None:
    chunk = RecordChunk("99-0", "Title: of Ada Bo", names=f"{VERSION} {cached}")
    assert cached_names(chunk, VERSION) is None
    [named] = add_cached_names(
        [replace(record_of(""), chunks=(chunk,))], NerCacheBuilder(Capitals()), NONE
    )
    assert named.chunks[0].names == f"{VERSION} 10-16:PERSON"


def test_cached_names_of_wrong_type_are_ignored() -> None:
    cached: Any = [10, 16]
    assert cached_names(RecordChunk("99-0", "Title: of Ada Bo", names=cached), VERSION) is None
    assert cached_names(RecordChunk("99-0", "Title: of Ada Bo", names=VERSION), VERSION) == []


@pytest.mark.parametrize("label", ["Title", "Subtitle", "Other titles"])
@pytest.mark.parametrize("entity_class", ["LOCATION", "COUNTRY"])
def test_ner_ignores_places_in_titles(label: str, entity_class: str) -> None:
    text = f"{label}: of Ada Bo\nScope and content: of Cy Di"
    cached = encode_names(VERSION, found_at(text, entity_class, "Ada Bo", "Cy Di"))
    record = SourceRecord(
        99, LevelOfDescription.SERIES, "hash", (RecordChunk("99-0", text, names=cached),)
    )
    [mention] = extract(record, record.chunks[0], [ner_extractor(VERSION, [entity_class])]).mentions
    assert text[mention.start : mention.end] == "Cy Di"
    cached = encode_names(VERSION, found_at(text, "PERSON", "Ada Bo"))
    record = replace(record, chunks=(RecordChunk("99-0", text, names=cached),))
    assert extract(record, record.chunks[0], [ner_extractor(VERSION, ["PERSON"])]).mentions


def found_at(text: str, entity_class: str, *names: str) -> Iterator[NamedSpan]:
    for name in names:
        yield NamedSpan(text.index(name), text.index(name) + len(name), entity_class)


def test_longer_form_of_a_known_mention_is_skipped() -> None:
    text = "Title: letters\nScope and content: by Ada Bo Jr and from Peru"
    record = record_of(text)
    person = Mention(Phrase("Bo, Ada", "PERSON", 7), text.index("Ada"), text.index(" Jr"), "given")
    cached = encode_names(VERSION, found_at(text, "PERSON", "Ada Bo Jr", "Peru"))
    chunk = replace(record.chunks[0], names=cached)
    found = ner_extractor(VERSION, ["PERSON"]).extract(record, chunk, [person])
    assert [text[one.start : one.end] for one in found.mentions] == ["Peru"]


def test_duplicate_classes_do_not_change_the_version() -> None:
    assert (
        ner_extractor(VERSION, ["PERSON", "PERSON"]).version
        == ner_extractor(VERSION, ["PERSON"]).version
    )


def test_many_chunks_are_read_in_batches() -> None:
    reader = Counted()
    NerCacheBuilder(reader).read(["Title: of Ada Bo"] * 300, [RecordType.DESCRIPTION] * 300)
    assert reader.counts == [256, 44]


class Counted(Capitals):
    """An NER model that records how many texts each call receives."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: list[int] = []

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        self.counts.append(len(texts))
        return super().read(texts)


class FailsOnAda(Capitals):
    """An NER model that fails on texts about Ada."""

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        if any("Ada" in text for text in texts):
            raise RuntimeError("out of memory")
        return super().read(texts)


def test_failed_chunk_is_counted_without_affecting_other_chunks() -> None:
    chunks = (RecordChunk("99-0", "Title: of Ada Bo"), RecordChunk("99-1", "Title: of Cy Di"))
    failed: Counter[str] = Counter()
    record = replace(record_of(""), chunks=chunks)
    [named] = add_cached_names([record], NerCacheBuilder(FailsOnAda()), failed)
    assert failed == {"model": 1}
    assert [(one.names, one.are_names_new) for one in named.chunks] == [
        (None, False),
        (f"{VERSION} 10-15:PERSON", True),
    ]


def test_unreadable_ner_model_is_counted_and_leaves_records_unchanged(tmp_path: Path) -> None:
    torn = tmp_path / "torn.safetensors"
    torn.write_bytes(NAMES_FILE.read_bytes()[:1000])
    names = LazyNerCacheBuilder(Settings(ner_model=str(torn)))
    failed: Counter[str] = Counter()
    record = record_of("Title: letters of Ada Bo")
    assert add_cached_names([record], names, failed) == [record]
    assert failed == {"model": 1}


def test_ner_model_stays_unopened_if_all_names_are_cached() -> None:
    class Unopened:
        version = VERSION

        def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str | None]:
            raise AssertionError

    [named] = add_cached_names(
        [record_of("Title: of Ada Bo")], NerCacheBuilder(Capitals()), Counter()
    )
    assert add_cached_names([named], Unopened(), Counter()) == [named]


@examples(st.text(max_size=200), st.sampled_from(["Title: ", "Name: ", "", "Notes: \n"]))
def test_ner_extractor_accepts_any_text(text: str, label: str) -> None:
    chunk = label + text
    for type_ in (LevelOfDescription.ITEM, AuthorityType.PERSON):
        for one in read(record_of(chunk, type_), Capitals(), alone=True):
            assert isinstance(one, Mention)
            assert re.fullmatch(r"[A-Z]\w+(?: [A-Z]\w+)*", chunk[one.start : one.end])


def test_ner_can_be_disabled() -> None:
    assert ner_cache_or_reason(Settings(ner_model="none")) == (None, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("classes", "places"),
    [(Settings().ner_classes, []), ("PERSON LOCATION", [("Recife", "LOCATION")])],
)
def test_bundled_ner_finds_persons_and_requested_places(
    classes: str, places: list[tuple[str, str]]
) -> None:
    names, why = ner_cache_or_reason(Settings())
    assert why is None
    assert names is not None
    text = "Title: Clara Barton in Recife\nScope and content: Sent to Henry Wilson in Recife."
    found = read_by(record_of(text), names, classes.split())
    mentions = [(text[one.start : one.end], one.phrase.entity_class) for one in found]
    assert mentions == [
        ("Clara Barton", "PERSON"),
        ("Henry Wilson", "PERSON"),
        *places,
    ]


def test_missing_ner_weights_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(ner_model=str(tmp_path / "none.safetensors"))
    names, why = ner_cache_or_reason(settings)
    assert names is None
    assert (why or "").startswith(NO_NER_MODEL)
    assert open_ner_cache(settings) is None
    assert "none.safetensors" in capsys.readouterr().err
