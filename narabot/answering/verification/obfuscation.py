"""Decode a text in every way in which a language model could decode it.

An attacker can hide an instruction from programs but not from models. The instruction may use
look-alike letters, have characters between the letters, run backward, or be in a common code. This
module is pure.
"""

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

DIRECTION_MARKS = "\u202b\u202d\u202e\u2067"
"""Characters that reverse the direction of text, which can hide a backward instruction."""

SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "


def small_capitals() -> dict[int, str]:
    """Return the code points of small capital letters, each with the corresponding plain letter."""
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
"""Maps small capitals, and Cyrillic and Greek letters that look like Latin letters, to plain Latin
letters."""

LETTER_SUBSTITUTES = str.maketrans("013457@$", "oieastas")
"""Digits and symbols that replace letters."""

LETTER_GAP = re.compile(r"(?<=\b[^\W\d_]) (?=[^\W\d_]\b)")

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
"""Ranges of invisible characters that encode ASCII letters (tags) or bytes (variation
selectors)."""


def decoded_variants(text: str) -> tuple[str, ...]:
    """Return a text as it appears, followed by its distinct decoded variants."""
    shown = unescaped_text(text)
    seen = visible_text(text)
    found = [seen, in_latin_letters(seen), *undisguised_variants(seen), *embedded_codes(shown)]
    return tuple(dict.fromkeys(found))


def visible_text(text: str) -> str:
    """Return a text without invisible characters, normalized within its own script."""
    return "".join(
        sign for sign in unescaped_text(text) if sign in DIRECTION_MARKS or not is_invisible(sign)
    )


def unescaped_text(text: str) -> str:
    """Return a text with character references decoded and letters normalized."""
    return unicodedata.normalize("NFKC", html.unescape(html.unescape(text)))


def is_invisible(sign: str) -> bool:
    """Return whether a character takes up no space and has no meaning."""
    return unicodedata.category(sign) == "Cf" or ord(sign) in SELECTORS


def in_latin_letters(text: str) -> str:
    """Return a text without diacritics and with look-alike letters replaced by Latin letters."""
    letters = unicodedata.normalize("NFKD", text.translate(LOOKALIKES))
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


def undisguised_variants(text: str) -> Iterator[str]:
    """Yield variants of a text, each with one kind of disguise removed.

    The kinds are letter gaps, letter substitutes, reversal, and simple encodings.
    """
    yield LETTER_GAP.sub("", in_latin_letters(text))
    yield in_latin_letters(text).translate(LETTER_SUBSTITUTES)
    yield text[::-1]
    yield codecs.encode(text, "rot13")
    if "%" in text:
        yield unquote(text)
    if "\\" in text:
        yield BACKSLASHED.sub(lambda code: chr(int(code[1], 16)), text)


def embedded_codes(text: str) -> Iterator[str]:
    """Yield the decoded contents of codes within a text."""
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
    """Return decoded Base64 text, or "" if the code is not text."""
    whole = code.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        return base64.b64decode(whole + "=" * (-len(whole) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


def from_morse(code: str) -> str:
    """Return decoded Morse code."""
    signs = code.translate(str.maketrans("·–−_", ".---"))
    words = (word.split() for word in signs.split("/"))
    return " ".join("".join(MORSE_SIGNS.get(sign, "") for sign in word) for word in words)
