"""The answer to a question: what the reader makes of the evidence, or a language model's."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from narabot.answering import (
    MOST_LINES,
    Draft,
    Lines,
    Read,
    answer_of,
    by_reading,
    by_words,
    drafts,
    enumerated,
    extract_answer,
    is_mostly_said,
    is_named,
    is_order,
    read_records,
    stream_answer,
    with_lines,
)
from narabot.chat.opening import Chat
from narabot.chat.tracing import Recorder
from narabot.chat.writers import writer_for
from narabot.models import Answer, Chunk, Passage, Quote, RequestClass, Sentence
from narabot.models.lines import NAME_LABELS
from narabot.retrieval import Evidence, labelled_chunks
from narabot.understanding import Broad, ParsedRequest
from narabot.understanding.expected_answer import asks_for_all
from narabot.understanding.question import Asked


@dataclass(frozen=True, slots=True)
class Considered:
    """The evidence for a question, that which most likely answers first, and what it says."""

    evidence: Evidence
    lines: Lines
    drafts: Sequence[Draft] | None
    """What each record says, the likeliest first; `None` where there is no reader."""
    read: Read
    """What the reader made of the records' parts."""
    is_guide: bool = False
    """Whether the answer is where to look."""
    is_unwritten: bool = False
    """Whether a language model is not to write the answer, even where there is one."""


def read_through(
    chat: Chat, request: ParsedRequest, evidence: Evidence, recorder: Recorder
) -> Considered:
    """Return the evidence as the reader puts it; of a list, or without a reader, as it is.

    Where no record answers a broad question, all that were found stay, as they were found.
    """
    if request.request_class is not RequestClass.QUESTION:
        return Considered(evidence, {}, None, {})
    lines = asked_lines(chat, request.question, evidence.passages)
    reader = chat.models.reader
    if reader is None:
        unseen = (*evidence.unseen, *filter(None, [chat.models.unread]))
        unread = Considered(replace(evidence, unseen=unseen), lines, None, {})
        few = evidence.passages[: chat.settings.retrieval_passages]
        answering = replace(unread, evidence=replace(unread.evidence, passages=few))
        is_broad = asks_where_to_look(request, evidence.passages)
        if is_broad and extracted(chat, request, answering).is_refused:
            return replace(unread, is_guide=True)
        return answering
    read = read_records(reader, request.asked, request.question, evidence.passages, lines)
    made = drafts(request.question, evidence.passages, lines, read)
    recorder.lap("read", "Reading the records")
    if asks_where_to_look(request, evidence.passages) and answer_of(made).is_refused:
        return Considered(evidence, lines, made, read, is_guide=True)
    count = MOST_LINES if asks_for_all(request.asked) else chat.settings.retrieval_passages
    best = tuple(one.passage for one in made)[:count]
    return Considered(replace(evidence, passages=best or evidence.passages), lines, made, read)


def asks_where_to_look(request: ParsedRequest, found: Sequence[Passage]) -> bool:
    """Return whether a request is answered by where to look.

    One for records that say a name is not, where none of those found says it, nor is a topic of
    which none says most words.
    """
    match request.broad:
        case Broad.RECORDS:
            return is_named(request.question, found)
        case Broad.TOPIC:
            return is_mostly_said(request.question, found)
        case how:
            return how is not None


def answered(
    chat: Chat, request: ParsedRequest, considered: Considered
) -> Generator[str, None, Answer]:
    """Yield the pieces of the answer and return it whole.

    A language model reads the question as it was asked, and so does the reader.
    """
    model = chat.models.answering.model
    passages, lines = considered.evidence.passages, considered.lines
    if model is None or not passages or considered.is_unwritten:
        answer = extracted(chat, request, considered)
        yield answer.text
        return answer
    read = [with_lines(passage, lines) for passage in passages]
    sentences = stream_answer(
        request.asked,
        read,
        writer_for(model, request, considered.evidence, read),
        verifier(chat, request, considered),
        partial(extracted, chat, request, considered),
    )
    answer = yield from spaced(sentences)
    if answer.is_refused:
        yield answer.text
    return answer


def verifier(
    chat: Chat, request: ParsedRequest, considered: Considered
) -> Callable[[str], tuple[Quote, ...]]:
    """Return what checks a language model's sentences.

    By words where there is no reader, and where the question itself gives orders: a reader may be
    led by them.
    """
    reader, passages, lines = chat.models.reader, considered.evidence.passages, considered.lines
    if reader is None or is_order(request.asked):
        return by_words(request.asked, passages, lines)
    return by_reading(reader, request.question, passages, lines, considered.read)


def extracted(chat: Chat, request: ParsedRequest, considered: Considered) -> Answer:
    """Return the answer in the records' own words: as the reader chose them, or by words alone."""
    if considered.drafts is not None:
        lines = enumerated(considered.drafts) if asks_for_all(request.asked) else None
        return lines or answer_of(considered.drafts)
    passages = considered.evidence.passages
    return extract_answer(request.question, passages, chat.models.embeddings, considered.lines)


def spaced(sentences: Generator[Sentence, None, Answer]) -> Generator[str, None, Answer]:
    """Yield the texts of sentences with a space between them, and return the answer."""
    before = ""
    while True:
        try:
            yield before + next(sentences).text
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        before = " "


def asked_lines(
    chat: Chat, asked: Asked, passages: Sequence[Passage]
) -> dict[int, tuple[Chunk, ...]]:
    """Return the chunks with the lines that a question asks for, of the records and their paths.

    The records' names are always among them.
    """
    labels = (*NAME_LABELS, *asked.labels)
    na_ids = {record.na_id for passage in passages for record in passage.path}
    return labelled_chunks(chat.retriever.graph, sorted(na_ids), labels)


def quoted_texts(
    answer: Answer | None, passages: Sequence[Passage], lines: Lines
) -> dict[str, str]:
    """Return the stored texts of the chunks that an answer quotes, by chunkId."""
    read = [*(passage.chunks for passage in passages), *lines.values()]
    known = {chunk.chunk_id: chunk.text for chunks in read for chunk in chunks}
    quoted = {quote.chunk_id for quote in answer.quotes} if answer else set()
    return {chunk_id: known[chunk_id] for chunk_id in quoted & known.keys()}
