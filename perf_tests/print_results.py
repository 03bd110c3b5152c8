#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of the README and of docs/formats.md from the results that were recorded in perf_tests/results/*.jsonl.

  print_results.py                    prints them
  print_results.py README.md          writes them into that file, between the lines that mark their place
  print_results.py --check README.md  changes nothing, and fails when the file's tables are not these

formats.md has the table of all formats, by perf_spmv without --suite; every other file all the rest.
"""

import argparse
import difflib
import math
import pathlib
import sys

import results

BEGIN = "<!-- results begin: perf_tests/print_results.py -->"
END = "<!-- results end -->"
HERE = pathlib.Path(__file__).resolve().parent

# (library, method, on the device) in the order of the columns, with their headings.
PLAN = "values alone, by a plan"  # another task: never the fastest of those before
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


def transposition(lines):
    """One table a machine and a type of values."""
    groups = {}
    for line in lines:
        groups.setdefault((line["machine"], line.get("host_threads", 1), line["type"]), []).append(line)
    text = []
    for (machine, _, value_type), group in sorted(groups.items()):
        by_case = {}
        for line in group:
            sizes = line["sizes"]
            name = (sizes["nnz"], line["case"])
            by_case.setdefault(name, {})[(line["library"], line["method"], bool(line.get("on_device")))] = line
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
    return text


def geometric_mean(ratios):
    return math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios)) if ratios else 0.0


def suite(lines):
    """For each machine and type of values `automatic` and the plan beside cuSPARSE, and `automatic` beside CXSparse."""
    groups = {}
    for line in lines:
        groups.setdefault((line["machine"], line.get("host_threads", 1), line["type"]), []).append(line)
    text = []
    for (machine, threads, value_type), group in sorted(groups.items()):
        by_case = {}
        for line in group:
            by_case.setdefault((line["sizes"]["nnz"], line["case"]), {})[
                (line["library"], line["method"], bool(line.get("on_device")))] = line
        for on_device, baseline in ((True, ("cuSPARSE", "csr2cscEx2", True)), (False, ("CXSparse", "cs_transpose", False))):
            text += suite_table(machine, threads, value_type, by_case, on_device, baseline)
    return text


def suite_table(machine, threads, value_type, by_case, on_device, baseline):
    own, plan = ("Araios", "automatic", on_device), ("Araios", "plan numeric", on_device)
    cases = [(name, case) for name, case in sorted(by_case.items(), reverse=True)
             if median(case.get(own)) and median(case.get(baseline))]
    if not cases:
        return []
    planned = any(median(case.get(plan)) for _, case in cases)
    library = baseline[0]
    header = ["matrix", "entries", "Araios ms", f"{library} ms", f"{library} / Araios", "the same, caches warm"]
    if on_device:
        header.append(f"workspace, bytes an entry ({library})")
    else:
        header.append("the same, output and workspace allocated")
    if planned:
        header += ["plan, numeric ms", f"{library} / plan"]
    ratios = {column: [] for column in range(4, len(header))}
    rows = []

    def ratio(row, numerator, denominator):
        if numerator and denominator:
            ratios[len(row)].append(numerator / denominator)
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
        if planned:
            time = median(case.get(plan))
            row.append(results.milliseconds(time) if time else "-")
            ratio(row, median(case[baseline]), time)
        rows.append(row)
    means = ["**geometric mean**"] + [f"**{geometric_mean(ratios[column]):.2f}**" if ratios.get(column) else ""
                                      for column in range(1, len(header))]
    rows.append(means)
    where = machine if on_device else f"the host of {machine}, {threads} thread{'' if threads == 1 else 's'}"
    title = (f"Transposition by `automatic` on {where}, `{value_type}`, int indices: milliseconds, medians, caches flushed"
             " before each run where no other is named.")
    shown = [line for _, case in cases for key, line in case.items() if key in (own, plan, baseline)]
    return ["", title, ""] + markdown(header, rows) + ["", f"<sub>{provenance(shown)}</sub>"]


CUSPARSE_PRODUCTS = ("CSR_ALG1", "CSR_ALG2", "COO_ALG1")
CUSPARSE_FORMATS = ("SELL_ALG1", "BSR_ALG1")


def fastest(lines):
    return min((line for line in lines if median(line)), key=median, default=None)


def fastest_of_cusparse(lines, methods):
    return fastest(line for line in lines if line["library"] == "cuSPARSE" and line["method"].removesuffix(" T") in methods)


def products(lines):
    """For each machine, type of values and op the products of CSR by a plan, and in the format that is chosen, beside the best of
    cuSPARSE with CSR and COO, and with its other formats."""
    groups = {}
    for line in lines:
        if line.get("on_device"):
            groups.setdefault((line["machine"], line["type"], line["method"].endswith(" T")), []).append(line)
    text = []
    for (machine, value_type, transposed), group in sorted(groups.items()):
        suffix = " T" if transposed else ""
        by_case = {}
        for line in group:
            by_case.setdefault((line["sizes"]["nnz"], line["case"]), []).append(line)
        rows, shown = [], []
        ratios = {"csr": [], "chosen": [], "formats": []}
        for (entries, name), case in sorted(by_case.items(), reverse=True):
            ours = {line["method"].removesuffix(" T"): line for line in case if line["library"] == "Araios" and median(line)}
            csr, chosen = ours.get("csr plan"), ours.get("chosen")
            best = fastest(ours.values())
            other = fastest_of_cusparse(case, CUSPARSE_PRODUCTS)
            if not (csr and chosen and other):
                continue
            shown += [csr, chosen, best, other]
            ratios["csr"].append(median(other) / median(csr))
            ratios["chosen"].append(median(other) / median(chosen))
            formatted = fastest_of_cusparse(case, CUSPARSE_FORMATS)
            if formatted:
                shown.append(formatted)
                ratios["formats"].append(median(formatted) / median(chosen))
            of_copy = chosen["bytes"] / median(chosen) / chosen["copy_bandwidth"]
            rows.append([name, f"{entries:,}", results.milliseconds(median(csr)),
                         f"{results.milliseconds(median(chosen))} ({chosen['chosen']})", f"{100 * of_copy:.0f}%",
                         f"{results.milliseconds(median(best))} ({best['method'].removesuffix(' T')})",
                         f"{results.milliseconds(median(other))} ({other['method'].removesuffix(' T')})",
                         f"{ratios['csr'][-1]:.2f}", f"{ratios['chosen'][-1]:.2f}",
                         f"{ratios['formats'][-1]:.2f} ({formatted['method'].removesuffix(' T')},"
                         f" {results.milliseconds(median(formatted))} ms)" if formatted else "-"])
        if not rows:
            continue
        rows.append(["**geometric mean**", "", "", "", "", "", "", f"**{geometric_mean(ratios['csr']):.2f}**",
                     f"**{geometric_mean(ratios['chosen']):.2f}**",
                     f"**{geometric_mean(ratios['formats']):.2f}** ({len(ratios['formats'])} of {len(rows)} matrices)"
                     if ratios["formats"] else "-"])
        op = "Transposed products" if transposed else "Products"
        text += ["", f"{op} with a vector on {machine}, `{value_type}`, int indices: milliseconds, medians, caches flushed before each"
                     " run; plans, choice and conversion are done before, and the analyses of cuSPARSE. Of a copy's bandwidth: by the"
                     " least bytes of CSR, so that a format that moves less can exceed it. The best of three of cuSPARSE, with"
                     f" CSR and COO: {', '.join(CUSPARSE_PRODUCTS)}. The last column is of its other formats, where they were measured:"
                     f" the time of the faster of {' and '.join(CUSPARSE_FORMATS)}, in brackets, over that of the chosen format.", ""]
        text += markdown(["matrix", "entries", "CSR, plan", "chosen format", "of a copy's bandwidth", "best of ours",
                          "cuSPARSE, best of three", "cuSPARSE / CSR", "cuSPARSE / chosen",
                          "best of cuSPARSE's SELL and BSR / chosen"], rows)
        text += ["", f"<sub>{provenance(shown)}</sub>"]
    return text


def products_of_columns(lines):
    """Products with several columns in both layouts, beside the best of cuSPARSE's CSR algorithms; above, beside all of them."""
    groups = {}
    for line in lines:
        if line.get("on_device") and median(line):
            key = (line["machine"], line["type"], line["sizes"]["columns"])
            groups.setdefault(key, {}).setdefault((line["sizes"]["nnz"], line["case"]), []).append(line)
    text = []
    for (machine, value_type, columns), by_case in sorted(groups.items()):
        rows, shown = [], []
        ratios, over_all = {"right": [], "left": []}, {"right": [], "left": []}
        others = set()
        for (entries, name), case in sorted(by_case.items(), reverse=True):
            row = [name, f"{entries:,}"]
            for layout in ratios:
                own = fastest(line for line in case if (line["library"], line["method"]) == ("Araios", f"csr {layout}"))
                cusparse = [line for line in case if line["library"] == "cuSPARSE" and line["method"].endswith(layout)]
                other = fastest(line for line in cusparse if line["method"].startswith("CSR_"))
                if own and other:
                    others |= {line["method"].split()[0] for line in cusparse if not line["method"].startswith("CSR_")}
                    over_all[layout].append(median(fastest(cusparse)) / median(own))
                    shown += [own, other]
                    ratios[layout].append(median(other) / median(own))
                    row += [results.milliseconds(median(own)), results.milliseconds(median(other)), f"{ratios[layout][-1]:.2f}"]
                else:
                    row += ["-"] * 3
            rows.append(row)
        if not shown:
            continue
        means = [f"**{geometric_mean(ratios[layout]):.2f}**" if ratios[layout] else "-" for layout in ratios]
        rows.append(["**geometric mean**", "", "", "", means[0], "", "", means[1]])
        beside_all = " and ".join(f"{geometric_mean(over_all[layout]):.2f} by {name}"
                                  for layout, name in (("right", "rows"), ("left", "columns")) if over_all[layout])
        against_all = (f" Against the best of all its algorithms, {' and '.join(sorted(others))} included, the geometric means are"
                       f" {beside_all}." if others else "")
        text += ["", f"Products with {columns} columns on {machine}, `{value_type}`, int indices: milliseconds, medians, caches flushed before"
                     f" each run; cuSPARSE is the best of its CSR algorithms, each preprocessed.{against_all}", ""]
        text += markdown(["matrix", "entries", "by rows", "cuSPARSE", "cuSPARSE / Araios", "by columns", "cuSPARSE",
                          "cuSPARSE / Araios"], rows)
        text += ["", f"<sub>{provenance(shown)}</sub>"]
    return text


