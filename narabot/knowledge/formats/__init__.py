"""The forms in which a language model says what a text names and states: readers of its replies.

Strict and pure: a reply is read whole, or ReplyNotReadError says what is wrong with it; nothing of
it is ever run as code.
"""
