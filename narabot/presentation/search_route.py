"""How a request came to its evidence, as lists of Markdown: route, attempts, paths, calls. Pure.

Where nothing was chosen, tried again or followed, there is nothing to show.
"""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from narabot.models import (
    AuthorityType,
    CallOutcome,
    EvidencePath,
    LevelOfDescription,
    PathEdge,
    PathNode,
    Quote,
    Response,
    RouterStep,
    Trace,
)
from narabot.models.knowledge import LayerRelation, StatementKind
from narabot.models.relations import AUTHORITY_RELATIONS, Relation
from narabot.models.traces import BESIDE, Attempt, Escalation
from narabot.presentation.cards import page_link
from narabot.presentation.markdown import LINE_END, escape, shortened
from narabot.presentation.phrases import MOST_QUOTED, class_said, phrase_address, relation_words
from narabot.presentation.records import type_label
from narabot.presentation.strings import later, number, say, say_many
from narabot.presentation.terms import term
from narabot.presentation.ways import way_named

MOST_PATHS = 3
"""Ways to evidence that are drawn."""

MOST_WORDS = 8
"""Of the request, by which rules told its kind, that are named."""

LONGEST_NAME = 120
"""Characters of a name, or of a wording, that are shown."""

TYPES: Mapping[str, str] = {
    "simple": later("simple"),
    "relation": later("a relation"),
    "multi_hop": later("several steps"),
    "global": later("an overview"),
    "temporal": later("a time"),
    "aggregate": later("a count"),
}
"""The kinds of request."""

METHODS: Mapping[str, str] = {
    "rules": later("by rules on its words"),
    "embedding": later("by its likeness to examples"),
    "model": later("by the language model"),
    "pattern": later("by its form"),
}
"""What told the kind of a request."""

OUTCOMES: Mapping[CallOutcome, str] = {
    CallOutcome.ANSWERED: later("answered"),
    CallOutcome.MALFORMED: later("could not be read"),
    CallOutcome.TIMEOUT: later("took too long"),
    CallOutcome.FAILED: later("failed"),
}

EDGES: Mapping[str, tuple[str, str]] = {
    Relation.INCLUDES: (later("Includes"), later("Part of")),
    LayerRelation.MENTIONED_IN: (later("Named in"), later("Mentions")),
    LayerRelation.RELATED_TO: (later("Named together with"), later("Named together with")),
    StatementKind.THESIS: (later("Named together with"), later("Named together with")),
    StatementKind.EPISODE: (later("Named together with"), later("Named together with")),
    LayerRelation.MEANS: (later("Means"), later("Meant by")),
}
"""What relations of the graph that are no roles say forwards, and backwards."""


def said_of(words: Mapping[str, str], key: str) -> str:
    """Return what a key is called on the page; one that is not known, as it is."""
    return say(words[key]) if key in words else key


def route_list(trace: Trace) -> str:
    """Return the router's decision and each attempt as an ordered list; "" without any."""
    items = [router_item(trace.router)] if trace.router else []
    for attempt, escalation in zip_longest(trace.attempts, trace.escalations):
        items += [attempt_item(attempt)] if attempt else []
        items += [escalation_item(escalation, attempt)] if escalation else []
    return ordered(items)


def ordered(items: list[str]) -> str:
    """Return an ordered list of Markdown, whose items may have several lines."""
    return "\n".join(f"{place}. {item}" for place, item in enumerate(items, start=1))


def item_of(lead: str, facts: Iterator[str]) -> str:
    """Return an item: what it is, and below it small what there is to say of it, both Markdown."""
    small = " · ".join(fact for fact in facts if fact)
    return f"{lead}{LINE_END}   :small[{small}]" if small else lead


def router_item(step: RouterStep) -> str:
    """Return as which kind of request one was taken, how sure, and what decided."""
    kind = say("Kind of request: {kind}", kind=said_of(TYPES, step.query_type))
    return item_of(f"**{escape(kind)}**", map(escape, router_facts(step)))


def router_facts(step: RouterStep) -> Iterator[str]:
    """Yield how likely the kind is, what decided, by which words, what else it may be."""
    if step.probability is not None:
        yield say("{share} % likely", share=percent(step.probability))
    yield said_of(METHODS, step.method)
    if step.words_fired:
        words = ", ".join(f"“{word}”" for word in step.words_fired[:MOST_WORDS])
        yield say("for the words {words}", words=shortened(words, LONGEST_NAME))
    for kind, probability in step.probabilities:
        if kind != step.query_type and percent(probability):
            yield say("or {kind}, {share} %", kind=said_of(TYPES, kind), share=percent(probability))
    yield say("way to look: {strategy}", strategy=way_named(step.suggested_tool))


