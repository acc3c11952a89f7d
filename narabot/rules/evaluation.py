"""Evaluation of rules with clingo, which derives facts from a program and supplied facts.

clingo runs in a separate process with limits, because it cannot be interrupted while it is
grounding and has no memory limit of its own (clingo issues 151, 570, 208, and 405). A process that
exceeds the time limit is killed.
"""

import json
import subprocess
import sys
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import ceil
from pathlib import Path
from typing import Any

from narabot.errors import RuleError, RuleLimitError
from narabot.rules.facts import Fact, as_json, fact_of

SOLVER_SCRIPT = Path(__file__).with_name("solving.py")

Signature = tuple[str, int]
"""The name and the number of arguments of a predicate."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of an evaluation."""

    seconds: float = 2.0
    megabytes: int = 512
    max_facts: int = 100_000
    """Maximum number of facts to return."""


DEFAULT_LIMITS = Limits()

BUILTIN_LIMITS = Limits(seconds=30)
"""Limits for the built-in rules. With few facts, these rules are slow only on a busy machine."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of an evaluation."""

    facts: tuple[Fact, ...]
    """The facts of the requested predicates, sorted."""
    notes: tuple[str, ...] = ()
    """clingo's messages about what it skipped, such as a sum of a string and a number."""


@cache
def load_program(name: str) -> str:
    """Return the text of `narabot/rules/<name>.lp`."""
    return (files("narabot.rules") / f"{name}.lp").read_text(encoding="utf-8")


def solve(
    program: str,
    facts: Iterable[Fact],
    wanted: Collection[Signature],
    limits: Limits = DEFAULT_LIMITS,
) -> Solution:
    """Return the requested facts that follow from a program and the supplied facts.

    The program must be one of narabot's `.lp` files or a translated program. Text from users
    belongs in the facts. Raise RuleLimitError if a limit is exceeded, and RuleError if clingo
    rejects the program.
    """
    asked = {
        "program": program,
        "facts": [as_json(one) for one in facts],
        "wanted": sorted(wanted),
        "most_bytes": limits.megabytes << 20,
        "most_seconds": ceil(limits.seconds) + 1,
        "most_facts": limits.max_facts,
    }
    reply = run_solver(json.dumps(asked).encode(), limits)
    if "failed" in reply:
        raise limit_error(reply, limits)
    return Solution(tuple(map(fact_of, reply["facts"])), tuple(reply["notes"]))


def run_solver(asked: bytes, limits: Limits) -> dict[str, Any]:
    """Return the reply of the solver process, which is killed after the time limit."""
    command = [sys.executable, "-I", str(SOLVER_SCRIPT)]
    try:
        ended = subprocess.run(
            command, input=asked, capture_output=True, timeout=limits.seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return {"failed": "time"}
    if not ended.stdout:
        return crash_reply(ended.returncode, ended.stderr.decode(errors="replace"))
    reply: dict[str, Any] = json.loads(ended.stdout)
    return reply


def crash_reply(code: int, stderr: str) -> dict[str, Any]:
    """Return why a process died without a reply, usually because it reached its memory limit."""
    if code < 0 or "memory" in stderr.lower() or "bad_alloc" in stderr:
        return {"failed": "memory"}
    return {"failed": "program", "text": stderr[-500:]}


def limit_error(reply: dict[str, Any], limits: Limits) -> RuleError:
    """Return the error for a failed evaluation."""
    match reply["failed"]:
        case "time":
            reached = f"{limits.seconds:g} s"
        case "memory":
            reached = f"{limits.megabytes} MB of memory"
        case "facts":
            reached = f"{limits.max_facts} facts in the result"
        case _:
            return RuleError(f"clingo cannot evaluate the rules: {reply['text'].strip()}")
    return RuleLimitError(
        f"The rules were stopped at the limit of {reached}. Limit the numbers that the rules "
        "compute, or narrow the goal."
    )
