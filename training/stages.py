"""The training stages: general reading, records, and messages that tell a story."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stage:
    """The examples, sequence length, and learning rate of a training stage."""

    name: str
    counts: dict[str, int]
    """Number of examples per source."""
    steps: int
    """Number of steps, each of STEP_TOKENS tokens."""
    rate: float
    """Learning rate after the warm-up."""
    falls: bool
    """Whether the learning rate decays to 0. Otherwise, it stays constant."""
    longest: int
    """Maximum total number of tokens in a question and a text. A longer text is cut to fit."""
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
        "made-en": 11000,
        "made-ru": 5000,
        "made-statements": 9000,
        "templates": 3500,
        "field-statements": 700,
        "letter-statements": 1500,
        "squad1.1-dev": 500,
        "squad1.1-dev-cut": 300,
        "squad2.0-dev": 1200,
        "squadshifts-new_wiki": 400,
        "squadshifts-new_wiki-cut": 200,
        "qed-nq": 700,
        "qed-nq-cut": 200,
        "qed-nq-neg": 300,
        "timeqa-easy": 300,
        "timeqa-hard": 300,
        "timeqa-easy-cut": 100,
        "timeqa-hard-cut": 100,
        "wtq-row": 400,
        "wtq-fieldgone": 400,
        "wtq-otherrow": 300,
        "xquad-across": 400,
        "xquad-ru": 300,
        "infotabs": 1500,
        "across": 800,
    },
    steps=1300,
    rate=1.2e-4,
    falls=True,
    longest=208,
    seed=2,
)

MESSAGES = Stage(
    name="messages",
    counts={
        "made-told": 2500,
        "made-invented": 4500,
        "made-leaning": 2000,
        "made-en": 2200,
        "made-ru": 2200,
        "made-statements": 2600,
        "made-statements-invented": 3400,
        "field-statements": 150,
        "letter-statements": 300,
        "templates": 500,
        "squad2.0-dev": 500,
        "qed-nq": 400,
        "qed-nq-neg": 150,
        "timeqa-hard": 150,
        "onestopqa": 200,
        "xquad-across": 400,
        "infotabs": 4000,
        "across": 300,
    },
    steps=1300,
    rate=1e-4,
    falls=True,
    longest=288,
    seed=3,
)

STAGES = (GENERAL, RECORDS, MESSAGES)
