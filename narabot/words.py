"""Content words, stems, and word overlap between texts."""

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
"""Boundary between two sentences. Initials and titles do not end a sentence."""

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
"""English and Russian stop words."""

PREPOSITIONS = frozenset(
    """across against along among around behind below beneath beside besides beyond concerning
    despite down during except inside like near onto outside past regarding respecting since
    throughout toward towards underneath upon versus via within without""".split()
)
"""English prepositions that are not stop words. They may be content words, but are not names."""

STEM_CACHE_SIZE = 100_000
"""Maximum number of cached stems, which use about 15 MB."""

NAME_WEIGHT = 2.0
"""Weight of a name or a number. An ordinary word has weight 1."""


def fold(text: str) -> str:
    """Return a text in lower case, without diacritics (`São Paulo` becomes `sao paulo`)."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.replace("ё", "е").replace("Ё", "Е"))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)).lower()


@lru_cache(STEM_CACHE_SIZE)
def stem(word: str) -> str:
    """Return the stem of a folded word."""
    language = "russian" if CYRILLIC.search(word) else "english"
    stemmer = snowballstemmer.stemmer(language)  # new, because stemmers store the current word
    return str(stemmer.stemWord(word.removesuffix("'s").removesuffix("’s")))


def folded_words(text: str) -> str:
    """Return the folded forms of words with diacritics, without duplicates, in text order."""
    if text.isascii():
        return ""
    words = dict.fromkeys(WORD.findall(text))
    folded = ((word.lower(), fold(word)) for word in words if not word.isascii())
    return " ".join(dict.fromkeys(plain for word, plain in folded if plain != word))


def folded_parts(text: str) -> list[str]:
    """Return the folded runs of letters and digits in a text, in text order."""
    return RUN.findall(fold(text))


def words_start_with(text: str, words: Iterable[str]) -> bool:
    """Return whether each of the folded words is a prefix of a word in a text."""
    parts = set(folded_parts(text))
    return all(any(part.startswith(word) for part in parts) for word in words)


def content_words(text: str) -> list[str]:
    """Return the folded content words of a text, without duplicates, in text order."""
    return without_stop_words(fold(word) for word in WORD.findall(text))


def without_stop_words(folded: Iterable[str]) -> list[str]:
    """Remove stop words and duplicates from folded words. Keep the order."""
    return [word for word in dict.fromkeys(folded) if word not in STOP_WORDS]


def weighted_stems(text: str) -> dict[str, float]:
    """Return a mapping from stem to weight for the content words in a text."""
    return stem_weights((match.group(), match.start()) for match in WORD.finditer(text))


def stem_weights(words: Iterable[tuple[str, int]]) -> dict[str, float]:
    """Return a mapping from stem to weight. `words` contains each word and its start position."""
    weights: dict[str, float] = {}
    for word, start in words:
        folded = fold(word)
        if folded in STOP_WORDS or len(folded) < 2:
            continue
        is_specific = any(sign.isdigit() for sign in word) or (word[0].isupper() and start)
        key = stem(folded)
        weights[key] = max(weights.get(key, 0.0), NAME_WEIGHT if is_specific else 1.0)
    return weights


def stems(text: str) -> frozenset[str]:
    """Return the stems of content words in a text, and of parts of compounds such as `6/1/1971`."""
    return add_compound_parts(weighted_stems(text))


def add_compound_parts(whole: Iterable[str]) -> frozenset[str]:
    """Return the stems, together with the stems of the parts of compounds."""
    whole = frozenset(whole)
    parts = (part for word in whole if not word.isalnum() for part in PART.findall(word))
    return whole | {stem(part) for part in parts}


def coverage(question: dict[str, float], covered: Iterable[str]) -> float:
    """Return the weighted share of a question's stems that is covered, from 0 to 1."""
    total = sum(question.values())
    if not total:
        return 0.0
    found = frozenset(covered)
    return sum(weight for key, weight in question.items() if key in found) / total
