"""Tests of the conversation store on SQLite: only owners can read their conversations."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from narabot.conversations import ConversationStore, open_store, owner_of
from narabot.conversations.history import Conversations
from narabot.conversations.tables import METADATA
from narabot.errors import ConversationsUnavailableError, SettingsError
from narabot.models import (
    Conversation,
    Filters,
    LevelOfDescription,
    ListOrder,
    ListView,
    NamedRecord,
    Quote,
    Sentence,
    Turn,
    Years,
)
from narabot.settings import Settings
from tests.unit.test_rendering_records import passage, record, response

READER, OTHER = owner_of("a reader's browser"), owner_of("another browser")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(narabot_data_dir=tmp_path / "données")


@pytest.fixture
def store(settings: Settings) -> ConversationStore:
    return open_store(settings)


@pytest.fixture
def kept(store: ConversationStore) -> Conversations:
    return store.conversations


def test_concurrent_transactions_in_one_process_do_not_fail(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narabot.conversations.database.BUSY_TIMEOUT_S", 0.1)
    kept = open_store(settings).conversations

    def slowly(number: int) -> None:
        with kept.database.transaction() as connection:
            connection.execute(text("UPDATE conversation SET name = name"))
            time.sleep(0.05)

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(slowly, range(24)))


def answered_turn() -> Turn:
    """Return a turn with a quoted answer, filters of every kind, and the displayed records."""
    sentence = Sentence("Ledger", (Quote(7, "7-0", 0, 6, "Ledger"),))
    filters = Filters(
        levels=(LevelOfDescription.ITEM,),
        years=Years(None, 1899),
        ancestor=NamedRecord(3, "A series", (4, 5)),
        is_online=False,
    )
    said = replace(
        response(sentence),
        passages=(passage(record(na_id=7, title="Ledger «Ω» \u202e"), record(na_id=3)),),
        filters=filters,
        quoted_texts={"7-0": "Ledger of 1812"},
    )
    view = ListView(ListOrder.OLDEST, page=2, opened=(3,), is_table=True)
    return Turn("Which ledger?", said, view=view, added=filters, removed={"years": "1812"})


def begun(kept: Conversations, *turns: Turn, owner: str = READER) -> Conversation:
    """Return a saved conversation with these turns."""
    conversation = kept.begin(owner, "Ledgers")
    for turn in turns:
        kept.save_turn(owner, conversation.id, turn)
    return conversation


def test_conversation_is_restored_unchanged(kept: Conversations, settings: Settings) -> None:
    turns = [answered_turn(), Turn("And then?", problem="The database is down.", can_retry=True)]
    conversation = begun(kept, *turns)
    again = open_store(settings).conversations.conversation(READER, conversation.id)
    assert again is not None
    assert again.name == "Ledgers"
    assert again.turns == turns
    assert again.revision == 2


def test_changed_turn_keeps_its_position(kept: Conversations) -> None:
    first, second = Turn("One?"), Turn("Two?")
    conversation = begun(kept, first, second)
    first.question = "One, again?"
    kept.save_turn(READER, conversation.id, first)
    again = kept.conversation(READER, conversation.id)
    assert again is not None
    assert [turn.question for turn in again.turns] == ["One, again?", "Two?"]


def test_other_owner_cannot_read_or_change_conversation(store: ConversationStore) -> None:
    kept = store.conversations
    turn = answered_turn()
    conversation = begun(kept, turn)
    assert kept.headings(OTHER) == []
    assert kept.conversation(OTHER, conversation.id) is None
    assert kept.revision(OTHER, conversation.id) is None
    assert kept.rename(OTHER, conversation.id, "Mine") is None
    assert kept.save_turn(OTHER, conversation.id, Turn("Mine?")) is None
    assert store.shares.share(OTHER, conversation.id, turn, {}) is None
    kept.delete(OTHER, conversation.id)
    store.delete_owner(OTHER)
    share_id = store.shares.share(READER, conversation.id, turn, {})
    store.shares.unshare(OTHER, turn.id)
    assert store.shares.shared(share_id or "") is not None
    again = kept.conversation(READER, conversation.id)
    assert again is not None
    assert (again.name, again.turns, again.revision) == ("Ledgers", [turn], 1)


def test_turn_in_other_conversation_is_not_overwritten(
    kept: Conversations,
) -> None:
    turn = answered_turn()
    mine = begun(kept, turn)
    theirs = begun(kept, owner=OTHER)
    with pytest.raises(ConversationsUnavailableError):
        kept.save_turn(OTHER, theirs.id, replace(turn, question="Mine?"))
    again = kept.conversation(READER, mine.id)
    assert again is not None
    assert again.turns == [turn]


def test_conversations_are_sorted_by_last_change(
    kept: Conversations, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(1_000, 9_000, 1_000))
    monkeypatch.setattr("narabot.conversations.history.now", lambda: next(clock))
    first, second = begun(kept), begun(kept)
    assert [one.id for one in kept.headings(READER)] == [second.id, first.id]
    kept.rename(READER, first.id, "Renamed")
    assert [one.name for one in kept.headings(READER)] == ["Renamed", "Ledgers"]


def test_revision_changes_when_another_window_saves(kept: Conversations) -> None:
    conversation = begun(kept, Turn("One?"))
    known = kept.revision(READER, conversation.id)
    assert kept.save_turn(READER, conversation.id, Turn("Two?")) != known
    assert kept.revision(READER, conversation.id) != known


def test_deleting_conversation_or_owner_removes_its_data(
    store: ConversationStore, settings: Settings
) -> None:
    turn = answered_turn()
    conversation = begun(store.conversations, turn)
    share_id = store.shares.share(READER, conversation.id, turn, {7: "abc"}) or ""
    store.selections.add(READER, {7: "Ledger"}, 10)
    store.notes.write(READER, 8, "Another ledger", "Look again.")
    store.conversations.delete(READER, conversation.id)
    assert store.conversations.conversation(READER, conversation.id) is None
    assert store.conversations.save_turn(READER, conversation.id, turn) is None
    assert store.shares.shared(share_id) is None
    assert store.selections.of_owner(READER) == {7: "Ledger"}
    assert store.notes.of_records(READER, [7, 8]) == {8: "Look again."}
    store.delete_owner(READER)
    assert store.selections.of_owner(READER) == {}
    with create_engine(
        f"sqlite:///{settings.narabot_data_dir}/conversations.sqlite"
    ).connect() as db:
        for table in METADATA.tables:
            assert db.execute(text(f"SELECT count(*) FROM {table}")).scalar() == 0  # noqa: S608


def test_shared_turn_does_not_change(store: ConversationStore) -> None:
    turn = answered_turn()
    conversation = begun(store.conversations, turn)
    share_id = store.shares.share(READER, conversation.id, turn, {7: "abc", 2**40: "def"}) or ""
    assert store.shares.share(READER, conversation.id, turn, {7: "abc", 2**40: "def"}) == share_id
    as_shared = replace(turn, rating=None, reason=None, view=ListView())
    turn.ask_again()
    store.conversations.save_turn(READER, conversation.id, turn)
    shared = store.shares.shared(share_id)
    assert shared is not None
    assert shared.turn == as_shared
    assert shared.record_hashes == {7: "abc", 2**40: "def"}
    assert len(share_id) >= 20
    store.shares.unshare(READER, turn.id)
    assert store.shares.shared(share_id) is None


@pytest.mark.parametrize("share_id", ["", "x", "x" * 500, "'; DROP TABLE turn; --", "\x00"])
def test_unknown_share_id_opens_nothing(store: ConversationStore, share_id: str) -> None:
    assert store.shares.shared(share_id) is None
    assert store.conversations.conversation(READER, share_id) is None


def test_rating_is_stored_in_its_own_column(kept: Conversations, settings: Settings) -> None:
    turn = answered_turn()
    turn.rating, turn.reason = 0, "It is another ledger."
    conversation = begun(kept, turn)
    again = kept.conversation(READER, conversation.id)
    assert again is not None
    assert (again.turns[0].rating, again.turns[0].reason) == (0, "It is another ledger.")
    with create_engine(
        f"sqlite:///{settings.narabot_data_dir}/conversations.sqlite"
    ).connect() as db:
        assert db.execute(text("SELECT rating, reason FROM turn")).one() == (0, turn.reason)


def test_selection_of_thousands_keeps_its_order(store: ConversationStore) -> None:
    chosen = {na_id: f"Record {na_id}" for na_id in range(5_000, 0, -1)}
    assert store.selections.add(READER, chosen, 5_000) == 0
    assert list(store.selections.of_owner(READER).items()) == list(chosen.items())
    assert store.selections.of_owner(OTHER) == {}
    assert store.selections.add(READER, {6_001: "One more"}, 5_000) == 1
    store.selections.remove(READER, range(2, 5_000))
    assert list(store.selections.of_owner(READER)) == [5_000, 1]


def test_two_windows_add_to_the_same_selection(store: ConversationStore) -> None:
    assert store.selections.add(READER, {1: "A", 2: "B"}, 3) == 0
    assert store.selections.add(READER, {2: "B", 3: "C", 4: "D"}, 3) == 1
    assert store.selections.of_owner(READER) == {1: "A", 2: "B", 3: "C"}
    store.selections.remove(READER, [2, 99])
    store.selections.add(READER, {2: "B"}, 3)
    assert list(store.selections.of_owner(READER)) == [1, 3, 2]


def test_old_selection_is_deleted(
    store: ConversationStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narabot.conversations.store.now", lambda: 0)
    store.selections.add(READER, {1: "A"}, 10)
    monkeypatch.undo()
    store.selections.add(OTHER, {1: "A"}, 10)
    store.delete_older(7)
    assert store.selections.of_owner(READER) == {}
    assert store.selections.of_owner(OTHER) == {1: "A"}


def test_notes_belong_to_owner_and_latest_note_wins(store: ConversationStore) -> None:
    store.notes.write(READER, 7, "Ledger", "Look again.")
    store.notes.write(READER, 7, "Ledger of 1812", "Box 3\nis missing.")
    store.notes.write(OTHER, 7, "Ledger", "Mine.")
    store.notes.write(READER, 2**40, "Far off", "Later.")
    assert store.notes.of_records(READER, range(3_000)) == {7: "Box 3\nis missing."}
    assert store.notes.names(READER) == {7: "Ledger of 1812", 2**40: "Far off"}
    assert store.selections.of_owner(READER) == {}
    store.notes.write(READER, 7, "Ledger", "")
    store.selections.remove(READER, [2**40])
    assert store.notes.names(READER) == {2**40: "Far off"}
    assert store.notes.of_records(OTHER, [7]) == {7: "Mine."}


def test_old_notes_are_deleted_unless_owner_is_active(
    store: ConversationStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narabot.conversations.store.now", lambda: 0)
    store.notes.write(READER, 7, "Ledger", "Look again.")
    store.notes.write(OTHER, 7, "Ledger", "Mine.")
    monkeypatch.undo()
    store.selections.add(OTHER, {1: "A"}, 10)
    store.delete_older(7)
    assert store.notes.names(READER) == {}
    assert store.notes.names(OTHER) == {7: "Ledger"}


def test_note_is_shared_only_on_request(store: ConversationStore) -> None:
    turn = replace(answered_turn(), note="My grandfather.")
    conversation = begun(store.conversations, turn)
    alone = store.shares.shared(store.shares.share(READER, conversation.id, turn, {}) or "")
    noted = store.shares.share(READER, conversation.id, turn, {}, with_note=True)
    both = store.shares.shared(noted or "")
    assert alone is not None
    assert alone.turn.note is None
    assert both is not None
    assert both.turn.note == "My grandfather."


def test_old_conversation_is_deleted(
    kept: Conversations, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narabot.conversations.history.now", lambda: 0)
    begun(kept)
    monkeypatch.undo()
    fresh = begun(kept)
    assert [one.id for one in open_store(settings).conversations.headings(READER)] == [fresh.id]


def test_unreadable_answer_keeps_its_question(kept: Conversations, settings: Settings) -> None:
    turn = answered_turn()
    conversation = begun(kept, turn)
    with create_engine(f"sqlite:///{settings.narabot_data_dir}/conversations.sqlite").begin() as db:
        db.execute(text("UPDATE turn SET content = x'00'"))
    again = kept.conversation(READER, conversation.id)
    assert again is not None
    [left] = again.turns
    assert (left.id, left.question, left.can_retry) == (turn.id, "Which ledger?", True)
    assert "Ask again" in (left.problem or "")


def test_log_names_store_that_cannot_be_opened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "conversations.sqlite").mkdir()
    with pytest.raises(ConversationsUnavailableError, match="cannot be saved"):
        open_store(Settings(narabot_data_dir=tmp_path))
    assert "conversations.sqlite" in caplog.text
    (tmp_path / "file").write_text("")
    with pytest.raises(ConversationsUnavailableError, match="cannot be created"):
        open_store(Settings(narabot_data_dir=tmp_path / "file"))


@pytest.mark.parametrize(
    "url", ["no url", "://", "nosuchdatabase://h/x", "postgresql+nosuch://u:hidden@h/x"]
)
def test_invalid_url_is_rejected_without_showing_password(tmp_path: Path, url: str) -> None:
    with pytest.raises(SettingsError) as caught:
        open_store(Settings(narabot_data_dir=tmp_path, conversations_url=url))
    assert "CONVERSATIONS_URL" in str(caught.value)
    assert "hidden" not in str(caught.value)


def test_store_that_breaks_later_raises_an_error(kept: Conversations, settings: Settings) -> None:
    conversation = begun(kept)
    with create_engine(f"sqlite:///{settings.narabot_data_dir}/conversations.sqlite").begin() as db:
        db.execute(text("DROP TABLE turn"))
    with pytest.raises(ConversationsUnavailableError):
        kept.save_turn(READER, conversation.id, answered_turn())


def test_browser_id_is_stored_only_as_a_digest(kept: Conversations, settings: Settings) -> None:
    begun(kept, owner=owner_of("secret-browser"))
    stored = (settings.narabot_data_dir / "conversations.sqlite").read_bytes()
    assert b"secret-browser" not in stored
