"""Tests that our conversation scores match the scores from the collection's own script."""

import importlib
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from narabot.evaluation.chat_messages import (
    ChatMessages,
    ChatReply,
    chat_fault,
    chat_score,
    read_chat_messages,
)
from narabot.evaluation.conversing import chat_reply
from narabot.models import REFUSAL
from tests.shared import SHARED, needs_shared

EVAL = SHARED / "eval"
FILE = EVAL / "chat_dev.jsonl"


def messages(**fields: Any) -> ChatMessages:
    """Return a conversation with one message that expects an answer."""
    shown: dict[str, Any] = {
        "id": "c1",
        "turns": ["Who mended the windmill?"],
        "lang": "en",
        "kind": "robust",
        "want": "answer",
        "gold_naIds": [11],
        "answer": ["Miller"],
    }
    return msgspec.convert(shown | fields, ChatMessages)


def reply(answer: str = "", *listed: int, is_quoted: bool = False) -> ChatReply:
    return ChatReply(answer, answer == REFUSAL, listed, is_quoted)


def test_answer_score_requires_brevity_all_gold_strings_and_source() -> None:
    conversation = messages(answer=["Miller", "3"], answer_alt={"3": ["three"]})
    assert chat_score(conversation, reply("Miller mended three.", 1, 2, 3, 4, 11)) == 1
    assert chat_score(conversation, reply("Miller mended three.", 1, 2, 3, 4, 5, 11)) == 0
    assert chat_score(conversation, reply("Miller mended 31.", 11)) == 0
    assert chat_score(conversation, reply("Miller mended three." + "." * 600, 11)) == 0
    assert chat_score(conversation, reply(REFUSAL, 11)) == 0


def test_keyword_request_may_get_list_with_gold_first() -> None:
    assert chat_score(messages(list_ok=True), reply("", 11, 1)) == 1
    assert chat_score(messages(list_ok=True), reply("", 1, 11)) == 0
    assert chat_score(messages(), reply("", 11)) == 0


def test_list_score_counts_gold_records_in_top_ten() -> None:
    conversation = messages(want="records", gold_naIds=[1, 2, 3, 4])
    assert chat_score(conversation, reply("", 1, 2, 9)) == 0.5
    assert chat_score(conversation, reply("", 1, *range(20, 29), 2)) == 0.25
    enough = messages(want="records", gold_naIds=[1, 2, 3, 4], need=2)
    assert chat_score(enough, reply("", 1, 2)) == 1
    folder = messages(want="records", gold_naIds=[1], gold_alt={1: [77]})
    assert chat_score(folder, reply("", 77)) == 1


def test_refusal_must_be_the_exact_sentence() -> None:
    conversation = messages(want="refusal", gold_naIds=[])
    assert chat_score(conversation, reply(REFUSAL)) == 1
    assert chat_score(conversation, reply(REFUSAL + " Sorry.")) == 0


def test_help_reply_lists_no_records_and_mentions_required_word() -> None:
    conversation = messages(want="help", gold_naIds=[], must_mention=["order"], must_not=["kite"])
    assert chat_score(conversation, reply("Orders are taken there.")) == 1
    assert chat_score(conversation, reply("Borders are taken there.")) == 0
    assert chat_score(conversation, reply("Order a Kite.")) == 0
    assert chat_score(conversation, reply("Order there.", 11)) == 0
    assert chat_score(conversation, reply("Order there.", is_quoted=True)) == 0


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"turns": []}, "`turns`"),
        ({"turns": ["Hello", " "]}, "`turns`"),
        ({"gold_naIds": []}, "`gold_naIds`"),
        ({"answer": []}, "`answer`"),
        ({"want": "help"}, "`must_mention`"),
    ],
)
def test_invalid_conversation_reports_the_faulty_field(fields: dict[str, Any], fault: str) -> None:
    assert fault in (chat_fault(messages(**fields)) or "")


def made_replies(raw: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield right and wrong responses to a conversation, as printed by `narabot ask --json`."""
    gold = raw.get("gold_naIds", [])
    words = [*raw.get("answer", []), *raw.get("must_mention", [])[:1]]
    others = [alt for alts in raw.get("answer_alt", {}).values() for alt in alts[:1]]
    stand_ins = [item for items in raw.get("gold_alt", {}).values() for item in items[:1]]
    quoted = [{"quotes": [{"naId": 5}]}]
    for answer in (" and ".join(words), " ".join(words)[:-1], " ".join(others), "", REFUSAL):
        for listed in (gold, [*range(1, 5), *gold], [*range(1, 9), *gold], stand_ins, []):
            for sentences in ([], quoted):
                records = [{"naId": na_id} for na_id in [*listed, *listed[:1]]]
                refused = answer == REFUSAL
                yield {
                    "id": raw["id"],
                    "answer": answer,
                    "refused": refused,
                    "records": records,
                    "sentences": sentences,
                }


@needs_shared
def test_scores_match_the_collections_own_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EVAL))
    script = importlib.import_module("score_chat")
    ours = {one.id: one for one in read_chat_messages(FILE).entries}
    seen: set[float] = set()
    for line in FILE.read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        for response in made_replies(raw):
            theirs, _ = script.why(raw, response)
            assert chat_score(ours[raw["id"]], chat_reply(response)) == pytest.approx(theirs)
            seen.add(theirs)
    assert {0.0, 1.0} < seen
