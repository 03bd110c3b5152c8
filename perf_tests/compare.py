#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares two files of results: what became FASTER, what SLOWER, and what stayed the SAME within the noise.

A difference counts when it is larger than the noise of both sides together, and larger than 2 % (--least). The noise of a
side is the spread of its repeats; where a file holds several runs of one case, it is at least the distance between them.
Copies, whose size depends on which format was the fastest, are left out.

Exit status: 0, or 1 when something became slower, or 2 when the files cannot be compared.
"""

import argparse
import statistics
import sys

import results

FIGURES = ("flushed", "warm", "end_to_end", "set_up", "call", "host")


def key(result):
    sizes = tuple(sorted(result.get("sizes", {}).items()))
    return (result["program"], result["case"], sizes, result["type"], result["library"], result["method"],
            result["space"])


def place(result):
    """Where it ran. Times from two places say nothing about two versions."""
    return (result["machine"], result.get("gpu", ""), result.get("cpu", ""), result.get("host_threads"), results.allocator(result))


def collect(lines, figure):
    """For each case its median time over the runs and its noise, relative to that."""
    samples = {}
    for result in lines:
        sample = result.get("seconds", {}).get(figure)
        if results.is_method(result) and sample and sample["median"] > 0:
            samples.setdefault(key(result), []).append(sample)
    collected = {}
    for case, runs in samples.items():
        medians = [run["median"] for run in runs]
        middle = statistics.median(medians)
        between = (max(medians) - min(medians)) / middle
        collected[case] = (middle, max([between] + [results.spread(run) for run in runs]))
    return collected


def verdict(old, new, least):
    """The word, the ratio old / new, and the threshold that the ratio had to pass."""
    threshold = max(least, old[1] + new[1])
    ratio = old[0] / new[0]
    if ratio > 1 + threshold:
        return "FASTER", ratio, threshold
    if ratio < 1 / (1 + threshold):
        return "SLOWER", ratio, threshold
    return "SAME", ratio, threshold


def describe(case):
    program, name, sizes, value_type, library, method, space = case
    size = " " + "x".join(str(number) for _, number in sizes) if not program.startswith("perf_transpose") else ""
    return f"{name}{size} {value_type}: {library} {method} on {space}"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="JSON lines of the earlier version")
    parser.add_argument("new", help="JSON lines of the later version")
    parser.add_argument("--figure", choices=FIGURES, action="append",
                        help="compare this time only; may be given several times (default: all)")
    parser.add_argument("--least", type=float, default=0.02, help="no difference below this counts (default 0.02)")
    parser.add_argument("--across-machines", action="store_true", help="compare although machines or allocators differ")
    options = parser.parse_args(arguments)
    try:
        old_lines, new_lines = results.read(options.old), results.read(options.new)
    except results.FileError as error:
        print(f"compare.py: {error}", file=sys.stderr)
        return 2
    places = {place(line) for line in old_lines + new_lines}
    if len(places) > 1 and not options.across_machines:
        print("compare.py: the results are of different machines or allocators; --across-machines compares them all the same:",
              file=sys.stderr)
        for where in sorted(places, key=str):
            print("  " + ", ".join(str(part) for part in where if part), file=sys.stderr)
        return 2

    counts = {"FASTER": 0, "SLOWER": 0, "SAME": 0}
    missing = set()
    for figure in options.figure or FIGURES:
        old, new = collect(old_lines, figure), collect(new_lines, figure)
        for case in sorted(set(old) | set(new)):
            if case not in old or case not in new:
                missing.add(("only in " + (options.new if case in new else options.old), case))
                continue
            word, ratio, threshold = verdict(old[case], new[case], options.least)
            counts[word] += 1
            print(f"{word:6}  {results.milliseconds(old[case][0]):>9} -> {results.milliseconds(new[case][0]):>9} ms"
                  f"  x{ratio:.3f}  (noise {100 * threshold:.1f}%)  {figure:10}  {describe(case)}")
    for where, case in sorted(missing):
        print(f"{where}: {describe(case)}")
    print(", ".join(f"{number} {word}" for word, number in counts.items()))
    if not sum(counts.values()):
        print("compare.py: the files have no case in common", file=sys.stderr)
        return 2
    return 1 if counts["SLOWER"] else 0


if __name__ == "__main__":
    sys.exit(main())
