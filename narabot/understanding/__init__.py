"""Parsing of a request: its class, filters, names, language, and rewritten query.

This package has no side effects and does not depend on retrieval or answers.
"""

from narabot.understanding.parsed_request import BroadRequest, ParsedRequest, plain_request

__all__ = ["BroadRequest", "ParsedRequest", "plain_request"]
