"""Answer with a language model that reads nothing but the passages."""

import logging
from collections.abc import Iterator, Sequence

from narabot.answering.sentences import SENTENCE_END, candidates
from narabot.llm import LanguageModel, fit_prompt
from narabot.models import REFUSAL, Answer, Passage, Quote, Sentence
from narabot.prompts import fill_prompt, load_prompt
from narabot.words import coverage, stems, weighted_stems

logger = logging.getLogger(__name__)

LEAST_SUPPORT = 0.6
"""The share of a sentence's content words that a quote must have to be shown as its support."""

MOST_SENTENCES = 2
"""What a model writes beyond them is left out."""


def stream_answer(
    question: str, passages: Sequence[Passage], model: LanguageModel
) -> Iterator[str]:
    """Yield the model's answer piece by piece. Raises ModelUnavailableError."""
    prompt = load_prompt("answer")
    logger.info("answer by %s, prompt %s", model.name, prompt.hash)
    filled = fit_prompt(
        model,
        lambda context: fill_prompt(prompt, context=context, question=question),
        answer_context(passages),
    )
    yield from model.stream(filled)


def answer_context(passages: Sequence[Passage]) -> str:
    """Return what the model reads: `Title: … Text: …` for each passage, best first."""
    return "\n\n".join(
        f"Title: {passage.record.name or ''} Text: {passage.text}" for passage in passages
    )


def checked_answer(reply: str, passages: Sequence[Passage], model: LanguageModel) -> Answer:
    """Return what the model wrote as sentences with the quotes that support them."""
    text = reply.strip()
    if not text or REFUSAL.lower().rstrip(".") in " ".join(text.lower().split()):
        return Answer((), 0.0, model.name)
    written = split_sentences(text)[:MOST_SENTENCES]
    sentences = tuple(Sentence(one, support(one, passages)) for one in written)
    supported = sum(bool(sentence.quotes) for sentence in sentences) / len(sentences)
    return Answer(sentences, supported, model.name)


def split_sentences(text: str) -> list[str]:
    """Return the sentences of an answer."""
    starts = [0, *(match.end() for match in SENTENCE_END.finditer(text))]
    ends = [*starts[1:], len(text)]
    return [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def support(sentence: str, passages: Sequence[Passage]) -> tuple[Quote, ...]:
    """Return the sentence of the records that has most of a written sentence's words."""
    words = weighted_stems(sentence)
    best: tuple[float, Quote] | None = None
    for candidate in candidates(passages):
        shared = coverage(words, stems(candidate.quote.quote))
        if shared >= LEAST_SUPPORT and (best is None or shared > best[0]):
            best = (shared, candidate.quote)
    return () if best is None else (best[1],)
