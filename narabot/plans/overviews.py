"""A profile of many records, computed from their facts: levels, period, kinds, names, and gaps.
Pure.

Title words and names are ranked by tf-idf (Spärck Jones 1972), that is, by their frequency in these
titles and their rarity in the whole catalog. Words such as `volume`, which only structure a title,
do not count.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log

from narabot.models import RESTRICTED, ComputedSet, Quote
from narabot.plans.facts import RecordFacts, values_of
from narabot.plans.values import Facet
from narabot.words import STOP_WORDS, fold, stem

MAX_VALUES = 5
"""Maximum number of facet values in a profile."""

MAX_TERMS = 12
"""Maximum number of title words in a profile."""

MAX_RANKED_TERMS = 60
"""Maximum number of words and names that are ranked, most frequent first."""

MIN_TERM_RECORDS = 2
"""Minimum number of records that must contain a word."""

PARTICLES = r"(?:(?:of|de|del|della|der|den|di|do|da|dos|du|e|la|le|van|von|y|zu) )*"
CAPITALIZED_NAME = re.compile(rf"[A-ZÀ-Þ][\w'’-]+(?: {PARTICLES}[A-ZÀ-Þ][\w'’-]+)*")

STRUCTURAL_WORDS = frozenset("volume part".split())
"""Words that only structure a title and do not indicate a subject."""

TitleCounter = Callable[[tuple[str, ...]], Sequence[int]]
"""Returns the number of titles in the catalog that contain each word."""


@dataclass(frozen=True, slots=True)
class ValueCount:
    """A value and the number of records that have it."""

    value: str
    count: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile of many records."""

    count: int
    levels: tuple[ValueCount, ...]
    first: str | None
    """The first day, in ISO format."""
    last: str | None
    years: tuple[ValueCount, ...]
    decades: tuple[ValueCount, ...]
    """All decades, in chronological order."""
    types: tuple[ValueCount, ...]
    kinds: tuple[ValueCount, ...]
    creators: tuple[ValueCount, ...]
    senders: tuple[ValueCount, ...]
    recipients: tuple[ValueCount, ...]
    subjects: tuple[ValueCount, ...]
    names: tuple[ValueCount, ...]
    """Names in titles."""
    terms: tuple[ValueCount, ...]
    """Other words in titles."""
    boxes: tuple[str, ...]
    largest: tuple[RecordFacts, ...]
    """The file units that state the most documents."""
    undated: int
    offline: int
    restricted: int
    """Number of records that state a restriction themselves."""
    undescribed: int
    """Number of records without a scope and content note."""


@dataclass(frozen=True, slots=True)
class RecordOverview:
    """An overview of the descendants of a record, or of the records that a creator created."""

    na_id: int
    name: str
    profile: Profile
    scope: tuple[Quote, ...]
    """The first sentences of the record's own scope and content note."""
    records: ComputedSet
    """All records that the overview covers, for listing."""


def build_profile(found: Sequence[RecordFacts], weigh: TitleCounter) -> Profile:
    """Return a profile of records. Errors raised by `weigh` propagate."""
    days = [one.first_day for one in found if one.first_day]
    ends = [day for one in found if (day := one.last_day or one.first_day)]
    stated = [one for one in found if one.document_count]
    return Profile(
        count=len(found),
        first=min(days).isoformat() if days else None,
        last=max(ends).isoformat() if ends else None,
        decades=tuple(sorted(value_counts(found, Facet.DECADE), key=lambda one: one.value)),
        names=rank_by_tf_idf(title_names(found), weigh)[:MAX_VALUES],
        terms=rank_by_tf_idf(title_terms(found), weigh)[:MAX_TERMS],
        boxes=tuple(dict.fromkeys(box for one in found for box in one.boxes)),
        largest=tuple(sorted(stated, key=lambda one: -(one.document_count or 0))[:3]),
        undated=sum(one.first_day is None for one in found),
        offline=sum(not one.is_online for one in found),
        restricted=sum(one.access in RESTRICTED for one in found),
        undescribed=sum(not one.is_described for one in found),
        **{name: value_counts(found, facet)[:MAX_VALUES] for name, facet in PROFILE_FACETS.items()},
    )


PROFILE_FACETS: Mapping[str, Facet] = {
    "levels": Facet.LEVEL,
    "years": Facet.YEAR,
    "types": Facet.TYPE,
    "kinds": Facet.DOCUMENT_KIND,
    "creators": Facet.CREATOR,
    "senders": Facet.SENDER,
    "recipients": Facet.RECIPIENT,
    "subjects": Facet.SUBJECT,
}
"""The facets whose most frequent values a profile contains."""


def value_counts(found: Iterable[RecordFacts], facet: Facet) -> tuple[ValueCount, ...]:
    """Return the values of a facet, each with the number of records that have that value, most
    frequent first."""
    counts = Counter(value for one in found for value in values_of(one, facet))
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(ValueCount(value, count) for value, count in ordered)


def rank_by_tf_idf(shares: Sequence[ValueCount], weigh: TitleCounter) -> tuple[ValueCount, ...]:
    """Return words ranked by their frequency in these titles and their rarity in the whole
    catalog."""
    most = sorted(shares, key=lambda one: (-one.count, one.value))[:MAX_RANKED_TERMS]
    spread = weigh(tuple(one.value for one in most)) if most else ()
    total = max(chain([1], spread, (one.count for one in most)))
    rarity = [
        log(1 + total / max(there, one.count)) for one, there in zip(most, spread, strict=True)
    ]
    ranked = sorted(
        zip(most, rarity, strict=True), key=lambda pair: (-pair[0].count * pair[1], pair[0].value)
    )
    return tuple(one for one, _ in ranked)


def title_names(found: Iterable[RecordFacts]) -> tuple[ValueCount, ...]:
    """Return the multiword names in titles, with the number of titles that contain each."""
    names: Counter[str] = Counter()
    for one in found:
        own = dict.fromkeys(CAPITALIZED_NAME.findall(title_subject(one)))
        names.update(name for name in own if " " in name and fold(name) not in STOP_WORDS)
    return tuple(
        ValueCount(name, count) for name, count in names.items() if count >= MIN_TERM_RECORDS
    )


def title_terms(found: Sequence[RecordFacts]) -> tuple[ValueCount, ...]:
    """Return title words in their most frequent form, with the number of titles that contain any
    form."""
    words: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = {}
    for one in found:
        own = {stem(fold(word)): word for word in re.findall(r"[^\W\d_]{3,}", title_subject(one))}
        for key, word in own.items():
            words[key] += 1
            forms.setdefault(key, Counter())[word] += 1
    least = min(MIN_TERM_RECORDS, len(found))
    return tuple(
        ValueCount(forms[key].most_common(1)[0][0], count)
        for key, count in words.items()
        if count >= least and not is_uninformative(key)
    )


def title_subject(record: RecordFacts) -> str:
    """Return the part of a record's title that indicates a subject: the subject of a message, or
    else the whole title."""
    return (record.subject or "") if record.kind else record.title


def is_uninformative(key: str) -> bool:
    """Return whether a stem does not indicate the subject of a record."""
    return key in STOP_WORDS or key in STRUCTURAL_WORDS or len(key) < 3
