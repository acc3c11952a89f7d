"""Use the wording of an English question to determine what an answer must contain.

The catalog states who created a record, when, and what the record is about. Most questions that the
catalog cannot answer explicitly ask for something else: *how many*, *the director*, *born*, or
*why*. This module has no side effects.
"""

import re

from narabot.words import STOP_WORDS, fold, stem

AUXILIARY = (
    r"(?:did|does|do|was|were|is|are|has|have|had|can|could|will|would|should|must|may|might)"
)
PREPOSITION = (
    r"(?:of|in|for|at|on|to|from|by|with|about|before|after|under|during|between|called|named)"
)
DETERMINER = r"(?:the|an?|his|her|its|their|this|these|those|all|any|no|more|most)"
NOUN_END = (
    rf"(?=\s+(?:{AUXILIARY}|{PREPOSITION}|that|who|which|when|[a-z]+(?:ed|ing))\b"
    r"|\s*[?,.:;]|$)"
)
"""Matches what may follow a noun and its adjectives."""

NOUN_WORD = rf"(?!{DETERMINER}\b)[\w'’-]+"
NOUN = rf"(?P<noun>(?:{NOUN_WORD}\s+){{0,3}}?{NOUN_WORD}){NOUN_END}"

ASKING = re.compile(r"\b(?:who|whom|whose|where|when|why|which|what|how)\b", re.IGNORECASE)
NAME_OF = re.compile(rf"what\s+(?:is|was|are|were)\s+the\s+names?\s+of\s+(?:the\s+)?{NOUN}", re.I)
WHICH = re.compile(rf"(?:which|what)\s+(?!{AUXILIARY}\b){NOUN}", re.IGNORECASE)
WHICH_DID = re.compile(
    rf"(?:which|what)\s+(?!{AUXILIARY}\b)(?P<noun>(?:{NOUN_WORD}\s+){{1,3}}?){NOUN_WORD}\s+{DETERMINER}\b",
    re.IGNORECASE,
)
"""Matches a noun before a verb that looks like a noun. Only the article that follows shows that the
second word is a verb."""

WHICH_WORDS = re.compile(r"(?:which|what)(?P<noun>(?:\s+[\w'’-]+){1,3})", re.IGNORECASE)
ROLE = re.compile(
    rf"\b(?:who|what)\s+(?:was|is|were|are)\s+(?:the\s+)?(?-i:(?=[a-z])){NOUN}", re.IGNORECASE
)
ASKED_OF = re.compile(r"\s+(?:about|called|named)\b", re.IGNORECASE)
"""Words that follow a thing that the question already identifies, as in "what is the series about"
or "what is the boat called"."""

ALL_OF = re.compile(
    r"(?<!\bat )(?<!\bafter )(?<!\babove )(?<!\bof )(?<!\bnot )"
    r"\b(?:all|every|each)\b(?! (?:over|right|other)\b)"
    r"|\bevery(?:one|thing|body)\b|\benumerate\b|\b(?:complete|full) list\b"
    r"|\b(?:все|всех|всем|всеми)\b(?!(?: же| ещ[её]| равно|-таки)\b)"
    r"|\b(?:кажд\w+|перечисл\w+|полный список)\b",
    re.IGNORECASE,
)
"""Matches requests for all of something. It does not match *at all*, *after all*, *first of all*,
or *all over*."""

POINTING_WORDS = frozenset("to be go that they this these those it he she there".split())
NUMERALS = frozenset("two three four five six seven eight nine ten first last".split())
LIGHT_NOUNS = frozenset(
    """kind kinds type types sort sorts name names title titles date dates day days year years
    number part parts way ways""".split()
)
"""Nouns that do not indicate the kind of answer."""

NAMED = frozenset({"name", "names"})

EVENT_WORDS = (
    (r"\bborn\b|\bbirth(?:place|day)\b", "born birth"),
    (r"\b(?:when|where|how|why)\b.*\b(?:die|died|death)\b", "die died death"),
    (r"\b(?:when|where|whom|who)\b.*\b(?:marry|married)\b", "marry married marriage wife husband"),
    (r"\b(?:when|where)\b.*\bburied\b", "buried burial grave"),
    (r"\b(?:when|why)\b.*\bpromoted\b", "promoted promotion"),
    (r"\bhow old\b", "age aged born birth"),
    (
        r"^\W*why\b|\b(?:what|which) (?:was the |were the )?(?:reasons?|cause)\b",
        "because due owing since reason cause caused result purpose order",
    ),
)
"""Patterns for life events and reasons, each with words that the answer needs. A date or subject in
a record cannot replace these words."""

