"""The business systems behind the worked catalog: a real HTTP service with a database of its own.

Customers and their orders, refunds, drafts and messages, sales, exports. Its writes have one of four
personalities each, its faults are switched over a control door, and its record of what it was asked
and what it did (``requests``, ``effects``) is what tests believe instead of the product.
"""
