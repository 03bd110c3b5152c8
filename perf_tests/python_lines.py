# SPDX-License-Identifier: Apache-2.0
"""What python_host.py and python_device.py share: options, where a line of results comes from, lines, tables."""

import argparse
import datetime
import json
import math
import os
import pathlib
import platform
import subprocess
import sys

import araios
import numpy as np
import scipy


def options_of(doc, files, seconds, each):
    """The options that both programs have; `files` adds the arguments that one has."""
    parser = argparse.ArgumentParser(description=doc.split("\n\n")[0])
    files(parser)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--only", nargs="*", help="operations; all without it")
    parser.add_argument("--commit", help="that of the package, where this is no checkout of it")
    parser.add_argument("--seconds", type=float, default=seconds, help=f"for each operation and {each}")
    return parser.parse_args()


def run(main, table):
    """main(), or with --table FILE table(FILE)."""
    sys.exit(table(sys.argv[2]) if sys.argv[1:2] == ["--table"] else main())


def origin(commit=None):
    """The fields that say where a line comes from."""
    if commit is None:
        root = pathlib.Path(__file__).parent.parent
        described = ["git", "-C", root, "describe", "--always", "--dirty", "--abbrev=12"]
        commit = subprocess.run(described, capture_output=True, text=True).stdout.strip()
    cpu = platform.processor()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            cpu = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), cpu)
    info = araios.info()
    return {
        "space": info["name"],
        "machine": cpu,
        "cpu": cpu,
        "host_threads": info["concurrency"],
        "about": araios.about(),
        "versions": {"Python": platform.python_version(), "NumPy": np.__version__, "SciPy": scipy.__version__},
        "commit": commit or "unknown",
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


def sample(times):
    """Median, 10th and 90th percentile."""
    low, median, high = (float(q) for q in np.quantile(times, (0.1, 0.5, 0.9)))
    return {"median": median, "low": low, "high": high, "repeats": len(times)}


class Lines:
    """Appends lines of JSON to a file, or nowhere where there is none."""

    def __init__(self, path, program, on_device, common):
        self.fields = {"program": program, "type": "double", "on_device": on_device, **common}
        self.file = path.open("a") if path else None

    def write(self, case, operation, sizes, seconds):
        """A line for each library; `seconds` has the samples of each by their state."""
        for library, states in seconds.items():
            line = {"case": case, "sizes": sizes, "library": library, "method": operation, "seconds": states}
            if self.file:
                self.file.write(json.dumps({**self.fields, **line}) + "\n")


def medians(path):
    """({operation: {case: {library: {state: seconds}}}}, the last line) of a file."""
    found, last = {}, None
    with open(path, encoding="utf-8") as file:
        for last in map(json.loads, file):
            case = found.setdefault(last["method"], {}).setdefault(last["case"], {})
            case[last["library"]] = {state: times["median"] for state, times in last["seconds"].items()}
    return found, last


def geometric_mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def versions_of(line):
    return ", ".join(f"{name} {version}" for name, version in line["versions"].items())
