"""Rules that distinguish instructions to show records from questions.

The words that the rules use are in `words.toml`.
"""

import html
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from narabot.models import RequestClass

PACKAGE = Path(__file__).resolve().parent
MAX_OBJECT_CHARS = 200
"""Maximum number of characters to examine after an instruction for the instruction's object.

This limit also bounds the time for long requests.
"""

MAX_BARE_WORDS = 8
"""Maximum number of words in a request that is not a sentence. Longer requests contain more than a
topic."""

GAP = " (?:, )?"
"""Matches what separates two words in a phrase."""


def read_toml(name: str) -> dict[str, Any]:
    """Return the content of a TOML file in this folder."""
    return tomllib.loads((PACKAGE / name).read_text(encoding="utf-8"))


WORDS: dict[str, list[str]] = read_toml("words.toml")


def phrases(*names: str) -> str:
    """Return a pattern for any phrase in the named lists, as whole words."""
    longest_first = sorted((entry for name in names for entry in WORDS[name]), key=len)[::-1]
    return rf"(?:{'|'.join(longest_first)})(?!\w)".replace(" ", GAP)


# The patterns match a single sentence from `sentences`.
FILLERS = rf"(?:{phrases('fillers')}{GAP}){{0,6}}"
DEED = phrases("orders", "imperatives")
COMMAND = rf"(?:{phrases('politeness')}{GAP}{FILLERS}){{0,2}}(?:{DEED}|{phrases('order_gerunds')})"
SIGHT = rf"{GAP}{FILLERS}(?:{DEED}|{phrases('sights')})"
LEAVE = rf"{phrases('permissions')}{SIGHT}"
WISH = rf"{phrases('wishes')}(?:(?:{GAP}to)?{SIGHT})?"
RECIPIENTS = rf"(?:{GAP}{phrases('recipients')}){{0,4}}"
ORDER = re.compile(rf"{FILLERS}(?:{LEAVE}|{COMMAND}|{WISH}){RECIPIENTS}(?:{GAP})?")
INQUIRY = re.compile(FILLERS + phrases("inquiries"))
OPENER = re.compile(FILLERS + phrases("openers"))
START = re.compile(rf", |\b{phrases('connectors')}{GAP}")
INNER_ORDER = re.compile(rf"(?<!\bне )\b(?:{phrases('imperatives')}|{phrases('wishes')})")
TO_ME = re.compile(r"(?:\S+ ){0,4}?(?:me|us|you|them|please|мне|нам|их|пожалуйста)\b")
ORDER_WORD = re.compile(rf"\b(?:{DEED}|{phrases('wishes', 'sights')})")
GIFT = re.compile(rf"(?:^|.* ){phrases('gifts')}")
HOLDINGS = re.compile(phrases("holdings"))
CHOSEN = re.compile(phrases("chosen"))
PRONOUN = re.compile(rf"{phrases('pronouns')}|$|,")
HEAP = re.compile(rf"\b{phrases('heaps')} of\b(?: all\b)?|^(?:of|access to|доступ к)\b")
MATERIAL = re.compile(phrases("materials"))
FACT = re.compile(phrases("facts"))
END = re.compile(phrases("ends"))
AFTER_NOUN = re.compile(r",|the|an?|and|or|и|или|\w+(?:ing|ed)")
QUESTION_WORD = re.compile(phrases("question_words"))
ASKED_OF_WISH = re.compile(
    rf"{FILLERS}{phrases('wishes')}.*, (?:(?:at|by|from|in|of|on|to|under|в|на|из) )?"
    r"(?:what|which|who|whom|whose|when|where|how|как(?:ой|ая|ое|ие|ом|их)|кто|когда|где|сколько)\b"
    r".*\?"
)
"""A wish followed by a question in the same sentence."""

RUSSIAN = re.compile("[а-я]+")
RUSSIAN_MODIFIER = re.compile(phrases("russian_modifiers"))


def classify_by_rules(query: str) -> RequestClass | None:
    """Return the class of an English or Russian request, or `None` if no rule is certain.

    A request that neither contains an instruction nor mentions records is a question, even if it is
    only a greeting or a name.
    """
    text = plain_text(query)
    read = list(sentences(text))
    about_records = any(MATERIAL.fullmatch(word) for one in read for word in one.split())
    found = [sentence_class(sentence, about_records) for sentence in read]
    if RequestClass.SHOW_RECORDS in found:
        return RequestClass.SHOW_RECORDS
    certain = RequestClass.QUESTION in found or not (about_records or ORDER_WORD.search(text))
    return RequestClass.QUESTION if certain else None


def is_bare(query: str) -> bool:
    """Return whether a request is only a few words, as people type into a search box.

    Such a request contains neither a question nor an instruction.
    """
    read = list(sentences(plain_text(query)))
    if len(read) != 1 or read[0].endswith("?"):
        return False
    words = read[0].replace(",", "").split()
    asks = is_inquiry(read[0]) or any(map(QUESTION_WORD.fullmatch, words))
    return len(words) <= MAX_BARE_WORDS and not asks and not any(orders_in(read[0]))


