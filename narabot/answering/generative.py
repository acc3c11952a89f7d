"""Answer with a language model that reads nothing but the passages; each sentence is checked.

What the records do not support is left out before anybody sees it, and the records' own words take
its place, so that a model never makes answers fewer or less true.
"""

import logging
import re
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from narabot.answering.extractive.enumeration import MOST_LINES
from narabot.answering.verification.prompt_injection import may_order
from narabot.answering.verification.quotes import LIVE, LONGEST_WRITTEN
from narabot.llm import LanguageModel, fit_prompt
from narabot.models import REFUSAL, Answer, Passage, Quote, Sentence
from narabot.prompts import fill_prompt, load_prompt
from narabot.words import SENTENCE_END

logger = logging.getLogger(__name__)

LINE_MARK = re.compile(r"^\s*(?:\(?\d{1,2}[.)]|[-*•–])\s+")
"""What stands before a line of a list."""

Verify = Callable[[str], tuple[Quote, ...]]
"""Gives the quotes that a written sentence stands on; none if it does not stand."""

OwnWords = Callable[[], Answer]
"""Gives the answer that narabot has without a model."""


@dataclass(frozen=True, slots=True)
class Writing:
    """A form in which a model writes an answer."""

    prompt: str
    """The name of what it is told."""
    most: int
    """Sentences; what it writes beyond them is left out."""
    sentences: Callable[[Iterable[str]], Iterator[str]]
    """Takes a reply in pieces, and yields each sentence as soon as it is whole."""

    def read(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield the sentences of a reply that comes in pieces, no more than there may be."""
        return islice(self.sentences(pieces), self.most)


@dataclass(frozen=True, slots=True)
class Writer:
    """A language model, and the form in which it is to write."""

    model: LanguageModel
    writing: Writing
    context: str = ""
    """What it reads; "" for the passages."""


def stream_answer(
    question: str,
    passages: Sequence[Passage],
    writer: Writer,
    verify: Verify,
    own_words: OwnWords,
) -> Generator[Sentence, None, Answer]:
    """Yield the sentences of the answer that stand, and return the whole.

    Raises ModelUnavailableError.
    """
    model = writer.model
    prompt = load_prompt(writer.writing.prompt)
    logger.info("answer by %s, prompt %s", model.name, prompt.hash)
    filled = fit_prompt(
        model,
        lambda context: fill_prompt(prompt, context=context, question=question),
        writer.context or answer_context(passages),
    )
    titles = frozenset(passage.record.name or "" for passage in passages)
    written = writer.writing.read(model.stream(filled))
    return (yield from checked_answer(written, model.name, verify, own_words, titles))


def answer_context(passages: Sequence[Passage]) -> str:
    """Return what the model reads: `Title: … Text: …` for each passage, best first."""
    return "\n\n".join(
        f"Title: {passage.record.name or ''} Text: {passage.text}" for passage in passages
    )


def checked_answer(
    sentences: Iterable[str],
    name: str,
    verify: Verify,
    own_words: OwnWords,
    titles: Collection[str] = (),
) -> Generator[Sentence, None, Answer]:
    """Yield each of the sentences written that the records support, and return the answer.

    Where a sentence does not stand, or the model breaks off with the refusal, the records' own
    answering sentence follows what stands. The confidence is the share of what was written that
    stands; where nothing does, the answer is that without a model, which may be the refusal.
    """
    kept: list[Sentence] = []
    written = 0
    for text in sentences:
        written += 1
        if is_refusal(text):
            break
        quotes = verify(text)
        if quotes:
            kept.append(Sentence(text, quotes))
            yield kept[-1]
        else:
            logger.info("a sentence of %s is not supported", name)
    if kept and len(kept) == written:
        return Answer(tuple(kept), 1.0, name)
    own = without_led(own_words())
    added = own.sentences if not kept else answering(own, kept, titles)
    yield from added
    if not kept:
        return own
    return Answer((*kept, *added), len(kept) / written, name)


def answering(
    own: Answer, kept: Sequence[Sentence], titles: Collection[str]
) -> tuple[Sentence, ...]:
    """Return the sentence of the records that answers, none where what is kept rests on it.

    `titles` are those of the records: one stands before an answer, to say what is quoted.
    """
    quoted = {quote for one in kept for quote in one.quotes}
    said = [one for one in own.sentences if one.text not in titles][:1]
    return tuple(one for one in said if not quoted.intersection(one.quotes))


def without_led(own: Answer) -> Answer:
    """Return an answer in the records' words, or the refusal if any of it may be an order."""
    if any(may_order(quote.quote) or LIVE.search(quote.quote) for quote in own.quotes):
        return Answer((), own.confidence, own.answerer)
    return own


def written_sentences(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the sentences of a text that comes in pieces, each as soon as it is whole.

    A text that goes on without an end for longer than any sentence may be is read no further.
    """
    text = ""
    for piece in pieces:
        text += piece
        while end := SENTENCE_END.search(text):
            yield text[: end.end()].strip()
            text = text[end.end() :]
        if len(text) > LONGEST_WRITTEN:
            break
    if text.strip():
        yield text.strip()


def written_lines(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a list that comes in pieces, without their numbers.

    A text that goes on without an end for longer than any line may be is read no further.
    """
    text = ""
    for piece in pieces:
        text += piece
        *lines, text = text.split("\n")
        yield from filter(None, map(unnumbered, lines))
        if len(text) > LONGEST_WRITTEN:
            break
    if last := unnumbered(text):
        yield last


def unnumbered(line: str) -> str:
    """Return a line of a list without the number or the sign before it."""
    return LINE_MARK.sub("", line).strip()


SENTENCES = Writing("answer", 2, written_sentences)
"""One sentence or two."""

LINES = Writing("enumeration", MOST_LINES, written_lines)
"""A numbered list of all that the passages say, where all of something is asked for."""

LOCAL = Writing("local_search_engine", 2, written_sentences)
"""Document 001's local search: names, relations, summaries and texts are read."""

GLOBAL = Writing("global_search_engine", MOST_LINES, written_sentences)
"""Document 001's global search: what reports say is read."""


def is_refusal(text: str) -> bool:
    """Return whether a sentence is the refusal, in whatever case and spacing."""
    return REFUSAL.lower().rstrip(".") in " ".join(text.lower().split())
