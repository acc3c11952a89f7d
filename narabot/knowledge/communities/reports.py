"""Compute a community's report without a language model, from counts and from sentences in records.
This module is pure."""

from collections.abc import Sequence
from math import log

from narabot.knowledge.communities.central import most_central
from narabot.knowledge.communities.findings import computed_findings
from narabot.knowledge.communities.material import Material
from narabot.models import Quote
from narabot.models.communities import Finding, Report

MAX_SUMMARY_SENTENCES = 2
"""Maximum number of sentences in a summary."""

MAX_STATEMENTS = 5
"""Maximum number of central sentences that become findings."""

TITLE_NAMES = 3
"""Number of heaviest names in the title of a community without a name."""

SATURATION_SIZE = 20_000
"""Number of records at which the size score reaches 1. No set contains more records."""

SIZE, CENTRALITY, DESCRIBED = 0.4, 0.3, 0.3
"""Weights of the three shares in a rating (section 4.9 of `strategies.md` in the design)."""


def computed_report(material: Material) -> Report:
    """Return the report on a community, computed without a language model."""
    community = material.community
    central = most_central(material.theses, MAX_SUMMARY_SENTENCES + MAX_STATEMENTS)
    summary = material.scope or tuple(central[:MAX_SUMMARY_SENTENCES])
    statements = [sentence_finding(one) for one in central if one not in summary][:MAX_STATEMENTS]
    counted = computed_findings(material.records, material.facts) if material.records else []
    findings = (*counted, *statements)
    rating, explanation = rate(material)
    return Report(
        community_id=community.community_id,
        title=title_of(material),
        summary=" ".join(one.quote for one in summary) or first_explanation(findings),
        summary_quotes=summary,
        rating=rating,
        rating_explanation=explanation,
        findings=findings,
    )


def title_of(material: Material) -> str:
    """Return the name of a catalog community, or a detected community's three heaviest names."""
    heaviest = (one.name for one in material.heaviest[:TITLE_NAMES])
    return material.community.name or "; ".join(heaviest)


def sentence_finding(quote: Quote) -> Finding:
    """Return the finding for a record's sentence. The sentence's first words are the headline."""
    return Finding(headline(quote.quote), quote.quote, quotes=(quote,))


MAX_HEADLINE_CHARS = 80
"""Maximum length of a headline, in characters."""


def headline(text: str) -> str:
    """Return the beginning of a sentence, cut between words."""
    if len(text) <= MAX_HEADLINE_CHARS:
        return text
    return text[:MAX_HEADLINE_CHARS].rsplit(" ", 1)[0] + "…"


def first_explanation(findings: Sequence[Finding]) -> str:
    """Return the explanation of the first finding, or "" if there are no findings."""
    return findings[0].explanation if findings else ""


def rate(material: Material) -> tuple[float, str]:
    """Return a community's rating, from 0 to 10 with one decimal place, and the reasons for the
    rating."""
    size = min(1.0, log(1 + material.community.size) / log(1 + SATURATION_SIZE))
    central = centrality(material)
    described = sum(one.is_described for one in material.facts) / max(len(material.facts), 1)
    rating = round(10 * (SIZE * size + CENTRALITY * central + DESCRIBED * described), 1)
    return rating, (
        f"The community has {material.community.size:,} records ({size:.2f} of 1 on a logarithmic "
        f"scale). Its most frequent names occur with {central:.0%} of its other names. "
        f"{described:.0%} of its records have a scope and content note."
    )


def centrality(material: Material) -> float:
    """Return the share of the other names that co-occur with a heaviest name, averaged over the
    heaviest names.

    The share is from 0 to 1. This is degree centrality (Freeman 1978).
    """
    others = material.names - 1
    if others <= 0 or not material.heaviest:
        return 0.0
    shares = [min(one.beside / others, 1.0) for one in material.heaviest]
    return sum(shares) / len(shares)
