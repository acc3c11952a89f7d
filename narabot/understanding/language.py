"""Say a Russian request in English words, as far as a small lexicon and the spelling of names go.

The records are English, and so is the embedding model. Words of the lexicon are replaced, dates and
numbers kept; any other word is taken for a name and written in Latin letters, which a search then
compares loosely: `Моргентау` becomes `morgentau`, and finds `Morgenthau`.
"""

import tomllib
from functools import cache
from pathlib import Path

from narabot.models import Wording
from narabot.understanding.tokens import tokenised
from narabot.words import CYRILLIC, STOP_WORDS, fold, stem

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
