"""The two stages: reading in general, then reading records."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stage:
    """What is read, how long, and how fast is learnt."""

    name: str
    counts: dict[str, int]
    """Examples of each source."""
    steps: int
    """Of STEP_TOKENS tokens each."""
    rate: float
    """The learning rate after the first steps."""
    falls: bool
    """Whether the rate falls to 0 at the end, or stays."""
    longest: int
    """Tokens of a question and a text together; of a longer text a window is read."""
    seed: int


GENERAL = Stage(
    name="general",
    counts={
        "squad1.1-dev": 3500,
        "squad1.1-dev-cut": 900,
        "squad1.1-dev-neg": 1200,
        "squad2.0-dev": 4000,
        "squadshifts-new_wiki": 2500,
        "squadshifts-new_wiki-cut": 600,
        "squadshifts-new_wiki-neg": 700,
        "squadshifts-reddit": 500,
        "squadshifts-amazon_reviews": 500,
        "qed-nq": 4000,
        "qed-nq-cut": 800,
        "qed-nq-neg": 1000,
        "timeqa-easy": 1100,
        "timeqa-easy-cut": 160,
        "timeqa-easy-neg": 250,
        "timeqa-hard": 1000,
        "timeqa-hard-cut": 180,
        "timeqa-hard-neg": 230,
        "onestopqa": 800,
        "covidqa": 300,
        "wtq-row": 700,
        "wtq-fieldgone": 660,
        "wtq-otherrow": 660,
        "qamr": 3000,
        "qamr-neg": 800,
        "xquad-ru": 1100,
        "xquad-ru-neg": 300,
        "xquad-across": 1100,
        "pairs-nqg-squad-train": 2500,
        "pairs-selqa-dev": 1000,
        "pairs-selqa-test": 1500,
        "infotabs": 7000,
        "snli": 2500,
        "across": 3000,
    },
    steps=900,
    rate=1.5e-4,
    falls=False,
    longest=144,
    seed=1,
)

RECORDS = Stage(
    name="records",
    counts={
        "made-en": 9000,
        "made-ru": 4500,
        "made-statements": 4000,
        "templates": 4500,
        "field-statements": 700,
        "letter-statements": 1500,
        "squad1.1-dev": 900,
        "squad1.1-dev-cut": 300,
        "squad2.0-dev": 1500,
        "squadshifts-new_wiki": 600,
        "squadshifts-new_wiki-cut": 200,
        "qed-nq": 1000,
        "qed-nq-cut": 200,
        "qed-nq-neg": 300,
        "timeqa-easy": 300,
        "timeqa-hard": 300,
        "timeqa-easy-cut": 100,
        "timeqa-hard-cut": 100,
        "wtq-row": 500,
        "wtq-fieldgone": 400,
        "wtq-otherrow": 300,
        "xquad-across": 500,
        "xquad-ru": 300,
        "infotabs": 2200,
        "across": 1200,
    },
    steps=1500,
    rate=1.2e-4,
    falls=True,
    longest=208,
    seed=2,
)

STAGES = (GENERAL, RECORDS)
