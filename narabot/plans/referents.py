"""Lookup of what the slots of a request refer to: records, containers, and creators."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from narabot.graph import Graph
from narabot.models import ROOTS
from narabot.models.intents import Intent, Slot, SlotKind
from narabot.plans.creator_lookup import creator_mention, creator_or_title_words
from narabot.plans.described_records import MIN_COVERAGE
from narabot.plans.facts import stems_of
from narabot.plans.mentions import (
    SERIES_AND_ABOVE,
    Mention,
    MentionKind,
    TitledRecord,
    exact_mentions,
    find_mentions,
    without_overlaps,
)
from narabot.plans.name_similarity import (
    acronyms_in,
    possible_acronyms,
    weighted_by_rarity,
    words_like_title,
)
from narabot.plans.posts import POST_WORDS
from narabot.plans.spans import overlap
from narabot.plans.title_lookup import find_titles, similar_title_words
from narabot.understanding.query_rewriting import in_english
from narabot.words import CYRILLIC, coverage, weighted_stems

Referents = dict[Slot, Mention]
"""The referents of slots. Slots without a known referent are omitted."""


def merge_split_names(graph: Graph, request: str, intent: Intent) -> Intent:
    """Return an intent in which no title, file code, box, or record group is split among slots.

    May raise GraphUnavailableError.
    """
    found = without_overlaps(request, exact_mentions(request, find_titles(graph, request)))
    slots = list(intent.slots)
    for mention in found:
        over = [one for one in slots if one.kind in MERGEABLE_SLOTS and overlap(one, mention)]
        if not over:
            continue
        first, last = min(over, key=lambda one: one.start), max(over, key=lambda one: one.end)
        kind = min(over, key=lambda one: MERGEABLE_SLOTS.index(one.kind))
        whole = replace(kind, start=min(first.start, mention.start), end=max(last.end, mention.end))
        slots = [one for one in slots if not overlap(one, whole)]
        slots.append(whole)
    return replace(intent, slots=tuple(sorted(slots, key=lambda one: one.start)))


MERGEABLE_SLOTS = (SlotKind.RECORD, SlotKind.CONTAINER, SlotKind.TOPIC, SlotKind.PERIOD)
"""Slot kinds that may be parts of one name. If the parts differ in kind, the first of these kinds
applies."""


def referents(graph: Graph, request: str, intent: Intent) -> Referents:
    """Return what the slots of a request refer to. May raise GraphUnavailableError."""
    found: Referents = {}
    for slot in intent.slots:
        look = LOOKUPS.get(slot.kind)
        if look is None:
            continue
        mention = look(graph, request[slot.start : slot.end])
        if mention is not None:
            moved = replace(mention, start=mention.start + slot.start, end=mention.end + slot.start)
            found[slot] = moved
    return found


def record_mention(graph: Graph, text: str) -> Mention | None:
    """Return what a text names by title, partial title, box, or file code. Return `None` for text
    that only describes a record."""
    found = [
        one
        for one in without_overlaps(text, find_mentions(text, find_titles(graph, text)))
        if one.kind in {MentionKind.RECORD, MentionKind.BOX, MentionKind.FILE_CODE}
    ]
    records = [one for one in found if one.kind is MentionKind.RECORD]
    if len(records) == 1 and covers_most(records[0], text):
        return records[0]
    return found[0] if len(found) == 1 and not records and covers_most(found[0], text) else None


def container_mention(graph: Graph, text: str) -> Mention | None:
    """Return the container or creator that a text names by number, code, title, or title words."""
    titles = find_titles(graph, text)
    found = without_overlaps(text, find_mentions(text, titles))
    by_form = [one for one in found if one.kind in CONTAINER_FORMS]
    records = [one for one in found if one.kind is MentionKind.RECORD]
    if records:
        return max(records, key=lambda one: one.end - one.start)
    if by_form:
        return by_form[0]
    if wording := in_english(text):
        text = wording.text
        titles = find_titles(graph, text, is_loose=True)
    large = [one for one in titles if one.level in SERIES_AND_ABOVE]
    return closest_title(text, large) or creator_mention(graph, text)


CONTAINER_FORMS = {MentionKind.BOX, MentionKind.FILE_CODE, MentionKind.RECORD_GROUP}


def covers_most(mention: Mention, text: str) -> bool:
    """Return whether a mention covers most of the words in a name."""
    words = weighted_stems(text)
    return coverage(words, stems_of(text[mention.start : mention.end])) >= MIN_COVERAGE


def closest_title(text: str, titles: Iterable[TitledRecord]) -> Mention | None:
    """Return the record whose title matches most of the words in a name. In a tie, the shortest
    title wins."""
    titles = tuple(titles)
    words, acronyms = weighted_by_rarity(weighted_stems(text), titles), acronyms_in(text)
    scored = [
        (
            coverage(
                words,
                words_like_title(words, one.title) | (acronyms & possible_acronyms(one.title)),
            ),
            -len(one.title),
            one.na_id,
            one,
        )
        for one in titles
    ]
    best = max(scored, default=None, key=lambda one: one[:3])
    if best is None or best[0] < MIN_COVERAGE:
        return None
    one = best[3]
    return Mention(MentionKind.RECORD, 0, len(text), (one.na_id,), (one.title,), one.level)


def topic_mention(graph: Graph, text: str) -> Mention | None:
    """Return the title words that correspond to Russian words. Return `None` for text in Latin
    letters or without a match."""
    if not CYRILLIC.search(text):
        return None
    own = LATIN_WORD.findall(text)
    spellings = [(word,) for word in own] if own else similar_title_words(graph, text)
    if not spellings:
        return None
    return Mention(MentionKind.WORDS, 0, len(text), spellings=tuple(spellings))


LATIN_WORD = re.compile(r"[A-Za-zÀ-ÿ][\w'’.-]+")


def post_mention(graph: Graph, text: str) -> Mention | None:
    """Return the spellings that titles use for a post named in Russian. Return `None` for text in
    Latin letters or without a match."""
    return topic_mention(graph, POST_WORDS.sub("", text) or text)


def holder_referents(
    graph: Graph, request: str, intent: Intent, known: Referents
) -> Referents | None:
    """Return referents in which containers replace creators, topics, and senders with matching
    names. Return `None` if no container matches.

    `State Department documents` may mean the documents in the State Department's record group.
    `Stimson volumes` may mean the volumes of Stimson's diaries.
    """
    held = {
        slot: replace(container, start=slot.start, end=slot.end)
        for slot in intent.slots
        if (levels := HOLDER_LEVELS.get(slot.kind))
        and (container := container_mention(graph, request[slot.start : slot.end]))
        and container.level in levels
    }
    return known | held if held else None


HOLDER_LEVELS = {
    SlotKind.CREATOR: ROOTS,
    SlotKind.TOPIC: SERIES_AND_ABOVE,
    SlotKind.SENDER: SERIES_AND_ABOVE,
}
"""For each kind of name, the levels of the containers that such a name may refer to."""


LOOKUPS: dict[SlotKind, Callable[[Graph, str], Mention | None]] = {
    SlotKind.RECORD: record_mention,
    SlotKind.CONTAINER: container_mention,
    SlotKind.CREATOR: creator_or_title_words,
    SlotKind.TOPIC: topic_mention,
    SlotKind.SENDER: post_mention,
    SlotKind.RECIPIENT: post_mention,
}
"""For each kind of slot, the function that looks up the slot's referent."""
