"""A record and an answer are told as far as they are stated, in order, with their links."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from narabot.models import (
    CATALOG_URL,
    INVENTED_NA_ID_FROM,
    REFUSAL,
    Answer,
    AuthorityType,
    CatalogType,
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
from narabot.presentation.markdown import JOINER
from narabot.presentation.records import breadcrumb, dates, name, record_markdown
from narabot.presentation.responses import answer_markdown, not_quoted, quoted, searched_as
from tests.page.nasty import NASTY

GFM = MarkdownIt("commonmark").enable(["table", "strikethrough"])


class Reader(HTMLParser):
    """Reads rendered Markdown as a reader does: lines of text, and where its links go."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.text = ""
        self.links: dict[str, str] = {}
        self.hrefs: list[str] = []
        self._href: str | None = None
        self.feed(GFM.render(markdown))

    @property
    def lines(self) -> list[str]:
        return [line for line in self.text.replace(JOINER, "").splitlines() if line]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in {"p", "a", "br", "strong"}
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


def test_what_is_not_stated_is_left_out() -> None:
    assert Reader(record_markdown(passage())).lines == ["Logbook", "File unit · naId 3"]


def test_a_record_is_told_in_full() -> None:
    full = passage(
        replace(record(), start_date="ca. 1941", end_date="1943-05"),
        record(2, "Lighthouse files", LevelOfDescription.SERIES),
        record(1, "Coast Guard", LevelOfDescription.RECORD_GROUP),
        authorities=(
            authority(AuthorityType.TOPICAL_SUBJECT, "Fog", 8),
            authority(AuthorityType.PERSON, "Keeper, A.", 9),
            authority(AuthorityType.TOPICAL_SUBJECT, "Light", 10),
        ),
        holdings=Holdings(
            "Restricted - Partly",
            "Ask first.",
            "Unrestricted",
            ("National Archives at Boston",),
            ("Box 1", "Box 2"),
            ("https://s3.example.org/1.jpg", "https://s3.example.org/2.jpg"),
            2,
        ),
    )
    read = Reader(record_markdown(full, 4))
    assert read.lines == [
        "4. Logbook",
        "File unit · ca. 1941 – May 1943 · naId 3",
        "In Coast Guard › Lighthouse files",
        "Person: Keeper, A.",
        "Subjects: Fog · Light",
        "Access: Restricted - Partly – Ask first.",
        "Use: Unrestricted",
        "Held at: National Archives at Boston",
        "Containers: Box 1 · Box 2",
        "Online: 2 digital copies: 1 · 2",
    ]
    assert read.links["Lighthouse files"] == "https://catalog.archives.gov/id/2"
    assert read.links["Keeper, A."] == "https://catalog.archives.gov/id/9"
    assert read.links["2"] == "https://s3.example.org/2.jpg"


def test_a_record_of_the_sample_is_marked_and_has_no_link() -> None:
    invented = record(INVENTED_NA_ID_FROM, "Penrose Inlet", LevelOfDescription.SERIES)
    subject = authority(AuthorityType.TOPICAL_SUBJECT, "Fog", INVENTED_NA_ID_FROM + 1)
    read = Reader(record_markdown(passage(record(), invented, authorities=(subject,))))
    assert read.links == {"Logbook": f"{CATALOG_URL}3"}
    assert "In Penrose Inlet (example record)" in read.lines
    assert "Subject: Fog (example record)" in read.lines


@pytest.mark.parametrize("title", [None, "", "  \n"])
def test_a_record_without_a_title_is_named_by_type_and_number(title: str | None) -> None:
    assert name(record(5, title)) == "Untitled file unit (naId 5)"


def test_a_title_of_3000_characters_is_shortened() -> None:
    assert len(name(record(5, "very long " * 300))) <= 240


def test_dates_are_as_precise_as_stated() -> None:
    assert dates(replace(record(), start_date="1941", end_date="1941")) == "1941"
    assert dates(replace(record(), start_date="1941")) == "from 1941"
    assert dates(replace(record(), end_date="1943?")) == "until 1943?"
    assert dates(record()) is None


def test_an_authority_has_no_breadcrumb() -> None:
    assert breadcrumb(passage(record(4, "Keeper, A.", AuthorityType.PERSON))) == ""


def test_of_200_names_the_first_are_shown_and_the_rest_counted() -> None:
    names = tuple(authority(AuthorityType.PERSON, f"Name {number}") for number in range(200))
    line = Reader(record_markdown(passage(authorities=names))).lines[-1]
    assert line.startswith("People: Name 0 · Name 1 ·")
    assert line.endswith("Name 11 · and 188 more")


