"""Compare words to check whether quotations support a generated sentence."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narabot.answering.extractive.ranking import FIELD_ONLY_LABELS
from narabot.answering.extractive.sentences import Candidate
from narabot.answering.verification.agreement import agrees
from narabot.answering.verification.prompt_injection import is_instruction, usable_part
from narabot.models import Quote
from narabot.understanding.question import RECORD_FIELDS
from narabot.words import PART, STOP_WORDS, WORD, content_words, fold, stem, stems

NEGATION = re.compile(
    r"\b(?:not|never|none|nobody|nothing|neither|nor|cannot|without|no(?!\.|\w* ?\d))\b|n['’]t\b"
    r"|\b(?:не|ни|нет|никогда|никто|ничего|без)\b",
    re.IGNORECASE,
)
"""English and Russian negating words, except for the `No.` before a number."""


CLAUSE_END = re.compile(r"[.;!?\n]")


def negates_alike(sentence: str, text: str) -> bool:
    """Return whether the negations in a sentence and in a text are compatible.

    The negated words are the content words after a negation in the same clause. If the text
    contains a word that the sentence negates, the text must negate it, too. If the sentence
    contains the first word after one of the text's negations, the sentence must negate it, too. A
    sentence with a negation requires a text with a negation.
    """
    if NEGATION.search(sentence) and not NEGATION.search(text):
        return False
    ours, theirs = negated_stems(sentence), negated_stems(text)
    of_ours, of_theirs = set().union(*ours), set().union(*theirs)
    said_no_to = {words[0] for words in theirs if words}
    return not (of_ours & stems(text)) - of_theirs and not said_no_to & (stems(sentence) - of_ours)


def negated_stems(text: str) -> list[list[str]]:
    """Return, for each negation, the stems of the content words that follow in the same clause, in
    order."""
    clauses = (CLAUSE_END.split(text[match.end() :], 1)[0] for match in NEGATION.finditer(text))
    return [
        [stem(fold(word)) for word in WORD.findall(clause) if fold(word) not in STOP_WORDS]
        for clause in clauses
    ]


MIN_SHARE = 0.8
"""Minimum share of a sentence's content words that the quotations must contain."""

FULL_SHARE = 1.0
"""Minimum share of the content words if the records or the question contain instructions."""

MAX_SENTENCE_CHARS = 2_000
"""Maximum length of a sentence, in characters. No answering model writes longer sentences."""

MAX_QUOTES = 3
"""Maximum number of quotations for a sentence."""

QUOTED_LABELS = FIELD_ONLY_LABELS.union(*(field.labels for field in RECORD_FIELDS))
"""Labels that are quoted with their lines. Any other apparent label is part of the text."""

ACTIVE_MARKUP = re.compile(
    r"<[a-z/!]|\]\(|!\[|[{}`]|\b(?:javascript|data|vbscript):\S", re.IGNORECASE
)
"""Text that a renderer would execute or render as markup. Answers never contain such text."""

ADDRESS = re.compile(
    r"(?:\w+://|www\.)[^\s,;)\]>]*[^\s.,;)\]>]|(?<![\w.+-])[\w.+-]+@[\w.-]+\w"
    r"|(?<![\w./-])[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b"
)
"""A web or email address, even without `https://`."""

PARTS_OF_DATES = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Source:
    """A quotation, its usable part, and the words that the part shares with a generated
    sentence."""

    quote: Quote
    text: str
    shared: frozenset[str]


def supporting_quotes(
    sentence: str, candidates: Sequence[Candidate], *, is_led: bool = False
) -> tuple[Quote, ...]:
    """Return the quotations that support a generated sentence, or an empty tuple.

    All quotations come from a single record, because a name in one record and a number in another
    would prove nothing. `is_led` means that the question contains instructions.
    """
    if len(sentence) > MAX_SENTENCE_CHARS:
        return ()
    words = {stem(word) for word in content_words(sentence) if len(word) > 1}
    sound = list(without_instructions(candidates))
    least = FULL_SHARE if is_led or len(sound) < len(candidates) else MIN_SHARE
    records: dict[int, list[Source]] = {}
    for candidate in sound:
        label = candidate.label if candidate.label in QUOTED_LABELS else ""
        text = usable_part(candidate.quote.quote, sentence, label)
        source = Source(candidate.quote, text, stems(text) & words)
        records.setdefault(candidate.quote.na_id, []).append(source)
    found = (quotes_of_record(sentence, words, sources, least) for sources in records.values())
    return next((quotes for quotes in found if quotes), ())


def quotes_of_record(
    sentence: str, words: set[str], sources: Sequence[Source], least: float
) -> tuple[Quote, ...]:
    """Return a record's quotations that support a sentence, or an empty tuple.

    Each step adds the quotation that contains the most missing words. Together, the quotations must
    contain at least the share `least` of the words.
    """
    chosen: list[Source] = []
    missing = set(words)
    while missing and len(chosen) < MAX_QUOTES:
        best = max(sources, key=lambda source: len(source.shared & missing))
        if not best.shared & missing:
            break
        chosen.append(best)
        missing -= best.shared
    enough = bool(words) and 1 - len(missing) / len(words) >= least
    stands = enough and agrees_in_detail(sentence, " ".join(source.text for source in chosen))
    return tuple(source.quote for source in chosen) if stands else ()


def without_instructions(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the candidates that neither contain nor follow an instruction in their record.

    A candidate that does not end like a sentence is checked together with the next candidate.
    """
    suspected: set[int] = set()
    before: Quote | None = None
    for candidate in candidates:
        quote = candidate.quote
        goes_on = before is not None and before.na_id == quote.na_id
        both = f"{before.quote} {quote.quote}" if before and goes_on else ""
        if is_instruction(quote.quote) or is_instruction(both):
            suspected.add(quote.na_id)
        before = None if quote.quote.endswith((".", "!", "?")) else quote
        if quote.na_id not in suspected:
            yield candidate


def agrees_in_detail(sentence: str, text: str) -> bool:
    """Return whether a text contains all names, numbers, dates, and addresses in a sentence.

    The sentence and the text must also negate the same words.
    """
    all_words = {stem(fold(word)) for word in WORD.findall(text)} | stems(text)
    return (
        not ACTIVE_MARKUP.search(sentence)
        and names(sentence) <= all_words
        and numbers(sentence) <= numbers(text)
        and agrees(sentence, text)
        and set(ADDRESS.findall(sentence)) <= set(ADDRESS.findall(text))
        and negates_alike(sentence, text)
    )


def names(sentence: str) -> set[str]:
    """Return the stems of the words that are capitalized like names, including the first word.

    A stop word at the beginning is not a name.
    """
    return {
        stem(fold(match.group()))
        for match in WORD.finditer(sentence)
        if match.group()[0].isupper()
        and not any(sign.isdigit() for sign in match.group())
        and (match.start() or fold(match.group()) not in STOP_WORDS)
    }


def numbers(text: str) -> set[str]:
    """Return the numbers in a text, `2,400.00` as `2400`, and also the parts of each date."""
    found: set[str] = set()
    for word in WORD.findall(text):
        if not any(sign.isdigit() for sign in word):
            continue
        found.add(re.sub(r"\.00?$", "", word.replace(",", "")).casefold())
        if PARTS_OF_DATES.fullmatch(word):
            found.update(part.lstrip("0") for part in PART.findall(word))
    return found
