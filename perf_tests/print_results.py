#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of the documentation from the results that were recorded in perf_tests/results/*.jsonl.

  print_results.py                    prints all of them
  print_results.py README.md          writes those of that file between the lines that mark their position
  print_results.py --all              does so for README.md, docs/formats.md and every page of docs/performance
  print_results.py --check ...        changes nothing, and fails when the tables of a file are not these

The name of a file says which tables it has: PAGES below. README.md has one table of geometric means.
"""

import argparse
import collections
import difflib
import functools
import json
import math
import pathlib
import re
import sys
import textwrap

import results

BEGIN = "<!-- results begin: perf_tests/print_results.py -->"
END = "<!-- results end -->"
HERE = pathlib.Path(__file__).resolve().parent

# (library, method, on the device) in the order of the columns, with their headings.
Mean = collections.namedtuple("Mean", "machine operation type baseline ratios")  # ratios: {case: baseline's time / ours}
TRANSPOSITION, TRANSPOSITION_BY_PLAN = "transposition", "transposition of new values, plan"
SPMV, SPMV_BY_PLAN, SPMV_CHOSEN = "SpMV, CSR, no plan", "SpMV, CSR with a plan", "SpMV, chosen format"

PLAN = "values only, by a plan"  # another task: never the fastest of those before
COLUMNS = [
    (("Araios", "serial", False), "serial, host"),
    (("Araios", "scan_trans", False), "scan_trans, host"),
    (("Araios", "merge_trans", False), "merge_trans, host"),
    (("Araios", "radix", False), "radix, host"),
    (("Araios", "bucket", False), "bucket, host"),
    (("Kokkos Kernels", "transpose_matrix", False), "Kokkos Kernels, host"),
    (("Kokkos Kernels", "transpose_matrix, sort_crs_matrix", False), "the same, sorted"),
    (("Araios", "scan_trans", True), "scan_trans"),
    (("Araios", "merge_trans", True), "merge_trans"),
    (("Araios", "radix", True), "radix"),
    (("Araios", "bucket", True), "bucket"),
    (("Araios", "symmetric", True), "symmetric"),
    (("Araios", "fused", True), "fused"),
    (("Araios", "automatic", True), "automatic"),
    (("cuSPARSE", "csr2cscEx2", True), "cuSPARSE"),
    (("Kokkos Kernels", "transpose_matrix", True), "Kokkos Kernels"),
    (("Kokkos Kernels", "transpose_matrix, sort_crs_matrix", True), "the same, sorted"),
    (("Araios", "plan numeric", True), PLAN),
]


def newest(lines):
    """Of lines that measured the same thing on the same machine, the last by date."""
    kept = {}
    for line in sorted(lines, key=lambda line: line["date"]):
        kept[(line["program"], line["machine"], line.get("host_threads"), line["case"],
              tuple(sorted(line.get("sizes", {}).items())), line["type"], line["library"], line["method"],
              line["space"], results.allocator(line))] = line
    return list(kept.values())


def median(line, figure="flushed"):
    return line.get("seconds", {}).get(figure, {}).get("median", 0.0) if line else 0.0


def markdown(header, rows, left=1):
    lines = ["| " + " | ".join(header) + " |",
             "|" + "|".join("---" if column < left else "---:" for column in range(len(header))) + "|"]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def provenance(lines):
    """Machine, versions, commits and dates of a table, as one line."""
    first = lines[0]
    threads = first.get("host_threads", 1)
    host = f"{threads} thread{'' if threads == 1 else 's'} of {first.get('cpu', 'the host')}"
    where = f"{first['gpu']} and {host}" if first.get("gpu") else host
    versions = {}
    for line in lines:
        for name, version in line.get("versions", {}).items():
            versions.setdefault(name, set()).add(version)
    tools = ", ".join(f"{name} {' / '.join(sorted(versions[name]))}" for name in sorted(versions))
    dates = sorted({line["date"][:10] for line in lines})
    commits = sorted({line["commit"] for line in lines})
    return f"{where}; {tools}; commit {', '.join(commits)}; {' to '.join(dict.fromkeys([dates[0], dates[-1]]))}"


# Each of the functions below makes the tables of one program: their text as a list of lines, and a list of Mean, the rows that the
# README has of them.

def grouped(lines, *keys, last=False):
    """{first key of a line: {second key: ... lines}}, in the order of the lines; with `last` one line, the last."""
    groups = {}
    for line in lines:
        groups.setdefault(keys[0](line), []).append(line)
    if len(keys) > 1:
        return {key: grouped(group, *keys[1:], last=last) for key, group in groups.items()}
    return {key: group[-1] for key, group in groups.items()} if last else groups


def of(*names):
    """The key that has these fields of a line."""
    return (lambda line: line[names[0]]) if len(names) == 1 else lambda line: tuple(line[name] for name in names)


def timed_on_device(lines):
    return (line for line in lines if line.get("on_device") and median(line))


def machine_and_threads(line):
    return line["machine"], line.get("host_threads", 1)


def machine_threads_and_type(line):
    return *machine_and_threads(line), line["type"]


def matrix_of(line):
    return line["sizes"]["nnz"], line["case"]


def case_and_columns(line):
    return line["case"], line.get("sizes", {}).get("columns")


def method_and_space(line):
    return line["library"], line["method"], bool(line.get("on_device"))


def transposition(lines):
    """One table per machine and type of values."""
    text = []
    for (machine, _, value_type), group in sorted(grouped(lines, machine_threads_and_type).items()):
        by_case = grouped(group, matrix_of, method_and_space, last=True)
        columns = [(column, heading) for column, heading in COLUMNS
                   if any(median(case.get(column)) for case in by_case.values())]
        ours, cusparse = ("Araios", "automatic", True), ("cuSPARSE", "csr2cscEx2", True)
        ratio = all(any(median(case.get(column)) for case in by_case.values()) for column in (ours, cusparse))
        header = ["matrix", "entries"] + [heading for _, heading in columns]
        if ratio:
            header.append("cuSPARSE / automatic, caches cold (warm)")
        rows = []
        for (entries, name), case in sorted(by_case.items(), reverse=True):
            times = [median(case.get(column)) for column, _ in columns]
            best = min([time for time, (_, heading) in zip(times, columns) if time and heading != PLAN] or [0.0])
            row = [name, f"{entries:,}"]
            for (column, heading), time in zip(columns, times):
                note = case.get(column, {}).get("note") or "skipped"
                shown = results.milliseconds(time) if time else "-" if note.startswith("skipped") else "refused"
                row.append(f"**{shown}**" if time and time == best and heading != PLAN else shown)
            if ratio:
                pairs = [(median(case.get(cusparse), figure), median(case.get(ours), figure))
                         for figure in ("flushed", "warm")]
                shown = [f"{a / b:.2f}" if a and b else "-" for a, b in pairs]
                row.append(f"{shown[0]} ({shown[1]})")
            rows.append(row)
        text += ["", f"Transposition on {machine}, `{value_type}`, int indices: milliseconds, medians, caches flushed before"
                     " each run, no transfer and no allocation.", ""]
        text += markdown(header, rows)
        text += ["", f"<sub>{provenance(group)}</sub>"]
    return text, []


def geometric_mean(ratios):
    """Of a list, or of the values of a dictionary."""
    ratios = list(ratios.values()) if isinstance(ratios, dict) else ratios
    return math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios)) if ratios else 0.0


# The graphs that harness/suite.cpp adds to the suite of transposition. The bars, and so the README, refer to the others.
ADDED_TO_TRANSPOSITION = ("web_crawl:", "citations:", "rmat_by_degree:")


def suite(lines):
    """For each machine and type of values `automatic` and the plan beside cuSPARSE, and `automatic` beside CXSparse."""
    text, means = [], []
    for (machine, threads, value_type), by_case in sorted(grouped(lines, machine_threads_and_type, matrix_of, method_and_space,
                                                                  last=True).items()):
        for on_device, baseline in ((True, ("cuSPARSE", "csr2cscEx2", True)), (False, ("CXSparse", "cs_transpose", False))):
            table, rows = suite_table(machine, threads, value_type, by_case, on_device, baseline)
            text += table
            means += rows
    return text, means


def suite_table(machine, threads, value_type, by_case, on_device, baseline):
    own, plan = ("Araios", "automatic", on_device), ("Araios", "plan numeric", on_device)
    cases = [(name, case) for name, case in sorted(by_case.items(), reverse=True)
             if median(case.get(own)) and median(case.get(baseline))]
    if not cases:
        return [], []
    planned = any(median(case.get(plan)) for _, case in cases)
    within_8 = ("Araios", "automatic_8_bytes", on_device)
    limited = any(median(case.get(within_8)) for _, case in cases)
    library = baseline[0]
    header = ["matrix", "entries", "Araios ms", f"{library} ms", f"{library} / Araios", "the same, caches warm"]
    if on_device:
        header.append(f"workspace, bytes per entry ({library})")
    else:
        header.append("the same, output and workspace allocated")
    if limited:
        header.append(f"{library} / Araios within 8 bytes per entry")
    if planned:
        header += ["plan, numeric ms", f"{library} / plan"]
    ratios = {column: {} for column in range(4, len(header))}
    rows = []

    def ratio(row, numerator, denominator):
        if numerator and denominator:
            ratios[len(row)][row[0]] = numerator / denominator
        row.append(f"{numerator / denominator:.2f}" if numerator and denominator else "-")

    for (entries, name), case in cases:
        row = [name, f"{entries:,}", results.milliseconds(median(case[own])), results.milliseconds(median(case[baseline]))]
        ratio(row, median(case[baseline]), median(case[own]))
        ratio(row, median(case[baseline], "warm"), median(case[own], "warm"))
        if on_device:
            per_entry = [case[side].get("workspace_bytes", 0) / entries if entries else 0 for side in (own, baseline)]
            row.append(f"{per_entry[0]:.2f} ({per_entry[1]:.2f})")
        else:
            ratio(row, median(case[baseline], "end_to_end"), median(case[own], "end_to_end"))
        if limited:
            ratio(row, median(case[baseline]), median(case.get(within_8)))
        if planned:
            time = median(case.get(plan))
            row.append(results.milliseconds(time) if time else "-")
            ratio(row, median(case[baseline]), time)
        rows.append(row)
    added = {column: {name: of[name] for name in of if name.startswith(ADDED_TO_TRANSPOSITION)} for column, of in ratios.items()}
    ratios = {column: {name: of[name] for name in of if name not in added[column]} for column, of in ratios.items()}
    for label, of_part in (("geometric mean", ratios), ("geometric mean, added matrices", added)):
        if any(of_part.values()):
            rows.append([f"**{label}**"] + [f"**{geometric_mean(of_part[column]):.2f}**" if of_part.get(column) else ""
                                            for column in range(1, len(header))])
    counted = f"{threads} thread{'' if threads == 1 else 's'}"
    where = machine if on_device else f"the host of {machine}, {counted}"
    beside = library if on_device else f"{library}, sequential"
    # CXSparse allocates its result in every call, so that on the host both sides do.
    of_mean = ratios[4 if on_device else 6]
    means = [Mean(machine, TRANSPOSITION if on_device else f"{TRANSPOSITION}, host, {counted}", value_type, beside, of_mean)] if of_mean else []
    if planned:
        means.append(Mean(machine, TRANSPOSITION_BY_PLAN if on_device else f"{TRANSPOSITION_BY_PLAN}, host, {counted}", value_type,
                          beside, ratios[len(header) - 1]))
    title = (f"Transposition by `automatic` on {where}, `{value_type}`, int indices: milliseconds, medians, caches flushed"
             " before each run unless the column says otherwise.")
    shown = [line for _, case in cases for key, line in case.items() if key in (own, plan, baseline)]
    return ["", title, ""] + markdown(header, rows) + ["", f"<sub>{provenance(shown)}</sub>"], means


CUSPARSE_PRODUCTS = ("CSR_ALG1", "CSR_ALG2", "COO_ALG1")
CUSPARSE_FORMATS = ("SELL_ALG1", "BSR_ALG1")


def fastest(lines):
    return min((line for line in lines if median(line)), key=median, default=None)


def fastest_of_cusparse(lines, methods):
    return fastest(line for line in lines if line["library"] == "cuSPARSE" and line["method"].removesuffix(" T") in methods)


def products(lines):
    """For each machine, type of values and op SpMV of CSR with a plan, and in the chosen format, beside the best of cuSPARSE with
    CSR and COO, and with its other formats."""
    groups = grouped((line for line in lines if line.get("on_device")),
                     lambda line: (line["machine"], line["type"], line["method"].endswith(" T")), matrix_of)
    text, means = [], []
    for (machine, value_type, transposed), by_case in sorted(groups.items()):
        rows, shown = [], []
        ratios = {"automatic": {}, "csr": {}, "chosen": {}, "formats": {}}
        for (entries, name), case in sorted(by_case.items(), reverse=True):
            ours = {line["method"].removesuffix(" T"): line for line in case if line["library"] == "Araios" and median(line)}
            automatic, csr, chosen = ours.get("csr automatic"), ours.get("csr plan"), ours.get("chosen")
            best = fastest(ours.values())
            other = fastest_of_cusparse(case, CUSPARSE_PRODUCTS)
            if not (csr and chosen and other):
                continue
            shown += [csr, chosen, best, other]
            if automatic and transposed:  # not transposed: that is a call of calls.md
                shown.append(automatic)
                ratios["automatic"][name] = median(other) / median(automatic)
            ratios["csr"][name] = median(other) / median(csr)
            ratios["chosen"][name] = median(other) / median(chosen)
            formatted = fastest_of_cusparse(case, CUSPARSE_FORMATS)
            if formatted:
                shown.append(formatted)
                ratios["formats"][name] = median(formatted) / median(chosen)
            of_copy = chosen["bytes"] / median(chosen) / chosen["copy_bandwidth"]
            rows.append([name, f"{entries:,}", results.milliseconds(median(csr)),
                         f"{results.milliseconds(median(chosen))} ({chosen['chosen']})", f"{100 * of_copy:.0f}%",
                         f"{results.milliseconds(median(best))} ({best['method'].removesuffix(' T')})",
                         f"{results.milliseconds(median(other))} ({other['method'].removesuffix(' T')})",
                         f"{ratios['csr'][name]:.2f}", f"{ratios['chosen'][name]:.2f}",
                         f"{ratios['formats'][name]:.2f} ({formatted['method'].removesuffix(' T')},"
                         f" {results.milliseconds(median(formatted))} ms)" if formatted else "-"])
        if not rows:
            continue
        rows.append(["**geometric mean**", "", "", "", "", "", "", f"**{geometric_mean(ratios['csr']):.2f}**",
                     f"**{geometric_mean(ratios['chosen']):.2f}**",
                     f"**{geometric_mean(ratios['formats']):.2f}** ({len(ratios['formats'])} of {len(rows)} matrices)"
                     if ratios["formats"] else "-"])
        op = "Transposed SpMV" if transposed else "SpMV"
        before = "transposed " if transposed else ""
        means += [Mean(machine, before + operation, value_type, "cuSPARSE, best of three", ratios[column])
                  for operation, column in ((SPMV, "automatic"), (SPMV_BY_PLAN, "csr"), (SPMV_CHOSEN, "chosen")) if ratios[column]]
        without_plan = (f" Of CSR without a plan the geometric mean of cuSPARSE / Araios is {geometric_mean(ratios['automatic']):.2f},"
                        f" the minimum {min(ratios['automatic'].values()):.2f}." if ratios["automatic"] else "")
        text += ["", f"{op} on {machine}, `{value_type}`, int indices: milliseconds, medians, caches flushed before each run. Plans, choice"
                     " and conversion are made before, and the analyses of cuSPARSE. Of a copy's bandwidth: by the minimum bytes of CSR,"
                     " so a format that moves less can exceed it. The best of three of cuSPARSE, with"
                     f" CSR and COO: {', '.join(CUSPARSE_PRODUCTS)}. The last column is of its other formats, where they were measured:"
                     f" the time of the faster of {' and '.join(CUSPARSE_FORMATS)}, in brackets, over that of the chosen format.{without_plan}", ""]
        text += markdown(["matrix", "entries", "CSR, plan", "chosen format", "of a copy's bandwidth", "best of ours",
                          "cuSPARSE, best of three", "cuSPARSE / CSR", "cuSPARSE / chosen",
                          "best of cuSPARSE's SELL and BSR / chosen"], rows)
        text += ["", f"<sub>{provenance(shown)}</sub>"]
    return text, means


def products_of_columns(lines):
    """SpMM in both layouts, beside the best of cuSPARSE's CSR algorithms; above, beside all of them."""
    groups = grouped(timed_on_device(lines), lambda line: (line["machine"], line["type"], line["sizes"]["columns"]), matrix_of)
    text, means = [], []
    for (machine, value_type, columns), by_case in sorted(groups.items()):
        rows, shown = [], []
        ratios, over_all = {"right": {}, "left": {}}, {"right": {}, "left": {}}
        others = set()
        for (entries, name), case in sorted(by_case.items(), reverse=True):
            row = [name, f"{entries:,}"]
            for layout in ratios:
                own = fastest(line for line in case if (line["library"], line["method"]) == ("Araios", f"csr {layout}"))
                cusparse = [line for line in case if line["library"] == "cuSPARSE" and line["method"].endswith(layout)]
                other = fastest(line for line in cusparse if line["method"].startswith("CSR_"))
                if own and other:
                    others |= {line["method"].split()[0] for line in cusparse if not line["method"].startswith("CSR_")}
                    over_all[layout][name] = median(fastest(cusparse)) / median(own)
                    shown += [own, other]
                    ratios[layout][name] = median(other) / median(own)
                    row += [results.milliseconds(median(own)), results.milliseconds(median(other)), f"{ratios[layout][name]:.2f}"]
                else:
                    row += ["-"] * 3
            rows.append(row)
        if not shown:
            continue
        of_layouts = [f"**{geometric_mean(ratios[layout]):.2f}**" if ratios[layout] else "-" for layout in ratios]
        rows.append(["**geometric mean**", "", "", "", of_layouts[0], "", "", of_layouts[1]])
        layouts = [(layout, name) for layout, name in (("right", "rows"), ("left", "columns")) if over_all[layout]]
        means += [Mean(machine, f"SpMM, {columns} columns, by {name}", value_type, "cuSPARSE, best of all", over_all[layout])
                  for layout, name in layouts]
        beside_all = " and ".join(f"{geometric_mean(over_all[layout]):.2f} by {name}" for layout, name in layouts)
        against_all = (f" Against the best of all its algorithms, {' and '.join(sorted(others))} included, the geometric means are"
                       f" {beside_all}." if others else "")
        text += ["", f"SpMM with {columns} columns on {machine}, `{value_type}`, int indices: milliseconds, medians, caches flushed before"
                     f" each run; cuSPARSE is the best of its CSR algorithms, each preprocessed.{against_all}", ""]
        text += markdown(["matrix", "entries", "by rows", "cuSPARSE", "cuSPARSE / Araios", "by columns", "cuSPARSE",
                          "cuSPARSE / Araios"], rows)
        text += ["", f"<sub>{provenance(shown)}</sub>"]
    return text, means


