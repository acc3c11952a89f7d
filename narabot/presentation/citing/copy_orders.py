"""How to see a record or to order a copy of it: only what the records say of it, in plain words.

Pure. What they do not say is left out; where they do not say who holds it, nobody is named.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from narabot.models import HeldRecord, LevelOfDescription
from narabot.presentation.citing.addresses import addresses
from narabot.presentation.citing.pull_slips import PullSlip, pull_slip
from narabot.presentation.markdown import LINE_END, escape, with_links
from narabot.presentation.restrictions import USE_WORDS, status_words
from narabot.presentation.strings import in_english, say, say_many

CONTACT = "https://www.archives.gov/contact"
"""Where the National Archives take any question."""


@dataclass(frozen=True, slots=True)
class OrderGuide:
    """What a reader does to see a record, or to have a copy of it."""

    steps: tuple[tuple[str, str], ...]
    """In their order, each as a heading and Markdown."""
    wanted: str
    """What to tell those who hold it, in English: the citation, and the box if one is stated; plain
    text."""


def order_guide(held: HeldRecord) -> OrderGuide:
    """Return what to do for a record."""
    return OrderGuide(
        tuple(steps(held, pull_slip(held))), in_english(lambda: wanted(pull_slip(held)))
    )


def steps(held: HeldRecord, slip: PullSlip) -> Iterator[tuple[str, str]]:
    """Yield the steps: what needs no visit comes first, whom to ask last."""
    if held.passage.holdings.online_count:
        yield say("Look online first"), escape(online_words(held))
    if slip.microfilm:
        told = say("It is on film, which is shown in its place: {films}", films=slip.microfilm)
        yield say("Ask for the microfilm"), with_links(told)
    if slip.access:
        yield say("Whether you may see it"), with_links(slip.access)
    if slip.handling:
        yield say("How it is handled"), with_links(slip.handling)
    if held.use:
        told = status_words(held.record, held.use, USE_WORDS)
        yield say("What you may do with a copy"), escape(told)
    yield say("Who holds it"), whom_to_ask(held)


def online_words(held: HeldRecord) -> str:
    """Return how much is online, and whether anything else may be needed."""
    count = held.passage.holdings.online_count
    if held.record.type is LevelOfDescription.ITEM:
        return say_many(
            "{count} digital copy is on this record's page and at archives.gov: you may need no "
            "other.",
            "{count} digital copies are on this record's page and at archives.gov: you may need no "
            "other.",
            count,
        )
    return say_many(
        "{count} digital copy is online. All that you look for may be there.",
        "{count} digital copies are online. All that you look for may be there.",
        count,
    )


def whom_to_ask(held: HeldRecord) -> str:
    """Return who holds a record, with address, telephone and e-mail as the records state them."""
    if not held.units:
        return with_links(
            say(
                "The catalogue does not say who holds it. Ask the National Archives ({address}), "
                "and give them this:",
                address=CONTACT,
            )
        )
    told = [with_links(one) for one in addresses(held.units)]
    ask = say("Ask before you go, or ask for a copy, and give them this:")
    return LINE_END.join((*told, escape(ask)))


def wanted(slip: PullSlip) -> str:
    """Return what names a record to those who hold it."""
    return f"{slip.citation}\nBox and folder: {slip.boxes}" if slip.has_boxes else slip.citation
