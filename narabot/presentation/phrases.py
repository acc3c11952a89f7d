"""Render a phrase: its class, its relations, and the sentences that mention it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from narabot.dates import plain_date
from narabot.models.knowledge import NamingRecord, PhrasePage, PhraseSummary, StatedRelation
from narabot.models.relations import AUTHORITY_RELATIONS
from narabot.presentation.cards import page_link
from narabot.presentation.markdown import ELLIPSIS, escape
from narabot.presentation.quotes import highlighted_part, merge_spans
from narabot.presentation.records import dates, name, type_label
from narabot.presentation.strings import later, page_language, say, say_many
from narabot.words import SENTENCE_END

CLASSES: Mapping[str, str] = {
    "AGE": later("Age"),
    "AWARD": later("Award"),
    "CITY": later("City or town"),
    "COUNTRY": later("Country"),
    "CRIME": later("Crime"),
    "DATE": later("Date"),
    "DISEASE": later("Disease"),
    "DISTRICT": later("District"),
    "EVENT": later("Event"),
    "FACILITY": later("Building or site"),
    "FAMILY": later("Family"),
    "IDEOLOGY": later("Ideology"),
    "LANGUAGE": later("Language"),
    "LAW": later("Law or order"),
    "LOCATION": later("Place"),
    "MONEY": later("Sum of money"),
    "NATIONALITY": later("Nationality"),
    "NUMBER": later("Number"),
    "ORDINAL": later("Ordinal number"),
    "ORGANIZATION": later("Organization or office"),
    "PENALTY": later("Penalty"),
    "PERCENT": later("Percentage"),
    "PERSON": later("Person"),
    "PRODUCT": later("Product"),
    "PROFESSION": later("Profession"),
    "RECORDS_TYPE": later("Type of records"),
    "RELIGION": later("Religion"),
    "STATE_OR_PROV": later("State or province"),
    "SUBJECT": later("Subject"),
    "TIME": later("Time of day"),
    "WORK_OF_ART": later("Work of art"),
}
"""Label for each entity class."""

RELATIONS: Mapping[str, tuple[str, str]] = {
    "ABBREVIATION": (later("Short form"), later("Short for")),
    "ALTERNATIVE_NAME": (later("Also called"), later("Another name for")),
    "DATE_DEFUNCT_IN": (later("Until"), later("End of")),
    "DATE_FOUNDED_IN": (later("From"), later("Beginning of")),
    "DATE_OF_BIRTH": (later("Born"), later("Birth of")),
    "DATE_OF_DEATH": (later("Died"), later("Death of")),
    "LOCATED_IN": (later("Located in"), later("Location of")),
    "MEMBER_OF": (later("Member of"), later("Members")),
    "SENT_TO": (later("Wrote to"), later("Received letters from")),
    "SUBORDINATE_OF": (later("Subordinate to"), later("Superior to")),
    "WRITES_ABOUT": (later("Wrote about"), later("Written about by")),
}
"""Two labels for each relation: one for the subject and one for the object."""

PHRASE_ID = re.compile("[0-9a-f]{16}")

HEADING_LABELS = frozenset(one.heading for one in AUTHORITY_RELATIONS.values())
"""Labels of lines that consist of authority headings."""

MAX_SENTENCE_LENGTH = 400
"""Maximum length of a sentence, in characters. Longer sentences are cut around their first
mention."""

MAX_QUOTE_LENGTH = 160


def phrase_link(one: PhraseSummary) -> str:
    """Return a link to a phrase's page."""
    return f"[{escape(phrase_name(one))}](?phrase={one.phrase_id})"


def phrase_address(phrase_id: str) -> str | None:
    """Return the address of a phrase's page, or `None` if the ID is not a phrase ID."""
    return f"?phrase={phrase_id}" if PHRASE_ID.fullmatch(phrase_id) else None


def phrase_name(one: PhraseSummary) -> str:
    """Return a phrase's name.

    A date is formatted for the page language.
    """
    return plain_date(one.name, page_language()) if one.entity_class == "DATE" else one.name


def class_label(entity_class: str) -> str:
    """Return the label of an entity class."""
    return say(CLASSES[entity_class]) if entity_class in CLASSES else entity_class.lower()


def phrase_summary(summary: PhraseSummary) -> str:
    """Return a phrase's class and the number of records that mention the phrase."""
    mentions = say_many(
        "mentioned in {count} record", "mentioned in {count} records", summary.records
    )
    return f"{class_label(summary.entity_class)} · {mentions}"


