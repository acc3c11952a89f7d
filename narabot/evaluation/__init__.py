"""How good the answers are: test questions asked of a throwaway graph, measured and compared.

Knows nothing of the command line. Parts: `questions`, `graph_questions` and `folders` (files of
tests), `run` and `asking` (ask them of a graph of their own), `scores` (one question), `measures`
and `resampling` (all together), `evaluations` (as JSON, with what was measured), `comparison` (with
an earlier run), `tables` (for people).
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
