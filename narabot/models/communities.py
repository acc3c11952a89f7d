"""Communities of records or of names, and the reports on them.

A given community is one of the archives': a unit of description with all that is kept in it, or an
authority with what is by or about it. A found one is of names that texts say together. Reports are
in the form of document 001; each finding stands on quotes, or on a plan that is computed again.
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
    """Who has made a community."""

    GIVEN = "given"
    """The archives."""
    FOUND = "found"
    """The Leiden algorithm, among the names in a given one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a report says of a community."""

    summary: str
    explanation: str
    quotes: tuple[Quote, ...] = ()
    plan: str = ""
    """As JSON, where it was computed; "" where it stands on quotes."""
    digest: str = ""
    """Of what the plan came to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a community is about."""

    community_id: str
    title: str
    summary: str
    """Two sentences at most, word for word of records; or what a language model wrote."""
    summary_quotes: tuple[Quote, ...]
    """None where the summary is that of the first finding."""
    rating: float
    """How much there is to it, 0 to 10."""
    rating_explanation: str
    findings: tuple[Finding, ...]
    method: str = COMPUTED_REPORT
    """That, or the name of the language model that wrote it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundReport:
    """A report that was found for a request."""

    report: Report
    kind: CommunityKind
    na_id: int | None
    """Of the record of a given community."""
    similarity: float
    """The cosine of request and report, 0 where reports have no vectors."""


@dataclass(frozen=True, slots=True)
class MetaAnswer:
    """What one report says to a request (document 001)."""

    reasoning: str
    response: str
    rating: float
    """0, nothing, to 10."""


@dataclass(frozen=True, slots=True)
class ContextEntity:
    """A line of document 001's context: a name."""

    name: str
    entity_class: str
    description: str


@dataclass(frozen=True, slots=True)
class ContextRelation:
    """A line of document 001's context: what is stated of two names."""

    source: str
    target: str
    description: str
    rank: float
    """Its weight: the sum of the statements' strengths."""


@dataclass(frozen=True, slots=True)
class LocalContext:
    """All that is known around the names in a request, in document 001's four parts."""

    entities: tuple[ContextEntity, ...] = ()
    relations: tuple[ContextRelation, ...] = ()
    summaries: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GlobalContext:
    """The reports that were chosen for a request, and what each says to it."""

    reports: tuple[FoundReport, ...] = ()
    meta_answers: tuple[MetaAnswer, ...] = ()
    """Of each report one, in the same order; made without a language model."""


def written_findings(findings: tuple[Finding, ...]) -> str:
    """Return findings as JSON, as they are stored."""
    return msgspec.json.encode(findings).decode()


def stored_findings(written: str) -> tuple[Finding, ...]:
    """Return the findings that stored JSON says."""
    return msgspec.json.decode(written, type=tuple[Finding, ...])


def written_quotes(quotes: tuple[Quote, ...]) -> str:
    """Return quotes as JSON, as they are stored."""
    return msgspec.json.encode(quotes).decode()


def stored_quotes(written: str) -> tuple[Quote, ...]:
    """Return the quotes that stored JSON says."""
    return msgspec.json.decode(written, type=tuple[Quote, ...])
