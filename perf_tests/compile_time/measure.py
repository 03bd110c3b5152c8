#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what the programs of this folder cost to compile: processor seconds and peak memory.

  measure.py --json results.jsonl --compiler g++ --flags="-std=c++20 -O2" --kokkos FOLDER_OF_KOKKOS_CORE_HPP
  measure.py --json results.jsonl --compiler nvcc --flags="-x cu -std=c++20 -O2 -arch=sm_90 -extended-lambda" --kokkos FOLDER

Each program is compiled to an object, once over the headers alone and once with the definitions of Araios::compiled, `repeats`
times. Lines are appended to the file of results. An empty program of Kokkos is the lower bound. Seconds are those of all processes of
the compiler (user and system), and memory is that of the largest of them. Run it alone on the machine.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("empty", "spmv", "transpose", "spmv_plan", "choose_format", "read_convert_multiply")
# What the target Araios::compiled defines where the library has the types of the programs, and no others.
TYPES = ("FLOAT", "DOUBLE", "COMPLEX_FLOAT", "COMPLEX_DOUBLE", "INT64", "PATTERN", "INDEX_32", "INDEX_32_64", "INDEX_64")
COMPILED = ("-DARAIOS_COMPILED", *(f"-DARAIOS_COMPILED_{name}={int(name in ('DOUBLE', 'INDEX_32'))}" for name in TYPES))
METHODS = {"headers": (), "Araios::compiled": COMPILED}


def cost(command):
    """Processor seconds and peak megabytes of a command and of the processes that it starts."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{shlex.join(command)}\nended with {process.returncode}:\n{output}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def first_match(pattern, text, default):
    found = re.search(pattern, text)
    return found.group(1) if found else default


def output_of(command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def kokkos_version(folder):
    header = pathlib.Path(folder) / "KokkosCore_config.h"
    text = header.read_text(encoding="utf-8") if header.exists() else ""
    number = int(first_match(r"#define KOKKOS_VERSION (\d+)", text, "0"))
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", required=True, help="file of JSON lines to append to")
    parser.add_argument("--compiler", required=True, help="its command")
    parser.add_argument("--flags", default="-std=c++20 -O2", help="its flags, which are recorded")
    parser.add_argument("--kokkos", required=True, help="folder of Kokkos_Core.hpp, which is not recorded")
    parser.add_argument("--headers", default=HERE.parents[1] / "src", help="folder of Araios' headers")
    parser.add_argument("--program", action="append", choices=PROGRAMS, help="only this one")
    parser.add_argument("--method", action="append", choices=METHODS, help="only this one")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()

    version = output_of([arguments.compiler, "--version"])
    name = pathlib.Path(arguments.compiler).name
    common = {
        "program": "perf_compile_time", "type": "double", "library": "Araios", "space": name,
        "machine": first_match(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), "unknown"),
        "versions": {name: first_match(r"(?:release|\)) (\d+\.\d+(?:\.\d+)?)", version, "unknown"),
                     "Kokkos": kokkos_version(arguments.kokkos)},
        "commit": output_of(["git", "-C", str(HERE), "rev-parse", "--short=12", "HEAD"]) or "unknown",
        "flags": arguments.flags,
    }
    command = [arguments.compiler, *shlex.split(arguments.flags), f"-I{arguments.headers}", "-isystem", arguments.kokkos]
    with tempfile.TemporaryDirectory() as folder, open(arguments.json, "a", encoding="utf-8") as file:
        for program in arguments.program or PROGRAMS:
            for method, definitions in METHODS.items():
                if (program == "empty" and definitions) or (arguments.method and method not in arguments.method):
                    continue
                samples = [cost([*command, *definitions, "-c", str(HERE / f"{program}.cpp"), "-o", f"{folder}/object.o"])
                           for _ in range(arguments.repeats)]
                seconds = [sample[0] for sample in samples]
                line = {**common, "case": program, "method": method,
                        "seconds": {"compile": {"median": statistics.median(seconds), "low": min(seconds), "high": max(seconds),
                                                "repeats": arguments.repeats}},
                        "megabytes": round(max(sample[1] for sample in samples)),
                        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}
                print(f"{program}, {method}: {line['seconds']['compile']['median']:.1f} s, {line['megabytes']} MB", flush=True)
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
                file.flush()


if __name__ == "__main__":
    main()
