"""Search across many conversations."""

import time
from dataclasses import replace

from narabot.conversations import ConversationStore
from narabot.models import FoundConversation, Turn
from tests.unit.test_conversation_search import QUIET, READER, STRIKE, keep, store
from tests.unit.test_rendering_records import passage, record, response

__all__ = ["store"]


def test_searching_500_conversations_is_fast(store: ConversationStore) -> None:
    listed = replace(
        response(*[STRIKE, QUIET] * 4),
        passages=tuple(passage(record(na_id, "A telegram " * 9)) for na_id in range(10)),
    )
    for number in range(500):
        turns = [Turn(f"Students in {number}, {place}?", listed) for place in range(4)]
        keep(store, f"Conversation {number}", *turns)
    before = time.process_time()
    found = store.search.find_conversations(READER, "student strike", 15)
    one = store.search.find_conversations(READER, "students 321", 15)
    took = time.process_time() - before
    assert len(found) == 15
    assert isinstance(one[0], FoundConversation)
    assert [each.heading.name for each in one] == ["Conversation 321"]
    assert took < 1
