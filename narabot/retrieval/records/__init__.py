"""Records by themselves: one whole, where it is kept, what is around it, all that was loaded."""
