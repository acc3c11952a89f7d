"""Hostile texts that the page must show exactly as written."""

from typing import Any

NASTY = (
    "<script>alert(1)</script> <b>bold</b> <img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp;copy; &copy; &#42; &#x2a;",
    "*one* **two** _three_ __four__ ~~five~~ ~six~ ***",
    "# Heading",
    "Heading =======",
    "- one * two + three 1. four 2) five",
    "1. one",
    "12) twelve",
    "+ plus",
    "> quoted >> twice",
    "`code` ``more`` ```block``` ~~~block~~~",
    "|a|b| |-|-| |1|2|",
    "![image](https://example.org/x.png) [link](https://example.org) [ref][1] [1]: /x",
    "](javascript:alert(1)) [x](javascript:alert(1)",
    "<https://example.org> <a@example.org> </a>",
    "https://example.org/a_b?c=d&e=f http://example.org HTTPS://EXAMPLE.ORG ftp://example.org",
    "www.example.org WWW.EXAMPLE.ORG (www.example.org)",
    "reader@example.org a.b-c+d_e@ex-ample.co.uk mailto:reader@example.org xmpp:a@example.org/b",
    "$5 and $10, $x^2$ $$y$$ \\(z\\) \\[w\\]",
    ":red[red] :blue-background[blue] :small[small] :red-badge[badge] :color[x]{foreground=red}",
    ":shimmer[x] :help[x] ::leaf{a=b} :::container",
    ":material/home: :material_home: :streamlit: :smile: :+1: :-1: :100: 12:30:45",
    "a -> b <- c <-> d -- e >= f <= g ~= h",
    "-- start and end --",
    "-> ~=",
    "a\\*b \\\\ \\# c\\",
    "[^1] and [^1]: note",
    "- [ ] to do [x] done",
    "--- *** ___",
    "Pages iv–xii; “quoted” ‘words’, 50 % – §7 ½ ñ 東京",
    "{x} {{y}} ${z} %s %(a)s {0}",
    "#5 @name",
)
"""Each text is a single line of left-to-right text with single spaces."""

HOSTILE_TITLE = (
    "Vexillology ledger <script>alert(1)</script> ![i](https://example.org/x.png) "
    "[click](javascript:alert(1)) $5…$10 :red[red] :smile: www.example.org ](https://example.org)"
)
HOSTILE_NOTE = (
    "The vexillology ledger lists <b>12 flags</b> for $5 and $10, :red[red] and **blue**, see "
    "https://example.org/a_b_c or mail flags@example.org."
)
HOSTILE_NA_ID = 990_001
LONG_NA_ID = 990_002
RIGHT_TO_LEFT_NA_ID = 990_003


def hostile_records() -> list[dict[str, Any]]:
    """Return records whose text contains markup, and records with unusual titles."""
    above = [
        {
            "naId": 990_000,
            "levelOfDescription": "recordGroup",
            "title": "Flags [x](javascript:alert(2)) <img src=x onerror=alert(3)>",
            "distance": 1,
        }
    ]
    common = {"recordType": "description", "levelOfDescription": "series", "ancestors": above}
    subject = {"naId": 990_010, "authorityType": "person", "heading": "Ensign, <i>E.</i> $1$ `x`"}
    return [
        common
        | {
            "naId": HOSTILE_NA_ID,
            "title": HOSTILE_TITLE,
            "scopeAndContentNote": HOSTILE_NOTE,
            "subjects": [subject],
            "accessRestriction": {"status": "Restricted - Fully", "note": "**Ask** :red[first]"},
        },
        common | {"naId": LONG_NA_ID, "title": "Vexillological" + "x" * 2986},
        common | {"naId": RIGHT_TO_LEFT_NA_ID, "title": "\u202evexillology \u05d3\u05d2\u05dc"},
        common | {"naId": 990_004, "scopeAndContentNote": "Vexillology without any title."},
    ]
