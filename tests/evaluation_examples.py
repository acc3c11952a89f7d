"""Invented test questions and their outcomes, with only the fields that a test needs."""

import json
from pathlib import Path
from typing import Any

from narabot.evaluation.evaluations import Evaluation, Outcome, StoredEvaluation
from narabot.evaluation.questions import Question
from narabot.evaluation.scores import Reply
from narabot.models import RequestClass

Json = dict[str, Any]


def raw_question(**fields: Any) -> Json:
    """Return a line of a question file. By default, the question is answerable and in English."""
    return {
        "id": "q1",
        "query": "Who mended the windmill?",
        "lang": "en",
        "class": "question",
        "kind": "scope",
        "gold_naIds": [11],
        "answer": ["Miller"],
        "answerable": True,
    } | fields


def question(**fields: Any) -> Question:
    """Return a question as narabot's evaluation loads it."""
    shown: dict[str, Any] = {
        "id": "q1",
        "query": "Who mended the windmill?",
        "lang": "en",
        "request_class": RequestClass.QUESTION,
        "kind": "scope",
        "gold": (11,),
        "answer": ("Miller",),
        "answerable": True,
    }
    return Question(**(shown | fields))


def reply(answer: str | None = "Miller did.", **fields: Any) -> Reply:
    """Return one of narabot's replies."""
    shown: dict[str, Any] = {
        "request_class": RequestClass.QUESTION,
        "answer": answer,
        "refused": False,
        "confidence": 0.8,
        "na_ids": (11,),
    }
    return Reply(**(shown | fields))


def outcome(name: str = "q1", why: str = "", **scores: float) -> Outcome:
    """Return an outcome in the group `all`."""
    return Outcome(id=name, query=f"query {name}", groups=("all",), scores=scores, why=why)


def evaluation(*outcomes: Outcome, **provenance: Any) -> Evaluation:
    """Return an evaluation of the classifier."""
    return Evaluation(what="classifier", provenance=provenance, measures=(), outcomes=outcomes)


def stored(*outcomes: Outcome, **provenance: Any) -> StoredEvaluation:
    """Return an earlier evaluation of the classifier."""
    return StoredEvaluation(what="classifier", provenance=provenance, outcomes=outcomes)


def write_lines(file: Path, *entries: Json | str) -> Path:
    """Write a JSONL file. A string is written unchanged as a line."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in entries]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file
