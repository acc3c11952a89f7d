"""Tests of records and answers as Markdown: only stated facts, in order, with their links."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from narabot.models import (
    CATALOG_URL,
    FIRST_EXAMPLE_NA_ID,
    GUIDE,
    REFUSAL,
    Answer,
    AuthorityType,
    CatalogType,
    Chunk,
    FiledSubject,
    Holdings,
    LevelOfDescription,
    Passage,
    PathRecord,
    Quote,
    RecordType,
    RelatedAuthority,
    RequestClass,
    Response,
    Sentence,
    Trace,
)
from narabot.presentation.cards import CardDetails, card, path_line
from narabot.presentation.excerpts import excerpt
from narabot.presentation.markdown import JOINER
from narabot.presentation.records import dates, has_code_for_title, name
from narabot.presentation.responses import (
    answer_markdown,
    guide_reasons,
    quoted_records,
    searched_as_line,
    unquoted_records,
)
from narabot.words import WORD, fold, stem
from tests.page.nasty import NASTY

GROUND = re.compile(r":yellow-background\[(.*?)\]")
SMALL = re.compile(r"^:small\[(.*)\]$", re.MULTILINE)

GFM = MarkdownIt("commonmark").enable(["table", "strikethrough"])


class Reader(HTMLParser):
    """Renders Markdown and collects its lines of text and the targets of its links."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.text = ""
        self.links: dict[str, str] = {}
        self.hrefs: list[str] = []
        self._href: str | None = None
        self.feed(GFM.render(markdown))

    @property
    def lines(self) -> list[str]:
        """The lines without Streamlit's small text and colored backgrounds."""
        plain = SMALL.sub(r"\1", GROUND.sub(r"\1", self.text.replace(JOINER, "")))
        return [line for line in plain.splitlines() if line]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in {"p", "a", "br", "strong", "blockquote"}
        if tag == "a":
            self._href = dict(attrs)["href"] or ""
            self.hrefs.append(self._href)

    def handle_endtag(self, tag: str) -> None:
        self._href = None if tag == "a" else self._href

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._href is not None:
            self.links[data] = self._href


def record(
    na_id: int = 3, title: str | None = "Logbook", type_: CatalogType = LevelOfDescription.FILE_UNIT
) -> PathRecord:
    kind = RecordType.DESCRIPTION if isinstance(type_, LevelOfDescription) else RecordType.AUTHORITY
    return PathRecord(na_id, kind, type_, title, None, None, f"{CATALOG_URL}{na_id}")


def passage(
    *path: PathRecord,
    authorities: tuple[RelatedAuthority, ...] = (),
    holdings: Holdings | None = None,
) -> Passage:
    records = path or (record(),)
    return Passage(
        na_id=records[0].na_id,
        chunk_id=f"{records[0].na_id}-0",
        score=0.9,
        text="",
        chunks=(),
        path=records,
        related_authorities=authorities,
        holdings=holdings or Holdings(),
    )


def authority(type_: AuthorityType, heading: str, na_id: int = 7) -> RelatedAuthority:
    return RelatedAuthority(type_, heading, f"{CATALOG_URL}{na_id}")


def response(*sentences: Sentence, na_ids: tuple[int, ...] = (1, 2, 3)) -> Response:
    passages = tuple(passage(record(na_id)) for na_id in na_ids)
    answer = Answer(sentences, 0.9, "extractive")
    return Response(
        query="?",
        asked="?",
        request_class=RequestClass.QUESTION,
        passages=passages,
        answer=answer,
        trace=Trace("", "", "", {}),
    )


def sentence(text: str, *na_ids: int) -> Sentence:
    return Sentence(text, tuple(Quote(na_id, f"{na_id}-0", 0, 1, "x") for na_id in na_ids))


def test_card_omits_unstated_facts() -> None:
    assert Reader(card(passage())).lines == ["Logbook", "File unit · NAID 3 · archives.gov"]


def test_card_links_to_the_record_and_its_ancestors() -> None:
    full = passage(
        replace(record(), start_date="ca. 1941", end_date="1943-05"),
        record(2, "Lighthouse files", LevelOfDescription.SERIES),
        record(1, "Coast Guard", LevelOfDescription.RECORD_GROUP),
        holdings=Holdings(
            "Restricted - Partly",
            containers=("Box 1", "Box 2", "Box 3", "Box 4"),
            online_urls=("https://s3.example.org/1.jpg", "https://s3.example.org/2.jpg"),
            online_count=1200,
        ),
    )
    read = Reader(card(full, CardDetails(4)))
    assert read.lines == [
        "4. Logbook",
        "File unit · ca. 1941 – May 1943 · Box 1, Box 2, Box 3, … · 1,200 digital objects · "
        "Restricted - Partly · NAID 3 · archives.gov",
        "In Coast Guard › Lighthouse files",
    ]
    assert read.links == {
        "Logbook": "?naId=3",
        "archives.gov": f"{CATALOG_URL}3",
        "Coast Guard": "?naId=1",
        "Lighthouse files": "?naId=2",
    }


