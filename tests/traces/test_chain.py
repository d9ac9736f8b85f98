"""A trace is as it was written, or it is not read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from toolcharter_runtime.errors import HostError
from toolcharter_runtime.traces import Recorder, TraceError, TraceFile, read_trace

KEY = b"a secret of thirty-two bytes ...."
EVENTS = 12


@pytest.fixture(params=[None, KEY], ids=["without a key", "with a key"])
def key(request: pytest.FixtureRequest) -> bytes | None:
    found: bytes | None = request.param
    return found


@pytest.fixture
def file(tmp_path: Path, key: bytes | None) -> Path:
    """A trace of twelve events between its first line and its last."""
    path = tmp_path / "trace.jsonl"
    with Recorder(TraceFile(path), key=key) as recorder:
        for number in range(EVENTS):
            recorder.write("cancelled", run=number, voided=["pro_1"], going_on=[])
    return path


@pytest.mark.promise("T6")
def test_a_trace_is_read_as_it_was_written(file: Path, key: bytes | None) -> None:
    trace = read_trace(file, key=key)
    assert [each["event"] for each in trace.events] == [
        "trace",
        *["cancelled"] * EVENTS,
        "closed",
    ]
    assert [each["line"] for each in trace.events] == [*range(1, EVENTS + 3)]
    assert [each["run"] for each in trace.events[1:-1]] == [*range(EVENTS)]
    assert trace.is_closed
    assert file.read_text().splitlines()[-1].startswith(f'{{"chain":"{trace.digest}"')
    assert file.stat().st_mode & 0o777 == 0o600


def lines_of(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines(keepends=True)


def refused(file: Path, lines: list[bytes], key: bytes | None) -> TraceError:
    file.write_bytes(b"".join(lines))
    with pytest.raises(TraceError) as found:
        read_trace(file, key=key)
    assert isinstance(found.value, HostError)
    assert str(found.value).startswith(str(file))
    return found.value


@pytest.mark.promise("T6")
def test_every_line_that_is_changed_alone_is_found_and_named(file: Path, key: bytes | None) -> None:
    lines = lines_of(file)
    for at, line in enumerate(lines):
        for changed in (
            line.replace(b'"event":"', b'"event":"x', 1),
            line.replace(b'"line":', b'"line": ', 1),
            line.replace(b'"chain":"', b'"chain":"0', 1),
            line.replace(line[10:12], b"00" if line[10:12] != b"00" else b"11", 1),
            line[:-2] + b" }\n",
            line[:-1] + b" \n",
            line.rstrip(b"\n") + b"\r\n",
            b"\n",
            b"{}\n",
        ):
            error = refused(file, [*lines[:at], changed, *lines[at + 1 :]], key)
            assert error.line == at + 1, (changed, str(error))
            assert f"line {at + 1}: " in str(error)


@pytest.mark.promise("T6")
def test_every_line_that_is_removed_alone_is_found(file: Path, key: bytes | None) -> None:
    lines = lines_of(file)
    for at in range(len(lines)):
        error = refused(file, [*lines[:at], *lines[at + 1 :]], key)
        is_last = at == len(lines) - 1
        assert error.line == (None if is_last else at + 1)
        assert ("the last line is missing" if is_last else "lines were removed") in str(error)


@pytest.mark.promise("T6")
def test_lines_that_are_exchanged_or_doubled_are_found(file: Path, key: bytes | None) -> None:
    lines = lines_of(file)
    for at in range(len(lines) - 1):
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        assert refused(file, swapped, key).line == at + 1
        doubled = [*lines[: at + 1], *lines[at:]]
        assert refused(file, doubled, key).line == at + 2
    assert refused(file, [*lines, lines[-1]], key).line == len(lines) + 1


@pytest.mark.promise("T6")
def test_a_line_of_another_trace_does_not_belong(tmp_path: Path, file: Path) -> None:
    other = tmp_path / "other.jsonl"
    with Recorder(TraceFile(other)) as recorder:
        for number in range(EVENTS):
            recorder.write("cancelled", run=number + 1, voided=[], going_on=[])
    lines = lines_of(file)
    lines[5] = lines_of(other)[5]
    assert refused(file, lines, None).line is not None


@pytest.mark.promise("T6")
def test_without_the_key_nobody_writes_a_line_that_belongs(tmp_path: Path) -> None:
    for written, read in ((KEY, None), (None, KEY), (KEY, b"another secret of 32 bytes ......")):
        path = tmp_path / f"{hash((written, read))}.jsonl"
        Recorder(TraceFile(path), key=written).close()
        with pytest.raises(TraceError, match="line 1: is not the line that was written here"):
            read_trace(path, key=read)
    with pytest.raises(ValueError, match="at least 32 bytes"):
        Recorder(TraceFile(tmp_path / "short.jsonl"), key=b"short")


@pytest.mark.promise("T6")
def test_a_trace_that_is_still_written_is_read_where_that_is_expected(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    recorder = Recorder(TraceFile(path))
    recorder.write("cancelled", run=1, voided=[], going_on=[])
    with pytest.raises(TraceError, match="the last line is missing"):
        read_trace(path)
    trace = read_trace(path, may_be_open=True)
    assert (len(trace.events), trace.is_closed, trace.digest) == (2, False, recorder.digest)
    recorder.close()
    recorder.close()
    assert read_trace(path).digest == recorder.digest != trace.digest


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (b"", 1, "is not the first line of a trace"),
        (b"hello\n", 1, "is no line of a trace"),
        (b'{"chain":"' + b"0" * 64 + b'","event":[1]}\n', 1, "holds no event"),
        (b'{"chain":"' + b"0" * 64 + b'","event":{]}\n', 1, "holds no JSON"),
        (b'{"chain":"' + b"0" * 64 + b'","event":{"line":1}}\n', 1, "holds no event"),
        (
            b'{"chain":"' + b"0" * 64 + b'","event":{"event":"trace","line":"1"}}\n',
            1,
            "is no line of the trace",
        ),
    ],
)
def test_what_is_no_trace_is_refused(tmp_path: Path, text: bytes, line: int, what: str) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_bytes(text)
    with pytest.raises(TraceError) as found:
        read_trace(path)
    assert found.value.line == line
    assert what in str(found.value)


def test_another_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "trace.jsonl"
    monkeypatch.setattr("toolcharter_runtime._trace.recorder.FORMAT", 2)
    Recorder(TraceFile(path)).close()
    with pytest.raises(TraceError, match="has format 2, this runtime reads format 1"):
        read_trace(path)


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        TraceFile(path)
    assert path.read_text() == "mine"


@pytest.mark.promise("T6")
def test_a_line_that_does_not_fit_on_the_disk_is_taken_back_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, usual, left = tmp_path / "trace.jsonl", os.write, [20]

    def full(file: int, data: bytes) -> int:
        if left[0] == 0:
            raise OSError(28, "No space left on device")
        left[0] -= (written := min(left[0], len(data)))
        return usual(file, bytes(data[:written]))

    recorder = Recorder(TraceFile(path))
    monkeypatch.setattr(os, "write", full)
    recorder.write("cancelled", run=1, voided=[], going_on=[])
    recorder.write("cancelled", run=2, voided=[], going_on=[])
    monkeypatch.undo()
    recorder.write("cancelled", run=3, voided=[], going_on=[])
    recorder.close()
    trace = read_trace(path)
    assert [each["event"] for each in trace.events] == ["trace", "lost", "cancelled", "closed"]
    assert trace.events[1]["events"] == 2
    assert (trace.events[3]["faults"], recorder.faults) == (2, 2)


# --- files ---------------------------------------------------------------------------------------


def write_one(recorder: Recorder, run: int = 1) -> None:
    recorder.write("cancelled", run=run, voided=[], going_on=[])


@pytest.mark.promise("T6")
def test_what_could_not_be_taken_back_is_taken_back_before_the_next_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, usual, left = tmp_path / "trace.jsonl", os.write, [20]

    def full(file: int, data: bytes) -> int:
        if left[0] == 0:
            raise OSError(28, "No space left on device")
        left[0] -= (written := min(left[0], len(data)))
        return usual(file, bytes(data[:written]))

    def broken(file: int, size: int) -> None:
        raise OSError(5, "Input/output error")

    recorder = Recorder(TraceFile(path))
    monkeypatch.setattr(os, "write", full)
    monkeypatch.setattr(os, "ftruncate", broken)
    write_one(recorder)
    monkeypatch.undo()
    assert not path.read_bytes().endswith(b"\n")
    write_one(recorder, run=2)
    recorder.close()
    assert [each["event"] for each in read_trace(path).events] == [
        *("trace", "lost", "cancelled", "closed")
    ]


@pytest.mark.promise("T6")
def test_a_process_that_is_killed_loses_nothing_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    program = f"""
from toolcharter_runtime.traces import Recorder, TraceFile
recorder = Recorder(TraceFile({str(path)!r}))
for number in range(10**9):
    recorder.write("cancelled", run=number, voided=["pro_" + "0" * 5000], going_on=[])
    print(number, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert process.stdout is not None
    for _ in range(200):
        told = int(process.stdout.readline())
    process.kill()
    process.wait()
    process.stdout.close()
    trace = read_trace(path, may_be_open=True)
    assert not trace.is_closed
    assert [each["run"] for each in trace.events[1:]] == [*range(len(trace.events) - 1)]
    assert len(trace.events) > told


@pytest.mark.promise("T6")
def test_a_line_that_broke_off_is_left_out_where_the_trace_may_be_open(
    file: Path, key: bytes | None
) -> None:
    whole, lines = file.read_bytes(), lines_of(file)
    for cut in range(1, len(lines[-1])):
        file.write_bytes(whole[:-cut])
        trace = read_trace(file, key=key, may_be_open=True)
        assert (len(trace.events), trace.is_closed) == (len(lines) - 1, False)
    error = refused(file, [whole[:-1]], key)
    assert error.line == len(lines)
    # In the middle it is no line that broke off.
    file.write_bytes(whole.replace(b"}\n", b"}", 1))
    with pytest.raises(TraceError):
        read_trace(file, key=key, may_be_open=True)


@pytest.mark.promise("T6")
def test_a_fork_of_the_process_writes_nothing_into_the_trace(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    program = f"""
import os
from toolcharter_runtime.traces import Recorder, TraceFile
recorder = Recorder(TraceFile({str(path)!r}))
recorder.write("cancelled", run=1, voided=[], going_on=[])
if (child := os.fork()) == 0:
    recorder.write("cancelled", run=77, voided=[], going_on=[])
    recorder.close()
    os._exit(recorder.faults)
_, status = os.waitpid(child, 0)
recorder.write("cancelled", run=2, voided=[], going_on=[])
recorder.close()
print(os.waitstatus_to_exitcode(status), recorder.faults)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["1", "0"], "the fork counts what it could not write"
    assert [each.get("run") for each in read_trace(path).events] == [None, 1, 2, None]


def test_a_sink_belongs_to_one_recorder(tmp_path: Path) -> None:
    file = TraceFile(tmp_path / "trace.jsonl")
    recorder = Recorder(file)
    with pytest.raises(ValueError, match="the sink belongs to another recorder"):
        Recorder(file)
    recorder.close()
    assert len(read_trace(tmp_path / "trace.jsonl").events) == 2


def test_a_closed_file_writes_into_no_other_that_has_its_number(tmp_path: Path) -> None:
    file = TraceFile(tmp_path / "trace.jsonl")
    file.write(b"one\n")
    file.close()
    with (tmp_path / "other").open("wb") as other:
        with pytest.raises(OSError, match="Bad file descriptor"):
            file.write(b"two\n")
        other.write(b"mine")
    assert (tmp_path / "other").read_bytes() == b"mine"
    assert (tmp_path / "trace.jsonl").read_bytes() == b"one\n"
