"""How good the answers are: test questions asked of a throwaway graph, measured and compared.

Knows nothing of the command line. Parts: `questions`, `graph_questions`, `chat_messages`,
`folders`,
`multi_hop` (tests of each kind, and how one is scored), `graphs` (what they are asked of), `run`,
`asking`, `conversing`, `searching` (ask them), `scores` (one question), `measures` and `resampling`
(all together), `evaluations` (as JSON, with what was measured), `comparison` (with an earlier run),
`tables` (for people). Strategies against each other: `collections` (tests of all kinds, told by
their shape), `asking_strategies` and `strategy_runs` (each asked by each), `strategy_table` and
`strategy_tables` (in one table, for people).
"""

from narabot.evaluation.comparison import Comparison, compare
from narabot.evaluation.evaluations import Evaluation, Stored, evaluation_json, read_stored
from narabot.evaluation.folders import FolderTests, read_folder_tests
from narabot.evaluation.graph_questions import GraphQuestion, read_graph_questions
from narabot.evaluation.graphs import Catalogue, Loaded
from narabot.evaluation.questions import (
    LabelledRequest,
    Question,
    TestFile,
    read_labelled_requests,
    read_questions,
)
from narabot.evaluation.run import (
    evaluate_classifier,
    evaluate_folders,
    evaluate_graph_questions,
    evaluate_questions,
)
from narabot.evaluation.tables import comparison_table, evaluation_table

__all__ = [
    "Catalogue",
    "Comparison",
    "Evaluation",
    "FolderTests",
    "GraphQuestion",
    "LabelledRequest",
    "Loaded",
    "Question",
    "Stored",
    "TestFile",
    "compare",
    "comparison_table",
    "evaluate_classifier",
    "evaluate_folders",
    "evaluate_graph_questions",
    "evaluate_questions",
    "evaluation_json",
    "evaluation_table",
    "read_folder_tests",
    "read_graph_questions",
    "read_labelled_requests",
    "read_questions",
    "read_stored",
]
