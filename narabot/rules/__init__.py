"""Rules in logic programs, evaluated by clingo in a process of its own with limits.

Facts come in by value and go out as tuples. It knows neither graph nor request: who asks gives the
facts. The programs are the `.lp` files beside; `syntax` reads the other way to write rules, that of
Mangle, and `translation` turns it into clingo's.
"""