def directions(name):
    return (f"csr to {name}", f"{name} to csr")


def beside(theirs, method, ours):
    """{case: (the line of a library, ours)} of the matrices that both converted by this method."""
    return {line["case"]: (theirs[method, line["case"]], line) for _, line in ours.get(method, []) if (method, line["case"]) in theirs}


def over_ours(pairs):
    return {case: median(other) / median(line) for case, (other, line) in pairs.items()}


def beside_libraries(name, methods, libraries):
    """The time of each library over that of Araios, geometric means from CSR and to CSR, and the lines of the libraries."""
    cells, shown = [], []
    for library, theirs in sorted(libraries.items(), key=lambda item: item[0].lower()):
        of_directions = []
        for method in directions(name):
            pairs = beside(theirs, method, methods)
            shown += [other for other, _ in pairs.values()]
            of_directions.append(f"{geometric_mean(over_ours(pairs)):.2f}" if pairs else "-")
        if of_directions != ["-", "-"]:
            cells.append(f"{library} {', '.join(of_directions)}")
    return "; ".join(cells) or "-", shown


def conversion_means(machine, value_type, methods, theirs):
    """Of every conversion that cuSPARSE has, too."""
    means = []
    for method in sorted(methods):
        pairs = beside(theirs, method, methods)
        if pairs:
            operation = " to ".join(word.upper() for word in method.split(" to "))
            # Ours sorts entries in any order; cuSPARSE counts and does not.
            baseline = "cuSPARSE, sorted input only" if method == "coo to csr" else "cuSPARSE"
            means.append(Mean(machine, operation, value_type, baseline, over_ours(pairs)))
    return means