def test_card_shows_why_its_record_was_found() -> None:
    text = "Title: Logbook\nScope and content: Kept by hand. The keepers write of fog. No more."
    found = replace(passage(), text=text, chunks=(Chunk("3-0", text),))
    assert Reader(card(found, CardDetails(stems={stem("fogs"), stem("logbook")}))).lines == [
        "Logbook",
        "File unit · NAID 3 · archives.gov",
        "The keepers write of fog.",
    ]
    assert "**fog**" in card(found, CardDetails(stems={stem("fogs")}))
    by_meaning = Reader(card(found, CardDetails(stems={stem("mist")})))
    assert by_meaning.lines[2] == "Kept by hand."
    assert len(Reader(card(found)).lines) == 2


def test_excerpt_is_cut_around_the_search_words() -> None:
    text = f"Scope and content: {'before ' * 22}the fog {'behind ' * 20}end."
    found = excerpt(replace(passage(), chunks=(Chunk("3-0", text),)), {"fog"})
    assert found is not None
    assert "the fog" in found
    assert found.startswith("…") and len(found) <= 240


def test_example_record_is_marked_without_an_archives_link() -> None:
    invented = passage(record(FIRST_EXAMPLE_NA_ID, "Penrose Inlet", LevelOfDescription.SERIES))
    read = Reader(card(invented))
    assert read.links == {"Penrose Inlet": f"?naId={FIRST_EXAMPLE_NA_ID}"}
    assert read.lines[1].endswith(" · example record")


@pytest.mark.parametrize("title", [None, "", "  \n"])
def test_untitled_record_is_named_by_type_and_number(title: str | None) -> None:
    assert name(record(5, title)) == "Untitled file unit (NAID 5)"


def test_long_title_is_shortened() -> None:
    assert len(name(record(5, "very long " * 300))) <= 240


def test_dates_keep_the_stated_precision() -> None:
    assert dates(replace(record(), start_date="1941", end_date="1941")) == "1941"
    assert dates(replace(record(), start_date="1941")) == "from 1941"
    assert dates(replace(record(), end_date="1943?")) == "until 1943?"
    assert dates(record()) is None


def test_authority_record_has_no_path() -> None:
    assert path_line(passage(record(4, "Keeper, A.", AuthorityType.PERSON))) == ""


@pytest.mark.parametrize("text", NASTY)
def test_record_text_is_never_markup(text: str) -> None:
    chunk = Chunk("3-0", f"Scope and content: {text}")
    hostile = passage(
        replace(record(3, text), start_date=text, end_date=text),
        record(2, text, LevelOfDescription.SERIES),
        holdings=Holdings(containers=(text,), online_count=1),
    )
    words = {stem(fold(word)) for word in WORD.findall(text)}
    for wanted in (frozenset(), words):
        read = Reader(card(replace(hostile, chunks=(chunk,)), CardDetails(stems=wanted)))
        assert read.lines[0] == read.lines[-1].removeprefix("In ") == text
        assert read.hrefs == ["?naId=3", f"{CATALOG_URL}3", "?naId=2"]


def test_answer_from_one_record_is_shown_without_references() -> None:
    one = response(sentence("It is on roll 9.", 2), sentence("So it is.", 2))
    assert Reader(answer_markdown(one)).lines == ["It is on roll 9. So it is."]
    assert [found.na_id for found in quoted_records(one)] == [2]
    assert [found.na_id for found in unquoted_records(one)] == [1, 3]


def test_extractive_answer_has_a_line_per_quotation() -> None:
    quotes = [
        Sentence(words, (Quote(2, "2-0", 0, len(words), words),))
        for words in ("Logbook", "Container: Box 3", "Dates: 1893")
    ]
    said = answer_markdown(response(*quotes))
    assert Reader(said).lines == ["Container: Box 3", "Dates: 1893"], "the card has the name"
    assert said.startswith("> Container")
    assert Reader(answer_markdown(response(quotes[0]))).lines == ["Logbook"]


