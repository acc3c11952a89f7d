"""My list in AppTest: adding, displaying, and removing records."""

import html
from collections.abc import Iterable

import pytest
from streamlit.testing.v1 import AppTest

from narabot.conversations import open_store
from narabot.errors import ConversationsUnavailableError
from narabot.models import Turn
from narabot.pages.exports import OfferedFile
from narabot.pages.login import owner
from narabot.presentation.citing.citation_data import MAX_CITED
from narabot.presentation.markdown import JOINER
from narabot.settings import Settings
from tests.page.nasty import HOSTILE_NA_ID, HOSTILE_TITLE, LONG_NA_ID, RIGHT_TO_LEFT_NA_ID
from tests.page.questions import ROLL, SHOW, follow, labels, turns_of
from tests.page.test_conversations_page import write_note

NASTY_LIST = {
    HOSTILE_NA_ID: HOSTILE_TITLE,
    LONG_NA_ID: "x" * 3_000,
    RIGHT_TO_LEFT_NA_ID: "\u202evexillology",
    990_004: "Untitled",
}


@pytest.fixture
def page(sample_script: AppTest) -> AppTest:
    return sample_script


def ask(page: AppTest, question: str) -> Turn:
    page.run()
    page.chat_input[0].set_value(question).run()
    return turn_of(page)


def turn_of(page: AppTest) -> Turn:
    """Return the only turn of the conversation."""
    assert not page.exception
    assert not page.error
    return turns_of(page)[0]


def list_page(page: AppTest, names: dict[int, str]) -> AppTest:
    """Add records to the reader's list, and return its page."""
    open_store(Settings.from_environment()).selections.add(owner(), names, MAX_CITED)
    page.query_params["view"] = "list"
    return rerun(page)


def rerun(page: AppTest) -> AppTest:
    page.run()
    assert not page.exception
    assert not page.error
    return page


def press(page: AppTest, key: str) -> None:
    page.button(key=key).click()
    rerun(page)


def text(page: AppTest) -> str:
    """Return all text on the page."""
    shown = (page.header, page.markdown, page.caption, page.warning, page.code)
    written = "\n".join(element.value for elements in shown for element in elements)
    return html.unescape(written).replace(JOINER, "")


@pytest.mark.slow
def test_all_records_can_be_added_viewed_and_removed(page: AppTest) -> None:
    turn = ask(page, SHOW)
    count = len(turn.response.records)
    page.toggle(key=f"nearest-{turn.id}").set_value(True)
    rerun(page)
    press(page, f"select-all-{turn.id}")
    assert page.button(key=f"select-all-{turn.id}").disabled
    page.sidebar.button(key="my-list").click()
    rerun(page)
    assert page.header[0].value == "My list"
    assert f"1 – 20 of {count}" in text(page)
    first = turn.response.records[0].na_id
    press(page, f"unselect-{first}")
    assert len(page.session_state["selection"]) == count - 1
    press(page, "list-Last")
    last = (count - 2) // 20 * 20 + 1
    assert f"{last} – {count - 1} of {count - 1}" in text(page)
    press(page, "remove-all")
    assert "Your list is empty" in text(page)
    press(page, "back")
    assert len(page.chat_message) == 2


@pytest.mark.parametrize("view", ["Records", "Table", "Pull list", "Citations"])
def test_hostile_titles_are_plain_text_in_every_list_view(page: AppTest, view: str) -> None:
    list_page(page, NASTY_LIST)
    page.session_state["list-view"] = view
    rerun(page)
    assert page.session_state["list-view"] == view
    raw = "\n".join(one.value for one in page.markdown)
    assert "<script>" not in raw
    assert "](javascript" not in raw
    assert "\u202e" not in raw
    if view == "Table":
        table = page.dataframe[0].value
        shown = [int(page_of.rpartition("/")[2]) for page_of in table["NAID"]]
        assert shown == list(NASTY_LIST)
        assert table["Title"].str.len().max() <= 240
    else:
        assert HOSTILE_TITLE[:60] in text(page)
    if view == "Pull list":
        assert page.markdown[0].value == "### Holder not stated"
    assert len(page.code) == (2 if view == "Citations" else 0)


