"""A request as it was read once: what every later step knows of its words."""

from dataclasses import dataclass

from narabot.models import EVERYTHING, Filters, RequestClass, Wording


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
    filters: Filters
    removed: frozenset[str]
    """The fields of filters that the reader took away."""
    matter: Wording
    """What it is about, without the words that were read as filters."""
    is_plain: bool
    """Whether it is searched for as it was written, but for the words of filters."""
    wording: Wording
    """In the records' language."""
    searched: Wording
    """As it is searched for: in its own language, where the embedding model reads that."""

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
        filters=filters,
        removed=frozenset(),
        matter=wording,
        is_plain=True,
        wording=wording,
        searched=wording,
    )
