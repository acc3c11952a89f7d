"""Say a request as it is searched for: in English, and of a long one the part that asks.

The records are English, and so is the embedding model. Of a Russian request, words of a lexicon are
replaced, dates and numbers kept; any other word is taken for a name and written in Latin letters,
which a search then compares loosely: `Моргентау` becomes `morgentau`, and finds `Morgenthau`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from narabot.models import Wording
from narabot.understanding.tokens import TokenizedText, tokenised
from narabot.words import CYRILLIC, SENTENCE_END, STOP_WORDS, fold, stem

LEXICON_FILE = Path(__file__).with_name("russian_words.toml")

QUESTION_WORDS = "questions"
"""The part of the lexicon that is read before stop words are left out."""

SPELLINGS = (
    ("дж", "j"),
    ("кс", "x"),
    ("ий", "i"),
    ("уэ", "we"),
    ("уи", "wi"),
    ("уо", "wo"),
    ("ау", "au"),
    ("ье", "ie"),
    ("ья", "ia"),
    ("ия", "ia"),
    ("ью", "ew"),
)
"""How English names are written in Russian, longer first."""

LETTERS = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sch  y  e yu ya".split(" "),
        strict=True,
    )
)


def in_english(request: str) -> Wording | None:
    """Return a Russian request in English words, `None` for one without Russian letters.

    Its text has the words of the lexicon, numbers, and names in Latin letters; its loose words are
    all that are only transliterated, also those that are not written as names.
    """
    if not CYRILLIC.search(request):
        return None
    said: list[str] = []
    names: list[str] = []
    unread: list[str] = []
    for token in tokenised(request).tokens:
        for word in parts(token.written):
            english = translated(word)
            if english is None and fold(word) not in STOP_WORDS:
                names.append(latin(word))
                english = names[-1] if word[0].isupper() else ""
                unread += [] if english else names[-1:]
            if english:
                said.append(english)
    text = " ".join(said) + ("?" if "?" in request else "")
    return Wording(text, tuple(names), tuple(unread), request)


def parts(word: str) -> list[str]:
    """Return a word, or the parts of a compound that the lexicon does not have as a whole."""
    if not CYRILLIC.search(word) or "-" not in word or translated(word) is not None:
        return [word]
    return [part for part in word.split("-") if part]


def translated(word: str) -> str | None:
    """Return the English of a word; a word in Latin letters, or a number, as it is."""
    if not CYRILLIC.search(word):
        return word
    folded = fold(word)
    known = question_words().get(folded)
    return lexicon().get(stem(folded)) if known is None else known


@cache
def question_words() -> dict[str, str]:
    """Return the English of the question words, by their forms."""
    return {
        fold(form): english
        for english, forms in read_lexicon()[QUESTION_WORDS].items()
        for form in forms.split()
    }


@cache
def lexicon() -> dict[str, str]:
    """Return the English of the other words, by their stems."""
    return {
        stem(fold(word)): english
        for part, entries in read_lexicon().items()
        if part != QUESTION_WORDS
        for english, words in entries.items()
        for word in words.split()
    }


@cache
def read_lexicon() -> dict[str, dict[str, str]]:
    """Return the lexicon: part, English words, Russian words."""
    return tomllib.loads(LEXICON_FILE.read_text(encoding="utf-8"))


def latin(word: str) -> str:
    """Return the stem of a Russian word in Latin letters, as English spells names."""
    spelled = stem(fold(word))
    for russian, english in SPELLINGS:
        spelled = spelled.replace(russian, english)
    return "".join(LETTERS.get(sign, sign) for sign in spelled)


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
