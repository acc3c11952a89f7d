"""Records and answers as Markdown, text and JSON, by pure functions.

Knows nothing of Neo4j and of the page. Parts: `markdown` (text that stays text), `records` (one
record), `responses` (an answer and what it stands on), `strings` and `terms` (our words and the
model's, in the page's language), `problems` (errors), `response_text`, and what programs are told,
as pydantic models: `record_json`, `whole_record_json`, `response_json`.
"""
