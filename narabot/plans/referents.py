"""What the slots of a request refer to, looked up in the graph: records, containers, creators."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from narabot.graph import Graph, load_query
from narabot.models import AUTHORITIES_INDEX, ROOTS, LevelOfDescription
from narabot.models.catalog import WORDS_INDEX
from narabot.models.intents import Intent, Slot, SlotKind
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
from narabot.plans.posts import POST
from narabot.plans.resolving import LEAST_COVERED
from narabot.plans.title_queries import phrase
from narabot.retrieval import choices, find_authorities, other_names
from narabot.retrieval.authorities.finding import record_counts
from narabot.understanding.names import name_tokens
from narabot.understanding.query_rewriting import in_english
from narabot.understanding.tokens import tokenised
from narabot.words import CYRILLIC, coverage, fold, stem, weighted_stems

MOST_TITLES = 300
"""Titles that share words with a slot, among which those that stand in it are looked for."""

MOST_WORDS = 40
"""Words of a slot that are looked for in titles."""

MOST_HEADINGS, MOST_CANDIDATES = 200, 50
"""Headings that the index gives for some words, and those that are compared."""

ACRONYM = re.compile(r"(?<![\w.-])(?:[A-Z]\.?){2,6}(?![\w-])")

Referents = dict[Slot, Mention]
"""What slots refer to; those that name nothing known are not among them."""


def whole_names(graph: Graph, request: str, intent: Intent) -> Intent:
    """Return an intent whose slots do not cut titles, file codes, boxes and record groups in two.

    Raises GraphUnavailableError.
    """
    found = chosen_among(request, exactly_in(request, titles_near(graph, request)))
    slots = list(intent.slots)
    for mention in found:
        over = [
            one
            for one in slots
            if one.kind in ORDER and one.start < mention.end and one.end > mention.start
        ]
        if not over:
            continue
        first, last = min(over, key=lambda one: one.start), max(over, key=lambda one: one.end)
        kind = min(over, key=lambda one: ORDER.index(one.kind))
        whole = replace(kind, start=min(first.start, mention.start), end=max(last.end, mention.end))
        slots = [one for one in slots if one.end <= whole.start or one.start >= whole.end]
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


def titled_words(graph: Graph, text: str) -> list[tuple[str, ...]]:
    """Return the words of titles that Russian words may stand for, those alike together.

    Nothing where titles have none for one of them.
    """
    wording = in_english(text)
    words = tokenised(wording.text if wording else text).content_words[:MOST_WORDS]
    groups = []
    for word in words:
        titles = titles_near(graph, word, is_loose=True)
        there = Counter(said for one in titles for said in WORDS.findall(one.title))
        like = [said for said, _ in there.most_common() if is_like(word, fold(said))]
        if not like:
            return []
        groups.append(tuple(like))
    return groups


WORDS = re.compile(r"[^\W\d_]{3,}")

LIKE_ENOUGH = 0.75
"""The share of the letters of two words that is the same where one may be the other's spelling."""


def is_like(word: str, other: str) -> bool:
    """Return whether a word may be another's spelling: the same first sound, most letters."""
    one = fold(word)
    if stem(one) == stem(other):
        return True
    return (
        min(len(one), len(other)) > LONG_ENOUGH
        and one[0] == other[0]
        and SequenceMatcher(None, one, other).ratio() >= LIKE_ENOUGH
    )


LONG_ENOUGH = 3


def by_rarity(words: dict[str, float], titles: Sequence[TitledRecord]) -> dict[str, float]:
    """Return words with less weight the more titles have them: `files` tells little."""
    there = [stems_of(one.title) for one in titles]
    return {
        word: weight / max(1, sum(word in own for own in there)) ** 0.5
        for word, weight in words.items()
    }


def like_those_of(words: dict[str, float], title: str) -> frozenset[str]:
    """Return those of some words that a title has, or that are like one of its words."""
    own = stems_of(title)
    return frozenset(
        word for word in words if word in own or any(is_like(word, other) for other in own)
    )


def acronyms_in(text: str) -> frozenset[str]:
    """Return the words of a text that stand for the first letters of others, in small letters."""
    return frozenset(said[0].replace(".", "").lower() for said in ACRONYM.finditer(text))


