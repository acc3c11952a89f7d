"""Render the route from a request to its evidence: routing, attempts, paths, and model calls.

The output is empty if there was no routing, retry, or path.
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
from narabot.models.traces import RELATION_SEPARATOR, Attempt, Escalation
from narabot.presentation.cards import page_link
from narabot.presentation.markdown import LINE_END, escape, shortened
from narabot.presentation.phrases import (
    MAX_QUOTE_LENGTH,
    class_label,
    phrase_address,
    relation_type_label,
)
from narabot.presentation.records import type_label
from narabot.presentation.strategy_labels import strategy_title
from narabot.presentation.strings import later, number, say, say_many
from narabot.presentation.terms import term

MAX_PATHS = 3
"""Maximum number of paths shown."""

MAX_WORDS = 8
"""Maximum number of request words shown as the reason for a classification."""

MAX_NAME_LENGTH = 120
"""Maximum length of a name or a search text, in characters."""

REQUEST_TYPES: Mapping[str, str] = {
    "simple": later("simple"),
    "relation": later("relation"),
    "multi_hop": later("multiple steps"),
    "global": later("overview"),
    "temporal": later("time"),
    "aggregate": later("count"),
}
"""Label for each class of request."""

ROUTING_METHODS: Mapping[str, str] = {
    "rules": later("classified by rules"),
    "embedding": later("classified by similarity to examples"),
    "model": later("classified by the language model"),
    "pattern": later("classified by its wording"),
}
"""Label for each method that classifies requests."""

OUTCOMES: Mapping[CallOutcome, str] = {
    CallOutcome.ANSWERED: later("answered"),
    CallOutcome.MALFORMED: later("invalid response"),
    CallOutcome.TIMEOUT: later("timed out"),
    CallOutcome.FAILED: later("failed"),
}

EDGES: Mapping[str, tuple[str, str]] = {
    Relation.INCLUDES: (later("Includes"), later("Part of")),
    LayerRelation.MENTIONED_IN: (later("Mentioned in"), later("Mentions")),
    LayerRelation.RELATED_TO: (later("Mentioned together with"), later("Mentioned together with")),
    StatementKind.THESIS: (later("Mentioned together with"), later("Mentioned together with")),
    StatementKind.EPISODE: (later("Mentioned together with"), later("Mentioned together with")),
    LayerRelation.MEANS: (later("Refers to"), later("Referred to as")),
}
"""Forward and backward labels for graph relations that are not roles."""


def label_of(words: Mapping[str, str], key: str) -> str:
    """Return the label for a key, or the key itself if it has no label."""
    return say(words[key]) if key in words else key


def route_list(trace: Trace) -> str:
    """Return the routing decision and the attempts as an ordered list, or "" if there are none."""
    items = [router_item(trace.router)] if trace.router else []
    for attempt, escalation in zip_longest(trace.attempts, trace.escalations):
        items += [attempt_item(attempt)] if attempt else []
        items += [escalation_item(escalation, attempt)] if escalation else []
    return ordered(items)


def ordered(items: list[str]) -> str:
    """Return an ordered list in Markdown.

    Items may have more than one line.
    """
    return "\n".join(f"{place}. {item}" for place, item in enumerate(items, start=1))


def list_item(lead: str, facts: Iterator[str]) -> str:
    """Return a list item as Markdown, with its facts in small type below."""
    small = " · ".join(fact for fact in facts if fact)
    return f"{lead}{LINE_END}   :small[{small}]" if small else lead


def router_item(step: RouterStep) -> str:
    """Return the request's class, with its probability and the reasons for it."""
    kind = say("Request type: {kind}", kind=label_of(REQUEST_TYPES, step.query_type))
    return list_item(f"**{escape(kind)}**", map(escape, router_facts(step)))


def router_facts(step: RouterStep) -> Iterator[str]:
    """Yield the probability, the method, the decisive words, and the other classes."""
    if step.probability is not None:
        yield say("{share}% likely", share=percent(step.probability))
    yield label_of(ROUTING_METHODS, step.method)
    if step.words_fired:
        words = ", ".join(f"“{word}”" for word in step.words_fired[:MAX_WORDS])
        yield say("based on the words {words}", words=shortened(words, MAX_NAME_LENGTH))
    for kind, probability in step.probabilities:
        if kind != step.query_type and percent(probability):
            yield say(
                "or {kind}, {share}%",
                kind=label_of(REQUEST_TYPES, kind),
                share=percent(probability),
            )
    yield say("method: {strategy}", strategy=strategy_title(step.suggested_tool))


def percent(share: float) -> int:
    """Return a fraction as a whole-number percentage."""
    return round(100 * share)


