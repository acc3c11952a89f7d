"""Tests that catalog text is always shown as text, whatever it contains."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from narabot.presentation.markdown import JOINER, escape, link, link_addresses, one_line, shortened
from tests.page.nasty import NASTY

GFM = MarkdownIt("commonmark").enable(["table", "strikethrough"])

STREAMLIT_READS = (
    r"(https?://|www(?=\.))([-.\w]+)([^ \t\r\n]*)",
    r"(?:^|\s|[^\w\s])([-.\w+]+)@([-\w]+(?:\.[-\w]+)+)",
    r":\+1:|:-1:|:[\w-]+:",
    r":material_(\w+):|:streamlit:",
    r"(^|\s)(<->|->|<-|--|>=|<=|~=)(\s|$)",
)
"""Patterns that Streamlit 1.67 replaces in text (`StreamlitMarkdown` and `remark-emoji`)."""

ISOLATES = re.compile("[\u2068\u2069]")

texts = st.one_of(
    st.text(),
    st.text(alphabet="*_`#$:[](){}<>!&;|~^@/\\.-+=\"' \n\t0123abhtpsw"),
    st.lists(st.sampled_from([*NASTY, "\n", "\n\n", "    ", " ", "x"])).map("".join),
)


def shown(markdown: str) -> str:
    """Return a plain paragraph's text. Assert that the Markdown contains nothing else."""
    tokens = GFM.parse(markdown)
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    parts = tokens[1].children or []
    assert {part.type for part in parts} <= {"text"}
    return "".join(part.content for part in parts)


@given(texts)
@example("    indented")
@example("a\r\n# b")
@example("\u202eevil")
@example("\x00\ud800")
def test_escaped_text_is_one_paragraph_that_shows_it(text: str) -> None:
    expected = one_line(text)
    if not expected:
        assert escape(text) == ""
        return
    read = ISOLATES.sub("", shown(escape(text)))
    assert read.replace(JOINER, "") == expected.replace(JOINER, "")


@given(texts)
def test_streamlit_replaces_nothing_in_escaped_text(text: str) -> None:
    read = shown(escape(text)) if one_line(text) else ""
    for pattern in STREAMLIT_READS:
        assert re.search(pattern, read, re.IGNORECASE) is None


@given(texts)
def test_escaped_text_contains_no_markup_characters(text: str) -> None:
    assert re.fullmatch(r"(?:[^!-/:-@\[-`{-~]|&#\d+;)*", escape(text))


def test_line_breaks_and_control_characters_become_spaces() -> None:
    assert escape("a\r\n\n\tb\x00\x1b\u2028c\x85d") == "a b c d"


def test_right_to_left_text_does_not_reorder_its_surroundings() -> None:
    assert escape("שלום") == "\u2068שלום\u2069"
    assert escape("left \u202eright") == "left right"
    assert escape("\u2069 out") == "out"


@given(texts, texts)
@example("a](javascript:alert(1)) [b", "https://example.org/a)b c\n[d](javascript:x)")
@example("www.example.org", "http://[")
def test_link_leads_only_to_its_own_address(label: str, rest: str) -> None:
    tokens = GFM.parseInline(link(label, f"https://example.org/{rest}"))[0].children or []
    hrefs = [token.attrs["href"] for token in tokens if token.type == "link_open"]
    if not one_line(label):
        assert tokens == []
    elif hrefs:
        assert len(hrefs) == 1
        assert str(hrefs[0]).startswith("https://example.org/")
        assert {token.type for token in tokens} == {"link_open", "text", "link_close"}


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "//example.org", "ftp://a/b", "", "http://["]
)
def test_only_web_addresses_become_links(url: str) -> None:
    assert link("Logbook", url) == "Logbook"


def test_link_encodes_special_characters_in_its_address() -> None:
    markdown = link("1", "https://example.org/a b(1)_[2].jpg?x=1&copy;=%20#é")
    href = (GFM.parseInline(markdown)[0].children or [])[0].attrs["href"]
    assert href == "https://example.org/a%20b%281%29_%5B2%5D.jpg?x=1&copy;=%20#%C3%A9"


@given(st.text(), st.integers(2, 50))
def test_shortened_text_respects_the_limit(text: str, longest: int) -> None:
    short = shortened(text, longest)
    assert len(short) <= longest
    assert short == one_line(text) or short.endswith("…")


def test_text_is_shortened_at_a_word_boundary() -> None:
    assert shortened("Logbook of the lighthouse", 20) == "Logbook of the…"
    assert shortened("x" * 3000, 20) == "x" * 19 + "…"


def test_email_addresses_become_links_and_can_be_copied() -> None:
    text = "Library, 1 Road (stillpix_a@nara.gov, https://a.gov/x) at 3 < 4 p.m."
    shown = link_addresses(text)
    assert "(mailto:stillpix_a@nara.gov)" in shown
    assert "](https://a.gov/x)" in shown
    assert JOINER not in shown.partition("](mailto:")[0]
    seen = "".join(one.content for one in GFM.parseInline(shown)[0].children or ())
    assert seen.replace(JOINER, "") == text


@pytest.mark.parametrize("text", ["a@b", "@b.gov", "a@b.1", "<a@b.gov](javascript:x)>", "x" * 500])
def test_invalid_email_address_stays_text(text: str) -> None:
    assert link_addresses(text).count("](mailto:") == text.count("a@b.gov")
    assert "](javascript" not in link_addresses(text)
