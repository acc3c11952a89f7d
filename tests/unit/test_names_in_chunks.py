"""The extractor of a reader of names: what it reads, where names stand, when it is off."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from narabot.cli.knowing import names_of
from narabot.knowledge.chunks import KnownRecord, RecordChunk
from narabot.knowledge.extraction import extract
from narabot.knowledge.extractors.model import NAME_LABELS, Excerpt, model
from narabot.knowledge.gazetteer import Gazetteer
from narabot.knowledge.methods import extractors, layer_version
from narabot.models import AuthorityType, LevelOfDescription, RecordType
from narabot.models.knowledge import KnownAuthority, Mention
from narabot.models.lines import LINE_KINDS
from narabot.reading import UNNAMED, name_reader_or_why
from narabot.reading.names import NamedSpan
from narabot.settings import Settings

GAZETTEER = Gazetteer({4: KnownAuthority(4, AuthorityType.GEOGRAPHIC_PLACE_NAME, "Peru")})


class Capitals:
    """A reader to whom each run of capitalised words is a person."""

    def __init__(self, version: int = 1) -> None:
        self.version = version
        self.texts: list[str] = []

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        self.texts += texts
        runs = re.compile(r"[A-Z]\w+(?: [A-Z]\w+)*")
        return [[NamedSpan(*hit.span(), "PERSON") for hit in runs.finditer(t)] for t in texts]


def record_of(
    text: str, type_: LevelOfDescription | AuthorityType = LevelOfDescription.SERIES
) -> KnownRecord:
    return KnownRecord(99, type_, "hash", (RecordChunk("99-0", text),))


def found_in(text: str, reader: Capitals | None = None) -> list[str]:
    """Return the surfaces of what the extractor alone finds."""
    record = record_of(text)
    found = extract(record, record.chunks[0], [model(reader or Capitals())])
    assert all(one.method == "model" for one in found.mentions)
    return [text[one.start : one.end] for one in found.mentions]


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
    assert excerpt.mention(NamedSpan(start, len(excerpt.text), "PERSON")) is None
    assert excerpt.mention(NamedSpan(0, 5, "PERSON")) is None


def test_the_labels_are_those_that_ingest_writes() -> None:
    assert set(LINE_KINDS) >= NAME_LABELS


def test_what_others_have_found_is_left_to_them() -> None:
    text = "Title: letters of Ada Bo\nScope and content: from Peru, by Ada Bo"
    record = record_of(text)
    found = extract(record, record.chunks[0], extractors(GAZETTEER, Capitals())).mentions
    told = [(text[one.start : one.end], one.method) for one in found]
    assert told == [("Ada Bo", "model"), ("Peru", "authorities"), ("Ada Bo", "model")]


def test_with_other_weights_the_layer_is_another() -> None:
    versions = {
        layer_version(GAZETTEER, extractors(GAZETTEER, names))
        for names in (None, Capitals(1), Capitals(2))
    }
    assert len(versions) == 3


@examples(st.text(max_size=200), st.sampled_from(["Title: ", "Name: ", "", "Notes: \n"]))
def test_any_text_is_read(text: str, label: str) -> None:
    chunk = label + text
    for type_ in (LevelOfDescription.ITEM, AuthorityType.PERSON):
        record = record_of(chunk, type_)
        for one in extract(record, record.chunks[0], [model(Capitals())]).mentions:
            assert isinstance(one, Mention)
            assert re.fullmatch(r"[A-Z]\w+(?: [A-Z]\w+)*", chunk[one.start : one.end])


def test_it_can_be_left_out() -> None:
    assert name_reader_or_why(Settings(names_model="none")) == (None, None)


def test_by_default_it_tells_persons_alone() -> None:
    reader, why = name_reader_or_why(Settings())
    assert why is None
    assert reader is not None
    text = "Title: letters of Clara Barton\nScope and content: Sent to Henry Wilson in Virginia."
    record = record_of(text)
    found = extract(record, record.chunks[0], extractors(GAZETTEER, reader)).mentions
    told = [(text[one.start : one.end], one.phrase.entity_class) for one in found]
    assert told == [("Clara Barton", "PERSON"), ("Henry Wilson", "PERSON")]


def test_where_its_weights_are_missing_the_reason_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(names_model=str(tmp_path / "none.safetensors"))
    reader, why = name_reader_or_why(settings)
    assert reader is None
    assert (why or "").startswith(UNNAMED)
    assert names_of(settings) is None
    assert "none.safetensors" in capsys.readouterr().err
