"""The text of a computed answer, with the records and quotes that support it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from narabot.answering.extractive.lexical_answers import own_name
from narabot.chat.opening import Chat
from narabot.chat.overviews import scope_of
from narabot.models import COMPUTED, Answer, Computation, Passage, Sentence
from narabot.models.lines import NAME_LABELS
from narabot.plans.algebra import RecordsById
from narabot.plans.computations import computation_of
from narabot.plans.described_records import record_ids_in
from narabot.plans.outcomes import Outcome
from narabot.plans.phrasing import Phrasing
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, UnknownNameError
from narabot.plans.sentences import cited_records, outcome_sentence
from narabot.plans.values import ListOf, Overview
from narabot.retrieval import labeled_chunks, read_records
from narabot.retrieval.records.catalog_overview import load_summary
from narabot.understanding import ParsedRequest
from narabot.words import CYRILLIC

MAX_ANSWER_CHARS, MAX_NAMED = 580, 3
"""Maximum length of an answer with its quotes, in characters, and maximum number of named records
that it quotes."""

MAX_LISTED, MAX_SOURCES = 100, 20
"""Maximum number of records in a list, and of source records for a number."""


@dataclass(frozen=True, slots=True)
class ComputedAnswer:
    """The answer that a plan yields, with the source records."""

    answer: Answer
    passages: tuple[Passage, ...]


def with_other_interpretations(
    computed: ComputedAnswer, interpretations: Iterable[Computation | None]
) -> ComputedAnswer:
    """Return a computed answer with the records of the request's other interpretations added."""
    own = computed.answer.computation
    if own is None:
        return computed
    known = {behind.records.plan for behind in own.behind}
    meant = (behind for one in interpretations if one for behind in one.behind if behind.count)
    found = {behind.records.plan: behind for behind in meant}
    others = tuple(behind for plan, behind in found.items() if plan not in known)
    if not others or not own.behind:
        return computed
    whole = replace(own, others=others)
    sentences = tuple(
        replace(one, computation=whole) if one.computation is own else one
        for one in computed.answer.sentences
    )
    return replace(computed, answer=replace(computed.answer, sentences=sentences))


def refusal(why: str) -> ComputedAnswer:
    """Return the refusal with its reason."""
    return ComputedAnswer(Answer((), 0.0, COMPUTED, why=why), ())


def refusal_reason(error: Exception, request: ParsedRequest) -> str:
    """Return why nothing can be computed, in the language of the request."""
    phrasing = Phrasing(language_of(request), 0, {})
    match error:
        case UnknownNameError():
            return phrasing.say("unknown", name=phrasing.quoted(str(error)))
        case NotUnderstoodError() if str(error):
            return phrasing.say("word_unknown", words=phrasing.quoted(str(error)))
        case NotUnderstoodError():
            return phrasing.say("not_understood")
        case _:
            return str(error)


def search_only_note(request: ParsedRequest) -> str:
    """Return a note that explains that the chosen strategy only searches and does not compute."""
    return Phrasing(language_of(request), 0, {}).say("looks_only")


def language_of(request: ParsedRequest) -> str:
    """Return the language for the answer to a request."""
    return "ru" if CYRILLIC.search(request.query) else "en"


def computed_answer(
    chat: Chat, request: ParsedRequest, outcome: Outcome, one: PlanRequest
) -> ComputedAnswer:
    """Return the answer for an outcome, with its records.

    If the outcome is empty, return the refusal.
    """
    phrasing = phrasing_for(chat, request, one, outcome)
    text, computation = (
        outcome_sentence(outcome, phrasing),
        computation_of(outcome, phrasing, chat.sets.read),
    )
    if text is None:
        return refusal(phrasing.say("nothing", plan=computation.said))
    if one.ignored_names:
        text += phrasing.say("left_out", names=", ".join(map(phrasing.quoted, one.ignored_names)))
    is_list = isinstance(outcome.plan, ListOf)
    sources = [found.na_id for found in outcome.records[: MAX_LISTED if is_list else MAX_SOURCES]]
    named = [] if is_list else named_records(one)
    wanted = [*named, *(found.na_id for found in cited_records(outcome))]
    shown = dict.fromkeys([*sources, *wanted])
    passages = read_records(chat.retriever.graph, list(shown))
    lines = (Sentence(line, (), computation) for line in text.split("\n"))
    names = quotes_of(chat, wanted, passages, MAX_ANSWER_CHARS - len(text))
    sentences = (*lines, *(scope_note(chat, outcome) or names))
    return ComputedAnswer(Answer(sentences, 1.0, COMPUTED), tuple(passages))


def scope_note(chat: Chat, outcome: Outcome) -> list[Sentence]:
    """Return quotes from the scope note if the plan summarizes a single record."""
    given = record_ids_in(outcome.plan) if isinstance(outcome.plan, Overview) else []
    quotes = scope_of(chat.retriever.graph, given[0]) if len(set(given)) == 1 else ()
    return [Sentence(one.quote, (one,)) for one in quotes]


def named_records(one: PlanRequest) -> list[int]:
    """Return the naIds of the first records that a request names by title."""
    named = one.mentions.values()
    return [na_id for mention in named if mention.level for na_id in mention.na_ids[:1]][:MAX_NAMED]


def phrasing_for(
    chat: Chat, request: ParsedRequest, one: PlanRequest, outcome: Outcome
) -> Phrasing:
    """Return the phrasing for an outcome, including the names of records that a search found."""
    named = one.mentions.values()
    names = {na_id: mention.values[0] for mention in named for na_id in mention.na_ids}
    found = [na_id for na_id in record_ids_in(outcome.plan) if na_id not in names]
    if found:
        given = chat.sets.read(RecordsById(tuple(found)))
        names |= {record.na_id: record.title for record in given}
    return Phrasing(
        language_of(request), load_summary(chat.retriever.graph).records, names, one.text
    )


def quotes_of(
    chat: Chat, na_ids: Sequence[int], passages: Sequence[Passage], room: int
) -> list[Sentence]:
    """Return the quoted names of records, up to a total length of `room` characters."""
    lines = labeled_chunks(chat.retriever.graph, sorted(set(na_ids)), NAME_LABELS)
    known = {passage.na_id: passage for passage in passages}
    wanted = [known[na_id] for na_id in dict.fromkeys(na_ids) if na_id in known]
    taken = []
    for name in (own_name(passage, lines) for passage in wanted):
        if name is not None and len(name.quote) < room:
            taken.append(Sentence(name.quote, (name,)))
            room -= len(name.quote) + 1
    return taken
