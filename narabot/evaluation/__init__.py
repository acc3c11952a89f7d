"""Run tests on a graph, score the answers, and compare the results.

- Kinds of tests: `questions`, `graph_questions`, `chat_messages`, `folders`, `multi_hop`.
- Graphs for tests: `graphs`.
- Running tests: `run`, `asking`, `conversing`, `searching`.
- Scores and statistics: `scores`, `measures`, `resampling`.
- Results: `evaluations` (JSON and provenance), `comparison` (with an earlier run), `tables` (text).
- Comparison of strategies: `collections`, `asking_strategies`, `strategy_runs`, `strategy_table`,
  `strategy_rendering`.
"""

from narabot.evaluation.comparison import Comparison, compare
from narabot.evaluation.evaluations import (
    Evaluation,
    StoredEvaluation,
    evaluation_json,
    read_stored,
)
from narabot.evaluation.folders import FolderTests, read_folder_tests
from narabot.evaluation.graph_questions import GraphQuestion, read_graph_questions
from narabot.evaluation.graphs import Catalog, Loaded
from narabot.evaluation.questions import (
    LabeledRequest,
    Question,
    TestFile,
    read_labeled_requests,
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
    "Catalog",
    "Comparison",
    "Evaluation",
    "FolderTests",
    "GraphQuestion",
    "LabeledRequest",
    "Loaded",
    "Question",
    "StoredEvaluation",
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
    "read_labeled_requests",
    "read_questions",
    "read_stored",
]
