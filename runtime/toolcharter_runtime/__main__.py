"""``python -m toolcharter_runtime``: the commands of the runtime."""

from toolcharter_runtime.cli import main

main()
