"""More tests of the conversation page: notes, ratings, shared answers, and long conversations."""

import html
from collections.abc import Iterator

import pytest
from sqlalchemy import text as text_of
from sqlalchemy import update
from streamlit.runtime.scriptrunner import StopException

import narabot.pages.chat
from narabot.chat import Chat, stream_response
from narabot.conversations import ConversationStore, owner_of
from narabot.conversations.tables import shared_turn
from narabot.models import FilterChoice, Response, Turn
from narabot.pages import login
from narabot.pages.conversation_list import MIN_FOR_SEARCH
from narabot.pages.notes import MAX_NOTE_CHARS
from tests.page.questions import ROLL, SHOW, conversation_of, turns_of
from tests.page.test_conversations_page import (
    NOTE,
    Open,
    address,
    ask,
    click,
    open_page,
    open_sharing,
    press,
    run,
    searched,
    share,
    store,
    text,
    write_note,
)

__all__ = ["open_page", "store"]


def test_conversations_can_be_renamed_and_switched(open_page: Open) -> None:
    page = ask(open_page(), ROLL)
    first = address(page)
    page.text_input(key=f"name-of-{first}").set_value("  Tripoli \n and  pirates ")
    run(page)
    click(page, "new")
    assert "roll 9" not in text(page)
    ask(page, SHOW)
    assert address(page) != first
    assert page.button(key=f"conversation-{first}").label == "Tripoli and pirates"
    click(page, f"conversation-{first}")
    assert "roll 9" in text(page)
    page.text_input(key=f"name-of-{first}").set_value("  ")
    run(page)
    assert conversation_of(page).name == "Tripoli and pirates"