def conversions(lines, least_entries=1_000_000):
    """Times of conversions over that of SpMV of the CSR matrix, of all matrices above a number of entries, and beside libraries."""
    groups, libraries = {}, {}
    for line in lines:
        ratio = line.get("ratios", {}).get("csr_products")
        if line.get("on_device") and ratio and line["sizes"]["nnz"] > least_entries and line["method"] != "csr product":
            key = (line["machine"], line["type"], results.allocator(line))
            if line["library"] == "Araios":
                groups.setdefault(key, {}).setdefault(line["method"], []).append((ratio, line))
            else:
                libraries.setdefault(key, {}).setdefault(line["library"], {})[line["method"], line["case"]] = line
    text, means = [], []
    for (machine, value_type, allocator), methods in sorted(groups.items()):
        rows, shown = [], [line for found in methods.values() for _, line in found]
        header = ["format", "matrices", "from CSR, geometric mean", "maximum", "matrices", "to CSR, geometric mean", "maximum"]
        caption = (f"Conversions on {machine}, `{value_type}`, int indices: the time of a conversion over that of one SpMV of the CSR matrix without"
                   f" a plan, of matrices of more than {least_entries:,} entries that the format does not refuse; caches flushed, allocation"
                   " of the result inside" + (f", by {allocator}." if allocator else "."))
        others = libraries.get((machine, value_type, allocator))
        if others:
            header.append("library / Araios, from CSR, to CSR")
            caption += (" The last column is the time of a library over that of Araios, geometric means over the matrices that both convert."
                        " cuSPARSE's COO to CSR accepts entries in the order of rows only, that of Araios any order.")
        names = sorted({name.removeprefix("csr to ").removesuffix(" to csr") for name in methods})
        for name in names:
            row = [f"`{name}`"]
            for method in directions(name):
                found = methods.get(method, [])
                worst = max(found, key=lambda pair: pair[0], default=None)
                row += [f"{len(found)}", f"{geometric_mean([ratio for ratio, _ in found]):.1f}",
                        f"{worst[0]:.1f} ({worst[1]['case']})"] if found else ["-"] * 3
            if others:
                cell, beside = beside_libraries(name, methods, others)
                row.append(cell)
                shown += beside
            rows.append(row)
        if others and not allocator:
            means += conversion_means(machine, value_type, methods, others.get("cuSPARSE", {}))
        text += ["", caption, ""]
        text += markdown(header, rows)
        text += ["", f"<sub>{provenance(shown)}</sub>"]
    return text, means


# All of ours but "csr automatic" and "chosen", which are one of these each.
FORMATS = ("csr rows", "csr merge", "csr plan", "csr plan space_to_space", "coo", "csc", "ell", "ell_zero", "hyb", "jds", "jds_grouped", "sell", "sell_sorted", "dia",
           "dia_csr", "bsr", "packet", "hyb_overlapped", "dok")


def formats(lines):
    """For each machine and type of values one row per format, one column per matrix; the fastest of ours in a column is bold."""
    groups = grouped((line for line in timed_on_device(lines) if not line["method"].endswith(" T")), of("machine", "type"),
                     of("case"))
    text = []
    for (machine, value_type), by_case in sorted(groups.items()):
        cases = list(by_case)
        ours = {case: {line["method"]: median(line) for line in by_case[case] if line["library"] == "Araios"} for case in cases}
        best = {case: min((ours[case][name] for name in FORMATS if name in ours[case]), default=0) for case in cases}
        rows = []
        for name in FORMATS:
            if not any(name in ours[case] for case in cases):
                continue
            cells = [results.milliseconds(ours[case][name]) if name in ours[case] else "refused" for case in cases]
            rows.append([f"`{name}`"] + [f"**{cell}**" if ours[case].get(name) == best[case] else cell
                                         for case, cell in zip(cases, cells)])
        chosen = [next((line for line in by_case[case] if line["method"] == "chosen"), None) for case in cases]
        rows.append(["chosen by `choose_format`"] + [line["chosen"] if line else "-" for line in chosen])
        for heading, algorithms in [("best of three of CSR and COO", CUSPARSE_PRODUCTS)] + [(f"`{name}`", [name])
                                                                                            for name in CUSPARSE_FORMATS]:
            other = [fastest_of_cusparse(by_case[case], algorithms) for case in cases]
            if any(other):
                rows.append([f"cuSPARSE, {heading}"] + [results.milliseconds(median(line)) if line else "-" for line in other])
        text += ["", f"SpMV on {machine}, `{value_type}`, int indices: milliseconds, medians, caches flushed before each run, without the"
                     " conversion. Bold is the fastest of ours; `csr automatic` is one of the first two.", ""]
        text += markdown(["format"] + cases, rows)
        text += ["", f"<sub>{provenance([line for case in cases for line in by_case[case]])}</sub>"]
    return text, []


