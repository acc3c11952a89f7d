"""Classification of requests as list requests or questions, with rules, a model, or examples.

A request that both asks to see records and asks a question is a list request.
"""

from narabot.understanding.request_class.classifier import (
    Classifier,
    classify_request,
    classify_with_model,
)
from narabot.understanding.request_class.rules import classify_by_rules, is_bare

__all__ = ["Classifier", "classify_by_rules", "classify_request", "classify_with_model", "is_bare"]