def beside_libraries(name, methods, libraries):
    """What each library takes over what ours takes, geometric means from CSR and to CSR, over the matrices that both converted."""
    cells, shown = [], []
    for library, theirs in sorted(libraries.items(), key=lambda item: item[0].lower()):
        means = []
        for method in (f"csr to {name}", f"{name} to csr"):
            pairs = [(theirs[method, line["case"]], line) for _, line in methods.get(method, []) if (method, line["case"]) in theirs]
            shown += [other for other, _ in pairs]
            means.append(f"{geometric_mean([median(other) / median(line) for other, line in pairs]):.2f}" if pairs else "-")
        if means != ["-", "-"]:
            cells.append(f"{library} {', '.join(means)}")
    return "; ".join(cells) or "-", shown


def conversions(lines, least_entries=1_000_000):
    """What conversions take, in products of the CSR matrix, over all matrices of more than so many entries, and beside libraries."""
    groups, libraries = {}, {}
    for line in lines:
        ratio = line.get("ratios", {}).get("csr_products")
        if line.get("on_device") and ratio and line["sizes"]["nnz"] > least_entries and line["method"] != "csr product":
            key = (line["machine"], line["type"], results.allocator(line))
            if line["library"] == "Araios":
                groups.setdefault(key, {}).setdefault(line["method"], []).append((ratio, line))
            else:
                libraries.setdefault(key, {}).setdefault(line["library"], {})[line["method"], line["case"]] = line
    text = []
    for (machine, value_type, allocator), methods in sorted(groups.items()):
        rows, shown = [], [line for found in methods.values() for _, line in found]
        header = ["format", "matrices", "from CSR, geometric mean", "most", "matrices", "to CSR, geometric mean", "most"]
        caption = (f"Conversions on {machine}, `{value_type}`, int indices: as many products of the CSR matrix without a plan as one takes,"
                   f" over the matrices of more than {least_entries:,} entries that the format does not refuse; caches flushed, allocation"
                   " of the result inside" + (f", by {allocator}." if allocator else "."))
        others = libraries.get((machine, value_type, allocator))
        if others:
            header.append("library / Araios, from CSR, to CSR")
            caption += (" The last column is what libraries take over what ours takes, geometric means over the matrices that both convert:"
                        " cuSPARSE's COO to CSR takes entries in the order of rows only, ours any order.")
        names = sorted({name.removeprefix("csr to ").removesuffix(" to csr") for name in methods})
        for name in names:
            row = [f"`{name}`"]
            for method in (f"csr to {name}", f"{name} to csr"):
                found = methods.get(method, [])
                worst = max(found, key=lambda pair: pair[0], default=None)
                row += [f"{len(found)}", f"{geometric_mean([ratio for ratio, _ in found]):.1f}",
                        f"{worst[0]:.1f} ({worst[1]['case']})"] if found else ["-"] * 3
            if others:
                cell, beside = beside_libraries(name, methods, others)
                row.append(cell)
                shown += beside
            rows.append(row)
        text += ["", caption, ""]
        text += markdown(header, rows)
        text += ["", f"<sub>{provenance(shown)}</sub>"]
    return text


