"""Questions and statements about the fields of real records, built from templates."""

import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from narabot.reading.windows import Window, split_into_windows, window_heading
from training.catalog_records import CatalogText
from training.examples import ReadingExample, StatementExample, Verdict

TEMPLATES = Path(__file__).with_name("templates.toml")
STATEMENTS = Path(__file__).with_name("statements.toml")

LINE = re.compile(r"^(?P<label>[A-Z][A-Za-z -]{2,30}): (?P<value>.+)$", re.MULTILINE)

MIN_TITLE_CHARS = 12
"""Minimum length of a title, in characters. A shorter title does not identify a record."""

ADJACENT_KEYS = {"a": "s", "e": "r", "i": "o", "o": "p", "n": "m", "t": "y", "s": "d", "l": "k"}
"""Adjacent keys on the keyboard, for several letters."""


def field_questions(
    records: Sequence[CatalogText], chances: Mapping[str, float], rng: random.Random
) -> Iterator[ReadingExample]:
    """Yield questions about fields, each with the record's text or a text without the answer."""
    templates = tomllib.loads(TEMPLATES.read_text(encoding="utf-8"))
    letters = templates.pop("correspondence")
    for place, record in enumerate(records):
        other = records[place - 1 - rng.randrange(min(place, 40) + 1)]
        yield from letter_questions(record, other, letters, chances["letters"], rng)
        if len(record.name) < MIN_TITLE_CHARS:
            continue
        for line in LINE.finditer(record.text):
            template = templates.get(line["label"])
            if template is None or rng.random() > chances.get(line["label"], chances["fields"]):
                continue
            question = rng.choice(template["questions"]).format(
                title=vary_wording(record.name, rng)
            )
            answer = re.search(template.get("answer", ".+"), line["value"])
            if answer:
                start = line.start("value")
                span = start + answer.start(), start + answer.end()
                yield from with_negatives(
                    AskedField(record, question, span, line.span()), other, rng
                )


@dataclass(frozen=True, slots=True)
class AskedField:
    """A question about a field in a record."""

    record: CatalogText
    question: str
    answer: tuple[int, int]
    """Character range of the answer in the record's text."""
    line: tuple[int, int]
    """Character range of the field's line in the record's text."""


def with_negatives(
    asked: AskedField, other: CatalogText, rng: random.Random
) -> Iterator[ReadingExample]:
    """Yield a question with its answer, and with texts that do not contain the answer.

    One negative text comes from the record's text without the field's line. The other comes from a
    different record.
    """
    record, question = asked.record, asked.question
    yield from answered_examples(record, question, asked.answer, "templates")
    if rng.random() < 0.6:
        text = record.text[: asked.line[0]] + record.text[asked.line[1] + 1 :]
        left = split_into_windows(window_heading(record.name, record.above), text)
        yield unanswered_example(record, question, rng.choice(left).text, "templates")
    if rng.random() < 0.4 and other.name != record.name:
        yield unanswered_example(record, question, rng.choice(other.windows).text, "templates")


def letter_questions(
    record: CatalogText,
    other: CatalogText,
    letters: Mapping[str, Any],
    chance: float,
    rng: random.Random,
) -> Iterator[ReadingExample]:
    """Yield questions about a title that names the sender, recipient, and subject of a letter."""
    found = re.search(letters["pattern"], record.name)
    if found is None or rng.random() > chance:
        return
    parts = {name: part for name, part in found.groupdict().items() if part}
    name = rng.choice([name for name in parts if isinstance(letters.get(name), dict)])
    varied_parts = {part: vary_wording(text, rng) for part, text in parts.items()} | {"number": ""}
    question = rng.choice(letters[name]["questions"]).format(**varied_parts)
    title = record.text.find(record.name)
    if title < 0:
        return
    span = title + found.start(name), title + found.end(name)
    yield from answered_examples(record, question, span, "templates")
    if rng.random() < 0.7 and other.name != record.name:
        yield unanswered_example(record, question, other.windows[0].text, "templates")
    if rng.random() < 0.3 and name in {"number", "date"}:
        less = record.name.replace(found[name], "").replace("()", "").rstrip(": ")
        yield unanswered_example(record, question, window_heading(less, record.above), "templates")


def answered_examples(
    record: CatalogText, question: str, span: tuple[int, int], source: str
) -> Iterator[ReadingExample]:
    """Yield a question with the first window that contains the answer.

    `span` is a character range in the record's text.
    """
    for window in record.windows:
        inside = span_in_window(record, window, span)
        if inside is not None:
            yield ReadingExample(
                question, window.text, *inside, True, True, source, str(record.group)
            )
            return


