"""What a model's reply says in a form, without what models put around it. Pure.

A reply is the form and nothing else: one `<think>` block may stand before it, one fence around it.
Words before or after it, a second fence, or a thought without an end are malformed.
"""

import re

from narabot.errors import ReplyNotReadError

LONGEST_REPLY = 40_000
"""Characters; what goes on for longer is no reply in a form."""

THOUGHT = re.compile(r"\s*<think>.*?</think>", re.DOTALL)
FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n(?P<body>.*)```", re.DOTALL)


def plain_reply(reply: str) -> str:
    """Return a reply without the thought before it and the fence around it.

    Raises ReplyNotReadError for one that is empty, too long, or has more of them.
    """
    if len(reply) > LONGEST_REPLY:
        raise ReplyNotReadError(f"It is longer than {LONGEST_REPLY:,} characters.")
    thought = THOUGHT.match(reply)
    text = (reply[thought.end() :] if thought else reply).strip()
    if text.startswith("<think>"):
        raise ReplyNotReadError("Its thought has no end.")
    fenced = FENCE.fullmatch(text)
    text = fenced["body"].strip() if fenced else text
    if "```" in text:
        raise ReplyNotReadError("Something stands beside the fence.")
    if not text:
        raise ReplyNotReadError("It is empty.")
    return text
