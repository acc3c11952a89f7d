"""Senders and recipients: the places and offices of messages, as titles name them. Pure."""

import re

from narabot.models.intents import SlotKind
from narabot.plans.mentions import MentionKind
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, kind_at
from narabot.words import CYRILLIC

POST = re.compile(
    r"^(?:(?:the|our|us|u\.s\.|american|из|от|в|посольств\w*|консульств\w*|генконсульств\w*|"
    r"embassy|consulate(?: general)?|legation|mission|post(?= (?:in|at|of)\b)|ambassador|"
    r"consul(?: general)?|at|in|of|from|to|department(?= of\b))\b\s*)+"
    r"|\s+(?:embassy|consulate(?: general)?|legation|post)$",
    re.IGNORECASE,
)
"""What says in front of a place, or behind it, that a post is meant."""

HOME = re.compile(
    r"state(?: department)?|department of state|washington|the department|госдеп\w*|"
    r"государственн\w+ департамент\w*|вашингтон\w*",
    re.IGNORECASE,
)
"""The State Department, which titles call `State`."""


def post_of(one: PlanRequest, kind: SlotKind) -> str | None:
    """Return the sender or recipient that is asked for, as titles name it."""
    slots = [slot for slot in one.intent.of(kind) if kind_at(one, slot) is not MentionKind.RECORD]
    if not slots:
        return None
    places = [slot for slot in slots if place_in(one.said(slot))]
    if len(places) > 1:
        raise NotUnderstoodError(one.said(places[1]))
    own = (*places, *slots)[0]
    mention, said = one.named.get(own), one.said(own).strip()
    if mention is not None and mention.kind is MentionKind.WORDS:
        return " ".join(group[0] for group in mention.spellings)
    place = place_in(said) or said
    if HOME.fullmatch(place) or HOME.fullmatch(said):
        return "State"
    if CYRILLIC.search(place):
        raise NotUnderstoodError(place)
    return place


def place_in(said: str) -> str:
    """Return the place of a post, "" where no place is named."""
    return POST.sub("", said).strip()
