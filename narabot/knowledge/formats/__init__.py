"""Parsers for the formats in which a language model reports names and statements.

The parsers are strict and pure. A reply is either parsed as a whole or rejected with an
InvalidReplyError that explains what is wrong. No part of a reply is ever executed.
"""