def plain_text(query: str) -> str:
    """Return a request in lowercase, without markup, outer quotation marks, or the letter ё.

    A quotation within a request never begins a sentence, because other people's words are not
    instructions.
    """
    text = unicodedata.normalize("NFKC", html.unescape(query)).casefold().replace("ё", "е")
    text = re.sub(r"<[^<>]*>", " ", re.sub(r"[’‘`´]", "'", text))
    text = re.sub("[“”„«»]", '"', text).strip(" \t\r\n'\"")
    text = "\n".join(" ".join(line.split()) for line in text.splitlines())
    text = re.sub(r'[,:]? ?"([^"]*)"', lambda quote: re.sub(r"[^\w']+", " ", quote[0]), text)
    return re.sub(r"\b(mr|mrs|ms|dr|st|no|gen|col|capt|lt|[b-hj-zа-я])\.", r"\1 ", text)


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text from `plain_text`.

    Single spaces separate words, commas replace minor punctuation, and a final `?` is kept.
    """
    for sentence in re.findall(r"(?:[^.!?…]|\.(?=\w))+[.!?…]?", text):
        tokens = re.findall(r"\w[\w']*|[,:;()\n\[\]—–]|\?$", sentence)
        words = " ".join("," if re.match(r"[^\w?]", token) else token for token in tokens)
        yield re.sub(r"(?:, )+", ", ", words).strip(", ")


def sentence_class(sentence: str, about_records: bool) -> RequestClass | None:
    """Return the class of a sentence. `about_records` means that the request mentions records."""
    if ASKED_OF_WISH.fullmatch(sentence):
        return RequestClass.QUESTION
    orders = [order_class(order, about_records) for order in orders_in(sentence)]
    if RequestClass.SHOW_RECORDS in orders:
        return RequestClass.SHOW_RECORDS
    if RequestClass.QUESTION in orders or is_inquiry(sentence):
        return RequestClass.QUESTION
    return RequestClass.QUESTION if sentence.endswith("?") and not orders else None


def is_inquiry(sentence: str) -> bool:
    """Return whether a sentence begins like a question or an instruction to do something else.

    For example, such an instruction asks narabot to explain or count something.
    """
    ordered = ORDER.match(sentence)
    return bool(INQUIRY.match(sentence) or (OPENER.match(sentence) and not ordered))


def orders_in(sentence: str) -> Iterator[re.Match[str]]:
    """Yield the beginning of each instruction, up to its object."""
    for start in sorted(order_starts(sentence)):
        if order := ORDER.match(sentence, start):
            yield order


def order_starts(sentence: str) -> set[int]:
    """Return the positions at which an instruction may begin.

    In a question, an instruction must follow a comma or name its recipient: "… and show me".
    """
    asked = sentence.endswith("?")
    starts = {0}
    for link in START.finditer(sentence):
        if link[0] == ", " or not asked or TO_ME.match(sentence, link.end()):
            starts.add(link.end())
    if not asked:
        starts.update(inner.start() for inner in INNER_ORDER.finditer(sentence))
    return starts


def order_class(order: re.Match[str], about_records: bool) -> RequestClass | None:
    """Return the class of an instruction.

    An instruction to give or list something other than records counts as a question.
    """
    words = order.string[order.end() : order.end() + MAX_OBJECT_CHARS]
    known = object_class(words, about_records)
    if known is None and not about_records and GIFT.match(order[0]):
        return RequestClass.QUESTION
    return known


def object_class(words: str, about_records: bool) -> RequestClass | None:
    """Return the class of an instruction whose object `words` names, or `None` if unknown."""
    if HOLDINGS.match(words):
        return RequestClass.SHOW_RECORDS
    if chosen := CHOSEN.match(words):
        return head_class(words[chosen.end() :]) or RequestClass.QUESTION
    known = head_class(HEAP.sub("", words))
    if known is None and about_records and PRONOUN.match(words):
        return RequestClass.SHOW_RECORDS
    return known


def head_class(words: str) -> RequestClass | None:
    """Return the class that the noun before the first preposition indicates.

    In English, the last recognized noun decides ("record number"). In Russian, the first noun
    decides.
    """
    known = None
    for word in words.split()[:15]:
        if QUESTION_WORD.fullmatch(word):
            return known or RequestClass.QUESTION
        if END.fullmatch(word) or (known and AFTER_NOUN.fullmatch(word)):
            break
        known = noun_class(word) or known
        if RUSSIAN.fullmatch(word) and (known or not RUSSIAN_MODIFIER.fullmatch(word)):
            break
    return known


def noun_class(word: str) -> RequestClass | None:
    """Return the class that a noun indicates, or `None`."""
    if MATERIAL.fullmatch(word):
        return RequestClass.SHOW_RECORDS
    return RequestClass.QUESTION if FACT.fullmatch(word) else None
