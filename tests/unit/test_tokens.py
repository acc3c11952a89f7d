"""Tests of tokens: a single pass serves all callers, and token parts match the name index."""

import re

from hypothesis import given
from hypothesis import strategies as st

from narabot.understanding.tokens import iter_tokens, tokenize
from narabot.words import content_words, stems, weighted_stems

TEXTS = st.text(alphabet=st.sampled_from("aÉß9 .,:;/-_'’?№Яё\n\t“”🙂"), max_size=40)

SPLIT_BY_THE_INDEX = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")


@given(TEXTS)
def test_token_offsets_match_the_text(text: str) -> None:
    for token in iter_tokens(text):
        assert text[token.start : token.end] == token.written
        for part in token.parts:
            assert text[part.start : part.end] == part.written


@given(TEXTS)
def test_token_parts_match_the_index_words(text: str) -> None:
    parts = [(part.start, part.written) for token in iter_tokens(text) for part in token.parts]
    found = [(match.start(), match.group()) for match in SPLIT_BY_THE_INDEX.finditer(text)]
    assert parts == found


@given(TEXTS)
def test_request_and_record_text_have_the_same_words(text: str) -> None:
    read = tokenize(text)
    assert read.content_words == content_words(text)
    assert read.weighted_stems == weighted_stems(text)
    assert read.stems == stems(text)


def test_compound_is_one_token_with_several_parts() -> None:
    (first, last) = tokenize("O'Brien's Inter-American").tokens
    assert [part.written for part in first.parts] == ["O'Brien's"]
    assert [part.written for part in last.parts] == ["Inter", "American"]
    assert [part.start for part in last.parts] == [10, 16]


def test_text_is_tokenized_only_once() -> None:
    request = "A request that nobody has made before"
    assert tokenize(request) is tokenize(" ".join(request.split()))
