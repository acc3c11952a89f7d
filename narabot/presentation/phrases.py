"""A name that texts say: what it is, what is stated of it, and the sentences that name it. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from narabot.dates import plain_date
from narabot.models.knowledge import Naming, PhrasePage, PhraseTold, StatedRelation
from narabot.models.relations import AUTHORITY_RELATIONS
from narabot.presentation.cards import page_link
from narabot.presentation.markdown import ELLIPSIS, escape
from narabot.presentation.quotes import joined, marked_part
from narabot.presentation.records import dates, name, type_label
from narabot.presentation.strings import later, say, say_many, spoken
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
"""What a phrase is."""

RELATIONS: Mapping[str, tuple[str, str]] = {
    "ABBREVIATION": (later("Short form"), later("Short for")),
    "ALTERNATIVE_NAME": (later("Also called"), later("Another name of")),
    "DATE_DEFUNCT_IN": (later("Until"), later("End of")),
    "DATE_FOUNDED_IN": (later("From"), later("Beginning of")),
    "DATE_OF_BIRTH": (later("Born"), later("Birth of")),
    "DATE_OF_DEATH": (later("Died"), later("Death of")),
    "LOCATED_IN": (later("Lies in"), later("Holds")),
    "MEMBER_OF": (later("Belonged to"), later("Had among its people")),
    "SENT_TO": (later("Wrote to"), later("Had letters from")),
    "SUBORDINATE_OF": (later("Stood under"), later("Stood above")),
    "WRITES_ABOUT": (later("Wrote about"), later("Written about by")),
}
"""What a relation says of its subject, and of its object."""

PHRASE_ID = re.compile("[0-9a-f]{16}")

HEADING_LABELS = frozenset(told.heading for told in AUTHORITY_RELATIONS.values())
"""Of lines whose entries are headings of authorities."""

LONGEST_SENTENCE = 400
"""Characters of a sentence that are shown, around what it names."""

MOST_QUOTED = 160


def phrase_link(one: PhraseTold) -> str:
    """Return a link to a phrase's page."""
    return f"[{escape(phrase_name(one))}](?phrase={one.phrase_id})"


def phrase_address(phrase_id: str) -> str | None:
    """Return the address of a phrase's page, `None` for what is no phrase's number."""
    return f"?phrase={phrase_id}" if PHRASE_ID.fullmatch(phrase_id) else None


def phrase_name(one: PhraseTold) -> str:
    """Return the name of a phrase; a day as it is written in the language of the page."""
    return plain_date(one.name, spoken()) if one.entity_class == "DATE" else one.name


def class_said(entity_class: str) -> str:
    """Return what a phrase is."""
    return say(CLASSES[entity_class]) if entity_class in CLASSES else entity_class.lower()


def told_line(told: PhraseTold) -> str:
    """Return what a phrase is, and how often it is named."""
    named = say_many("named in {count} record", "named in {count} records", told.records)
    return f"{class_said(told.entity_class)} · {named}"


def relation_said(one: StatedRelation) -> str:
    """Return what a relation says of the phrase that is shown."""
    return relation_words(one.relation, is_subject=one.is_subject)


def relation_words(relation: str, *, is_subject: bool) -> str:
    """Return what a class of relations says of its subject, or of its object."""
    if relation in RELATIONS:
        return say(RELATIONS[relation][0 if is_subject else 1])
    plain = relation.replace("_", " ").lower()
    return plain.capitalize() if is_subject else f"({plain})"


def relation_lines(found: Iterable[StatedRelation]) -> Iterator[str]:
    """Yield what texts state of a phrase, a line for each relation with all others that it has."""
    by_relation: dict[str, list[StatedRelation]] = {}
    for one in found:
        by_relation.setdefault(relation_said(one), []).append(one)
    for said, some in by_relation.items():
        yield f"**{escape(said)}:** " + " · ".join(phrase_link(one.other) for one in some)


def evidence_lines(found: Iterable[StatedRelation]) -> Iterator[str]:
    """Yield for each relation the words of a record that states it, and how many do."""
    for one in found:
        quote = one.quote if len(one.quote) <= MOST_QUOTED else one.quote[:MOST_QUOTED] + ELLIPSIS
        source = page_link(escape(name(one.record)), one.record.na_id)
        places = say_many("stated once", "stated {count} times", one.statements)
        said = f"**{escape(relation_said(one))}** {phrase_link(one.other)}"
        yield f"- {said}: “{escape(quote)}”, {source} ({places})"


def beside_line(page: PhrasePage) -> str:
    """Return the names that stand in the same texts, with in how many."""
    return " · ".join(f"{phrase_link(one)} ({count:,})" for one, count in page.beside)


def same_name_line(page: PhrasePage) -> str:
    """Return the others that are called so, each with what it is."""
    return " · ".join(f"{phrase_link(one)} ({told_line(one)})" for one in page.of_same_name)


def years_line(page: PhrasePage) -> str:
    """Return from which decades the records are, and how many from each."""
    return " · ".join(
        say("of several decades or undated: {count}", count=count)
        if decade is None
        else say("{decade}s: {count}", decade=str(decade), count=count)
        for decade, count in page.years
    )


def names_in_title(title: str, names: Mapping[str, str]) -> str:
    """Return the names in a title as links, each once, "" without any."""
    places = (re.search(rf"(?<!\w){re.escape(one)}(?!\w)", title) for one in names)
    found = sorted((one.start(), -one.end(), one.group()) for one in places if one)
    links = " · ".join(f"[{escape(one)}]({names[one]})" for _, _, one in found)
    label = say("Names in the title")
    return f"**{label}:** {links}" if links else ""


def naming_lines(one: Naming) -> str:
    """Return a record that names a phrase, and the first sentence that does, the name marked."""
    record = one.record
    facts = " · ".join(escape(fact) for fact in (type_label(record.type), dates(record)) if fact)
    linked = page_link(escape(name(record)), record.na_id)
    return f"**{linked}** — {facts}\n\n{sentence_marked(one.text, one.spans)}"


def sentence_marked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the sentence of the first of some places, with those in it marked.

    A long one is cut around the first.
    """
    first, last = sentence_around(text, *spans[0])
    start, end = first, last
    if last - first > LONGEST_SENTENCE:
        half = LONGEST_SENTENCE // 2
        start, end = max(first, spans[0][0] - half), min(last, spans[0][1] + half)
    within = [span for span in joined(spans) if start <= span[0] and span[1] <= end]
    shown = marked_part(text, (start, end), within)
    return f"{ELLIPSIS if start > first else ''}{shown}{ELLIPSIS if end < last else ''}"


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the sentence stands that holds a place, within its line.

    A line of headings is one: the stops in these end no sentence.
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
