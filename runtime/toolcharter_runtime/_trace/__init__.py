"""The trace: every call as it was decided, with stand-ins where values were.

draws        picks that follow from a key
characters   what a character may be replaced by
questions    what a schema asks of the value at one place
texts        a string's stand-in; numbers: a number's
table        which stand-in a value has, and names for people, tenants, runs and requests
structure    the stand-in of a whole value; cuts: long lists and texts, written short
twins        stand-ins of arguments and answers, held against the decisions about the originals
doors        an adapter whose answers are recorded on their way
recording    one call, from its arguments to what was told; stages: who decided
entries      approvals, recovery, cancelled runs and the people who end an outcome
recorder     everything of one trace: keys, numbers, faults; chain: its lines
"""
