"""A read call: through the dispatcher, beside the bare parsing and checking of its bytes, and
beside the tool of an agent framework.

Walks in: a compiled project and an empty folder. Walks out: results. Each figure is the median over
many calls in one process; processes run in turns.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.catalog import ANSWER, ARGUMENTS, READ
from benchmarks.compile import Project
from benchmarks.peer_models import combined, generate
from benchmarks.peers import environment_with
from benchmarks.startup import probe
from benchmarks.table import Result, seconds

_CALLS = 20_000
_FRAMEWORK = "langchain-core"

_FRAMEWORK_PROBE = """
import json, sys, time
from langchain_core.tools import StructuredTool
sys.path.insert(0, sys.argv[1])
import framework_models
answer, arguments = json.loads(sys.argv[3]), json.loads(sys.argv[4])
def search_tickets(**given): return answer
tool = StructuredTool.from_function(
    search_tickets,
    name="search_tickets",
    description="List tickets.",
    args_schema=getattr(framework_models, sys.argv[2]),
)
times = []
for _ in range(int(sys.argv[5])):
    started = time.perf_counter()
    found = tool.invoke(arguments)
    times.append(time.perf_counter() - started)
assert found == answer
print(sorted(times)[len(times) // 2])
"""


def measure(project: Project, rounds: int, folder: Path) -> Iterator[Result]:
    """The results of a read call of the project's catalog."""
    schema = str(project.package / "schemas" / f"{READ}.json")
    framework = environment_with(_FRAMEWORK, folder / "framework")
    if framework is not None:
        model = _framework_model(project, folder)
    ours, floor, theirs = [], [], []
    for _ in range(rounds):
        ours.append(probe("calls", str(_CALLS), paths=(project.folder / "generated",)))
        floor.append(probe("floor", str(_CALLS), schema))
        if framework is not None:
            theirs.append(_framework_call(framework, folder, model))
    bare = "`orjson.loads` and `is_valid` on the same bytes"
    yield _result(median(ours), median(floor), bare, 12)
    if framework is not None:
        peer = "`StructuredTool.invoke` of LangChain, the same tool"
        yield _result(median(ours), median(theirs), peer, 0.5)


def _framework_model(project: Project, folder: Path) -> str:
    """Writes the models of the one tool as a module; gives the name of its input."""
    everything = combined(project.package)["$defs"]
    name = "".join(word.title() for word in READ.split("_"))
    mine = {each: everything[each] for each in everything if each.startswith(name)}
    source = folder / "framework.json"
    source.write_text(json.dumps({"$defs": mine}))
    generate(source, folder / "framework_models.py", "plain")
    return f"{name}Input"


def _framework_call(python: Path, folder: Path, model: str) -> float:
    given = [json.dumps(ANSWER), json.dumps(ARGUMENTS), str(_CALLS // 10)]
    found = subprocess.run(
        [python, "-c", _FRAMEWORK_PROBE, str(folder), model, *given],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(found.stdout)


def _result(ours: float, theirs: float, peer: str, bound: float) -> Result:
    return Result(
        what="a read call through the dispatcher, p50",
        ours=seconds(ours),
        theirs=f"{peer}: {seconds(theirs)}",
        ratio=ours / theirs,
        bound=bound,
    )
