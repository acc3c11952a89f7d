"""Find words in a request that may be names, based on capitals and punctuation.

This module has no side effects.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from narabot.understanding.personal_titles import ABBREVIATED, SUFFIXES, TITLES
from narabot.understanding.tokens import Token, TokenizedText, iter_tokens, tokenize
from narabot.words import STOP_WORDS, fold, stem

MAX_WORDS = 200
"""Maximum number of words in a request to examine for names. Query rewriting shortens a long
request to 80 words."""

MAX_ACRONYM_LETTERS = 4
"""Maximum length of an acronym, in letters. Longer words in capital letters are ordinary words."""

VESSELS = frozenset("uss u.s.s ss s.s hms ship".split())

REQUESTING = frozenset(
    """show list find give get display print search bring describe explain open present provide
    send tell identify locate compare""".split()
)
"""Verbs with which requests often begin."""

MAX_NAME_GROUPS = 4
"""Maximum number of capitalized groups in a name. `Fish and Wildlife Service` has two."""

MAX_JOINING_WORDS = 2
"""Maximum number of lowercase words between groups in a name, such as `of the`."""

ROMAN = re.compile(r"[ivx]{1,5}")
YEAR = re.compile(r"1[4-9]\d\d|20\d\d")


@dataclass(frozen=True, slots=True)
class NameToken:
    """A word in a request."""

    word: str
    """The folded word, without `'s`."""
    start: int
    end: int
    is_capital: bool
    is_all_capitals: bool
    is_possessive: bool
    """Whether the word ends with `'s`, which also ends a name: `Nixon's`."""
    is_first: bool
    """Whether the word begins a sentence, in which case its capital letter is not informative."""
    is_after_break: bool
    """Whether punctuation or a possessive precedes the word."""

    @property
    def is_initial(self) -> bool:
        """Whether the word is an initial."""
        return self.is_capital and len(self.word) == 1 and self.word.isalpha()

    @property
    def is_acronym(self) -> bool:
        """Whether the word is written like an acronym: `WRA`."""
        return self.is_all_capitals and len(self.word) <= MAX_ACRONYM_LETTERS

    @property
    def is_name_like(self) -> bool:
        """Whether the word's capital letter marks it as a name or part of a name."""
        if not self.is_capital or (self.is_first and self.word in REQUESTING):
            return False
        return self.is_initial or self.word not in STOP_WORDS

    @property
    def is_number_of_name(self) -> bool:
        """Whether the word is a number in a name, such as `442` or `II`.

        A year is not such a number.
        """
        if self.word.isdecimal():
            return not YEAR.fullmatch(self.word)
        return self.is_all_capitals and bool(ROMAN.fullmatch(self.word)) and not self.is_initial

    @property
    def stem(self) -> str:
        """The stem, which the singular and plural share."""
        return stem(self.word)


@dataclass(frozen=True, slots=True)
class NameTokens:
    """A request, split into words that may be parts of names.

    Words are split as in the index of names: `O'Brien` and `U.S.` are one word each, and
    `Inter-American` is two words.
    """

    text: str
    words: tuple[NameToken, ...]
    folded: frozenset[str]
    """The folded words, without duplicates."""
    stems: frozenset[str]
    is_cased: bool
    """Whether the request contains meaningful capitals. Some people write without capitals."""


def name_tokens(request: str) -> NameTokens:
    """Return the words in a request, up to `MAX_WORDS`."""
    read = tokenize(unicodedata.normalize("NFC", request))
    words = tuple(words_in(read))
    return NameTokens(
        text=read.text,
        words=words,
        folded=frozenset(word.word for word in words),
        stems=frozenset(word.stem for word in words),
        is_cased=any(word.is_capital and not word.is_first for word in words),
    )


def words_in(read: TokenizedText) -> Iterator[NameToken]:
    """Yield the words in a text, up to `MAX_WORDS`."""
    before: NameToken | None = None
    parts = (part for token in read.tokens for part in token.parts)
    for part in islice(parts, MAX_WORDS):
        gap = read.text[before.end if before else 0 : part.start]
        before = name_token(part, gap, before)
        yield before


