"""Determine which classes of names can answer a question.

The classes are NEREL's, as in the knowledge layer. A noun indicates a class if the noun is the
class's name or names the most common kind within the class. Other nouns indicate nothing. This
module has no side effects.
"""

from narabot.understanding.expected_answer import wanted_noun

PLACES = frozenset({"CITY", "COUNTRY", "DISTRICT", "FACILITY", "LOCATION", "STATE_OR_PROV"})

CLASS_NOUNS: dict[frozenset[str], str] = {
    frozenset({"PERSON"}): "person man woman father mother son daughter child husband wife",
    PLACES: "place location region island",
    frozenset({"CITY"}): "city town village",
    frozenset({"COUNTRY", "NATIONALITY"}): "country nation nationality",
    frozenset({"STATE_OR_PROV"}): "state province",
    frozenset({"DISTRICT"}): "district county",
    frozenset({"FACILITY"}): "building camp center fort station bridge airport",
    frozenset({"ORGANIZATION"}): "organization organisation office agency bureau department "
    "company committee commission board embassy consulate party union institution school unit",
    frozenset({"EVENT"}): "event war battle conference election",
    frozenset({"LAW"}): "law act treaty",
    frozenset({"WORK_OF_ART"}): "book film song painting",
    frozenset({"PRODUCT"}): "product ship boat vessel aircraft",
    frozenset({"LANGUAGE"}): "language",
    frozenset({"RELIGION"}): "religion",
    frozenset({"PROFESSION"}): "profession occupation",
    frozenset({"AWARD"}): "award medal prize",
    frozenset({"DISEASE"}): "disease illness",
    frozenset({"CRIME"}): "crime",
    frozenset({"SUBJECT"}): "subject topic",
}

NOUN_CLASSES = {noun: classes for classes, nouns in CLASS_NOUNS.items() for noun in nouns.split()}


def answer_classes(question: str) -> frozenset[str]:
    """Return the classes of names that can answer a question. Return no classes if none are known.

    The last word in a noun phrase decides: a search party is a party.
    """
    noun = wanted_noun(question)
    return NOUN_CLASSES.get(noun.split()[-1], frozenset()) if noun else frozenset()
