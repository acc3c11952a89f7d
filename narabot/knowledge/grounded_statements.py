"""What a language model says of names that are mentioned, as statements on quotes. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from narabot.knowledge.chunk_text import ChunkText, Place, meet
from narabot.knowledge.class_names import UNCLASSED, class_of_relation
from narabot.knowledge.formats.reply import (
    MOST_STRENGTH,
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

LEAST_IN_QUOTE = 0.5
"""Of a description's content words; four fifths must stand in the chunk."""

Named = Mapping[str, Sequence[Mention]]
"""By folded name where it is mentioned: once at least."""


@dataclass(frozen=True, slots=True)
class Run:
    """Sentences of the text, `text[start:end]`, that hold a mention of each of some names."""

    start: int
    end: int
    mentions: tuple[Mention, ...]

    @property
    def order(self) -> tuple[int, int]:
        """The shortest first, then the first."""
        return self.end - self.start, self.start


@dataclass(frozen=True)
class Grounding:
    """The text and the names that a reply is about; counts what is left out of it."""

    chunk: ChunkText
    named: Named
    dropped: Counter[str]

    def descriptions(self, entities: Mapping[str, NamedEntity]) -> Iterator[Statement]:
        """Yield what is said of each name alone: a thesis about it."""
        for key, mentions in self.named.items():
            if entities[key].description.strip():
                yield from self.thesis(entities[key].description, [mentions], Role.SUBJECT)

    def stated(self, reply: Reply) -> Iterator[Statement]:
        """Yield the relations and theses of a reply."""
        for relation in reply.relations:
            groups = self.groups((relation.source, relation.target))
            if len(groups) == 2:
                yield from self.relation(relation, groups)
            else:
                self.dropped["without_ends"] += 1
        for thesis in reply.theses:
            groups = self.groups(thesis.names)
            if groups:
                yield from self.thesis(thesis.text, groups, Role.PART)
            else:
                self.dropped["without_ends"] += 1

    def groups(self, names: Sequence[str]) -> list[Sequence[Mention]]:
        """Return the mentions of those of some names that are mentioned, each name once."""
        keys = dict.fromkeys(map(folded_name, names))
        return [self.named[key] for key in keys if key in self.named]

    def thesis(
        self, written: str, groups: Sequence[Sequence[Mention]], role: Role
    ) -> Iterator[Statement]:
        """Yield what is said of some names, on the quote that has most of its words."""
        words = stems(written)
        runs = list(self.runs(groups))
        if not runs:
            self.dropped["far_apart"] += 1
            return
        run = min(runs, key=lambda one: (-len(words & stems(self.quote(one))), one.order))
        parts = dict.fromkeys(Participant(role, one.phrase) for one in run.mentions)
        yield Statement(
            StatementKind.THESIS,
            tuple(parts),
            run.start,
            run.end,
            METHOD,
            text=self.borne_out(written, run),
        )

    def relation(
        self, said: NamedRelation, groups: Sequence[Sequence[Mention]]
    ) -> Iterator[Statement]:
        """Yield a relation between two names, on the shortest quote, if it may join them.

        What is none of the 49 classes joins all, and has no class.
        """
        runs = sorted(self.runs(groups), key=lambda one: one.order)
        fitting = [one for one in runs if may_join(said.relation, *one.mentions)]
        if not fitting:
            self.dropped["misfits" if runs else "far_apart"] += 1
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
            self.borne_out(said.description, run),
            said.strength / MOST_STRENGTH,
        )

    def runs(self, groups: Sequence[Sequence[Mention]]) -> Iterator[Run]:
        """Yield sentences that hold a mention of each name: the nearest of each of the first."""
        for anchor in groups[0]:
            chosen = nearest_of(anchor, groups[1:])
            if len(chosen) < len(groups):
                continue
            place = min(one.start for one in chosen), max(one.end for one in chosen)
            run = self.chunk.run_of(*place)
            if run:
                yield Run(*run, tuple(chosen))

    def borne_out(self, written: str, run: Run) -> str:
        """Return a description; "" where the quote says it, or the text does not bear it out."""
        written = " ".join(written.split())
        if folded_name(written) in {"", folded_name(self.quote(run))}:
            return ""
        if self.is_near(written, run) and self.chunk.bears_out(written):
            return written
        self.dropped["descriptions"] += 1
        return ""

    def is_near(self, written: str, run: Run) -> bool:
        """Return whether a quote has so much of a description as makes it what that stands on."""
        words = stems(written)
        return len(words & stems(self.quote(run))) >= LEAST_IN_QUOTE * len(words)

    def quote(self, run: Run) -> str:
        """Return the words of some sentences."""
        return self.chunk.text[run.start : run.end]


def nearest_of(anchor: Mention, groups: Sequence[Sequence[Mention]]) -> list[Mention]:
    """Return a mention and the nearest of each group that has one beside the others."""
    chosen = [anchor]
    for group in groups:
        beside = [one for one in group if not any(meet(place(one), place(two)) for two in chosen)]
        if beside:
            chosen.append(min(beside, key=lambda one: abs(one.start - anchor.start)))
    return chosen


def place(mention: Mention) -> Place:
    """Return where a mention stands."""
    return mention.start, mention.end


def may_join(relation: str, subject: Mention, object_: Mention) -> bool:
    """Return whether a relation may join two phrases; none joins something with itself."""
    if subject.phrase == object_.phrase:
        return False
    told = class_of_relation(relation)
    if told is None or is_unclassed(subject, object_):
        return True
    return told.fits(subject.phrase.entity_class, object_.phrase.entity_class)


def is_unclassed(*mentions: Mention) -> bool:
    """Return whether one of some mentions is of what has no class of its own."""
    return any(one.phrase.entity_class == UNCLASSED for one in mentions)
