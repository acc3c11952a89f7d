"""Ask one test of the product, as `narabot ask --json` would, and write down what came of it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from narabot.chat import Chat, Models, respond
from narabot.errors import InvalidQuestionError
from narabot.evaluation.evaluations import GraphOutcome, QuestionOutcome, RequestOutcome
from narabot.evaluation.graph_questions import (
    KINDS,
    GraphQuestion,
    GraphReply,
    graph_score,
    said_wrong,
)
from narabot.evaluation.measures import graph_groups, question_groups, request_groups
from narabot.evaluation.questions import LabelledRequest, Question
from narabot.evaluation.scores import Reply, gold_ranks, judged, question_scores
from narabot.graph import Graph, load_query
from narabot.models import RequestClass
from narabot.plans.recomputation import holds
from narabot.presentation.response_json import AskError, AskResponse
from narabot.understanding.request_class import classify_request


@dataclass(frozen=True, slots=True)
class Quoted:
    """An answer's quotes, read again in the graph."""

    sentences: int
    sentences_quoted: int
    quotes: int
    bad: tuple[str, ...]
    """The chunks of those that do not check out."""
    computed: int = 0
    """Sentences that stand on a computation."""
    recomputed: int = 0
    """Those whose plan comes to the same when it is run again."""

    def scores(self) -> dict[str, float]:
        """Return the numbers that the measures take."""
        return {
            "sentences": float(self.sentences),
            "sentences_quoted": float(self.sentences_quoted),
            "quotes": float(self.quotes),
            "quotes_right": float(self.quotes - len(self.bad)),
            "computed": float(self.computed),
            "recomputed": float(self.recomputed),
        }


def asked(chat: Chat, question: Question) -> QuestionOutcome:
    """Return what comes of a question."""
    said, seconds = timed_response(chat, question)
    quoted = checked_quotes(chat.retriever.graph, said["sentences"])
    return question_outcome(question, said, quoted, seconds)


def graph_asked(chat: Chat, question: GraphQuestion) -> GraphOutcome:
    """Return what comes of a question that is counted, compared, followed or surveyed."""
    said, seconds = timed_response(chat, question)
    quoted = checked_quotes(chat.retriever.graph, said["sentences"])
    return graph_outcome(question, said, quoted, seconds)


def timed_response(chat: Chat, test: Question | GraphQuestion) -> tuple[dict[str, Any], float]:
    """Return what is said to a question, and in how many seconds."""
    started = time.perf_counter()
    try:
        said = AskResponse.of(respond(chat, test.query), test.id).to_json()
    except InvalidQuestionError as error:
        said = AskError(id=test.id, query=test.query, error=str(error)).to_json()
    return said, time.perf_counter() - started


def graph_outcome(
    question: GraphQuestion, said: dict[str, Any], quoted: Quoted, seconds: float
) -> GraphOutcome:
    """Return a question with its scores."""
    listed = tuple(record["naId"] for record in said["records"])
    quotes = {quote["naId"] for one in said["sentences"] for quote in one["quotes"]}
    reply = GraphReply(said["answer"] or "", said["refused"], listed, frozenset(quotes))
    right, wrong = graph_score(question, reply), said_wrong(question, reply)
    scores = quoted.scores() | {
        "right": right,
        "kind": float(KINDS.index(question.kind)),
        "class_right": float(said["class"] == question.request_class),
        "seconds": seconds,
    }
    return GraphOutcome(
        id=question.id,
        query=question.query,
        groups=graph_groups(question),
        scores=scores if wrong is None else scores | {"said_wrong": wrong},
        why="refused" if reply.refused else f"{right:.2f} right",
        lang=question.lang,
        kind=question.kind,
        pair=question.pair,
        expected_class=question.request_class,
        request_class=said["class"],
        answer=said["answer"],
        refused=reply.refused,
        listed=listed,
        answerer=(said["trace"] or {}).get("answerer"),
    )


def question_outcome(
    question: Question, said: dict[str, Any], quoted: Quoted, seconds: float
) -> QuestionOutcome:
    """Return a question with its scores."""
    reply = reply_of(said)
    verdict = judged(question, reply)
    scores = question_scores(question, reply, verdict) | quoted.scores()
    return QuestionOutcome(
        id=question.id,
        query=question.query,
        groups=question_groups(question),
        scores=scores | {"seconds": seconds},
        why=said.get("error", verdict.why),
        lang=question.lang,
        kind=question.kind,
        lexmis=question.lexmis,
        world_knowledge=question.world_knowledge,
        pair=question.pair,
        answerable=question.answerable,
        expected_class=question.request_class,
        request_class=reply.request_class,
        gold_ranks=gold_ranks(question.gold, reply.na_ids),
        ranking=reply.na_ids,
        answer=reply.answer,
        refused=reply.refused,
        confidence=reply.confidence,
        right=verdict.is_right,
        quotes=quoted.quotes,
        bad_quotes=quoted.bad,
    )


def reply_of(said: dict[str, Any]) -> Reply:
    """Return what of a response's JSON is scored."""
    return Reply(
        request_class=RequestClass(said["class"]) if said["class"] else None,
        answer=said["answer"],
        refused=said["refused"],
        confidence=said["confidence"],
        na_ids=tuple(record["naId"] for record in said["records"]),
    )


def checked_quotes(graph: Graph, sentences: Sequence[dict[str, Any]]) -> Quoted:
    """Return an answer's quotes, each compared with the chunk's text in the graph."""
    quotes = [quote for sentence in sentences for quote in sentence["quotes"]]
    chunk_ids = sorted({quote["chunkId"] for quote in quotes})
    query = load_query("narabot.evaluation", "chunk_texts")
    rows = graph.read(query, chunkIds=chunk_ids) if chunk_ids else []
    stored = {(row["chunkId"], row["naId"]): row["text"] or "" for row in rows}
    bad = tuple(
        quote["chunkId"]
        for quote in quotes
        if not checks_out(quote, stored.get((quote["chunkId"], quote["naId"])))
    )
    quoted = sum(bool(sentence["quotes"]) for sentence in sentences)
    return Quoted(len(sentences), quoted, len(quotes), bad, *recomputed(graph, sentences))


def recomputed(graph: Graph, sentences: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Return how many sentences stand on a computation, and how many of these still do."""
    told = [one for sentence in sentences if (one := sentence.get("computation"))]
    results = [(one["plan"], one["digest"]) for one in told]
    still = {one: holds(graph, *one) for one in set(results)}
    return len(results), sum(still[one] for one in results)


def checks_out(quote: dict[str, Any], stored: str | None) -> bool:
    """Return whether a stored text has the quote, not an empty one, where it says."""
    return bool(quote["quote"]) and (stored or "")[quote["start"] : quote["end"]] == quote["quote"]


def classified(models: Models, request: LabelledRequest) -> RequestOutcome:
    """Return what the classifier makes of a request."""
    started = time.perf_counter()
    found, decided_by = classify_request(request.query, models.classifier, models.answering.model)
    seconds = time.perf_counter() - started
    is_right = found is request.request_class
    return RequestOutcome(
        id=request.id,
        query=request.query,
        groups=request_groups(request),
        scores={"class_right": float(is_right), "seconds": seconds},
        why="right" if is_right else f"taken for {found}",
        lang=request.lang,
        expected_class=request.request_class,
        request_class=found,
        decided_by=decided_by,
    )
