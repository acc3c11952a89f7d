"""The layer that is derived from texts: names, where they stand, and what is stated of them.

It stands beside the catalogue's graph, is made anew from it at any time, and is never quoted: every
mention and statement leads to a place in a chunk's text.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from narabot.models.catalog import AuthorityType
from narabot.models.passages import PathRecord
from narabot.words import fold

PERSON, ORGANIZATION, SUBJECT = "PERSON", "ORGANIZATION", "SUBJECT"
"""Classes of which the code knows more than their names; all are in `knowledge/classes.toml`."""

UNNAMING = frozenset({"DATE", "ORDINAL", "TIME", "MONEY", "PERCENT", "AGE", "NUMBER"})
"""Classes that are no names, to which nobody follows a link."""

PHRASE_VECTORS = "phraseNames"
"""The vector index of phrases' names."""


class LayerLabel(StrEnum):
    """The labels of the layer, beside the catalogue's."""

    PHRASE_NODE = "PhraseNode"
    PASSAGE_NODE = "PassageNode"
    STATEMENT = "Statement"
    COMMUNITY = "Community"
    REPORT = "Report"


class LayerRelation(StrEnum):
    """The relations of the layer."""

    MENTIONED_IN = "MENTIONED_IN"
    ABOUT = "ABOUT"
    STATED_IN = "STATED_IN"
    RELATED_TO = "RELATED_TO"
    MEANS = "MEANS"
    IN_COMMUNITY = "IN_COMMUNITY"
    PARENT_COMMUNITY = "PARENT_COMMUNITY"
    REPORTS = "REPORTS"


class StatementKind(StrEnum):
    """What a statement is."""

    RELATION = "relation"
    """Of two phrases, by a class of relation."""
    THESIS = "thesis"
    """A whole thought about any number of phrases: a sentence of the text."""
    EPISODE = "episode"
    """A whole chunk, about all that it names."""


class Role(StrEnum):
    """What a phrase is to a statement about it."""

    SUBJECT = "subject"
    OBJECT = "object"
    PART = "part"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A thing that texts name."""

    name: str
    """The heading of the authority that it means, else the name as a text writes it."""
    entity_class: str
    """One of `narabot.knowledge.classes`."""
    na_id: int | None = None
    """Of the authority record that it means, `None` where none can be told."""

    @property
    def phrase_id(self) -> str:
        """What tells it from all others: its class, its folded name, its authority."""
        return digest_of(self.entity_class, folded_name(self.name), str(self.na_id or ""))


@dataclass(frozen=True, slots=True)
class Mention:
    """A phrase at a place of a chunk's text, `text[start:end]`."""

    phrase: Phrase
    start: int
    end: int
    method: str
    """The extractor that found it."""


@dataclass(frozen=True, slots=True)
class Participant:
    """A phrase that a statement is about."""

    role: Role
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Statement:
    """What a place of a chunk's text, `text[start:end]`, says of some phrases."""

    kind: StatementKind
    participants: tuple[Participant, ...]
    start: int
    end: int
    method: str
    relation: str | None = None
    """The class of a relation, `None` of a thesis or an episode."""
    text: str = ""
    """In other words than the chunk's, which a language model found; "" for the chunk's own."""
    strength: float = 1.0
    """What it adds to the weight of its relation."""

    def statement_id(self, chunk_id: str) -> str:
        """Return what tells it from all others."""
        named = (f"{one.role}={one.phrase.phrase_id}" for one in self.participants)
        place = (chunk_id, str(self.start), str(self.end))
        return digest_of(*place, self.kind, self.relation or "", self.method, self.text, *named)


def relation_of(
    subject: Phrase, relation: str, object_: Phrase, place: tuple[int, int], method: str
) -> Statement:
    """Return that a place of a text says that one phrase has a relation to another."""
    ends = (Participant(Role.SUBJECT, subject), Participant(Role.OBJECT, object_))
    return Statement(StatementKind.RELATION, ends, *place, method, relation)


def parts_of(phrases: Iterable[Phrase]) -> tuple[Participant, ...]:
    """Return phrases as what a thesis or an episode is about, each once."""
    return tuple(Participant(Role.PART, phrase) for phrase in dict.fromkeys(phrases))


def folded_name(name: str) -> str:
    """Return a name without case, diacritics and needless blanks."""
    return " ".join(fold(name).split())


def digest_of(*parts: str) -> str:
    """Return 16 hexadecimal digits that stand for some texts."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class KnownAuthority:
    """An authority as texts may name it."""

    na_id: int
    type: AuthorityType
    heading: str
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PhraseTold:
    """A phrase with how often texts name it."""

    phrase_id: str
    name: str
    entity_class: str
    na_id: int | None
    mentions: int
    records: int
    """In so many records it is named."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A record that names a phrase, with the first place where it does."""

    record: PathRecord
    text: str
    """Of the chunk."""
    spans: tuple[tuple[int, int], ...]
    """Where the phrase stands in it."""


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """A relation of a phrase to another one that texts state, and where one of them does."""

    relation: str
    is_subject: bool
    """Whether the phrase is what the relation is of; else the other one is."""
    other: PhraseTold
    statements: int
    """So many places state it."""
    record: PathRecord
    """The first that does."""
    quote: str


@dataclass(frozen=True, slots=True)
class Described:
    """A description of a phrase or a relation, and the words of a record that it stands on."""

    text: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class PhrasePage:
    """All that the layer knows of a phrase, of its records some at a time."""

    phrase: PhraseTold
    authority: PathRecord | None
    relations: tuple[StatedRelation, ...]
    beside: tuple[tuple[PhraseTold, int], ...]
    """Phrases that stand in the same texts, with in how many."""
    years: tuple[tuple[int | None, int], ...]
    """Decades, by their first year, with how many records are from each."""
    of_same_name: tuple[PhraseTold, ...]
    """Others that are called so."""
    namings: tuple[Naming, ...]
    skipped: int
    described: tuple[Described, ...] = ()
    """What a language model has found said of it."""
    has_more_relations: bool = False
    has_more_beside: bool = False
    """Whether texts have more than these."""
