"""The parsed request, which contains everything that later steps use from the words in a
request."""

from dataclasses import dataclass
from enum import Enum, auto

from narabot.dates import PartialDate, months_with_years
from narabot.models import NO_FILTERS, Filters, RequestClass, Wording
from narabot.understanding.filters import FoundFilter
from narabot.understanding.followup import FollowUp
from narabot.understanding.names import NameTokens, name_tokens
from narabot.understanding.question import ParsedQuestion, parse_question


class BroadRequest(Enum):
    """How a request asks where to look."""

    RECORDS = auto()
    """Asks for records by their content."""
    TOPIC = auto()
    """Consists of a few words that are not a sentence."""
    STORY = auto()
    """Describes what the person is looking for."""


@dataclass(frozen=True, slots=True)
class ParsedRequest:
    """A request as narabot understands it."""

    query: str
    """The request as written."""
    asked: str
    """The request with the subject that it depends on."""
    request_class: RequestClass
    decided_by: str
    """What decided the class: `rules`, `examples`, or `model`."""
    follow_up: FollowUp | None
    """How the request depends on the previous turn, or `None` if it is self-contained."""
    record_number: int | None
    """The naId, if the request consists of nothing else."""
    found_filters: tuple[FoundFilter, ...]
    """Filters in the request's words, with their positions in `query`.

    Positions after the end of `query` belong to the previous turn.
    """
    filters: Filters
    """All active filters: from the request's words, the previous list, and the user's choices."""
    removed: frozenset[str]
    """Fields whose filters the user removed."""
    matter: Wording
    """The subject, without the words that name filters."""
    is_plain: bool
    """Whether the search uses the request as written, except for the words that name filters."""
    wording: Wording
    """The request in the language of the records."""
    name_tokens: NameTokens
    """The words in `wording`, which are examined for names."""
    question: ParsedQuestion
    """What `wording` asks for."""
    broad: BroadRequest | None
    """How the request asks where to look, or `None` if it asks for what a record states."""
    searched: Wording
    """The text to search for: in the request's own language if the embedding model supports it."""
    dates: tuple[PartialDate, ...] = ()
    """The days and months that the request names, each with its year."""

    @property
    def is_broad(self) -> bool:
        """Whether the request asks where to look."""
        return self.broad is not None

    @property
    def searched_as(self) -> str | None:
        """The words that are searched for, or `None` if the search uses the words as written."""
        is_same = self.is_plain or self.searched.text == self.query
        return None if is_same else self.searched.text


def plain_request(wording: Wording, filters: Filters = NO_FILTERS) -> ParsedRequest:
    """Return a request that asks only for the records that best match the specified words."""
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
        question=parse_question(wording.whole),
        broad=None,
        searched=wording,
        dates=tuple(one.date for one in months_with_years(query)),
    )
