"""Tests of rules that clingo evaluates in a separate process: values, limits, and parsing."""

import time
from collections.abc import Sequence

import psutil
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from narabot.errors import NarabotError, RuleError, RuleLimitError
from narabot.rules import evaluation
from narabot.rules.clauses import Atom, Clause, Variable
from narabot.rules.evaluation import Limits, load_program, solve
from narabot.rules.facts import MAX_NUMBER, Constant, Fact, Value, argument_tuples, fact
from narabot.rules.stratification import check_rules
from narabot.rules.syntax import parse_rules
from narabot.rules.translation import program_text

PATIENT = Limits(seconds=120)
"""Generous limits, so that tests that do not check time limits pass on a busy machine."""

COUNTING = "number(1). number(N + 1) :- number(N)."

HOSTILE = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    st.text(st.sampled_from('"\\\n\r\t.:-%#(){}@&`\'ab_"'), max_size=20),
)


def echoed(texts: Sequence[Value]) -> list[Value]:
    """Return the values that a rule copies from its input."""
    result = solve(
        "said(X) :- told(X).", [fact("told", one) for one in texts], [("said", 1)], PATIENT
    )
    assert not result.notes
    return [one for (one,) in argument_tuples(result.facts, "said")]


# Values


@settings(max_examples=10)
@given(st.lists(HOSTILE, min_size=1, max_size=40))
@example(['a"). secret(1). told("b', "#script (python) import os #end.", "%", "\\", '\\"', "a\\n"])
def test_hostile_text_in_a_fact_is_returned_unchanged(texts: list[str]) -> None:
    assert set(echoed(texts)) == set(texts)


@settings(max_examples=10)
@given(st.lists(HOSTILE, min_size=1, max_size=40))
@example(['a"). secret(1). told("b', '#include "/etc/passwd".', "%", "\\", '\\"', "\r\n", "a\\n"])
def test_text_in_a_rule_is_quoted(texts: list[str]) -> None:
    clauses = [Clause(Atom("said", (text,)), (), 1) for text in texts]
    program = program_text(clauses)
    result = solve(program, (), [("said", 1), ("secret", 1)], PATIENT)
    assert {one for (one,) in argument_tuples(result.facts, "said")} == set(texts)
    assert not argument_tuples(result.facts, "secret")
    # parsing the generated program yields the same values
    assert [one.head.arguments[0] for one in parse_rules(program)] == texts


def test_values_keep_their_types() -> None:
    values = (7, -7, 0, MAX_NUMBER, -MAX_NUMBER, "7", "viewer", Constant("viewer"), "")
    back = echoed([*values, Fact("pair", (1, "x"))])
    assert set(map(repr, back)) == set(map(repr, [*values, Fact("pair", (1, "x"))]))


@pytest.mark.parametrize("value", [MAX_NUMBER + 1, -(2**40), "a\0b", "\ud800"])
def test_value_that_clingo_cannot_represent_is_rejected(value: int | str) -> None:
    with pytest.raises(RuleError):
        echoed([value])
    with pytest.raises(RuleError):
        program_text([Clause(Atom("said", (value,)), (), 1)])


@pytest.mark.parametrize("name", ["a b", "a). secret(1", "", "not", "ä", "a\n", "#show", "A(B)"])
def test_invalid_name_in_a_program_is_rejected(name: str) -> None:
    for clause in (
        Clause(Atom(name), (), 1),
        Clause(Atom("said", (Constant(name),)), (), 1),
        Clause(Atom("said", (Variable(name),)), (), 1),
    ):
        with pytest.raises(RuleError, match="not a valid name"):
            program_text([clause])


def test_facts_are_sorted_regardless_of_input_order() -> None:
    given_ = [fact("told", one) for one in (3, "b", 1, "a", 2)]
    result = [solve("", facts, [("told", 1)]).facts for facts in (given_, given_[::-1])]
    assert result[0] == result[1]
    assert [one.arguments[0] for one in result[0]] == [1, 2, 3, "a", "b"]


def test_predicates_differ_by_number_of_arguments() -> None:
    facts = [fact("told", 1), fact("told", 1, 2)]
    assert solve("", facts, [("told", 2)]).facts == (fact("told", 1, 2),)


# Limits


def test_endless_program_is_killed_at_the_time_limit() -> None:
    began = time.monotonic()
    with pytest.raises(RuleLimitError, match=r"limit of 0\.5 s\."):
        solve(COUNTING, (), [("number", 1)], Limits(seconds=0.5, megabytes=100_000))
    assert time.monotonic() - began < 10
    assert not [child for child in psutil.Process().children() if solves(child)]


