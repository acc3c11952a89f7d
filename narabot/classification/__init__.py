"""Tell an order for records from a question, by rules, by a language model or by examples.

Knows nothing of records. A request that orders records and asks besides is an order.
"""

from narabot.classification.classifier import Classifier, classify_request, classify_with_model
from narabot.classification.rules import classify_by_rules

__all__ = ["Classifier", "classify_by_rules", "classify_request", "classify_with_model"]
