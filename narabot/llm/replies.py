"""Reduce a model's reply to its content in the requested format.

A reply must contain only the content. One `<think>` block may precede the content, and one code
fence may enclose it. A reply is malformed if it has words before or after the content, a second
fence, or an unclosed `<think>` block. This module has no side effects.
"""

import re

from narabot.errors import InvalidReplyError

MAX_REPLY_CHARS = 40_000
"""Maximum length of a reply, in characters. A longer reply counts as malformed."""

THOUGHT = re.compile(r"\s*<think>.*?</think>", re.DOTALL)
FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n(?P<body>.*)```", re.DOTALL)


def plain_reply(reply: str) -> str:
    """Return a reply without its leading `<think>` block and enclosing code fence.

    Raise InvalidReplyError if the reply is empty, is too long, or contains a further `<think>`
    block or fence.
    """
    if len(reply) > MAX_REPLY_CHARS:
        raise InvalidReplyError(f"It is longer than {MAX_REPLY_CHARS:,} characters.")
    thought = THOUGHT.match(reply)
    text = (reply[thought.end() :] if thought else reply).strip()
    if text.startswith("<think>"):
        raise InvalidReplyError("Its reasoning section is not closed.")
    fenced = FENCE.fullmatch(text)
    text = fenced["body"].strip() if fenced else text
    if "```" in text:
        raise InvalidReplyError("It contains text outside the code fence.")
    if not text:
        raise InvalidReplyError("It is empty.")
    return text
