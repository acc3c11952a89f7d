"""Extractive answers: choose a record, quote its sentences, and estimate the confidence."""
