"""A request while it is read into a plan: its words, of which each is taken once. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from narabot.plans.mentions import MARK, MARK_END, MARK_START, Marked, Mention, MentionKind
from narabot.plans.periods import PlacedPeriod, periods_in
from narabot.plans.vocabulary import Patterns, fillers
from narabot.words import STOP_WORDS, fold

WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")

NEAR = 30
"""Signs behind a negation within which what it denies stands."""


@dataclass(slots=True)
class Words:
    """What is left of a request; blanks stand for what was taken."""

    text: str
    mentions: tuple[Mention, ...]
    periods: list[PlacedPeriod] = field(default_factory=list)
    level: str | None = None
    """The level that is meant, where another word than its noun has told."""
    is_of_titles: bool = False
    """Whether the request says that titles are meant."""

    @classmethod
    def of(cls, marked: Marked) -> "Words":
        """Return the words of a request, its periods already taken."""
        words = cls(marked.text, marked.mentions)
        words.periods = periods_in(marked.text)
        for one in words.periods:
            words.blank(one.start, one.end)
        return words

    def blank(self, start: int, end: int) -> None:
        """Put blanks in the place of some words."""
        self.text = self.text[:start] + " " * (end - start) + self.text[end:]

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take the first words that match, if any do."""
        said = pattern.search(self.text)
        if said:
            self.blank(*said.span())
        return said

    def take_all(self, pattern: re.Pattern[str]) -> bool:
        """Take all words that match, and return whether any did."""
        found = self.take(pattern) is not None
        while self.take(pattern):
            pass
        return found

    def first_of(self, patterns: Patterns) -> str | None:
        """Take what a table says that stands first, and return its name; the longest of equals."""
        found = [
            (said.start(), -len(said[0]), name, said)
            for name, pattern in patterns.items()
            if (said := pattern.search(self.text))
        ]
        if not found:
            return None
        _, _, name, said = min(found, key=lambda one: one[:3])
        self.blank(*said.span())
        return name

    def marks(self, *kinds: MentionKind) -> list[Mention]:
        """Return the mentions of some kinds that are not taken, in their order."""
        numbers = (int(said[1]) for said in MARK.finditer(self.text))
        return [one for one in map(self.mentions.__getitem__, numbers) if one.kind in kinds]

    def take_marks(self, *kinds: MentionKind) -> list[Mention]:
        """Take the mentions of some kinds, in their order."""
        found = self.marks(*kinds)
        for one in found:
            self.take_mark(one)
        return found

    def take_mark(self, mention: Mention) -> None:
        """Take one mention."""
        mark = f"{MARK_START}{self.mentions.index(mention)}{MARK_END}"
        place = self.text.index(mark)
        self.blank(place, place + len(mark))

    def denied(self, negation: re.Pattern[str]) -> list[Mention]:
        """Take the mentions that stand behind a negation, with it."""
        found = []
        for said in list(negation.finditer(self.text)):
            ahead = self.text[said.end() : said.end() + NEAR]
            mark = MARK.search(ahead)
            if mark and not re.search(r"[.;?]", ahead[: mark.start()]):
                found.append(self.mentions[int(mark[1])])
                self.blank(said.start(), said.end() + mark.end())
        return found

    def rest(self) -> list[str]:
        """Return the words that say something and are not taken, in their order."""
        return [
            said[0] for said in WORD.finditer(MARK.sub(" ", self.text)) if not is_filler(said[0])
        ]


def is_filler(word: str) -> bool:
    """Return whether a word says nothing about what is sought."""
    folded = fold(word).removesuffix("'s").removesuffix("’s")
    return folded in fillers() or folded in STOP_WORDS or len(folded) < 2


def spellings(words: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return words, those that differ by a letter or two together as spellings of one."""
    groups: list[list[str]] = []
    for word in dict.fromkeys(words):
        own = next((group for group in groups if any(alike(word, other) for other in group)), None)
        if own is None:
            groups.append([word])
        else:
            own.append(word)
    return tuple(map(tuple, groups))


LONG_ENOUGH, LIKE_ENOUGH = 5, 0.75
"""Letters of words that may be spellings of one, and the share of them that is the same."""


def alike(one: str, other: str) -> bool:
    """Return whether two words may be spellings of one."""
    first, second = fold(one), fold(other)
    if first == second:
        return True
    if min(len(first), len(second)) < LONG_ENOUGH or first[0] != second[0]:
        return False
    return SequenceMatcher(None, first, second).ratio() >= LIKE_ENOUGH
