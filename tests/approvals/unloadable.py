"""A host's module that ends the process when it is loaded, and would print its configuration."""

import sys

sys.exit("postgresql://me:hunter2@example.com")
