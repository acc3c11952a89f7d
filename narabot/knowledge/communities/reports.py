"""A report on a community that no language model writes: counts and sentences of records. Pure."""

from collections.abc import Sequence
from math import log

from narabot.knowledge.communities.central import most_central
from narabot.knowledge.communities.findings import computed_findings
from narabot.knowledge.communities.material import Material
from narabot.models import Quote
from narabot.models.communities import Finding, Report

MOST_SUMMARY = 2
"""Sentences."""

MOST_STATEMENTS = 5
"""Central sentences among the findings."""

TITLE_NAMES = 3
"""Of the heaviest names, which are the title of a community that has none."""

MOST_RECORDS = 20_000
"""Records of a community that counts as large as any: so many are gone through for one set."""

SIZE, CENTRALITY, DESCRIBED = 0.4, 0.3, 0.3
"""What each share counts for in a rating (`strategies.md` 4.9 of the design)."""


def computed_report(material: Material) -> Report:
    """Return the report on a community that no language model has written."""
    community = material.community
    central = most_central(material.theses, MOST_SUMMARY + MOST_STATEMENTS)
    summary = material.scope or tuple(central[:MOST_SUMMARY])
    statements = [stated(one) for one in central if one not in summary][:MOST_STATEMENTS]
    counted = computed_findings(material.records, material.facts) if material.records else []
    findings = (*counted, *statements)
    rating, explanation = rated(material)
    return Report(
        community_id=community.community_id,
        title=title_of(material),
        summary=" ".join(one.quote for one in summary) or first_of(findings),
        summary_quotes=summary,
        rating=rating,
        rating_explanation=explanation,
        findings=findings,
    )


def title_of(material: Material) -> str:
    """Return the name of a given community, else its three heaviest names."""
    heaviest = (one.name for one in material.heaviest[:TITLE_NAMES])
    return material.community.name or "; ".join(heaviest)


def stated(quote: Quote) -> Finding:
    """Return a sentence of a record as a finding: its first words, and the whole."""
    return Finding(headline(quote.quote), quote.quote, quotes=(quote,))


MOST_HEADLINE = 80
"""Characters."""


def headline(text: str) -> str:
    """Return the beginning of a sentence, between words."""
    if len(text) <= MOST_HEADLINE:
        return text
    return text[:MOST_HEADLINE].rsplit(" ", 1)[0] + "…"


def first_of(findings: Sequence[Finding]) -> str:
    """Return what the first finding says, "" without any."""
    return findings[0].explanation if findings else ""


def rated(material: Material) -> tuple[float, str]:
    """Return how much there is to a community, 0 to 10, to a tenth, and why in words."""
    size = min(1.0, log(1 + material.community.size) / log(1 + MOST_RECORDS))
    central = centrality(material)
    described = sum(one.is_described for one in material.facts) / max(len(material.facts), 1)
    rating = round(10 * (SIZE * size + CENTRALITY * central + DESCRIBED * described), 1)
    return rating, (
        f"{material.community.size:,} records ({size:.2f} of 1 for its size, which grows by "
        f"magnitudes); its names that count most stand beside {central:.0%} of its others; "
        f"{described:.0%} of its records have a scope and content note."
    )


def centrality(material: Material) -> float:
    """Return the share of all names of a community that each of the heaviest stands beside, 0 to 1.

    On average; degree centrality (Freeman 1978).
    """
    others = material.names - 1
    if others <= 0 or not material.heaviest:
        return 0.0
    shares = [min(one.beside / others, 1.0) for one in material.heaviest]
    return sum(shares) / len(shares)
