"""Tests that other interpretations of a request appear next to the answer, not in it."""

from narabot.chat.computed_answers import ComputedAnswer, with_other_interpretations
from narabot.models import COMPUTED, Answer, Computation, ComputedSet, Sentence, UnderlyingRecords


def behind(name: str, count: int) -> UnderlyingRecords:
    return UnderlyingRecords(ComputedSet(f'{{"type": "{name}"}}', name), count)


def meaning(*sets: UnderlyingRecords) -> Computation:
    return Computation("{}", "Counted: series.", "0", behind=sets)


def computed(*sets: UnderlyingRecords) -> ComputedAnswer:
    computation = meaning(*sets)
    quoted = Sentence("Keepers' Letters", ())
    return ComputedAnswer(
        Answer((Sentence("14 series.", (), computation), quoted), 1.0, COMPUTED), ()
    )


def test_other_interpretations_are_listed_once() -> None:
    own, other = behind("made by it", 14), behind("in its record group", 20)
    combined = with_other_interpretations(
        computed(own), [meaning(own), meaning(other), meaning(other), None]
    )
    first, second = combined.answer.sentences
    assert first.computation is not None
    assert first.computation.others == (other,)
    assert (first.text, second.computation) == ("14 series.", None)
    assert combined.answer.text == "14 series. Keepers' Letters"


def test_identical_and_empty_interpretations_are_omitted() -> None:
    own, none = behind("made by it", 14), behind("in no box", 0)
    combined = computed(own)
    assert with_other_interpretations(combined, [meaning(own), meaning(none), None]) is combined
