"""A record as a card: its name, what it is, why it was found, and the way down to it. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from narabot.models import (
    INVENTED_NA_ID_FROM,
    RESTRICTED,
    FiledSubject,
    Holdings,
    Passage,
    PathRecord,
)
from narabot.presentation.excerpts import excerpt, marked_words
from narabot.presentation.markdown import escape, link, one_line, shortened
from narabot.presentation.records import (
    EXAMPLE,
    LONGEST_NOTE,
    dates,
    is_root,
    name,
    root_label,
    type_label,
)
from narabot.presentation.strings import number, say, say_many
from narabot.presentation.terms import status_said

SHOWN_CONTAINERS = 3
"""Boxes that are named."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What a card says beside what the record itself is."""

    number: int | None = None
    """Its place in a list."""
    wanted: Collection[str] = ()
    """Stems of a request's words, which are marked."""
    said: str | None = None
    """Words of the record that are shown, where these are known."""
    filed: Sequence[FiledSubject] = ()
    """Of a file unit, what its documents concern."""


NOTHING_BESIDE = Beside()


def card(passage: Passage, beside: Beside = NOTHING_BESIDE) -> str:
    """Return a card as Markdown."""
    wanted = beside.wanted
    found = beside.said or (excerpt(passage, wanted) if wanted else None)
    filed = marked_words(filed_text(beside.filed), wanted) if beside.filed else ""
    lines = [
        title_line(passage.record, beside.number, wanted),
        facts_line(passage),
        marked_words(found, wanted) if found else "",
        f":small[{filed}]" if filed else "",
        path_line(passage),
    ]
    return "\n\n".join(line for line in lines if line)


def filed_text(filed: Sequence[FiledSubject]) -> str:
    """Return what the documents of a file unit most often concern, with how many do."""
    named = [f"{one_line(one.subject)} ({number(one.count)})" for one in filed]
    return say("Its documents most often concern: {subjects}", subjects=" · ".join(named))


def title_line(record: PathRecord, number: int | None, wanted: Collection[str] = ()) -> str:
    """Return the name of a record, which leads to its page here, behind its number if it has one.

    The words that are wanted are marked.
    """
    named = page_link(marked_words(name(record), wanted), record.na_id)
    return f"**{named}**" if number is None else f"**{number}.** **{named}**"


def page_link(shown: str, na_id: int) -> str:
    """Return a link to a record's page here, by what is shown of it as Markdown."""
    return f"[{shown}](?naId={na_id})"


def facts_line(passage: Passage) -> str:
    """Return on one line what a record is, from when, in which box, and what there is online."""
    record = passage.record
    facts = [type_label(record.type), dates(record), *holdings(passage.holdings)]
    shown = [escape(fact) for fact in facts if fact]
    return f":small[{' · '.join([*shown, *archives_mark(record)])}]"


def holdings(stated: Holdings) -> Iterator[str]:
    """Yield boxes, digital copies, and whether the records are closed."""
    if stated.containers:
        boxes = [shortened(one, LONGEST_NOTE) for one in stated.containers[:SHOWN_CONTAINERS]]
        more = ["…"] if len(stated.containers) > SHOWN_CONTAINERS else []
        yield ", ".join([*boxes, *more])
    if stated.online_count:
        yield say_many("{count} online copy", "{count} online copies", stated.online_count)
    if stated.access_status in RESTRICTED:
        yield shortened(status_said(stated.access_status or ""), LONGEST_NOTE)


def archives_mark(record: PathRecord) -> Iterator[str]:
    """Yield the number of a record, and the way to its page at the National Archives if it has
    one."""
    yield escape(f"NAID {record.na_id}")
    if record.na_id >= INVENTED_NA_ID_FROM:
        yield escape(say(EXAMPLE))
    else:
        yield link(say("archives.gov"), record.source)


def path_line(passage: Passage) -> str:
    """Return the records above, from the root down to the parent, each a link; "" without any."""
    above = [page_link(escape(step_name(one)), one.na_id) for one in reversed(passage.path[1:])]
    if not above:
        return ""
    said = say("In {path}", path=" › ".join(above))
    return f":small[{said}]"


def step_name(record: PathRecord) -> str:
    """Return the name of a record above, of a record group with its number."""
    return root_label(record) if is_root(record) else name(record)
