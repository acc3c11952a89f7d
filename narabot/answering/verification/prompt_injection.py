"""Find instructions to a language model in a record's text.

Such instructions must never count as facts. There are three checks, because no list of words is
complete. First, narabot looks for words and characters that address a model. Second, a statement
after a colon, in quotation marks, or in a "that" clause is used only with the words that introduce
the statement. Third, narabot does not use a sentence with too many letters from an unsupported
script. This module is pure.
"""

import re
from functools import lru_cache

from narabot.answering.verification.obfuscation import (
    DIRECTION_MARKS,
    decoded_variants,
    visible_text,
)
from narabot.words import WORD, fold, stem

SPEECH_VERBS = (
    r"(?:say|state|write|tell|repeat|reply|respond|answer|claim|mention|add|print|output)"
)

NON_NAME_WORDS = (
    r"(?:is|are|was|were|be|has|have|had|does?|did|can|will|must|says?|with|that|this|as|by|every"
    r"|each|any|all|readers?|users?|questions?)"
)
REPLY_TITLE = (
    rf"(?:reply|response) to (?:(?!{NON_NAME_WORDS}\b)[\w,'’-]+\.? ){{0,6}}?"
    r"(?:letter|memorandum|memo|telegram|cable|airgram|note|inquiry|enquiry|despatch|dispatch"
    r"|message|circular|petition|resolution)s? (?:of|from|dated) "
    rf"(?:(?!{NON_NAME_WORDS}\b)[\w,'’-]+\.? ?){{1,7}}(?:$|[.;\n])"
)
"""An archivist's description of a reply to a letter, such as `Reply to the memorandum of June
4.`"""

INSTRUCTION_PATTERNS = (
    # overriding the rules
    r"\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}"
    r"\b(?:instructions?|rules?|prompts?|context|guidelines|above|previous)\b",
    r"\b(?:new|system|hidden|secret) (?:instructions?|rules?|prompts?)\b|\boverride:",
    r"\b(?:игнориру|забуд|отбрось|не обраща)\w*\b[^.]{0,40}\b(?:инструкци|правил|указани|сказанн)",
    # addressing a model by name
    r"\byou are (?:now|an? (?:ai|assistant|model|chatbot))\b|\b(?:chatbot|language model|LLM)s?\b",
    r"\b(?:dear|hey|hello|note to|attention|as an)[,:]? (?:the |all |any )?"
    r"(?:ai|assistant|model|bot)\b",
    # dictating an answer
    rf"\b(?:{SPEECH_VERBS}|return)\b[^.]{{0,20}}"
    r"\b(?:only|exactly|instead|the following|with the words?|verbatim|word for word|after me)\b",
    r"\b(?:tell|inform|assure|convince|warn) (?:the |any |every |all |your )?"
    r"(?:readers?|users?|visitors?|researchers?|everyone|whoever|anyone who)\b",
    rf"(?:[,;:—–-]|please|always|must|should|shall) {SPEECH_VERBS} (?:that|this|it|the)\b",
    rf"\b(?:instead|you (?:must|should|shall|will|have to|are to)(?: now)?) {SPEECH_VERBS}\b",
    rf"(?:^|[.!?:;\n])\s{{0,20}}(?:please |now |then )?(?!{REPLY_TITLE})"
    r"(?:say|write|repeat|reply|respond|mention|pretend|suppose)\b",
    r"\b(?:to|in|begin|end|start) your (?:answer|reply|response|output)s?\b",
    r"\b(?:your|the|any|each|every|right|correct|only) (?:answer|reply|response|output)s?"
    r"(?: to \w+ question)? (?:is|be|would be|must|should|shall|will|has to|have to)\b",
    r"\b(?:скажи|напиши|ответь|отвечай|повтори|выведи|сообщи|напечатай|говори)(?:те)?\b",
    # imitating the format of a model's input
    r"<\|?/?\s?(?:im_start|im_end|system|assistant|user|instructions?|tool|prompt|context|question"
    r"|answer|end|s)\b[^>]{0,9}>",
    r"\[/?INST\]|<!--|```|\#{2,}\s|\"(?:role|content)\"\s*:",
    r"(?:^|[.!?\n])\W{0,20}(?:system|assistant|user|human|model|ai|instructions?|answer|reply|response"
    r"|output)\s*:",
    r"\bend of (?:the )?(?:context|prompt|instructions?|passages?)\b",
    f"[{DIRECTION_MARKS}]",
)
"""Words and characters with which a text addresses a model, in English and Russian."""

