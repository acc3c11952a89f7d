"""Find the names of the catalog's authorities anywhere in a text.

This module is pure.
"""

import re
from collections.abc import Iterator, Sequence

from narabot.knowledge.chunks import RecordChunk, SourceRecord, content_lines
from narabot.knowledge.extraction import Extracted, Extractor, is_within
from narabot.knowledge.gazetteer import WORD, Gazetteer, NameMatch
from narabot.knowledge.headings import towns_with_of
from narabot.models import AuthorityType
from narabot.models.knowledge import Mention, Phrase
from narabot.words import PREPOSITIONS, STOP_WORDS, fold

NAME = "authorities"

JOINT = re.compile(
    r"(?P<first>[^\W_]+) (?P<joint>of|das?|de|dei|del|della|des|di|dos?|du|e|et|y) $"
)
"""A word, followed by a preposition or conjunction that joins the word to a name."""

NUMBER_AFTER = re.compile(r" (?:No\. )?(?:\d|[IVX]+\b|One\b|Two\b)")
NUMBER_BEFORE = re.compile(r"\b(?:First|Second|Third|Fourth|Fifth) $")

NON_NAME_WORDS = STOP_WORDS | PREPOSITIONS
"""Words that are not part of a name, even if a title capitalizes them."""

PROPER = frozenset(
    {AuthorityType.PERSON, AuthorityType.ORGANIZATION, AuthorityType.GEOGRAPHIC_PLACE_NAME}
)
"""Types of authorities whose names always begin with a capital letter."""


def authority_extractor(gazetteer: Gazetteer) -> Extractor:
    """Return the extractor that finds the names of a catalog's authorities."""

    def extract(record: SourceRecord, chunk: RecordChunk, known: Sequence[Mention]) -> Extracted:
        near = record.authority_na_ids | {
            one.phrase.na_id for one in known if one.phrase.na_id is not None
        }
        lines = [(one.start, one.end) for one in content_lines(chunk.text, record.record_type)]
        found = authorities_in(chunk.text, gazetteer, near)
        return Extracted(tuple(one for one in found if is_within(one, lines)))

    return Extractor(NAME, 4, extract)


def authorities_in(text: str, gazetteer: Gazetteer, near: frozenset[int]) -> Iterator[Mention]:
    """Yield mentions of the authorities that a text names.

    `near` contains the naIds of the authorities that the record itself names.
    """
    for found in gazetteer.find_names(text):
        phrase = phrase_of(text, found, gazetteer, near)
        if phrase is not None:
            yield Mention(phrase, found.start, found.end, NAME)


def phrase_of(
    text: str, found: NameMatch, gazetteer: Gazetteer, near: frozenset[int]
) -> Phrase | None:
    """Return the phrase for a name. An authority that the record itself names takes precedence.

    If no single authority remains, the name is not linked to an authority. If the authorities share
    a class, return a phrase of that class. Otherwise, return `None`.
    """
    fitting = [
        na_id
        for na_id in found.na_ids
        if is_named_here(text, found, gazetteer.authorities[na_id].type)
    ]
    chosen = [na_id for na_id in fitting if na_id in near] if len(fitting) > 1 else fitting
    if len(chosen) == 1:
        return gazetteer.phrases[chosen[0]]
    classes = {gazetteer.phrases[na_id].entity_class for na_id in fitting}
    if len(classes) != 1:
        return None
    return Phrase(" ".join(text[found.start : found.end].split()), classes.pop())


def is_named_here(text: str, found: NameMatch, type_: AuthorityType) -> bool:
    """Return whether a match is used as the name of an authority of the specified type."""
    if type_ in PROPER and not is_capitalized(text[found.start : found.end]):
        return False
    if type_ not in PROPER and is_numbered(text, found.start, found.end):
        return False
    is_place = type_ is AuthorityType.GEOGRAPHIC_PLACE_NAME
    return not is_place or not is_part_of_longer(text, found.start, found.end)


def is_numbered(text: str, start: int, end: int) -> bool:
    """Return whether an adjacent number changes the meaning of a subject, as in `World War II`."""
    before = NUMBER_BEFORE.search(text, max(start - 12, 0), start)
    return before is not None or NUMBER_AFTER.match(text, end) is not None


def is_capitalized(name: str) -> bool:
    """Return whether the first and last words of a name begin with a capital letter or a digit."""
    words = WORD.findall(name)
    return all(word[0].isupper() or word[0].isdigit() for word in (words[0], words[-1]))


def is_part_of_longer(text: str, start: int, end: int) -> bool:
    """Return whether an adjacent capitalized word makes a name part of a longer name.

    The capitalized word may be directly adjacent to the name. A word that joins Romance names
    (`Jornal do Brasil`) or the *of* in a town's name (`Port of Spain`) may also separate the two.
    """
    before, after = text[:start][-40:], text[end : end + 40]
    if (joint := JOINT.search(before)) and is_name_word(joint["first"]):
        whole = f"{joint['first']} {joint['joint']} {text[start:end]}"
        if joint["joint"] != "of" or fold(whole) in towns_with_of():
            return True
    follows = WORD.match(after[1:]) if after[:1] == " " else None
    leads = WORD.findall(before) if before[-1:] == " " and before[-2:-1].isalnum() else []
    beside = ([follows.group()] if follows else []) + leads[-1:]
    return any(map(is_name_word, beside))


def is_name_word(word: str) -> bool:
    """Return whether a word is capitalized like a name."""
    return word[:1].isupper() and word.lower() not in NON_NAME_WORDS
