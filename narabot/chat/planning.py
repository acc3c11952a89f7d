"""Let a language model parse a request for a computation, as JSON that follows narabot's own
schema.

The words in a slot must appear in the request. narabot looks up the names itself. An invalid reply
is sent back to the model once, with an explanation of what is wrong.
"""

import re

import msgspec

from narabot.llm import LanguageModel, fit_prompt, mark_malformed, read_reply
from narabot.models.intents import INTENTS, Intent, Slot, SlotKind, named_intent
from narabot.prompts import fill_prompt, load_prompt

REPLY_TOKENS = 400

MAX_TRIES = 2

FULL_LIKELIHOOD = 1.0
"""Likelihood of an intent in a valid reply."""


class WrittenSlot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words in a request that fill one slot, in the form that the model returns."""

    kind: SlotKind
    words: str
    excluded: bool = False


class WrittenIntent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The intent of a request, in the form that the model returns."""

    intent: str
    slots: tuple[WrittenSlot, ...] = ()


class ReplyFaultError(Exception):
    """A reply that is not a valid intent. The message gives the reason."""


def intent_by_model(model: LanguageModel, request: str) -> Intent | None:
    """Return the intent of a request, or `None` if the model's replies do not follow the schema.

    Raises the same errors as `LanguageModel.stream`.
    """
    fault = ""
    for _ in range(MAX_TRIES):
        prompt = plan_prompt(model, request, fault)
        reply = read_reply(model, prompt, max_new_tokens=REPLY_TOKENS)
        try:
            return read_intent(reply, request)
        except ReplyFaultError as error:
            mark_malformed(model, prompt)
            fault = f"Your last reply was refused: {error}"
    return None


def plan_prompt(model: LanguageModel, request: str, fault: str) -> str:
    """Return the prompt with the request on one line and an explanation of the last reply's
    fault."""
    prompt = load_prompt("plan")
    line = " ".join(request.split())

    def fill(text: str) -> str:
        kinds = ", ".join(SlotKind)
        return fill_prompt(prompt, query=text, fault=fault, intents=", ".join(INTENTS), kinds=kinds)

    return fit_prompt(model, fill, line)


def read_intent(reply: str, request: str) -> Intent:
    """Return the intent in a reply. Raises ReplyFaultError."""
    start, end = reply.find("{"), reply.rfind("}") + 1
    try:
        parsed = msgspec.json.decode(reply[start:end] if start >= 0 else reply, type=WrittenIntent)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise ReplyFaultError(f"{error}.") from error
    if parsed.intent not in INTENTS:
        raise ReplyFaultError(f"There is no intent {parsed.intent!r}.")
    slots: list[Slot] = []
    for one in parsed.slots:
        slots.append(locate_slot(one, request, slots))
    return named_intent(
        parsed.intent, FULL_LIKELIHOOD, tuple(sorted(slots, key=lambda slot: slot.start))
    )


def locate_slot(one: WrittenSlot, request: str, others: list[Slot]) -> Slot:
    """Return a slot with the position of its words, outside of other slots. Raises
    ReplyFaultError."""
    words = one.words.strip()
    for found in re.finditer(re.escape(words), request, re.IGNORECASE) if words else ():
        if all(found.end() <= slot.start or found.start() >= slot.end for slot in others):
            return Slot(one.kind, *found.span(), one.excluded)
    raise ReplyFaultError(
        f"{words!r} is not in the request, or it is part of another slot or word."
    )
