"""Pure functions that render records and responses as Markdown, plain text, and JSON.

The package does not depend on Neo4j or Streamlit. `markdown` escapes text, `records` and
`responses` render one record and one response, `strings` and `terms` translate the page, and
`error_messages` explains errors. `record_json`, `whole_record_json`, and `response_json` define
pydantic models for the JSON that programs read. `response_text` serves the terminal.
"""
