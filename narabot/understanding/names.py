"""The words of a request that may be names, told by capitals and signs, and looked for. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from narabot.understanding.personal_titles import ABBREVIATED, SUFFIXES, TITLES
from narabot.understanding.tokens import Token, TokenizedText, tokenised, tokens_of
from narabot.words import STOP_WORDS, fold, stem

MOST_WORDS = 200
"""Words of a request in which names are looked for; `wording_of` leaves 80 of a long one."""

LONGEST_ACRONYM = 4
"""Letters; a longer word in capitals is a word."""

VESSELS = frozenset("uss u.s.s ss s.s hms ship".split())

REQUESTING = frozenset(
    """show list find give get display print search bring describe explain open present provide
    send tell identify locate compare""".split()
)
"""Words with which a request begins."""

MOST_JOINED = 4
"""Groups of capitalised words that one name has: `Fish and Wildlife Service` has two."""

JOINERS = 2
"""Words without capitals that may stand within a name: `of the`."""

ROMAN = re.compile(r"[ivx]{1,5}")
YEAR = re.compile(r"1[4-9]\d\d|20\d\d")


@dataclass(frozen=True, slots=True)
class NameToken:
    """One word of a request."""

    word: str
    """Folded, without `'s`."""
    start: int
    end: int
    is_capital: bool
    is_all_capitals: bool
    is_owning: bool
    """`Nixon's`: a name ends here."""
    is_first: bool
    """Of its sentence, so that its capital tells nothing."""
    is_cut: bool
    """A sign stands between it and the word before, or that one is owning."""

    @property
    def is_initial(self) -> bool:
        """Whether it is one letter of a name."""
        return self.is_capital and len(self.word) == 1 and self.word.isalpha()

    @property
    def is_acronym(self) -> bool:
        """Whether it is written as the first letters of several words: `WRA`."""
        return self.is_all_capitals and len(self.word) <= LONGEST_ACRONYM

    @property
    def is_name_like(self) -> bool:
        """Whether its capital says that it is, or is part of, a name."""
        if not self.is_capital or (self.is_first and self.word in REQUESTING):
            return False
        return self.is_initial or self.word not in STOP_WORDS

    @property
    def is_number_of_name(self) -> bool:
        """Whether it is a number that tells one of a sequence: no year."""
        if self.word.isdecimal():
            return not YEAR.fullmatch(self.word)
        return self.is_all_capitals and bool(ROMAN.fullmatch(self.word)) and not self.is_initial

    @property
    def stem(self) -> str:
        """Its stem, by which singular and plural are the same."""
        return stem(self.word)


@dataclass(frozen=True, slots=True)
class NameTokens:
    """A request as words that may name something.

    As the index splits names: `O'Brien` and `U.S.` are one word, `Inter-American` is two.
    """

    text: str
    words: tuple[NameToken, ...]
    folded: frozenset[str]
    """The words, each once."""
    stems: frozenset[str]
    is_cased: bool
    """Whether it has capitals that tell something; some write without."""


def name_tokens(request: str) -> NameTokens:
    """Return the words of a request, at most so many as names are looked for in."""
    read = tokenised(unicodedata.normalize("NFC", request))
    words = tuple(words_in(read))
    return NameTokens(
        text=read.text,
        words=words,
        folded=frozenset(word.word for word in words),
        stems=frozenset(word.stem for word in words),
        is_cased=any(word.is_capital and not word.is_first for word in words),
    )


def words_in(read: TokenizedText) -> Iterator[NameToken]:
    """Yield the words of a text, at most so many."""
    before: NameToken | None = None
    parts = (part for token in read.tokens for part in token.parts)
    for part in islice(parts, MOST_WORDS):
        gap = read.text[before.end if before else 0 : part.start]
        before = name_token(part, gap, before)
        yield before


def name_token(part: Token, gap: str, before: NameToken | None) -> NameToken:
    """Return one word of a text, which stands behind a gap and another word."""
    written = part.written
    word = plain(written)
    is_abbreviation = before is not None and gap.startswith(".") and is_abbreviated(before)
    ends = any(sign in gap for sign in "?!;\n") or (
        before is not None and gap.startswith(".") and not is_abbreviation
    )
    signs = gap.strip(" \t-‐").removeprefix("." if is_abbreviation and not ends else "").strip()
    follows_owning = before is not None and before.is_owning
    return NameToken(
        word=word,
        start=part.start,
        end=part.end,
        is_capital=part.is_capital,
        is_all_capitals=written.isupper() and len(word) > 1,
        is_owning=written.endswith(("'s", "’s")),
        is_first=before is None or ends,
        is_cut=before is None or ends or bool(signs) or follows_owning,
    )


def is_abbreviated(word: NameToken) -> bool:
    """Return whether a point behind a word is part of it."""
    is_letter = len(word.word) == 1 and word.word.isalpha()
    return is_letter or word.word in ABBREVIATED or "." in word.word


def plain(written: str) -> str:
    """Return a written word, folded, without `'s`."""
    folded = written.lower() if written.isascii() else fold(written).replace("’", "'")
    return folded.removesuffix("'s")


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text, folded, without `'s`, in their order."""
    composed = unicodedata.normalize("NFC", text)
    return tuple(plain(part.written) for token in tokens_of(composed) for part in token.parts)


