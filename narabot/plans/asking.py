"""What the readers of requests share. Pure."""

from narabot.plans.algebra import RecordSet, These
from narabot.plans.mentions import Mention
from narabot.plans.vocabulary import patterns
from narabot.plans.words import Words


def operation(words: Words, name: str) -> bool:
    """Take the words of an operation, and return whether a request has any."""
    return words.take(patterns("operations")[name]) is not None


def asks_how_many(words: Words) -> bool:
    """Return whether a request asks for a number."""
    return patterns("operations")["count"].search(words.text) is not None


def itself(mention: Mention) -> RecordSet:
    """Return the record that a mention names, and not what is below it."""
    return These(mention.na_ids)
