"""Phrases for sets of records in answers. Pure."""

from collections.abc import Sequence

from narabot.plans.algebra import (
    NO_CONDITIONS,
    Conditions,
    CreatedBy,
    CreatorRole,
    Descendants,
    Difference,
    Intersection,
    Period,
    Records,
    RecordsById,
    RecordSet,
    Subset,
    Timing,
    Union,
)
from narabot.plans.phrasing import MAX_NAMES, Phrasing
from narabot.plans.slot_conditions import VOLUME

PAIR_FORMS = {Intersection: "both", Union: "either", Difference: "without"}
"""The sentence form for each way of combining two sets."""


def set_phrase(wanted: RecordSet, phrasing: Phrasing) -> str:
    """Return a phrase for a set: what the records are, where they are, and who created them."""
    match wanted:
        case Intersection() | Union() | Difference():
            return pair_phrase(wanted, phrasing)
        case RecordsById() if named := source_names(wanted, phrasing):
            return ", ".join(map(phrasing.quoted, named))
        case Subset(of=of, conditions=conditions):
            kept = conditions_phrase(conditions, phrasing)
            return phrasing.say(
                "of_these", kept=kept, whole=set_phrase(of, phrasing.with_count(None))
            )
        case Records(conditions=conditions):
            return conditions_phrase(conditions, phrasing)
        case _:
            phrase = conditions_phrase(conditions_in(wanted), phrasing)
            return f"{phrase}{origin_phrase(wanted, phrasing, whole=False)}"


def pair_phrase(wanted: Intersection | Union | Difference, phrasing: Phrasing) -> str:
    """Return a phrase for a set that combines two sets."""
    form, phrase, other = PAIR_FORMS[type(wanted)], set_phrase(wanted.one, phrasing), wanted.other
    if isinstance(wanted, Union) and other == Descendants(wanted.one):
        return phrasing.say("with_below", one=phrase)
    if isinstance(other, Subset) and has_no_noun(other.conditions):
        return phrasing.say(
            "not_those", one=phrase, other=" ".join(restriction_phrases(other.conditions, phrasing))
        )
    whole = conditions_in(wanted.one) != conditions_in(other)
    return phrasing.say(form, one=phrase, other=origin_phrase(other, phrasing, whole=whole))


def conditions_in(wanted: RecordSet) -> Conditions:
    """Return the conditions of a set. For a combination of two sets, return the first set's
    conditions."""
    if isinstance(wanted, Intersection | Union | Difference):
        return conditions_in(wanted.one)
    return getattr(wanted, "conditions", NO_CONDITIONS)


def origin_phrase(wanted: RecordSet, phrasing: Phrasing, *, whole: bool) -> str:
    """Return a phrase that describes where the records in a set come from.

    If `whole` is true or the set has no simple origin, return the phrase for the complete set.
    """
    if whole or isinstance(wanted, Intersection | Union | Difference | Records):
        return f" {set_phrase(wanted, phrasing)}"
    named = ", ".join(map(phrasing.quoted, source_names(wanted, phrasing)))
    if not named:
        return ""
    if isinstance(wanted, CreatedBy):
        role = phrasing.say(ROLE_FORMS[wanted.role]) if wanted.role else ""
        return phrasing.say("made_by", names=named) + role
    return phrasing.say("kept_in", names=named)


ROLE_FORMS = {CreatorRole.MOST_RECENT: "most_recent", CreatorRole.PREDECESSOR: "earlier"}


def source_names(wanted: RecordSet, phrasing: Phrasing) -> list[str]:
    """Return the names of the records or authorities that define a set."""
    na_ids: tuple[int, ...] = getattr(wanted, "na_ids", ())
    if isinstance(wanted, Descendants):
        if isinstance(wanted.of, Records):
            return [conditions_phrase(wanted.of.conditions, phrasing)]
        na_ids = getattr(wanted.of, "na_ids", ())
    known = [phrasing.names[na_id] for na_id in na_ids if na_id in phrasing.names]
    return list(dict.fromkeys(known))[:MAX_NAMES]


def conditions_phrase(wanted: Conditions, phrasing: Phrasing) -> str:
    """Return a phrase for conditions: first what the records are, then the restrictions."""
    return " ".join([noun_phrase(wanted, phrasing), *restriction_phrases(wanted, phrasing)])