def primitives(lines):
    """One table per machine: each primitive at its largest size."""
    text, means = [], []
    for (machine, _), group in sorted(grouped(lines, machine_and_threads).items()):
        largest = {}
        for line in group:
            largest[line["case"]] = max(largest.get(line["case"], 0), line["sizes"]["n"])
        spaces = sorted({(bool(line.get("on_device")), line["space"]) for line in group if median(line)})
        by_case = grouped((line for line in group if line["sizes"]["n"] == largest[line["case"]] and median(line)),
                          of("case"), of("space"))
        rows, ratios = [], {}
        for name, case in sorted(by_case.items()):
            row = [f"`{name}`", f"{largest[name]:,}"]
            for _, space in spaces:
                ordered = sorted(case.get(space, []), key=lambda line: (line["library"] != "Araios", median(line)))
                row.append("; ".join(f"{line['library']} {line['method']} {results.milliseconds(median(line))}"
                                     if line["library"] != line["method"] else
                                     f"{line['library']} {results.milliseconds(median(line))}"
                                     for line in ordered) or "-")
            rows.append(row)
            on_device = [line for found in case.values() for line in found if line.get("on_device")]
            own = fastest(line for line in on_device if (line["library"], line["method"]) == ("Araios", "automatic"))
            other = fastest(line for line in on_device if line["library"] != "Araios")
            if own and other:
                ratios[name] = median(other) / median(own)
        if ratios:
            types = ", ".join(sorted({line["type"] for line in group}))
            means.append(Mean(machine, "primitives, each at its largest size", types, "fastest of CUB, Thrust, Kokkos", ratios))
        text += ["", f"Primitives on {machine}: milliseconds, medians, caches flushed before each run.", ""]
        text += markdown(["primitive", "n"] + [space for _, space in spaces], rows)
        text += ["", f"<sub>{provenance(group)}</sub>"]
    return text, means


# The tables of calls: title, name in the README, heading and method of ours, and cuSPARSE's methods of which the fastest is compared with it.
CALLS = (
    ("SpMV", "SpMV, shortest call", "`spmv`", "spmv", CUSPARSE_PRODUCTS, "cuSPARSE, best of three",
     (("with a workspace", "spmv, own workspace"), ("with a plan", "spmv, plan"))),
    ("Transposition into arrays of the caller", "transposition into given arrays, shortest call", "`transpose`", "transpose into",
     ("csr2cscEx2",), "cuSPARSE", (("with a workspace", "transpose into, own workspace"),)),
    ("Transposition into new arrays", "transposition, shortest call", "`transpose`", "transpose new",
     ("csr2cscEx2, arrays and buffer allocated in the call",), "cuSPARSE, arrays and buffer allocated", ()),
)


def microseconds(line):
    """The time of a call, and in brackets the host's."""
    if not line:
        return "-"
    call, host = (results.three_digits(1e6 * median(line, figure)) for figure in ("call", "host"))
    return f"{call} ({host})"


def calls(lines):
    """For each machine and type of values the shortest calls, back to back, beside cuSPARSE's, one table per operation."""
    groups = grouped((line for line in lines if line.get("on_device") and median(line, "call")), of("machine", "type"),
                     matrix_of, of("library", "method"), last=True)
    text, means = [], []
    for (machine, value_type), by_case in sorted(groups.items()):
        for title, operation, name, method, algorithms, heading, others in CALLS:
            rows, shown, ratios, host_ratios = [], [], [], []
            for (entries, case), found in sorted(by_case.items(), reverse=True):
                own = found.get(("Araios", method))
                cusparse = min((found[key] for key in found if key[0] == "cuSPARSE" and key[1] in algorithms),
                               key=lambda line: median(line, "call"), default=None)
                if not own or not cusparse:
                    continue
                beside = [found.get(("Araios", other)) for _, other in others]
                shown += [line for line in [own, cusparse] + beside if line]
                ratios.append((median(cusparse, "call") / median(own, "call"), case))
                host_ratios.append((median(cusparse, "host") / median(own, "host"), case))
                algorithm = f", {cusparse['method']}" if len(algorithms) > 1 else ""
                rows.append([case, f"{entries:,}", microseconds(own)] + [microseconds(line) for line in beside] +
                            [microseconds(cusparse) + algorithm, f"{ratios[-1][0]:.2f}", f"{host_ratios[-1][0]:.2f}"])
            if not rows:
                continue
            blank = [""] * (len(rows[0]) - 3)
            for row, pick in (("geometric mean", lambda pairs: f"**{geometric_mean([ratio for ratio, _ in pairs]):.2f}**"),
                              ("minimum", lambda pairs: f"{min(pairs)[0]:.2f} ({min(pairs)[1]})")):
                rows.append([f"**{row}**"] + blank + [pick(ratios), pick(host_ratios)])
            text += ["", f"{title} on {machine}, `{value_type}`, int indices, by the shortest calls, back to back: microseconds per call until"
                         " all are done, in brackets until a call returns; medians, caches warm.", ""]
            text += markdown(["matrix", "entries", name] + [other for other, _ in others] +
                             [heading, "cuSPARSE / Araios", "the same, host"], rows)
            text += ["", f"<sub>{provenance(shown)}</sub>"]
            means.append(Mean(machine, operation, value_type, heading, {case: ratio for ratio, case in ratios}))
    return text, means


def compile_cost(line):
    return f"{median(line, 'compile'):.1f} ({line['megabytes']:,})" if line else "-"


def compile_times(lines):
    """For each machine and compiler one row per program of perf_tests/compile_time: headers alone, and with the library."""
    groups = grouped(lines, of("machine", "space"), of("case"), of("method"), last=True)
    text = []
    for (machine, compiler), by_case in sorted(groups.items()):
        rows, shown = [], []
        for case, found in sorted(by_case.items(), key=lambda item: median(item[1].get("headers"), "compile")):
            alone, linked = found.get("headers"), found.get("Araios::compiled")
            ratio = median(alone, "compile") / median(linked, "compile") if alone and median(linked, "compile") else 0
            rows.append([f"`{case}`", compile_cost(alone), compile_cost(linked), f"{ratio:.1f}" if ratio else "-"])
            shown += found.values()
        flags = " / ".join(sorted({f"{compiler} {line['flags']}" for line in shown}))
        text += ["", f"Processor seconds to compile a program to an object, medians, and in brackets the peak of memory in MB; `{flags}`.", ""]
        text += markdown(["program", "headers alone", "with Araios::compiled", "headers / compiled"], rows)
        text += ["", f"<sub>{compiler_provenance(machine, shown)}</sub>"]
    return text, []


def compiler_provenance(machine, lines):
    """As provenance, of the processor that the compiler ran on."""
    return provenance([{**line, "cpu": machine} for line in lines])


def by_matrix(lines):
    """{(machine, type): {(entries, case): its lines on the device}} of lines with a time."""
    return grouped(timed_on_device(lines), of("machine", "type"), matrix_of)


def method_of(lines, library, *methods):
    """The fastest of these methods of a library."""
    return fastest(line for line in lines if line["library"] == library and line["method"] in methods)


SPGEMM_OF_CUSPARSE = ("ALG1", "ALG2", "ALG3")
SPGEMM, SPGEMM_BY_PLAN = "SpGEMM", "SpGEMM, values by a plan"


def peak_over(ours, others):
    """Our peak bytes over the least of others; nothing where they are not known."""
    peaks = [line["peak_bytes"] for line in others if line.get("peak_bytes", -1) > 0]
    return ours["peak_bytes"] / min(peaks) if peaks and ours.get("peak_bytes", -1) > 0 else 0.0


def megabytes(line):
    return results.three_digits(1e-6 * line["peak_bytes"]) if line and line.get("peak_bytes", -1) >= 0 else "-"


