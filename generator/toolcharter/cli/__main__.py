"""``python -m toolcharter.cli``, where no console script is installed."""

from toolcharter.cli import main

main()
