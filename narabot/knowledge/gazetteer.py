"""Find all headings and variants of the catalog's authorities in a single pass over a text.

An Aho-Corasick automaton searches for folded whole words. The leftmost longest name takes
precedence. This module is pure.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ahocorasick_rs import AhoCorasick, MatchKind

from narabot.knowledge.headings import authority_names, entity_class, without_dates
from narabot.models import AuthorityType
from narabot.models.knowledge import KnownAuthority, Phrase, digest_of, folded_name
from narabot.retrieval.authorities.headings import COMMON_NOUN_TYPES
from narabot.words import fold

WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*")
SENTENCE_STOP = re.compile(r"[\n;:!?]|(?<![A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z]{2})\.\s")
"""A boundary that short names do not cross. Periods after an initial, `Jr.`, or `St.` do not
count."""

LONG_NAME = 4
"""Minimum number of spaces in a name that may cross a sentence boundary.

This many words rarely occur together by chance."""

MIN_WORD_LETTERS = 3
"""Minimum length of a one-word name, in letters. A shorter word is never a name."""


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A span in which a text contains the name of at least one authority."""

    start: int
    end: int
    na_ids: tuple[int, ...]
    """The naIds of all authorities with this name."""


@dataclass(frozen=True, slots=True)
class FoldedWords:
    """The folded words of a text, in the form that the automaton searches, with the words'
    positions."""

    joined: str
    """The words, each between two spaces, so that adjacent names do not share a space."""
    ends: Mapping[int, tuple[int, int]]
    """Maps the end of a word in `joined` to the word's span in the text."""
    starts: Mapping[int, int]
    """Maps the space before a word in `joined` to the word's start in the text."""


def fold_words(text: str) -> FoldedWords:
    """Return the folded words of a text."""
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
    return FoldedWords("".join(parts), ends, starts)


@dataclass(frozen=True)
class Gazetteer:
    """Authorities, indexed by the names that texts may use for these authorities."""

    authorities: Mapping[int, KnownAuthority]
    """The authorities, keyed by naId."""

    @cached_property
    def phrases(self) -> Mapping[int, Phrase]:
        """The phrase for each authority, keyed by naId."""
        return {
            na_id: Phrase(one.heading, entity_class(one), na_id)
            for na_id, one in self.authorities.items()
        }

    @cached_property
    def digest(self) -> str:
        """A digest of all headings and variants. The knowledge layer depends on these names."""
        told = (
            "\x1e".join((str(na_id), one.type, one.heading, *one.variants))
            for na_id, one in sorted(self.authorities.items())
        )
        return digest_of(*told)

    @cached_property
    def headings(self) -> Mapping[str, tuple[int, ...]]:
        """The naIds of the authorities with each heading, keyed by folded heading with and without
        dates."""
        return group_na_ids(
            (folded_name(name), na_id)
            for na_id, one in self.authorities.items()
            for name in (one.heading, without_dates(one.heading))
        )

    @cached_property
    def names(self) -> Mapping[str, tuple[int, ...]]:
        """The naIds of the authorities with each name, keyed by the name in the automaton's
        form."""
        return group_na_ids(
            (fold_words(name).joined, na_id)
            for na_id, one in self.authorities.items()
            for name in authority_names(one)
            if is_distinctive(name, one.type)
        )

    @cached_property
    def _automaton(self) -> tuple[AhoCorasick, tuple[str, ...]]:
        names = tuple(self.names)
        return AhoCorasick(names, matchkind=MatchKind.LeftmostLongest), names

    def phrase_for_heading(self, heading: str) -> Phrase | None:
        """Return the phrase for a heading, or `None` if the heading does not identify exactly one
        authority."""
        found = self.headings.get(folded_name(heading), ())
        return self.phrases[found[0]] if len(found) == 1 else None

    def phrase_for_name(self, name: str) -> Phrase | None:
        """Return the phrase for a name, or `None` if the name does not identify exactly one
        authority."""
        found = self.na_ids_for_name(name)
        return self.phrases[found[0]] if len(found) == 1 else None

    def na_ids_for_name(self, name: str) -> tuple[int, ...]:
        """Return the naIds of all authorities with a name."""
        return self.names.get(fold_words(name).joined, ())

    def find_names(self, text: str) -> Iterator[NameMatch]:
        """Yield the names in a text, in order. A short name does not cross a sentence boundary."""
        automaton, names = self._automaton
        words = fold_words(text)
        for number, first, behind in automaton.find_matches_as_indexes(words.joined):
            if first not in words.starts or behind not in words.ends:
                continue  # within a character that folds to several words
            start, end = words.starts[first], words.ends[behind][1]
            is_long = names[number].count("  ") >= LONG_NAME
            if is_long or not SENTENCE_STOP.search(text, start, end):
                yield NameMatch(start, end, self.names[names[number]])


def group_na_ids(pairs: Iterable[tuple[str, int]]) -> dict[str, tuple[int, ...]]:
    """Return the sorted, distinct naIds for each name."""
    found: dict[str, set[int]] = {}
    for name, na_id in pairs:
        if name:
            found.setdefault(name, set()).add(na_id)
    return {name: tuple(sorted(na_ids)) for name, na_ids in found.items()}


def is_distinctive(name: str, type_: AuthorityType) -> bool:
    """Return whether a name is distinctive enough to search for in texts.

    A one-word common noun (`Claims`, `Laws`) also occurs in texts about other things. The same is
    true of a single word from an organization's name, unless the word is an acronym.
    """
    words = WORD.findall(name)
    if len(words) != 1:
        return len(words) > 1
    if type_ in COMMON_NOUN_TYPES or type_ is AuthorityType.PERSON:
        return False
    if type_ is AuthorityType.ORGANIZATION:
        return name.isupper() and len(name) >= MIN_WORD_LETTERS
    return len(name) >= MIN_WORD_LETTERS