def squares(lines):
    """C := A A beside the fastest of cuSPARSE's algorithms and Kokkos Kernels, and a plan's values beside SpGEMMreuse."""
    text, means = [], []
    for (machine, value_type), by_case in sorted(by_matrix(lines).items()):
        rows, shown = [], []
        ratios = {name: {} for name in ("cusparse", "warm", "memory", "plan")}
        for (entries, name), case in sorted(by_case.items(), reverse=True):
            own, plan = method_of(case, "Araios", "multiply"), method_of(case, "Araios", "plan, values alone")
            other, reuse = method_of(case, "cuSPARSE", *SPGEMM_OF_CUSPARSE), method_of(case, "cuSPARSE", "SpGEMMreuse_compute, values alone")
            kokkos = method_of(case, "Kokkos Kernels", "symbolic + numeric")
            if not (own and other):
                continue
            theirs = [line for line in case if line["library"] == "cuSPARSE" and line["method"] in SPGEMM_OF_CUSPARSE]
            shown += [line for line in (own, other, plan, reuse, kokkos) if line]
            ratios["cusparse"][name] = median(other) / median(own)
            ratios["warm"][name] = median(min(theirs, key=lambda line: median(line, "warm")), "warm") / median(own, "warm")
            if peak_over(own, theirs):
                ratios["memory"][name] = peak_over(own, theirs)
            if plan and reuse:
                ratios["plan"][name] = median(reuse) / median(plan)
            sizes = own["sizes"]
            row = [name, f"{entries:,}", f"{sizes['products']:,}", f"{sizes.get('nnz_of_product', 0):,}",
                   results.milliseconds(median(own)), f"{results.milliseconds(median(other))} ({other['method']})",
                   f"{ratios['cusparse'][name]:.2f} ({ratios['warm'][name]:.2f})",
                   results.milliseconds(median(kokkos)) if kokkos else "-", megabytes(own),
                   f"{ratios['memory'][name]:.2f}" if name in ratios["memory"] else "-"]
            if value_type != "pattern":
                row += [results.milliseconds(median(plan)) if plan else "-",
                        f"{ratios['plan'][name]:.2f}" if name in ratios["plan"] else "-"]
            rows.append(row)
        if not rows:
            continue
        last = ["**geometric mean**", "", "", "", "", "", f"**{geometric_mean(ratios['cusparse']):.2f}** ({geometric_mean(ratios['warm']):.2f})",
                "", "", f"**{geometric_mean(ratios['memory']):.2f}**" if ratios["memory"] else "-"]
        header = ["matrix", "entries", "products", "entries of C", "Araios", "fastest of cuSPARSE", "cuSPARSE / Araios (caches warm)",
                  "Kokkos Kernels", "peak, MB", "peak over the least of cuSPARSE's"]
        if value_type != "pattern":
            header += ["values by a plan", "SpGEMMreuse / plan"]
            last += ["", f"**{geometric_mean(ratios['plan']):.2f}**" if ratios["plan"] else "-"]
        of_what = "Boolean products" if value_type == "pattern" else f"products, `{value_type}`"
        others = "cuSPARSE and Kokkos Kernels multiply float values. " if value_type == "pattern" else ""
        text += ["", f"C := A A on {machine}, {of_what}, int indices: milliseconds, medians, caches flushed before each run, allocation of C and of"
                     f" cuSPARSE's buffers inside. {others}Peak: what a first call allocates, C included.", ""]
        text += markdown(header, rows + [last]) + ["", f"<sub>{provenance(shown)}</sub>"]
        if shown[0]["program"].endswith("_suite"):
            means.append(Mean(machine, SPGEMM, value_type, "cuSPARSE, best of three", ratios["cusparse"]))
            if ratios["plan"]:
                means.append(Mean(machine, SPGEMM_BY_PLAN, value_type, "cuSPARSE SpGEMMreuse", ratios["plan"]))
    return text, means


def sums(lines):
    """C := A + B beside csrgeam2 and spadd, and beside a copy."""
    text = []
    for (machine, value_type), by_case in sorted(by_matrix(lines).items()):
        rows, shown = [], []
        ratios = {"cusparse": {}, "kokkos": {}}
        for (entries, name), case in sorted(by_case.items(), reverse=True):
            own = method_of(case, "Araios", "elementwise_add")
            others = {"cusparse": method_of(case, "cuSPARSE", "csrgeam2"), "kokkos": method_of(case, "Kokkos Kernels", "spadd")}
            if not own:
                continue
            shown += [line for line in (own, *others.values()) if line]
            row = [name, f"{entries:,}", f"{own['sizes']['nnz_of_sum']:,}", results.milliseconds(median(own)),
                   f"{100 * own['bytes'] / median(own) / own['copy_bandwidth']:.0f}%"]
            for library, other in others.items():
                if other:
                    ratios[library][name] = median(other) / median(own)
                row += [results.milliseconds(median(other)), f"{ratios[library][name]:.2f}"] if other else ["-", "-"]
            both = [method_of(case, "Araios", method) for method in ("multiply, elementwise_add", "multiply_add")]
            shown += [line for line in both if line]
            rows.append(row + [megabytes(own)] + [results.milliseconds(median(line)) if line else "-" for line in both])
        if not rows:
            continue
        of_means = [f"**{geometric_mean(ratios[library]):.2f}**" if ratios[library] else "-" for library in ratios]
        rows.append(["**geometric mean**", "", "", "", "", "", of_means[0], "", of_means[1], "", "", ""])
        titles = ["matrix", "entries", "entries of C", "Araios", "of a copy's bandwidth", "cuSPARSE csrgeam2",
                  "cuSPARSE / Araios", "Kokkos Kernels spadd", "Kokkos Kernels / Araios", "peak, MB",
                  "A A, then the sum", "multiply_add"]
        if all(row[-2:] in (["-", "-"], ["", ""]) for row in rows):  # where A A is given in all of them
            rows, titles = [row[:-2] for row in rows], titles[:-2]
        with_what = "A + A A" if "square" in shown[0]["program"] or "boolean" in shown[0]["program"] else "A + A^T"
        text += ["", f"C := {with_what} on {machine}, `{value_type}`, int indices: milliseconds, medians, caches flushed before each run, allocation"
                     " of C inside. Of a copy's bandwidth: by the bytes of A, B and C, once.", ""]
        text += markdown(titles, rows)
        text += ["", f"<sub>{provenance(shown)}</sub>"]
    return text, []


def kronecker_products(lines):
    """A small factor times a matrix, beside a copy. No other library at hand has one on a device."""
    text = []
    for (machine, value_type), by_case in sorted(by_matrix(lines).items()):
        rows, shown = [], []
        for (entries, name), case in sorted(by_case.items(), reverse=True):
            own = method_of(case, "Araios", "kronecker")
            if own:
                shown.append(own)
                rows.append([name, f"{entries:,}", f"{own['sizes']['nnz_of_product']:,}", results.milliseconds(median(own)),
                             f"{100 * own['bytes'] / median(own) / own['copy_bandwidth']:.0f}%"])
        if rows:
            text += ["", f"Kronecker products of an 8-by-8 factor of 24 entries and a matrix on {machine}, `{value_type}`: milliseconds, medians,"
                         " caches flushed before each run, allocation of C inside.", ""]
            text += markdown(["matrix", "entries", "entries of C", "Araios", "of a copy's bandwidth"], rows)
            text += ["", f"<sub>{provenance(shown)}</sub>"]
    return text, []


def closures(lines):
    """Both methods of transitive_closure, and the loops by cuSPARSE and Kokkos Kernels, or that there is none."""
    groups = grouped((line for line in lines if line.get("on_device")), of("machine"), matrix_of)
    text = []
    for machine, by_case in sorted(groups.items()):
        rows, shown = [], []
        for (entries, name), case in sorted(by_case.items(), reverse=True):
            row = [name, f"{entries:,}", f"{case[0]['sizes']['nnz_of_closure']:,}"]
            for method in ("incremental", "squaring"):
                own = method_of(case, "Araios", method)
                row.append(results.milliseconds(median(own)) if own else "-")
            for library in ("cuSPARSE", "Kokkos Kernels"):
                other = fastest(line for line in case if line["library"] == library)
                refused = any(line["library"] == library and line.get("note") for line in case)
                row.append(results.milliseconds(median(other)) if other else "refused" if refused else "-")
            shown += case
            rows.append(row)
        text += ["", f"Transitive closures on {machine}: milliseconds, medians, caches flushed before each run, all allocations inside. The others: R := R + R R"
                     " of float values, by SpGEMM and csrgeam2, or spgemm and spadd; refused: insufficient resources.", ""]
        text += markdown(["graph", "entries", "entries of the closure", "incremental", "squaring", "cuSPARSE, best of three", "Kokkos Kernels"], rows)
        text += ["", f"<sub>{provenance(shown)}</sub>"]
    return text, []


# Triangles. Of each machine, {graph: {(library, method): line}}; graphs of Table I in the order of the paper, others by edges.

PAPER, ONE_CORE = "radix binning paper", "Power8, one thread"
COUNTING = [(("Araios", "automatic"), "`automatic`"), (("Araios", "merge"), "`merge`"), (("Araios", "bisection"), "`bisection`"),
            (("Araios", "adaptive"), "`adaptive`"), (("Araios", "hash"), "`hash`"), (("Araios", "bitmap"), "`bitmap`"),
            (("Araios", "mixed"), "`mixed`"), (("Araios", "radix_binning"), "`radix_binning`"),
            (("Araios", "radix_binning_of_all_pairs"), "the same, of all pairs"),
            (("Araios", "masked_product"), "masked product"), (("cuSPARSE", "product, sum at edges"), "cuSPARSE, whole product")]
KOKKOS_TRIANGLES, KOKKOS_TRIANGLES_KEPT = (("Kokkos Kernels", "triangle_generic LL" + end) for end in ("", ", lower triangle kept"))


@functools.lru_cache(maxsize=None)
def published():
    return json.loads((HERE / "results" / "published_triangles.json").read_text(encoding="utf-8"))


def published_times(graph):
    """{name of the column: seconds} of what others published for a graph. Never a time of ours."""
    return {column["name"]: column["seconds"][graph] for column in published()["columns"] if graph in column["seconds"]}


def published_cell(graph, left_out=(PAPER, ONE_CORE)):
    """In milliseconds; with an asterisk those of another graph of the same kind and size."""
    mark = "*" if graph in published()["other_graphs"]["graphs"] else ""
    return "; ".join(f"{name} {results.milliseconds(seconds)}{mark}" for name, seconds in published_times(graph).items()
                     if name not in left_out) or "-"


