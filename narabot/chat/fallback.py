"""Respond with a guide to where to look if no record answers a broad question."""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

from narabot.answering import best_answer, guide_sentences
from narabot.chat.answers import RankedEvidence
from narabot.chat.opening import Chat
from narabot.models import GUIDE, Answer, Sentence
from narabot.understanding import ParsedRequest
from narabot.words import CYRILLIC

TEXTS = Path(__file__).with_name("guide.toml")


def fallback_answer(chat: Chat, request: ParsedRequest, ranked: RankedEvidence) -> Answer:
    """Return a guide: an introduction in the language of the request, and quotes from records.

    The confidence is the probability that the best record answers the question after all.
    """
    found, lines = ranked.evidence.passages, ranked.lines
    sought = replace(request.question, question=request.searched.text)
    quoted = guide_sentences(sought, found, chat.models.embeddings, lines)
    sure = best_answer(ranked.drafts or ()).confidence
    if not quoted:
        return Answer((), sure, GUIDE)
    language = "ru" if CYRILLIC.search(request.query) else "en"
    return Answer((Sentence(texts()[language], ()), *quoted), sure, GUIDE)


@cache
def texts() -> dict[str, str]:
    """Return the introductory sentence for each language."""
    return tomllib.loads(TEXTS.read_text(encoding="utf-8"))
