"""Texts of others as Markdown in which nothing of them is markup, and their language. Pure."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from urllib.parse import quote, urlsplit

from narabot.models import web_url
from narabot.presentation.strings import ENGLISH, RUSSIAN
from narabot.words import CYRILLIC

JOINER = "\u2060"
"""WORD JOINER: neither seen nor a place to break a line."""

PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
"""ASCII's punctuation: all that can be markup."""

MARKUP = re.compile(r"[\\`*_\[\]<>&~|$^{}#=]")
"""What can be markup within a line, in the dialects of Markdown that are usual."""

LINE_START = re.compile(r"^(\d*)([-+.):])")
"""What would begin a list."""

READ_INTO_TEXT = re.compile(
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
"""Where Streamlit 1.67 sees links, pictures or arrows in a text that is no markup any more."""

ADDRESS = re.compile(
    r"https?://[^\s;]*[^\s;,.)]|(?P<mail>(?<![-\w.+])[-\w.+]+@[-\w]+(?:\.[-\w]+)*\.[a-z]{2,})",
    re.IGNORECASE | re.ASCII,
)
"""An address of the web, or one of mail."""

DIRECTION_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""What turns the direction of all that follows, also of our own words."""

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
RIGHT_TO_LEFT = frozenset({"R", "AL", "RLE", "RLO", "RLI"})
ELLIPSIS = "…"

LINE_END = "  \n"
"""A line end within a paragraph of Markdown."""

URL_SAFE = "/?#=&%+,;@~!-._"


def escape(text: str) -> str:
    """Return Markdown that shows a text as it is written, on one line.

    White space and control characters become single spaces, unpaired surrogates U+FFFD.
    """
    joined = READ_INTO_TEXT.sub(JOINER, one_line(text))
    return isolated(PUNCTUATION.sub(lambda sign: f"&#{ord(sign.group())};", joined))


def escape_in_file(text: str) -> str:
    """Return Markdown for a file that is read as plain text too: as few signs as can be.

    For a place within a line. What the text says of addresses stays whole, so that a reader can
    copy them.
    """
    return isolated(MARKUP.sub(r"\\\g<0>", one_line(text)))


def escape_at_start(text: str) -> str:
    """Return the same for a place where a line begins: nothing there is a list or a heading."""
    return LINE_START.sub(r"\1\\\2", escape_in_file(text))


def one_line(text: str) -> str:
    """Return a text without line ends, control characters and changes of direction."""
    seen = DIRECTION_CONTROLS.sub("", text)
    return " ".join("".join(visible(sign) for sign in seen).split())


def visible(sign: str) -> str:
    """Return a character, or what stands for one that cannot be shown."""
    match unicodedata.category(sign):
        case "Cc":
            return " "
        case "Cs":
            return "\ufffd"
        case _:
            return sign


def isolated(text: str) -> str:
    """Return a text that runs from right to left so that it turns nothing around it."""
    if RIGHT_TO_LEFT.isdisjoint(map(unicodedata.bidirectional, text)):
        return text
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"


def shortened(text: str, longest: int) -> str:
    """Return a text of at most so many characters, cut at a word if one ends near."""
    line = one_line(text)
    if len(line) <= longest:
        return line
    cut = line[: longest - 1]
    at_word, _, _ = cut.rpartition(" ")
    return (at_word if len(at_word) > longest // 2 else cut).rstrip() + ELLIPSIS


def paragraphs(text: str, shown: Callable[[str], str]) -> str:
    """Return a text with its lines and paragraphs, each line as a function shows it."""
    parts = (part.split("\n") for part in text.split("\n\n"))
    return "\n\n".join(LINE_END.join(shown(one) for one in part if one.strip()) for part in parts)


def link(label: str, url: str) -> str:
    """Return a link, or the label alone if the address is not one of the web."""
    address = web_address(url)
    shown = escape(label)
    return f"[{shown}]({address})" if address and shown else shown


def web_address(url: str) -> str | None:
    """Return an http or https address that cannot end a link early, else `None`."""
    address = web_url(one_line(url))
    if address is None:
        return None
    parts = urlsplit(address)
    rest = parts._replace(scheme="", netloc="").geturl()
    host = quote(parts.netloc, safe=URL_SAFE + ":")
    return f"{parts.scheme}://{host}{quote(rest, safe=URL_SAFE)}".replace("&", "&amp;")


def marked(text: str) -> str:
    """Return words with a coloured ground, and bold for those who do not see it."""
    return LINE_END.join(
        f":yellow-background[**{escape(line)}**]" for line in text.split("\n") if line.strip()
    )


def with_links(text: str) -> str:
    """Return a text in which the addresses of the web can be followed, and those of mail used."""
    shown, place = "", 0
    for match in ADDRESS.finditer(text):
        shown += escape_part(text[place : match.start()])
        shown += mail_link(match.group()) if match["mail"] else link(match.group(), match.group())
        place = match.end()
    return (shown + escape_part(text[place:])).strip()


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Return a text in which some names can be followed, each to its address; longer ones first."""
    by_length = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, by_length))})(?!\w)")
    shown, place = "", 0
    for match in pattern.finditer(text) if names else ():
        shown += escape_part(text[place : match.start()])
        shown += f"[{escape(match.group())}]({names[match.group()]})"
        place = match.end()
    return (shown + escape_part(text[place:])).strip()


def escape_part(text: str) -> str:
    """Return a part of a line as `escape` does, with a blank at its ends where it has one."""
    if text.isspace():
        return " "
    before, after = (" " if end.isspace() else "" for end in (text[:1], text[-1:]))
    return f"{before}{escape(text)}{after}"


def mail_link(address: str) -> str:
    """Return a link to an address of mail, which can be copied as it is written."""
    shown = PUNCTUATION.sub(lambda sign: f"&#{ord(sign.group())};", address)
    return f"[{shown}](mailto:{address})"


def language_of(text: str) -> str | None:
    """Return the language of a text: Russian if mostly in Cyrillic, `None` without letters."""
    letters = sum(map(str.isalpha, text))
    if not letters:
        return None
    return RUSSIAN if 2 * len(CYRILLIC.findall(text)) > letters else ENGLISH
