"""The text of an overview. Pure."""

from collections.abc import Iterable, Sequence

from narabot.plans.outcomes import Outcome
from narabot.plans.overviews import Profile, ValueCount
from narabot.plans.phrasing import MAX_NAMES, Phrasing
from narabot.plans.set_phrases import set_phrase
from narabot.plans.values import Overview


def overview_sentence(plan: Overview, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return an overview of records as lines of text, starting with the most informative line."""
    if not outcome.records or outcome.profile is None:
        return None
    return "\n".join(overview_lines(set_phrase(plan.of, phrasing), outcome.profile, phrasing))


def overview_lines(name: str, profile: Profile, phrasing: Phrasing) -> list[str]:
    """Return the lines of an overview. `name` describes the records."""
    period = ""
    if profile.first and profile.last:
        first, last = map(phrasing.plain_day, (profile.first, profile.last))
        period = phrasing.say("overview_period", first=first, last=last)
    head = phrasing.say(
        "overview",
        name=name,
        count=f"{profile.count:,}",
        levels=", ".join(phrasing.counted(one.value, one.count) for one in profile.levels),
        period=period,
    )
    lines = [
        phrasing.say(form, values=values)
        for form, values in overview_parts(profile, phrasing)
        if values
    ]
    return [head, *lines]


def overview_parts(profile: Profile, phrasing: Phrasing) -> Iterable[tuple[str, str]]:
    """Yield a sentence form and its values for each part of an overview. If a part has no values,
    "" takes their place."""
    yield "overview_types", counts_text(profile.types)
    yield "overview_kinds", counts_text(profile.kinds)
    yield "overview_creators", counts_text(profile.creators)
    yield "overview_senders", counts_text(profile.senders)
    yield "overview_recipients", counts_text(profile.recipients)
    yield "overview_names", counts_text(profile.names)
    yield "overview_terms", counts_text(profile.terms)
    yield "overview_subjects", counts_text(profile.subjects)
    yield "overview_years", counts_text(profile.years)
    largest = (f"{phrasing.quoted(one.title)} ({one.document_count:,})" for one in profile.largest)
    yield "overview_largest", ", ".join(largest)
    yield "overview_boxes", ", ".join(profile.boxes[:MAX_NAMES])
    gaps = {
        "undated": profile.undated,
        "offline": profile.offline,
        "restricted": profile.restricted,
        "undescribed": profile.undescribed,
    }
    yield (
        "overview_gaps",
        ", ".join(
            phrasing.say(name, count=f"{number:,}") for name, number in gaps.items() if number
        ),
    )


def counts_text(some: Sequence[ValueCount]) -> str:
    """Return a text with values and their counts."""
    return ", ".join(f"{one.value} ({one.count:,})" for one in some)