def published_sources(names):
    return " ".join(f"{column['name']}: {column['machine']}; {column['source']}; {column['what']}."
                    for column in published()["columns"] if column["name"] in names)


def graphs_of(lines, on_device):
    """{(machine, threads of a host, or None): {graph: {(library, method): line}}}."""
    found = grouped((line for line in lines if bool(line.get("on_device")) == on_device),
                    lambda line: (line["machine"], None if on_device else line.get("host_threads", 1)), of("case"),
                    of("library", "method"), last=True)
    order = list(next(column["seconds"] for column in published()["columns"] if column["name"] == PAPER))
    for key, by_graph in found.items():
        ranks = {graph: (0, order.index(graph)) if graph in order else (1, -edges_of(case)) for graph, case in by_graph.items()}
        found[key] = dict(sorted(by_graph.items(), key=lambda item: ranks[item[0]]))
    return found


def edges_of(case):
    return next(iter(case.values()))["sizes"]["edges"]


def time_cell(case, key):
    line = case.get(key)
    if line is None:
        return "-"
    if median(line):
        return results.milliseconds(median(line))
    return "wrong" if line.get("note", "").startswith("wrong") else "refused"


def rate_cell(count, case, key):
    return results.three_digits(1e-9 * count / median(case.get(key))) if median(case.get(key)) else "-"


def of_ours(*methods):
    return [("Araios", method) for method in methods]


PHASES = of_ours("clean", "orient", "automatic", "all")


def table_one(by_graph):
    """Table I of the paper: phases beside its seconds, and beside one core of a host."""
    rows, ratios, beaten, graphs = [], {}, {"automatic": 0, "all": 0}, 0
    for graph, case in by_graph.items():
        times = published_times(graph)
        if PAPER not in times:
            continue
        sizes = next(iter(case.values()))["sizes"]
        row = [graph, f"{2 * sizes['edges']:,}", f"{sizes['candidates_of_all_pairs']:,}", f"{sizes['triangles']:,}"]
        row += [time_cell(case, key) for key in PHASES] + [f"{times[PAPER]:.2f}"]
        if median(case.get(("Araios", "all"))):
            ratios[graph] = times[PAPER] / median(case["Araios", "all"])
        row.append(f"{ratios[graph]:,.0f}" if graph in ratios else "-")
        row.append(results.milliseconds(times[ONE_CORE]) if ONE_CORE in times else "-")
        if ONE_CORE in times:
            graphs += 1
            for method in beaten:
                beaten[method] += times[ONE_CORE] < median(case.get(("Araios", method)))
        rows.append(row)
    if not rows:
        return []
    rows.append(["**geometric mean**"] + [""] * 8 + [f"**{geometric_mean(ratios):,.0f}**", ""])
    header = ["graph", "entries", "\\|E'\\|", "triangles", "clean", "orient", "count", "all", "published: paper, s", "paper / all",
              "published: Power8, one thread"]
    return markdown(header, rows) + ["", (
        f"By its published times, which leave out preparation, one thread of a CPU takes less time than `count` on {beaten['automatic']} of"
        f" {graphs} graphs, and less than `all` on {beaten['all']}: these graphs are too small for a GPU.")]


def large_phases(by_graph):
    """Phases and rates of the graphs that are not in Table I."""
    rows = []
    for graph, case in by_graph.items():
        if PAPER in published_times(graph) or not any(median(case.get(key)) for key in PHASES):
            continue
        edges = edges_of(case)
        rows.append([graph, f"{edges:,}", f"{next(iter(case.values()))['sizes']['triangles']:,}"] + [time_cell(case, key) for key in PHASES] +
                    [rate_cell(2 * edges, case, PHASES[1]), rate_cell(edges, case, PHASES[2]), rate_cell(edges, case, PHASES[3]),
                     published_cell(graph)])
    return markdown(["graph", "edges", "triangles", "clean", "orient", "count", "all", "orient, G entries/s", "count, G edges/s",
                     "all, G edges/s", "published, ms"], rows) if rows else []


def method_table(by_graph, in_paper):
    """Every method of counting in an oriented graph; the fastest of ours is bold."""
    cases = {graph: case for graph, case in by_graph.items()
             if (PAPER in published_times(graph)) == in_paper and any(median(case.get(key)) for key, _ in COUNTING)}
    columns = [(key, heading) for key, heading in COUNTING if any(key in case for case in cases.values())]
    rows, behind, of_radix, wins = [], {}, {}, 0
    for graph, case in cases.items():
        best = fastest(case[key] for key, _ in columns if key in case and key[0] == "Araios")
        cells = []
        for key, _ in columns:
            cell = time_cell(case, key)
            chosen = case.get(key, {}).get("chosen")
            cell = f"**{cell}**" if best is not None and case.get(key) is best else cell
            cells.append(f"{cell} ({chosen})" if chosen else cell)
        automatic, radix = case.get(("Araios", "automatic")), case.get(("Araios", "radix_binning"))
        if median(radix):
            of_radix[graph] = median(radix) / median(best)
        if median(automatic):
            behind[graph] = median(automatic) / median(best)
            # Two methods that are one on this graph differ by noise.
            wins += median(best) >= median(automatic) * (1 - results.spread(automatic["seconds"]["flushed"]))
        sizes = next(iter(case.values()))["sizes"]
        rows.append([graph, f"{sizes['candidates'] / sizes['edges']:.1f}" if sizes["edges"] else "-"] + cells +
                    [f"{behind[graph]:.2f}" if graph in behind else "-"])
    if not rows:
        return []
    text = markdown(["graph", "candidates an edge"] + [heading for _, heading in columns] + ["`automatic` / fastest"], rows)
    if behind:
        worst = max(behind, key=behind.get)
        text += ["", f"`automatic` is the fastest, or within its noise of it, on {wins} of {len(behind)} graphs; it takes {geometric_mean(behind):.2f}"
                     f" times as long as the fastest in the geometric mean, and {behind[worst]:.2f} times at most ({worst})."]
    if of_radix:
        least = min(of_radix, key=of_radix.get)
        text += ["", f"`radix_binning` takes {geometric_mean(of_radix):.1f} times as long as the fastest in the geometric mean of {len(of_radix)}"
                     f" graphs, and {of_radix[least]:.2f} times at least ({least})."]
    return text


def truss_table(by_graph, least_edges=10_000):
    supports, numbers, cliques = of_ours("supports", "truss_numbers", "cliques_of_4")
    rows = []
    for graph, case in sorted(by_graph.items(), key=lambda item: -edges_of(item[1])):
        if edges_of(case) >= least_edges and any(median(case.get(key)) for key in (supports, numbers, cliques)):
            count, of_edges = median(case.get(("Araios", "automatic"))), median(case.get(supports))
            rows.append([graph, f"{edges_of(case):,}", f"{next(iter(case.values()))['sizes']['triangles']:,}", time_cell(case, supports),
                         rate_cell(edges_of(case), case, supports), f"{of_edges / count:.1f}" if count and of_edges else "-",
                         time_cell(case, numbers), time_cell(case, cliques)])
    return markdown(["graph", "edges", "triangles", "supports", "G edges/s", "supports / count", "truss numbers", "cliques of 4"],
                    rows) if rows else []


def bounded_lists(lines):
    """Lists of candidates in batches: rows of --max-workspace-mb."""
    text = []
    for (machine, _), by_graph in sorted(graphs_of(lines, True).items()):
        rows, shown = [], []
        for graph, case in by_graph.items():
            for (_, method), line in case.items():
                bounded = re.fullmatch(r"(radix_binning\w*), (\d+) MB", method)
                if bounded and median(line):
                    pairs = line["sizes"]["candidates_of_all_pairs" if bounded[1].endswith("all_pairs") else "candidates"]
                    shown.append(line)
                    rows.append([graph, f"`{bounded[1]}`", f"{pairs:,}", results.three_digits(8e-9 * pairs), bounded[2], megabytes(line),
                                 results.milliseconds(median(line)), results.three_digits(1e-9 * pairs / median(line))])
        if rows:
            text += ["", f"Lists of candidates in a bounded workspace on {machine}: `TriangleOptions::max_workspace_bytes`, batch after batch.", ""]
            text += markdown(["graph", "method", "candidates", "all of them at 8 bytes, GB", "bound, MB", "taken, MB", "ms", "G candidates/s"],
                             rows, left=2)
            text += ["", f"<sub>{provenance(shown)}</sub>"]
    return text, []


