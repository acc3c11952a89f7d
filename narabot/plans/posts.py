"""Senders and recipients of messages: their places and offices, as titles name them. Pure."""

import re

from narabot.models.intents import SlotKind
from narabot.plans.mentions import MentionKind
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, mention_kind
from narabot.words import CYRILLIC

POST_WORDS = re.compile(
    r"^(?:(?:the|our|us|u\.s\.|american|из|от|в|посольств\w*|консульств\w*|генконсульств\w*|"
    r"embassy|consulate(?: general)?|legation|mission|post(?= (?:in|at|of)\b)|ambassador|"
    r"consul(?: general)?|at|in|of|from|to|department(?= of\b))\b\s*)+"
    r"|\s+(?:embassy|consulate(?: general)?|legation|post)$",
    re.IGNORECASE,
)
"""Words before or after a place that identify it as a post."""

STATE_DEPARTMENT = re.compile(
    r"state(?: department)?|department of state|washington|the department|госдеп\w*|"
    r"государственн\w+ департамент\w*|вашингтон\w*",
    re.IGNORECASE,
)
"""The State Department, which titles call `State`."""


def requested_post(request: PlanRequest, kind: SlotKind) -> str | None:
    """Return the sender or recipient that a request names, as titles name it."""
    slots = [
        slot
        for slot in request.intent.of(kind)
        if mention_kind(request, slot) is not MentionKind.RECORD
    ]
    if not slots:
        return None
    places = [slot for slot in slots if post_place(request.text_of(slot))]
    if len(places) > 1:
        raise NotUnderstoodError(request.text_of(places[1]))
    own = (*places, *slots)[0]
    mention, words = request.mentions.get(own), request.text_of(own).strip()
    if mention is not None and mention.kind is MentionKind.WORDS:
        return " ".join(group[0] for group in mention.spellings)
    place = post_place(words) or words
    if STATE_DEPARTMENT.fullmatch(place) or STATE_DEPARTMENT.fullmatch(words):
        return "State"
    if CYRILLIC.search(place):
        raise NotUnderstoodError(place)
    return place


def post_place(words: str) -> str:
    """Return the place of a post, or "" if no place is named."""
    return POST_WORDS.sub("", words).strip()