@pytest.mark.slow
def test_answer_citations_are_shown_on_request(page: AppTest) -> None:
    turn = ask(page, ROLL)
    assert not page.code
    page.session_state[f"cite-{turn.id}"] = True
    rerun(page)
    assert len(page.code) == 2
    assert page.code[0].value.startswith("An Act for the Temporary Relief of Hamet Caramalli")
    choice = page.radio(key=f"cited-{turn.id}")
    choice.set_value(choice.options[1])
    rerun(page)
    assert page.code[0].value.count("\n\n") > 0
    assert "Pull list: printable page (HTML)" in page.selectbox(key=f"format-{turn.id}").options


@pytest.mark.slow
def test_conversation_exports_include_the_cited_records() -> None:
    empty = AppTest.from_function(exports, args=(False,)).run()
    assert not empty.selectbox
    shown = AppTest.from_function(exports, args=(True,)).run()
    assert not shown.exception
    options = shown.selectbox(key="format-conversation").options
    assert options[:2] == ["Conversation: Markdown", "Conversation: JSON"]
    assert "Cited records: RIS" in options


def exports(is_begun: bool) -> None:
    """Show a conversation's exports. AppTest runs this function as a script."""
    from narabot.models import Turn
    from narabot.pages.exports import show_conversation_exports
    from tests.unit.test_rendering_records import response, sentence

    turns = [Turn("Where?", response(sentence("Here.", 2))), Turn("When?")]
    show_conversation_exports(turns if is_begun else [])


@pytest.mark.slow
def test_note_does_not_add_its_record_to_the_list(page: AppTest) -> None:
    turn = ask(page, SHOW)
    first, second = (one.na_id for one in turn.response.records[:2])
    for na_id in (first, second):
        page.query_params["naId"] = str(na_id)
        rerun(page)
        write_note(page, f"note-record-{na_id}", f"<b>Note</b> on {na_id}\nand more.")
        assert f"<b>Note</b> on {na_id}" in html.unescape(page.info[0].value).replace(JOINER, "")
    assert not any(label.startswith("My list") for label in labels(page))
    store = open_store(Settings.from_environment())
    assert list(store.notes.names(owner())) == sorted([first, second])
    press(page, "select")
    del page.query_params["naId"]
    page.query_params["view"] = "list"
    rerun(page)
    assert [f"on {second}" in one.value for one in page.info] == [True]
    page.session_state["notes-elsewhere"] = True
    rerun(page)
    listed, elsewhere = (one.value for one in page.info)
    assert f"on {second}" in listed
    assert f"on {first}" in elsewhere
    assert f"(?naId={first})" in text(page)
    write_note(page, f"note-listed-{second}", "")
    assert list(store.notes.names(owner())) == [first]
    next(button for button in page.button if button.label == "Delete my data").click()
    rerun(page)
    assert store.notes.names(owner()) == {}


def test_list_exports_include_notes(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, str] = {}

    def make_all(files: Iterable[OfferedFile], *_: str) -> None:
        made.update({one.file_name: one.make() for one in files})

    monkeypatch.setattr("narabot.pages.my_list.show_files", make_all)
    store = open_store(Settings.from_environment())
    store.notes.write(owner(), 990_004, "Untitled", "Look in Box 3.")
    list_page(page, NASTY_LIST)
    with_note = {name for name, content in made.items() if "Look in Box 3." in content}
    assert with_note == {"my-list-csv.csv", "my-list-markdown.md"}


def test_unsaved_note_stays_on_the_page(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ConversationsUnavailableError("Nothing can be kept.")

    monkeypatch.setattr("narabot.conversations.store.RecordNotes.write", fail)
    page.query_params["naId"] = "990004"
    page.run()
    write_note(page, "note-record-990004", "Look again.")
    assert any("Nothing can be kept" in one.value for one in page.warning)
    rerun(page)
    assert "Look again" in page.info[0].value


@pytest.mark.slow
def test_record_shows_how_to_view_or_order_it(page: AppTest) -> None:
    turn = ask(page, ROLL)
    na_id = turn.response.records[0].na_id
    follow(page, na_id)
    page.session_state[f"order-{na_id}"] = True
    rerun(page)
    assert "Request the microfilm" in text(page)
    assert "M337" in text(page)
    assert f"National Archives Identifier {na_id}" in "".join(one.value for one in page.code)
