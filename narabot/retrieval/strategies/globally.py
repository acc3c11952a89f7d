"""From reports on communities to what they say together: document 001's global search.

Chosen reports are asked one by one; what each says to the request has a rating from 0 to 10, and
what has none is left out. Without a language model a rating is how near the report is to the
request and how many of its words the finding that answers best has. Answers are drawn from the
records that the findings quote, or that the reports are on.
"""

from collections.abc import Sequence
from dataclasses import replace

from narabot.models import RequestClass
from narabot.models.communities import Finding, FoundReport, GlobalContext, MetaAnswer
from narabot.retrieval.operators.by_id import first_chunk
from narabot.retrieval.operators.communities import reports_for, reports_lacking
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import measured_chunks
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest
from narabot.words import coverage, stems, weighted_stems

MOST_REPORTS = 24
"""That are chosen: with a language model each is a call."""

NEARNESS, WORDS = 5.0, 5.0
"""What the nearness of a report and the words of its finding add to a rating at most."""

lacking = reports_lacking


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records behind what chosen reports say to a request, the most relevant first.

    A list holds all that have all of its words before these.
    """
    steps = Steps()
    reports = steps.take("Choosing reports", lambda: reports_for(retriever, request, MOST_REPORTS))
    answers = steps.take(
        "Reading what each says to it",
        lambda: [meta_answer(request.searched.text, one) for one in reports],
    )
    context = GlobalContext(tuple(reports), tuple(answers))

    def rank() -> list[RankedRecord]:
        return steps.take(
            "Ranking the records that they quote", lambda: ranked(retriever, request, context)
        )

    found = evidence_of(retriever, request, rank, budget, steps)
    is_list = request.request_class is RequestClass.SHOW_RECORDS
    return found if is_list else replace(found, context=context)


def meta_answer(text: str, found: FoundReport) -> MetaAnswer:
    """Return what a report says to a request without a language model. Pure."""
    words = weighted_stems(text)
    report = found.report
    said = [Finding(report.title, f"{report.title}. {report.summary}"), *report.findings]
    shares = [coverage(words, stems(f"{report.title} {one.explanation}")) for one in said]
    best = max(range(len(said)), key=lambda place: (shares[place], -place))
    near = max(found.similarity, 0.0)
    rating = round(NEARNESS * near + WORDS * shares[best], 1)
    reasoning = (
        f"It has {shares[best]:.0%} of the request's words; its nearness in meaning is {near:.2f}."
    )
    return MetaAnswer(reasoning, said[best].explanation, rating)


def ranked(
    retriever: Retriever, request: ParsedRequest, context: GlobalContext
) -> list[RankedRecord]:
    """Return the records behind relevant reports: by their rating, and by meaning."""
    pairs = zip(context.reports, context.meta_answers, strict=True)
    told = sorted(pairs, key=lambda pair: -pair[1].rating)
    ratings: dict[str, float] = {}
    for one, answer in told:
        for chunk_id in chunks_behind(one) if answer.rating > 0 else ():
            ratings.setdefault(chunk_id, answer.rating)
    text, filters = request.searched.text, request.filters
    meaning = measured_chunks(retriever, text, list(ratings), filters)
    by_rating: Sequence[Hit] = sorted(meaning, key=lambda hit: -ratings[hit.chunk_id])
    return with_cosines(fuse([meaning, by_rating]), meaning)


def chunks_behind(found: FoundReport) -> list[str]:
    """Return the chunks that a report quotes, and the first of the record that it is on."""
    report = found.report
    quotes = [*report.summary_quotes, *(quote for one in report.findings for quote in one.quotes)]
    own = [first_chunk(found.na_id)] if found.na_id is not None else []
    return list(dict.fromkeys([*own, *(quote.chunk_id for quote in quotes)]))
