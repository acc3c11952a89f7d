"""Document 001's global search: answer from community reports.

Selected reports are read one by one. Each report's answer to the request has a rating from 0 to 10;
answers rated 0 are dropped. Without a language model, the rating combines the report's similarity
with the share of the request's words that occur in the report's best finding. Answers are quoted
from the records that the findings cite or that the reports cover.
"""

from collections.abc import Sequence
from dataclasses import replace

from narabot.models import RequestClass
from narabot.models.communities import Finding, FoundReport, GlobalContext, MetaAnswer
from narabot.retrieval.operators.by_id import first_chunk
from narabot.retrieval.operators.communities import reports_for
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import score_chunks
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest
from narabot.words import coverage, stems, weighted_stems

MOST_REPORTS = 24
"""Maximum number of reports to read. With a language model, each report requires one call."""

NEARNESS, WORDS = 5.0, 5.0
"""Maximum numbers of points that a report's similarity and the words in its best finding add to the
report's rating."""


def search_reports(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the source records of selected reports, most relevant first.

    In response to a list request, the records that contain all words in the request come first.
    """
    steps = Steps()
    reports = steps.take("Choosing reports", lambda: reports_for(retriever, request, MOST_REPORTS))
    answers = steps.take(
        "Rating each report",
        lambda: [meta_answer(request.searched.text, one) for one in reports],
    )
    context = GlobalContext(tuple(reports), tuple(answers))

    def rank() -> list[RankedRecord]:
        return steps.take("Ranking the cited records", lambda: ranked(retriever, request, context))

    found = evidence_of(retriever, request, rank, budget, steps)
    is_list = request.request_class is RequestClass.SHOW_RECORDS
    return found if is_list else replace(found, context=context)


def meta_answer(text: str, found: FoundReport) -> MetaAnswer:
    """Return a report's answer to a request, computed without a language model. Pure."""
    words = weighted_stems(text)
    report = found.report
    candidates = [Finding(report.title, f"{report.title}. {report.summary}"), *report.findings]
    shares = [coverage(words, stems(f"{report.title} {one.explanation}")) for one in candidates]
    best = max(range(len(candidates)), key=lambda place: (shares[place], -place))
    near = max(found.similarity, 0.0)
    rating = round(NEARNESS * near + WORDS * shares[best], 1)
    reasoning = (
        f"It contains {shares[best]:.0%} of the words in the request, and its similarity is "
        f"{near:.2f}."
    )
    return MetaAnswer(reasoning, candidates[best].explanation, rating)


def ranked(
    retriever: Retriever, request: ParsedRequest, context: GlobalContext
) -> list[RankedRecord]:
    """Return the source records of relevant reports, ranked by rating and vector similarity."""
    pairs = zip(context.reports, context.meta_answers, strict=True)
    ranked_pairs = sorted(pairs, key=lambda pair: -pair[1].rating)
    ratings: dict[str, float] = {}
    for one, answer in ranked_pairs:
        for chunk_id in source_chunks(one) if answer.rating > 0 else ():
            ratings.setdefault(chunk_id, answer.rating)
    text, filters = request.searched.text, request.filters
    meaning = score_chunks(retriever, text, list(ratings), filters)
    by_rating: Sequence[Hit] = sorted(meaning, key=lambda hit: -ratings[hit.chunk_id])
    return with_cosines(fuse([meaning, by_rating]), meaning)


def source_chunks(found: FoundReport) -> list[str]:
    """Return the chunks that a report cites and, for a catalog community, the first chunk of the
    community's record."""
    report = found.report
    quotes = [*report.summary_quotes, *(quote for one in report.findings for quote in one.quotes)]
    own = [first_chunk(found.na_id)] if found.na_id is not None else []
    return list(dict.fromkeys([*own, *(quote.chunk_id for quote in quotes)]))
