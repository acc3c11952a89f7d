"""A request as it was read once: what every later step knows of its words."""

from dataclasses import dataclass
from enum import Enum, auto

from narabot.dates import PartialDate, months_said
from narabot.models import EVERYTHING, Filters, RequestClass, Wording
from narabot.understanding.filters import FoundFilter
from narabot.understanding.followup import FollowUp
from narabot.understanding.names import NameTokens, name_tokens
from narabot.understanding.question import Asked, read_question


class Broad(Enum):
    """How a request asks where to look."""

    RECORDS = auto()
    """For records by what they say."""
    TOPIC = auto()
    """By a few words and no sentence."""
    STORY = auto()
    """By telling what somebody seeks."""


@dataclass(frozen=True, slots=True)
class ParsedRequest:
    """A request as it was understood."""

    query: str
    """As it was written."""
    asked: str
    """With what it leans on of the turn before."""
    request_class: RequestClass
    decided_by: str
    """What decided its class: `rules`, `examples` or `model`."""
    follow_up: FollowUp | None
    """How it follows the turn before, `None` if it stands by itself."""
    record_number: int | None
    """The naId that it is, where it is nothing else."""
    found_filters: tuple[FoundFilter, ...]
    """Those that its words say, with their places in `query`; behind it, in the turn before."""
    filters: Filters
    """All in force: of its words, of the list before, and those that were chosen."""
    removed: frozenset[str]
    """The fields of filters that the reader took away."""
    matter: Wording
    """What it is about, without the words that were read as filters."""
    is_plain: bool
    """Whether it is searched for as it was written, but for the words of filters."""
    wording: Wording
    """In the records' language."""
    name_tokens: NameTokens
    """The wording's words, among which names are looked for."""
    question: Asked
    """What the wording asks for."""
    broad: Broad | None
    """In which way it asks where to look, `None` where it asks for something that a record says."""
    searched: Wording
    """As it is searched for: in its own language, where the embedding model reads that."""
    dates: tuple[PartialDate, ...] = ()
    """The days and months that it names, each with its year."""

    @property
    def is_broad(self) -> bool:
        """Whether it asks where to look."""
        return self.broad is not None

    @property
    def searched_as(self) -> str | None:
        """The words that are searched for, `None` if they are those that were written."""
        is_same = self.is_plain or self.searched.text == self.query
        return None if is_same else self.searched.text


def plain_request(wording: Wording, filters: Filters = EVERYTHING) -> ParsedRequest:
    """Return words as a request that asks for nothing but what is nearest to them."""
    query = wording.written or wording.text
    return ParsedRequest(
        query=query,
        asked=query,
        request_class=RequestClass.QUESTION,
        decided_by="",
        follow_up=None,
        record_number=None,
        found_filters=(),
        filters=filters,
        removed=frozenset(),
        matter=wording,
        is_plain=True,
        wording=wording,
        name_tokens=name_tokens(wording.text),
        question=read_question(wording.whole),
        broad=None,
        searched=wording,
        dates=tuple(one.date for one in months_said(query)),
    )