def attempt_item(attempt: Attempt) -> str:
    """Return an attempt's strategy and search text, and how well the attempt worked."""
    wording = shortened(attempt.wording, MAX_NAME_LENGTH)
    lead = f"**{escape(strategy_title(attempt.strategy))}**: “{escape(wording)}”"
    return list_item(lead, map(escape, attempt_facts(attempt)))


def attempt_facts(attempt: Attempt) -> Iterator[str]:
    """Yield the number of hits, their relevance, and the duration."""
    yield say_many("one record", "{count} records", attempt.hits)
    yield say("relevance {points} out of 5", points=f"{attempt.relevance:.1f}")
    yield say("{count} ms", count=round(attempt.ms))
    if attempt.is_kept and attempt.hits:
        yield say("used for the answer")


def escalation_item(step: Escalation, last: Attempt | None) -> str:
    """Return the next strategy, the reason for it, and its search text.

    Old conversations do not store the last attempt. In that case, the reason is the trace's own
    text.
    """
    facts = [escalation_reason(last) if last else step.reason.rstrip(".")]
    if step.rephrased:
        wording = shortened(step.rephrased, MAX_NAME_LENGTH)
        facts.append(say("reworded as “{wording}”", wording=wording))
    lead = say("Next method: {strategy}", strategy=strategy_title(step.to))
    return list_item(escape(lead), map(escape, facts))


def escalation_reason(last: Attempt) -> str:
    """Return why an attempt was not sufficient."""
    return (
        say("the results do not support an answer well") if last.hits else say("nothing was found")
    )


def path_lists(trace: Trace) -> list[str]:
    """Return the first paths from names in the request to records, each as an ordered list."""
    return [path_list(path) for path in trace.paths[:MAX_PATHS]]


def path_list(path: EvidencePath) -> str:
    """Return a path as an ordered list.

    An item contains a node, and the relation to the next node.
    """
    steps = zip_longest(path.nodes, path.edges)
    return ordered([list_item(node_text(node), edge_facts(edge)) for node, edge in steps])


def node_text(node: PathNode) -> str:
    """Return a node's name, as a link to the node's page, and the node's kind."""
    named = escape(shortened(node.name, MAX_NAME_LENGTH))
    address = phrase_address(node.phrase_id) if node.phrase_id else None
    if address:
        named = f"[{named}]({address})"
    elif node.na_id is not None:
        named = page_link(named, node.na_id)
    return f"**{named}** · {escape(node_kind_label(node.kind))}"


def node_kind_label(kind: str) -> str:
    """Return the label of a node's kind: a type of record or a class of phrase."""
    for types in (LevelOfDescription, AuthorityType):
        if kind in set(types):
            return type_label(types(kind))
    return class_label(kind)


def edge_facts(edge: PathEdge | None) -> Iterator[str]:
    """Yield the relation to the next node, and the quotation that states the relation.

    The last node has no relation.
    """
    if edge is None:
        return
    yield f"*{escape(edge_label(edge))}*"
    if edge.quote:
        yield quote_text(edge.quote)


def quote_text(quote: Quote) -> str:
    """Return a quotation with a link to its record."""
    source = say("record {naid}", naid=str(quote.na_id))
    words = escape(shortened(quote.quote, MAX_QUOTE_LENGTH))
    return f"“{words}” ({page_link(escape(source), quote.na_id)})"


def edge_label(edge: PathEdge) -> str:
    """Return the label of a relation from the perspective of its first node."""
    relation = edge.relation
    if relation in EDGES:
        return say(EDGES[relation][1 if edge.is_reversed else 0])
    if relation in set(Relation) and (role := AUTHORITY_RELATIONS.get(Relation(relation))):
        heading = term(role.heading)
        return heading if edge.is_reversed else term(role.part or "") or f"({heading.lower()})"
    labels = (
        relation_type_label(one, is_subject=not edge.is_reversed)
        for one in relation.split(RELATION_SEPARATOR)
    )
    return ", ".join(labels)


def plan_text(response: Response) -> str:
    """Return a description of what was computed, or "" if nothing was computed."""
    sentences = response.answer.sentences if response.answer else ()
    texts = [one.computation.said for one in sentences if one.computation]
    return " ".join(dict.fromkeys(texts))


def calls_table(trace: Trace) -> dict[str, list[Any]]:
    """Return the language model calls as table columns: tokens, time, and outcome, but no text."""
    return {
        say("Prompt"): [call.prompt for call in trace.calls],
        say("Input tokens"): [tokens(call.tokens_in) for call in trace.calls],
        say("Output tokens"): [tokens(call.tokens_out) for call in trace.calls],
        say("Milliseconds"): [f"{call.ms:,.1f}" for call in trace.calls],
        say("Outcome"): [say(OUTCOMES[call.outcome]) for call in trace.calls],
    }


def tokens(count: int | None) -> str:
    """Return a token count as text, or "" if the count is unknown."""
    return "" if count is None else number(count)