def solves(process: psutil.Process) -> bool:
    """Return whether a process is still running the solver."""
    try:
        return str(evaluation.SOLVER_SCRIPT) in process.cmdline()
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return False


def test_default_limits_are_two_seconds_and_512_megabytes() -> None:
    assert (evaluation.DEFAULT_LIMITS.seconds, evaluation.DEFAULT_LIMITS.megabytes) == (2.0, 512)


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [
        COUNTING,
        "one(1..5000). pair(X, Y) :- one(X), one(Y).",
        "deep(1). deep(f(X, X)) :- deep(X).",
    ],
)
def test_memory_limit_is_reported(program: str) -> None:
    with pytest.raises(RuleLimitError, match="limit of 128 MB of memory"):
        solve(program, (), [("none", 1)], Limits(seconds=120, megabytes=128))


def test_fact_limit_is_reported() -> None:
    limits = Limits(seconds=120, max_facts=10)
    assert len(solve("one(1..10).", (), [("one", 1)], limits).facts) == 10
    with pytest.raises(RuleLimitError, match="limit of 10 facts"):
        solve("one(1..11).", (), [("one", 1)], limits)


def test_limit_error_is_a_narabot_error() -> None:
    assert issubclass(RuleLimitError, RuleError)
    assert issubclass(RuleError, NarabotError)


@pytest.mark.parametrize(
    "program",
    [
        "p(X) :- q(X",
        "p(X).",
        "#script (python)\nimport os\n#end.",
        "p :- not p.",
        '#include "nowhere.lp".',
    ],
)
def test_program_that_clingo_cannot_evaluate_is_reported(program: str) -> None:
    with pytest.raises(RuleError, match="cannot evaluate"):
        solve(program, (), [("p", 0)], PATIENT)


def test_undefined_operation_is_noted() -> None:
    result = solve("sum(X + 1) :- told(X).", [fact("told", "x"), fact("told", 1)], [("sum", 1)])
    assert result.facts == (fact("sum", 2),)
    assert "operation undefined" in result.notes[0]


def test_program_cannot_call_python_functions() -> None:
    result = solve('p(@system("true")).', (), [("p", 1)], PATIENT)
    assert not result.facts
    assert "'system' not found" in result.notes[0]


def test_solver_script_does_not_import_narabot() -> None:
    text = evaluation.SOLVER_SCRIPT.read_text(encoding="utf-8")
    assert "import narabot" not in text
    assert "from narabot" not in text
    assert "enable_python" not in text


def test_missing_solver_script_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        evaluation, "SOLVER_SCRIPT", evaluation.SOLVER_SCRIPT.with_name("nowhere.py")
    )
    with pytest.raises(RuleError, match=r"nowhere\.py"):
        solve("", (), [])


# Mangle syntax


@pytest.mark.parametrize(
    ("mangle", "clingo"),
    [
        ("p(X) :- q(X), !r(X).", "p(X) :- q(X), not r(X)."),
        ("p(D) :- q(E), D = fn:plus(E, 1).", "p(D) :- q(E), D = (E + 1)."),
        ("p(fn:mult(X, 2)) :- q(X).", "p((X * 2)) :- q(X)."),
        ("p(fn:plus(X, 2, 3)) :- q(X).", "p(((X + 2) + 3)) :- q(X)."),
        ("p(/viewer, -1).", "p(viewer, (-1))."),
        ("# words\np(X) :- q(X, _), X != /a. % more", "p(X) :- q(X, _), X != a."),
        ('p("a\\"b\\\\").', 'p("a\\"b\\\\").'),
        ("p() :- q.", "p :- q."),
        ("nothing(X) :- notes(X), not not1(X).", "nothing(X) :- notes(X), not not1(X)."),
        ("p(D) :- q(E), D = E - 1 - 2.", "p(D) :- q(E), D = ((E - 1) - 2)."),
    ],
)
def test_mangle_rule_is_translated_to_clingo(mangle: str, clingo: str) -> None:
    assert program_text(parse_rules(mangle)) == clingo + "\n"
    # parsing the clingo form yields the same rule
    assert program_text(parse_rules(clingo)) == clingo + "\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p(X) :- q(X", "Line 1"),
        ("p(1).\np(2.5).", "Line 2"),
        ("p(X) :- q(X),\n X = fn:list(X, 1).", "Line 2.*fn:list"),
        ("p(X) :- q(Y), X = fn:plus(Y).", "two terms"),
        (f"p({MAX_NUMBER + 1}).", "numbers greater than"),
        ("#show p/1.", "Line 1"),
        ('#include "x".', "Line 1"),
        ("#script (python) #end.", "Line 1"),
        ("p(@f(X)) :- q(X).", "Line 1"),
        ("not(X) :- q(X).", "Line 1"),
        ("{p(X)} :- q(X).", "Line 1"),
        (":- p(X).", "Line 1"),
        ("p(X); q(X) :- r(X).", "Line 1"),
        ("_asked_p_1(X) :- r(X).", "Line 1"),
    ],
)
def test_unsupported_syntax_is_rejected_with_its_line_number(text: str, said: str) -> None:
    with pytest.raises(RuleError, match=f"(?s){said}"):
        parse_rules(text)