@dataclass(frozen=True, slots=True, order=True)
class SoughtName:
    """Words that must all stand in a name."""

    words: tuple[str, ...]
    is_common: bool = False
    """Whether singular and plural are the same."""


def sought_names(request: NameTokens) -> list[SoughtName]:
    """Return the words of the names that a request may say, each once."""
    found = [*capitalised(request), *neighbours(request), *single_words(request)]
    return list(dict.fromkeys(found))


def capitalised(request: NameTokens) -> Iterator[SoughtName]:
    """Yield the words of each run of names, and of its parts."""
    for run in runs(request.words):
        for length in range(min(MOST_JOINED, len(run)), 0, -1):
            for first in range(len(run) - length + 1):
                said = [word for group in run[first : first + length] for word in group]
                yield from sought_of(said)
                without = [word for word in said if word.word not in TITLES]
                if len(without) < len(said):
                    yield from sought_of(without)


def runs(words: Sequence[NameToken]) -> Iterator[list[list[NameToken]]]:
    """Yield the runs of capitalised words as groups, between which other signs or words stand."""
    run: list[list[NameToken]] = []
    between = 0
    for word in words:
        if word.is_first and run:
            yield run
            run = []
        if not word.is_name_like:
            between += 1
            continue
        if run and between == 0 and not word.is_cut:
            run[-1].append(word)
        else:
            if run and between > JOINERS:
                yield run
                run = []
            run.append([word])
        between = 0
    if run:
        yield run


def sought_of(said: Iterable[NameToken]) -> Iterator[SoughtName]:
    """Yield the words to look for of some that were said, if there are any."""
    words = tuple(dict.fromkeys(word.word for word in said if is_searched(word)))
    if words:
        yield SoughtName(words)


def is_searched(word: NameToken) -> bool:
    """Return whether a word must stand in a name: initials, suffixes and stop words need not."""
    return len(word.word) > 1 and word.word not in STOP_WORDS and word.word not in SUFFIXES


def neighbours(request: NameTokens) -> Iterator[SoughtName]:
    """Yield each two content words of which the second follows the first, whatever their case."""
    searched = [word for word in request.words if is_searched(word)]
    for one, other in pairwise(searched):
        if one.word != other.word:
            yield SoughtName((one.word, other.word), is_common=True)


def single_words(request: NameTokens) -> Iterator[SoughtName]:
    """Yield the words of a request without capitals, each alone."""
    if not request.is_cased:
        yield from (SoughtName((word.word,)) for word in request.words if is_searched(word))
