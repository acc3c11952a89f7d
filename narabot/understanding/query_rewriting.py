"""Rewrite a request for the search: in English and, if the request is long, shortened.

A long request is shortened to the part that asks for something. The records are English, and some
embedding models support only English. In a Russian request, words in a lexicon are translated, and
dates and numbers are kept. Every other word is treated as a name and transliterated. The search
then matches the transliterated word loosely: `Моргентау` becomes `morgentau` and finds
`Morgenthau`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from narabot.models import Wording
from narabot.understanding.tokens import TokenizedText, tokenize
from narabot.words import CYRILLIC, SENTENCE_END, STOP_WORDS, fold, stem

LEXICON_FILE = Path(__file__).with_name("russian_words.toml")

QUESTION_WORDS = "questions"
"""The section of the lexicon that is used before stop words are removed."""

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
"""Russian spellings of sounds in English names, longer spellings first."""

LETTERS = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sch  y  e yu ya".split(" "),
        strict=True,
    )
)


def in_english(request: str) -> Wording | None:
    """Return a Russian request in English words, or `None` for a request without Russian letters.

    The text contains translated words, numbers, and transliterated names. The `loose` words are all
    words that are only transliterated, including words that are not written as names.
    """
    if not CYRILLIC.search(request):
        return None
    translated: list[str] = []
    names: list[str] = []
    unread: list[str] = []
    for token in tokenize(request).tokens:
        for word in compound_parts(token.written):
            english = translate(word)
            if english is None and fold(word) not in STOP_WORDS:
                names.append(transliterate(word))
                english = names[-1] if word[0].isupper() else ""
                unread += [] if english else names[-1:]
            if english:
                translated.append(english)
    text = " ".join(translated) + ("?" if "?" in request else "")
    return Wording(text, tuple(names), tuple(unread), request)


def compound_parts(word: str) -> list[str]:
    """Return a word, or the parts of a compound that the lexicon does not contain as a whole."""
    if not CYRILLIC.search(word) or "-" not in word or translate(word) is not None:
        return [word]
    return [part for part in word.split("-") if part]


def translate(word: str) -> str | None:
    """Return the English translation of a word. Words in Latin letters and numbers remain
    unchanged."""
    if not CYRILLIC.search(word):
        return word
    folded = fold(word)
    known = question_words().get(folded)
    return lexicon().get(stem(folded)) if known is None else known


@cache
def question_words() -> dict[str, str]:
    """Return a mapping from the forms of Russian question words to English words."""
    return {
        fold(form): english
        for english, forms in read_lexicon()[QUESTION_WORDS].items()
        for form in forms.split()
    }


@cache
def lexicon() -> dict[str, str]:
    """Return a mapping from the stems of all other Russian words to English words."""
    return {
        stem(fold(word)): english
        for part, entries in read_lexicon().items()
        if part != QUESTION_WORDS
        for english, words in entries.items()
        for word in words.split()
    }


@cache
def read_lexicon() -> dict[str, dict[str, str]]:
    """Return the lexicon: section → English word → Russian words."""
    return tomllib.loads(LEXICON_FILE.read_text(encoding="utf-8"))


def transliterate(word: str) -> str:
    """Return the stem of a Russian word in Latin letters, spelled like English names."""
    spelled = stem(fold(word))
    for russian, english in SPELLINGS:
        spelled = spelled.replace(russian, english)
    return "".join(LETTERS.get(sign, sign) for sign in spelled)


MAX_REQUEST_WORDS = 80
"""Maximum number of words in an ordinary request. A longer request contains a story in addition to
a question."""

ORDERING_WORDS = frozenset(
    """bring compiled concern concerning created display document documents everything anything
    file files find get item items list lists listing look looking made material materials need
    paper papers please pull record records regarding related relating relevant search show source
    sources taken there thing things want wants written""".split()
)
"""Words that may occur in a request for records but name neither a subject nor a specific kind of
document."""

ASKING_WORDS = re.compile(
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
"""Matches a request for places to look rather than for an answer."""


def place_asked_for(request: str) -> str | None:
    """Return what a person is looking for if the request asks where to look, or else `None`."""
    match = ASKS_WHERE.match(request)
    return request[match.end() :].strip(" ?!.:") or None if match else None


def rewrite_query(request: str) -> Wording:
    """Return a request in the form that the search uses."""
    return in_english(request) or Wording(asking_part(tokenize(request)))


def asking_part(request: TokenizedText) -> str:
    """Return a request, shortened if it is long.

    From a long request, keep the last sentences that ask for something, or else the last words.
    """
    if len(request.tokens) <= MAX_REQUEST_WORDS:
        return request.text
    kept: list[str] = []
    room = MAX_REQUEST_WORDS
    for start, end in reversed(list(sentence_spans(request.text))):
        words = sum(start <= token.start < end for token in request.tokens)
        if words <= room and ASKING_WORDS.search(request.text[start:end]):
            kept.insert(0, request.text[start:end])
            room -= words
    return " ".join(kept) or request.text[request.tokens[-MAX_REQUEST_WORDS].start :]


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each sentence in a text."""
    start = 0
    for end in SENTENCE_END.finditer(text):
        yield start, end.start()
        start = end.end()
    yield start, len(text)


def subject_words(wording: Wording, names: Iterable[str] = ()) -> tuple[str, ...] | None:
    """Return the words that name the subject of a request for records, except the names in `names`.

    Return `None` if the words are only transliterated.
    """
    if wording.loose:
        return None
    words = topic_words(wording.text)
    for name in names:
        named = frozenset(topic_words(name))
        if named <= frozenset(words):
            words = [word for word in words if word not in named]
    return tuple(words)


def topic_words(text: str) -> list[str]:
    """Return the content words in a text, except words that are typical of requests for records."""
    return [word for word in tokenize(text).content_words if word not in ORDERING_WORDS]


def in_original_language(wording: Wording) -> Wording:
    """Return a request as written, for a model that supports its language.

    The English words become `loose` words. The search then compares embeddings in the original
    language, and still looks up the English words.
    """
    if wording.written is None:
        return wording
    return Wording(wording.written, (*tokenize(wording.text).content_words, *wording.loose))
