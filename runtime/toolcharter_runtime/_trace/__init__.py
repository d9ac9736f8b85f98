"""The trace: every call as it was decided, with stand-ins where values were.

recorder     everything of one trace: numbers, faults; chain: its lines
journal      what one dispatcher tells; people: what people decide
walk         the steps of a call, or of an operation that is taken up; call: a call from its name to its end
doors        an adapter whose answers are recorded on their way; proofs: what an answer proves
endings      what was told, told about stand-ins; stages: who decided
twins        stand-ins of arguments and answers, held against the decisions about the originals
structure    the stand-in of a whole value; cuts: long lists and texts, written short
texts        a string's stand-in, and characters; numbers: a number's; effort: what they may cost
shapes       the places of a schema, and of a tool; questions: what is asked of the value at one
table        which stand-in a value has, and names for people, tenants, runs and requests
"""