def percent(share: float) -> int:
    """Return a share in whole percents."""
    return round(100 * share)


def attempt_item(attempt: Attempt) -> str:
    """Return what was looked up how, and how well that did."""
    wording = shortened(attempt.wording, LONGEST_NAME)
    lead = f"**{escape(way_named(attempt.strategy))}**: “{escape(wording)}”"
    return item_of(lead, map(escape, attempt_facts(attempt)))


def attempt_facts(attempt: Attempt) -> Iterator[str]:
    """Yield how much was found, how relevant that was, how long it took."""
    yield say_many("one record", "{count} records", attempt.hits)
    yield say("relevance {points} of 5", points=f"{attempt.relevance:.1f}")
    yield say("{count} ms", count=round(attempt.ms))
    if attempt.is_kept and attempt.hits:
        yield say("read for the answer")


def escalation_item(step: Escalation, last: Attempt | None) -> str:
    """Return that another way was tried, why, and in which words.

    Without the last attempt, which old conversations do not keep, why is told in the trace's words.
    """
    facts = [why_again(last) if last else step.reason.rstrip(".")]
    if step.rephrased:
        wording = shortened(step.rephrased, LONGEST_NAME)
        facts.append(say("asked as “{wording}”", wording=wording))
    lead = say("Looked again: {strategy}", strategy=way_named(step.to))
    return item_of(escape(lead), map(escape, facts))


def why_again(last: Attempt) -> str:
    """Return why what an attempt found did not do."""
    return say("what was found supports no answer well") if last.hits else say("nothing was found")


def path_lists(trace: Trace) -> list[str]:
    """Return the first ways from names in the request to records, each as an ordered list."""
    return [path_list(path) for path in trace.paths[:MOST_PATHS]]


def path_list(path: EvidencePath) -> str:
    """Return a way: each node leads to its page, below it what leads on, and the words for that."""
    steps = zip_longest(path.nodes, path.edges)
    return ordered([item_of(node_said(node), edge_facts(edge)) for node, edge in steps])


def node_said(node: PathNode) -> str:
    """Return a node's name, which leads to its page, and what it is."""
    named = escape(shortened(node.name, LONGEST_NAME))
    address = phrase_address(node.phrase_id) if node.phrase_id else None
    if address:
        named = f"[{named}]({address})"
    elif node.na_id is not None:
        named = page_link(named, node.na_id)
    return f"**{named}** · {escape(kind_said(node.kind))}"


def kind_said(kind: str) -> str:
    """Return what a node is: a type of record, or a class of names."""
    for types in (LevelOfDescription, AuthorityType):
        if kind in set(types):
            return type_label(types(kind))
    return class_said(kind)


def edge_facts(edge: PathEdge | None) -> Iterator[str]:
    """Yield how a node leads to the next, and the words that state it; nothing of the last."""
    if edge is None:
        return
    yield f"*{escape(edge_said(edge))}*"
    if edge.quote:
        yield quoted(edge.quote)


def quoted(quote: Quote) -> str:
    """Return the words of a record, with a link to it."""
    source = say("record {naid}", naid=str(quote.na_id))
    words = escape(shortened(quote.quote, MOST_QUOTED))
    return f"“{words}” ({page_link(escape(source), quote.na_id)})"


def edge_said(edge: PathEdge) -> str:
    """Return what a relation says of the node that it is told from."""
    relation = edge.relation
    if relation in EDGES:
        return say(EDGES[relation][1 if edge.is_reversed else 0])
    if relation in set(Relation) and (role := AUTHORITY_RELATIONS.get(Relation(relation))):
        heading = term(role.heading)
        return heading if edge.is_reversed else term(role.part or "") or f"({heading.lower()})"
    said = (relation_words(one, is_subject=not edge.is_reversed) for one in relation.split(BESIDE))
    return ", ".join(said)


def plans_said(response: Response) -> str:
    """Return in words what was computed; "" where nothing was."""
    sentences = response.answer.sentences if response.answer else ()
    said = [one.computation.said for one in sentences if one.computation]
    return " ".join(dict.fromkeys(said))


def calls_table(trace: Trace) -> dict[str, list[Any]]:
    """Return the calls of language models: tokens, time, outcome; never what was said."""
    return {
        say("Prompt"): [call.prompt for call in trace.calls],
        say("Tokens read"): [tokens(call.tokens_in) for call in trace.calls],
        say("Tokens written"): [tokens(call.tokens_out) for call in trace.calls],
        say("Milliseconds"): [f"{call.ms:,.1f}" for call in trace.calls],
        say("Outcome"): [say(OUTCOMES[call.outcome]) for call in trace.calls],
    }


def tokens(count: int | None) -> str:
    """Return a number of tokens; "" where nobody told."""
    return "" if count is None else number(count)
