"""One script a change, each behind that which it names."""
