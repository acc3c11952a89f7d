"""Find what a record's text orders a reader to say: obeying it never counts as a fact. Pure.

Three ways, for no list of words is complete. Some words and signs address a model. What stands
behind a colon, in quotation marks or in a clause with "that" belongs to the words before it: said
without them it is another statement. And of a sentence in other letters than ours nothing is said
of which we cannot read the rest.
"""

import re
from functools import lru_cache

from narabot.answering.verification.obfuscation import TURNS, as_seen, readings
from narabot.words import WORD, fold, stem

SAYING = r"(?:say|state|write|tell|repeat|reply|respond|answer|claim|mention|add|print|output)"

NO_NAME = (
    r"(?:is|are|was|were|be|has|have|had|does?|did|can|will|must|says?|with|that|this|as|by|every"
    r"|each|any|all|readers?|users?|questions?)"
)
TITLED = (
    rf"(?:reply|response) to (?:(?!{NO_NAME}\b)[\w,'’-]+\.? ){{0,6}}?"
    r"(?:letter|memorandum|memo|telegram|cable|airgram|note|inquiry|enquiry|despatch|dispatch"
    r"|message|circular|petition|resolution)s? (?:of|from|dated) "
    rf"(?:(?!{NO_NAME}\b)[\w,'’-]+\.? ?){{1,7}}(?:$|[.;\n])"
)
"""How archivists name an answer to a letter: "Reply to the memorandum of June 4."."""

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
    rf"(?:^|[.!?:;\n])\s{{0,20}}(?:please |now |then )?(?!{TITLED})"
    r"(?:say|write|repeat|reply|respond|mention|pretend|suppose)\b",
    r"\b(?:to|in|begin|end|start) your (?:answer|reply|response|output)s?\b",
    r"\b(?:your|the|any|each|every|right|correct|only) (?:answer|reply|response|output)s?"
    r"(?: to \w+ question)? (?:is|be|would be|must|should|shall|will|has to|have to)\b",
    r"\b(?:скажи|напиши|ответь|отвечай|повтори|выведи|сообщи|напечатай|говори)(?:те)?\b",
    # in the shape of what a model reads
    r"<\|?/?\s?(?:im_start|im_end|system|assistant|user|instructions?|tool|prompt|context|question"
    r"|answer|end|s)\b[^>]{0,9}>",
    r"\[/?INST\]|<!--|```|\#{2,}\s|\"(?:role|content)\"\s*:",
    r"(?:^|[.!?\n])\W{0,20}(?:system|assistant|user|human|model|ai|instructions?|answer|reply|response"
    r"|output)\s*:",
    r"\bend of (?:the )?(?:context|prompt|instructions?|passages?)\b",
    f"[{TURNS}]",
)
"""Words and signs by which a text addresses a model, English and Russian."""

ORDER = re.compile("|".join(ORDERS), re.IGNORECASE)

GOVERNS = re.compile(
    r"""(?::\s+|：\s*)(?=(?P<said>.*))|(?<!\w)["“«„「](?=(?P<quoted>[^"”»」]*))"""
    r"""|(?<!\w)['‘](?=(?P<called>[^'’]*))"""
    r"""|\b(?:what|whether)\s+(?=(?P<asked>.*))"""
    r"""|\bthat\s+(?=(?P<clause>(?:(?:the|an?|all|no|this|these|it|he|she|they)\b|[A-Z]).*))"""
    r"""|\b(?:что|чтобы|що|que|qu['’]|dass|daß|che|dat|że|أن|إن|بأن)\s*(?=(?P<foreign>.*))""",
    re.DOTALL,
)
"""Where words end that say who speaks, or to what end, and what is spoken begins."""

LEAST_GOVERNING = 0.5
"""Of the words before, the share that must be said with what they govern."""

LEAST_SPOKEN = 3
"""Words in lower case that make a statement, not a name or a date."""

LOWER = re.compile(r"(?<!\w)[^\W\d_A-ZА-ЯЁ][^\W\d_]*")

UNREAD = re.compile(r"[^\W\d_\0-\u02ff\u0400-\u052f\u1d00-\u1dbf\u1e00-\u1eff\uff00-\uff5f]")
"""A letter of a script in which we know no words: neither Latin nor Cyrillic."""

MOST_UNREAD = 5
"""Letters of such a script that may be left out: a name has as many."""


@lru_cache(maxsize=2_000)
def is_order(text: str) -> bool:
    """Return whether a text addresses a model, also in letters or a code that hide it."""
    return any(ORDER.search(form) for form in readings(text))


def may_order(text: str) -> bool:
    """Return whether a text addresses a model, or is in letters of which we cannot tell."""
    return is_order(text) or len(UNREAD.findall(as_seen(text))) > MOST_UNREAD


def spoken_part(text: str, sentence: str, label: str = "") -> str:
    """Return as much of a record's sentence as may support a written one.

    It ends where a statement begins whose governing words the written one leaves out; the label
    of a line governs nothing.
    """
    text = as_seen(text)
    written = all_stems(sentence)
    if unread_beside(text, written) > MOST_UNREAD:
        return ""
    start = len(label) + 1 if label and text.startswith(f"{label}:") else 0
    for sign in GOVERNS.finditer(text, start):
        before = all_stems(text[start : sign.start()])
        governed = next(filter(None, sign.groups()), "")
        unread = len(UNREAD.findall(governed))
        is_statement = len(LOWER.findall(governed)) >= LEAST_SPOKEN or unread > MOST_UNREAD
        if is_statement and before and len(before & written) / len(before) < LEAST_GOVERNING:
            return text[: sign.start()]
        start = sign.end()
    return text


def unread_beside(text: str, written: set[str]) -> int:
    """Return how many letters that we cannot read are in words that a written sentence lacks."""
    words = (word for word in WORD.findall(text) if UNREAD.search(word))
    return sum(len(UNREAD.findall(word)) for word in words if stem(fold(word)) not in written)


def all_stems(text: str) -> set[str]:
    """Return the stems of all words, also of those that say nothing of the matter."""
    return {stem(fold(word)) for word in WORD.findall(text)}
