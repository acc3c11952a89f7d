"""The content words of a text, stemmed, and how well one text covers another's."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import snowballstemmer

WORD = re.compile(r"[^\W_]+(?:['’.,:/-][^\W_]+)*")

PART = re.compile(r"[^\W_]{2,}")

RUN = re.compile(r"[^\W_]+")

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)

SENTENCE_END = re.compile(
    r"(?<=[.!?])(?<![A-ZА-ЯЁ]\.)(?<!\b(?:No|Mr|Dr|St|Jr|Co|Lt|vs|ca)\.)(?<!\b(?:Mrs|Gen|Col|Sen|Rep)\.)"
    r"[\"”’)\]]?\s+(?=[\"“‘(\[]?[A-ZА-ЯЁ0-9])"
)
"""Where a sentence ends and another begins; not at initials and titles."""

STOP_WORDS = frozenset(
    """a about above after again all also am an and any are as ask asked at be been before being
    between both but by can could did do does doing done each either for from give given had has
    have he her here him his how i if in into is it its just kind let like made make many may me
    might more most much must my name named no nor not of off on once one only or other our out
    over own please said same say says see shall she should show so some such tell than that the
    their them then there these they this those through to too under until up upon us use used very
    was we were what when where whether which while who whom whose why will with would you your
    а без бы был была были было быть в вам вас весь во вот все всего вы где да для до его ее если
    есть еще же за и из или им их к как какая какие какого каком какой когда который кто ли мне
    мы на над не него нее нет ни них но о об один он она они оно от по под при с со так также там
    то того тоже той только том тот ту ты у уже что чтобы эта эти это этот я""".split()
)
"""Words that say nothing about the matter, English and Russian."""

PREPOSITIONS = frozenset(
    """across against along among around behind below beneath beside besides beyond concerning
    despite down during except inside like near onto outside past regarding respecting since
    throughout toward towards underneath upon versus via within without""".split()
)
"""English prepositions that are no stop words: they may say something, but name nobody."""

KEPT_STEMS = 100_000
"""Words whose stems are kept: some 15 MB."""

NAME_WEIGHT = 2.0
"""What a name or a number counts for against an ordinary word: it says more."""


def fold(text: str) -> str:
    """Return the text in lower case, without diacritics (`São Paulo` as `sao paulo`)."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.replace("ё", "е").replace("Ё", "Е"))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)).lower()


@lru_cache(KEPT_STEMS)
def stem(word: str) -> str:
    """Return the stem of a folded word."""
    language = "russian" if CYRILLIC.search(word) else "english"
    stemmer = snowballstemmer.stemmer(language)  # a new one: it keeps the word that it is at
    return str(stemmer.stemWord(word.removesuffix("'s").removesuffix("’s")))


def folded_words(text: str) -> str:
    """Return the words of a text that have diacritics, without them, each once, in order."""
    if text.isascii():
        return ""
    words = dict.fromkeys(WORD.findall(text))
    folded = ((word.lower(), fold(word)) for word in words if not word.isascii())
    return " ".join(dict.fromkeys(plain for word, plain in folded if plain != word))


def folded_parts(text: str) -> list[str]:
    """Return the runs of letters and digits of a text, folded, in order."""
    return RUN.findall(fold(text))


def begins_with(text: str, words: Iterable[str]) -> bool:
    """Return whether each of some folded words begins a word of a text."""
    there = set(folded_parts(text))
    return all(any(one.startswith(word) for one in there) for word in words)


def content_words(text: str) -> list[str]:
    """Return the content words of a text, folded, each once, in order."""
    return without_stop_words(fold(word) for word in WORD.findall(text))


def without_stop_words(folded: Iterable[str]) -> list[str]:
    """Return the content words of some folded words, each once, in order."""
    return [word for word in dict.fromkeys(folded) if word not in STOP_WORDS]


def weighted_stems(text: str) -> dict[str, float]:
    """Return the stems of a text's content words with their weights."""
    return stem_weights((match.group(), match.start()) for match in WORD.finditer(text))


def stem_weights(words: Iterable[tuple[str, int]]) -> dict[str, float]:
    """Return the stems of content words with their weights, given where each word starts."""
    weights: dict[str, float] = {}
    for word, start in words:
        folded = fold(word)
        if folded in STOP_WORDS or len(folded) < 2:
            continue
        says_more = any(sign.isdigit() for sign in word) or (word[0].isupper() and start)
        key = stem(folded)
        weights[key] = max(weights.get(key, 0.0), NAME_WEIGHT if says_more else 1.0)
    return weights


def stems(text: str) -> frozenset[str]:
    """Return the stems of a text's content words, and of the parts of compounds: `6/1/1971`."""
    return with_parts_of_compounds(weighted_stems(text))


def with_parts_of_compounds(whole: Iterable[str]) -> frozenset[str]:
    """Return stems with those of the parts of compounds among them."""
    whole = frozenset(whole)
    parts = (part for word in whole if not word.isalnum() for part in PART.findall(word))
    return whole | {stem(part) for part in parts}


def coverage(question: dict[str, float], covered: Iterable[str]) -> float:
    """Return the share, 0 to 1, of the question's weighted stems that are covered."""
    total = sum(question.values())
    if not total:
        return 0.0
    there = frozenset(covered)
    return sum(weight for key, weight in question.items() if key in there) / total
