"""Questions and statements by templates about the fields of real records."""

import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from narabot.reading.windows import Window, heading, windows
from training.catalogue import CatalogueText
from training.examples import Reading, Statement, Verdict

TEMPLATES = Path(__file__).with_name("templates.toml")
STATEMENTS = Path(__file__).with_name("statements.toml")

LINE = re.compile(r"^(?P<label>[A-Z][A-Za-z -]{2,30}): (?P<value>.+)$", re.MULTILINE)

SHORTEST_TITLE = 12
"""Characters; a shorter title names nothing by itself."""

NEIGHBOURS = {"a": "s", "e": "r", "i": "o", "o": "p", "n": "m", "t": "y", "s": "d", "l": "k"}
"""Letters beside others on a keyboard."""


def field_readings(
    records: Sequence[CatalogueText], chances: Mapping[str, float], rng: random.Random
) -> Iterator[Reading]:
    """Yield questions for fields: of the record, of it without the field, of another record."""
    templates = tomllib.loads(TEMPLATES.read_text(encoding="utf-8"))
    letters = templates.pop("correspondence")
    for place, record in enumerate(records):
        other = records[place - 1 - rng.randrange(min(place, 40) + 1)]
        yield from letter_readings(record, other, letters, chances["letters"], rng)
        if len(record.name) < SHORTEST_TITLE:
            continue
        for line in LINE.finditer(record.text):
            template = templates.get(line["label"])
            if template is None or rng.random() > chances.get(line["label"], chances["fields"]):
                continue
            asked = rng.choice(template["questions"]).format(title=as_said(record.name, rng))
            answer = re.search(template.get("answer", ".+"), line["value"])
            if answer:
                start = line.start("value")
                span = start + answer.start(), start + answer.end()
                yield from contrasted(AskedField(record, asked, span, line.span()), other, rng)


@dataclass(frozen=True, slots=True)
class AskedField:
    """A question for a field of a record."""

    record: CatalogueText
    question: str
    answer: tuple[int, int]
    """Where in the record's text the answer is."""
    line: tuple[int, int]
    """Where the line of the field is."""


def contrasted(asked: AskedField, other: CatalogueText, rng: random.Random) -> Iterator[Reading]:
    """Yield a question with its answer, and without: the line removed, or of another record."""
    record, question = asked.record, asked.question
    yield from answered(record, question, asked.answer, "templates")
    if rng.random() < 0.6:
        text = record.text[: asked.line[0]] + record.text[asked.line[1] + 1 :]
        left = windows(heading(record.name, record.above), text)
        yield unanswered(record, question, rng.choice(left).text, "templates")
    if rng.random() < 0.4 and other.name != record.name:
        yield unanswered(record, question, rng.choice(other.windows).text, "templates")


def letter_readings(
    record: CatalogueText,
    other: CatalogueText,
    letters: Mapping[str, Any],
    chance: float,
    rng: random.Random,
) -> Iterator[Reading]:
    """Yield a question about a title that says who wrote to whom about what."""
    found = re.search(letters["pattern"], record.name)
    if found is None or rng.random() > chance:
        return
    parts = {name: part for name, part in found.groupdict().items() if part}
    name = rng.choice([name for name in parts if isinstance(letters.get(name), dict)])
    said = {part: as_said(text, rng) for part, text in parts.items()} | {"number": ""}
    asked = rng.choice(letters[name]["questions"]).format(**said)
    title = record.text.find(record.name)
    if title < 0:
        return
    span = title + found.start(name), title + found.end(name)
    yield from answered(record, asked, span, "templates")
    if rng.random() < 0.7 and other.name != record.name:
        yield unanswered(record, asked, other.windows[0].text, "templates")
    if rng.random() < 0.3 and name in {"number", "date"}:
        less = record.name.replace(found[name], "").replace("()", "").rstrip(": ")
        yield unanswered(record, asked, heading(less, record.above), "templates")


def answered(
    record: CatalogueText, asked: str, span: tuple[int, int], source: str
) -> Iterator[Reading]:
    """Yield a question with the window that has its answer, given as places in the text."""
    for window in record.windows:
        inside = placed(record, window, span)
        if inside is not None:
            yield Reading(asked, window.text, *inside, True, True, source, str(record.group))
            return


def placed(record: CatalogueText, window: Window, span: tuple[int, int]) -> tuple[int, int] | None:
    """Return where words of a record's text stand in one of its windows, `None` if they do not."""
    own = record.text.find(record.name)
    if own >= 0 and own <= span[0] and span[1] <= own + len(record.name):
        inside = window.title_at + span[0] - own, window.title_at + span[1] - own
        return inside if inside[1] < window.body_at else None
    inside = window.body_at + span[0] - window.start, window.body_at + span[1] - window.start
    return inside if window.body_at <= inside[0] and inside[1] <= len(window.text) else None


