"""How sets of records are said in an answer. Pure."""

from collections.abc import Sequence

from narabot.plans.algebra import (
    EVERYTHING,
    Below,
    Both,
    Conditions,
    CreatorRole,
    Either,
    MadeBy,
    Meeting,
    Period,
    Records,
    RecordSet,
    These,
    Timing,
    Without,
)
from narabot.plans.phrasing import MOST_SHARED, Telling
from narabot.plans.slot_conditions import VOLUME

PAIRED = {Both: "both", Either: "either", Without: "without"}
"""How the two sets of a pair are said."""


def described(wanted: RecordSet, telling: Telling) -> str:
    """Return a set in words: what the records are, where they are kept, who made them."""
    match wanted:
        case Both() | Either() | Without():
            return paired(wanted, telling)
        case These() if named := names_in(wanted, telling):
            return ", ".join(map(telling.quoted, named))
        case Meeting(of=of, conditions=conditions):
            kept = said_conditions(conditions, telling)
            return telling.say("of_these", kept=kept, whole=described(of, telling.of(None)))
        case Records(conditions=conditions):
            return said_conditions(conditions, telling)
        case _:
            said = said_conditions(conditions_in(wanted), telling)
            return f"{said}{where(wanted, telling, whole=False)}"


def paired(wanted: Both | Either | Without, telling: Telling) -> str:
    """Return a set that is made from two in words."""
    form, said, other = PAIRED[type(wanted)], described(wanted.one, telling), wanted.other
    if isinstance(wanted, Either) and other == Below(wanted.one):
        return telling.say("with_below", one=said)
    if isinstance(other, Meeting) and is_of_any_kind(other.conditions):
        return telling.say(
            "not_those", one=said, other=" ".join(restrictions(other.conditions, telling))
        )
    whole = conditions_in(wanted.one) != conditions_in(other)
    return telling.say(form, one=said, other=where(other, telling, whole=whole))


def conditions_in(wanted: RecordSet) -> Conditions:
    """Return the conditions that a set is under."""
    if isinstance(wanted, Both | Either | Without):
        return conditions_in(wanted.one)
    return getattr(wanted, "conditions", EVERYTHING)


def where(wanted: RecordSet, telling: Telling, *, whole: bool) -> str:
    """Return in words what a set is made from; of all other sets, or of a whole one, all of it."""
    if whole or isinstance(wanted, Both | Either | Without | Records):
        return f" {described(wanted, telling)}"
    named = ", ".join(map(telling.quoted, names_in(wanted, telling)))
    if not named:
        return ""
    if isinstance(wanted, MadeBy):
        role = telling.say(ROLES[wanted.role]) if wanted.role else ""
        return telling.say("made_by", names=named) + role
    return telling.say("kept_in", names=named)


ROLES = {CreatorRole.MOST_RECENT: "most_recent", CreatorRole.PREDECESSOR: "earlier"}


def names_in(wanted: RecordSet, telling: Telling) -> list[str]:
    """Return the names of the records or authorities that a set is made from."""
    na_ids: tuple[int, ...] = getattr(wanted, "na_ids", ())
    if isinstance(wanted, Below):
        if isinstance(wanted.of, Records):
            return [said_conditions(wanted.of.conditions, telling)]
        na_ids = getattr(wanted.of, "na_ids", ())
    known = [telling.names[na_id] for na_id in na_ids if na_id in telling.names]
    return list(dict.fromkeys(known))[:MOST_SHARED]


def said_conditions(wanted: Conditions, telling: Telling) -> str:
    """Return conditions in words: what the records are, then what they must be."""
    return " ".join([nouns(wanted, telling), *restrictions(wanted, telling)])


def is_of_any_kind(wanted: Conditions) -> bool:
    """Return whether conditions are none of a level, or of a kind of document."""
    return not (wanted.levels or wanted.kinds or (VOLUME,) in wanted.words)


def restrictions(wanted: Conditions, telling: Telling) -> list[str]:
    """Return in words what records must be, whatever they are."""
    words = [group for group in wanted.words if group != (VOLUME,)]
    return [
        *(
            [telling.say("of_type", names=", ".join(wanted.records_types))]
            * bool(wanted.records_types)
        ),
        *(
            telling.say("titled", words=" / ".join(map(telling.quoted, group[:MOST_SHARED])))
            for group in words
        ),
        *([telling.say("in_class", code=wanted.file_code)] if wanted.file_code else []),
        *([telling.say("in_box", box=span_of_boxes(wanted.boxes))] if wanted.boxes else []),
        *([telling.say("sent_from", name=wanted.sender)] if wanted.sender else []),
        *([telling.say("sent_to", name=wanted.recipient)] if wanted.recipient else []),
        *(said_period(one, telling) for one in wanted.periods),
        *([telling.say("in_group", number=wanted.record_group)] if wanted.record_group else []),
        *said_sizes(wanted, telling),
        *([telling.say("with_role") + telling.say(ROLES[wanted.role])] if wanted.role else []),
        *(
            [telling.say("online" if wanted.is_online else "not_online")]
            if wanted.is_online is not None
            else []
        ),
    ]


def said_sizes(wanted: Conditions, telling: Telling) -> list[str]:
    """Return in words how many documents folders must state."""
    least, most = wanted.least_documents, wanted.most_documents
    if least is not None and least == most:
        return [telling.say("exactly", documents=telling.counted("document", least))]
    if least is not None and most is not None:
        documents = telling.counted("document", most)
        return [telling.say("from_to", least=least, documents=documents)]
    return [
        telling.say(form, documents=telling.counted("document", number))
        for form, number in (("at_least", least), ("at_most", most))
        if number is not None
    ]


def nouns(wanted: Conditions, telling: Telling) -> str:
    """Return what the records are: kinds of documents, a level, volumes, or records."""
    if wanted.kinds:
        return " / ".join(telling.noun(kind) for kind in wanted.kinds)
    if (VOLUME,) in wanted.words:
        return telling.noun(VOLUME)
    return " / ".join(telling.noun(level) for level in wanted.levels) or telling.noun("record")


def span_of_boxes(boxes: Sequence[str]) -> str:
    """Return boxes in words, many as the first and the last."""
    return ", ".join(boxes) if len(boxes) <= MOST_SHARED else f"{boxes[0]} – {boxes[-1]}"


def said_period(one: Period, telling: Telling) -> str:
    """Return a period in plain words, with how the records lie to it."""
    first, last = (day.isoformat() if day else None for day in (one.first, one.last))
    if first and last:
        precise = len("1964") if one.is_of_years else len("1964-12") if one.is_of_months else None
        span = " – ".join(
            telling.plain_day(end) for end in dict.fromkeys((first[:precise], last[:precise]))
        )
        return telling.say(TIMED[one.timing], span=span)
    form = f"{OPEN[one.timing]}_{'from' if first else 'until'}"
    return telling.say(
        form, first=telling.plain_day(first or ""), last=telling.plain_day(last or "")
    )


TIMED = {
    Timing.WITHIN: "dated_within",
    Timing.OVERLAPPING: "dated",
    Timing.STARTING: "dated_starting",
    Timing.ENDING: "dated_ending",
}

OPEN = {
    Timing.WITHIN: "dated",
    Timing.OVERLAPPING: "dated",
    Timing.STARTING: "starting",
    Timing.ENDING: "ending",
}
"""How periods with both ends are said, and those with one."""
