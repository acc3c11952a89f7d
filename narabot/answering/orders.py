"""Find what a record's text orders a reader to say: obeying it never counts as a fact. Pure.

Two ways, for no list of words is complete. Some words and signs address a model. And what stands
behind a colon or in quotation marks belongs to the words before it: said without them it is another
statement.
"""

import html
import re
import unicodedata

from narabot.words import WORD, fold, stem

TURNS = "\u202d\u202e"
"""Signs that turn the direction of letters, by which an order is written backwards."""

SAYING = r"(?:say|state|write|tell|repeat|reply|respond|answer|claim|mention|add|print|output)"

ORDERS = (
    # against the rules
    r"\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}"
    r"\b(?:instructions?|rules?|prompts?|context|guidelines|above|previous)\b",
    r"\b(?:new|system|hidden|secret) (?:instructions?|rules?|prompts?)\b|\boverride:",
    r"\b(?:игнориру|забуд|отбрось|не обраща)\w*\b[^.]{0,40}\b(?:инструкци|правил|указани|сказанн)",
    # to a model by its name
    r"\byou are (?:now|an? (?:ai|assistant|model|chatbot))\b|\b(?:chatbot|language model|LLM)s?\b",
    r"\b(?:dear|hey|hello|note to|attention|as an)[,:]? (?:the |all |any )?"
    r"(?:ai|assistant|model|bot)\b",
    # what to say
    rf"\b(?:{SAYING}|return)\b[^.]{{0,20}}"
    r"\b(?:only|exactly|instead|the following|with the words?|verbatim|word for word|after me)\b",
    r"\b(?:tell|inform|assure|convince|warn) (?:the |any |every |all |your )?"
    r"(?:readers?|users?|visitors?|researchers?|everyone|whoever|anyone who)\b",
    rf"(?:[,;:—–-]|please|always|must|should|shall) {SAYING} (?:that|this|it|the)\b",
    rf"\b(?:instead|you (?:must|should|shall|will|have to|are to)(?: now)?) {SAYING}\b",
    r"(?:^|[.!?:;\n])\s*(?:please |now |then )?"
    r"(?:say|write|repeat|reply|respond|mention|pretend|suppose)\b",
    r"\b(?:to|in|begin|end|start) your (?:answer|reply|response|output)s?\b",
    r"\b(?:your|the|any|each|every|right|correct|only) (?:answer|reply|response|output)s?"
    r"(?: to \w+ question)? (?:is|be|would be|must|should|shall|will|has to|have to)\b",
    r"\b(?:скажи|напиши|ответь|отвечай|повтори|выведи|сообщи|напечатай|говори)(?:те)?\b",
    # in the shape of what a model reads
    r"<\|?/?\s?(?:im_start|im_end|system|assistant|user|instructions?|tool|prompt|context|question"
    r"|answer|end|s)\b[^>]{0,9}>",
    r"\[/?INST\]|<!--|```|\#{2,}\s|\"(?:role|content)\"\s*:",
    r"(?:^|[.!?\n])\W*(?:system|assistant|user|human|model|ai|instructions?|answer|reply|response"
    r"|output)\s*:",
    r"\bend of (?:the )?(?:context|prompt|instructions?|passages?)\b",
    f"[{TURNS}]",
)
"""Words and signs by which a text addresses a model, English and Russian."""

ORDER = re.compile("|".join(ORDERS), re.IGNORECASE)

LOOKALIKES = str.maketrans("аеорсухіјѕԁһАВЕКМНОРСТУХІЈЅ", "aeopcyxijsdhABEKMHOPCTYXIJS")
"""Cyrillic letters that are seen as Latin ones."""

GOVERNS = re.compile(
    r""":\s+(?=(?P<said>.*))|(?<!\w)["“«„](?=(?P<quoted>[^"”»]*))"""
    r"""|(?<!\w)['‘](?=(?P<called>[^'’]*))""",
    re.DOTALL,
)
"""Where words end that say who speaks, or to what end, and what is spoken begins."""

LEAST_GOVERNING = 0.5
"""Of the words before, the share that must be said with what they govern."""

LEAST_SPOKEN = 3
"""Words in lower case that make a statement, not a name or a date."""

LOWER = re.compile(r"(?<!\w)[^\W\d_A-ZА-ЯЁ][^\W\d_]*")


def is_order(text: str) -> bool:
    """Return whether a text addresses a model, also in letters that hide it."""
    shown = unicodedata.normalize("NFKC", html.unescape(text))
    seen = "".join(sign for sign in shown if sign in TURNS or unicodedata.category(sign) != "Cf")
    return any(ORDER.search(form) for form in (seen, seen.translate(LOOKALIKES)))


def spoken_part(text: str, sentence: str, label: str = "") -> str:
    """Return as much of a record's sentence as may support a written one.

    It ends where a statement begins whose governing words the written one leaves out; the label
    of a line governs nothing.
    """
    written = all_stems(sentence)
    start = len(label) + 1 if label and text.startswith(f"{label}:") else 0
    for sign in GOVERNS.finditer(text, start):
        before = all_stems(text[start : sign.start()])
        governed = sign["said"] or sign["quoted"] or sign["called"] or ""
        is_statement = len(LOWER.findall(governed)) >= LEAST_SPOKEN
        if is_statement and before and len(before & written) / len(before) < LEAST_GOVERNING:
            return text[: sign.start()]
        start = sign.end()
    return text


def all_stems(text: str) -> set[str]:
    """Return the stems of all words, also of those that say nothing of the matter."""
    return {stem(fold(word)) for word in WORD.findall(text)}
