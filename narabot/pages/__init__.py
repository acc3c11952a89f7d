"""The page in the browser: Streamlit widgets and session state.

This package contains no prompts, Cypher, or ranking. Its main modules are `chat` (the page and the
conversation), `record`, `my_list`, and `shared` (the other pages), `welcome` (the first screen),
`conversation` (the conversation in the session and in the store), `responses` (one turn, built from
`answers`, `refusals`, and `lists`), `resources` (objects that are loaded once), and `language` (the
page's language).
"""
