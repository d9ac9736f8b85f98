"""The ledger: every write once, under a claim, to an end that evidence or a person decides.

The modules here are the protocol. They are functions over a transaction and decide from rows alone;
who calls services, waits and answers stands outside.
"""
