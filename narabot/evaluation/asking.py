"""Run one test as `narabot ask --json` would, and return its outcome."""

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
    wrong_answer_score,
)
from narabot.evaluation.measures import graph_groups, question_groups, request_groups
from narabot.evaluation.questions import LabeledRequest, Question
from narabot.evaluation.scores import Reply, gold_ranks, judge, question_scores
from narabot.graph import Graph, load_query
from narabot.models import RequestClass
from narabot.plans.recomputation import is_reproduced
from narabot.presentation.response_json import AskError, AskResponse
from narabot.understanding.request_class import classify_request


@dataclass(frozen=True, slots=True)
class QuoteCheck:
    """The result of comparing an answer's quotations and computations with the graph."""

    sentences: int
    sentences_quoted: int
    quotes: int
    bad: tuple[str, ...]
    """Chunk IDs of quotations that do not match the graph."""
    computed: int = 0
    """Number of sentences that are based on a computation."""
    recomputed: int = 0
    """Number of computed sentences whose plans yield the same results on a second run."""

    def scores(self) -> dict[str, float]:
        """Return the counts as scores, keyed by the names that the measures use."""
        return {
            "sentences": float(self.sentences),
            "sentences_quoted": float(self.sentences_quoted),
            "quotes": float(self.quotes),
            "quotes_right": float(self.quotes - len(self.bad)),
            "computed": float(self.computed),
            "recomputed": float(self.recomputed),
        }


def ask_question(chat: Chat, question: Question) -> QuestionOutcome:
    """Return the outcome of a question."""
    response, seconds = timed_response(chat, question)
    quoted = check_quotes(chat.retriever.graph, response["sentences"])
    return question_outcome(question, response, quoted, seconds)


def ask_graph_question(chat: Chat, question: GraphQuestion) -> GraphOutcome:
    """Return the outcome of a question about the whole graph."""
    response, seconds = timed_response(chat, question)
    quoted = check_quotes(chat.retriever.graph, response["sentences"])
    return graph_outcome(question, response, quoted, seconds)


def timed_response(chat: Chat, test: Question | GraphQuestion) -> tuple[dict[str, Any], float]:
    """Return the JSON response to a question and the response time in seconds."""
    started = time.perf_counter()
    try:
        response = AskResponse.of(respond(chat, test.query), test.id).to_json()
    except InvalidQuestionError as error:
        response = AskError(id=test.id, query=test.query, error=str(error)).to_json()
    return response, time.perf_counter() - started


def graph_outcome(
    question: GraphQuestion, response: dict[str, Any], quoted: QuoteCheck, seconds: float
) -> GraphOutcome:
    """Evaluate the response to a graph question, and return the outcome."""
    listed = tuple(record["naId"] for record in response["records"])
    quotes = {quote["naId"] for one in response["sentences"] for quote in one["quotes"]}
    reply = GraphReply(response["answer"] or "", response["refused"], listed, frozenset(quotes))
    right, wrong = graph_score(question, reply), wrong_answer_score(question, reply)
    scores = quoted.scores() | {
        "right": right,
        "kind": float(KINDS.index(question.kind)),
        "class_right": float(response["class"] == question.request_class),
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
        request_class=response["class"],
        answer=response["answer"],
        refused=reply.refused,
        listed=listed,
        answerer=(response["trace"] or {}).get("answerer"),
    )


def question_outcome(
    question: Question, response: dict[str, Any], quoted: QuoteCheck, seconds: float
) -> QuestionOutcome:
    """Evaluate the response to a question, and return the outcome."""
    reply = reply_of(response)
    verdict = judge(question, reply)
    scores = question_scores(question, reply, verdict) | quoted.scores()
    return QuestionOutcome(
        id=question.id,
        query=question.query,
        groups=question_groups(question),
        scores=scores | {"seconds": seconds},
        why=response.get("error", verdict.why),
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


def reply_of(response: dict[str, Any]) -> Reply:
    """Return the scored parts of a response."""
    return Reply(
        request_class=RequestClass(response["class"]) if response["class"] else None,
        answer=response["answer"],
        refused=response["refused"],
        confidence=response["confidence"],
        na_ids=tuple(record["naId"] for record in response["records"]),
    )


def check_quotes(graph: Graph, sentences: Sequence[dict[str, Any]]) -> QuoteCheck:
    """Compare an answer's quotations with the chunk texts in the graph."""
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
    return QuoteCheck(len(sentences), quoted, len(quotes), bad, *count_recomputed(graph, sentences))


def count_recomputed(graph: Graph, sentences: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Return the numbers of computed sentences and of sentences with reproducible results."""
    computations = [one for sentence in sentences if (one := sentence.get("computation"))]
    results = [(one["plan"], one["digest"]) for one in computations]
    reproduced = {one: is_reproduced(graph, *one) for one in set(results)}
    return len(results), sum(reproduced[one] for one in results)


def checks_out(quote: dict[str, Any], stored: str | None) -> bool:
    """Return whether a quotation is nonempty and matches the stored text at the stated position."""
    return bool(quote["quote"]) and (stored or "")[quote["start"] : quote["end"]] == quote["quote"]


def classify_test(models: Models, request: LabeledRequest) -> RequestOutcome:
    """Return the outcome of classifying a request."""
    started = time.perf_counter()
    found, decided_by = classify_request(request.query, models.classifier, models.answering.model)
    seconds = time.perf_counter() - started
    is_right = found is request.request_class
    return RequestOutcome(
        id=request.id,
        query=request.query,
        groups=request_groups(request),
        scores={"class_right": float(is_right), "seconds": seconds},
        why="right" if is_right else f"classified as {found}",
        lang=request.lang,
        expected_class=request.request_class,
        request_class=found,
        decided_by=decided_by,
    )
