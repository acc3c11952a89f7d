"""Render a record as a card: its title, key facts, an excerpt, and its path."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from narabot.models import (
    FIRST_EXAMPLE_NA_ID,
    RESTRICTED,
    FiledSubject,
    Holdings,
    Passage,
    PathRecord,
)
from narabot.presentation.excerpts import excerpt, highlight_words
from narabot.presentation.markdown import escape, link, one_line, shortened
from narabot.presentation.records import (
    EXAMPLE_LABEL,
    MAX_NOTE_LENGTH,
    dates,
    is_root,
    name,
    root_label,
    type_label,
)
from narabot.presentation.strings import number, say, say_many
from narabot.presentation.terms import status_label

MAX_CONTAINERS = 3
"""Maximum number of containers named on a card."""


@dataclass(frozen=True, slots=True)
class CardDetails:
    """Details that a card shows in addition to the record itself."""

    number: int | None = None
    """Position of the record in a list."""
    stems: Collection[str] = ()
    """Stems of the words in the request. The card highlights words with these stems."""
    excerpt: str | None = None
    """Excerpt to show, if the caller has chosen one."""
    subjects: Sequence[FiledSubject] = ()
    """Most frequent subjects of the documents in a file unit."""


NO_DETAILS = CardDetails()


def card(passage: Passage, details: CardDetails = NO_DETAILS) -> str:
    """Return a card as Markdown."""
    wanted = details.stems
    found = details.excerpt or (excerpt(passage, wanted) if wanted else None)
    filed = highlight_words(subject_summary(details.subjects), wanted) if details.subjects else ""
    lines = [
        title_line(passage.record, details.number, wanted),
        facts_line(passage),
        highlight_words(found, wanted) if found else "",
        f":small[{filed}]" if filed else "",
        path_line(passage),
    ]
    return "\n\n".join(line for line in lines if line)


def subject_summary(filed: Sequence[FiledSubject]) -> str:
    """Return the most frequent subjects of a file unit's documents, with their counts."""
    named = [f"{one_line(one.subject)} ({number(one.count)})" for one in filed]
    return say("Most frequent subjects: {subjects}", subjects=" · ".join(named))


def title_line(record: PathRecord, number: int | None, wanted: Collection[str] = ()) -> str:
    """Return a record's title as a link to the record's page, after the list number if any.

    Words whose stems are in `wanted` are highlighted.
    """
    named = page_link(highlight_words(name(record), wanted), record.na_id)
    return f"**{named}**" if number is None else f"**{number}.** **{named}**"


def page_link(shown: str, na_id: int) -> str:
    """Return a link to a record's page in narabot. `shown` is the link text, as Markdown."""
    return f"[{shown}](?naId={na_id})"


def facts_line(passage: Passage) -> str:
    """Return a record's type, dates, containers, and digital objects on one line."""
    record = passage.record
    facts = [type_label(record.type), dates(record), *holdings(passage.holdings)]
    shown = [escape(fact) for fact in facts if fact]
    return f":small[{' · '.join([*shown, *naid_and_link(record)])}]"


def holdings(stated: Holdings) -> Iterator[str]:
    """Yield the containers, the number of digital objects, and any access restriction."""
    if stated.containers:
        boxes = [shortened(one, MAX_NOTE_LENGTH) for one in stated.containers[:MAX_CONTAINERS]]
        more = ["…"] if len(stated.containers) > MAX_CONTAINERS else []
        yield ", ".join([*boxes, *more])
    if stated.online_count:
        yield say_many("{count} digital object", "{count} digital objects", stated.online_count)
    if stated.access_status in RESTRICTED:
        yield shortened(status_label(stated.access_status or ""), MAX_NOTE_LENGTH)


def naid_and_link(record: PathRecord) -> Iterator[str]:
    """Yield a record's naId, and then a link to archives.gov or the label for example records."""
    yield escape(f"NAID {record.na_id}")
    if record.na_id >= FIRST_EXAMPLE_NA_ID:
        yield escape(say(EXAMPLE_LABEL))
    else:
        yield link(say("archives.gov"), record.source)


def path_line(passage: Passage) -> str:
    """Return the ancestors from the root to the parent as links, or "" if there are none."""
    above = [page_link(escape(ancestor_name(one)), one.na_id) for one in reversed(passage.path[1:])]
    if not above:
        return ""
    text = say("In {path}", path=" › ".join(above))
    return f":small[{text}]"


def ancestor_name(record: PathRecord) -> str:
    """Return an ancestor's name, including the number if the ancestor is a record group."""
    return root_label(record) if is_root(record) else name(record)
