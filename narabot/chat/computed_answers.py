"""What a computed answer says, with the records and quotes that it stands on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from narabot.answering.extractive.drafts import own_name
from narabot.chat.opening import Chat
from narabot.chat.overviews import scope_of
from narabot.models import COMPUTED, Answer, Computation, Passage, Sentence
from narabot.models.lines import NAME_LABELS
from narabot.plans.algebra import These
from narabot.plans.computations import computation_of
from narabot.plans.described_records import given_in
from narabot.plans.outcomes import Outcome
from narabot.plans.phrasing import Telling
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, UnknownNameError
from narabot.plans.sentences import cited, told
from narabot.plans.values import ListOf, Overview
from narabot.retrieval import labelled_chunks, read_records
from narabot.retrieval.records.catalogue import loaded
from narabot.understanding import ParsedRequest
from narabot.words import CYRILLIC

LONGEST, MOST_NAMED = 580, 3
"""Characters of an answer with its quotes, and records that the request names and it quotes."""

MOST_LISTED, MOST_BEHIND = 100, 20
"""Records that are listed, and those that stand behind a number."""


@dataclass(frozen=True, slots=True)
class Computed:
    """What a plan gives: the answer and the records behind it."""

    answer: Answer
    passages: tuple[Passage, ...]


def with_others(said: Computed, readings: Iterable[Computation | None]) -> Computed:
    """Return a computed answer that tells what records other readings of the request mean."""
    own = said.answer.computation
    if own is None:
        return said
    known = {behind.records.plan for behind in own.behind}
    meant = (behind for one in readings if one for behind in one.behind if behind.count)
    found = {behind.records.plan: behind for behind in meant}
    others = tuple(behind for plan, behind in found.items() if plan not in known)
    if not others or not own.behind:
        return said
    whole = replace(own, others=others)
    sentences = tuple(
        replace(one, computation=whole) if one.computation is own else one
        for one in said.answer.sentences
    )
    return replace(said, answer=replace(said.answer, sentences=sentences))


def refusal(why: str) -> Computed:
    """Return the refusal, and why."""
    return Computed(Answer((), 0.0, COMPUTED, why=why), ())


def why_not(error: Exception, request: ParsedRequest) -> str:
    """Return why nothing can be computed."""
    how = Telling(language_of(request), 0, {})
    match error:
        case UnknownNameError():
            return how.say("unknown", name=how.quoted(str(error)))
        case NotUnderstoodError() if str(error):
            return how.say("word_unknown", words=how.quoted(str(error)))
        case NotUnderstoodError():
            return how.say("not_understood")
        case _:
            return str(error)


def why_looked_up(request: ParsedRequest) -> str:
    """Return why a request for a computation is only looked up: another way was chosen."""
    return Telling(language_of(request), 0, {}).say("looks_only")


def language_of(request: ParsedRequest) -> str:
    """Return the language in which a request is answered."""
    return "ru" if CYRILLIC.search(request.query) else "en"


def answered(chat: Chat, request: ParsedRequest, outcome: Outcome, one: PlanRequest) -> Computed:
    """Return what an outcome says with its records; the refusal where it says nothing."""
    how = telling(chat, request, one, outcome)
    said, computation = told(outcome, how), computation_of(outcome, how, chat.sets.read)
    if said is None:
        return refusal(how.say("nothing", plan=computation.said))
    if one.left_out:
        said += how.say("left_out", names=", ".join(map(how.quoted, one.left_out)))
    is_list = isinstance(outcome.plan, ListOf)
    behind = [found.na_id for found in outcome.records[: MOST_LISTED if is_list else MOST_BEHIND]]
    named = [] if is_list else named_records(one)
    wanted = [*named, *(found.na_id for found in cited(outcome))]
    shown = dict.fromkeys([*behind, *wanted])
    passages = read_records(chat.retriever.graph, list(shown))
    lines = (Sentence(line, (), computation) for line in said.split("\n"))
    names = quotes_of(chat, wanted, passages, LONGEST - len(said))
    sentences = (*lines, *(scope_note(chat, outcome) or names))
    return Computed(Answer(sentences, 1.0, COMPUTED), tuple(passages))


def scope_note(chat: Chat, outcome: Outcome) -> list[Sentence]:
    """Return what the one record that is surveyed says itself of what it holds."""
    given = given_in(outcome.plan) if isinstance(outcome.plan, Overview) else []
    quotes = scope_of(chat.retriever.graph, given[0]) if len(set(given)) == 1 else ()
    return [Sentence(one.quote, (one,)) for one in quotes]


def named_records(one: PlanRequest) -> list[int]:
    """Return the first records that a request names by their titles."""
    named = one.named.values()
    return [na_id for mention in named if mention.level for na_id in mention.na_ids[:1]][
        :MOST_NAMED
    ]


def telling(chat: Chat, request: ParsedRequest, one: PlanRequest, outcome: Outcome) -> Telling:
    """Return how an outcome is said; records that a search has found are named too."""
    named = one.named.values()
    names = {na_id: mention.values[0] for mention in named for na_id in mention.na_ids}
    found = [na_id for na_id in given_in(outcome.plan) if na_id not in names]
    if found:
        given = chat.sets.read(These(tuple(found)))
        names |= {record.na_id: record.title for record in given}
    return Telling(language_of(request), loaded(chat.retriever.graph).records, names, one.text)


def quotes_of(
    chat: Chat, na_ids: Sequence[int], passages: Sequence[Passage], room: int
) -> list[Sentence]:
    """Return the names of some records as they stand in them, as many as there is room for."""
    lines = labelled_chunks(chat.retriever.graph, sorted(set(na_ids)), NAME_LABELS)
    known = {passage.na_id: passage for passage in passages}
    wanted = [known[na_id] for na_id in dict.fromkeys(na_ids) if na_id in known]
    taken = []
    for name in (own_name(passage, lines) for passage in wanted):
        if name is not None and len(name.quote) < room:
            taken.append(Sentence(name.quote, (name,)))
            room -= len(name.quote) + 1
    return taken