@given(st.text(max_size=60))
def test_any_text_is_parsed_or_rejected(text: str) -> None:
    try:
        parse_rules(text)
    except RuleError as error:
        assert "Line" in str(error)


# Strata and bounds


@pytest.mark.parametrize(
    ("text", "cycle"),
    [
        ("p(X) :- q(X), !p(X).", "p/1 → not p/1"),
        ("p(X) :- q(X), !r(X). r(X) :- p(X).", "p/1 → not r/1 → p/1"),
        ("p(X) :- a(X), !b(X). b(X) :- c(X). c(X) :- d(X, X). d(X, X) :- p(X).",
         "p/1 → not b/1 → c/1 → d/2 → p/1"),
    ],
)  # fmt: skip
def test_cycle_through_negation_is_rejected_and_shown(text: str, cycle: str) -> None:
    with pytest.raises(RuleError, match=cycle):
        check_rules(parse_rules(text))


@pytest.mark.parametrize(
    "text",
    [
        "p(1). p(N) :- p(M), N = fn:plus(M, 1).",
        "p(1). p(fn:plus(M, 1)) :- p(M).",
        "p(1). p(N) :- p(M), N = M - 1, N < 5.",
        "p(1). p(N) :- p(M), N = fn:mult(M, 2), N > 0.",
        "p(1). q(N) :- p(M), N = fn:plus(M, 1). p(N) :- q(N).",
        "p(1). p(N) :- p(M), O = fn:plus(M, 1), N = O.",
        "p(1, 1). p(N, M) :- p(M, O), N = fn:plus(M, O), N < 9.",
        "p(1). p(N) :- p(M), q(K), N = fn:plus(M, K), N < 9.",
        "p(1). p(N) :- p(M), p(O), O = 9 - M, N = O + 1, M < 5.",
        "p(1). p(N) :- p(M), p(K), O = M - K, N = O + 1, M < 5, K > 0, N < 9.",
    ],
)
def test_unbounded_arithmetic_recursion_is_rejected(text: str) -> None:
    with pytest.raises(RuleError, match="without a bound"):
        check_rules(parse_rules(text))


@pytest.mark.parametrize(
    "text",
    [
        "p(1). p(N) :- p(M), N = fn:plus(M, 1), N < 50.",
        "p(1). p(N) :- p(M), N = fn:plus(M, 1), 50 > N.",
        "p(1). p(fn:plus(M, 1)) :- p(M), M <= 50.",
        "p(1). p(N) :- p(M), fn:minus(M, 1) = N, N > -50.",
        "p(1). p(N) :- p(M), N = fn:mult(M, 2), N > 0, N < 50.",
        "p(1). p(M) :- p(M), p(N).",
        "q(1). p(N) :- q(M), N = fn:plus(M, 1).",
        "q(1). p(1). p(N) :- p(M), q(K), N = fn:plus(K, 1).",
    ],
)
def test_bounded_rules_are_accepted_and_terminate(text: str) -> None:
    clauses = parse_rules(text)
    check_rules(clauses)
    solve(program_text(clauses), (), [("p", 1)], PATIENT)


@pytest.mark.parametrize("name", ["graph", "access", "routing"])
def test_parsing_preserves_the_results_of_bundled_rules(name: str) -> None:
    text = load_program(name)
    clauses = parse_rules(text)
    check_rules(clauses)
    heads = sorted({one.head.predicate for one in clauses})
    facts = [fact("said", "how many"), Fact("year_said")]
    assert solve(text, facts, heads, PATIENT) == solve(program_text(clauses), facts, heads, PATIENT)
