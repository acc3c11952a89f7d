"""Compute findings about a community: dates, types, creators, and gaps, each with its plan.

A sentence contains nothing but its plan's result, so running the plan again yields the same
sentence. This module is pure.
"""

from collections.abc import Iterator, Sequence

from narabot.models import RESTRICTED
from narabot.models.communities import Finding
from narabot.plans.algebra import RecordSet
from narabot.plans.computations import digest_of
from narabot.plans.evaluation import compute
from narabot.plans.facts import NOT_ONLINE, RecordFacts
from narabot.plans.outcomes import Outcome
from narabot.plans.phrasing import Phrasing
from narabot.plans.plan_json import to_json
from narabot.plans.sentences import in_time_order
from narabot.plans.values import CountBy, Facet

FACETS = (
    Facet.LEVEL,
    Facet.DECADE,
    Facet.TYPE,
    Facet.DOCUMENT_KIND,
    Facet.CREATOR,
    Facet.SENDER,
    Facet.RECIPIENT,
    Facet.SUBJECT,
    Facet.ONLINE,
    Facet.ACCESS,
)
"""The facets that describe a community, in display order."""

MAX_VALUES = 8
"""Maximum number of values shown for a facet."""

TELLING = Phrasing("en", 0, {})
"""English phrasing, because reports are in the records' language."""


def computed_findings(records: RecordSet, found: Sequence[RecordFacts]) -> list[Finding]:
    """Return the counts for the records in a set."""
    findings = (computed_finding(CountBy(records, facet), found) for facet in FACETS)
    return [one for one in findings if one is not None]


def computed_finding(plan: CountBy, found: Sequence[RecordFacts]) -> Finding | None:
    """Return the finding that a plan computes, or `None` if there is nothing to report."""
    outcome = compute(plan, lambda _: tuple(found))
    said = finding_sentences(plan, outcome)
    if said is None:
        return None
    return Finding(*said, plan=to_json(plan), digest=digest_of(outcome))


def finding_sentences(plan: CountBy, outcome: Outcome) -> tuple[str, str] | None:
    """Return a sentence about the most frequent value and a text with the counts of values.

    Return `None` if there are no values.
    """
    if not outcome.groups:
        return None
    shown = in_time_order(outcome, plan.facet, outcome.groups[:MAX_VALUES])
    facet = TELLING.facet(plan.facet)
    values = "; ".join(f"{value_label(plan, one.value)}: {one.amount:,}" for one in shown)
    first = outcome.groups[0]
    most = f"{value_label(plan, first.value)}, {first.amount:,} of {len(outcome.records):,}"
    told = [f"By {facet}: {values}.", *missing_values(plan, outcome)]
    return f"Most often, by {facet}: {most}.", " ".join(told)


def missing_values(plan: CountBy, outcome: Outcome) -> Iterator[str]:
    """Yield sentences about further values, records without a value, and restricted records."""
    if (left := len(outcome.groups) - MAX_VALUES) > 0:
        yield f"Other values: {left:,}."
    stated = {na_id for one in outcome.groups for na_id in one.na_ids}
    if none := len(outcome.records) - len(stated):
        yield f"Without any: {none:,} of {len(outcome.records):,}."
    if plan.facet is Facet.ACCESS:
        restricted = sum(one.amount for one in outcome.groups if one.value in RESTRICTED)
        yield f"Restricted: {restricted:,}."


def value_label(plan: CountBy, value: str) -> str:
    """Return a facet value in words."""
    if plan.facet is Facet.ONLINE:
        return "without copies online" if value == NOT_ONLINE else "with copies online"
    return TELLING.value(value, plan.facet)
