"""Tests of highlighting quotations in the text of their records."""

from hypothesis import given
from hypothesis import strategies as st

from narabot.models import Quote
from narabot.presentation.markdown import escape
from narabot.presentation.quotes import CONTEXT_LENGTH, highlighted_quotes, merge_spans


def quote(text: str, words: str) -> Quote:
    """Return a quotation of these words in a text."""
    start = text.index(words)
    return Quote(1, "1-0", start, start + len(words), words)


def test_quotation_is_highlighted_in_its_text() -> None:
    text = "Title: Log\nDates: 1891"
    assert highlighted_quotes(text, [quote(text, "Log")]) == (
        "Title&#58; :yellow-background[**Log**]  \nDates&#58; 1891"
    )


def test_touching_quotations_are_merged() -> None:
    assert merge_spans([(5, 9), (0, 5), (20, 22), (6, 7)]) == [(0, 9), (20, 22)]


def test_long_text_is_cut_around_quotations() -> None:
    text = "a " * 1000 + "here" + " b" * 1000 + " there" + " c" * 1000
    shown = highlighted_quotes(text, [quote(text, "here"), quote(text, "there")])
    assert shown.count("…") == 3
    assert len(shown) < 6 * CONTEXT_LENGTH


def test_markup_in_a_record_is_escaped() -> None:
    text = "**bold** ](https://x) :red[no]"
    shown = highlighted_quotes(text, [quote(text, ":red[no]")])
    assert ":red[" not in shown
    assert "https://" not in shown


@given(st.text(max_size=80), st.integers(0, 80), st.integers(0, 80))
def test_any_span_of_any_text_can_be_highlighted(text: str, start: int, end: int) -> None:
    start, end = sorted((min(start, len(text)), min(end, len(text))))
    if start < end:
        shown = highlighted_quotes(text, [Quote(1, "1-0", start, end, text[start:end])])
        assert all(escape(line) in shown for line in text[start:end].split("\n"))
