"""Read a request once: its class, filters, names, language and wording. Pure.

Knows nothing of how records are found, and of what is answered.
"""

from narabot.understanding.parsed_request import ParsedRequest, plain_request

__all__ = ["ParsedRequest", "plain_request"]
