"""Intent, slots and what these refer to, put together into a plan. Pure."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from msgspec import structs

from narabot.models.intents import Operation, Slot, SlotKind
from narabot.plans.algebra import (
    Below,
    Conditions,
    Either,
    MadeBy,
    Period,
    Records,
    RecordSet,
    Sought,
    These,
    Timing,
)
from narabot.plans.asked import (
    VOLUME,
    Asked,
    NotUnderstoodError,
    conditions_of,
    distance,
    is_level,
    kind_at,
    known,
)
from narabot.plans.mentions import LARGE, MentionKind
from narabot.plans.sets import (
    FILE_UNIT,
    ITEM,
    folders_in,
    folders_of,
    held,
    itself,
    joined,
    places_of,
    set_of,
)
from narabot.plans.values import (
    Also,
    Common,
    Compare,
    Count,
    CountBy,
    DaysBetween,
    Facet,
    Field,
    ListOf,
    Measure,
    Neighbour,
    OnePlan,
    Overview,
    Plan,
    Tell,
    Top,
    Total,
)
from narabot.plans.vocabulary import patterns
from narabot.words import content_words


def assembled(one: Asked) -> Plan:
    """Return the plan of a request. Raises NotUnderstoodError.

    What asks for fields of a record, and makes no sense otherwise, asks for these alone; but not of
    one of two records that are compared.
    """
    beyond = patterns("beyond")["what"].search(one.text) or name_left(one) or of_one(one)
    if beyond:
        raise NotUnderstoodError(beyond[0])
    try:
        return ASSEMBLERS[one.intent.operation](one)
    except NotUnderstoodError as error:
        if one.intent.operation is Operation.COMMON or not fields_of(one):
            raise
        try:
            return tell(one)
        except NotUnderstoodError:
            raise error from None


OF_ONE = re.compile(r"\W*(?:is|was|does|did|has)\b", re.IGNORECASE)


def of_one(one: Asked) -> re.Match[str] | None:
    """Return the beginning of a question whether something is so of one thing: no list."""
    is_many = one.intent.operation in {Operation.COUNT, Operation.LIST}
    return OF_ONE.match(one.text) if is_many else None


SHORT = 16
"""Words of a request all of whose names must have been read; longer ones tell a story."""

NAMES_AND_NUMBERS = re.compile(r"(?<=[\w,;:] )(?:[A-ZА-ЯЁ][^\W_]{2,}|\d+)\b")
"""Words with a capital that begin no sentence, and numbers."""


def name_left(one: Asked) -> re.Match[str] | None:
    """Return a name or number of a short request that nothing has read: a condition was missed."""
    if len(one.text.split()) > SHORT:
        return None
    read = [(slot.start, slot.end) for slot in one.intent.slots]
    read += [(period.start, period.end) for period in one.periods]
    read += [
        said.span() for text in one.left_out for said in re.finditer(re.escape(text), one.text)
    ]
    found = NAMES_AND_NUMBERS.finditer(one.text)
    return next(
        (
            said
            for said in found
            if not any(said.start() < end and said.end() > start for start, end in read)
        ),
        None,
    )


def facet_of(one: Asked) -> Facet | None:
    """Return by what records are grouped. Raises NotUnderstoodError."""
    slots = one.intent.of(SlotKind.FACET)
    return Facet(known(one, slots[0], "facets")) if slots else None


def count(one: Asked) -> Plan:
    """Return how many records there are, or different values of a facet."""
    facet = facet_of(one)
    wanted = set_of(one)
    if facet is None and is_stated(wanted):
        return total(one)
    return Count(wanted, facet)


def is_stated(wanted: RecordSet) -> bool:
    """Return whether a set is of all documents in folders, which state how many they hold."""
    match wanted:
        case Below(of=Records(conditions=folders), conditions=conditions):
            return is_plain(conditions) and bool(folders.boxes or folders.file_code)
        case _:
            return False


def total(one: Asked) -> Plan:
    """Return the sum of the documents that folders state; where none are named, their number."""
    levels = [slot for slot in one.intent.of(SlotKind.LEVEL) if is_level(one, slot, "item")]
    if not one.intent.of(SlotKind.CONTAINER, SlotKind.RECORD, SlotKind.CREATOR):
        return Count(of_documents(set_of(one)))
    named = [slot for slot in places_of(one) if is_folder(one, slot)]
    if named:
        return Total(joined([These(one.named[slot].na_ids) for slot in named], Either))
    return Total(as_folders(set_of(one.without(levels))))


def as_folders(wanted: RecordSet) -> RecordSet:
    """Return the folders of a set, which state how many documents they hold."""
    match wanted:
        case Below(of=Records() as folders, conditions=conditions) if is_plain(conditions):
            return folders
        case (
            Below(conditions=conditions)
            | Records(conditions=conditions)
            | MadeBy(conditions=conditions)
        ):
            own = structs.replace(conditions, levels=(FILE_UNIT,))
            return structs.replace(wanted, conditions=own)
        case _:
            return wanted


def is_folder(one: Asked, slot: Slot) -> bool:
    """Return whether a slot names a folder by its title."""
    mention = one.named.get(slot)
    return mention is not None and mention.level is FILE_UNIT


def of_documents(wanted: RecordSet) -> RecordSet:
    """Return a set of documents where it is not said what is meant."""
    if isinstance(wanted, Records) and not wanted.conditions.levels:
        return Records(structs.replace(wanted.conditions, levels=(ITEM,)))
    return wanted


def is_plain(conditions: Conditions) -> bool:
    """Return whether conditions narrow nothing but the level."""
    return conditions.in_force in ((), ("levels",))


def group(one: Asked) -> Plan:
    """Return how many records each value of a facet has."""
    facet = facet_of(one)
    if facet is None:
        raise NotUnderstoodError("by what")
    return CountBy(set_of(one), facet)


STARTS = re.compile(r"\b(?:start|begin|began|open)\w*|начал\w*|начина\w*|открыт\w*", re.IGNORECASE)


def top(one: Asked) -> Plan:
    """Return which record, or group of records, has most or least, or comes first or last."""
    facet = facet_of(one)
    measure, is_least = one.intent.measure, one.intent.is_least
    if measure in {"earliest", "latest"}:
        is_first = measure == "earliest"
        if facet is not None and facet not in FACET_FIELDS:
            raise NotUnderstoodError(facet)
        by_end = not is_first and not STARTS.search(one.text)
        plan = Top(
            set_of(one),
            Measure.LAST_DAY if by_end else Measure.FIRST_DAY,
            is_lowest=is_first,
        )
        if facet is not None:
            return Also(plan, (FACET_FIELDS[facet],))
    elif facet is not None:
        plan = top_group(one, facet)
    elif measure == "days":
        plan = Top(set_of(one), Measure.DAYS, is_lowest=is_least)
    elif measure == "documents":
        plan = Top(folders_in(one), Measure.DOCUMENTS, is_lowest=is_least)
    else:
        raise NotUnderstoodError("most of what")
    return also(one, plan)


FACET_FIELDS = {Facet.BOX: Field.BOX, Facet.CREATOR: Field.CREATOR}
"""Fields of the first or last record that tell of which box, or by whom, it is."""


def top_group(one: Asked, facet: Facet) -> Top:
    """Return which value of a facet has most records, or documents that folders state.

    Raises NotUnderstoodError.
    """
    if one.intent.measure == "days":
        raise NotUnderstoodError(facet)
    is_of_units = any(not is_level(one, slot, "item") for slot in one.intent.of(SlotKind.LEVEL))
    is_by_unit = facet in {Facet.BOX, Facet.FILE_CODE} and not is_of_units
    is_stated = one.intent.measure == "documents" and is_by_unit
    wanted = folders_in(one) if is_stated else set_of(one)
    measure = Measure.DOCUMENTS if is_stated else Measure.RECORDS
    return Top(wanted, measure, facet, is_lowest=one.intent.is_least)


def also(one: Asked, plan: OnePlan) -> Plan:
    """Return a plan that finds a record with the fields of it that are asked for too."""
    fields = tuple(field for field in fields_of(one) if field is not Field.DOCUMENTS)
    return Also(plan, fields) if fields else plan


ASKED_FIELDS = {
    SlotKind.ASK_CREATOR: Field.CREATOR,
    SlotKind.ASK_PREDECESSOR: Field.PREDECESSOR,
    SlotKind.ASK_SERIES: Field.SERIES,
    SlotKind.ASK_ROOT: Field.ROOT,
    SlotKind.ASK_FOLDER: Field.FOLDER,
    SlotKind.ASK_BOX: Field.BOX,
    SlotKind.ASK_DOCUMENTS: Field.DOCUMENTS,
    SlotKind.ASK_DATES: Field.DATES,
    SlotKind.ASK_ESTABLISHED: Field.ESTABLISHED,
    SlotKind.ASK_ABOLISHED: Field.ABOLISHED,
    SlotKind.ASK_OTHER_SERIES: Field.OTHER_SERIES,
}


def fields_of(one: Asked) -> tuple[Field, ...]:
    """Return the fields that are asked for, in their order."""
    found = (
        Field.SUCCESSOR if AFTERWARDS.search(one.said(slot)) else ASKED_FIELDS[slot.kind]
        for slot in one.intent.slots
        if slot.kind in ASKED_FIELDS
    )
    return tuple(dict.fromkeys(found))


AFTERWARDS = re.compile(r"success|succeed|took over|преемник|сменил", re.IGNORECASE)
"""What asks who came after a creator, and not before it."""


SIDES = (
    SlotKind.RECORD,
    SlotKind.CONTAINER,
    SlotKind.CREATOR,
    SlotKind.TOPIC,
    SlotKind.SENDER,
    SlotKind.RECIPIENT,
    SlotKind.KIND,
    SlotKind.PERIOD,
    SlotKind.TYPE,
)
"""Kinds of slots of which two may be compared, the first that a request has two of."""


ENDS = re.compile(
    r"\b(?:end(?:s|ed|ing)?|clos(?:e|es|ed|ing)|last(?:s|ed)?|stop\w*|finish\w*|run(?:s|ning)?)\b"
    r"|заканчива\w+|законч\w+|завершен\w*|закрыт\w*|довед[её]н\w*",
    re.IGNORECASE,
)
"""What compares the last days of records."""


def compare(one: Asked) -> Plan:
    """Return which of two sides has more, or comes first. Raises NotUnderstoodError."""
    sides = sides_of(one)
    measure = one.intent.measure
    if measure in {"earlier", "later"}:
        chosen = Measure.LAST_DAY if ENDS.search(one.text) else Measure.FIRST_DAY
    elif measure == "days":
        chosen = Measure.DAYS
    else:
        chosen = Measure.DOCUMENTS if measure == "documents" else Measure.RECORDS
    kinds = {slot.kind for slot in sides}
    sets = tuple(side(one, slot, sides, chosen) for slot in sides)
    if chosen is Measure.DOCUMENTS and not (
        kinds <= {SlotKind.RECORD, SlotKind.CONTAINER} and all(map(has_folders, sets))
    ):
        chosen = Measure.RECORDS
    is_lowest = measure == "earlier" or one.intent.is_least
    return Compare(sets, chosen, is_lowest=is_lowest)


def sides_of(one: Asked) -> list[Slot]:
    """Return the slots that are compared. Raises NotUnderstoodError where there are no two."""
    mixed = one.intent.of(SlotKind.RECORD, SlotKind.CONTAINER)
    for form in (MentionKind.BOX, MentionKind.FILE_CODE, MentionKind.RECORD_GROUP):
        alike = [slot for slot in mixed if kind_at(one, slot) is form]
        if len(alike) == 2 and len(mixed) > 2:
            return alike
    for kind in SIDES:
        slots = one.intent.of(kind)
        if len(slots) == 2:
            return slots
        if len(slots) > 2 and kind is SlotKind.TOPIC:
            return nearest_two(slots)
    if len(mixed) == 2:
        return mixed
    raise NotUnderstoodError("two sides")


def nearest_two(slots: Sequence[Slot]) -> list[Slot]:
    """Return the two neighbours among slots with the least between them."""
    return list(min(pairwise(slots), key=lambda pair: distance(*pair)))


def side(one: Asked, slot: Slot, sides: Sequence[Slot], measure: Measure) -> RecordSet:
    """Return one of the sides that are compared, under the conditions that all share."""
    own = one.without([other for other in sides if other != slot])
    if slot.kind is SlotKind.RECORD and measure is not Measure.RECORDS:
        return itself(own, slot)
    if slot.kind is SlotKind.TOPIC:
        own = own.without([other for other in own.intent.of(SlotKind.TOPIC) if other != slot])
    is_whole = slot.kind is SlotKind.CONTAINER and kind_at(one, slot) is MentionKind.RECORD
    if is_whole and measure is not Measure.RECORDS:
        return These(one.named[slot].na_ids)
    if measure is Measure.DOCUMENTS and slot.kind is SlotKind.CONTAINER:
        return folders_in(own)
    return set_of(own)


def has_folders(wanted: RecordSet) -> bool:
    """Return whether a side states its documents: a record itself, or folders."""
    match wanted:
        case These() | Sought():
            return True
        case Records(conditions=conditions):
            return conditions.levels == (FILE_UNIT,)
        case _:
            return False


def days(one: Asked) -> Plan:
    """Return how many days lie between two records, or the first and the last of a set."""
    records = one.intent.of(SlotKind.RECORD)
    if len(records) == 2:
        first, second = (itself(one, slot) for slot in records)
        return DaysBetween(Either(first, second))
    if len(records) == 1:
        return DaysBetween(itself(one, records[0]))
    return DaysBetween(set_of(one))


def listed(one: Asked) -> Plan:
    """Return the records of a set."""
    return ListOf(set_of(one))


BY_FORM = {"sender", "recipient", "file_code", "boxes", "least_documents", "most_documents"}
"""Conditions that only a plan knows."""

FILTERS = {"levels", "record_group", "records_types", "is_online", "periods"}
"""Conditions that the search has as filters, which show as chips."""


def is_for_search(wanted: RecordSet) -> bool:
    """Return whether the search makes a list better: by its filters alone, or of a topic.

    Titles are searched by their words with conditions of their form.
    """
    if not isinstance(wanted, Records | MadeBy) or getattr(wanted, "role", None):
        return False
    conditions = wanted.conditions
    if conditions.is_online is False:
        return False
    if [one for one in conditions.words if one != (VOLUME,)]:
        return not BY_FORM & set(conditions.in_force)
    return set(conditions.in_force) <= FILTERS and all(map(is_of_years, conditions.periods))


def is_of_years(period: Period) -> bool:
    """Return whether a period is of whole years, which the records need only touch."""
    begins = period.first is None or (period.first.month, period.first.day) == (1, 1)
    ends = period.last is None or (period.last.month, period.last.day) == (12, 31)
    return begins and ends and period.timing is Timing.OVERLAPPING


def tell(one: Asked) -> Plan:
    """Return fields of one record. Raises NotUnderstoodError."""
    fields = fields_of(one)
    if one.base is not None and fields:
        return fields_of_base(one, one.base)
    records = one.intent.of(SlotKind.RECORD) or one.intent.of(SlotKind.CONTAINER)
    makers = [
        slot
        for slot in (*records, *one.intent.of(SlotKind.CREATOR))
        if kind_at(one, slot) is MentionKind.CREATOR
    ]
    if not fields or not (records or makers):
        raise NotUnderstoodError("of what")
    if makers and (not records or records[0] in makers):
        return Tell(MadeBy(one.named[makers[0]].na_ids), fields)
    return Tell(itself(one, best_known(one, records)), fields)


BASE_FACETS = {Field.CREATOR: Facet.CREATOR, Field.BOX: Facet.BOX, Field.DATES: Facet.YEAR}
"""By what several records are grouped, of which a field is asked for."""


def fields_of_base(one: Asked, base: RecordSet) -> Plan:
    """Return a field of all records behind the turn before, grouped. Raises NotUnderstoodError."""
    facets = [BASE_FACETS[field] for field in fields_of(one) if field in BASE_FACETS]
    if not facets:
        raise NotUnderstoodError("which field")
    return CountBy(base, facets[0])


def best_known(one: Asked, slots: Sequence[Slot]) -> Slot:
    """Return the slot that names no series or more, of which it is known what it names, or that
    says most."""

    def rank(slot: Slot) -> tuple[bool, bool, int]:
        mention = one.named.get(slot)
        is_large = mention is not None and mention.level in LARGE
        return not is_large, mention is not None, len(one.said(slot))

    return max(slots, key=rank)


def following(one: Asked) -> Plan:
    """Return what stands next to a record in its run. Raises NotUnderstoodError."""
    records = one.intent.of(SlotKind.RECORD) or one.intent.of(SlotKind.CONTAINER)
    if not records:
        raise NotUnderstoodError("next to what")
    is_before = one.intent.measure == "before"
    return also(one, Neighbour(itself(one, best_known(one, records)), is_before))


def in_use(one: Asked) -> Plan:
    """Return the folder of a class that was opened last on a day, or before it; the volumes of a
    series that cover it."""
    days = [period.period for period in one.periods if period.is_day]
    slots = one.intent.of(SlotKind.CONTAINER, SlotKind.RECORD)
    if len(days) != 1 or len(slots) != 1 or slots[0] not in one.named:
        raise NotUnderstoodError("which class and day")
    if kind_at(one, slots[0]) is MentionKind.RECORD:
        covering = Conditions(
            levels=(FILE_UNIT,), periods=(structs.replace(days[0], timing=Timing.OVERLAPPING),)
        )
        return also(one, ListOf(Below(These(one.named[slots[0]].na_ids), covering)))
    until = Period(None, days[0].last, Timing.STARTING)
    opened = Conditions(periods=(until,), levels=(FILE_UNIT,))
    return also(one, Top(held(one.named[slots[0]], opened), Measure.FIRST_DAY))


def common(one: Asked) -> Plan:
    """Return what records share. Raises NotUnderstoodError."""
    slots = one.intent.of(SlotKind.RECORD, SlotKind.CONTAINER)
    sure = [slot for slot in slots if slot in one.named]
    said = [slot for slot in slots if slot in sure or len(content_words(one.said(slot))) > 1]
    slots = next((some for some in (sure, said) if len(some) > 1), slots)
    if len(slots) < 2:
        raise NotUnderstoodError("two records")
    return Common(tuple(itself(one, slot) for slot in slots))


def overview(one: Asked) -> Plan:
    """Return what records are as a whole."""
    records = one.intent.of(SlotKind.RECORD, SlotKind.CONTAINER)
    levels = one.intent.of(SlotKind.LEVEL)
    bare = one.without(levels)
    folders = [folders_of(one.named[slot]) for slot in records if is_by_folder(one, slot)]
    conditions = conditions_of(bare)
    is_alone = len(folders) == len(records) and not bare.intent.of(SlotKind.CREATOR)
    if folders and is_alone and set(conditions.in_force) <= {"periods"}:
        sets: list[RecordSet] = []
        for own in folders:
            kept = Records(structs.replace(own, periods=conditions.periods))
            sets.append(Either(kept, Below(kept)))
        return Overview(joined(sets, Either))
    wanted = set_of(bare)
    return Overview(Either(wanted, Below(wanted)) if isinstance(wanted, MadeBy) else wanted)


def is_by_folder(one: Asked, slot: Slot) -> bool:
    """Return whether a slot names a class of folders or a box."""
    return kind_at(one, slot) in {MentionKind.FILE_CODE, MentionKind.BOX}


ASSEMBLERS: dict[Operation, Callable[[Asked], Plan]] = {
    Operation.COUNT: count,
    Operation.TOTAL: total,
    Operation.GROUP: group,
    Operation.TOP: top,
    Operation.COMPARE: compare,
    Operation.DAYS: days,
    Operation.LIST: listed,
    Operation.TELL: tell,
    Operation.NEXT: following,
    Operation.OPEN: in_use,
    Operation.COMMON: common,
    Operation.OVERVIEW: overview,
}
"""What each operation is put together by."""
