"""Check what a language model wrote: a sentence stands only on quotes that say the same."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narabot.answering.extractive.ranking import UNASKED_LABELS
from narabot.answering.extractive.sentences import Candidate
from narabot.answering.verification.agreement import agrees
from narabot.answering.verification.prompt_injection import is_order, spoken_part
from narabot.models import Quote
from narabot.understanding.question import RECORD_FIELDS
from narabot.words import PART, STOP_WORDS, WORD, content_words, fold, stem, stems

NOT = re.compile(
    r"\b(?:not|never|none|nobody|nothing|neither|nor|cannot|without|no(?!\.|\w* ?\d))\b|n['’]t\b"
    r"|\b(?:не|ни|нет|никогда|никто|ничего|без)\b",
    re.IGNORECASE,
)
"""Words that deny, English and Russian; not the `No.` before a number."""


CLAUSE_END = re.compile(r"[.;!?\n]")


def denies_alike(sentence: str, text: str) -> bool:
    """Return whether a sentence denies only what a text denies, and affirms nothing of that.

    What it denies stands behind a "not": of these words the text may have each only behind one of
    its own.
    """
    if NOT.search(sentence) and not NOT.search(text):
        return False
    ours, theirs = denied(sentence), denied(text)
    of_ours, of_theirs = set().union(*ours), set().union(*theirs)
    said_no_to = {words[0] for words in theirs if words}
    return not (of_ours & stems(text)) - of_theirs and not said_no_to & (stems(sentence) - of_ours)


def denied(text: str) -> list[list[str]]:
    """Return, for each "not", the stems of the content words behind it in its clause, in order."""
    clauses = (CLAUSE_END.split(text[match.end() :], 1)[0] for match in NOT.finditer(text))
    return [
        [stem(fold(word)) for word in WORD.findall(clause) if fold(word) not in STOP_WORDS]
        for clause in clauses
    ]


LEAST_SHARE = 0.8
"""Of a sentence's content words."""

WHOLE_SHARE = 1.0
"""Of a sentence's content words, where orders were read."""

LONGEST_WRITTEN = 2_000
"""Characters of a sentence; no model that answers writes a longer one."""

MOST_QUOTES = 3
"""For one sentence."""

GIVEN_LABELS = UNASKED_LABELS.union(*(field.labels for field in RECORD_FIELDS))
"""Of lines that are quoted with their labels; what else looks like one is the record's own."""

LIVE = re.compile(r"<[a-z/!]|\]\(|!\[|[{}`]|\b(?:javascript|data|vbscript):\S", re.IGNORECASE)
"""What would be more than words where somebody shows it as markup; no answer has it."""

ADDRESS = re.compile(
    r"(?:\w+://|www\.)[^\s,;)\]>]*[^\s.,;)\]>]|(?<![\w.+-])[\w.+-]+@[\w.-]+\w"
    r"|(?<![\w./-])[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b"
)
"""An address of the web or of mail, also one without `https://`."""

PARTS_OF_DATES = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Source:
    """A quote, what of it may support a written sentence, and the words that both have."""

    quote: Quote
    text: str
    shared: frozenset[str]


def supporting_quotes(
    sentence: str, candidates: Sequence[Candidate], *, is_led: bool = False
) -> tuple[Quote, ...]:
    """Return the quotes that a written sentence stands on; none if it does not stand.

    They are of one record: the name of one and the number of another would prove nothing. `is_led`
    says that the question gave orders.
    """
    if len(sentence) > LONGEST_WRITTEN:
        return ()
    words = {stem(word) for word in content_words(sentence) if len(word) > 1}
    sound = list(without_orders(candidates))
    least = WHOLE_SHARE if is_led or len(sound) < len(candidates) else LEAST_SHARE
    records: dict[int, list[Source]] = {}
    for candidate in sound:
        label = candidate.label if candidate.label in GIVEN_LABELS else ""
        text = spoken_part(candidate.quote.quote, sentence, label)
        source = Source(candidate.quote, text, stems(text) & words)
        records.setdefault(candidate.quote.na_id, []).append(source)
    found = (quotes_of_record(sentence, words, sources, least) for sources in records.values())
    return next((quotes for quotes in found if quotes), ())


def quotes_of_record(
    sentence: str, words: set[str], sources: Sequence[Source], least: float
) -> tuple[Quote, ...]:
    """Return those of a record's quotes that a sentence stands on; none if it does not stand.

    Each adds most of the words that are still missing, of which a share must be there at last.
    """
    chosen: list[Source] = []
    missing = set(words)
    while missing and len(chosen) < MOST_QUOTES:
        best = max(sources, key=lambda source: len(source.shared & missing))
        if not best.shared & missing:
            break
        chosen.append(best)
        missing -= best.shared
    enough = bool(words) and 1 - len(missing) / len(words) >= least
    stands = enough and is_true_to(sentence, " ".join(source.text for source in chosen))
    return tuple(source.quote for source in chosen) if stands else ()


def without_orders(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the candidates that order nothing, nor stand behind an order in their record.

    One that does not end as a sentence does is read with what follows it.
    """
    suspected: set[int] = set()
    before: Quote | None = None
    for candidate in candidates:
        quote = candidate.quote
        goes_on = before is not None and before.na_id == quote.na_id
        both = f"{before.quote} {quote.quote}" if before and goes_on else ""
        if is_order(quote.quote) or is_order(both):
            suspected.add(quote.na_id)
        before = None if quote.quote.endswith((".", "!", "?")) else quote
        if quote.na_id not in suspected:
            yield candidate


def is_true_to(sentence: str, text: str) -> bool:
    """Return whether a text has all names, numbers, dates and addresses of a sentence.

    It must also deny what the sentence denies, and no more.
    """
    all_words = {stem(fold(word)) for word in WORD.findall(text)} | stems(text)
    return (
        not LIVE.search(sentence)
        and names(sentence) <= all_words
        and numbers(sentence) <= numbers(text)
        and agrees(sentence, text)
        and set(ADDRESS.findall(sentence)) <= set(ADDRESS.findall(text))
        and denies_alike(sentence, text)
    )


def names(sentence: str) -> set[str]:
    """Return the stems of the words that are written as names; the first one may be a name."""
    return {
        stem(fold(match.group()))
        for match in WORD.finditer(sentence)
        if match.group()[0].isupper()
        and not any(sign.isdigit() for sign in match.group())
        and (match.start() or fold(match.group()) not in STOP_WORDS)
    }


def numbers(text: str) -> set[str]:
    """Return the numbers of a text, `2,400.00` as `2400`; of a date its parts besides."""
    found: set[str] = set()
    for word in WORD.findall(text):
        if not any(sign.isdigit() for sign in word):
            continue
        found.add(re.sub(r"\.00?$", "", word.replace(",", "")).casefold())
        if PARTS_OF_DATES.fullmatch(word):
            found.update(part.lstrip("0") for part in PART.findall(word))
    return found
