"""Turn a language model's reply about a chunk into mentions and statements found in the chunk's
text.

Nothing is taken on trust. A name must occur in the text, and its class must be known. A relation
must connect two names in the same line and allow the classes of both names. A description that the
text does not support is replaced by the quotation. Dropped parts are counted. This module is pure.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from narabot.answering.verification.lexical_support import ACTIVE_MARKUP
from narabot.answering.verification.prompt_injection import may_be_instruction
from narabot.knowledge.chunk_text import ChunkText, Place, overlap
from narabot.knowledge.class_aliases import UNCLASSED, class_of_entity
from narabot.knowledge.formats.reply import NamedEntity, Reply
from narabot.knowledge.grounded_statements import METHOD, Grounding, MentionsByName
from narabot.models.knowledge import Mention, Phrase, Statement, folded_name

MAX_NAME_CHARS = 120
"""Maximum length of a name, in characters."""

IS_SENTENCE = re.compile(r"(?<![^\W_])[a-zа-яё]{2,}(?:[:;]\s|[\"'”’)]*[.!?][\"'”’)]*$)")
"""Matches a lowercase word before a period or colon.

Names do not contain such words, although they may contain `Inc.` or `U.S.`"""

IS_CODE = re.compile(r"\w_\w")
"""Matches an identifier from a program, such as `API_KEY`."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """For each reason, the number of parts of replies that were dropped."""

    duplicates: int = 0
    """Names and statements that are repeated."""
    invalid_names: int = 0
    """Names that are too long, that lack letters and digits, or that are sentences, instructions,
    or code."""
    not_found: int = 0
    """Names that do not occur in the text."""
    unknown_classes: int = 0
    """Names with an unknown class."""
    missing_entities: int = 0
    """Relations in which a name is not mentioned, and complete statements in which no name is
    mentioned."""
    invalid_relations: int = 0
    """Relations that do not allow the classes of the subject and object, or that connect a phrase
    with itself."""
    too_far_apart: int = 0
    """Relations and complete statements whose names do not occur in the same quotation."""
    unsupported_descriptions: int = 0
    """Descriptions that the text does not support. The quotation replaces each such description."""

    def __add__(self, other: "Dropped") -> "Dropped":
        """Return the sum of both objects for each count."""
        theirs = asdict(other)
        return Dropped(**{name: count + theirs[name] for name, count in asdict(self).items()})


@dataclass(frozen=True, slots=True)
class Grounded:
    """The parts of a reply that the text supports."""

    mentions: tuple[Mention, ...] = ()
    statements: tuple[Statement, ...] = ()
    dropped: Dropped = field(default_factory=Dropped)


def ground(reply: Reply, text: str, known: Sequence[Mention] = ()) -> Grounded:
    """Return the mentions and statements from a reply, limited to what a chunk's text supports.

    A name in the same span as a known mention gets that mention's phrase.
    """
    chunk, dropped = ChunkText(text), Counter[str]()
    entities = distinct_entities(reply.entities, dropped)
    places = {key: entity_places(one, chunk, dropped) for key, one in entities.items()}
    phrases = {(one.start, one.end): one.phrase for one in known}
    named = {
        key: mentions_of(entities[key], outside_longer_names(found, places), chunk, phrases)
        for key, found in places.items()
        if found
    }
    dropped["unknown_classes"] += sum(not found for found in named.values())
    grounding = Grounding(chunk, {key: found for key, found in named.items() if found}, dropped)
    said = [*grounding.descriptions(entities), *grounding.relations_and_theses(reply)]
    statements = tuple(dict.fromkeys(said))
    dropped["duplicates"] += len(said) - len(statements)
    mentions = kept_mentions(grounding.named, statements)
    return Grounded(mentions, statements, Dropped(**dropped))


def distinct_entities(
    entities: Iterable[NamedEntity], dropped: Counter[str]
) -> dict[str, NamedEntity]:
    """Return the entities, keyed by folded name. The first entity with a name takes precedence."""
    found: dict[str, NamedEntity] = {}
    for one in entities:
        dropped["duplicates"] += folded_name(one.name) in found
        found.setdefault(folded_name(one.name), one)
    return found


def entity_places(entity: NamedEntity, chunk: ChunkText, dropped: Counter[str]) -> list[Place]:
    """Return the spans of a name, or no spans if the name is invalid."""
    if not is_valid_name(entity.name):
        dropped["invalid_names"] += 1
        return []
    found = chunk.find_name(entity.name)
    dropped["not_found"] += not found
    return found


def is_valid_name(name: str) -> bool:
    """Return whether a string may be a name.

    A name is short, contains a letter or digit, and is not a sentence, an instruction, or code.
    """
    name = name.strip()
    is_named = len(name) <= MAX_NAME_CHARS and any(map(str.isalnum, name))
    is_more = (
        ACTIVE_MARKUP.search(name)
        or IS_SENTENCE.search(name)
        or IS_CODE.search(name)
        or may_be_instruction(name)
    )
    return is_named and not is_more


def outside_longer_names(found: list[Place], others: Mapping[str, Sequence[Place]]) -> list[Place]:
    """Return the spans outside any longer name, or all spans if every span is in a longer name.

    The Washington in George Washington is not a city if the text contains another Washington.
    """
    taken = [one for places in others.values() for one in places]
    free = [
        one
        for one in found
        if not any(overlap(one, longer) and length(longer) > length(one) for longer in taken)
    ]
    return free or found


def length(place: Place) -> int:
    """Return the length of a span, in characters."""
    return place[1] - place[0]


def mentions_of(
    entity: NamedEntity, places: Sequence[Place], chunk: ChunkText, known: Mapping[Place, Phrase]
) -> list[Mention]:
    """Return a name's mentions. Each has the phrase already known in its span, or else the name's
    own phrase.

    A span has no mention if no phrase is known there and the name's class is unknown.
    """
    entity_class = class_of_entity(entity.entity_class)
    spelled = " ".join(chunk.text[slice(*places[0])].split())
    own = Phrase(spelled, entity_class) if entity_class else None
    phrases = ((place, known.get(place, own)) for place in places)
    return [Mention(phrase, *place, METHOD) for place, phrase in phrases if phrase]


def kept_mentions(named: MentionsByName, statements: Sequence[Statement]) -> tuple[Mention, ...]:
    """Return the mentions in order.

    A mention without a class is kept only if a statement uses its phrase.
    """
    told = {part.phrase for one in statements for part in one.participants}
    kept = {
        one
        for mentions in named.values()
        for one in mentions
        if one.phrase.entity_class != UNCLASSED or one.phrase in told
    }
    return tuple(sorted(kept, key=lambda one: (one.start, one.end, one.phrase.phrase_id)))
