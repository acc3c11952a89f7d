"""Rules evaluated: a program and facts in, facts out, by clingo in a process with limits.

clingo cannot be stopped while it grounds, and has no limit of memory of its own (its issues 151,
570, 208, 405); so a process that takes too long is killed.
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

SOLVING = Path(__file__).with_name("solving.py")

Signature = tuple[str, int]
"""A predicate with the number of its arguments."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What an evaluation may take."""

    seconds: float = 2.0
    megabytes: int = 512
    most_facts: int = 100_000
    """So many come back."""


USUAL_LIMITS = Limits()

OUR_LIMITS = Limits(seconds=30)
"""For rules of ours over few facts, which take long only where the machine is busy."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What holds by some rules."""

    facts: tuple[Fact, ...]
    """Of the predicates that were asked for, sorted."""
    notes: tuple[str, ...] = ()
    """What clingo has left out, in its own words, such as a sum of a text and a number."""


@cache
def load_program(name: str) -> str:
    """Return the text of `narabot/rules/<name>.lp`."""
    return (files("narabot.rules") / f"{name}.lp").read_text(encoding="utf-8")


def solve(
    program: str,
    facts: Iterable[Fact],
    wanted: Collection[Signature],
    limits: Limits = USUAL_LIMITS,
) -> Solution:
    """Return the facts of some predicates that hold by a program and other facts.

    The program is one of our `.lp` files, or a translated one; what anybody wrote belongs into the
    facts. Raises RuleLimitError when it takes too much, RuleError when clingo cannot read it.
    """
    asked = {
        "program": program,
        "facts": [as_json(one) for one in facts],
        "wanted": sorted(wanted),
        "most_bytes": limits.megabytes << 20,
        "most_seconds": ceil(limits.seconds) + 1,
        "most_facts": limits.most_facts,
    }
    reply = reply_of(json.dumps(asked).encode(), limits)
    if "failed" in reply:
        raise failure(reply, limits)
    return Solution(tuple(map(fact_of, reply["facts"])), tuple(reply["notes"]))


def reply_of(asked: bytes, limits: Limits) -> dict[str, Any]:
    """Return what the process says, which is killed when its time is over."""
    command = [sys.executable, "-I", str(SOLVING)]
    try:
        ended = subprocess.run(
            command, input=asked, capture_output=True, timeout=limits.seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return {"failed": "time"}
    if not ended.stdout:
        return death(ended.returncode, ended.stderr.decode(errors="replace"))
    reply: dict[str, Any] = json.loads(ended.stdout)
    return reply


def death(code: int, said: str) -> dict[str, Any]:
    """Return of what a process died that says nothing: most often of its memory's limit."""
    if code < 0 or "memory" in said.lower() or "bad_alloc" in said:
        return {"failed": "memory"}
    return {"failed": "program", "text": said[-500:]}


def failure(reply: dict[str, Any], limits: Limits) -> RuleError:
    """Return why there is no solution."""
    match reply["failed"]:
        case "time":
            reached = f"longer than {limits.seconds:g} s"
        case "memory":
            reached = f"more than {limits.megabytes} MB of memory"
        case "facts":
            reached = f"more than {limits.most_facts} facts to tell"
        case _:
            return RuleError(f"The rules cannot be evaluated: {reply['text'].strip()}")
    return RuleLimitError(
        f"The rules take {reached} and were stopped. Bound what they count up, or ask about less."
    )
