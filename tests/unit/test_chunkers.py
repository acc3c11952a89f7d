"""Tests of the simple, semantic, and smart chunkers: properties, boundaries, and compatibility."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.parse.chunk import Chunker
from ingest.parse.chunkers import (
    BorderSides,
    MeanDistance,
    Scores,
    SemanticChunker,
    SimpleChunker,
    SmartChunker,
    build_chunker,
    needs_vectors,
    split_to_fit,
)
from ingest.parse.sentence_spans import line_starts, sentence_spans, sentences_of
from ingest.prepared.manifest import (
    PreparationSettings,
    check_readable,
    differences,
    preparation_settings,
)
from narabot.embedding import Vectors
from narabot.errors import PreparedShardError
from narabot.settings import ChunkerName
from narabot.versions import current_version
from tests.embedders import WordEmbedder, packaged_tokenizer
from tests.ingesting import ingest_settings
from tests.records import raw_record, records_in
from tests.shared import DATA, needs_shared

NAMES: tuple[ChunkerName, ...] = ("simple", "semantic", "smart")
BY_MEANING: tuple[ChunkerName, ...] = ("semantic", "smart")
TOKENIZER = packaged_tokenizer()
slow = settings(suppress_health_check=[HealthCheck.too_slow])


@cache
def chunker(name: ChunkerName, max_tokens: int = 32) -> Chunker:
    """Return a chunker that uses word vectors and the real tokenizer."""
    return Chunker(TOKENIZER, max_tokens, 16, build_chunker(name, WordEmbedder().embed_array))


def pieces(text: str) -> int:
    """Return the number of tokens in a text, without special tokens."""
    return len(TOKENIZER.encode(text, add_special_tokens=False).ids)


def places(text: str, chunks: Sequence[str]) -> list[tuple[int, int]]:
    """Return the positions of chunks, in order. Assert that only white space is lost."""
    found, end = [], 0
    for chunk in chunks:
        start = text.index(chunk, end)
        assert not text[end:start].strip()
        end = start + len(chunk)
        found.append((start, end))
    assert not text[end:].strip()
    return found


# Properties

SENTENCES = st.sampled_from(
    [
        "The ship sails. ",
        "Who was the captain of the ship? ",
        "A treaty was signed in Paris, 1898. ",
        "Letters of J. Smith; of Mr. Jones. ",
        "São Paulo. ",
        "일본 기록. ",
        "x" * 40 + " ",
        "x" * 120,
        "word " * 30,
        "\n",
        "\n\n",
        "   ",
        "\nScope and content: Photographs of dams. ",
        "\nHeld at: National Archives; College Park. ",
        "\nSubjects: Dams; Ships",
        "\nMachine-read text of page 12: THE SHIP. ",
        "\nNo label: of ours. ",
        "😀é",
    ]
)
TEXTS = st.lists(SENTENCES, max_size=40).map("".join)
EVERY = st.sampled_from(NAMES)
MAX_TOKENS = st.sampled_from((32, 64))


@slow
@given(TEXTS, EVERY, MAX_TOKENS)
def test_chunks_are_in_order_and_lose_no_words(
    text: str, name: ChunkerName, max_tokens: int
) -> None:
    chunks = chunker(name, max_tokens).chunks(text)
    places(text, chunks)
    assert "".join("".join(chunks).split()) == "".join(text.split())


@slow
@given(TEXTS, EVERY, MAX_TOKENS)
def test_chunks_fit_the_budget_with_a_name(text: str, name: ChunkerName, max_tokens: int) -> None:
    cut = chunker(name, max_tokens)
    chunks = cut.chunks(text)
    assert all(pieces(chunk) <= cut.chunk_tokens for chunk in chunks)
    cut.embedding_texts("Photographs of Dams and Ships", chunks)


@slow
@given(TEXTS, EVERY, MAX_TOKENS)
def test_only_sentences_longer_than_the_budget_are_split(
    text: str, name: ChunkerName, max_tokens: int
) -> None:
    cut = chunker(name, max_tokens)
    borders = {start for start, _ in places(text, cut.chunks(text))[1:]}
    for start, end in sentence_spans(text):
        if any(start < border < end for border in borders):
            assert pieces(text[start:end]) > cut.chunk_tokens


@slow
@given(TEXTS, st.sampled_from(BY_MEANING), MAX_TOKENS)
def test_chunk_is_whole_lines_or_part_of_one(text: str, name: ChunkerName, max_tokens: int) -> None:
    begins = [*line_starts(text), len(text)]
    for start, end in places(text, chunker(name, max_tokens).chunks(text)):
        inside = [begin for begin in begins if start < begin < end]
        is_whole = start in begins and (end in begins or not text[end:].strip())
        assert not inside or is_whole


@pytest.mark.slow
@slow
@given(TEXTS, EVERY)
def test_chunking_is_deterministic(text: str, name: ChunkerName) -> None:
    fresh = Chunker(TOKENIZER, 32, 0, build_chunker(name, WordEmbedder().embed_array))
    assert fresh.chunks(text) == chunker(name).chunks(text)


@slow
@given(TEXTS)
def test_sentences_cover_the_text_and_are_not_blank(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join(text[start:end] for start, end in spans) == text
    assert not text.strip() or all(text[start:end].strip() for start, end in spans)


@slow
@given(TEXTS, st.sampled_from((4, 9, 20)), st.lists(st.integers(0, 200), max_size=60).map(sorted))
def test_chunks_fit_even_if_token_estimate_is_wrong(
    text: str, budget: int, token_starts: list[int]
) -> None:
    def fits(part: str, most: int) -> bool:
        return len(part) <= 2 * most

    sentences = sentences_of(text, budget, token_starts, fits)
    spans = SimpleChunker().spans(sentences)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(end - start <= 2 * budget for start, end in spans)
    assert split_to_fit(sentences, np.zeros(max(len(sentences) - 1, 0))) or not text


@needs_shared
@pytest.mark.parametrize("name", NAMES)
def test_chunks_of_real_records_lose_no_words(name: ChunkerName) -> None:
    cut = chunker(name, 256)
    several = 0
    for record in records_in(DATA / "rg_210-1.jsonl"):
        chunks = cut.chunks(record.text)
        places(record.text, chunks)
        cut.embedding_texts(record.name, chunks)
        several += len(chunks) > 1
    assert several


# Boundaries

DAMS = "Dams were built on the river. The river dams were large. Workers built dams. "
SHIPS = "Ships sailed to Manila. The ships were old. Captains of ships wrote logs. "


@pytest.mark.parametrize("name", ["default", *NAMES])
def test_every_chunker_keeps_short_text_in_one_chunk(name: ChunkerName) -> None:
    text = "Title: Logbook\nDates: 1841\nHeld at: Washington"
    assert chunker(name).chunks(text) == [text]


def test_simple_chunker_takes_as_many_sentences_as_fit() -> None:
    text = "One two three four. " * 20
    cut = chunker("simple", 64)
    chunks = cut.chunks(text)
    assert all(pieces(one) + 5 > cut.chunk_tokens for one in chunks[:-1])
    assert {chunk.strip()[-1] for chunk in chunks} == {"."}


def test_simple_chunker_fills_a_chunk_across_lines() -> None:
    text = "Title: Ships\nScope and content: " + "The ship sails far. " * 12
    first, *_ = chunker("simple", 64).chunks(text)
    assert first.startswith("Title: Ships\nScope and content: The ship")


@pytest.mark.parametrize("name", BY_MEANING)
def test_text_is_split_where_its_topic_changes(name: ChunkerName) -> None:
    assert chunker(name, 64).chunks(DAMS + SHIPS + SHIPS) != chunker("simple", 64).chunks(
        DAMS + SHIPS + SHIPS
    )
    assert chunker(name, 64).chunks(DAMS + SHIPS * 2)[0] == DAMS


def scored(given: Sequence[float]) -> SmartChunker:
    """Return a smart chunker whose boundaries have these scores."""
    return SmartChunker(lambda sides: np.array(given[: len(sides)], np.float64))


def test_best_boundary_wins_and_ties_split_near_the_middle() -> None:
    text = "Ship one. Ship two. Ship three. Ship four. "  # 3 tokens each
    cut = partial(Chunker, TOKENIZER, 16, 0)  # 8 tokens per chunk
    assert cut(scored([9, 0, 0])).chunks(text) == [
        "Ship one. ",
        "Ship two. ",
        "Ship three. Ship four. ",
    ]
    assert cut(scored([1, 1, 1])).chunks(text) == [
        "Ship one. Ship two. ",
        "Ship three. Ship four. ",
    ]


def test_line_boundary_takes_precedence_over_sentence_boundary() -> None:
    text = "Notes: Ship one. Ship two. \nScale: Ship three. Ship four."
    assert len(sentence_spans(text)) == 4
    assert Chunker(TOKENIZER, 24, 0, scored([9, 0, 9])).chunks(text) == [
        "Notes: Ship one. Ship two. \n",
        "Scale: Ship three. Ship four.",
    ]


def test_pair_scorer_gets_up_to_three_sentences_per_side() -> None:
    seen: list[BorderSides] = []

    def score(sides: Sequence[BorderSides]) -> Scores:
        seen.extend(sides)
        return np.zeros(len(sides))

    Chunker(TOKENIZER, 16, 0, SmartChunker(score)).chunks("A one. B two. C three. D four. E five.")
    assert seen == [
        (["A one."], ["B two.", "C three.", "D four."]),
        (["A one.", "B two."], ["C three.", "D four.", "E five."]),
        (["A one.", "B two.", "C three."], ["D four.", "E five."]),
        (["B two.", "C three.", "D four."], ["E five."]),
    ]


def test_smart_chunker_compares_sides_not_just_neighbors() -> None:
    dams, ships = ["dams dams"] * 3, ["ships ships"] * 3
    odd = ["treaty"]
    sides: list[BorderSides] = [(dams, [*odd, *dams[:2]]), (dams, ships)]
    one_odd_sentence, another_matter = MeanDistance(WordEmbedder().embed_array)(sides)
    assert one_odd_sentence < another_matter


def test_each_sentence_is_embedded_once() -> None:
    embedded: list[str] = []

    def vectors(texts: Sequence[str]) -> Vectors:
        embedded.extend(texts)
        return WordEmbedder().embed_array(texts)

    text = " ".join(f"Ship number {number} sails." for number in range(60))
    for made in (SemanticChunker(vectors), SmartChunker(MeanDistance(vectors))):
        embedded.clear()
        assert len(Chunker(TOKENIZER, 64, 0, made).chunks(text)) > 3
        assert sorted(embedded) == sorted(set(embedded))
        assert len(embedded) == 60


def test_nan_vectors_still_produce_chunks() -> None:
    broken = SemanticChunker(lambda texts: np.full((len(texts), 4), np.nan, np.float32))
    cut = Chunker(TOKENIZER, 64, 0, broken)
    places(DAMS * 9, cut.chunks(DAMS * 9))


def test_very_long_text_with_many_sentences_is_split() -> None:
    text = "Ship. " * 5000
    borders = SmartChunker(lambda sides: np.arange(len(sides), dtype=np.float64))
    assert "".join(Chunker(TOKENIZER, 64, 0, borders).chunks(text)) == text


# Compatibility


def test_chunker_without_required_vectors_raises_an_error() -> None:
    assert [needs_vectors(name) for name in ("default", *NAMES)] == [False, False, True, True]
    assert build_chunker("default", None) is None
    assert build_chunker("simple", None) == SimpleChunker()
    with pytest.raises(ValueError, match="semantic chunker needs vectors"):
        build_chunker("semantic", None)


def of(folder: Path, name: ChunkerName) -> PreparationSettings:
    """Return the preparation settings for a chunker."""
    chosen = ingest_settings(folder).model_copy(update={"ingest_chunker": name})
    return preparation_settings(chosen, WordEmbedder(), None)


def test_shards_from_different_chunkers_are_incompatible(tmp_path: Path) -> None:
    found = differences(of(tmp_path, "smart"), of(tmp_path, "default"))
    assert found is not None
    assert "chunker smart" in found
    assert "chunker default" in found
    assert differences(of(tmp_path, "smart"), of(tmp_path, "smart")) is None


def test_shards_from_any_chunker_can_be_loaded(
    tmp_path: Path,
) -> None:
    check_readable(of(tmp_path, "smart"))
    assert current_version(WordEmbedder.identity).chunker == "default"
    other = current_version(WordEmbedder.identity, "smart")
    with pytest.raises(PreparedShardError, match="different version"):
        check_readable(PreparationSettings(other, 1, 1, (1.0,), format=0))


def long_records() -> Iterator[dict[str, object]]:
    """Yield records whose texts span several chunks."""
    for number in range(1, 5):
        note = " ".join(f"Ship {number} of port {place} sailed." for place in range(90))
        yield raw_record(naId=number, scopeAndContentNote=note)