def has_no_noun(wanted: Conditions) -> bool:
    """Return whether conditions name no level, volume, or document kind."""
    return not (wanted.levels or wanted.kinds or (VOLUME,) in wanted.words)


def restriction_phrases(wanted: Conditions, phrasing: Phrasing) -> list[str]:
    """Return phrases for the restrictions on records, without the noun."""
    words = [group for group in wanted.words if group != (VOLUME,)]
    return [
        *(
            [phrasing.say("of_type", names=", ".join(wanted.records_types))]
            * bool(wanted.records_types)
        ),
        *(
            phrasing.say("titled", words=" / ".join(map(phrasing.quoted, group[:MAX_NAMES])))
            for group in words
        ),
        *([phrasing.say("in_class", code=wanted.file_code)] if wanted.file_code else []),
        *([phrasing.say("in_box", box=boxes_text(wanted.boxes))] if wanted.boxes else []),
        *([phrasing.say("sent_from", name=wanted.sender)] if wanted.sender else []),
        *([phrasing.say("sent_to", name=wanted.recipient)] if wanted.recipient else []),
        *(period_phrase(one, phrasing) for one in wanted.periods),
        *([phrasing.say("in_group", number=wanted.record_group)] if wanted.record_group else []),
        *size_phrases(wanted, phrasing),
        *(
            [phrasing.say("with_role") + phrasing.say(ROLE_FORMS[wanted.role])]
            if wanted.role
            else []
        ),
        *(
            [phrasing.say("online" if wanted.is_online else "not_online")]
            if wanted.is_online is not None
            else []
        ),
    ]


def size_phrases(wanted: Conditions, phrasing: Phrasing) -> list[str]:
    """Return phrases for the number of documents that file units must state."""
    least, most = wanted.least_documents, wanted.most_documents
    if least is not None and least == most:
        return [phrasing.say("exactly", documents=phrasing.counted("document", least))]
    if least is not None and most is not None:
        documents = phrasing.counted("document", most)
        return [phrasing.say("from_to", least=least, documents=documents)]
    return [
        phrasing.say(form, documents=phrasing.counted("document", number))
        for form, number in (("at_least", least), ("at_most", most))
        if number is not None
    ]


def noun_phrase(wanted: Conditions, phrasing: Phrasing) -> str:
    """Return a noun phrase for the records, based on their document kinds, volumes, or levels."""
    if wanted.kinds:
        return " / ".join(phrasing.noun(kind) for kind in wanted.kinds)
    if (VOLUME,) in wanted.words:
        return phrasing.noun(VOLUME)
    return " / ".join(phrasing.noun(level) for level in wanted.levels) or phrasing.noun("record")


def boxes_text(boxes: Sequence[str]) -> str:
    """Return the text for boxes. A long list is shortened to the first and last box."""
    return ", ".join(boxes) if len(boxes) <= MAX_NAMES else f"{boxes[0]} – {boxes[-1]}"


def period_phrase(period: Period, phrasing: Phrasing) -> str:
    """Return a phrase for a period, with its timing."""
    first, last = (day.isoformat() if day else None for day in (period.first, period.last))
    if first and last:
        precise = (
            len("1964") if period.is_of_years else len("1964-12") if period.is_of_months else None
        )
        span = " – ".join(
            phrasing.plain_day(end) for end in dict.fromkeys((first[:precise], last[:precise]))
        )
        return phrasing.say(PERIOD_FORMS[period.timing], span=span)
    form = f"{OPEN_PERIOD_FORMS[period.timing]}_{'from' if first else 'until'}"
    return phrasing.say(
        form, first=phrasing.plain_day(first or ""), last=phrasing.plain_day(last or "")
    )


PERIOD_FORMS = {
    Timing.WITHIN: "dated_within",
    Timing.OVERLAPPING: "dated",
    Timing.STARTING: "dated_starting",
    Timing.ENDING: "dated_ending",
}
"""For each timing, the sentence form for periods with both ends."""

OPEN_PERIOD_FORMS = {
    Timing.WITHIN: "dated",
    Timing.OVERLAPPING: "dated",
    Timing.STARTING: "starting",
    Timing.ENDING: "ending",
}
"""For each timing, the sentence form for periods with only one end."""