def unanswered(record: CatalogueText, asked: str, text: str, source: str) -> Reading:
    """Return a question with a text that does not answer it."""
    return Reading(asked, text, 0, 0, True, False, source, str(record.group))


def as_said(words: str, rng: random.Random) -> str:
    """Return words as somebody else would write them: lower case, shorter, with a slip."""
    said = words.strip(" .")
    if rng.random() < 0.3:
        said = said.lower()
    parts = said.split()
    if len(parts) > 6 and rng.random() < 0.6:
        first = rng.randrange(0, len(parts) - 5)
        said = " ".join(parts[first : first + rng.randint(4, 12)])
    if rng.random() < 0.15:
        said = slipped(said, rng)
    return said


def slipped(words: str, rng: random.Random) -> str:
    """Return words with a letter left out, doubled, swapped or mistyped."""
    places = [place for place, sign in enumerate(words[:-1]) if sign.isalpha()]
    if not places:
        return words
    at = rng.choice(places)
    sign = words[at]
    changed = rng.choice(["", sign * 2, words[at + 1] + sign, NEIGHBOURS.get(sign, sign)])
    return (
        words[:at] + changed + words[at + (2 if len(changed) == 2 and changed[1] == sign else 1) :]
    )


def field_statements(
    records: Sequence[CatalogueText], chance: float, rng: random.Random
) -> Iterator[Statement]:
    """Yield statements about fields: true, with another record's value, without the field."""
    templates = tomllib.loads(STATEMENTS.read_text(encoding="utf-8"))
    del templates["correspondence"]
    values: dict[str, list[str]] = {label: [] for label in templates}
    for record in records:
        for line in LINE.finditer(record.text):
            if line["label"] in values and len(values[line["label"]]) < 400:
                values[line["label"]].append(line["value"])
    for record in records:
        for line in LINE.finditer(record.text):
            if line["label"] in templates and rng.random() <= chance:
                yield field_statement(record, line, templates, values, rng)


def field_statement(
    record: CatalogueText,
    line: re.Match[str],
    templates: Mapping[str, Any],
    values: Mapping[str, Sequence[str]],
    rng: random.Random,
) -> Statement:
    """Return a statement about one field of a record, true or not."""
    label, value = line["label"], line["value"]
    said = rng.choice(templates[label]["statements"])
    verdict = rng.choice(list(Verdict))
    told = rng.choice(values[label]) if verdict is Verdict.CONTRADICTED else value
    if told == value and verdict is Verdict.CONTRADICTED:
        verdict = Verdict.SUPPORTED
    text = record.text
    if verdict is Verdict.NOT_SAID:
        text = text[: line.start()] + text[line.end() + 1 :]
    parts = windows(heading(record.name, record.above), text)
    holds = [part for part in parts if line.group() in part.text] or parts
    statement = said.format(title=record.name[:120].strip(" ."), value=told[:160].strip(" ."))
    return Statement(holds[0].text, statement, verdict, "field-statements", str(record.group))


def letter_statements(
    records: Sequence[CatalogueText], chance: float, rng: random.Random
) -> Iterator[Statement]:
    """Yield statements on who wrote to whom: true, with a part of another letter, with more."""
    pattern = re.compile(
        tomllib.loads(TEMPLATES.read_text(encoding="utf-8"))["correspondence"]["pattern"]
    )
    templates = tomllib.loads(STATEMENTS.read_text(encoding="utf-8"))["correspondence"]
    before: dict[str, str] = {}
    for record in records:
        found = pattern.search(record.name)
        if found is None or rng.random() > chance:
            continue
        parts = {name: part or "" for name, part in found.groupdict().items()}
        verdict = rng.choice(list(Verdict))
        template = rng.choice(templates["statements"])
        statement = template.format(**parts)
        if verdict is Verdict.CONTRADICTED:
            other = template.format(**misreported(parts, before or parts, rng))
            verdict = Verdict.SUPPORTED if other == statement else verdict
            statement = other
        if verdict is Verdict.NOT_SAID:
            statement = f"{statement.rstrip('.')} {rng.choice(templates['added'])}."
        text = record.windows[0].text
        yield Statement(text, statement, verdict, "letter-statements", str(record.group))
        before = parts


def misreported(
    parts: Mapping[str, str], others: Mapping[str, str], rng: random.Random
) -> dict[str, str]:
    """Return the parts of a letter's title with one changed, or writer and reader swapped."""
    changed = dict(parts)
    name = rng.choice(["roles", "sender", "date", "kind", "recipient"])
    if name == "roles":
        changed["sender"], changed["recipient"] = parts["recipient"], parts["sender"]
    else:
        changed[name] = others[name]
    return changed
