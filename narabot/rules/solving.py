"""A process that evaluates one logic program by clingo; it imports nothing of narabot.

JSON in: the program, facts, which predicates are asked for, limits. JSON out: facts, or what was
reached first. It is run by its path, so that it starts fast. What a program may do is bounded here
(memory, processor, number of facts) and by who started it (time).
"""

import json
import os
import sys
from typing import Any

import clingo

ONLY_WARNED = ("--warn=none", "--warn=operation-undefined")
"""clingo tells where it has left something out, such as a sum of a text."""

MEMORY = b'{"failed": "memory"}'


class TooManyFactsError(Exception):
    """More facts are asked for than one may have."""


def bound(most_bytes: int, most_seconds: int) -> None:
    """Let this process have no more memory, and no more processor should its parent die."""
    try:
        import resource
    except ImportError:  # Windows has none; there time alone bounds it
        return
    resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds))


def symbol(value: Any) -> clingo.Symbol:
    """Return a value of JSON as clingo has it."""
    if isinstance(value, int):
        return clingo.Number(value)
    if isinstance(value, str):
        return clingo.String(value)
    if "name" in value:
        return clingo.Function(value["name"])
    return clingo.Function(value["predicate"], [symbol(one) for one in value["arguments"]])


def told(value: clingo.Symbol) -> Any:
    """Return a value of clingo as JSON has it."""
    if value.type == clingo.SymbolType.Number:
        return value.number
    if value.type == clingo.SymbolType.String:
        return value.string
    if not value.arguments:
        return {"name": value.name}
    return atom(value)


def atom(value: clingo.Symbol) -> dict[str, Any]:
    """Return a fact of clingo as JSON has it."""
    return {"predicate": value.name, "arguments": [told(one) for one in value.arguments]}


def solve(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the facts that are asked for, of the program's one model, in a stable order."""
    notes: list[str] = []
    control = clingo.Control(ONLY_WARNED, lambda _, text: notes.append(text), 20)
    try:
        control.add("base", [], asked["program"])
        with control.backend() as backend:
            for one in asked["facts"]:
                backend.add_rule([backend.add_atom(symbol(one))])
        control.ground([("base", [])])
    except RuntimeError as error:
        return {"failed": "program", "text": "\n".join(notes) or str(error)}
    wanted = {(name, arity) for name, arity in asked["wanted"]}
    with control.solve(yield_=True) as models:
        for model in models:
            return {"facts": chosen(model, wanted, asked["most_facts"]), "notes": notes}
    return {"failed": "program", "text": "no model"}


def chosen(model: clingo.Model, wanted: set[tuple[str, int]], most: int) -> list[dict[str, Any]]:
    """Return the facts of some predicates, sorted. Raises TooManyFactsError."""
    found = [one for one in model.symbols(atoms=True) if (one.name, len(one.arguments)) in wanted]
    if len(found) > most:
        raise TooManyFactsError
    return [atom(one) for one in sorted(found)]


def main() -> None:
    """Read what is asked, answer it."""
    asked = json.load(sys.stdin)
    bound(asked["most_bytes"], asked["most_seconds"])
    try:
        reply = json.dumps(solve(asked)).encode()
    except MemoryError:
        reply = MEMORY
    except TooManyFactsError:
        reply = b'{"failed": "facts"}'
    sys.stdout.buffer.write(reply)
    sys.stdout.buffer.flush()
    os._exit(0)  # what clingo holds need not be given back piece by piece


if __name__ == "__main__":
    main()
