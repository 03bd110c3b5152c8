# SPDX-License-Identifier: Apache-2.0
"""check_internal_names.py <folder>...: fails, naming file and line, where what uses Araios names Araios::Impl, and
where a file that may do so does it no more. Names of Kokkos and Kokkos Kernels do not count."""

import pathlib
import re
import sys

# Files that may, and why.
ALLOWED = {
    "perf_tests/baselines/cusparse_triangles.hpp": "the baseline sums over entries as Araios does",
}
INTERNAL = re.compile(r"(?<!\w)(?<!Kokkos::)(?<!KokkosKernels::)(?<!KokkosSparse::)Impl::|\bnamespace (Araios::)?Impl\b")

count, files, found = 0, 0, set()
for folder in sys.argv[1:]:
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.suffix not in (".h", ".hpp", ".c", ".cpp", ".in"):
            continue
        files += 1
        for number, line in enumerate(path.read_text().split("\n"), 1):
            if not INTERNAL.search(line.split("//")[0]):
                continue
            if path.as_posix() in ALLOWED:
                found.add(path.as_posix())
            else:
                print(f"{path}:{number}: {line.strip()}")
                count += 1
for name in sorted(set(ALLOWED) - found):
    if pathlib.Path(name).parts[0] in sys.argv[1:]:
        print(f"{name}: names nothing of Araios::Impl, and is in the list of those that may")
        count += 1
if files == 0 or count > 0:
    sys.exit(f"check_internal_names: {count} lines to change in {files} files")
print(f"check_internal_names: {files} files name nothing of Araios::Impl but for {len(found)}")
