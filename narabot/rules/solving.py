"""The process that evaluates one logic program with clingo. It imports no other narabot module.

The process reads JSON from standard input: the program, facts, requested predicates, and limits. It
writes JSON to standard output: facts, or the first limit that was exceeded. The parent process runs
this file as a script, because importing narabot would take longer. This process limits memory, CPU
time, and the number of facts. Its parent limits elapsed time.
"""

import json
import os
import sys
from typing import Any

import clingo

CLINGO_OPTIONS = ("--warn=none", "--warn=operation-undefined")
"""clingo warns only when it skips something, such as a sum that contains a string."""

MEMORY = b'{"failed": "memory"}'


class TooManyFactsError(Exception):
    """The result contains more facts than the limit allows."""


def limit_resources(most_bytes: int, most_seconds: int) -> None:
    """Limit this process's memory. Also limit CPU time, in case the parent process dies."""
    try:
        import resource
    except ImportError:  # Windows lacks this module, so only time is limited there
        return
    resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds))


def to_symbol(value: Any) -> clingo.Symbol:
    """Return a JSON value as a clingo symbol."""
    if isinstance(value, int):
        return clingo.Number(value)
    if isinstance(value, str):
        return clingo.String(value)
    if "name" in value:
        return clingo.Function(value["name"])
    return clingo.Function(value["predicate"], [to_symbol(one) for one in value["arguments"]])


def value_to_json(value: clingo.Symbol) -> Any:
    """Return a clingo symbol as a JSON value."""
    if value.type == clingo.SymbolType.Number:
        return value.number
    if value.type == clingo.SymbolType.String:
        return value.string
    if not value.arguments:
        return {"name": value.name}
    return atom_to_json(value)


def atom_to_json(value: clingo.Symbol) -> dict[str, Any]:
    """Return a clingo fact as JSON."""
    return {"predicate": value.name, "arguments": [value_to_json(one) for one in value.arguments]}


def solve(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the requested facts in the program's only model, in a stable order."""
    notes: list[str] = []
    control = clingo.Control(CLINGO_OPTIONS, lambda _, text: notes.append(text), 20)
    try:
        control.add("base", [], asked["program"])
        with control.backend() as backend:
            for one in asked["facts"]:
                backend.add_rule([backend.add_atom(to_symbol(one))])
        control.ground([("base", [])])
    except RuntimeError as error:
        return {"failed": "program", "text": "\n".join(notes) or str(error)}
    wanted = {(name, arity) for name, arity in asked["wanted"]}
    with control.solve(yield_=True) as models:
        for model in models:
            return {"facts": selected_facts(model, wanted, asked["most_facts"]), "notes": notes}
    return {"failed": "program", "text": "no model"}


def selected_facts(
    model: clingo.Model, wanted: set[tuple[str, int]], most: int
) -> list[dict[str, Any]]:
    """Return the facts of the requested predicates, sorted. May raise TooManyFactsError."""
    found = [one for one in model.symbols(atoms=True) if (one.name, len(one.arguments)) in wanted]
    if len(found) > most:
        raise TooManyFactsError
    return [atom_to_json(one) for one in sorted(found)]


def main() -> None:
    """Read a request from standard input and write the reply."""
    asked = json.load(sys.stdin)
    limit_resources(asked["most_bytes"], asked["most_seconds"])
    try:
        reply = json.dumps(solve(asked)).encode()
    except MemoryError:
        reply = MEMORY
    except TooManyFactsError:
        reply = b'{"failed": "facts"}'
    sys.stdout.buffer.write(reply)
    sys.stdout.buffer.flush()
    os._exit(0)  # skip the slow release of clingo's memory


if __name__ == "__main__":
    main()
