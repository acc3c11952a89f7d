"""What a request asks to be computed, as a language model reads it: JSON of our own schema.

Its words must stand in the request, and what they name is looked up by us; a faulty reply goes back
once with its fault.
"""

import re

import msgspec

from narabot.llm import LanguageModel, fit_prompt, read_reply, tell_malformed
from narabot.models.intents import INTENTS, Intent, Slot, SlotKind, named_intent
from narabot.prompts import fill_prompt, load_prompt

REPLY_TOKENS = 400

TRIES = 2

SURE = 1.0
"""How likely a reading is that has no fault."""


class WrittenSlot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of a request that say something of a kind."""

    kind: SlotKind
    words: str
    excluded: bool = False


class WrittenIntent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a request asks for, as a model writes it."""

    intent: str
    slots: tuple[WrittenSlot, ...] = ()


class ReplyFaultError(Exception):
    """A reply that is no reading of the request; the text says why."""


def intent_by_model(model: LanguageModel, request: str) -> Intent | None:
    """Return what a request asks for, `None` where the model does not say it in our schema.

    Raises what `LanguageModel.stream` raises.
    """
    fault = ""
    for _ in range(TRIES):
        prompt = filled(model, request, fault)
        reply = read_reply(model, prompt, max_new_tokens=REPLY_TOKENS)
        try:
            return read_intent(reply, request)
        except ReplyFaultError as error:
            tell_malformed(model, prompt)
            fault = f"Your last reply was refused: {error}"
    return None


def filled(model: LanguageModel, request: str, fault: str) -> str:
    """Return the prompt with a request on one line, and what was wrong with the last reply."""
    prompt = load_prompt("plan")
    line = " ".join(request.split())

    def fill(text: str) -> str:
        kinds = ", ".join(SlotKind)
        return fill_prompt(prompt, query=text, fault=fault, intents=", ".join(INTENTS), kinds=kinds)

    return fit_prompt(model, fill, line)


def read_intent(reply: str, request: str) -> Intent:
    """Return the reading that a reply says. Raises ReplyFaultError."""
    start, end = reply.find("{"), reply.rfind("}") + 1
    try:
        said = msgspec.json.decode(reply[start:end] if start >= 0 else reply, type=WrittenIntent)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise ReplyFaultError(f"{error}.") from error
    if said.intent not in INTENTS:
        raise ReplyFaultError(f"There is no intent {said.intent!r}.")
    slots: list[Slot] = []
    for one in said.slots:
        slots.append(placed(one, request, slots))
    return named_intent(said.intent, SURE, tuple(sorted(slots, key=lambda slot: slot.start)))


def placed(one: WrittenSlot, request: str, others: list[Slot]) -> Slot:
    """Return where words stand in a request, not within other slots. Raises ReplyFaultError."""
    words = one.words.strip()
    for found in re.finditer(re.escape(words), request, re.IGNORECASE) if words else ():
        if all(found.end() <= slot.start or found.start() >= slot.end for slot in others):
            return Slot(one.kind, *found.span(), one.excluded)
    raise ReplyFaultError(f"{words!r} does not stand in the request, or is part of other words.")
