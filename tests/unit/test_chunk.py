"""Tests of chunks: they cover every word, and each fits the model's token limit."""

import copy
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from ingest.parse.chunk import NAME_TOKENS, Chunker
from ingest.parse.record import CatalogRecord
from tests.embedders import WordEmbedder, packaged_tokenizer
from tests.records import SAMPLE, records_in
from tests.shared import DATA, needs_shared
from tests.tiny_models import train_tokenizer

TOKENIZER = packaged_tokenizer()
OVERLAP = 16


WORD_MARKS = Tokenizer(models.Unigram([("<unk>", 0.0), ("\u2581", -1.0), ("ship", -2.0)], 0, False))
WORD_MARKS.pre_tokenizer = pre_tokenizers.Sequence(
    [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
)
"""A tokenizer like SentencePiece: each word begins with a marker, which may be a separate token."""


MARKS = Chunker(WORD_MARKS, 64, 0)
BYTES = Chunker(train_tokenizer(), 64, 0)


@cache
def chunker(max_tokens: int = 256, overlap_tokens: int = OVERLAP) -> Chunker:
    """Return a chunker that uses the real tokenizer."""
    return Chunker(TOKENIZER, max_tokens, overlap_tokens)


def pieces(text: str) -> int:
    """Return the number of tokens in a text, without special tokens."""
    return len(TOKENIZER.encode(text, add_special_tokens=False).ids)


def length(text: str) -> int:
    """Return the number of tokens in a text, with special tokens."""
    return len(TOKENIZER.encode(text).ids)


def after_space(text: str, position: int) -> int:
    """Return the position of the first non-space character at or after a position."""
    return position + len(text[position:]) - len(text[position:].lstrip())


def reach(text: str, chunks: list[str]) -> int:
    """Return the position up to which consecutive chunks cover a text without gaps.

    Each chunk is placed as far right as possible without skipping a character. The assertion
    fails if a chunk has no such place.
    """
    covered = 0
    for chunk in chunks:
        start = text.rfind(chunk, 0, after_space(text, covered) + len(chunk))
        assert start >= 0, f"{chunk!r} leaves a gap"
        covered = max(covered, start + len(chunk))
    return covered


def assert_covered(text: str, chunks: list[str]) -> None:
    """Assert that chunks come from the text and cover all its words."""
    assert reach(text, chunks) >= len(text.rstrip())


def words(count: int) -> str:
    """Return a text of distinct words."""
    return " ".join(f"word{number}" for number in range(count))


# Few chunks


@pytest.mark.parametrize("text", ["", "Title: Logbook", "a\n\nb. c"])
def test_short_text_is_one_chunk(text: str) -> None:
    assert chunker().chunks(text) == [text]


def test_text_is_one_chunk_up_to_the_limit() -> None:
    limit = chunker().chunk_tokens
    assert len(chunker().chunks("ship " * limit)) == 1
    assert len(chunker().chunks("ship " * (limit + 1))) == 2


def test_long_text_is_split_between_paragraphs_first() -> None:
    paragraphs = ["ship " * 100, "boat " * 100, "raft " * 100]
    chunks = chunker(overlap_tokens=0).chunks("\n\n".join(paragraphs))
    assert [chunk.split()[0] for chunk in chunks] == ["ship", "boat", "raft"]
    assert_covered("\n\n".join(paragraphs), chunks)


def test_line_without_split_points_is_split_anyway() -> None:
    text = "a,b;" * 300
    chunks = chunker().chunks(text)
    assert len(chunks) > 1
    assert_covered(text, chunks)


def test_chunks_overlap_by_a_few_words() -> None:
    text = words(300)
    chunks = chunker().chunks(text)
    for before, behind in pairwise(chunks):
        shared = set(before.split()) & set(behind.split())
        assert 0 < pieces(" ".join(shared)) <= OVERLAP


def test_chunks_do_not_overlap_when_overlap_is_zero() -> None:
    chunks = chunker(overlap_tokens=0).chunks(words(300))
    assert "".join(chunks) == words(300)


def test_chunk_limit_reserves_tokens_for_the_name() -> None:
    assert chunker().chunk_tokens == 256 - NAME_TOKENS - 4
    assert chunker(128).chunk_tokens == 128 - 32 - 4


# Embedded texts


def test_later_chunks_are_embedded_after_the_record_name() -> None:
    assert chunker().embedding_texts("Logbook", ["Title: Logbook", "b", "c"]) == [
        "Title: Logbook",
        "Logbook\nb",
        "Logbook\nc",
    ]


@pytest.mark.parametrize("name", [None, ""])
def test_chunks_of_unnamed_record_are_embedded_alone(name: str | None) -> None:
    assert chunker().embedding_texts(name, ["a", "b"]) == ["a", "b"]


def test_long_name_is_cut_to_its_token_share() -> None:
    cut = chunker().cut_name("ship " * 100)
    assert pieces(cut) == NAME_TOKENS
    assert chunker().cut_name("Logbook") == "Logbook"


def test_text_over_the_model_limit_raises_an_error() -> None:
    with pytest.raises(
        AssertionError, match="257 tokens to embed, but the model accepts at most 256"
    ):
        chunker().embedding_texts(None, ["ship " * 255])


def test_truncating_tokenizer_still_measures_whole_texts() -> None:
    tokenizer = copy.deepcopy(TOKENIZER)
    cut = Chunker(tokenizer, 256, OVERLAP)
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=8)
    assert cut.length("ship " * 300) == 300
    assert len(cut.chunks("ship " * 300)) == 2
    assert cut.length("ship") == 1


