"""Parsers for the formats in which a language model reports names and statements.

The parsers are strict and pure. A reply is parsed as a whole, or InvalidReplyError explains the
fault. No part of a reply is ever executed.
"""
