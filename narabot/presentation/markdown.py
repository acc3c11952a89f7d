"""Escape external text for Markdown, link addresses and names in text, and detect languages."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from urllib.parse import quote, urlsplit

from narabot.models import web_url
from narabot.presentation.strings import ENGLISH, RUSSIAN
from narabot.words import CYRILLIC

JOINER = "\u2060"
"""WORD JOINER, an invisible character that prevents a line break."""

PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
"""All ASCII punctuation, which includes every character with a special meaning in Markdown."""

MARKUP = re.compile(r"[\\`*_\[\]<>&~|$^{}#=]")
"""Characters with a special meaning within a line in common Markdown dialects."""

LINE_START = re.compile(r"^(\d*)([-+.):])")
"""Characters that would start a list at the beginning of a line."""

STREAMLIT_SYNTAX = re.compile(
    r"""
    (?<=:)(?=//)                    # https://…
    | (?<=www)(?=\.)                # www.…
    | (?<=@)(?=[-\w])               # name@…
    | (?<=:)(?=[-+\w]+:)            # :smile:, :material_home:, :streamlit:
    | (?<=-)(?=[->])                # --, ->
    | (?<=<)(?=[-=])                # <-, <=
    | (?<=[>~])(?==)                # >=, ~=
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Positions where Streamlit 1.67 would create links, emoji, or arrows in escaped text."""

ADDRESS = re.compile(
    r"https?://[^\s;]*[^\s;,.)]|(?P<mail>(?<![-\w.+])[-\w.+]+@[-\w]+(?:\.[-\w]+)*\.[a-z]{2,})",
    re.IGNORECASE | re.ASCII,
)
"""A web address or an e-mail address."""

DIRECTION_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Control characters that would reverse the direction of all following text."""

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
RIGHT_TO_LEFT = frozenset({"R", "AL", "RLE", "RLO", "RLI"})
ELLIPSIS = "…"

LINE_END = "  \n"
"""A line break within a paragraph of Markdown."""

URL_SAFE = "/?#=&%+,;@~!-._"


def escape(text: str) -> str:
    """Return Markdown that displays a text literally, on one line.

    Whitespace and control characters become single spaces. Unpaired surrogates become U+FFFD.
    """
    joined = STREAMLIT_SYNTAX.sub(JOINER, one_line(text))
    return isolate_direction(PUNCTUATION.sub(lambda sign: f"&#{ord(sign.group())};", joined))


def escape_in_file(text: str) -> str:
    """Return minimally escaped Markdown for a file that people also read as plain text.

    The result is valid within a line. Addresses stay unchanged so that readers can copy them.
    """
    return isolate_direction(MARKUP.sub(r"\\\g<0>", one_line(text)))


def escape_at_start(text: str) -> str:
    """Return Markdown for the start of a line, where lists and headings are also escaped.

    Otherwise, this function escapes the same characters as `escape_in_file`.
    """
    return LINE_START.sub(r"\1\\\2", escape_in_file(text))


def one_line(text: str) -> str:
    """Return a text without line breaks, control characters, or direction controls."""
    seen = DIRECTION_CONTROLS.sub("", text)
    return " ".join("".join(visible_character(sign) for sign in seen).split())


def visible_character(sign: str) -> str:
    """Return a character, or a replacement if the character cannot be displayed."""
    match unicodedata.category(sign):
        case "Cc":
            return " "
        case "Cs":
            return "\ufffd"
        case _:
            return sign


def isolate_direction(text: str) -> str:
    """Return text that does not affect the direction of surrounding text.

    Right-to-left text is enclosed in isolates.
    """
    if RIGHT_TO_LEFT.isdisjoint(map(unicodedata.bidirectional, text)):
        return text
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"


def shortened(text: str, longest: int) -> str:
    """Return a text of at most `longest` characters, cut between words if possible."""
    line = one_line(text)
    if len(line) <= longest:
        return line
    cut = line[: longest - 1]
    at_word, _, _ = cut.rpartition(" ")
    return (at_word if len(at_word) > longest // 2 else cut).rstrip() + ELLIPSIS


def paragraphs(text: str, shown: Callable[[str], str]) -> str:
    """Return a text with its line breaks and paragraphs preserved. `shown` renders each line."""
    parts = (part.split("\n") for part in text.split("\n\n"))
    return "\n\n".join(LINE_END.join(shown(one) for one in part if one.strip()) for part in parts)


def link(label: str, url: str) -> str:
    """Return a link, or only the label if the address is not a web address."""
    address = web_address(url)
    shown = escape(label)
    return f"[{shown}]({address})" if address and shown else shown


def web_address(url: str) -> str | None:
    """Return an HTTP or HTTPS address that cannot end a link early, or `None` for other text."""
    address = web_url(one_line(url))
    if address is None:
        return None
    parts = urlsplit(address)
    rest = parts._replace(scheme="", netloc="").geturl()
    host = quote(parts.netloc, safe=URL_SAFE + ":")
    return f"{parts.scheme}://{host}{quote(rest, safe=URL_SAFE)}".replace("&", "&amp;")


def highlight(text: str) -> str:
    """Return text with a colored background, and in bold for readers who cannot see the color."""
    return LINE_END.join(
        f":yellow-background[**{escape(line)}**]" for line in text.split("\n") if line.strip()
    )


def link_addresses(text: str) -> str:
    """Return a text in which web and e-mail addresses are links."""
    shown, place = "", 0
    for match in ADDRESS.finditer(text):
        shown += escape_part(text[place : match.start()])
        shown += mail_link(match.group()) if match["mail"] else link(match.group(), match.group())
        place = match.end()
    return (shown + escape_part(text[place:])).strip()


def link_names(text: str, names: Mapping[str, str]) -> str:
    """Return a text in which names link to their addresses.

    Longer names match first.
    """
    by_length = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, by_length))})(?!\w)")
    shown, place = "", 0
    for match in pattern.finditer(text) if names else ():
        shown += escape_part(text[place : match.start()])
        shown += f"[{escape(match.group())}]({names[match.group()]})"
        place = match.end()
    return (shown + escape_part(text[place:])).strip()


def escape_part(text: str) -> str:
    """Escape part of a line, but keep a space at either end."""
    if text.isspace():
        return " "
    before, after = (" " if end.isspace() else "" for end in (text[:1], text[-1:]))
    return f"{before}{escape(text)}{after}"


def mail_link(address: str) -> str:
    """Return a link to an e-mail address, displayed literally."""
    shown = PUNCTUATION.sub(lambda sign: f"&#{ord(sign.group())};", address)
    return f"[{shown}](mailto:{address})"


def language_of(text: str) -> str | None:
    """Return a text's language.

    The language is Russian if most letters are Cyrillic, and English otherwise. The result is
    `None` if the text has no letters.
    """
    letters = sum(map(str.isalpha, text))
    if not letters:
        return None
    return RUSSIAN if 2 * len(CYRILLIC.findall(text)) > letters else ENGLISH
