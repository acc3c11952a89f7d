"""What some records are as a whole, computed from their facts: levels, period, kinds, names, gaps.

Pure. Words of titles, and names in them, are weighed by how many titles have them, and by how rare
they are in the whole catalogue (tf-idf, Spärck Jones 1972); words of the forms of titles do not
count.
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

MOST_VALUES = 5
"""Values of a facet that are told."""

MOST_TERMS = 12
"""Words that are told."""

MOST_WEIGHED = 60
"""The most frequent words, and names, that are weighed."""

LEAST_OF_TERM = 2
"""Records that must have a word."""

PARTICLES = r"(?:(?:of|de|del|della|der|den|di|do|da|dos|du|e|la|le|van|von|y|zu) )*"
CAPITAL = re.compile(rf"[A-ZÀ-Þ][\w'’-]+(?: {PARTICLES}[A-ZÀ-Þ][\w'’-]+)*")

STRUCTURAL = frozenset("volume part".split())
"""Words of the forms of titles, which say nothing about what they are about."""

Weigh = Callable[[tuple[str, ...]], Sequence[int]]
"""Gives in how many titles of the catalogue some words stand."""


@dataclass(frozen=True, slots=True)
class Share:
    """A value and how many records have it."""

    value: str
    count: int


@dataclass(frozen=True, slots=True)
class Profile:
    """Some records as a whole."""

    count: int
    levels: tuple[Share, ...]
    first: str | None
    """The first day, as ISO."""
    last: str | None
    years: tuple[Share, ...]
    decades: tuple[Share, ...]
    """All of them, in the order of time."""
    types: tuple[Share, ...]
    kinds: tuple[Share, ...]
    creators: tuple[Share, ...]
    senders: tuple[Share, ...]
    recipients: tuple[Share, ...]
    subjects: tuple[Share, ...]
    names: tuple[Share, ...]
    """Names in titles."""
    terms: tuple[Share, ...]
    """Other words of titles."""
    boxes: tuple[str, ...]
    largest: tuple[RecordFacts, ...]
    """The folders that state most documents."""
    undated: int
    offline: int
    restricted: int
    """Those that state a restriction themselves."""
    undescribed: int
    """Those without a scope and content note."""


@dataclass(frozen=True, slots=True)
class RecordOverview:
    """What is kept in a record, or was made by it, as a whole."""

    na_id: int
    name: str
    whole: Profile
    scope: tuple[Quote, ...]
    """The first sentences of its own scope note."""
    records: ComputedSet
    """All of them, to be listed."""


def profile(found: Sequence[RecordFacts], weigh: Weigh) -> Profile:
    """Return some records as a whole; what weighing raises."""
    days = [one.first_day for one in found if one.first_day]
    ends = [day for one in found if (day := one.last_day or one.first_day)]
    stated = [one for one in found if one.document_count]
    return Profile(
        count=len(found),
        first=min(days).isoformat() if days else None,
        last=max(ends).isoformat() if ends else None,
        decades=tuple(sorted(all_shares(found, Facet.DECADE), key=lambda one: one.value)),
        names=weighed(names_in(found), weigh)[:MOST_VALUES],
        terms=weighed(terms_in(found), weigh)[:MOST_TERMS],
        boxes=tuple(dict.fromkeys(box for one in found for box in one.boxes)),
        largest=tuple(sorted(stated, key=lambda one: -(one.document_count or 0))[:3]),
        undated=sum(one.first_day is None for one in found),
        offline=sum(not one.is_online for one in found),
        restricted=sum(one.access in RESTRICTED for one in found),
        undescribed=sum(not one.is_described for one in found),
        **{name: all_shares(found, facet)[:MOST_VALUES] for name, facet in SHARED.items()},
    )


SHARED: Mapping[str, Facet] = {
    "levels": Facet.LEVEL,
    "years": Facet.YEAR,
    "types": Facet.TYPE,
    "kinds": Facet.DOCUMENT_KIND,
    "creators": Facet.CREATOR,
    "senders": Facet.SENDER,
    "recipients": Facet.RECIPIENT,
    "subjects": Facet.SUBJECT,
}
"""The facets of which the most frequent values are told."""


def all_shares(found: Iterable[RecordFacts], facet: Facet) -> tuple[Share, ...]:
    """Return the values of a facet with how many records have each, the most first."""
    counts = Counter(value for one in found for value in values_of(one, facet))
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Share(value, count) for value, count in ordered)


def weighed(shares: Sequence[Share], weigh: Weigh) -> tuple[Share, ...]:
    """Return words by how many titles have them and how rare they are elsewhere."""
    most = sorted(shares, key=lambda one: (-one.count, one.value))[:MOST_WEIGHED]
    spread = weigh(tuple(one.value for one in most)) if most else ()
    total = max(chain([1], spread, (one.count for one in most)))
    rarity = [
        log(1 + total / max(there, one.count)) for one, there in zip(most, spread, strict=True)
    ]
    ranked = sorted(
        zip(most, rarity, strict=True), key=lambda pair: (-pair[0].count * pair[1], pair[0].value)
    )
    return tuple(one for one, _ in ranked)


def names_in(found: Iterable[RecordFacts]) -> tuple[Share, ...]:
    """Return names of several words in titles, with how many titles have each."""
    names: Counter[str] = Counter()
    for one in found:
        own = dict.fromkeys(CAPITAL.findall(subject_of(one)))
        names.update(name for name in own if " " in name and fold(name) not in STOP_WORDS)
    return tuple(Share(name, count) for name, count in names.items() if count >= LEAST_OF_TERM)


def terms_in(found: Sequence[RecordFacts]) -> tuple[Share, ...]:
    """Return words of titles in their most frequent form, with how many titles have any."""
    words: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = {}
    for one in found:
        own = {stem(fold(word)): word for word in re.findall(r"[^\W\d_]{3,}", subject_of(one))}
        for key, word in own.items():
            words[key] += 1
            forms.setdefault(key, Counter())[word] += 1
    least = min(LEAST_OF_TERM, len(found))
    return tuple(
        Share(forms[key].most_common(1)[0][0], count)
        for key, count in words.items()
        if count >= least and not is_empty(key)
    )


def subject_of(one: RecordFacts) -> str:
    """Return what a title says that the record is about: of a message its subject, else all."""
    return (one.subject or "") if one.kind else one.title


def is_empty(key: str) -> bool:
    """Return whether a stem says nothing about what a record is about."""
    return key in STOP_WORDS or key in STRUCTURAL or len(key) < 3