SPEECH_VERB = re.compile(
    r"\bwhat (?:did|does|do)\b.*?\b(?P<verb>say|write|tell|think|conclude|reply|answer|argue|state|"
    r"discuss|talk|promise|propose|recommend|demand)\b",
    re.IGNORECASE,
)
"""Verbs of speech. The catalog states what a text is about, but seldom what it says."""

COUNTED = re.compile(r"\bhow (?P<kind>many|much)(?P<words>(?: [\w'’-]+){1,3})", re.IGNORECASE)
PEOPLE = frozenset({"people", "persons", "men", "women", "children", "individuals"})
MEASURED = re.compile(r"\bhow (?:long|high|tall|large|heavy|wide|deep|far|fast|big)\b", re.I)


def wanted_noun(question: str) -> str | None:
    """Return the kind of thing that a question asks for, or `None` if unknown.

    The result is "person" for *who*, "place" for *where*, or the noun after *which* or *what*.
    """
    asking = ASKING.search(question)
    if asking is None:
        return None
    word = asking.group().lower()
    if word in ("who", "whom"):
        return "person"
    if word == "where":
        return "place"
    return noun_after(question[asking.start() :]) if word in ("which", "what") else None


def noun_after(text: str) -> str | None:
    """Return the noun after the *which* or *what* at the start of a text.

    Return `None` for a noun in `LIGHT_NOUNS`. The result includes the word before the noun, which
    makes the noun more specific: a search party.
    """
    found = NAME_OF.match(text) or WHICH.match(text) or WHICH_DID.match(text)
    if found:
        words = found["noun"].lower().split()
        return None if words[-1] in LIGHT_NOUNS else " ".join(words[-2:])
    following = WHICH_WORDS.match(text)
    if following is None or re.match(rf"\s+{AUXILIARY}\b", following["noun"], re.IGNORECASE):
        return None
    plain = (word for word in following["noun"].split() if word.islower() and word not in NUMERALS)
    noun = next(plain, None)
    return None if noun in LIGHT_NOUNS else noun


def wanted_words(question: str) -> list[frozenset[str]]:
    """Return sets of stems. An answer must contain a stem from each set."""
    wanted = [
        frozenset(stem(word) for word in words.split())
        for pattern, words in EVENT_WORDS
        if re.search(pattern, question, re.IGNORECASE)
    ]
    saying = SPEECH_VERB.search(question)
    if saying:
        wanted.append(frozenset({stem(saying["verb"].lower())}))
    return wanted


def wanted_role(question: str) -> str | None:
    """Return the stem of the noun in `who was the …` or `what was the …`.

    For *name*, return the word before it. Return `None` if there is no noun, or if the question
    refers to something mentioned earlier: who was that man?
    """
    found = ROLE.search(question)
    if found is None or ASKED_OF.match(question, found.end()):
        return None
    *before, head = [fold(word) for word in found["noun"].split()]
    if head in NAMED and before:
        head = before[-1]
    points = POINTING_WORDS.intersection([*before, head])
    return None if head in LIGHT_NOUNS or points else stem(head)


def asks_how_much(question: str) -> bool:
    """Return whether a question asks *how much*."""
    found = COUNTED.search(question)
    return found is not None and found["kind"].lower() == "much"


def asks_measure(question: str) -> bool:
    """Return whether a question asks how long, high, or far something is."""
    return MEASURED.search(question) is not None


def counted_noun(question: str) -> str | None:
    """Return the folded noun to count: the first plural after *how many*."""
    found = COUNTED.search(question)
    if found is None:
        return None
    words = [fold(word) for word in found["words"].split()]
    words = [word for word in words if word not in STOP_WORDS] or words
    plurals = (word for word in words if word in PEOPLE or re.search(r"[^s]s$", word))
    return next(plurals, words[0])


def asks_for_all(request: str) -> bool:
    """Return whether a request, in English or Russian, asks for all of something."""
    return ALL_OF.search(request) is not None
