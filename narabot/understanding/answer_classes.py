"""Which classes of names an answer may be of, by what a question asks for. Pure.

The classes are NEREL's, as the layer of names has them. A noun stands for a class by its own
name, or as the plainest kind of it; of others nothing is known.
"""

from narabot.understanding.expected_answer import wanted_noun

PLACES = frozenset({"CITY", "COUNTRY", "DISTRICT", "FACILITY", "LOCATION", "STATE_OR_PROV"})

KINDS: dict[frozenset[str], str] = {
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

CLASSES = {noun: classes for classes, nouns in KINDS.items() for noun in nouns.split()}


def answer_classes(question: str) -> frozenset[str]:
    """Return the classes of names of which a question's answer may be; none where that is unknown.

    Of a noun with a word before it the noun tells: a search party is a party.
    """
    noun = wanted_noun(question)
    return CLASSES.get(noun.split()[-1], frozenset()) if noun else frozenset()
