"""The knowledge layer: names in texts, where texts mention them, and statements about them.

The layer is derived from the texts, stored next to the catalog graph, and can be rebuilt at any
time. narabot never quotes the layer. Every mention and statement points to a place in a chunk's
text.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from narabot.models.catalog import AuthorityType
from narabot.models.passages import PathRecord
from narabot.words import fold

PERSON, ORGANIZATION, SUBJECT = "PERSON", "ORGANIZATION", "SUBJECT"
"""Entity classes that the code refers to. `knowledge/classes.toml` lists all classes."""

NON_NAME_CLASSES = frozenset({"DATE", "ORDINAL", "TIME", "MONEY", "PERCENT", "AGE", "NUMBER"})
"""Classes of phrases that are not names. Links to such phrases are not followed."""

PHRASE_VECTORS = "phraseNames"
"""The vector index of phrase names."""


class LayerLabel(StrEnum):
    """The node labels of the knowledge layer."""

    PHRASE_NODE = "PhraseNode"
    PASSAGE_NODE = "PassageNode"
    STATEMENT = "Statement"
    COMMUNITY = "Community"
    REPORT = "Report"


class LayerRelation(StrEnum):
    """The relation types of the knowledge layer."""

    MENTIONED_IN = "MENTIONED_IN"
    ABOUT = "ABOUT"
    STATED_IN = "STATED_IN"
    RELATED_TO = "RELATED_TO"
    MEANS = "MEANS"
    IN_COMMUNITY = "IN_COMMUNITY"
    PARENT_COMMUNITY = "PARENT_COMMUNITY"
    REPORTS = "REPORTS"


class StatementKind(StrEnum):
    """The kinds of statement."""

    RELATION = "relation"
    """A relation between two phrases, with its class."""
    THESIS = "thesis"
    """A complete statement about any number of phrases: one sentence of the text."""
    EPISODE = "episode"
    """A whole chunk, which is about all phrases that it mentions."""


class Role(StrEnum):
    """The role of a phrase in a statement."""

    SUBJECT = "subject"
    OBJECT = "object"
    PART = "part"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A name or thing that texts mention."""

    name: str
    """The heading of the linked authority, or else the name as a text spells it."""
    entity_class: str
    """One of the classes in `narabot.knowledge.classes`."""
    na_id: int | None = None
    """The naId of the linked authority record, or `None` if the phrase is not linked."""

    @property
    def phrase_id(self) -> str:
        """The unique ID of the phrase: a digest of its class, folded name, and authority."""
        return digest_of(self.entity_class, folded_name(self.name), str(self.na_id or ""))


@dataclass(frozen=True, slots=True)
class Mention:
    """A phrase at `text[start:end]` in a chunk's text."""

    phrase: Phrase
    start: int
    end: int
    method: str
    """The extractor that found the mention."""


@dataclass(frozen=True, slots=True)
class Participant:
    """A phrase with its role in a statement."""

    role: Role
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that `text[start:end]` in a chunk's text makes about phrases."""

    kind: StatementKind
    participants: tuple[Participant, ...]
    start: int
    end: int
    method: str
    relation: str | None = None
    """The class of the relation, or `None` for a thesis or an episode."""
    text: str = ""
    """The statement in the words of a language model, or "" if the chunk's own words are used."""
    strength: float = 1.0
    """Contribution to the weight of the relation."""

    def statement_id(self, chunk_id: str) -> str:
        """Return the unique ID of the statement in a chunk."""
        named = (f"{one.role}={one.phrase.phrase_id}" for one in self.participants)
        place = (chunk_id, str(self.start), str(self.end))
        return digest_of(*place, self.kind, self.relation or "", self.method, self.text, *named)


def relation_statement(
    subject: Phrase, relation: str, object_: Phrase, place: tuple[int, int], method: str
) -> Statement:
    """Return the statement that two phrases are related.

    `place` is the text span that states the relation.
    """
    ends = (Participant(Role.SUBJECT, subject), Participant(Role.OBJECT, object_))
    return Statement(StatementKind.RELATION, ends, *place, method, relation)


def participants_of(phrases: Iterable[Phrase]) -> tuple[Participant, ...]:
    """Return phrases as the participants of a thesis or an episode, without duplicates."""
    return tuple(Participant(Role.PART, phrase) for phrase in dict.fromkeys(phrases))


def folded_name(name: str) -> str:
    """Return a name in lowercase, without diacritics or extra spaces."""
    return " ".join(fold(name).split())


def digest_of(*parts: str) -> str:
    """Return 16 hexadecimal digits that identify a sequence of texts."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class KnownAuthority:
    """An authority, with the names that texts may use for this authority."""

    na_id: int
    type: AuthorityType
    heading: str
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PhraseSummary:
    """A phrase with the numbers of its mentions and records."""

    phrase_id: str
    name: str
    entity_class: str
    na_id: int | None
    mentions: int
    records: int
    """Number of records that mention the phrase."""


@dataclass(frozen=True, slots=True)
class NamingRecord:
    """A record that mentions a phrase, with the first chunk that mentions it."""

    record: PathRecord
    text: str
    """The text of the chunk."""
    spans: tuple[tuple[int, int], ...]
    """Positions of the phrase in `text`."""


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """A relation between two phrases, with an example from the texts."""

    relation: str
    is_subject: bool
    """Whether the phrase is the subject of the relation. If not, `other` is the subject."""
    other: PhraseSummary
    statements: int
    """Number of places that state the relation."""
    record: PathRecord
    """The first record that states the relation."""
    quote: str


@dataclass(frozen=True, slots=True)
class PhraseDescription:
    """A description of a phrase or a relation, with the supporting quote."""

    text: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class PhrasePage:
    """The knowledge layer's content about a phrase, with one page of records that mention it."""

    phrase: PhraseSummary
    authority: PathRecord | None
    relations: tuple[StatedRelation, ...]
    cooccurring: tuple[tuple[PhraseSummary, int], ...]
    """Phrases that occur in the same texts, each with the number of shared texts."""
    years: tuple[tuple[int | None, int], ...]
    """The first year of each decade, with the number of records from that decade."""
    of_same_name: tuple[PhraseSummary, ...]
    """Other phrases with the same name."""
    namings: tuple[NamingRecord, ...]
    skipped: int
    described: tuple[PhraseDescription, ...] = ()
    """Descriptions that a language model extracted from the texts."""
    has_more_relations: bool = False
    has_more_cooccurring: bool = False
    """Whether there are more co-occurring phrases than are listed."""
