"""Read a text in all the ways in which a language model could read it. Pure.

Whoever hides an order from a program writes it so that a model still reads it: in look-alike
letters, with signs between them, backwards, or in a code that every model knows.
"""

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

TURNS = "\u202b\u202d\u202e\u2067"
"""Signs that turn the direction of letters, by which an order is written backwards."""

SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "


def small_capitals() -> dict[int, str]:
    """Return the letters that are small capitals, each with its plain one."""
    names = {
        code: unicodedata.name(chr(code), "")
        for first, last in ((0x250, 0x2B0), (0x1D00, 0x1D80), (0xA720, 0xA800))
        for code in range(first, last)
    }
    plain = {code: name.removeprefix(SMALL_CAPITAL) for code, name in names.items()}
    return {code: name.lower() for code, name in plain.items() if len(name) == 1}


LOOKALIKES = (
    str.maketrans(
        "аеорсухіјѕԁһАВЕКМНОРСТУХІЈЅαεοικνρτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "aeopcyxijsdhABEKMHOPCTYXIJSaeoiknptuxABEZHIKMNOPTYX",
    )
    | small_capitals()
)
"""Cyrillic and Greek letters that are seen as Latin ones, and small capitals."""

DIGITS = str.maketrans("013457@$", "oieastas")
"""Signs that are written for letters."""

SPACED = re.compile(r"(?<=\b[^\W\d_]) (?=[^\W\d_]\b)")

BASE64 = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}")
HEX = re.compile(r"(?:[0-9a-fA-F]{2}[ :,-]?){6,}")
BINARY = re.compile(r"(?:[01]{8} ?){6,}")
DECIMAL = re.compile(r"(?:\d{2,3}[ ,]+){5,}\d{2,3}")
BACKSLASHED = re.compile(r"\\(?:u\{?|x)([0-9a-fA-F]{2,4})\}?")
MORSE = re.compile(r"(?<![\w.·–−_-])(?:[.·–−_-]{1,6}[ /]+){4,}[.·–−_-]{1,6}")
MORSE_SIGNS = dict(
    zip(
        (
            ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- "
            "...- .-- -..- -.-- --.."
        ).split(),
        "abcdefghijklmnopqrstuvwxyz",
        strict=True,
    )
)
TAGS = range(0xE0000, 0xE0080)
SELECTORS = range(0xE0100, 0xE01F0)
"""Signs that nobody sees, and that stand for the letters of ASCII, or for bytes."""


def readings(text: str) -> tuple[str, ...]:
    """Return a text as it is seen, and every other way to read it, each once."""
    shown = as_shown(text)
    seen = as_seen(text)
    found = [seen, alike(seen), *plainer(seen), *decoded(shown)]
    return tuple(dict.fromkeys(found))


def as_seen(text: str) -> str:
    """Return a text without the signs that nobody sees, in plain letters of its own script."""
    return "".join(sign for sign in as_shown(text) if sign in TURNS or not is_unseen(sign))


def as_shown(text: str) -> str:
    """Return a text with its character references read, in plain letters."""
    return unicodedata.normalize("NFKC", html.unescape(html.unescape(text)))


def is_unseen(sign: str) -> bool:
    """Return whether a sign takes no room, and says nothing."""
    return unicodedata.category(sign) == "Cf" or ord(sign) in SELECTORS


def alike(text: str) -> str:
    """Return a text in the Latin letters that it seems to be written in, without marks on them."""
    letters = unicodedata.normalize("NFKD", text.translate(LOOKALIKES))
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


def plainer(text: str) -> Iterator[str]:
    """Yield a text without what stands between its letters or for them, and turned round."""
    yield SPACED.sub("", alike(text))
    yield alike(text).translate(DIGITS)
    yield text[::-1]
    yield codecs.encode(text, "rot13")
    if "%" in text:
        yield unquote(text)
    if "\\" in text:
        yield BACKSLASHED.sub(lambda code: chr(int(code[1], 16)), text)


def decoded(text: str) -> Iterator[str]:
    """Yield what is written in codes within a text."""
    yield "".join(chr(ord(sign) - TAGS.start) for sign in text if ord(sign) in TAGS)
    hidden = (ord(sign) - SELECTORS.start + 16 for sign in text if ord(sign) in SELECTORS)
    yield bytes(hidden).decode(errors="replace")
    for match in BASE64.finditer(text):
        yield from_base64(match.group())
    for match in HEX.finditer(text):
        yield bytes.fromhex(re.sub(r"[^0-9a-fA-F]", "", match.group())).decode(errors="replace")
    for pattern, code, base in ((BINARY, r"[01]{8}", 2), (DECIMAL, r"\d+", 10)):
        for match in pattern.finditer(text):
            yield "".join(chr(int(one, base)) for one in re.findall(code, match.group()))
    for match in MORSE.finditer(text):
        yield from_morse(match.group())


def from_base64(code: str) -> str:
    """Return what stands in base 64, "" where it is no text."""
    whole = code.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        return base64.b64decode(whole + "=" * (-len(whole) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


def from_morse(code: str) -> str:
    """Return what stands in Morse's signs."""
    signs = code.translate(str.maketrans("·–−_", ".---"))
    words = (word.split() for word in signs.split("/"))
    return " ".join("".join(MORSE_SIGNS.get(sign, "") for sign in word) for word in words)
