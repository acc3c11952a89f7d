"""Answer with a language model that reads only the passages, and check each sentence.

Before anyone sees the answer, narabot replaces unsupported sentences with a quotation from the
records. Using a model therefore makes answers neither rarer nor less accurate.
"""

import logging
import re
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from narabot.answering.extractive.enumeration import MAX_LIST_LINES
from narabot.answering.verification.lexical_support import ACTIVE_MARKUP, MAX_SENTENCE_CHARS
from narabot.answering.verification.prompt_injection import may_be_instruction
from narabot.llm import LanguageModel, fit_prompt
from narabot.models import REFUSAL, Answer, Passage, Quote, Sentence
from narabot.prompts import fill_prompt, load_prompt
from narabot.words import SENTENCE_END

logger = logging.getLogger(__name__)

LIST_MARK = re.compile(r"^\s*(?:\(?\d{1,2}[.)]|[-*•–])\s+")
"""The number or bullet at the start of a list line."""

Verify = Callable[[str], tuple[Quote, ...]]
"""Returns the quotations that support a generated sentence, or an empty tuple if there are no such
quotations."""

ExtractiveAnswer = Callable[[], Answer]
"""Returns the answer that narabot would give without a model."""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """A form in which a model writes an answer."""

    prompt: str
    """Name of the prompt."""
    most: int
    """Maximum number of sentences. Further sentences are dropped."""
    sentences: Callable[[Iterable[str]], Iterator[str]]
    """Splits a reply that arrives in pieces and yields each sentence when it is complete."""

    def read(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield the sentences of a reply that arrives in pieces, up to the maximum number."""
        return islice(self.sentences(pieces), self.most)


@dataclass(frozen=True, slots=True)
class AnswerWriter:
    """A language model and the form in which it writes."""

    model: LanguageModel
    writing: AnswerForm
    context: str = ""
    """The model's context, or "" to use the passages."""


def stream_answer(
    question: str,
    passages: Sequence[Passage],
    writer: AnswerWriter,
    verify: Verify,
    own_words: ExtractiveAnswer,
) -> Generator[Sentence, None, Answer]:
    """Yield the supported sentences of the answer, and return the whole answer.

    Raise ModelUnavailableError.
    """
    model = writer.model
    prompt = load_prompt(writer.writing.prompt)
    logger.info("answer written by %s with prompt %s", model.name, prompt.hash)
    filled = fit_prompt(
        model,
        lambda context: fill_prompt(prompt, context=context, question=question),
        writer.context or answer_context(passages),
    )
    titles = frozenset(passage.record.name or "" for passage in passages)
    written = writer.writing.read(model.stream(filled))
    return (yield from checked_answer(written, model.name, verify, own_words, titles))


def answer_context(passages: Sequence[Passage]) -> str:
    """Return the model's context: `Title: … Text: …` for each passage, best first."""
    return "\n\n".join(
        f"Title: {passage.record.name or ''} Text: {passage.text}" for passage in passages
    )


def checked_answer(
    sentences: Iterable[str],
    name: str,
    verify: Verify,
    own_words: ExtractiveAnswer,
    titles: Collection[str] = (),
) -> Generator[Sentence, None, Answer]:
    """Yield each generated sentence that the records support, and return the answer.

    If a sentence is unsupported or the model ends with the refusal, the main sentence of the
    extractive answer follows the supported sentences. The confidence is the share of generated
    sentences that are supported. If no sentence is supported, narabot returns the extractive
    answer, which may be the refusal.
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
            logger.info("the records do not support a sentence that %s wrote", name)
    if kept and len(kept) == written:
        return Answer(tuple(kept), 1.0, name)
    own = without_instructions_quoted(own_words())
    added = own.sentences if not kept else answering_sentence(own, kept, titles)
    yield from added
    if not kept:
        return own
    return Answer((*kept, *added), len(kept) / written, name)


def answering_sentence(
    own: Answer, kept: Sequence[Sentence], titles: Collection[str]
) -> tuple[Sentence, ...]:
    """Return the main sentence of an extractive answer unless the kept sentences already quote it.

    The main sentence is the first sentence that is not in `titles`, the records' titles.
    """
    quoted = {quote for one in kept for quote in one.quotes}
    said = [one for one in own.sentences if one.text not in titles][:1]
    return tuple(one for one in said if not quoted.intersection(one.quotes))


def without_instructions_quoted(own: Answer) -> Answer:
    """Return an extractive answer, or the refusal if a quotation is unsafe.

    A quotation is unsafe if it may be an instruction or if it contains active markup.
    """
    if any(
        may_be_instruction(quote.quote) or ACTIVE_MARKUP.search(quote.quote) for quote in own.quotes
    ):
        return Answer((), own.confidence, own.answerer)
    return own


def written_sentences(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the sentences of a text that arrives in pieces, each as soon as it is complete.

    Stop if an unfinished sentence is longer than MAX_SENTENCE_CHARS.
    """
    text = ""
    for piece in pieces:
        text += piece
        while end := SENTENCE_END.search(text):
            yield text[: end.end()].strip()
            text = text[end.end() :]
        if len(text) > MAX_SENTENCE_CHARS:
            break
    if text.strip():
        yield text.strip()


def written_lines(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a list that arrives in pieces, without their numbers.

    Stop if an unfinished line is longer than MAX_SENTENCE_CHARS.
    """
    text = ""
    for piece in pieces:
        text += piece
        *lines, text = text.split("\n")
        yield from filter(None, map(without_list_mark, lines))
        if len(text) > MAX_SENTENCE_CHARS:
            break
    if last := without_list_mark(text):
        yield last


def without_list_mark(line: str) -> str:
    """Return a list line without its number or bullet."""
    return LIST_MARK.sub("", line).strip()


SHORT_ANSWER = AnswerForm("answer", 2, written_sentences)
"""An answer of one or two sentences."""

LIST_ANSWER = AnswerForm("enumeration", MAX_LIST_LINES, written_lines)
"""A numbered list of all answers in the passages, for questions that ask for a complete list."""

LOCAL_SEARCH_ANSWER = AnswerForm("local_search_engine", 2, written_sentences)
"""An answer for document 001's local search, which uses names, relations, summaries, and texts."""

GLOBAL_SEARCH_ANSWER = AnswerForm("global_search_engine", MAX_LIST_LINES, written_sentences)
"""An answer for document 001's global search, which uses community reports."""


def is_refusal(text: str) -> bool:
    """Return whether a sentence contains the refusal, ignoring case and spacing."""
    return REFUSAL.lower().rstrip(".") in " ".join(text.lower().split())