def host_table(by_threads):
    """For each number of threads phases beside Kokkos Kernels. by_threads: {threads: {graph: case}}."""
    counts = sorted(by_threads, reverse=True)
    graphs = list(dict.fromkeys(graph for threads in counts for graph in by_threads[threads]))
    header, rows = ["graph", "edges"], []
    for threads in counts:
        name = f"{threads} thread{'' if threads == 1 else 's'}"
        header += [f"{name}: orient", "count", "all", "Kokkos Kernels", "Kokkos Kernels / orient + count"]
    header.append("published, ms")
    ratios = {threads: {} for threads in counts}
    for graph in graphs:
        cases = [by_threads[threads].get(graph, {}) for threads in counts]
        row = [graph, f"{edges_of(next(case for case in cases if case)):,}"]
        for threads, case in zip(counts, cases):
            kept = f" ({time_cell(case, KOKKOS_TRIANGLES_KEPT)})" if KOKKOS_TRIANGLES_KEPT in case else ""
            row += [time_cell(case, key) for key in PHASES[1:]] + [time_cell(case, KOKKOS_TRIANGLES) + kept]
            ours, theirs = sum(median(case.get(key)) for key in PHASES[1:3]), median(case.get(KOKKOS_TRIANGLES))
            if theirs and all(median(case.get(key)) for key in PHASES[1:3]):
                ratios[threads][graph] = theirs / ours
            row.append(f"{ratios[threads][graph]:.2f}" if graph in ratios[threads] else "-")
        rows.append(row + [published_cell(graph, (PAPER,) if 1 in counts else (PAPER, ONE_CORE))])
    last = ["**geometric mean**", ""]
    for threads in counts:
        last += [""] * 4 + [f"**{geometric_mean(ratios[threads]):.2f}**" if ratios[threads] else "-"]
    return markdown(header, rows + [last + [""]])


def triangles(lines):
    """Table I of the radix binning paper, large graphs, trusses; then hosts. Published times have columns of their own."""
    text = []
    others = published()["other_graphs"]
    on_devices = {machine: by_graph for (machine, _), by_graph in graphs_of(lines, True).items()}
    for machine, by_graph in sorted(on_devices.items()):
        shown = [line for case in by_graph.values() for line in case.values()]
        under = ["", f"<sub>{provenance(shown)}</sub>"]
        tables_of_machine = [
            (f"Table I of the radix binning paper on {machine}: milliseconds, medians, caches flushed before each run. clean, orient and all:"
             " allocations inside; all: from the matrix to the number. |E'|: pairs of neighbours of all vertices. Published times were not"
             f" measured here. {published_sources([PAPER, ONE_CORE])}", table_one(by_graph)),
            (f"The same graphs by every method of counting in an oriented graph on {machine}: milliseconds, as above. Bold is the fastest of"
             " ours. A masked product is allocated and added up; cuSPARSE multiplies all of U U, and its values at edges are added.",
             method_table(by_graph, True)),
            (f"Large graphs on {machine}: milliseconds, medians, caches flushed before each run; clean, orient and all with allocations. Entries of"
             " orientation: two for each edge. Published times were not measured here: milliseconds of others on other machines."
             f" {published_sources(['Power8', 'V100, Trust', 'V100, GroupTC-BS'])} An asterisk: {others['why']}.", large_phases(by_graph)),
            (f"The same graphs by every method of counting in an oriented graph on {machine}: milliseconds. -: left out, radix binning of more"
             " candidates than 2 G; refused: by memory or by the library.", method_table(by_graph, False)),
            (f"Supports of edges, truss numbers and cliques of 4 vertices in an oriented graph on {machine}: milliseconds. -: left out, graphs of"
             " more than 50 M candidates.", truss_table(by_graph))]
        for caption, table in tables_of_machine:
            if table:
                text += ["", caption, ""] + table + under
    hosts = {}
    for (machine, threads), by_graph in graphs_of(lines, False).items():
        hosts.setdefault(machine, {})[threads] = by_graph
    for machine, by_threads in sorted(hosts.items()):
        text += ["", f"The host of {machine}: milliseconds, medians, caches flushed before each run. Kokkos Kernels: `triangle_generic`, algorithm LL,"
                     " of a simple graph, with its handle and lower triangle, in brackets with both kept, beside orient + count of the same graph. Published times were not"
                     f" measured here. An asterisk: {others['why']}.", ""] + host_table(by_threads)
        for threads in sorted(by_threads, reverse=True):
            name = f"{threads} host thread{'' if threads == 1 else 's'}"
            kept = {graph: median(case.get(KOKKOS_TRIANGLES_KEPT)) / median(case.get(PHASES[2])) for graph, case in by_threads[threads].items()
                    if median(case.get(KOKKOS_TRIANGLES_KEPT)) and median(case.get(PHASES[2]))}
            if kept:
                least, most = min(kept, key=kept.get), max(kept, key=kept.get)
                text += ["", f"{name}: Kokkos Kernels with both kept takes {geometric_mean(kept):.2f} times as long as count in the geometric"
                             f" mean, {kept[least]:.2f} ({least}) to {kept[most]:.2f} ({most})."]
            pairs = [[median(case.get(PHASES[3])) for case in (of_host, on_devices.get(machine, {}).get(graph, {}))]
                     for graph, of_host in by_threads[threads].items()]
            pairs = [pair for pair in pairs if all(pair)]
            if pairs:
                text += ["", f"{name} and the GPU, `all`: the host takes less time on {sum(host < device for host, device in pairs)} of"
                             f" {len(pairs)} graphs."]
        for threads in sorted(by_threads, reverse=True):
            text += ["", f"<sub>{provenance([line for case in by_threads[threads].values() for line in case.values()])}</sub>"]
    return text, []


# A comparison of a table of solvers: our method, those of cuSPARSE, their headings, and the row of the README, if it has one.
Against = collections.namedtuple("Against", "ours theirs heading their_heading operation baseline", defaults=(None, None))


def beside_cusparse(title, figure, count, columns):
    """The function that makes one table: microseconds of our methods and of cuSPARSE's fastest, with a number of the result, if
    `count` names one, in brackets."""

    def cell(line):
        number = line.get("numbers", {}).get(count)
        return results.three_digits(1e6 * median(line, figure)) + (f" ({number:,.0f})" if number is not None else "")

    def tables_of_program(lines):
        text, means = [], []
        groups = grouped((line for line in lines if line.get("on_device") and median(line, figure)), of("machine", "type"), case_and_columns,
                         of("library", "method"), last=True)
        for (machine, value_type), by_case in sorted(groups.items()):
            rows, shown, ratios = [], [], [{} for _ in columns]
            sizes = collections.Counter(name for name, _ in by_case)
            for (name, number), found in by_case.items():
                case = f"{name}, {number} columns" if sizes[name] > 1 and number is not None else name
                row = [f"`{case}`"]
                for column, of_column in zip(columns, ratios):
                    own = found.get(("Araios", column.ours))
                    other = min((found[key] for key in found if key[0] == "cuSPARSE" and key[1] in column.theirs),
                                key=lambda line: median(line, figure), default=None)
                    if own and other:
                        of_column[case] = median(other, figure) / median(own, figure)
                        shown += [own, other]
                        row += [cell(own), cell(other), f"{of_column[case]:.2f}"]
                    else:
                        row += ["-"] * 3
                if any(value != "-" for value in row[1:]):
                    rows.append(row)
            last = ["**geometric mean**"]
            for column, of_column in zip(columns, ratios):
                last += ["", "", f"**{geometric_mean(of_column):.2f}**" if of_column else "-"]
                if of_column and column.operation:
                    means.append(Mean(machine, column.operation, value_type, column.baseline, of_column))
            if not rows:
                continue
            text += ["", f"{title} on {machine}, `{value_type}`, int indices: microseconds, medians.", ""]
            header = ["case"]
            for column in columns:
                header += [column.heading, column.their_heading, "x"]
            text += markdown(header, rows + [last]) + ["", f"<sub>{provenance(shown)}</sub>"]
        return text, means

    return tables_of_program


# What cuSPARSE has for tridiagonal systems one after the other, for interleaved ones, and for pentadiagonal ones.
BATCHES = ["gtsv2StridedBatch", *(f"gtsvInterleavedBatch, {method}" for method in ("LU", "QR", "Thomas")), "gpsvInterleavedBatch"]

