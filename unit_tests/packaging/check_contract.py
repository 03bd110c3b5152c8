#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds public functions that take an execution-space instance and that no test file registers (support/contract.hpp).

check_contract.py SOURCE_DIR TEST_DIR: the headers at the top of SOURCE_DIR against the calls in `contract::Operations`
of the files of TEST_DIR. The exit status is 1 where a function is missing.
"""

import pathlib
import re
import sys

# name: why it has no call of its own
EXCEPTIONS = {
    "allocate_bitmap": "sparse_to_bitmap calls it",
    "choose_transpose": "the host computes it from the sizes",
    "choose_triangle_method": "the host computes it from the sizes",
    "convert_to": "it calls convert, or makes an SpmvPlan",
    "find_not_simple": "simple_graph runs the same kernels",
    "hyb_split": "the conversion to HYB runs the same kernels",
    "packet_partition": "its fences depend on the parts",
    "require_simple": "it calls find_not_simple",
    "reserve": "insert runs the same kernels",
    "reverse_cuthill_mckee": "the host computes it",
    "truss_numbers": "a fence for each round",
}
# The declaration of a function of a namespace: its name, and an instance as the first argument.
DECLARATION = re.compile(
    r"^(?=\w)(?!using|class|struct)[\w:<>,& ]*(?<![:\w])(\w+)\((?:Exec|ExecutionSpace) const& ?\w*\s*[,)]", re.M
)
INTERNAL = re.compile(r"^namespace Impl\b.*?^}  // namespace Impl", re.S | re.M)
COMMENT = re.compile(r"//[^\n]*")


def public_functions(source):
    """Names of functions, each with the header that declares it first."""
    found = {}
    for header in sorted(source.glob("*.hpp")):
        text = INTERNAL.sub("", header.read_text())
        for name in DECLARATION.findall(COMMENT.sub("", text)):
            found.setdefault(name, header.name)
    return found


def registered_calls(tests):
    """Names of all functions called in registrations."""
    calls = set()
    for file in tests.rglob("*.cpp"):
        text = file.read_text()
        for start in re.finditer(r"contract::Operations const \w+\{", text):
            end = text.index("};\n\n", start.end())
            calls.update(re.findall(r"\b(\w+)(?:<[^;(]*>)?\(", text[start.end() : end]))
    return calls


def main(source, tests):
    functions = public_functions(pathlib.Path(source))
    calls = registered_calls(pathlib.Path(tests))
    missing = sorted(name for name in functions if name not in calls and name not in EXCEPTIONS)
    for name in missing:
        print(f"{functions[name]}: {name} is registered by no test file: see unit_tests/support/contract.hpp")
    for name in sorted(name for name in EXCEPTIONS if name not in functions or name in calls):
        print(f"check_contract.py: the exception {name} is none")
        missing.append(name)
    print(f"check_contract: {len(functions)} functions, {len(missing)} without a registration")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