def test_one_digital_copy_is_one_link() -> None:
    one = Holdings(online_urls=("https://s3.example.org/1.jpg",), online_count=1)
    read = Reader(record_markdown(passage(holdings=one)))
    assert read.links["1 digital copy"] == "https://s3.example.org/1.jpg"


def test_digital_copies_without_an_address_are_counted() -> None:
    assert Reader(record_markdown(passage(holdings=Holdings(online_count=1)))).lines[-1] == (
        "Online: 1 digital copy"
    )
    assert Reader(record_markdown(passage(holdings=Holdings(online_count=1200)))).lines[-1] == (
        "Online: 1,200 digital copies · …"
    )


@pytest.mark.parametrize("text", NASTY)
def test_nothing_in_a_record_is_markup(text: str) -> None:
    hostile = passage(
        replace(record(3, text), start_date=text, end_date=text),
        record(2, text, LevelOfDescription.SERIES),
        authorities=(authority(AuthorityType.PERSON, text),),
        holdings=Holdings(text, text, text, (text,), (text,), (f"https://a.org/{text}",), 1),
    )
    read = Reader(record_markdown(hostile))
    assert read.lines[0] == read.lines[2].removeprefix("In ") == text
    assert [href.partition("org/")[0] for href in read.hrefs[3:]] == ["https://a."]
    assert read.hrefs[:3] == [f"{CATALOG_URL}{na_id}" for na_id in (3, 2, 7)]


def test_an_answer_on_one_record_is_shown_as_it_is() -> None:
    one = response(sentence("It is on roll 9.", 2), sentence("So it is.", 2))
    assert Reader(answer_markdown(one)).lines == ["It is on roll 9. So it is."]
    assert [found.na_id for found in quoted(one)] == [2]
    assert [found.na_id for found in not_quoted(one)] == [1, 3]


def test_an_answer_in_the_records_own_words_has_a_line_for_each_quote() -> None:
    quotes = [
        Sentence(words, (Quote(2, "2-0", 0, len(words), words),))
        for words in ("Logbook", "Container: Box 3")
    ]
    assert Reader(answer_markdown(response(*quotes))).lines == ["Logbook", "Container: Box 3"]


def test_sentences_name_their_records_where_there_are_several() -> None:
    several = response(sentence("First.", 3), sentence("Second.", 1, 3), sentence("Third."))
    assert Reader(answer_markdown(several)).lines == ["First. [1] Second. [2] [1] Third."]
    assert [found.na_id for found in quoted(several)] == [3, 1]


@pytest.mark.parametrize(
    ("span", "shown"),
    [
        ((9, 13), "Entered **1888** by A*a T."),
        ((17, 20), "Entered 1888 by **A&#42;a** T."),
        ((17, 23), "Entered 1888 by A&#42;a T."),  # a sign at its end
        ((1, 23), "Entered 1888 by A&#42;a T."),
        ((9, 40), "Entered 1888 by A&#42;a T."),
    ],
)
def test_the_words_that_answer_are_bold(span: tuple[int, int], shown: str) -> None:
    text, words = " Entered 1888 by A*a T. And so on.", "Entered 1888 by A*a T."
    said = Sentence(words, (Quote(2, "2-0", 1, 1 + len(words), words),))
    answered = response(said)
    assert answered.answer is not None
    answer = replace(answered.answer, span=Quote(2, "2-0", *span, text[slice(*span)]))
    markdown = answer_markdown(replace(answered, answer=answer))
    assert markdown == shown.replace("A*a", "A&#42;a").replace("T.", "T&#46;")


def test_a_refusal_is_the_one_sentence() -> None:
    refused = response()
    assert Reader(answer_markdown(refused)).lines == [REFUSAL]
    assert quoted(refused) == ()
    assert len(not_quoted(refused)) == 3


def test_what_was_searched_for_is_said_where_it_is_not_what_was_written() -> None:
    assert searched_as(response()) == ""
    resolved = replace(response(), searched_as="Where is it: Logbook?")
    assert searched_as(resolved) == "Searched as: Where is it: Logbook."
    russian = replace(response(), query="Где карта?", searched_as="where map?")
    assert searched_as(russian).startswith("Searched as: where map. The records are in English")
    read = replace(response(), query="Покажи карты онлайн", searched_as="Покажи карты")
    assert searched_as(read) == "Searched as: Покажи карты."
