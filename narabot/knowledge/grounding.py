"""From what a language model says of a chunk to mentions and statements that stand in it. Pure.

Nothing is believed: a name must stand in the text, a class among ours, a relation between two
names of one line that it may join; a description that the text does not bear out gives way to the
quote. What is left out is counted.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from narabot.answering.verification.prompt_injection import may_order
from narabot.answering.verification.quotes import LIVE
from narabot.knowledge.chunk_text import ChunkText, Place, meet
from narabot.knowledge.class_names import UNCLASSED, class_of_entity
from narabot.knowledge.formats.reply import NamedEntity, Reply
from narabot.knowledge.grounded_statements import METHOD, Grounding, Named
from narabot.models.knowledge import Mention, Phrase, Statement, folded_name

LONGEST_NAME = 120
"""Characters."""

IS_SENTENCE = re.compile(r"(?<![^\W_])[a-zа-яё]{2,}(?:[:;]\s|[\"'”’)]*[.!?][\"'”’)]*$)")
"""A word in lower case before a stop or a colon, as in no name: `Inc.`, `U.S.` are none."""

IS_CODE = re.compile(r"\w_\w")
"""A word of a program's, as `API_KEY`."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """How much of what a model said was left out, by the reason."""

    repeated: int = 0
    """Names and statements that were said before."""
    unfit_names: int = 0
    """Names too long, without a letter or digit, or that are sentences, orders, code."""
    not_found: int = 0
    """Names that do not stand in the text."""
    unclassed: int = 0
    """Names of a class that is none of ours."""
    without_ends: int = 0
    """Relations and theses about names that are not among the mentioned."""
    misfits: int = 0
    """Relations that do not join the classes of their ends, or something with itself."""
    far_apart: int = 0
    """Relations and theses whose names stand in no quote together."""
    descriptions: int = 0
    """Descriptions that the text does not bear out: the quote stands in their place."""

    def __add__(self, other: "Dropped") -> "Dropped":
        """Return the sums."""
        theirs = asdict(other)
        return Dropped(**{name: count + theirs[name] for name, count in asdict(self).items()})


@dataclass(frozen=True, slots=True)
class Grounded:
    """What of a reply stands in the text."""

    mentions: tuple[Mention, ...] = ()
    statements: tuple[Statement, ...] = ()
    dropped: Dropped = field(default_factory=Dropped)


def ground(reply: Reply, text: str, known: Sequence[Mention] = ()) -> Grounded:
    """Return the mentions and statements of a chunk's text that a reply says.

    A name at the place of a known mention is the phrase that is known there.
    """
    chunk, dropped = ChunkText(text), Counter[str]()
    entities = distinct(reply.entities, dropped)
    places = {key: places_of(one, chunk, dropped) for key, one in entities.items()}
    phrases = {(one.start, one.end): one.phrase for one in known}
    named = {
        key: mentions_of(entities[key], apart_from_longer(found, places), chunk, phrases)
        for key, found in places.items()
        if found
    }
    dropped["unclassed"] += sum(not found for found in named.values())
    grounding = Grounding(chunk, {key: found for key, found in named.items() if found}, dropped)
    said = [*grounding.descriptions(entities), *grounding.stated(reply)]
    statements = tuple(dict.fromkeys(said))
    dropped["repeated"] += len(said) - len(statements)
    mentions = kept_mentions(grounding.named, statements)
    return Grounded(mentions, statements, Dropped(**dropped))


def distinct(entities: Iterable[NamedEntity], dropped: Counter[str]) -> dict[str, NamedEntity]:
    """Return the entities by their folded names, of several of one name the first."""
    found: dict[str, NamedEntity] = {}
    for one in entities:
        dropped["repeated"] += folded_name(one.name) in found
        found.setdefault(folded_name(one.name), one)
    return found


def places_of(entity: NamedEntity, chunk: ChunkText, dropped: Counter[str]) -> list[Place]:
    """Return where a name stands, nowhere for one that is unfit."""
    if not is_fit(entity.name):
        dropped["unfit_names"] += 1
        return []
    found = chunk.places(entity.name)
    dropped["not_found"] += not found
    return found


def is_fit(name: str) -> bool:
    """Return whether something may be a name: short, with a letter; no sentence, no code."""
    name = name.strip()
    is_named = len(name) <= LONGEST_NAME and any(map(str.isalnum, name))
    is_more = (
        LIVE.search(name) or IS_SENTENCE.search(name) or IS_CODE.search(name) or may_order(name)
    )
    return is_named and not is_more


def apart_from_longer(found: list[Place], others: Mapping[str, Sequence[Place]]) -> list[Place]:
    """Return the places that lie in no longer name, all where each does.

    The Washington of George Washington is no city, if there is another Washington.
    """
    taken = [one for places in others.values() for one in places]
    free = [
        one
        for one in found
        if not any(meet(one, longer) and length(longer) > length(one) for longer in taken)
    ]
    return free or found


def length(place: Place) -> int:
    """Return the signs of a place."""
    return place[1] - place[0]


def mentions_of(
    entity: NamedEntity, places: Sequence[Place], chunk: ChunkText, known: Mapping[Place, Phrase]
) -> list[Mention]:
    """Return a name's mentions: of what is known at a place, else of its own phrase.

    None where nothing is known and its class is none of ours.
    """
    entity_class = class_of_entity(entity.entity_class)
    spelled = " ".join(chunk.text[slice(*places[0])].split())
    own = Phrase(spelled, entity_class) if entity_class else None
    phrases = ((place, known.get(place, own)) for place in places)
    return [Mention(phrase, *place, METHOD) for place, phrase in phrases if phrase]


def kept_mentions(named: Named, statements: Sequence[Statement]) -> tuple[Mention, ...]:
    """Return the mentions in order; without a class only such as something is stated of."""
    told = {part.phrase for one in statements for part in one.participants}
    kept = {
        one
        for mentions in named.values()
        for one in mentions
        if one.phrase.entity_class != UNCLASSED or one.phrase in told
    }
    return tuple(sorted(kept, key=lambda one: (one.start, one.end, one.phrase.phrase_id)))