# All of ours but "csr automatic" and "chosen", which are one of these each.
FORMATS = ("csr rows", "csr merge", "csr plan", "coo", "csc", "ell", "ell_zero", "hyb", "jds", "jds_grouped", "sell", "sell_sorted", "dia",
           "dia_csr", "bsr", "packet", "hyb_overlapped", "dok")


def formats(lines):
    """For each machine and type of values a row a format, a column a matrix; the fastest of ours in a column is bold."""
    groups = {}
    for line in lines:
        if line.get("on_device") and median(line) and not line["method"].endswith(" T"):
            groups.setdefault((line["machine"], line["type"]), {}).setdefault(line["case"], []).append(line)
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
        text += ["", f"Products with a vector on {machine}, `{value_type}`, int indices: milliseconds, medians, caches flushed before each run,"
                     " conversion apart. Bold is the fastest of ours; `csr automatic` is one of the first two.", ""]
        text += markdown(["format"] + cases, rows)
        text += ["", f"<sub>{provenance([line for case in cases for line in by_case[case]])}</sub>"]
    return text


def primitives(lines):
    """One table a machine: each primitive at its largest size."""
    groups = {}
    for line in lines:
        groups.setdefault((line["machine"], line.get("host_threads", 1)), []).append(line)
    text = []
    for (machine, _), group in sorted(groups.items()):
        largest = {}
        for line in group:
            largest[line["case"]] = max(largest.get(line["case"], 0), line["sizes"]["n"])
        spaces = sorted({(bool(line.get("on_device")), line["space"]) for line in group if median(line)})
        by_case = {}
        for line in group:
            if line["sizes"]["n"] == largest[line["case"]] and median(line):
                by_case.setdefault(line["case"], {}).setdefault(line["space"], []).append(line)
        rows = []
        for name, case in sorted(by_case.items()):
            row = [f"`{name}`", f"{largest[name]:,}"]
            for _, space in spaces:
                ordered = sorted(case.get(space, []), key=lambda line: (line["library"] != "Araios", median(line)))
                row.append("; ".join(f"{line['library']} {line['method']} {results.milliseconds(median(line))}"
                                     if line["library"] != line["method"] else
                                     f"{line['library']} {results.milliseconds(median(line))}"
                                     for line in ordered) or "-")
            rows.append(row)
        text += ["", f"Primitives on {machine}: milliseconds, medians, caches flushed before each run.", ""]
        text += markdown(["primitive", "n"] + [space for _, space in spaces], rows)
        text += ["", f"<sub>{provenance(group)}</sub>"]
    return text


