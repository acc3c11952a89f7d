"""What is computed of a community: when, what, by whom, what is missing; each with its plan. Pure.

A sentence is made of what its plan comes to and of nothing else: whoever runs the plan again gets
the same one.
"""

from collections.abc import Iterator, Sequence

from narabot.models import RESTRICTED
from narabot.models.communities import Finding
from narabot.plans.algebra import RecordSet
from narabot.plans.computations import digest_of
from narabot.plans.evaluation import compute
from narabot.plans.facts import NOT_ONLINE, RecordFacts
from narabot.plans.outcomes import Outcome
from narabot.plans.phrasing import Telling
from narabot.plans.plan_json import written
from narabot.plans.sentences import in_time
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
"""By what a community is told, in this order."""

MOST_VALUES = 8
"""Of a facet that are told."""

TELLING = Telling("en", 0, {})
"""Reports are in the records' language."""


def computed_findings(records: RecordSet, found: Sequence[RecordFacts]) -> list[Finding]:
    """Return what is counted of the records of a set."""
    findings = (finding(CountBy(records, facet), found) for facet in FACETS)
    return [one for one in findings if one is not None]


def finding(plan: CountBy, found: Sequence[RecordFacts]) -> Finding | None:
    """Return what a plan comes to, `None` where it says nothing."""
    outcome = compute(plan, lambda _: tuple(found))
    said = sentences_of(plan, outcome)
    if said is None:
        return None
    return Finding(*said, plan=written(plan), digest=digest_of(outcome))


def sentences_of(plan: CountBy, outcome: Outcome) -> tuple[str, str] | None:
    """Return what counted records are mostly, and all that was counted; `None` where nothing is."""
    if not outcome.groups:
        return None
    shown = in_time(outcome, plan.facet, outcome.groups[:MOST_VALUES])
    facet = TELLING.facet(plan.facet)
    values = "; ".join(f"{value_of(plan, one.value)}: {one.amount:,}" for one in shown)
    first = outcome.groups[0]
    most = f"{value_of(plan, first.value)}, {first.amount:,} of {len(outcome.records):,}"
    told = [f"By {facet}: {values}.", *gaps(plan, outcome)]
    return f"Most often, by {facet}: {most}.", " ".join(told)


def gaps(plan: CountBy, outcome: Outcome) -> Iterator[str]:
    """Yield what is missing: other values, records without any, what cannot be seen."""
    if (left := len(outcome.groups) - MOST_VALUES) > 0:
        yield f"Other values: {left:,}."
    stated = {na_id for one in outcome.groups for na_id in one.na_ids}
    if none := len(outcome.records) - len(stated):
        yield f"Without any: {none:,} of {len(outcome.records):,}."
    if plan.facet is Facet.ACCESS:
        restricted = sum(one.amount for one in outcome.groups if one.value in RESTRICTED)
        yield f"Restricted: {restricted:,}."


def value_of(plan: CountBy, value: str) -> str:
    """Return a value in words."""
    if plan.facet is Facet.ONLINE:
        return "without copies online" if value == NOT_ONLINE else "with copies online"
    return TELLING.value(value, plan.facet)
