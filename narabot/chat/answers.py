"""Create the answer to a question, using the reader's choices or a language model."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from narabot.answering import (
    MAX_LIST_LINES,
    RecordReadings,
    RequestedLines,
    RerankedDraft,
    best_answer,
    covers_most_words,
    extract_answer,
    has_requested_name,
    is_instruction,
    lexical_verifier,
    list_answer,
    read_records,
    reader_verifier,
    reranked_drafts,
    stream_answer,
    with_requested_lines,
)
from narabot.chat.opening import Chat
from narabot.chat.tracing import Recorder
from narabot.chat.writers import writer_for
from narabot.models import Answer, Chunk, Passage, Quote, RequestClass, Sentence
from narabot.models.lines import NAME_LABELS
from narabot.retrieval import Evidence, labeled_chunks
from narabot.understanding import BroadRequest, ParsedRequest
from narabot.understanding.expected_answer import asks_for_all
from narabot.understanding.question import ParsedQuestion


@dataclass(frozen=True, slots=True)
class RankedEvidence:
    """The evidence for a question, with the most likely answer first, and the reader's results."""

    evidence: Evidence
    lines: RequestedLines
    drafts: Sequence[RerankedDraft] | None
    """A draft from each record, most likely first, or `None` if there is no reader."""
    read: RecordReadings
    """The reader's results for windows of the records."""
    is_guide: bool = False
    """Whether the answer is a guide to where to look."""
    is_extractive_only: bool = False
    """Whether the answer must be extractive even if a language model is available."""


def rank_evidence(
    chat: Chat, request: ParsedRequest, evidence: Evidence, recorder: Recorder
) -> RankedEvidence:
    """Return the evidence ranked by the reader.

    The order does not change for a list, if there is no reader, or if no record answers a broad
    question.
    """
    if request.request_class is not RequestClass.QUESTION:
        return RankedEvidence(evidence, {}, None, {})
    lines = lines_for_question(chat, request.question, evidence.passages)
    reader = chat.models.reader
    if reader is None:
        limitations = (*evidence.limitations, *filter(None, [chat.models.limitation]))
        unranked = RankedEvidence(replace(evidence, limitations=limitations), lines, None, {})
        few = evidence.passages[: chat.settings.retrieval_passages]
        answering = replace(unranked, evidence=replace(unranked.evidence, passages=few))
        is_broad = may_get_guide(request, evidence.passages)
        if is_broad and extractive_answer(chat, request, answering).is_refused:
            return replace(unranked, is_guide=True)
        return answering
    read = read_records(reader, request.asked, request.question, evidence.passages, lines)
    drafts = reranked_drafts(request.question, evidence.passages, lines, read)
    recorder.lap("read", "Reading the records")
    if may_get_guide(request, evidence.passages) and best_answer(drafts).is_refused:
        return RankedEvidence(evidence, lines, drafts, read, is_guide=True)
    count = MAX_LIST_LINES if asks_for_all(request.asked) else chat.settings.retrieval_passages
    best = tuple(one.passage for one in drafts)[:count]
    return RankedEvidence(
        replace(evidence, passages=best or evidence.passages), lines, drafts, read
    )


def may_get_guide(request: ParsedRequest, found: Sequence[Passage]) -> bool:
    """Return whether a guide to where to look may answer a request.

    A request for records with a certain name gets no guide unless a retrieved record contains the
    name. A topic gets no guide unless a retrieved record contains most of the topic's words.
    """
    match request.broad:
        case BroadRequest.RECORDS:
            return has_requested_name(request.question, found)
        case BroadRequest.TOPIC:
            return covers_most_words(request.question, found)
        case how:
            return how is not None


def answer_pieces(
    chat: Chat, request: ParsedRequest, ranked: RankedEvidence
) -> Generator[str, None, Answer]:
    """Yield the parts of the answer and return the whole answer.

    The language model and the reader receive the question in its original wording.
    """
    model = chat.models.answering.model
    passages, lines = ranked.evidence.passages, ranked.lines
    if model is None or not passages or ranked.is_extractive_only:
        answer = extractive_answer(chat, request, ranked)
        yield answer.text
        return answer
    read = [with_requested_lines(passage, lines) for passage in passages]
    sentences = stream_answer(
        request.asked,
        read,
        writer_for(model, request, ranked.evidence, read),
        verifier(chat, request, ranked),
        partial(extractive_answer, chat, request, ranked),
    )
    answer = yield from space_sentences(sentences)
    if answer.is_refused:
        yield answer.text
    return answer


def verifier(
    chat: Chat, request: ParsedRequest, ranked: RankedEvidence
) -> Callable[[str], tuple[Quote, ...]]:
    """Return the function that verifies a language model's sentences.

    The function compares words if there is no reader, or if the question contains instructions,
    which could mislead the reader.
    """
    reader, passages, lines = chat.models.reader, ranked.evidence.passages, ranked.lines
    if reader is None or is_instruction(request.asked):
        return lexical_verifier(request.asked, passages, lines)
    return reader_verifier(reader, request.question, passages, lines, ranked.read)


def extractive_answer(chat: Chat, request: ParsedRequest, ranked: RankedEvidence) -> Answer:
    """Return the extractive answer, using the reader's scores or else word overlap."""
    if ranked.drafts is not None:
        lines = list_answer(ranked.drafts) if asks_for_all(request.asked) else None
        return lines or best_answer(ranked.drafts)
    passages = ranked.evidence.passages
    return extract_answer(request.question, passages, chat.models.embeddings, ranked.lines)


def space_sentences(sentences: Generator[Sentence, None, Answer]) -> Generator[str, None, Answer]:
    """Yield the texts of sentences with spaces between them, and return the answer."""
    before = ""
    while True:
        try:
            yield before + next(sentences).text
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        before = " "


def lines_for_question(
    chat: Chat, asked: ParsedQuestion, passages: Sequence[Passage]
) -> dict[int, tuple[Chunk, ...]]:
    """Return the chunks that contain the lines requested by a question.

    The chunks come from records and their ancestors. The lines with the records' names are always
    included.
    """
    labels = (*NAME_LABELS, *asked.labels)
    na_ids = {record.na_id for passage in passages for record in passage.path}
    return labeled_chunks(chat.retriever.graph, sorted(na_ids), labels)


def quoted_texts(
    answer: Answer | None, passages: Sequence[Passage], lines: RequestedLines
) -> dict[str, str]:
    """Return the stored texts of the chunks that an answer quotes, keyed by chunkId."""
    read = [*(passage.chunks for passage in passages), *lines.values()]
    known = {chunk.chunk_id: chunk.text for chunks in read for chunk in chunks}
    quoted = {quote.chunk_id for quote in answer.quotes} if answer else set()
    return {chunk_id: known[chunk_id] for chunk_id in quoted & known.keys()}