# Of the tables of calls: heading of the ratio, ours, and cuSPARSE's methods of which the fastest is compared with it.
CALLS = (
    ("Products with a vector", "`spmv`", "spmv", CUSPARSE_PRODUCTS, "cuSPARSE, best of three",
     (("with a workspace", "spmv, own workspace"), ("with a plan", "spmv, plan"))),
    ("Transposition into arrays of the caller", "`transpose`", "transpose into", ("csr2cscEx2",), "cuSPARSE",
     (("with a workspace", "transpose into, own workspace"),)),
    ("Transposition into new arrays", "`transpose`", "transpose new",
     ("csr2cscEx2, arrays and buffer allocated in the call",), "cuSPARSE, arrays and buffer allocated", ()),
)


def microseconds(line):
    """The time of a call, and in brackets the host's."""
    if not line:
        return "-"
    call, host = (results.three_digits(1e6 * median(line, figure)) for figure in ("call", "host"))
    return f"{call} ({host})"


def calls(lines):
    """For each machine and type of values the shortest calls, back to back, beside cuSPARSE's, a table an operation."""
    groups = {}
    for line in lines:
        if line.get("on_device") and median(line, "call"):
            groups.setdefault((line["machine"], line["type"]), {}).setdefault((line["sizes"]["nnz"], line["case"]), {})[
                (line["library"], line["method"])] = line
    text = []
    for (machine, value_type), by_case in sorted(groups.items()):
        for title, name, method, algorithms, heading, others in CALLS:
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
                              ("least", lambda pairs: f"{min(pairs)[0]:.2f} ({min(pairs)[1]})")):
                rows.append([f"**{row}**"] + blank + [pick(ratios), pick(host_ratios)])
            text += ["", f"{title} on {machine}, `{value_type}`, int indices, by the shortest calls, back to back: microseconds a call until"
                         " all are done, and in brackets until a call returns; medians, caches warm.", ""]
            text += markdown(["matrix", "entries", name] + [other for other, _ in others] +
                             [heading, "cuSPARSE / Araios", "the same, host"], rows)
            text += ["", f"<sub>{provenance(shown)}</sub>"]
    return text


