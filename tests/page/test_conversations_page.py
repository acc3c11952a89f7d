"""Storing, editing, sharing, and deleting conversations, with the page's script in this process."""

import html
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from narabot.conversations import ConversationStore, open_store, owner_of
from narabot.database import EmbeddedDatabase
from narabot.graph import Graph, open_graph
from narabot.retrieval import record_hashes
from narabot.settings import Settings
from tests.page.questions import ROLL, SHOW, turns_of
from tests.page_fixtures import script, script_in

Open = Callable[..., AppTest]


@pytest.fixture
def open_page(
    database: EmbeddedDatabase,
    page_environment: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Open]:
    """Yield a function that opens the page in a new window with these query parameters."""
    store = {"CONVERSATIONS_URL": f"sqlite:///{tmp_path}/conversations.sqlite"}
    monkeypatch.setattr("narabot.pages.turns.page_address", lambda: "http://localhost:8501/")

    def opened(**address: str) -> AppTest:
        page = script()
        for name, value in address.items():
            page.query_params[name] = value
        return run(page)

    with script_in({**page_environment, **store}, monkeypatch):
        yield opened


@pytest.fixture
def store(open_page: Open) -> ConversationStore:
    return open_store(Settings.from_environment())


def run(page: AppTest) -> AppTest:
    page.run()
    assert not page.exception
    return page


def ask(page: AppTest, question: str) -> AppTest:
    page.chat_input[0].set_value(question)
    return run(page)


def click(page: AppTest, key: str) -> AppTest:
    page.button(key=key).click()
    return run(page)


def press(page: AppTest, label: str) -> AppTest:
    next(button for button in page.button if button.label == label).click()
    return run(page)


def text(page: AppTest) -> str:
    shown = (*page.markdown, *page.error, *page.caption, *page.warning, *page.info)
    return html.unescape("\n".join(element.value for element in shown))


def address(page: AppTest) -> str:
    given = page.query_params["conversation"]
    return given if isinstance(given, str) else given[0]