def test_partial_sentence_ends_with_an_ellipsis() -> None:
    text = "Kept by hand, center, and by name. All of it"
    said = [
        Sentence(words, (Quote(2, "2-0", (at := text.index(words)), at + len(words), words),))
        for words in ("Kept by hand", "and by name.", "All of it")
    ]
    shown = replace(response(*said), quoted_texts={"2-0": text})
    assert Reader(answer_markdown(shown)).lines == ["Kept by hand…", "and by name.", "All of it"]


def test_guide_is_one_sentence_with_reasons_on_cards() -> None:
    name_of, why = (
        Sentence(words, (Quote(2, "2-0", 0, len(words), words),))
        for words in ("Logbook", "Kept in fog.")
    )
    given = response(Sentence("Look here:", ()), name_of, why)
    assert given.answer is not None
    guide = replace(given, answer=replace(given.answer, answerer=GUIDE))
    assert answer_markdown(guide) == "Look here&#58;"
    assert guide_reasons(guide) == {2: "Kept in fog."}
    assert guide_reasons(given) == {}
    assert Reader(card(passage(), CardDetails(excerpt="Kept in fog."))).lines[2] == "Kept in fog."


@pytest.mark.parametrize(
    ("title", "type_", "is_code"),
    [
        ("DEF 23-9 CAN 05/06/1964", LevelOfDescription.FILE_UNIT, True),
        ("POL 15BRAZ", LevelOfDescription.FILE_UNIT, True),
        ("POL 2 Brazil", LevelOfDescription.FILE_UNIT, False),
        ("HARBOR NEWS", LevelOfDescription.FILE_UNIT, False),
        ("DEF 23-9 CAN", LevelOfDescription.SERIES, False),
        (None, LevelOfDescription.FILE_UNIT, False),
    ],
)
def test_title_of_capitals_and_digits_is_a_code(
    title: str | None, type_: LevelOfDescription, is_code: bool
) -> None:
    assert has_code_for_title(record(title=title, type_=type_)) is is_code


def test_card_lists_frequent_subjects_of_a_folders_documents() -> None:
    filed = (FiledSubject("Harbor *Dues*", 1200), FiledSubject("Fog", 2))
    shown = card(passage(), CardDetails(stems={stem("fogs")}, subjects=filed))
    said = "Most frequent subjects: Harbor *Dues* (1,200) · Fog (2)"
    assert said in Reader(shown).lines
    assert "**Fog**" in shown


def test_sentences_have_references_if_several_records_are_quoted() -> None:
    several = response(sentence("First.", 3), sentence("Second.", 1, 3), sentence("Third."))
    assert Reader(answer_markdown(several)).lines == ["First. [1] Second. [2] [1] Third."]
    assert [found.na_id for found in quoted_records(several)] == [3, 1]


@pytest.mark.parametrize(
    ("span", "shown"),
    [
        ((9, 13), "Entered **1888** by A*a T."),
        ((17, 20), "Entered 1888 by **A&#42;a** T."),
        ((17, 23), "Entered 1888 by A&#42;a T."),  # the span ends with an escaped period
        ((1, 23), "Entered 1888 by A&#42;a T."),
        ((9, 40), "Entered 1888 by A&#42;a T."),
    ],
)
def test_answer_span_is_bold(span: tuple[int, int], shown: str) -> None:
    text, words = " Entered 1888 by A*a T. And so on.", "Entered 1888 by A*a T."
    said = Sentence(words, (Quote(2, "2-0", 1, 1 + len(words), words),))
    answered = response(said)
    assert answered.answer is not None
    answer = replace(answered.answer, span=Quote(2, "2-0", *span, text[slice(*span)]))
    markdown = answer_markdown(replace(answered, answer=answer))
    assert markdown == "> " + shown.replace("A*a", "A&#42;a").replace("T.", "T&#46;")


def test_refusal_is_one_fixed_sentence() -> None:
    refused = response()
    assert Reader(answer_markdown(refused)).lines == [REFUSAL]
    assert quoted_records(refused) == ()
    assert len(unquoted_records(refused)) == 3


def test_search_text_is_shown_if_it_was_rewritten() -> None:
    assert searched_as_line(response()) == ""
    resolved = replace(response(), searched_as="Where is it: Logbook?")
    assert searched_as_line(resolved) == "Searched for: Where is it: Logbook."
    russian = replace(response(), query="Где карта?", searched_as="where map?")
    assert searched_as_line(russian).startswith(
        "Searched for: where map. The records are in English"
    )
    read = replace(response(), query="Покажи карты онлайн", searched_as="Покажи карты")
    assert searched_as_line(read) == "Searched for: Покажи карты."
