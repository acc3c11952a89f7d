"""Communities and their reports: the archives' own hierarchy, and groups of names within it.

`given` reads what the archives have made, `leiden` finds groups of names in it, `found` writes
them, `reports` says what each is about, `building` does all of it, what has changed alone.
"""