def name_token(part: Token, gap: str, before: NameToken | None) -> NameToken:
    """Return the token for a word.

    The token's properties depend on the preceding word and on the text between the two words.
    """
    written = part.written
    word = fold_word(written)
    is_abbreviation = before is not None and gap.startswith(".") and is_abbreviated(before)
    ends = any(sign in gap for sign in "?!;\n") or (
        before is not None and gap.startswith(".") and not is_abbreviation
    )
    signs = gap.strip(" \t-‐").removeprefix("." if is_abbreviation and not ends else "").strip()
    follows_possessive = before is not None and before.is_possessive
    return NameToken(
        word=word,
        start=part.start,
        end=part.end,
        is_capital=part.is_capital,
        is_all_capitals=written.isupper() and len(word) > 1,
        is_possessive=written.endswith(("'s", "’s")),
        is_first=before is None or ends,
        is_after_break=before is None or ends or bool(signs) or follows_possessive,
    )


def is_abbreviated(word: NameToken) -> bool:
    """Return whether a period after a word belongs to the word."""
    is_letter = len(word.word) == 1 and word.word.isalpha()
    return is_letter or word.word in ABBREVIATED or "." in word.word


def fold_word(written: str) -> str:
    """Return a word in folded form, without `'s`."""
    folded = written.lower() if written.isascii() else fold(written).replace("’", "'")
    return folded.removesuffix("'s")


def words_of(text: str) -> tuple[str, ...]:
    """Return the words in a text in order, folded and without `'s`."""
    composed = unicodedata.normalize("NFC", text)
    return tuple(fold_word(part.written) for token in iter_tokens(composed) for part in token.parts)


@dataclass(frozen=True, slots=True, order=True)
class NameCandidate:
    """Words that must all occur in a name."""

    words: tuple[str, ...]
    is_common: bool = False
    """Whether the singular and the plural of a word match each other."""


def name_candidates(request: NameTokens) -> list[NameCandidate]:
    """Return the words of each name that a request may contain, without duplicates."""
    found = [
        *capitalized_candidates(request),
        *adjacent_candidates(request),
        *single_candidates(request),
    ]
    return list(dict.fromkeys(found))


def capitalized_candidates(request: NameTokens) -> Iterator[NameCandidate]:
    """Yield the words in each run of names, and in each part of a run."""
    for run in name_runs(request.words):
        for length in range(min(MAX_NAME_GROUPS, len(run)), 0, -1):
            for first in range(len(run) - length + 1):
                words = [word for group in run[first : first + length] for word in group]
                yield from candidate_from(words)
                without = [word for word in words if word.word not in TITLES]
                if len(without) < len(words):
                    yield from candidate_from(without)


def name_runs(words: Sequence[NameToken]) -> Iterator[list[list[NameToken]]]:
    """Yield runs of capitalized words, each as a list of groups.

    Within a run, punctuation or lowercase words separate the groups.
    """
    run: list[list[NameToken]] = []
    between = 0
    for word in words:
        if word.is_first and run:
            yield run
            run = []
        if not word.is_name_like:
            between += 1
            continue
        if run and between == 0 and not word.is_after_break:
            run[-1].append(word)
        else:
            if run and between > MAX_JOINING_WORDS:
                yield run
                run = []
            run.append([word])
        between = 0
    if run:
        yield run


def candidate_from(tokens: Iterable[NameToken]) -> Iterator[NameCandidate]:
    """Yield a candidate with the words to look up, if there are any."""
    words = tuple(dict.fromkeys(word.word for word in tokens if is_searched(word)))
    if words:
        yield NameCandidate(words)


def is_searched(word: NameToken) -> bool:
    """Return whether a word must occur in a name.

    Initials, suffixes, and stop words need not occur.
    """
    return len(word.word) > 1 and word.word not in STOP_WORDS and word.word not in SUFFIXES


def adjacent_candidates(request: NameTokens) -> Iterator[NameCandidate]:
    """Yield each pair of adjacent content words, in any case."""
    searched = [word for word in request.words if is_searched(word)]
    for one, other in pairwise(searched):
        if one.word != other.word:
            yield NameCandidate((one.word, other.word), is_common=True)


def single_candidates(request: NameTokens) -> Iterator[NameCandidate]:
    """If a request has no capital letters, yield each word by itself."""
    if not request.is_cased:
        yield from (NameCandidate((word.word,)) for word in request.words if is_searched(word))
