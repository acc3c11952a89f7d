"""Tests of opening, sharing, and downloading conversations saved before the fixed format."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from narabot.conversations import ConversationStore, open_store, owner_of
from narabot.models import ListOrder, Response, Turn
from narabot.presentation.citing.conversation_export import (
    conversation_json,
    conversation_markdown,
    conversation_records,
)
from narabot.presentation.tables import TableColumn
from narabot.settings import Settings
from tests.old_stores import ANSWERS, BROWSER, LISTS, heading, store_without_schemas

OWNER = owner_of(BROWSER)
DAY = date(2026, 11, 22)
EXPORTS = Path(__file__).resolve().parents[1] / "data"
"""Folder with the current Markdown export of these conversations."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ConversationStore]:
    store_without_schemas(tmp_path)
    opened = open_store(Settings(narabot_data_dir=tmp_path, conversations_keep_days=36_500))
    yield opened
    opened.close()


def turns(store: ConversationStore, name: str) -> dict[str, Turn]:
    """Return a conversation's turns, keyed by the last word of each question."""
    kept = store.conversations.conversation(OWNER, heading(store, name).id)
    assert kept is not None
    return {turn.question.split()[-1]: turn for turn in kept.turns}


def response(turn: Turn) -> Response:
    assert turn.response is not None
    return turn.response


@pytest.mark.parametrize("name", [ANSWERS, LISTS])
def test_saved_conversation_exports_the_same_markdown(store: ConversationStore, name: str) -> None:
    exported_markdown = conversation_markdown(list(turns(store, name).values()), DAY)
    assert exported_markdown == (EXPORTS / f"{name.lower()}-without-schemas.md").read_text()


def test_saved_answers_open_with_all_their_data(store: ConversationStore) -> None:
    kept = turns(store, ANSWERS)
    roll, refused = kept["Caramalli?"], kept["bread?"]
    answer = response(roll).answer
    assert answer is not None and answer.quotes
    for quote in answer.quotes:
        text = response(roll).quoted_texts[quote.chunk_id]
        assert text[quote.start : quote.end] == quote.quote
    assert roll.rating == 1
    assert (refused.rating, refused.reason) == (0, "It is wrong: there are recipes.")
    assert kept["lost?"].can_retry and kept["lost?"].response is None
    assert kept["flag?"].problem == "You stopped this answer."
    found_places = kept["photographs?"].places
    assert isinstance(found_places, tuple)
    assert [bool(one.evidence) for one in found_places] == [True, True]
    assert kept["President?"].places == "The database does not answer."
    assert {turn.asked.date() for turn in kept.values()} == {date(2026, 11, 23)}


def test_saved_lists_open_with_all_their_data(store: ConversationStore) -> None:
    kept = turns(store, LISTS)
    by_name, flags, empty = kept["1942"], kept["flags"], kept["online"]
    assert [[one.heading for one in alike] for alike in response(by_name).names] == [
        ["Lange, Dorothea, 1895-1965"]
    ]
    assert response(by_name).filters.in_force == ("records_types", "years")
    assert flags.narrowed.is_online and flags.removed == {"levels": "Items"}
    assert flags.view.order is ListOrder.OLDEST
    assert flags.view.columns == (TableColumn.TITLE, TableColumn.CONTAINER)
    assert kept["items"].view.is_grouped and response(kept["items"]).is_follow_up
    assert response(empty).emptied_by == {"years": 32}
    assert response(kept["войны"]).searched_as == "photographer war"
    assert kept["it"].added.ancestor == response(kept["it"]).filters.ancestor is not None


def test_shared_response_opens_with_its_record_hashes(store: ConversationStore) -> None:
    for turn in (turns(store, ANSWERS)["Caramalli?"], turns(store, LISTS)["1942"]):
        shared = store.shares.shared(store.shares.of_turn(OWNER, turn.id) or "")
        assert shared is not None
        assert shared.turn.response == turn.response
        assert shared.turn.rating is None
        assert shared.record_hashes.keys() == {one.na_id for one in response(turn).records}


def test_saved_selection_is_available(store: ConversationStore) -> None:
    found = response(turns(store, LISTS)["1942"]).records
    assert list(store.selections.of_owner(OWNER)) == [one.na_id for one in found]


def test_saved_conversation_exports_json_and_records(store: ConversationStore) -> None:
    kept = list(turns(store, ANSWERS).values())
    exported = json.loads(conversation_json(kept, DAY))["turns"]
    assert [one["question"] for one in exported] == [turn.question for turn in kept]
    assert exported[0]["response"]["answerer"] == "extractive"
    assert exported[0]["response"]["records"][0]["citation"]
    assert len(conversation_records(kept)) == 3


def test_saving_a_changed_turn_leaves_other_turns_unchanged(store: ConversationStore) -> None:
    conversation_id = heading(store, ANSWERS).id
    before = turns(store, ANSWERS)
    before["bread?"].rating = None
    store.conversations.save_turn(OWNER, conversation_id, before["bread?"])
    assert turns(store, ANSWERS) == before
