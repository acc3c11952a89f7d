"""Communities and their reports: the archives' own hierarchy, and clusters of names within it.

`catalog` reads communities from the catalog's structure. `leiden` clusters names within these
communities, and `detected` writes these clusters. `reports` describes each community. `building`
runs all steps for everything that has changed. In the graph, catalog communities have the kind
`given`, and detected communities have the kind `found`.
"""