def test_stopped_answer_is_not_retried_automatically(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def stopped(
        chat: Chat, question: str, earlier: Response | None, choice: FilterChoice
    ) -> Iterator[object]:
        asked.append(question)
        if len(asked) == 1:
            yield "The item is "
            raise StopException
        yield from stream_response(chat, question, earlier, choice)

    page = open_page()
    monkeypatch.setattr(narabot.pages.chat, "stream_response", stopped)
    ask(page, ROLL)
    run(page)
    assert asked == [ROLL]
    assert "You stopped this answer." in text(page)
    click(page, f"retry-{turns_of(page)[0].id}")
    assert "roll 9" in text(page)
    assert asked == [ROLL, ROLL]


def test_rating_and_reason_are_saved(open_page: Open) -> None:
    page = ask(open_page(), ROLL)
    [turn] = turns_of(page)
    page.feedback(key=f"feedback-{turn.id}").set_value(0)
    run(page)
    page.button_group(key=f"reasons-{turn.id}").select("It is wrong")
    page.text_area(key=f"reason-{turn.id}").set_value("It is roll 8.")
    click(page, f"keep-{turn.id}")
    [again] = turns_of(open_page(conversation=address(page)))
    assert (again.rating, again.reason) == (0, "It is wrong: It is roll 8.")
    click(page, f"edit-{turn.id}")
    page.text_area(key=f"new-words-{turn.id}").set_value(SHOW)
    press(page, "Ask again")
    assert page.feedback(key=f"feedback-{turn.id}").value is None
    page.feedback(key=f"feedback-{turn.id}").set_value(0)
    run(page)
    assert turns_of(page)[0].rating == 0
    assert page.text_area(key=f"reason-{turn.id}").value == ""


def test_record_in_a_shared_answer_leads_back_to_it(open_page: Open) -> None:
    page = ask(open_page(), ROLL)
    [turn] = turns_of(page)
    assert turn.response is not None
    record = turn.response.records[0]
    other = open_page(shared=share(page), naId=str(record.na_id))
    assert record.record.name == other.header[0].value
    assert other.button(key="back").label == "Back to the shared answer"
    click(other, "back")
    assert "roll 9" in text(other)


def test_rating_is_not_shared(open_page: Open, store: ConversationStore) -> None:
    page = ask(open_page(), ROLL)
    [turn] = turns_of(page)
    share_id = share(page)
    turn.rating, turn.reason = 0, "It is roll 8."
    run(page)
    assert store.shares.of_turn(login.owner(), turn.id) == share_id
    shared = store.shares.shared(share_id)
    assert shared is not None
    assert (shared.turn.rating, shared.turn.reason) == (None, None)


def test_unreadable_shared_answer_shows_an_error(open_page: Open, store: ConversationStore) -> None:
    share_id = share(ask(open_page(), ROLL))
    with store.shares.database.transaction() as connection:
        connection.execute(update(shared_turn).values(content=b"\0"))
    page = open_page(shared=share_id)
    assert page.error
    assert {one.label for one in page.main.button} == {"Ask a question"}


def test_editing_a_question_reruns_its_follow_ups(open_page: Open) -> None:
    page = ask(ask(ask(open_page(), SHOW), "only those that are online"), ROLL)
    first, second, third = turns_of(page)
    before = third.response
    click(page, f"edit-{first.id}")
    page.text_area(key=f"new-words-{first.id}").set_value("Show me records about flags")
    press(page, "Ask again")
    assert second.response is not None
    assert "flags" in second.response.asked
    assert third.response is before


def test_filtered_list_is_not_labeled_a_follow_up(open_page: Open) -> None:
    page = ask(ask(open_page(), SHOW), "only those that are online")
    _, second = turns_of(page)
    assert second.response is not None
    assert "Answered as a follow-up" not in text(page)


def test_unknown_word_can_be_replaced_with_a_suggestion(open_page: Open) -> None:
    page = ask(open_page(), "Show me records about Caramali microfilm")
    [turn] = turns_of(page)
    assert turn.response is not None
    assert turn.response.meant == {"caramali": "Caramalli"}
    assert "Did you mean “Caramalli”?" in text(page)
    click(page, f"meant-{turn.id}")
    assert turn.question == "Show me records about Caramalli microfilm"
    assert turn.response.meant == {}


def test_where_to_look_question_shows_places(open_page: Open) -> None:
    page = ask(open_page(), "Where should I look for Civil War photographs?")
    [turn] = turns_of(page)
    assert turn.places
    assert "**Where to look**" in text(page)


@pytest.mark.parametrize("share_id", ["", "abc", "../x", "x" * 3_000])
def test_invalid_share_link_shows_a_message(open_page: Open, share_id: str) -> None:
    assert "does not lead to a shared answer" in text(open_page(shared=share_id))


def test_earlier_turns_of_a_long_conversation_are_collapsed(open_page: Open) -> None:
    page = open_page()
    turns_of(page).extend(
        Turn(f"How do I bake bread number {number}?", problem="Not today.") for number in range(12)
    )
    run(page)
    folded = [html.unescape(one.label) for one in page.expander]
    assert folded == [f"How do I bake bread number {number}?" for number in range(8)]
    assert len(page.error) == 4
    page.session_state[f"earlier-{turns_of(page)[0].id}"] = True
    run(page)
    assert len(page.error) == 5


def test_page_works_without_a_store_and_warns(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONVERSATIONS_URL", "sqlite:////no/such/folder/conversations.sqlite")
    page = ask(open_page(), ROLL)
    assert "cannot be saved now" in text(page)
    assert "roll 9" in text(page)
    ask(page, SHOW)
    assert len(turns_of(page)) == 2
    assert "Traceback" not in text(page)


def test_later_note_from_two_windows_wins(open_page: Open) -> None:
    page = ask(open_page(), ROLL)
    other = open_page(conversation=address(page))
    key = f"note-{turns_of(page)[0].id}"
    write_note(page, key, "First.")
    write_note(other, key, "Second.")
    assert turns_of(run(page))[0].note == "Second."
    page.session_state[key] = True
    run(page)
    assert [one.value for one in page.text_area if one.label == "Your note"] == ["Second."]
    press(other, "Delete my data")
    press(page, "Save note")
    assert turns_of(page) == []


def test_overlong_note_is_truncated(open_page: Open) -> None:
    page = ask(open_page(), ROLL)
    write_note(page, f"note-{turns_of(page)[0].id}", "x" * 3_000)
    assert len(turns_of(page)[0].note or "") == MAX_NOTE_CHARS


def test_note_is_shared_only_on_request(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ask(open_page(), ROLL)
    [turn] = turns_of(page)
    write_note(page, f"note-{turn.id}", "My grandfather.")
    share_id = share(page)
    with monkeypatch.context() as stranger:
        stranger.setattr("narabot.pages.login.sent_browser_id", lambda: "c" * 43)
        assert "My grandfather." not in text(open_page(shared=share_id))
    click(page, f"end-share-{turn.id}")
    page.checkbox(key=f"share-note-{turn.id}").check()
    run(page)
    noted = text(open_page(shared=share(page)))
    assert "Note from the person who shared this" in noted
    assert "My grandfather." in noted


def test_many_conversations_can_be_searched(
    open_page: Open, store: ConversationStore, browser_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ask(open_page(), ROLL)
    write_note(page, f"note-{turns_of(page)[0].id}", "Архив в Ленинграде")
    assert not [one for one in page.text_input if one.key == "search-conversations"]
    for number in range(MIN_FOR_SEARCH - 1):
        store.conversations.begin(owner_of(browser_id), f"Flags {number}")
    found = searched(run(page), "tripoli LENINGRAD")
    assert found == []
    assert "No conversations contain these words." in text(page)
    assert searched(page, "ленинград") == [address(page)]
    assert "**Ленинграде**" in text(page)
    assert len(searched(page, "flag")) == MIN_FOR_SEARCH - 1
    assert searched(page, "flag 3") != []
    click(page, f"conversation-{searched(page, 'roll')[0]}")
    assert "roll 9" in text(page)
    monkeypatch.setattr("narabot.pages.login.sent_browser_id", lambda: "c" * 43)
    assert not [one for one in open_page().text_input if one.key == "search-conversations"]


@pytest.mark.parametrize("remembered", [True, False])
def test_privacy_notice_describes_stored_data(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, remembered: bool
) -> None:
    if not remembered:
        monkeypatch.setattr("narabot.pages.login.sent_browser_id", lambda: None)
    page = open_page()
    page.session_state["privacy"] = True
    said = text(run(page))
    assert "This site's log does not contain your questions." in said
    assert "365 days" in said
    assert ("Your browser does not store cookies" in said) is not remembered
    assert "language model server" not in said


def test_shared_link_can_be_revoked(open_page: Open) -> None:
    page = ask(open_page(), ROLL)
    share_id = share(page)
    again = open_page(conversation=address(page))
    open_sharing(again)
    click(again, f"end-share-{turns_of(again)[0].id}")
    assert "does not lead to a shared answer" in text(open_page(shared=share_id))


def test_unwritable_store_warns_and_loses_no_turns(
    open_page: Open, store: ConversationStore
) -> None:
    page = ask(open_page(), ROLL)
    assert not page.warning
    with store.conversations.database.transaction() as connection:
        connection.execute(text_of("ALTER TABLE turn RENAME TO turned"))
    run(ask(page, SHOW))
    assert "cannot be saved now" in page.warning[0].value
    assert len(turns_of(page)) == 2
    with store.conversations.database.transaction() as connection:
        connection.execute(text_of("ALTER TABLE turned RENAME TO turn"))
    run(run(page))
    assert not page.warning
    again = open_page(conversation=address(page))
    assert [turn.question for turn in turns_of(again)] == [ROLL, SHOW]


def test_two_windows_show_the_same_conversation(open_page: Open) -> None:
    one = ask(open_page(), ROLL)
    two = open_page(conversation=address(one))
    ask(one, SHOW)
    ask(two, "Show me records about flags")
    expected = [ROLL, SHOW, "Show me records about flags"]
    assert [turn.question for turn in turns_of(run(two))] == expected
    assert [turn.question for turn in turns_of(run(one))] == expected
    press(one, "Delete this conversation")
    ask(two, SHOW)
    assert [turn.question for turn in turns_of(two)] == [SHOW]


def test_note_is_saved_and_shown_as_written(open_page: Open) -> None:
    page = ask(open_page(), ROLL)
    key = f"note-{turns_of(page)[0].id}"
    write_note(page, key, f"  {NOTE} \n")
    again = open_page(conversation=address(page))
    assert turns_of(again)[0].note == NOTE
    shown = next(one.value for one in again.info if "Your note" in one.value)
    assert "<script>" not in shown
    assert "Ask <script>alert(1)</script> Anna." in text(again)
    assert "\n#" not in shown
    write_note(again, key, " ")
    assert turns_of(again)[0].note is None
    assert "Your note" not in text(run(page))
