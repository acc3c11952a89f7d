"""Format names and communities as context for a language model, in document 001's four parts."""

import re
from collections.abc import Sequence

from narabot.models.communities import FoundReport, GlobalContext, LocalContext, MetaAnswer, Report
from narabot.words import CYRILLIC

LABELS = {
    "en": ("Entities", "Relations", "Summaries", "Texts"),
    "ru": ("Сущности", "Отношения", "Саммари", "Тексты"),
}
"""Headings of the four parts, in English and in Russian. The Russian headings are copied from
document 001."""

BREAKS = re.compile(r"\s+")


def context_language(request: str) -> str:
    """Return the language of the part headings, which is the language of the request."""
    return "ru" if CYRILLIC.search(request) else "en"


def local_context(context: LocalContext, language: str) -> str:
    """Return names, relations, summaries, and texts as Markdown.

    A part without entries consists only of its heading.
    """
    entities = [
        context_line(one.name, one.entity_class, one.description) for one in context.entities
    ]
    relations = [
        context_line(one.source, one.target, one.description, f"{one.rank:g}")
        for one in context.relations
    ]
    parts = (entities, relations, list(context.summaries), list(context.texts))
    return "\n\n".join(
        "\n".join([f"**{label}**", *lines])
        for label, lines in zip(LABELS[language], parts, strict=True)
    )


def context_line(*columns: str) -> str:
    """Join columns with commas on one line. Line breaks become spaces."""
    return ", ".join(BREAKS.sub(" ", one).strip() for one in columns)


def report_text(report: Report) -> str:
    """Return a report as plain text, for use as context."""
    findings = "\n".join(f"- {one.explanation}" for one in report.findings)
    return f"{report.title}\n{report.summary}\n{findings}".rstrip()


def report_json(report: Report) -> dict[str, object]:
    """Return a report in the JSON format of document 001."""
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
    """Return the reports' answers to a request, with the most relevant answers first.

    `answers` contains one answer for each report, in the same order. Answers rated 0 are omitted.
    """
    ranked: list[tuple[FoundReport, MetaAnswer]] = sorted(
        zip(context.reports, answers, strict=True),
        key=lambda pair: (-pair[1].rating, pair[0].report.community_id),
    )
    return "\n\n".join(
        f"{context_line(one.report.title)} ({answer.rating:g}/10): {context_line(answer.response)}"
        for one, answer in ranked
        if answer.rating > 0
    )
