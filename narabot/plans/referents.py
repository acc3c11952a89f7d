"""What the slots of a request refer to, looked up in the graph: records, containers, creators."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from narabot.graph import Graph
from narabot.models import ROOTS
from narabot.models.intents import Intent, Slot, SlotKind
from narabot.plans.creator_lookup import creator_named, maker_named
from narabot.plans.described_records import LEAST_COVERED
from narabot.plans.facts import stems_of
from narabot.plans.mentions import (
    LARGE,
    Mention,
    MentionKind,
    TitledRecord,
    chosen_among,
    exactly_in,
    mentions_in,
)
from narabot.plans.name_similarity import acronyms_in, by_rarity, initials_of, like_those_of
from narabot.plans.posts import POST
from narabot.plans.spans import overlap
from narabot.plans.title_lookup import titled_words, titles_near
from narabot.understanding.query_rewriting import in_english
from narabot.words import CYRILLIC, coverage, weighted_stems

Referents = dict[Slot, Mention]
"""What slots refer to; those that name nothing known are not among them."""


def whole_names(graph: Graph, request: str, intent: Intent) -> Intent:
    """Return an intent whose slots do not cut titles, file codes, boxes and record groups in two.

    Raises GraphUnavailableError.
    """
    found = chosen_among(request, exactly_in(request, titles_near(graph, request)))
    slots = list(intent.slots)
    for mention in found:
        over = [one for one in slots if one.kind in ORDER and overlap(one, mention)]
        if not over:
            continue
        first, last = min(over, key=lambda one: one.start), max(over, key=lambda one: one.end)
        kind = min(over, key=lambda one: ORDER.index(one.kind))
        whole = replace(kind, start=min(first.start, mention.start), end=max(last.end, mention.end))
        slots = [one for one in slots if not overlap(one, whole)]
        slots.append(whole)
    return replace(intent, slots=tuple(sorted(slots, key=lambda one: one.start)))


ORDER = (SlotKind.RECORD, SlotKind.CONTAINER, SlotKind.TOPIC, SlotKind.PERIOD)
"""Slots of which several may be one name; the first of them says of what kind that is."""


def referents(graph: Graph, request: str, intent: Intent) -> Referents:
    """Return what the slots of a request refer to. Raises GraphUnavailableError."""
    found: Referents = {}
    for slot in intent.slots:
        look = LOOKS.get(slot.kind)
        if look is None:
            continue
        mention = look(graph, request[slot.start : slot.end])
        if mention is not None:
            moved = replace(mention, start=mention.start + slot.start, end=mention.end + slot.start)
            found[slot] = moved
    return found


def record_named(graph: Graph, text: str) -> Mention | None:
    """Return the record that words name by its title, or nearly so; what is described is not."""
    found = [
        one
        for one in chosen_among(text, mentions_in(text, titles_near(graph, text)))
        if one.kind in {MentionKind.RECORD, MentionKind.BOX, MentionKind.FILE_CODE}
    ]
    records = [one for one in found if one.kind is MentionKind.RECORD]
    if len(records) == 1 and is_most_of(records[0], text):
        return records[0]
    return found[0] if len(found) == 1 and not records and is_most_of(found[0], text) else None


def container_named(graph: Graph, text: str) -> Mention | None:
    """Return what words name that holds records: by number or code, by title, or by its words."""
    titles = titles_near(graph, text)
    found = chosen_among(text, mentions_in(text, titles))
    by_form = [one for one in found if one.kind in HOLDING]
    records = [one for one in found if one.kind is MentionKind.RECORD]
    if records:
        return max(records, key=lambda one: one.end - one.start)
    if by_form:
        return by_form[0]
    if wording := in_english(text):
        text = wording.text
        titles = titles_near(graph, text, is_loose=True)
    large = [one for one in titles if one.level in LARGE]
    return nearest_of(text, large) or creator_named(graph, text)


HOLDING = {MentionKind.BOX, MentionKind.FILE_CODE, MentionKind.RECORD_GROUP}


def is_most_of(mention: Mention, text: str) -> bool:
    """Return whether a mention has most of the words of a name."""
    words = weighted_stems(text)
    return coverage(words, stems_of(text[mention.start : mention.end])) >= LEAST_COVERED


def nearest_of(text: str, titles: Iterable[TitledRecord]) -> Mention | None:
    """Return the record whose title has most of the words of a name, the shortest of equals."""
    titles = tuple(titles)
    words, acronyms = by_rarity(weighted_stems(text), titles), acronyms_in(text)
    scored = [
        (
            coverage(words, like_those_of(words, one.title) | (acronyms & initials_of(one.title))),
            -len(one.title),
            one.na_id,
            one,
        )
        for one in titles
    ]
    best = max(scored, default=None, key=lambda one: one[:3])
    if best is None or best[0] < LEAST_COVERED:
        return None
    one = best[3]
    return Mention(MentionKind.RECORD, 0, len(text), (one.na_id,), (one.title,), one.level)


def topic_named(graph: Graph, text: str) -> Mention | None:
    """Return the words of titles that Russian words mean; `None` for words in Latin letters."""
    if not CYRILLIC.search(text):
        return None
    own = LATIN.findall(text)
    spellings = [(word,) for word in own] if own else titled_words(graph, text)
    if not spellings:
        return None
    return Mention(MentionKind.WORDS, 0, len(text), spellings=tuple(spellings))


LATIN = re.compile(r"[A-Za-zÀ-ÿ][\w'’.-]+")


def post_named(graph: Graph, text: str) -> Mention | None:
    """Return how titles spell a post that Russian words name; `None` for Latin letters."""
    return topic_named(graph, POST.sub("", text) or text)


def kept_by(graph: Graph, request: str, intent: Intent, known: Referents) -> Referents | None:
    """Return referents with what holds records in the place of other names, `None` without any.

    `State Department documents` may be those that its record group holds, `Stimson volumes` those
    of his diaries.
    """
    held = {
        slot: replace(container, start=slot.start, end=slot.end)
        for slot in intent.slots
        if (levels := HOLDERS.get(slot.kind))
        and (container := container_named(graph, request[slot.start : slot.end]))
        and container.level in levels
    }
    return known | held if held else None


HOLDERS = {SlotKind.CREATOR: ROOTS, SlotKind.TOPIC: LARGE, SlotKind.SENDER: LARGE}
"""What may hold the records that other names seem to narrow."""


LOOKS: dict[SlotKind, Callable[[Graph, str], Mention | None]] = {
    SlotKind.RECORD: record_named,
    SlotKind.CONTAINER: container_named,
    SlotKind.CREATOR: maker_named,
    SlotKind.TOPIC: topic_named,
    SlotKind.SENDER: post_named,
    SlotKind.RECIPIENT: post_named,
}
"""What is looked up for each kind of slot."""
