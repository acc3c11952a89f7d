"""The answer to a broad question that no record answers: in which to look, and why in each."""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

from narabot.answering import answer_of, pointers
from narabot.chat.answers import Considered
from narabot.chat.opening import Chat
from narabot.models import GUIDE, Answer, Sentence
from narabot.understanding import ParsedRequest
from narabot.words import CYRILLIC

TEXTS = Path(__file__).with_name("guide.toml")


def guide_answer(chat: Chat, request: ParsedRequest, considered: Considered) -> Answer:
    """Return where to look, in the message's language; each record speaks for itself.

    The confidence is how likely the best record answers after all.
    """
    found, lines = considered.evidence.passages, considered.lines
    sought = replace(request.question, question=request.searched.text)
    quoted = pointers(sought, found, chat.models.embeddings, lines)
    sure = answer_of(considered.drafts or ()).confidence
    if not quoted:
        return Answer((), sure, GUIDE)
    language = "ru" if CYRILLIC.search(request.query) else "en"
    return Answer((Sentence(texts()[language], ()), *quoted), sure, GUIDE)


@cache
def texts() -> dict[str, str]:
    """Return the sentence that stands before the records, by language."""
    return tomllib.loads(TEXTS.read_text(encoding="utf-8"))
