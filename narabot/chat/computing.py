"""The answer to what is computed over the graph: counted, compared, followed, surveyed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from narabot.answering.extractive.drafts import own_name
from narabot.chat.answers import quoted_texts
from narabot.chat.naming import Names
from narabot.chat.opening import Chat
from narabot.chat.tracing import Recorder, traced
from narabot.errors import TooMuchToComputeError
from narabot.models import COMPUTED, Answer, FilterChoice, Passage, Response, Sentence
from narabot.models.intents import Operation
from narabot.models.lines import NAME_LABELS
from narabot.plans.algebra import These
from narabot.plans.asked import Asked, NotUnderstoodError, UnknownNameError, asked
from narabot.plans.assembling import assembled, is_for_search
from narabot.plans.computations import computation_of
from narabot.plans.outcomes import Outcome
from narabot.plans.referents import kept_by, referents, whole_names
from narabot.plans.relating import evaluate
from narabot.plans.resolving import given_in, resolved
from narabot.plans.sources import Sets, open_sets
from narabot.plans.telling import cited, told
from narabot.plans.values import ListOf
from narabot.plans.wording import Telling, sentence
from narabot.plans.wording import quoted as quoted_name
from narabot.retrieval import DEFAULT_STRATEGY, Budget, Evidence, labelled_chunks, read_records
from narabot.retrieval.records.catalogue import loaded
from narabot.understanding import ParsedRequest, plain_request
from narabot.understanding.followup import FollowUp
from narabot.understanding.query_rewriting import wording_of
from narabot.words import CYRILLIC

MOST_WORDS = 60
"""Words of a request that asks for something to be computed; longer ones tell a story."""

LEAST_SURE, SURE = 0.5, 0.7
"""How likely a request must ask for an operation, and where its result may be the refusal."""

LOOKED_UP = 3
"""Records that are looked up for a description of one."""

LONGEST, MOST_NAMED = 580, 3
"""Characters of an answer with its quotes, and records that the request names and it quotes."""

MOST_LISTED, MOST_BEHIND = 100, 20
"""Records that are listed, and those that stand behind a number."""


@dataclass(frozen=True, slots=True)
class Computed:
    """What a plan gives: the answer and the records behind it."""

    answer: Answer
    passages: tuple[Passage, ...]


def computed_response(
    chat: Chat, request: ParsedRequest, names: Names, choice: FilterChoice, recorder: Recorder
) -> Response | None:
    """Return the response with a computed answer, `None` where there is nothing to compute.

    Whoever chooses filters, or another strategy, wants to see what these find.

    Raises GraphUnavailableError.
    """
    if chat.strategy != DEFAULT_STRATEGY or choice.added or choice.removed:
        return None
    is_long = len(request.asked.split()) > MOST_WORDS
    if is_long or request.record_number is not None or request.follow_up is FollowUp.NARROWS:
        return None
    found = computed(chat, request)
    recorder.lap("plan", "Looking for something to compute")
    if found is None:
        return None
    return Response(
        query=request.query,
        asked=request.asked,
        request_class=request.request_class,
        passages=found.passages,
        answer=found.answer,
        names=names,
        trace=traced(chat, request, Evidence(), found.answer, recorder),
        quoted_texts=quoted_texts(found.answer, found.passages, {}),
    )


def computed(chat: Chat, request: ParsedRequest) -> Computed | None:
    """Return the computed answer to a request, `None` where it asks for nothing of that kind.

    What the records do not state is refused, and not looked for in others.
    Raises GraphUnavailableError.
    """
    refused = None
    sets = open_sets(chat.retriever.graph)
    for one in ways_to_read(chat, request.asked):
        try:
            outcome = outcome_of(chat, one, sets)
            said = answered(chat, request, outcome, one, sets) if outcome else None
        except (NotUnderstoodError, TooMuchToComputeError) as error:
            said = refusal(why_not(error, request)) if is_of_numbers(one) else None
        if said and said.answer.sentences:
            return said
        if said and is_refused(one):
            refused = refused or said
    return refused


def refusal(why: str) -> Computed:
    """Return the refusal, and why."""
    return Computed(Answer((), 0.0, COMPUTED, why=why), ())


def is_refused(one: Asked) -> bool:
    """Return whether a request that comes to nothing is refused, and not searched for.

    A search may know records that are nearly what a list wants; and what was perhaps misread.
    """
    return one.intent.operation is not Operation.LIST and one.intent.likelihood >= SURE


OF_NUMBERS = frozenset(
    {
        Operation.COUNT,
        Operation.TOTAL,
        Operation.GROUP,
        Operation.TOP,
        Operation.COMPARE,
        Operation.DAYS,
    }
)
"""Operations whose results no record states."""


def is_of_numbers(one: Asked) -> bool:
    """Return whether a request asks for what no record states, so that a search is no help."""
    return one.intent.operation in OF_NUMBERS


def why_not(error: Exception, request: ParsedRequest) -> str:
    """Return why nothing can be computed."""
    language = language_of(request)
    match error:
        case UnknownNameError():
            return sentence(language, "unknown", name=quoted_name(str(error)))
        case NotUnderstoodError():
            return sentence(language, "not_understood")
        case _:
            return str(error)


def language_of(request: ParsedRequest) -> str:
    """Return the language in which a request is answered."""
    return "ru" if CYRILLIC.search(request.query) else "en"


def ways_to_read(chat: Chat, text: str) -> Iterator[Asked]:
    """Yield what a request may ask to be computed, the likeliest first; nothing if nothing.

    Raises GraphUnavailableError.
    """
    if chat.models.intents is None:
        return
    intent = chat.models.intents.read(text)
    if intent.operation is Operation.NONE or intent.likelihood < LEAST_SURE:
        return
    graph = chat.retriever.graph
    intent = whole_names(graph, text, intent)
    named = referents(graph, text, intent)
    yield asked(text, intent, named)
    groups = kept_by(graph, text, intent, named)
    if groups is not None:
        yield asked(text, intent, groups)


def outcome_of(chat: Chat, one: Asked, sets: Sets) -> Outcome | None:
    """Return what a request comes to; `None` where its records are not known, or for the search.

    Raises NotUnderstoodError, TooMuchToComputeError, GraphUnavailableError.
    """
    plan = assembled(one)
    if isinstance(plan, ListOf) and is_for_search(plan.of):
        return None
    known = next(resolved([plan], partial(look_up, chat)), None)
    return evaluate(known, sets) if known else None


def look_up(chat: Chat, text: str) -> Sequence[Passage]:
    """Return the records nearest to a description."""
    return chat.look_up(plain_request(wording_of(text)), Budget(LOOKED_UP)).passages


def answered(
    chat: Chat, request: ParsedRequest, outcome: Outcome, one: Asked, sets: Sets
) -> Computed:
    """Return what an outcome says with its records; the refusal where it says nothing."""
    how = telling(chat, request, one, outcome)
    said, computation = told(outcome, how), computation_of(outcome, how, sets.read)
    if said is None:
        return refusal(how.say("nothing", plan=computation.said))
    if one.left_out:
        said += how.say("left_out", names=", ".join(map(quoted_name, one.left_out)))
    is_list = isinstance(outcome.plan, ListOf)
    behind = [found.na_id for found in outcome.records[: MOST_LISTED if is_list else MOST_BEHIND]]
    named = [] if is_list else named_records(one)
    wanted = [*named, *(found.na_id for found in cited(outcome))]
    shown = dict.fromkeys([*behind, *wanted])
    passages = read_records(chat.retriever.graph, list(shown))
    lines = (Sentence(line, (), computation) for line in said.split("\n"))
    sentences = (*lines, *quoted(chat, wanted, passages, LONGEST - len(said)))
    return Computed(Answer(sentences, 1.0, COMPUTED), tuple(passages))


def named_records(one: Asked) -> list[int]:
    """Return the first records that a request names by their titles."""
    named = one.named.values()
    return [na_id for mention in named if mention.level for na_id in mention.na_ids[:1]][
        :MOST_NAMED
    ]


def telling(chat: Chat, request: ParsedRequest, one: Asked, outcome: Outcome) -> Telling:
    """Return how an outcome is said; records that a search has found are named too."""
    named = one.named.values()
    names = {na_id: mention.values[0] for mention in named for na_id in mention.na_ids}
    found = [na_id for na_id in given_in(outcome.plan) if na_id not in names]
    if found:
        given = open_sets(chat.retriever.graph).read(These(tuple(found)))
        names |= {record.na_id: record.title for record in given}
    return Telling(language_of(request), loaded(chat.retriever.graph).records, names, one.text)


def quoted(
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