@pytest.mark.slow
def test_conversation_survives_a_reload_without_database_queries(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ask(ask(open_page(), ROLL), SHOW)
    before = [turn.response for turn in turns_of(page)]
    read = Graph.read
    statements: list[str] = []

    def counted(graph: Graph, query: str, **values: object) -> object:
        statements.append(query)
        return read(graph, query, **values)  # type: ignore[arg-type]

    monkeypatch.setattr(Graph, "read", counted)
    again = open_page(conversation=address(page))
    assert [turn.response for turn in turns_of(again)] == before
    assert "roll 9" in text(again)
    run(page)
    run(again)
    assert statements == []


@pytest.mark.slow
def test_conversation_is_hidden_from_other_browsers(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ask(open_page(), ROLL)
    monkeypatch.setattr("narabot.pages.login.sent_browser_id", lambda: "c" * 43)
    other = open_page(conversation=address(page))
    assert "roll 9" not in text(other)
    assert "This conversation is not available" in text(other)
    assert "conversation" not in other.query_params
    ask(other, SHOW)
    assert "This conversation is not available" not in text(other)
    assert len(turns_of(other)) == 1


@pytest.mark.slow
def test_deleted_conversations_are_removed_from_the_store(
    open_page: Open, store: ConversationStore, browser_id: str
) -> None:
    page = ask(open_page(), ROLL)
    first = address(page)
    ask(click(page, "new"), SHOW)
    press(page, "Delete this conversation")
    assert "conversation" not in page.query_params
    assert [one.id for one in store.conversations.headings(owner_of(browser_id))] == [first]
    press(page, "Delete my data")
    assert store.conversations.headings(owner_of(browser_id)) == []
    assert "This conversation is not available" in text(open_page(conversation=first))


@pytest.mark.slow
def test_edited_question_replaces_the_original(open_page: Open, store: ConversationStore) -> None:
    page = ask(ask(open_page(), SHOW), ROLL)
    [first, second] = turns_of(page)
    click(page, f"edit-{first.id}")
    page.text_area(key=f"new-words-{first.id}").set_value("Show me records about flags")
    press(page, "Ask again")
    assert [turn.question for turn in turns_of(page)] == [
        "Show me records about flags",
        ROLL,
    ]
    assert turns_of(page)[1].response is second.response
    assert not page.text_area
    again = open_page(conversation=address(page))
    assert turns_of(again)[0].question == "Show me records about flags"
    click(page, f"edit-{second.id}")
    page.text_area(key=f"new-words-{second.id}").set_value("   ")
    press(page, "Ask again")
    assert turns_of(page)[1].question == ROLL


def open_sharing(page: AppTest) -> None:
    page.session_state[f"share-{turns_of(page)[0].id}"] = True
    run(page)


def share(page: AppTest) -> str:
    [turn] = turns_of(page)
    open_sharing(page)
    click(page, f"make-share-{turn.id}")
    link = next(code.value for code in page.code if "shared=" in code.value)
    start, _, share_id = link.partition("?shared=")
    assert start == "http://localhost:8501/"
    return str(share_id)


@pytest.mark.slow
def test_shared_answer_warns_about_changed_records(
    open_page: Open, database: EmbeddedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ask(open_page(), ROLL)
    [turn] = turns_of(page)
    assert turn.response is not None
    changed, gone = (record.na_id for record in turn.response.records[:2])
    share_id = share(page)
    monkeypatch.setattr("narabot.pages.login.sent_browser_id", lambda: "c" * 43)
    other = open_page(shared=share_id)
    assert "roll 9" in text(other)
    assert not other.warning
    set_hash = "MATCH (r:record {naId: $naId, chunkSeqId: 0}) SET r.recordHash = $hash"
    hide = "MATCH (r:record {naId: $naId, chunkSeqId: 0}) SET r.naId = -r.naId"
    with open_graph(database.connection()) as graph:
        before = record_hashes(graph, [changed])[changed]
        graph.write(set_hash, naId=changed, hash="another")
        graph.write(hide, naId=gone)
        try:
            later = open_page(shared=share_id)
        finally:
            graph.write(set_hash, naId=changed, hash=before)
            graph.write(hide, naId=-gone)
    assert "roll 9" in text(later)
    [about_gone, about_changed] = [element.value for element in later.warning]
    assert "been withdrawn from the catalog" in about_gone and str(gone) in about_gone
    assert "changed in the catalog" in about_changed and str(changed) in about_changed
    click(other, "ask-anew")
    assert "shared" not in other.query_params
    assert [turn.question for turn in turns_of(other)] == [ROLL]


@pytest.mark.slow
def test_shared_list_is_read_only(open_page: Open) -> None:
    page = ask(open_page(), SHOW)
    other = open_page(shared=share(page))
    [turn] = turns_of(page)
    first = text(other)
    other.segmented_control(key=f"as-{turn.id}").set_value("Table")
    run(other)
    assert len(other.dataframe) == 1
    other.segmented_control(key=f"as-{turn.id}").set_value("List")
    assert text(run(other)) == first
    assert not [one for one in other.button_group if (one.key or "").startswith("filters-")]
    assert not [one for one in other.expander if one.label.startswith("Filter list")]


@pytest.mark.slow
def test_follow_up_can_be_asked_as_a_separate_question(open_page: Open) -> None:
    page = ask(ask(open_page(), SHOW), "And when were they made?")
    first, second = turns_of(page)
    assert second.response is not None
    assert second.response.is_follow_up
    assert "Answered as a follow-up to your previous question." in text(page)
    before = first.response
    click(page, f"alone-{second.id}")
    assert second.response.asked == "And when were they made?"
    assert "Answered as a separate question." in text(page)
    assert "Answered as a follow-up" not in text(page)
    assert first.response is before
    assert turns_of(open_page(conversation=address(page)))[1].is_alone
    click(page, f"alone-{second.id}")
    assert second.response.is_follow_up


def write_note(page: AppTest, key: str, note: str) -> AppTest:
    """Write a note in the box that the button with this key opens."""
    page.session_state[key] = True
    run(page)
    box = next(one for one in page.text_area if (one.key or "").startswith(f"{key}-"))
    box.set_value(note)
    press(page, "Save note")
    assert not any((one.key or "").startswith(f"{key}-") for one in page.text_area)
    return page


NOTE = "Ask <script>alert(1)</script> Anna.\n# Box *3*"


def searched(page: AppTest, request: str) -> list[str]:
    """Return the IDs of the conversations that a search finds."""
    page.text_input(key="search-conversations").set_value(request)
    run(page)
    keys = [button.key or "" for button in page.sidebar.button]
    return [key.removeprefix("conversation-") for key in keys if key.startswith("conversation-")]
