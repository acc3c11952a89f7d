"""What stands on a record's page beside the sections of its text. Pure."""

from itertools import groupby

from narabot.dates import plain_span
from narabot.models import (
    INVENTED_NA_ID_FROM,
    FullRecord,
    OnlineCopy,
    OtherName,
    PathRecord,
    Relation,
    Role,
    Siblings,
    TextLine,
    Withdrawal,
)
from narabot.models.relations import AUTHORITY_RELATIONS
from narabot.rendering.markdown import LINE_END, escape, link, shortened, web_address
from narabot.rendering.records import EXAMPLE, LONGEST_NAME, TYPE_NAMES, dates, name, type_label

MACHINE_MARK = ":orange-badge[:material/smart_toy: Machine-read, may have errors]"
PUBLIC_MARK = ":blue-badge[:material/group: Transcribed by the public]"


def about(full: FullRecord) -> str:
    """Return type, dates, naId and the link to NARA's page on one line."""
    record = full.record
    parts = [escape(one) for one in (type_label(record.type), dates(record)) if one]
    parts.append(escape(f"naId {record.na_id}"))
    example = record.na_id >= INVENTED_NA_ID_FROM
    parts.append(EXAMPLE if example else link("NARA's page", record.source))
    return " · ".join(parts)


def withdrawn(withdrawal: Withdrawal) -> str:
    """Return that the catalogue has a record no more."""
    return (
        f"NARA's catalogue has this record no more: release {escape(withdrawal.release)} "
        f"({escape(withdrawal.date)}) was without it. What is shown here is what it said before; "
        "no search finds it."
    )


def role_text(role: Role) -> str:
    """Return an authority with its part: `Brady, Mathew (Photographer)`."""
    kind = f" ({role.kind})" if role.kind else ""
    return escape(name(role.authority) + kind)


def lent_creators(full: FullRecord, label: str) -> str:
    """Return on which record above NARA names the creators, "" for all other names."""
    if label != AUTHORITY_RELATIONS[Relation.CREATOR].heading:
        return ""
    makers = [one.stated_by for one in full.roles if one.relation is Relation.CREATOR]
    if not makers or makers[0] == full.record:
        return ""
    return escape(f"NARA names them on the {type_label(makers[0].type).lower()} above.")


def other_name_text(other: OtherName) -> str:
    """Return an earlier or later name of an organization with its dates."""
    span = plain_span(other.start_date or None, other.end_date or None)
    heading = other.heading or f"Name without a heading (naId {other.na_id})"
    return escape(f"{shortened(heading, LONGEST_NAME)}{f' ({span})' if span else ''}")


def step_text(record: PathRecord) -> str:
    """Return a record with its type and dates, for a button that leads to it."""
    about_it = ", ".join(one for one in (type_label(record.type).lower(), dates(record)) if one)
    return escape(f"{name(record)} ({about_it})")


def siblings_text(full: FullRecord, siblings: Siblings) -> str:
    """Return the place of a record among those beside it."""
    of = type_label(full.path[1].type).lower()
    return escape(f"{siblings.place:,} of {siblings.count:,} in this {of}")


def children_heading(full: FullRecord) -> str:
    """Return how many records there are right below, of each level."""
    counts = (
        f"{count:,} {TYPE_NAMES[level][count != 1].lower()}"
        for level, count in full.children_counts
    )
    return f"Contains {' and '.join(counts)}"


def descriptions_heading(full: FullRecord) -> str:
    """Return how many descriptions there are by or about an authority."""
    total = full.descriptions.total
    return f"{total:,} {'record' if total == 1 else 'records'} by or about it"


def descriptions_by_role(full: FullRecord) -> str:
    """Return the descriptions of an authority counted by its part in them, and their levels."""
    lines = []
    for relation, some in groupby(full.descriptions_counts, key=lambda one: one.relation):
        counts = " · ".join(
            f"{one.count:,} {TYPE_NAMES[one.level][one.count != 1].lower()}" for one in some
        )
        part = AUTHORITY_RELATIONS[relation].part or ""
        lines.append(f"**{escape(part)}:** {escape(counts)}")
    return LINE_END.join(lines)


def page_mark(line: TextLine) -> str:
    """Return which page some words stand on, with a mark that says who read them."""
    mark = MACHINE_MARK if line.is_machine_read else PUBLIC_MARK
    return f"**{escape(line.label)}** {mark}"


def is_image(copy: OnlineCopy) -> bool:
    """Return whether a browser can show a digital object as a picture."""
    unseen = ("TIF", "JP2", "JPEG2000")
    named = copy.type.upper()
    is_shown = named.startswith("IMAGE") and not any(one in named for one in unseen)
    return is_shown and web_address(copy.url) is not None


def copy_link(copy: OnlineCopy, number: int) -> str:
    """Return a link to a digital object with what NARA says of it."""
    file_name = copy.url.rpartition("/")[2]
    label = copy.description or file_name or f"Copy {number}"
    kind = f" · {escape(copy.type)}" if copy.type else ""
    return f"{number}. {link(shortened(label, LONGEST_NAME), copy.url)}{kind}"
