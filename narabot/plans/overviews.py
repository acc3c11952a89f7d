"""What some records are as a whole, computed from their facts: levels, period, kinds, names, gaps.

Pure. A word of titles, or a name in them, counts by the number of titles that have it; words of the
forms of titles do not count.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from narabot.plans.facts import RecordFacts, values_of
from narabot.plans.values import Facet
from narabot.words import STOP_WORDS, fold, stem

MOST_VALUES = 5
"""Values of a facet that are told."""

MOST_TERMS = 12
"""Frequent words that are told."""

LEAST_OF_TERM = 2
"""Records that must have a word."""

CAPITAL = re.compile(r"[A-ZÀ-Þ][\w'’-]+(?: (?:(?:de|do|da|dos|e|of) )?[A-ZÀ-Þ][\w'’-]+)*")

STRUCTURAL = frozenset("concerning regarding from telegram airgram memo letter volume part".split())
"""Words of the forms of titles, which say nothing about what they are about."""


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


def profile(found: Sequence[RecordFacts]) -> Profile:
    """Return some records as a whole."""
    days = [one.first_day for one in found if one.first_day]
    ends = [day for one in found if (day := one.last_day or one.first_day)]
    stated = [one for one in found if one.document_count]
    names, terms = terms_of(found)
    return Profile(
        count=len(found),
        levels=shares(found, lambda one: values_of(one, Facet.LEVEL)),
        first=min(days).isoformat() if days else None,
        last=max(ends).isoformat() if ends else None,
        years=shares(found, lambda one: values_of(one, Facet.YEAR)),
        types=shares(found, lambda one: one.records_types),
        kinds=shares(found, lambda one: values_of(one, Facet.DOCUMENT_KIND)),
        creators=shares(found, lambda one: values_of(one, Facet.CREATOR)),
        senders=shares(found, lambda one: values_of(one, Facet.SENDER)),
        recipients=shares(found, lambda one: values_of(one, Facet.RECIPIENT)),
        subjects=shares(found, lambda one: values_of(one, Facet.SUBJECT)),
        names=names,
        terms=terms,
        boxes=tuple(dict.fromkeys(box for one in found for box in one.boxes)),
        largest=tuple(sorted(stated, key=lambda one: -(one.document_count or 0))[:3]),
        undated=sum(one.first_day is None for one in found),
        offline=sum(not one.is_online for one in found),
    )


def shares(
    found: Iterable[RecordFacts], values: Callable[[RecordFacts], Iterable[str]]
) -> tuple[Share, ...]:
    """Return the values that most records have, with how many have each."""
    counts = Counter(value for one in found for value in values(one))
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Share(value, count) for value, count in ordered[:MOST_VALUES])


def terms_of(found: Sequence[RecordFacts]) -> tuple[tuple[Share, ...], tuple[Share, ...]]:
    """Return the names that most titles have, and the other words."""
    names: Counter[str] = Counter()
    words: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = {}
    for one in found:
        about = subject_of(one)
        own = dict.fromkeys(CAPITAL.findall(about))
        names.update(name for name in own if fold(name) not in STOP_WORDS)
        for key, word in {
            stem(fold(word)): word for word in re.findall(r"[^\W\d_]{3,}", about)
        }.items():
            words[key] += 1
            forms.setdefault(key, Counter())[word] += 1
    kept = [
        (forms[key].most_common(1)[0][0], count)
        for key, count in words.most_common()
        if count >= min(LEAST_OF_TERM, len(found)) and not is_empty(key)
    ]
    several = [
        (name, count)
        for name, count in names.most_common()
        if " " in name and count >= LEAST_OF_TERM
    ]
    return (
        tuple(Share(*pair) for pair in several[:MOST_VALUES]),
        tuple(Share(*pair) for pair in kept[:MOST_TERMS]),
    )


def subject_of(one: RecordFacts) -> str:
    """Return what a title says that the record is about: behind `Concerning`, if that is there."""
    head, behind, rest = one.title.partition(" Concerning ")
    text = rest if behind else head
    return re.sub(r" ?\([^()]*\)(?:: .*)?$", "", text)


def is_empty(key: str) -> bool:
    """Return whether a stem says nothing about what a record is about."""
    return key in STOP_WORDS or key in STRUCTURAL or len(key) < 3
