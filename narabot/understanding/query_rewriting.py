"""Say a request as it is searched for: in English, and of a long one the part that asks."""

import re
from collections.abc import Iterable, Iterator

from narabot.models import Wording
from narabot.understanding.language import in_english
from narabot.understanding.tokens import TokenizedText, tokenised
from narabot.words import SENTENCE_END

LONG_REQUEST = 80
"""Words from which on a request is a story with a question in it."""

ORDERING_WORDS = frozenset(
    """bring compiled concern concerning created display document documents everything anything
    file files find get item items list lists listing look looking made material materials need
    paper papers please pull record records regarding related relating relevant search show source
    sources taken there thing things want wants written""".split()
)
"""Words of an order that name no matter and no kind of document."""

ASKS = re.compile(
    r"\?|\b(?:who|whom|whose|what|which|when|where|how many|how much|show me|list|find)\b",
    re.IGNORECASE,
)


ASKS_WHERE = re.compile(
    r"^\W*(?:(?:so|and|please|tell me),? )?where (?:should|can|could|do|would|might|must)"
    r" (?:i|we|one|you) (?:best |first )?(?:look|search|start|begin)\b"
    r"(?: (?:looking|searching))?(?: (?:for|to find)\b)?"
    r"|^\W*(?:так )?где (?:мне |нам )?(?:искать|поискать|смотреть)\b",
    re.IGNORECASE,
)
"""How one asks for the places to look, and not for an answer."""


def place_asked_for(request: str) -> str | None:
    """Return for what a request asks where to look, `None` where it asks something else."""
    said = ASKS_WHERE.match(request)
    return request[said.end() :].strip(" ?!.:") or None if said else None


def wording_of(request: str) -> Wording:
    """Return a request as it is searched for."""
    return in_english(request) or Wording(asking_part(tokenised(request)))


def asking_part(request: TokenizedText) -> str:
    """Return a request, or the last sentences of a long one that ask; if none does, its end."""
    if len(request.tokens) <= LONG_REQUEST:
        return request.text
    kept: list[str] = []
    room = LONG_REQUEST
    for start, end in reversed(list(sentence_places(request.text))):
        words = sum(start <= token.start < end for token in request.tokens)
        if words <= room and ASKS.search(request.text[start:end]):
            kept.insert(0, request.text[start:end])
            room -= words
    return " ".join(kept) or request.text[request.tokens[-LONG_REQUEST].start :]


def sentence_places(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of a text start and end."""
    start = 0
    for end in SENTENCE_END.finditer(text):
        yield start, end.start()
        start = end.end()
    yield start, len(text)


def matter(wording: Wording, names: Iterable[str] = ()) -> tuple[str, ...] | None:
    """Return the words that say what an order for records is about, beside some names in it.

    `None` where they are only known by their sound.
    """
    if wording.loose:
        return None
    words = sought(wording.text)
    for name in names:
        named = frozenset(sought(name))
        if named <= frozenset(words):
            words = [word for word in words if word not in named]
    return tuple(words)


def sought(text: str) -> list[str]:
    """Return the content words of a text, but those of an order."""
    return [word for word in tokenised(text).content_words if word not in ORDERING_WORDS]


def readable(wording: Wording) -> Wording:
    """Return a request as it was written, for a model that reads it; the English words are loose.

    So its meaning is compared in its own language, and the records' words are still looked for.
    """
    if wording.written is None:
        return wording
    return Wording(wording.written, (*tokenised(wording.text).content_words, *wording.loose))
