"""A small host of the worked catalog: a service in memory, and the adapters that reach it."""