def relation_label(one: StatedRelation) -> str:
    """Return the label of a relation from the perspective of the displayed phrase."""
    return relation_type_label(one.relation, is_subject=one.is_subject)


def relation_type_label(relation: str, *, is_subject: bool) -> str:
    """Return the label of a relation type, for the subject or for the object."""
    if relation in RELATIONS:
        return say(RELATIONS[relation][0 if is_subject else 1])
    plain = relation.replace("_", " ").lower()
    return plain.capitalize() if is_subject else f"({plain})"


def relation_lines(found: Iterable[StatedRelation]) -> Iterator[str]:
    """Yield one line for each relation of a phrase, with links to all related phrases."""
    by_relation: dict[str, list[StatedRelation]] = {}
    for one in found:
        by_relation.setdefault(relation_label(one), []).append(one)
    for label, some in by_relation.items():
        yield f"**{escape(label)}:** " + " · ".join(phrase_link(one.other) for one in some)


def evidence_lines(found: Iterable[StatedRelation]) -> Iterator[str]:
    """Yield one line per relation: a quotation, the quoted record, and the number of statements."""
    for one in found:
        quote = (
            one.quote
            if len(one.quote) <= MAX_QUOTE_LENGTH
            else one.quote[:MAX_QUOTE_LENGTH] + ELLIPSIS
        )
        source = page_link(escape(name(one.record)), one.record.na_id)
        places = say_many("stated once", "stated {count} times", one.statements)
        statement = f"**{escape(relation_label(one))}** {phrase_link(one.other)}"
        yield f"- {statement}: “{escape(quote)}”, {source} ({places})"


def cooccurrence_line(page: PhrasePage) -> str:
    """Return the phrases that share chunks with a phrase, each with the number of shared chunks."""
    return " · ".join(f"{phrase_link(one)} ({count:,})" for one, count in page.cooccurring)


def same_name_line(page: PhrasePage) -> str:
    """Return other phrases with the same name, each with its summary."""
    return " · ".join(f"{phrase_link(one)} ({phrase_summary(one)})" for one in page.of_same_name)


def years_line(page: PhrasePage) -> str:
    """Return the number of records from each decade."""
    return " · ".join(
        say("several decades or undated: {count}", count=count)
        if decade is None
        else say("{decade}s: {count}", decade=str(decade), count=count)
        for decade, count in page.years
    )


def names_in_title(title: str, names: Mapping[str, str]) -> str:
    """Return a link for each distinct name in a title, or "" if there are none."""
    places = (re.search(rf"(?<!\w){re.escape(one)}(?!\w)", title) for one in names)
    found = sorted((one.start(), -one.end(), one.group()) for one in places if one)
    links = " · ".join(f"[{escape(one)}]({names[one]})" for _, _, one in found)
    label = say("Names in the title")
    return f"**{label}:** {links}" if links else ""


def naming_lines(one: NamingRecord) -> str:
    """Return a record that mentions a phrase, with the first sentence that contains the phrase.

    The phrase is highlighted.
    """
    record = one.record
    facts = " · ".join(escape(fact) for fact in (type_label(record.type), dates(record)) if fact)
    linked = page_link(escape(name(record)), record.na_id)
    return f"**{linked}** — {facts}\n\n{highlighted_sentence(one.text, one.spans)}"


def highlighted_sentence(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the sentence that contains the first span, with all spans in the sentence highlighted.

    A long sentence is shortened around the first span.
    """
    first, last = sentence_bounds(text, *spans[0])
    start, end = first, last
    if last - first > MAX_SENTENCE_LENGTH:
        half = MAX_SENTENCE_LENGTH // 2
        start, end = max(first, spans[0][0] - half), min(last, spans[0][1] + half)
    within = [span for span in merge_spans(spans) if start <= span[0] and span[1] <= end]
    shown = highlighted_part(text, (start, end), within)
    return f"{ELLIPSIS if start > first else ''}{shown}{ELLIPSIS if end < last else ''}"


def sentence_bounds(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the sentence that contains a span, within the span's line.

    A line of headings counts as one sentence because its periods do not end sentences.
    """
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    if text[first:last].partition(": ")[0] in HEADING_LABELS:
        return first, last
    for found in SENTENCE_END.finditer(text, first, last):
        if found.end() <= start:
            first = found.end()
        elif found.start() >= end:
            return first, found.start() + len(found.group().rstrip())
    return first, last