def tables(folder, document=None):
    """The text of all tables of a document; empty when nothing was recorded."""
    lines = [line for path in sorted(pathlib.Path(folder).glob("*.jsonl")) for line in results.read(path)]
    lines = newest(lines)
    if document is not None and pathlib.Path(document).name == "formats.md":
        return "\n".join(formats([line for line in lines if line["program"] == "perf_spmv"])).strip("\n")
    text = suite([line for line in lines if line["program"] == "perf_transpose_suite"])
    text += transposition([line for line in lines if line["program"] == "perf_transpose"])
    text += products([line for line in lines if line["program"] == "perf_spmv_suite"])
    text += products_of_columns([line for line in lines if line["program"] == "perf_spmm_suite"])
    text += conversions([line for line in lines if line["program"] == "perf_convert_suite"])
    text += primitives([line for line in lines if line["program"] == "perf_primitives"])
    text += calls([line for line in lines if line["program"] == "perf_calls_suite"])
    return "\n".join(text).strip("\n")


def place_tables(document, text):
    """The document with `text` between its markers."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise results.FileError(f"there is no place for the tables: a line {BEGIN} and, below it, a line {END}")
    return before + begin + "\n" + (text + "\n" if text else "") + end + after


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("document", nargs="?", help="the file with the tables; without it they are printed")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--results", default=HERE / "results", help="folder of the JSON lines (default: beside this script)")
    options = parser.parse_args(arguments)
    if options.check and not options.document:
        parser.error("--check needs the file to check")
    try:
        text = tables(options.results, options.document)
        if not options.document:
            print(text)
            return 0
        path = pathlib.Path(options.document)
        document = path.read_text(encoding="utf-8")
        wanted = place_tables(document, text)
    except (OSError, results.FileError) as error:
        print(f"print_results.py: {error}", file=sys.stderr)
        return 2
    if options.check:
        sys.stdout.writelines(difflib.unified_diff(document.splitlines(True), wanted.splitlines(True),
                                                   str(path), "what the results say"))
        return 0 if document == wanted else 1
    if document != wanted:
        path.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
