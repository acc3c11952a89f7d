"""What a language model reads of names and communities, in the four parts of document 001. Pure."""

import re
from collections.abc import Sequence

from narabot.models.communities import FoundReport, GlobalContext, LocalContext, MetaAnswer, Report
from narabot.words import CYRILLIC

LABELS = {
    "en": ("Entities", "Relations", "Summaries", "Texts"),
    "ru": ("Сущности", "Отношения", "Саммари", "Тексты"),
}
"""Of the four parts, as document 001 prints them, and in English."""

BREAKS = re.compile(r"\s+")


def context_language(request: str) -> str:
    """Return the language in which the parts are labelled: that of the request."""
    return "ru" if CYRILLIC.search(request) else "en"


def local_context(context: LocalContext, language: str) -> str:
    """Return names, relations, summaries and texts as Markdown; a part without any is empty."""
    entities = [line(one.name, one.entity_class, one.description) for one in context.entities]
    relations = [
        line(one.source, one.target, one.description, f"{one.rank:g}") for one in context.relations
    ]
    parts = (entities, relations, list(context.summaries), list(context.texts))
    return "\n\n".join(
        "\n".join([f"**{label}**", *lines])
        for label, lines in zip(LABELS[language], parts, strict=True)
    )


def line(*columns: str) -> str:
    """Return the columns of a line, with commas between them; what has line ends loses these."""
    return ", ".join(BREAKS.sub(" ", one).strip() for one in columns)


def report_text(report: Report) -> str:
    """Return a report as a part of a context."""
    findings = "\n".join(f"- {one.explanation}" for one in report.findings)
    return f"{report.title}\n{report.summary}\n{findings}".rstrip()


def report_json(report: Report) -> dict[str, object]:
    """Return a report in the form of document 001."""
    return {
        "title": report.title,
        "summary": report.summary,
        "rating": report.rating,
        "rating_explanation": report.rating_explanation,
        "findings": [
            {"summary": one.summary, "explanation": one.explanation} for one in report.findings
        ],
    }


def global_context(context: GlobalContext, answers: Sequence[MetaAnswer]) -> str:
    """Return what reports say to a request, the most relevant first; what says nothing is left out.

    `answers` are one of each report, in their order.
    """
    told: list[tuple[FoundReport, MetaAnswer]] = sorted(
        zip(context.reports, answers, strict=True),
        key=lambda pair: (-pair[1].rating, pair[0].report.community_id),
    )
    return "\n\n".join(
        f"{line(one.report.title)} ({answer.rating:g}/10): {line(answer.response)}"
        for one, answer in told
        if answer.rating > 0
    )