iterations_of_cg = beside_cusparse("An iteration of CG", "call", None, [
    Against("cg", ["cg, cuBLAS"], "CG", "cuSPARSE, cuBLAS"),
    Against("cg", ["cg, cuBLAS, graph of 10"], "CG", "the same as a graph", "CG, an iteration", "cuSPARSE and cuBLAS, a graph"),
    Against("cg, Jacobi", ["cg, Jacobi, cuBLAS, graph of 10"], "CG, Jacobi", "a graph with Jacobi"),
])
solutions_of_cg = beside_cusparse("A solution by CG with ILU(0), iterations in brackets", "flushed", "iterations", [
    Against("cg, ILU(0) by colour", ["cg, ILU(0), cuBLAS"], "by colours", "cuSPARSE, natural order",
            "CG with ILU(0) by colours, a solution", "cuSPARSE and cuBLAS, ILU(0)"),
    Against("cg, ILU(0)", ["cg, ILU(0), cuBLAS"], "natural order", "cuSPARSE, natural order"),
])
triangular_solves = beside_cusparse("Triangular solves, and those of 32 columns (the lower triangle; each column contiguous, or each row),"
                                    " caches flushed", "flushed", None, [
    Against("lower", ["lower"], "lower", "SpSV", "triangular solve, lower", "cuSPARSE SpSV"),
    Against("upper", ["upper"], "upper", "SpSV", "triangular solve, upper", "cuSPARSE SpSV"),
    Against("lower, columns, left", ["lower, columns, left"], "by columns", "SpSM", "triangular solve, 32 columns", "cuSPARSE SpSM"),
    Against("lower, columns, right", ["lower, columns, right"], "by rows", "SpSM"),
])
tridiagonal_solves = beside_cusparse("Tridiagonal systems, caches flushed", "flushed", None, [
    Against("scaled_partial", ["gtsv2"], "scaled_partial", "gtsv2", "tridiagonal system", "cuSPARSE gtsv2"),
    Against("none", ["gtsv2_nopivot"], "none", "gtsv2_nopivot"),
])
batched_tridiagonal_solves = beside_cusparse("Batches of systems, caches flushed", "flushed", None, [
    Against("scaled_partial", BATCHES, "scaled_partial", "cuSPARSE's fastest"),
    Against("none", BATCHES, "none", "cuSPARSE's fastest"),
])
colorings = beside_cusparse("Colours of rows, their number in brackets, caches flushed", "flushed", "colors", [
    Against("by_index", ["csrcolor"], "by_index", "csrcolor", "colouring", "cuSPARSE csrcolor"),
    Against("by_hash, no recoloring", ["csrcolor"], "by_hash, no recoloring", "csrcolor"),
])
factorizations = {kind: beside_cusparse(f"{name}, an update with new values, caches flushed", "flushed", None, [
    Against(kind, [theirs], "natural order", theirs, *([f"{name}, natural order", f"cuSPARSE {theirs}"] if of_readme else [])),
    Against(f"{kind} by colour", [theirs], "by colours", theirs, *([f"{name} by colours", f"cuSPARSE {theirs}"] if of_readme else [])),
    Against(f"{kind}, 3 sweeps", [theirs], "3 sweeps", theirs),
]) for kind, name, theirs, of_readme in (("ilu", "ILU(0)", "csrilu02", True), ("ic", "IC(0)", "csric02", False))}


# The programs of a page, each with the function that makes its tables, in the order of the rows of the README. A page is in the
# folder docs/performance, but for formats.md.
PAGES = {
    "transpose.md": [("perf_transpose_suite", suite), ("perf_transpose", transposition)],
    "spmv.md": [("perf_spmv_suite", products)],
    "spmm.md": [("perf_spmm_suite", products_of_columns)],
    "convert.md": [("perf_convert_suite", conversions)],
    "primitives.md": [("perf_primitives", primitives)],
    "calls.md": [("perf_calls_suite", calls)],
    "algebra.md": [("perf_multiply_suite", squares), ("perf_boolean_multiply", squares), ("perf_boolean_add", sums),
                   ("perf_add_suite", sums), ("perf_add_square_suite", sums), ("perf_kronecker_suite", kronecker_products),
                   ("perf_closure_suite", closures), ("perf_closure", closures)],
    "solvers.md": [("perf_solve_suite", iterations_of_cg), ("perf_solve", solutions_of_cg),
                   ("perf_triangular_suite", triangular_solves), ("perf_tridiagonal", tridiagonal_solves),
                   ("perf_tridiagonal", batched_tridiagonal_solves), ("perf_factor_suite", factorizations["ilu"]),
                   ("perf_factor_suite", factorizations["ic"]), ("perf_color_suite", colorings)],
    "triangles.md": [("perf_triangles_suite", triangles), ("perf_triangles_suite", bounded_lists), ("perf_triangles", bounded_lists)],
    "compile_time.md": [("perf_compile_time", compile_times)],
    "formats.md": [("perf_spmv", formats)],
}


def path_of_page(page):
    return f"docs/{page}" if page == "formats.md" else f"docs/performance/{page}"


def recorded(folder):
    paths = sorted(pathlib.Path(folder).glob("*.jsonl"))
    if not paths:
        raise results.FileError(f"{folder}: there is no file of results (.jsonl)")
    return newest([line for path in paths for line in results.read(path)])


def page_tables(lines, page):
    """The text of the tables of one page, as a list of lines, and its rows of the README."""
    text, means = [], []
    for program, function in PAGES[page]:
        tables_of_program, rows = function([line for line in lines if line["program"] == program])
        text += tables_of_program
        means += rows
    return text, means


def summary(lines):
    """The table of the README: for each machine the geometric mean of each operation."""
    by_machine = {}
    for page in PAGES:
        for mean in page_tables(lines, page)[1]:
            by_machine.setdefault(mean.machine, []).append((page, mean))
    text = []
    for machine, found in sorted(by_machine.items()):
        rows, linked = [], set()  # one link for each page: the README is short
        operations = [mean.operation for _, mean in found]
        for page, mean in sorted(found, key=lambda pair: operations.index(pair[1].operation)):
            ratios = mean.ratios.values()
            operation = mean.operation if page in linked else f"[{mean.operation}]({path_of_page(page)})"
            linked.add(page)
            rows.append([operation, f"`{mean.type}`", mean.baseline,
                         f"**{geometric_mean(mean.ratios):.2f}**", f"{min(ratios):.2f}", f"{len(ratios)}"])
        text += ["", f"{machine}: the baseline's time over that of Araios; above 1 is faster. Cases: matrices, primitives.", ""]
        text += markdown(["operation, with its tables", "type", "baseline", "geometric mean", "minimum", "cases"], rows, left=3)
    return text


def wrapped(lines):
    """The lines as one text: paragraphs in lines of at most 120 characters, rows of tables as they are."""
    parts = []
    for line in lines:
        is_paragraph = len(line) > 120 and not line.startswith(("|", "#", "<", "-", "`"))
        parts += textwrap.wrap(line, 120, break_long_words=False, break_on_hyphens=False) if is_paragraph else [line]
    return "\n".join(parts).strip("\n")


def tables(folder, document=None):
    """The text of all tables of a document, or of all pages; empty when nothing was recorded."""
    lines = recorded(folder)
    name = pathlib.Path(document).name if document is not None else None
    if name == "README.md":
        return wrapped(summary(lines))
    if name is not None and name not in PAGES:
        raise results.FileError(f"{document}: no tables belong into a file of this name; README.md, {', '.join(PAGES)} have some")
    pages = [page for page in PAGES if page != "formats.md"] if name is None else [name]
    return wrapped(line for page in pages for line in page_tables(lines, page)[0])


def documents(repository, folder):
    """README.md and the pages that have tables, or are in the repository."""
    lines = recorded(folder)
    paths = [path_of_page(page) for page in PAGES
             if page_tables(lines, page)[0] or (pathlib.Path(repository) / path_of_page(page)).exists()]
    return [str(pathlib.Path(repository) / path) for path in ["README.md"] + paths]


def place_tables(document, text):
    """The document with `text` between its markers."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise results.FileError(f"there is no position for the tables: a line {BEGIN} and, below it, a line {END}")
    return before + begin + "\n" + (text + "\n" if text else "") + end + after


def update(path, folder, check):
    """Writes the tables of one file, or only compares them; whether they were the same."""
    path = pathlib.Path(path)
    document = path.read_text(encoding="utf-8")
    text = tables(folder, path)
    wanted = place_tables(document, text)
    if not text and document != wanted:
        raise results.FileError(f"{path}: it has tables, of which {folder} has no results")
    if check:
        sys.stdout.writelines(difflib.unified_diff(document.splitlines(True), wanted.splitlines(True),
                                                   str(path), "what the results say"))
    elif document != wanted:
        path.write_text(wanted, encoding="utf-8")
    return document == wanted


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*", help="the files with the tables; without any the tables are printed")
    parser.add_argument("--all", action="store_true", help="README.md and every page of the repository")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--results", default=HERE / "results", help="folder of the JSON lines (default: beside this script)")
    parser.add_argument("--repository", default=HERE.parent, help="where --all finds the files (default: around this script)")
    options = parser.parse_args(arguments)
    if options.check and not options.documents and not options.all:
        parser.error("--check needs the files to check, or --all")
    try:
        paths = options.documents + (documents(options.repository, options.results) if options.all else [])
        if not paths:
            print(tables(options.results))
            return 0
        same = [update(path, options.results, options.check) for path in paths]
    except (OSError, results.FileError) as error:
        print(f"print_results.py: {error}", file=sys.stderr)
        return 2
    return 0 if all(same) or not options.check else 1


if __name__ == "__main__":
    sys.exit(main())
