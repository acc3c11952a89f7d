"""The answer to what is computed over the graph: counted, compared, followed, surveyed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from narabot.answering.extractive.drafts import own_name
from narabot.chat.answers import quoted_texts
from narabot.chat.naming import Names, names_in
from narabot.chat.opening import Chat
from narabot.chat.tracing import Recorder, traced
from narabot.errors import TooMuchToComputeError
from narabot.models import COMPUTED, Answer, FilterChoice, Passage, Response, Sentence
from narabot.models.lines import NAME_LABELS
from narabot.plans.mentions import Marked
from narabot.plans.naming import named_in
from narabot.plans.outcomes import Outcome
from narabot.plans.reading import read_plans
from narabot.plans.relating import evaluate
from narabot.plans.resolving import resolved
from narabot.plans.sources import open_sets
from narabot.plans.telling import cited, told
from narabot.plans.values import ListOf
from narabot.plans.wording import Telling
from narabot.retrieval import DEFAULT_STRATEGY, Budget, Evidence, labelled_chunks, read_records
from narabot.retrieval.records.catalogue import loaded
from narabot.understanding import ParsedRequest, plain_request
from narabot.understanding.followup import FollowUp
from narabot.understanding.names import name_tokens
from narabot.understanding.query_rewriting import wording_of
from narabot.words import CYRILLIC

MOST_WORDS = 60
"""Words of a request that asks for something to be computed; longer ones tell a story."""

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
    found = computed(chat, request, names)
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


def computed(chat: Chat, request: ParsedRequest, names: Names) -> Computed | None:
    """Return the computed answer to a request, `None` where it asks for nothing of that kind.

    Raises GraphUnavailableError.
    """
    marked = named_in(chat.retriever.graph, request.asked, names_of(chat, request, names))
    plans = resolved(read_plans(marked), partial(look_up, chat))
    sets = open_sets(chat.retriever.graph)
    for plan in plans:
        try:
            outcome = evaluate(plan, sets)
        except TooMuchToComputeError:
            continue
        if found := answered(chat, request, outcome, marked):
            return found
    return None


def names_of(chat: Chat, request: ParsedRequest, names: Names) -> Names:
    """Return the names in a request as it was asked, and not as it is searched for."""
    if request.wording.text == request.asked:
        return names
    return names_in(chat.retriever, name_tokens(request.asked))


def look_up(chat: Chat, text: str) -> Sequence[Passage]:
    """Return the records nearest to a description."""
    return chat.look_up(plain_request(wording_of(text)), Budget(LOOKED_UP)).passages


def answered(
    chat: Chat, request: ParsedRequest, outcome: Outcome, marked: Marked
) -> Computed | None:
    """Return what an outcome says with its records; `None` where it says nothing.

    A field that the records do not state is refused, and not looked for in others.
    """
    said = told(outcome, telling(chat, request, marked))
    if said is None:
        is_silent = any(not one.values for one in outcome.told)
        return Computed(Answer((), 0.0, COMPUTED), ()) if is_silent else None
    is_list = isinstance(outcome.plan, ListOf)
    behind = [one.na_id for one in outcome.records[: MOST_LISTED if is_list else MOST_BEHIND]]
    named = [] if is_list else named_records(marked)
    wanted = [*named, *(one.na_id for one in cited(outcome))]
    shown = dict.fromkeys([*behind, *wanted])
    passages = read_records(chat.retriever.graph, list(shown))
    sentences = (Sentence(said, ()), *quoted(chat, wanted, passages, LONGEST - len(said)))
    return Computed(Answer(sentences, 1.0, COMPUTED), tuple(passages))


def named_records(marked: Marked) -> list[int]:
    """Return the first records that a request names by their titles."""
    return [na_id for one in marked.mentions if one.level for na_id in one.na_ids[:1]][:MOST_NAMED]


def telling(chat: Chat, request: ParsedRequest, marked: Marked) -> Telling:
    """Return how answers to a request are said."""
    names = {na_id: one.values[0] for one in marked.mentions for na_id in one.na_ids}
    language = "ru" if CYRILLIC.search(request.query) else "en"
    return Telling(language, loaded(chat.retriever.graph).records, names)


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