INSTRUCTION = re.compile("|".join(INSTRUCTION_PATTERNS), re.IGNORECASE)

REPORTED_SPEECH = re.compile(
    r"""(?::\s+|：\s*)(?=(?P<said>.*))|(?<!\w)["“«„「](?=(?P<quoted>[^"”»」]*))"""
    r"""|(?<!\w)['‘](?=(?P<called>[^'’]*))"""
    r"""|\b(?:what|whether)\s+(?=(?P<asked>.*))"""
    r"""|\bthat\s+(?=(?P<clause>(?:(?:the|an?|all|no|this|these|it|he|she|they)\b|[A-Z]).*))"""
    r"""|\b(?:что|чтобы|що|que|qu['’]|dass|daß|che|dat|że|أن|إن|بأن)\s*(?=(?P<foreign>.*))""",
    re.DOTALL,
)
"""The boundary between words that introduce a statement and the reported statement."""

MIN_GOVERNING_SHARE = 0.5
"""Minimum share of the introducing words that a sentence must repeat before it may use the
statement."""

MIN_STATEMENT_WORDS = 3
"""Minimum number of lowercase words that distinguish a statement from a name or date."""

LOWER = re.compile(r"(?<!\w)[^\W\d_A-ZА-ЯЁ][^\W\d_]*")

UNSUPPORTED_LETTER = re.compile(
    r"[^\W\d_\0-\u02ff\u0400-\u052f\u1d00-\u1dbf\u1e00-\u1eff\uff00-\uff5f]"
)
"""A letter from an unsupported script, neither Latin nor Cyrillic."""

MAX_UNSUPPORTED_LETTERS = 5
"""Maximum number of unsupported letters to ignore, which is about the length of a name."""


@lru_cache(maxsize=2_000)
def is_instruction(text: str) -> bool:
    """Return whether a text addresses a model in any of its decoded variants."""
    return any(INSTRUCTION.search(form) for form in decoded_variants(text))


def may_be_instruction(text: str) -> bool:
    """Return whether a text addresses a model or has too many letters from an unsupported
    script."""
    return (
        is_instruction(text)
        or len(UNSUPPORTED_LETTER.findall(visible_text(text))) > MAX_UNSUPPORTED_LETTERS
    )


def usable_part(text: str, sentence: str, label: str = "") -> str:
    """Return the part of a record's sentence that may support a generated sentence.

    The part ends before a reported statement if the generated sentence omits the words that
    introduce it. A line's label does not count as introducing words.
    """
    text = visible_text(text)
    written = all_stems(sentence)
    if count_unsupported_letters(text, written) > MAX_UNSUPPORTED_LETTERS:
        return ""
    start = len(label) + 1 if label and text.startswith(f"{label}:") else 0
    for sign in REPORTED_SPEECH.finditer(text, start):
        before = all_stems(text[start : sign.start()])
        governed = next(filter(None, sign.groups()), "")
        unread = len(UNSUPPORTED_LETTER.findall(governed))
        is_statement = (
            len(LOWER.findall(governed)) >= MIN_STATEMENT_WORDS or unread > MAX_UNSUPPORTED_LETTERS
        )
        if is_statement and before and len(before & written) / len(before) < MIN_GOVERNING_SHARE:
            return text[: sign.start()]
        start = sign.end()
    return text


def count_unsupported_letters(text: str, written: set[str]) -> int:
    """Return the number of unsupported letters in words that a generated sentence lacks."""
    words = (word for word in WORD.findall(text) if UNSUPPORTED_LETTER.search(word))
    return sum(
        len(UNSUPPORTED_LETTER.findall(word)) for word in words if stem(fold(word)) not in written
    )


def all_stems(text: str) -> set[str]:
    """Return the stems of all words, including stop words."""
    return {stem(fold(word)) for word in WORD.findall(text)}
