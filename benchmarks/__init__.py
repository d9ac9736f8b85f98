"""What toolcharter costs, beside its peers and the physical limit. The databases are those of the
tests, the catalog of the write path is the worked one."""

import sys
from pathlib import Path

for _folder in ("tests", "generated"):
    sys.path.insert(0, str(Path(__file__).parents[1] / _folder))
