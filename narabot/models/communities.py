"""Communities of records or of names, and reports about communities.

A catalog community (`given`) comes from the catalog. It is a description with all of its
descendants, or an authority record with the records by or about the authority. A detected community
(`found`) consists of names that occur together in texts. Reports have the format that document 001
specifies. Each finding is supported by quotes or by a plan that can be computed again.
"""

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from narabot.models.quotes import Quote

REPORT_VECTORS = "reportTexts"
"""The vector index of reports."""

REPORT_WORDS = "reportWords"
"""The full-text index of reports."""

COMPUTED_REPORT = "computed"
"""The method of a report that no language model wrote."""


class CommunityKind(StrEnum):
    """The origin of a community."""

    GIVEN = "given"
    """The catalog defines the community."""
    FOUND = "found"
    """The Leiden algorithm found the community among the names within a catalog community."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of a report about a community."""

    summary: str
    explanation: str
    quotes: tuple[Quote, ...] = ()
    plan: str = ""
    """The plan as JSON if the finding was computed, or "" if quotes support the finding."""
    digest: str = ""
    """Digest of the plan's result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report about one community."""

    community_id: str
    title: str
    summary: str
    """At most two sentences, quoted from records or written by a language model."""
    summary_quotes: tuple[Quote, ...]
    """Empty if the summary is identical to the explanation of the first finding."""
    rating: float
    """Importance of the community, from 0 to 10."""
    rating_explanation: str
    findings: tuple[Finding, ...]
    method: str = COMPUTED_REPORT
    """COMPUTED_REPORT, or the name of the language model that wrote the report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundReport:
    """A report that was retrieved for a request."""

    report: Report
    kind: CommunityKind
    na_id: int | None
    """The naId of a catalog community's record."""
    similarity: float
    """Cosine similarity between the request and the report, or 0 if reports have no vectors."""


@dataclass(frozen=True, slots=True)
class MetaAnswer:
    """One report's answer to a request, as specified in document 001."""

    reasoning: str
    response: str
    rating: float
    """Rating from 0 (the report says nothing about the request) to 10."""


@dataclass(frozen=True, slots=True)
class ContextEntity:
    """A name, formatted as one line of the context that document 001 specifies."""

    name: str
    entity_class: str
    description: str


@dataclass(frozen=True, slots=True)
class ContextRelation:
    """A statement about two names, formatted as one line of document 001's context."""

    source: str
    target: str
    description: str
    rank: float
    """Weight of the relation: the sum of the statements' strengths."""


@dataclass(frozen=True, slots=True)
class LocalContext:
    """The knowledge layer's content about the names in a request, in document 001's four parts."""

    entities: tuple[ContextEntity, ...] = ()
    relations: tuple[ContextRelation, ...] = ()
    summaries: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GlobalContext:
    """The reports that were selected for a request, with each report's answer."""

    reports: tuple[FoundReport, ...] = ()
    meta_answers: tuple[MetaAnswer, ...] = ()
    """One answer for each report, in the same order, computed without a language model."""


def findings_to_json(findings: tuple[Finding, ...]) -> str:
    """Return findings as JSON for storage."""
    return msgspec.json.encode(findings).decode()


def findings_from_json(written: str) -> tuple[Finding, ...]:
    """Decode findings from stored JSON."""
    return msgspec.json.decode(written, type=tuple[Finding, ...])


def quotes_to_json(quotes: tuple[Quote, ...]) -> str:
    """Return quotes as JSON for storage."""
    return msgspec.json.encode(quotes).decode()


def quotes_from_json(written: str) -> tuple[Quote, ...]:
    """Decode quotes from stored JSON."""
    return msgspec.json.decode(written, type=tuple[Quote, ...])
