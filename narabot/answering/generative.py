"""Answer with a language model that reads nothing but the passages; each sentence is checked.

What the records do not support is left out before anybody sees it.
"""

import logging
from collections.abc import Generator, Iterable, Iterator, Sequence

from narabot.answering.extractive.sentences import candidates
from narabot.answering.verification.prompt_injection import is_order
from narabot.answering.verification.quotes import LONGEST_WRITTEN, supporting_quotes
from narabot.llm import LanguageModel, fit_prompt
from narabot.models import REFUSAL, Answer, Passage, Sentence
from narabot.prompts import fill_prompt, load_prompt
from narabot.words import SENTENCE_END

logger = logging.getLogger(__name__)

MOST_SENTENCES = 2
"""What a model writes beyond them is left out."""


def stream_answer(
    question: str, passages: Sequence[Passage], model: LanguageModel
) -> Generator[Sentence, None, Answer]:
    """Yield the sentences of the model's answer that stand, and return the whole.

    Raises ModelUnavailableError.
    """
    prompt = load_prompt("answer")
    logger.info("answer by %s, prompt %s", model.name, prompt.hash)
    filled = fit_prompt(
        model,
        lambda context: fill_prompt(prompt, context=context, question=question),
        answer_context(passages),
    )
    return (yield from checked_answer(model.stream(filled), passages, model.name, question))


def answer_context(passages: Sequence[Passage]) -> str:
    """Return what the model reads: `Title: … Text: …` for each passage, best first."""
    return "\n\n".join(
        f"Title: {passage.record.name or ''} Text: {passage.text}" for passage in passages
    )


def checked_answer(
    pieces: Iterable[str], passages: Sequence[Passage], name: str, question: str = ""
) -> Generator[Sentence, None, Answer]:
    """Yield each sentence of a reply that the records support, and return the answer.

    Its confidence is the share of what was written that stands; when nothing does, or the model
    refuses, it is the refusal.
    """
    sources = candidates(passages)
    is_led = is_order(question)
    kept: list[Sentence] = []
    written = 0
    for text in written_sentences(pieces):
        if is_refusal(text):
            break
        written += 1
        quotes = supporting_quotes(text, sources, is_led=is_led)
        if quotes:
            kept.append(Sentence(text, quotes))
            yield kept[-1]
        else:
            logger.info("a sentence of %s is not supported", name)
        if written == MOST_SENTENCES:
            break
    return Answer(tuple(kept), len(kept) / written if written else 0.0, name)


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


def is_refusal(text: str) -> bool:
    """Return whether a sentence is the refusal, in whatever case and spacing."""
    return REFUSAL.lower().rstrip(".") in " ".join(text.lower().split())
