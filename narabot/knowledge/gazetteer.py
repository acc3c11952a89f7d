"""All headings and variants of the catalogue's authorities, found in a text in one pass.

An Aho–Corasick automaton over whole words, folded; the leftmost longest name counts. Pure.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ahocorasick_rs import AhoCorasick, MatchKind

from narabot.knowledge.names_of_headings import entity_class, forms, without_dates
from narabot.models import AuthorityType
from narabot.models.knowledge import KnownAuthority, Phrase, digest_of, folded_name
from narabot.retrieval.authorities.headings import COMMON
from narabot.words import fold

WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*")
SENTENCE_STOP = re.compile(r"[\n;:!?]|(?<![A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z]{2})\.\s")
"""What no name goes on behind; a stop behind an initial or `Jr.`, `St.` is no end."""

LONG_NAME = 4
"""Joints of a name that may hold the end of a sentence: so many words do not meet by chance."""

SHORTEST_WORD = 3
"""Letters of a name of one word; shorter ones are names only in capitals."""


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name of some authorities at a place of a text."""

    start: int
    end: int
    na_ids: tuple[int, ...]
    """Of all authorities that may be called so."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text, folded, as the automaton reads them, and where each stands."""

    joined: str
    """Each word between two blanks, so that two names beside each other share none."""
    ends: Mapping[int, tuple[int, int]]
    """By the place behind a word in `joined`, where it stands in the text."""
    starts: Mapping[int, int]
    """By the place of the blank before a word in `joined`, where it begins in the text."""


def words_of(text: str) -> Words:
    """Return the words of a text."""
    parts: list[str] = []
    ends: dict[int, tuple[int, int]] = {}
    starts: dict[int, int] = {}
    place = 0
    for found in WORD.finditer(text):
        word = f" {fold(found.group())} "
        starts[place] = found.start()
        place += len(word)
        ends[place] = found.span()
        parts.append(word)
    return Words("".join(parts), ends, starts)


@dataclass(frozen=True)
class Gazetteer:
    """The authorities, by what texts may call them."""

    authorities: Mapping[int, KnownAuthority]
    """By naId."""

    @cached_property
    def phrases(self) -> Mapping[int, Phrase]:
        """The phrase of each authority."""
        return {
            na_id: Phrase(one.heading, entity_class(one), na_id)
            for na_id, one in self.authorities.items()
        }

    @cached_property
    def digest(self) -> str:
        """Stands for all headings and variants: with others the layer would be another."""
        told = (
            "\x1e".join((str(na_id), one.type, one.heading, *one.variants))
            for na_id, one in sorted(self.authorities.items())
        )
        return digest_of(*told)

    @cached_property
    def headings(self) -> Mapping[str, tuple[int, ...]]:
        """The naIds of the authorities of a heading, folded, with its dates and without."""
        return gathered(
            (folded_name(name), na_id)
            for na_id, one in self.authorities.items()
            for name in (one.heading, without_dates(one.heading))
        )

    @cached_property
    def names(self) -> Mapping[str, tuple[int, ...]]:
        """The naIds of what may be called by some words, joined as the automaton reads them."""
        return gathered(
            (words_of(name).joined, na_id)
            for na_id, one in self.authorities.items()
            for name in forms(one)
            if is_telling(name, one.type)
        )

    @cached_property
    def _automaton(self) -> tuple[AhoCorasick, tuple[str, ...]]:
        names = tuple(self.names)
        return AhoCorasick(names, matchkind=MatchKind.LeftmostLongest), names

    def named(self, heading: str) -> Phrase | None:
        """Return the phrase of the one authority of a heading, `None` where there is none."""
        found = self.headings.get(folded_name(heading), ())
        return self.phrases[found[0]] if len(found) == 1 else None

    def called(self, name: str) -> Phrase | None:
        """Return the phrase of the one authority that is called so, `None` of none or several."""
        found = self.all_called(name)
        return self.phrases[found[0]] if len(found) == 1 else None

    def all_called(self, name: str) -> tuple[int, ...]:
        """Return the naIds of all authorities that are called so."""
        return self.names.get(words_of(name).joined, ())

    def find(self, text: str) -> Iterator[FoundName]:
        """Yield the names in a text in their order; none runs over the end of a sentence."""
        automaton, names = self._automaton
        words = words_of(text)
        for number, first, behind in automaton.find_matches_as_indexes(words.joined):
            if first not in words.starts or behind not in words.ends:
                continue  # within a sign that is several words when it is folded
            start, end = words.starts[first], words.ends[behind][1]
            is_long = names[number].count("  ") >= LONG_NAME
            if is_long or not SENTENCE_STOP.search(text, start, end):
                yield FoundName(start, end, self.names[names[number]])


def gathered(pairs: Iterable[tuple[str, int]]) -> dict[str, tuple[int, ...]]:
    """Return the naIds of each name, in their order, each once."""
    found: dict[str, set[int]] = {}
    for name, na_id in pairs:
        if name:
            found.setdefault(name, set()).add(na_id)
    return {name: tuple(sorted(na_ids)) for name, na_ids in found.items()}


def is_telling(name: str, type_: AuthorityType) -> bool:
    """Return whether a name says enough to be looked for in a text.

    A common noun of one word (`Claims`, `Laws`) stands in texts that are about something else, and
    so does a single word of an organization's name, unless it is an acronym.
    """
    words = WORD.findall(name)
    if len(words) != 1:
        return len(words) > 1
    if type_ in COMMON or type_ is AuthorityType.PERSON:
        return False
    if type_ is AuthorityType.ORGANIZATION:
        return name.isupper() and len(name) >= SHORTEST_WORD
    return len(name) >= SHORTEST_WORD
