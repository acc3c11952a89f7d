"""Read a request once: its class, filters, names, language and wording. Pure.

Knows nothing of how records are found, and of what is answered.
"""

from narabot.understanding.parsed_request import Broad, ParsedRequest, plain_request

__all__ = ["Broad", "ParsedRequest", "plain_request"]
