"""Tests of the search in the names, questions, answers, and notes of conversations."""

from pathlib import Path

import pytest
from sqlalchemy import select, update

from narabot.conversations import ConversationStore, open_store, owner_of
from narabot.conversations.search import MAX_WORDS_CHARS, words_of
from narabot.conversations.tables import turn
from narabot.models import Sentence, Turn
from narabot.presentation.excerpts import MAX_LINE_LENGTH, matching_line
from narabot.settings import Settings
from tests.unit.test_rendering_records import response

READER, OTHER = owner_of("a reader's browser"), owner_of("another browser")

STRIKE = Sentence("Students of São Paulo went on strike in June 1968.", ())
QUIET = Sentence("By July they were back.", ())


@pytest.fixture
def store(tmp_path: Path) -> ConversationStore:
    return open_store(Settings(narabot_data_dir=tmp_path))


def answered(question: str, *sentences: Sentence, note: str | None = None) -> Turn:
    return Turn(question, response(*sentences), note=note)


def keep(store: ConversationStore, name: str, *turns: Turn, owner: str = READER) -> str:
    begun = store.conversations.begin(owner, name)
    for one in turns:
        store.conversations.save_turn(owner, begun.id, one)
    return begun.id


def lines(store: ConversationStore, request: str, owner: str = READER) -> list[str | None]:
    return [one.line for one in store.search.find_conversations(owner, request, 10)]


@pytest.fixture
def brazil(store: ConversationStore) -> str:
    note = "For the thesis:\nкак в Ленинграде, ёлки"
    return keep(store, "Unrest", answered("What did Brazil see?", QUIET, STRIKE, note=note))


@pytest.mark.usefixtures("brazil")
@pytest.mark.parametrize(
    ("request_", "line"),
    [
        ("brazil", "What did Brazil see?"),
        ("sao PAULO", STRIKE.text),
        ("São Paulo", STRIKE.text),
        ("stud", STRIKE.text),
        ("thesis", "For the thesis:"),
        ("ленинград", "как в Ленинграде, ёлки"),
        ("ЕЛКИ", "как в Ленинграде, ёлки"),
        ("1968 brazil strike", STRIKE.text),
        ("unrest", None),
        ("unrest 1968", STRIKE.text),
    ],
)
def test_words_are_found_anywhere_in_a_conversation(
    store: ConversationStore, request_: str, line: str | None
) -> None:
    assert lines(store, request_) == [line]


@pytest.mark.usefixtures("brazil")
@pytest.mark.parametrize(
    "request_", ["", " ", "%", "_", "tudents", "brazil chile", "'; DROP TABLE turn; --", "\0"]
)
def test_unmatched_words_find_nothing(store: ConversationStore, request_: str) -> None:
    assert lines(store, request_) == []


@pytest.mark.usefixtures("brazil")
def test_search_finds_only_the_owners_conversations(store: ConversationStore) -> None:
    keep(store, "Also", answered("Brazil?"), owner=OTHER)
    assert lines(store, "brazil", OTHER) == ["Brazil?"]
    assert lines(store, "strike", OTHER) == []


def test_results_are_limited_with_last_changed_first(
    store: ConversationStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(1_000, 99_000, 1_000))
    monkeypatch.setattr("narabot.conversations.history.now", lambda: next(clock))
    for number in range(4):
        keep(store, f"Number {number}", answered("Flags?"))
    found = store.search.find_conversations(READER, "flags", 2)
    assert [one.heading.name for one in found] == ["Number 3", "Number 2"]


def test_words_from_several_turns_match_together(store: ConversationStore) -> None:
    keep(store, "A", answered("Flags of Texas?"), answered("And ships?"))
    assert lines(store, "ships texas") == ["Flags of Texas?"]


def test_search_uses_reworded_question_and_new_note(
    store: ConversationStore,
) -> None:
    changed = answered("Flags?", STRIKE)
    conversation_id = keep(store, "A", changed)
    changed.reword("Ships?")
    changed.note = "Ask Anna."
    store.conversations.save_turn(READER, conversation_id, changed)
    assert lines(store, "flags") == lines(store, "strike") == []
    assert lines(store, "anna") == ["Ask Anna."]


def test_turns_from_older_versions_are_searchable(
    store: ConversationStore, brazil: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narabot.conversations.search.FILL_BATCH", 2)
    damaged = [Turn(f"Flag {number}?") for number in range(4)]
    keep(store, "Damaged", *damaged)
    with store.search.database.transaction() as connection:
        connection.execute(update(turn).values(words=None))
        others = turn.c.conversation_id != brazil
        connection.execute(update(turn).where(others).values(content=b"\0"))
    assert lines(store, "strike") == [STRIKE.text]
    assert lines(store, "flag") == ["Flag 0?"]
    with store.search.database.transaction() as connection:
        assert None not in connection.execute(select(turn.c.words)).scalars().all()


def test_search_words_of_a_turn_have_limited_length() -> None:
    assert len(words_of(Turn("word " * 50_000))) == MAX_WORDS_CHARS


def test_matching_line_is_cut_around_highlighted_words() -> None:
    shown = matching_line(
        "Quiet " * 60 + "<b>students</b> of São Paulo " + "quiet " * 60, "STUD sao"
    )
    assert ":yellow-background[**students**]" in shown
    assert ":yellow-background[**São**]" in shown
    assert "<b>" not in shown
    assert len(shown) < 2 * MAX_LINE_LENGTH + 100
    assert "yellow" not in matching_line("Constudent", "stud")