def span_in_window(
    record: CatalogText, window: Window, span: tuple[int, int]
) -> tuple[int, int] | None:
    """Return a text span's position in a window, or `None` if the span is not in the window."""
    own = record.text.find(record.name)
    if own >= 0 and own <= span[0] and span[1] <= own + len(record.name):
        inside = window.title_at + span[0] - own, window.title_at + span[1] - own
        return inside if inside[1] < window.body_at else None
    inside = window.body_at + span[0] - window.start, window.body_at + span[1] - window.start
    return inside if window.body_at <= inside[0] and inside[1] <= len(window.text) else None


def unanswered_example(
    record: CatalogText, question: str, text: str, source: str
) -> ReadingExample:
    """Return a question with a text that does not answer it."""
    return ReadingExample(question, text, 0, 0, True, False, source, str(record.group))


def vary_wording(words: str, rng: random.Random) -> str:
    """Return a phrase as a person might type it: lowercase, shortened, or misspelled."""
    varied = words.strip(" .")
    if rng.random() < 0.3:
        varied = varied.lower()
    parts = varied.split()
    if len(parts) > 6 and rng.random() < 0.6:
        first = rng.randrange(0, len(parts) - 5)
        varied = " ".join(parts[first : first + rng.randint(4, 12)])
    if rng.random() < 0.15:
        varied = with_typo(varied, rng)
    return varied


def with_typo(words: str, rng: random.Random) -> str:
    """Return a phrase with one letter dropped, doubled, swapped, or mistyped."""
    places = [place for place, character in enumerate(words[:-1]) if character.isalpha()]
    if not places:
        return words
    at = rng.choice(places)
    character = words[at]
    changed = rng.choice(
        ["", character * 2, words[at + 1] + character, ADJACENT_KEYS.get(character, character)]
    )
    return (
        words[:at]
        + changed
        + words[at + (2 if len(changed) == 2 and changed[1] == character else 1) :]
    )


def field_statements(
    records: Sequence[CatalogText], chance: float, rng: random.Random
) -> Iterator[StatementExample]:
    """Yield statements about fields: supported, contradicted, and not stated.

    A contradicted statement contains a value from a different record. For a "not stated" example,
    the field's line is removed from the text.
    """
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
    record: CatalogText,
    line: re.Match[str],
    templates: Mapping[str, Any],
    values: Mapping[str, Sequence[str]],
    rng: random.Random,
) -> StatementExample:
    """Return a statement about one field of a record, with a random verdict."""
    label, value = line["label"], line["value"]
    template = rng.choice(templates[label]["statements"])
    verdict = rng.choice(list(Verdict))
    stated_value = rng.choice(values[label]) if verdict is Verdict.CONTRADICTED else value
    if stated_value == value and verdict is Verdict.CONTRADICTED:
        verdict = Verdict.SUPPORTED
    text = record.text
    if verdict is Verdict.NOT_SAID:
        text = text[: line.start()] + text[line.end() + 1 :]
    parts = split_into_windows(window_heading(record.name, record.above), text)
    holds = [part for part in parts if line.group() in part.text] or parts
    statement = template.format(
        title=record.name[:120].strip(" ."), value=stated_value[:160].strip(" .")
    )
    return StatementExample(
        holds[0].text, statement, verdict, "field-statements", str(record.group)
    )


def letter_statements(
    records: Sequence[CatalogText], chance: float, rng: random.Random
) -> Iterator[StatementExample]:
    """Yield statements about who wrote to whom: supported, contradicted, and not stated.

    A contradicted statement takes a part from a different letter or swaps the correspondents. A
    "not stated" example contains added information.
    """
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
            other = template.format(**falsified_letter(parts, before or parts, rng))
            verdict = Verdict.SUPPORTED if other == statement else verdict
            statement = other
        if verdict is Verdict.NOT_SAID:
            statement = f"{statement.rstrip('.')} {rng.choice(templates['added'])}."
        text = record.windows[0].text
        yield StatementExample(text, statement, verdict, "letter-statements", str(record.group))
        before = parts


def falsified_letter(
    parts: Mapping[str, str], others: Mapping[str, str], rng: random.Random
) -> dict[str, str]:
    """Return the parts of a letter's title with one part changed or the correspondents swapped."""
    changed = dict(parts)
    name = rng.choice(["roles", "sender", "date", "kind", "recipient"])
    if name == "roles":
        changed["sender"], changed["recipient"] = parts["recipient"], parts["sender"]
    else:
        changed[name] = others[name]
    return changed
