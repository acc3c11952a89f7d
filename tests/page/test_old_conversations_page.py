"""Opening conversations from an older narabot version, on the page and through share links."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from narabot.conversations import ConversationStore, open_store, owner_of
from narabot.conversations.shapes.turns import UNREADABLE
from narabot.database import EmbeddedDatabase
from narabot.settings import Settings
from tests.old_stores import ANSWERS, BROWSER, LISTS, heading, store_without_schemas
from tests.page.questions import REFUSED, ROLL, turns_of
from tests.page.test_conversations_page import ask, run, text
from tests.page_fixtures import script, script_in

OWNER = owner_of(BROWSER)

Open = Callable[..., AppTest]


@pytest.fixture
def open_page(
    database: EmbeddedDatabase,
    page_environment: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Open]:
    """Yield a function that opens the page with the old store, as the conversations' owner."""
    file = store_without_schemas(tmp_path)
    kept = {"CONVERSATIONS_URL": f"sqlite:///{file}", "CONVERSATIONS_KEEP_DAYS": "36500"}
    monkeypatch.setattr("narabot.pages.login.sent_browser_id", lambda: BROWSER)

    def opened(**address: str) -> AppTest:
        page = script()
        for name, value in address.items():
            page.query_params[name] = value
        return run(page)

    with script_in({**page_environment, **kept}, monkeypatch):
        yield opened


@pytest.fixture
def store(open_page: Open) -> Iterator[ConversationStore]:
    opened = open_store(Settings.from_environment())
    yield opened
    opened.close()


def unfold(page: AppTest) -> None:
    """Open the earlier turns of a long conversation."""
    for turn in turns_of(page):
        page.session_state[f"earlier-{turn.id}"] = True
    run(page)


@pytest.mark.slow
def test_old_answers_are_shown_and_can_be_continued(
    open_page: Open, store: ConversationStore
) -> None:
    page = open_page(conversation=heading(store, ANSWERS).id)
    before = [turn.state for turn in turns_of(page)]
    unfold(page)
    shown = text(page)
    assert "roll 9" in shown
    assert "You stopped this answer." in shown
    assert "**Where to look**" in shown
    assert UNREADABLE not in shown
    ask(page, ROLL)
    again = open_page(conversation=heading(store, ANSWERS).id)
    assert [turn.state for turn in turns_of(again)][:-1] == before
    assert turns_of(again)[-1].question == ROLL


def test_old_lists_keep_their_view_settings(open_page: Open, store: ConversationStore) -> None:
    page = open_page(conversation=heading(store, LISTS).id)
    unfold(page)
    shown = text(page)
    assert "No records were found with these filters: 1530 – 1539; Online." in shown
    assert UNREADABLE not in shown
    table = next(one.value for one in page.dataframe if "Container" in one.value.columns)
    assert list(table.columns) == ["#", "Title", "Container"]


def test_old_share_link_opens_for_other_readers(
    open_page: Open, store: ConversationStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = store.conversations.conversation(OWNER, heading(store, ANSWERS).id)
    assert kept is not None
    shared_id = store.shares.of_turn(OWNER, kept.turns[0].id)
    assert shared_id is not None
    monkeypatch.setattr("narabot.pages.login.sent_browser_id", lambda: "c" * 43)
    page = open_page(shared=shared_id)
    assert ROLL in text(page)
    assert "roll 9" in text(page)
    assert not page.error
    assert not page.warning


def test_old_answer_can_be_rated(open_page: Open, store: ConversationStore) -> None:
    page = open_page(conversation=heading(store, ANSWERS).id)
    refused = next(turn for turn in turns_of(page) if turn.question == REFUSED)
    refused.rating, refused.reason = 1, None
    run(page)
    kept = store.conversations.conversation(OWNER, heading(store, ANSWERS).id)
    assert kept is not None
    assert [turn.rating for turn in kept.turns if turn.id == refused.id] == [1]
    assert [turn.state for turn in kept.turns] == [turn.state for turn in turns_of(page)]
