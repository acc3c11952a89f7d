"""What an overview says. Pure."""

from collections.abc import Iterable, Sequence

from narabot.plans.outcomes import Outcome
from narabot.plans.overviews import Profile, Share
from narabot.plans.phrasing import MOST_SHARED, Telling
from narabot.plans.set_phrases import described
from narabot.plans.values import Overview


def overview(plan: Overview, outcome: Outcome, telling: Telling) -> str | None:
    """Return what records are as a whole, in the order of what says most."""
    if not outcome.records or outcome.whole is None:
        return None
    return "\n".join(overview_lines(described(plan.of, telling), outcome.whole, telling))


def overview_lines(name: str, whole: Profile, telling: Telling) -> list[str]:
    """Return what records with a name are as a whole, in lines."""
    period = ""
    if whole.first and whole.last:
        first, last = map(telling.plain_day, (whole.first, whole.last))
        period = telling.say("overview_period", first=first, last=last)
    head = telling.say(
        "overview",
        name=name,
        count=f"{whole.count:,}",
        levels=", ".join(telling.counted(one.value, one.count) for one in whole.levels),
        period=period,
    )
    lines = [
        telling.say(form, values=values) for form, values in parts_of(whole, telling) if values
    ]
    return [head, *lines]


def parts_of(whole: Profile, telling: Telling) -> Iterable[tuple[str, str]]:
    """Yield the parts of an overview with what each says, "" where nothing."""
    yield "overview_types", said_shares(whole.types)
    yield "overview_kinds", said_shares(whole.kinds)
    yield "overview_creators", said_shares(whole.creators)
    yield "overview_senders", said_shares(whole.senders)
    yield "overview_recipients", said_shares(whole.recipients)
    yield "overview_names", said_shares(whole.names)
    yield "overview_terms", said_shares(whole.terms)
    yield "overview_subjects", said_shares(whole.subjects)
    yield "overview_years", said_shares(whole.years)
    largest = (f"{telling.quoted(one.title)} ({one.document_count:,})" for one in whole.largest)
    yield "overview_largest", ", ".join(largest)
    yield "overview_boxes", ", ".join(whole.boxes[:MOST_SHARED])
    gaps = {
        "undated": whole.undated,
        "offline": whole.offline,
        "restricted": whole.restricted,
        "undescribed": whole.undescribed,
    }
    yield (
        "overview_gaps",
        ", ".join(
            telling.say(name, count=f"{number:,}") for name, number in gaps.items() if number
        ),
    )


def said_shares(some: Sequence[Share]) -> str:
    """Return values with their counts."""
    return ", ".join(f"{one.value} ({one.count:,})" for one in some)