def first_letters(name: str) -> str:
    """Return the first letters of the words of a name with capitals, in small letters."""
    return "".join(re.findall(r"\b([A-Z])", name)).lower()


def initials_of(name: str) -> frozenset[str]:
    """Return what may stand for words of a name: the first letters of those with capitals."""
    letters = first_letters(name)
    return frozenset(
        letters[start:end]
        for start in range(len(letters))
        for end in range(start + 2, len(letters) + 1)
    )


def titles_near(graph: Graph, text: str, *, is_loose: bool = False) -> list[TitledRecord]:
    """Return records whose titles share words with a text, or words like them; and all roots."""
    words = tokenised(text).content_words[:MOST_WORDS]
    query = " ".join(f"title:{phrase(word)}" for word in words)
    if is_loose:
        query += "".join(f" title:{word}~" for word in words if word.isalnum())
    if not query:
        return []
    rows = graph.read(
        load_query("narabot", "titles_near"), index=WORDS_INDEX, words=query, most=MOST_TITLES
    )
    return [
        TitledRecord(row["naId"], row["title"], LevelOfDescription(row["levelOfDescription"]))
        for row in rows
    ]


def maker_named(graph: Graph, text: str) -> Mention | None:
    """Return the creator that words name; who is none may stand in titles, or be a record group."""
    by_form = [one for one in mentions_in(text, ()) if one.kind is MentionKind.RECORD_GROUP]
    if by_form:
        return by_form[0]
    found = creator_named(graph, text)
    if found or CYRILLIC.search(text) or text.islower():
        return found
    spellings = tuple((word,) for word in tokenised(text).content_words)
    return Mention(MentionKind.WORDS, 0, len(text), spellings=spellings) if spellings else None


def creator_named(graph: Graph, text: str) -> Mention | None:
    """Return the creator that words name, under all its names."""
    named = choices(find_authorities(graph, name_tokens(text)))
    makers = next((m for one in named if (m := [a for a in one if a.records_by])), None)
    found = [(one.na_id, one.heading) for one in makers] if makers else headings_near(graph, text)
    if not found:
        return None
    na_ids = [na_id for na_id, _ in found]
    others = other_names(graph, na_ids)
    na_ids += [name.na_id for some in others.values() for name in some]
    return Mention(MentionKind.CREATOR, 0, len(text), tuple(dict.fromkeys(na_ids)), (found[0][1],))


def headings_near(graph: Graph, text: str) -> list[tuple[int, str]]:
    """Return the creators whose own name has most of some words, or their first letters.

    Of a heading `Department. Office. (years)` the own name is the last; several may bear it.
    """
    words, acronyms = weighted_stems(text), acronyms_in(text)
    query = " ".join(phrase(word) for word in tokenised(text).content_words[:MOST_WORDS])
    if acronyms and len(words) == 1:
        query = " ".join(f"+{letter}*" for letter in min(acronyms))
    if not query:
        return []
    rows = graph.read(
        load_query("narabot", "authorities_search"),
        index=AUTHORITIES_INDEX,
        queries=[{"words": f"heading:({query})", "isByRecords": True, "looked": MOST_HEADINGS}],
        most=MOST_CANDIDATES,
    )
    counts = record_counts(graph, [row["naId"] for row in rows])
    scored = [
        (share, counts[row["naId"]][0], row["naId"], row["heading"])
        for row in rows
        if row["heading"]
        and counts.get(row["naId"], (0, 0))[0]
        and (share := share_of(words, acronyms, own_name(row["heading"]))) >= LEAST_COVERED
    ]
    ordered = sorted(scored, reverse=True)
    return [
        (na_id, heading)
        for _, _, na_id, heading in ordered
        if own_name(heading) == own_name(ordered[0][3])
    ]


def own_name(heading: str) -> str:
    """Return the last name of a heading, without its years."""
    parts = [one for one in re.split(r"\.\s+|\s*\(", heading) if re.search(r"[^\W\d_]", one)]
    return parts[-1] if parts else heading


def share_of(words: dict[str, float], acronyms: frozenset[str], name: str) -> float:
    """Return the share of some words that a name has; its first letters are a word too."""
    return coverage(words, stems_of(name) | (acronyms & {first_letters(name)}))


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