# Real texts


@needs_shared
@pytest.mark.parametrize(
    "file_name",
    ["coll_WJC-NSCSW-1.jsonl", "coll_FDR-FDRMSF-1.jsonl", "rg_11-1.jsonl", "rg_210-1.jsonl"],
)
def test_chunks_of_real_records_lose_no_words(file_name: str) -> None:
    for record in records_in(DATA / file_name):
        check(record)


def test_chunks_of_the_sample_lose_no_words() -> None:
    for record in records_in(SAMPLE):
        check(record)


def check(record: CatalogRecord) -> None:
    """Assert that a record's chunks lose nothing and are not too long."""
    chunks = chunker().chunks(record.text)
    assert_covered(record.text, chunks)
    texts = chunker().embedding_texts(record.name, chunks)
    assert all(length(text) <= 256 for text in texts)


# Properties

LETTERS = st.sampled_from(
    "abcxyzéßñ.,;:!?-–'\"()[]&/0123456789 \n\n\t각한글日本語яжё😀\u0301\u200bﬁ½"
)
WORDS = st.sampled_from(
    [
        "ship",
        "Menomonee",
        "São",
        "Paulo.",
        "1943;",
        "[SEP]",
        "[MASK]",
        "Pub.L.87-266",
        "\n",
        "\n\n",
        "  ",
        "e.g.",
        "Who?",
        "Stop!",
        "x" * 30,
        "ab" * 60,
        "각" * 9,
        "日本国憲法",
        "Ünïcödé",
    ]
)
TEXTS = st.lists(WORDS | st.text(LETTERS, max_size=12), max_size=120).map(" ".join)
SMALL = (32, 64)
slow = settings(suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@slow
@given(TEXTS, st.sampled_from(SMALL), st.integers(0, 64))
def test_chunking_loses_no_words(text: str, max_tokens: int, overlap: int) -> None:
    assert_covered(text, chunker(max_tokens, overlap).chunks(text))


@slow
@given(TEXTS, st.sampled_from(SMALL), st.integers(0, 64))
def test_chunks_do_not_exceed_the_token_limit(text: str, max_tokens: int, overlap: int) -> None:
    cut = chunker(max_tokens, overlap)
    for chunk in cut.chunks(text):
        assert pieces(chunk) <= cut.chunk_tokens


@slow
@given(TEXTS, TEXTS, st.sampled_from(SMALL))
def test_name_and_chunk_together_fit_the_model(name: str, text: str, max_tokens: int) -> None:
    cut = chunker(max_tokens)
    for embedded in cut.embedding_texts(name, cut.chunks(text)):
        assert length(embedded) <= max_tokens


@pytest.mark.slow
@slow
@given(st.integers(0, 400), st.integers(0, 30))
def test_overlap_does_not_exceed_its_limit(count: int, overlap: int) -> None:
    chunks = chunker(overlap_tokens=overlap).chunks(words(count))
    for before, behind in pairwise(chunks):
        shared = [word for word in before.split() if word in behind.split()]
        assert pieces(" ".join(shared)) <= overlap
    assert len(" ".join(chunks).split()) <= count + len(chunks) * overlap


@slow
@given(TEXTS)
def test_chunking_is_deterministic(text: str) -> None:
    cut = chunker(32).chunks(text)
    chunker(32).length.cache_clear()  # type: ignore[attr-defined]
    assert chunker(32).chunks(text) == cut


@slow
@given(TEXTS)
def test_length_matches_the_models_token_count(text: str) -> None:
    added = chunker().own_tokenizer.num_special_tokens_to_add(is_pair=False)
    assert chunker().length(text) + added == length(text)


@slow
@given(TEXTS | st.text(st.characters(codec="ascii"), max_size=40), st.integers(0, 64))
def test_estimated_fit_agrees_with_measured_length(text: str, tokens: int) -> None:
    for cut in (chunker(), BYTES, MARKS):
        assert cut.fits(text, tokens) == (cut.length(text) <= tokens)


# The tests' embedder


def test_word_embedder_supports_ingest_and_langchain() -> None:
    embedder = WordEmbedder()
    vectors = embedder.embed_array(["the ship sails", "the ship", "a treaty", ""])
    assert vectors.shape == (4, embedder.identity.dimension)
    assert (abs((vectors**2).sum(axis=1) - 1) < 1e-5).all()
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]
    assert embedder.embed_query("the ship") == WordEmbedder().embed_documents(["The ship."])[0]
    assert embedder.embed_array([]).shape == (0, embedder.identity.dimension)
    assert embedder.tokenizer.encode("ships").tokens == ["[CLS]", "ships", "[SEP]"]
