"""Tell an order for records from a question, by rules, by a language model or by examples.

Knows nothing of records. A request that orders records and asks besides is an order.
"""

from narabot.understanding.request_class.classifier import (
    Classifier,
    classify_request,
    classify_with_model,
)
from narabot.understanding.request_class.rules import classify_by_rules, is_bare

__all__ = ["Classifier", "classify_by_rules", "classify_request", "classify_with_model", "is_bare"]
