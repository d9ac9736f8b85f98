"""Generated code, imported, type-checked and called; and all that must not get into it."""
