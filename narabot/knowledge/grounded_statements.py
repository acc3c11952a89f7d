"""Ground a language model's statements about mentioned names in quotations from the text.

This module is pure.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from narabot.knowledge.chunk_text import ChunkText, Place, overlap
from narabot.knowledge.class_aliases import UNCLASSED, class_of_relation
from narabot.knowledge.formats.reply import (
    MAX_STRENGTH,
    NamedEntity,
    NamedRelation,
    Reply,
)
from narabot.models.knowledge import (
    Mention,
    Participant,
    Role,
    Statement,
    StatementKind,
    folded_name,
)
from narabot.words import stems

METHOD = "llm"

MIN_QUOTE_SHARE = 0.5
"""Minimum share of a description's content words that its quotation must contain.

The chunk must contain 80% of these words."""

MentionsByName = Mapping[str, Sequence[Mention]]
"""The mentions of each name, keyed by folded name. Every name has at least one mention."""


@dataclass(frozen=True, slots=True)
class SentenceRun:
    """Adjacent sentences, `text[start:end]`, that together contain a mention of each name."""

    start: int
    end: int
    mentions: tuple[Mention, ...]

    @property
    def order(self) -> tuple[int, int]:
        """Sort key: the shortest run first, and then the earliest."""
        return self.end - self.start, self.start


@dataclass(frozen=True)
class Grounding:
    """The text and the names in a reply, with counts of the parts of the reply that are dropped."""

    chunk: ChunkText
    named: MentionsByName
    dropped: Counter[str]

    def descriptions(self, entities: Mapping[str, NamedEntity]) -> Iterator[Statement]:
        """Yield the description of each name as a complete statement about that name."""
        for key, mentions in self.named.items():
            if entities[key].description.strip():
                yield from self.thesis(entities[key].description, [mentions], Role.SUBJECT)

    def relations_and_theses(self, reply: Reply) -> Iterator[Statement]:
        """Yield statements for the relations and complete statements in a reply."""
        for relation in reply.relations:
            groups = self.mention_groups((relation.source, relation.target))
            if len(groups) == 2:
                yield from self.relation(relation, groups)
            else:
                self.dropped["missing_entities"] += 1
        for thesis in reply.theses:
            groups = self.mention_groups(thesis.names)
            if groups:
                yield from self.thesis(thesis.text, groups, Role.PART)
            else:
                self.dropped["missing_entities"] += 1

    def mention_groups(self, names: Sequence[str]) -> list[Sequence[Mention]]:
        """Return the mentions of each distinct name that has mentions."""
        keys = dict.fromkeys(map(folded_name, names))
        return [self.named[key] for key in keys if key in self.named]

    def thesis(
        self, written: str, groups: Sequence[Sequence[Mention]], role: Role
    ) -> Iterator[Statement]:
        """Yield a complete statement about names, grounded in the quotation that shares the most
        words with the statement."""
        words = stems(written)
        runs = list(self.sentence_runs(groups))
        if not runs:
            self.dropped["too_far_apart"] += 1
            return
        run = min(runs, key=lambda one: (-len(words & stems(self.quote(one))), one.order))
        parts = dict.fromkeys(Participant(role, one.phrase) for one in run.mentions)
        yield Statement(
            StatementKind.THESIS,
            tuple(parts),
            run.start,
            run.end,
            METHOD,
            text=self.supported_description(written, run),
        )

    def relation(
        self, said: NamedRelation, groups: Sequence[Sequence[Mention]]
    ) -> Iterator[Statement]:
        """Yield a relation between two names, grounded in the shortest quotation.

        The relation's class must allow the names' classes. A relation that is not in one of the 49
        classes has no class and may connect any names.
        """
        runs = sorted(self.sentence_runs(groups), key=lambda one: one.order)
        fitting = [one for one in runs if is_valid_relation(said.relation, *one.mentions)]
        if not fitting:
            self.dropped["invalid_relations" if runs else "too_far_apart"] += 1
            return
        run = fitting[0]
        subject, object_ = run.mentions
        relation = class_of_relation(said.relation)
        yield Statement(
            StatementKind.RELATION,
            (Participant(Role.SUBJECT, subject.phrase), Participant(Role.OBJECT, object_.phrase)),
            run.start,
            run.end,
            METHOD,
            relation.name if relation and not is_unclassed(*run.mentions) else None,
            self.supported_description(said.description, run),
            said.strength / MAX_STRENGTH,
        )

    def sentence_runs(self, groups: Sequence[Sequence[Mention]]) -> Iterator[SentenceRun]:
        """Yield runs of sentences in which every name is mentioned.

        Each mention of the first name is combined with the nearest mentions of the other names.
        """
        for anchor in groups[0]:
            chosen = nearest_mentions(anchor, groups[1:])
            if len(chosen) < len(groups):
                continue
            place = min(one.start for one in chosen), max(one.end for one in chosen)
            run = self.chunk.sentence_run(*place)
            if run:
                yield SentenceRun(*run, tuple(chosen))

    def supported_description(self, written: str, run: SentenceRun) -> str:
        """Return a description, or "" if the description repeats the quotation or is
        unsupported."""
        written = " ".join(written.split())
        if folded_name(written) in {"", folded_name(self.quote(run))}:
            return ""
        if self.is_in_quote(written, run) and self.chunk.supports(written):
            return written
        self.dropped["unsupported_descriptions"] += 1
        return ""

    def is_in_quote(self, written: str, run: SentenceRun) -> bool:
        """Return whether a quotation contains enough of a description to be its source."""
        words = stems(written)
        return len(words & stems(self.quote(run))) >= MIN_QUOTE_SHARE * len(words)

    def quote(self, run: SentenceRun) -> str:
        """Return the text of a sentence run."""
        return self.chunk.text[run.start : run.end]


def nearest_mentions(anchor: Mention, groups: Sequence[Sequence[Mention]]) -> list[Mention]:
    """Return a mention and, from each group, the nearest mention that overlaps no mention chosen so
    far."""
    chosen = [anchor]
    for group in groups:
        beside = [
            one for one in group if not any(overlap(place(one), place(two)) for two in chosen)
        ]
        if beside:
            chosen.append(min(beside, key=lambda one: abs(one.start - anchor.start)))
    return chosen


def place(mention: Mention) -> Place:
    """Return the span of a mention."""
    return mention.start, mention.end


def is_valid_relation(relation: str, subject: Mention, object_: Mention) -> bool:
    """Return whether a relation may connect two phrases.

    No relation connects a phrase with itself.
    """
    if subject.phrase == object_.phrase:
        return False
    told = class_of_relation(relation)
    if told is None or is_unclassed(subject, object_):
        return True
    return told.fits(subject.phrase.entity_class, object_.phrase.entity_class)


def is_unclassed(*mentions: Mention) -> bool:
    """Return whether any of the mentions has no class."""
    return any(one.phrase.entity_class == UNCLASSED for one in mentions)
