#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the results of perf_spmv (or another program of this folder) and pictures of matrices, as PNG and SVG.

  plot.py results.jsonl --out pictures      bars of GB/s; the performance profile and the roofline where they mean something
  plot.py spy/*.spy a.mtx.gz --out pictures where the entries are: dumps of perf_spmv --spy, or Matrix Market files
  plot.py results/*.jsonl --main --out docs/performance
                                            main.svg of the README alone: speed-ups over cuSPARSE for each matrix
  plot.py results/*.jsonl --triangles --out docs/performance
                                            triangles.svg alone: edges a second by each method of counting triangles

Bars: GB/s by the least bytes of the operation, so that a longer bar is a shorter time, whatever the format moves. Profile: for
each method the fraction of all matrices on which it takes at most tau times as long as the fastest of the methods shown; a
method that refuses a matrix never reaches that one. It is drawn where all methods do the same: of products, of transposition
without its plans, and of algebra without the plans of SpGEMM. Roofline, of products: operations a second over operations a byte; the roof is the copy bandwidth that was
measured in the same run. One picture each for products with and without transposition, for each type of values, and for each
machine, number of host threads and allocator where the files have several, which is in the title and the name. Needs matplotlib
(Debian: python3-matplotlib).
"""

import argparse
import csv
import gzip
import json
import math
import pathlib
import re
import struct
import sys

import print_results
import results

FIGURES = ("flushed", "warm")
BEST = "Araios, best"
PRODUCTS = ("perf_spmv", "perf_spmv_suite", "perf_spmm", "perf_spmm_suite")
TRANSPOSITION = ("perf_transpose", "perf_transpose_suite")
ALGEBRA = ("perf_multiply", "perf_multiply_suite", "perf_boolean_multiply", "perf_boolean_add", "perf_add", "perf_add_suite",
           "perf_add_square", "perf_add_square_suite", "perf_closure", "perf_closure_suite")
PARTS_OF_SPGEMM = ("Araios plan, values alone", "cuSPARSE SpGEMMreuse_compute, values alone", "Kokkos Kernels symbolic")
WITHOUT_MATPLOTLIB = ("plot.py needs matplotlib, which this Python does not have: python3-matplotlib of Debian, "
                      "or pip install matplotlib")


def has_matplotlib():
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


# What is drawn, as plain numbers.

def label(line):
    return f"{line['library']} {line['method'].removesuffix(' T')}"


def median(line, figure):
    return line.get("seconds", {}).get(figure, {}).get("median", 0.0)


def case_of(line):
    """The case, with the sizes that the same matrix or primitive is measured with."""
    sizes = line.get("sizes", {})
    counted = [f"{sizes[name]:,} {what}" for name, what in (("columns", "columns"), ("n", "elements")) if name in sizes]
    return ", ".join([line["case"]] + counted)


def rivals(program, names):
    """Those of the labels `names` that do the same thing, so that one is the fastest. Conversions to two formats do not, nor do
    two primitives, nor a plan and a whole transposition."""
    if program in TRANSPOSITION:
        return [name for name in names if not name.startswith("Araios plan ")]
    if program in ALGEBRA:
        return [name for name in names if name not in PARTS_OF_SPGEMM]
    return list(names) if program in PRODUCTS else []


def place(line):
    return line["machine"], line.get("host_threads", 1), results.allocator(line)


def names_of_places(places):
    """{place: the parts of it that not all places share, as text}."""
    several = [len(set(parts)) > 1 for parts in zip(*places)]
    found = {}
    for machine, threads, allocator in places:
        parts = (machine, f"{threads} host thread{'' if threads == 1 else 's'}", allocator or "default allocator")
        found[machine, threads, allocator] = ", ".join(part for part, differs in zip(parts, several) if differs)
    return found


def groups(lines, figure, space=None, with_best=True):
    """{(program, type, transposed, where): {case: {label: line}}} of the methods that have the figure. `where` is empty where
    all lines of that program, type and op are from one place.

    One space: the one asked for, or the device where there is one. BEST stands for the fastest of our methods and formats,
    where several are rivals."""
    measured = [line for line in print_results.newest(lines) if results.is_method(line) and median(line, figure) > 0]
    if space is None:
        spaces = {line["space"]: bool(line.get("on_device")) for line in measured}
        space = next((name for name, on_device in spaces.items() if on_device), next(iter(spaces), None))
    by_place = {}
    for line in measured:
        if line["space"] != space:
            continue
        of_places = by_place.setdefault((line["program"], line["type"], line["method"].endswith(" T")), {})
        of_places.setdefault(place(line), {}).setdefault(case_of(line), {})[label(line)] = line
    found = {}
    for key, of_places in by_place.items():
        for where, name in names_of_places(of_places).items():
            found[(*key, name)] = of_places[where]
    if with_best:
        for (program, *_), group in found.items():
            ours = [name for name in rivals(program, methods(group)) if name.startswith("Araios ")]
            if len(ours) < 2:
                continue
            for case in group.values():
                lines_of_ours = [case[name] for name in ours if name in case]
                if lines_of_ours:
                    case[BEST] = min(lines_of_ours, key=lambda line: median(line, figure))
    return found


def methods(group, wanted=None):
    """The labels of a group, ours first; with `wanted` those whose method is one of these, "best" being that of BEST."""
    names = {name: "best" if name == BEST else line["method"].removesuffix(" T")
             for case in group.values() for name, line in case.items()}
    ordered = sorted(names, key=lambda name: not name.startswith("Araios"))
    if wanted:
        ordered = [name for name in ordered if names[name] in wanted]
    return ordered


def rate(line, figure):
    return 1e-9 * line["bytes"] / median(line, figure)


def profile(group, names, figure):
    """{label: the sorted ratios of its times to the least of `names` for each matrix, infinite where it has none}."""
    ratios = {name: [] for name in names}
    for case in group.values():
        times = {name: median(case[name], figure) for name in names if name in case}
        least = min(times.values(), default=0)
        for name in names:
            if least > 0:
                ratios[name].append(times[name] / least if name in times else math.inf)
    return {name: sorted(values) for name, values in ratios.items()}


def steps(ratios, most):
    """The profile of one method as the corners of its steps, from tau = 1 to `most`."""
    taus, fractions = [1.0], [sum(ratio <= 1 for ratio in ratios) / len(ratios)]
    for count, ratio in enumerate(ratios, 1):
        if 1 < ratio <= most:
            taus.append(ratio)
            fractions.append(count / len(ratios))
    return taus + [most], fractions + [fractions[-1]]


def size(line):
    """Entries of a matrix, or elements."""
    sizes = line.get("sizes", {})
    return sizes.get("nnz", sizes.get("n", 0))


def intensity(line):
    """Operations a byte: two (or eight, with complex numbers) for each entry, and for each column of a dense operand."""
    sizes = line["sizes"]
    operations = (8 if line["type"].startswith("complex") else 2) * sizes["nnz"] * sizes.get("columns", 1)
    return operations / line["bytes"]


# The picture of the README: (heading, what the bars are, what the dots are); each is an operation of print_results.Mean.
MAIN = [("Transposition", ("one call", print_results.TRANSPOSITION), ("new values, by a plan", print_results.TRANSPOSITION_BY_PLAN)),
        ("SpMV", ("CSR with a plan", print_results.SPMV_BY_PLAN), ("chosen format", print_results.SPMV_CHOSEN))]


def main_ratios(lines, value_type="double"):
    """(machine, {operation: {case: cuSPARSE's time over ours}}) of what MAIN shows, as print_results.py has it in its tables."""
    wanted = [operation for _, *series in MAIN for _, operation in series]
    lines = print_results.newest(lines)
    means = [mean for page in ("transpose.md", "spmv.md") for mean in print_results.page_tables(lines, page)[1]
             if mean.operation in wanted and mean.type == value_type]
    if not means:
        raise results.FileError("no results of perf_transpose --suite or perf_spmv --suite with cuSPARSE are in these files")
    machine = min(mean.machine for mean in means)
    return machine, {mean.operation: mean.ratios for mean in means if mean.machine == machine}


def main_description(machine, ratios):
    """What the picture says, as text. It stands in the picture, so that a test can tell whether the picture is of these results."""
    parts = [f"{operation}: " + ", ".join(f"{case} {ratio:.2f}" for case, ratio in ratios[operation].items()) for operation in ratios]
    return f"Speed-up over cuSPARSE on {machine}. " + "; ".join(parts)


# The picture of triangles: (method, its heading, marker, color).
TRIANGLES = [("merge", "merge", "o", "#4477aa"), ("bisection", "bisection", "s", "#66ccee"), ("hash", "hash", "^", "#228833"),
             ("bitmap", "bitmap", "D", "#aa3377"), ("radix_binning", "radix binning", "v", "#ee6677"),
             ("radix_binning_of_all_pairs", "radix binning of all pairs", "x", "#bbbbbb"), ("automatic", "automatic", "", "black")]


def triangle_rates(lines):
    """(machine, {method: {graph: edges a second}}, {graph: (edges, skew)}) of the methods of TRIANGLES. Skew: the pairs of
    neighbours of all vertices, for each edge."""
    found = [line for line in print_results.newest(lines)
             if line["program"] == "perf_triangles_suite" and line["library"] == "Araios" and line.get("on_device") and median(line, "flushed") > 0]
    if not found:
        raise results.FileError("no results of perf_triangles --suite on a device are in these files")
    machine = min(line["machine"] for line in found)
    rates, graphs = {method: {} for method, *_ in TRIANGLES}, {}
    for line in found:
        sizes = line["sizes"]
        if line["machine"] == machine and line["method"] in rates and sizes["edges"] > 0:
            rates[line["method"]][line["case"]] = sizes["edges"] / median(line, "flushed")
            graphs[line["case"]] = (sizes["edges"], sizes["candidates_of_all_pairs"] / sizes["edges"])
    return machine, {method: rate for method, rate in rates.items() if rate}, graphs


def triangles_description(machine, rates, graphs):
    """As main_description."""
    parts = [f"{method}: " + ", ".join(f"{graph} {results.three_digits(1e-9 * rate)}" for graph, rate in found.items())
             for method, found in rates.items()]
    skews = ", ".join(f"{graph} {skew:.1f}" for graph, (_, skew) in graphs.items())
    return f"Triangles, G edges a second on {machine}. {'; '.join(parts)}. Pairs an edge: {skews}"


def short_name(case):
    """A case of the suite with 50M for 50000000 and 250k for 250000."""
    return re.sub(r"(\d+?)000(?!\d)", r"\1k", re.sub(r"(\d+?)000000(?!\d)", r"\1M", case))


# Matrices as counts of entries in the cells of a grid.

def grid_of(rows, cols, most=512):
    return min(max(rows, 1), most), min(max(cols, 1), most)


def read_spy(path):
    """(name, rows, cols, nnz, the counts as a list of rows) of a dump of perf_spmv --spy."""
    try:
        head, _, body = pathlib.Path(path).read_bytes().partition(b"\n")
        head = json.loads(head)
        height, width = head["height"], head["width"]
        counts = struct.unpack(f"<{height * width}I", body)
        if sum(counts) != head["nnz"]:
            raise ValueError(f"the counts add up to {sum(counts)}, not to {head['nnz']} entries")
    except (OSError, ValueError, KeyError, TypeError, struct.error) as error:
        raise results.FileError(f"{path}: {error}") from None
    return (head["name"], head["rows"], head["cols"], head["nnz"],
            [list(counts[row * width:(row + 1) * width]) for row in range(height)])


def read_matrix_market(path):
    """The same of a Matrix Market file of coordinates; of symmetric ones both halves."""
    path = pathlib.Path(path)
    name = path.name.removesuffix(".gz").removesuffix(".mtx")
    number = 0
    try:
        with (gzip.open(path, "rt") if path.suffix == ".gz" else open(path, encoding="utf-8")) as file:
            banner = file.readline().lower().split()
            if len(banner) < 5 or banner[0] != "%%matrixmarket" or banner[2] != "coordinate":
                raise ValueError("no Matrix Market file of coordinates")
            both = banner[4] != "general"
            line = file.readline()
            while line.startswith("%") or (line and not line.strip()):
                line = file.readline()
            rows, cols, entries = (int(word) for word in line.split())
            height, width = grid_of(rows, cols)
            counts = [[0] * width for _ in range(height)]
            nnz = 0
            for line in file:
                words = line.split(None, 2)
                if not words or words[0].startswith("%"):
                    continue
                number += 1
                i, j = int(words[0]) - 1, int(words[1]) - 1
                if not (0 <= i < rows and 0 <= j < cols):
                    raise ValueError(f"entry {number} is at ({i + 1}, {j + 1})")
                counts[i * height // rows][j * width // cols] += 1
                nnz += 1
                if both and i != j:
                    counts[j * height // rows][i * width // cols] += 1
                    nnz += 1
            if number != entries:
                raise ValueError(f"{number} entries, not {entries}")
    except (OSError, EOFError, UnicodeDecodeError, ValueError) as error:
        raise results.FileError(f"{path}: {error}") from None
    return name, rows, cols, nnz, counts


# The pictures.

class Canvas:
    """Where pictures go, and how they look."""

    def __init__(self, folder):
        import matplotlib
        matplotlib.use("Agg")
        matplotlib.rcParams.update({"svg.hashsalt": "araios", "font.size": 9, "axes.axisbelow": True})
        from matplotlib import pyplot
        self.pyplot = pyplot
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def color(self, index):
        return self.pyplot.get_cmap("tab20")(index % 20)

    def save(self, figure, name, endings=("png", "svg"), description=None):
        plain = "".join(c if c.isalnum() or c in ".-" else "_" for c in name)
        for ending in endings:
            path = self.folder / f"{plain}.{ending}"
            # Without a date, so that equal results give equal files.
            metadata = {"Date": None, "Description": description} if ending == "svg" else None
            figure.savefig(path, dpi=150, bbox_inches="tight", metadata=metadata)
            print(path)
        self.pyplot.close(figure)


def draw_bars(canvas, name, title, group, names, figure):
    cases = sorted(group, key=lambda case: -max(size(line) for line in group[case].values()))
    width = 0.85 / max(len(names), 1)
    picture, axes = canvas.pyplot.subplots(figsize=(max(6, 0.11 * len(cases) * (len(names) + 2)), 4.5))
    for index, method in enumerate(names):
        places = [place + (index - (len(names) - 1) / 2) * width for place, case in enumerate(cases)
                  if method in group[case]]
        heights = [rate(group[case][method], figure) for case in cases if method in group[case]]
        axes.bar(places, heights, width, label=method, color=canvas.color(index))
    roof = max(line.get("copy_bandwidth", 0) for case in group.values() for line in case.values())
    if roof > 0:
        axes.axhline(1e-9 * roof, color="black", linewidth=0.8, linestyle="--", label="copy")
    axes.set_xticks(range(len(cases)))
    axes.set_xticklabels(cases, rotation=40, ha="right")
    axes.set_xlim(-0.6, len(cases) - 0.4)
    axes.set_ylabel("GB/s, by the least bytes")
    axes.set_title(title)
    axes.grid(axis="y", linewidth=0.3)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    canvas.save(picture, name)


def draw_profile(canvas, name, title, group, names, figure):
    ratios = profile(group, names, figure)
    finite = [ratio for values in ratios.values() for ratio in values if math.isfinite(ratio)]
    most = max(1.05 * max(finite, default=1), 2)
    picture, axes = canvas.pyplot.subplots(figsize=(6.5, 4.5))
    for index, method in enumerate(names):
        if ratios[method]:
            taus, fractions = steps(ratios[method], most)
            axes.step(taus, fractions, where="post", label=method, color=canvas.color(index))
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xlim(1, most)
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("tau: times as long as the fastest")
    axes.set_ylabel("fraction of the matrices")
    axes.set_title(f"{title}, {len(group)} matrices")
    axes.grid(linewidth=0.3)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    canvas.save(picture, name)


def draw_roofline(canvas, name, title, group, names, figure):
    picture, axes = canvas.pyplot.subplots(figsize=(6.5, 4.5))
    intensities = []
    roof = 0
    for index, method in enumerate(names):
        shown = [case[method] for case in group.values() if method in case]
        x = [intensity(line) for line in shown]
        y = [intensity(line) * rate(line, figure) for line in shown]
        intensities += x
        roof = max([roof] + [1e-9 * line.get("copy_bandwidth", 0) for line in shown])
        axes.scatter(x, y, s=14, label=method, color=canvas.color(index))
    if roof > 0 and intensities:
        ends = [0.9 * min(intensities), 1.1 * max(intensities)]
        axes.plot(ends, [roof * x for x in ends], color="black", linewidth=0.8, label=f"copy: {roof:.0f} GB/s")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("operations a byte, by the least bytes")
    axes.set_ylabel("GFlop/s")
    axes.set_title(title)
    axes.grid(which="both", linewidth=0.3)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    canvas.save(picture, name)


def draw_spy(canvas, matrix):
    from matplotlib.colors import LogNorm
    name, rows, cols, nnz, counts = matrix
    most = max(max(row) for row in counts)
    picture, axes = canvas.pyplot.subplots(figsize=(5, 5))
    shown = [[count if count else math.nan for count in row] for row in counts]
    # A matrix of few rows or columns is stretched: it would be a line.
    stretched = max(rows, cols) > 8 * min(rows, cols)
    image = axes.imshow(shown, norm=LogNorm(1, max(most, 2)), cmap="viridis", interpolation="nearest",
                        aspect="auto" if stretched else "equal", extent=(0, cols, rows, 0))
    axes.set_title(f"{name}: {rows:,} x {cols:,}, {nnz:,} entries")
    picture.colorbar(image, shrink=0.8, label="entries in a cell of the picture")
    canvas.save(picture, f"spy_{name}")


def draw_main(canvas, lines):
    """Speed-ups over cuSPARSE, a row a matrix, the largest above; side by side the panels of MAIN."""
    machine, ratios = main_ratios(lines)
    entries = {line["case"]: size(line) for line in lines}
    cases = sorted({case for found in ratios.values() for case in found}, key=lambda case: (entries[case], case))
    panels = [(heading, [(label, ratios[operation]) for label, operation in series if operation in ratios])
              for heading, *series in MAIN if any(operation in ratios for _, operation in series)]
    picture, axes = canvas.pyplot.subplots(1, len(panels), sharey=True, squeeze=False, figsize=(8.4, 0.8 + 0.19 * len(cases)))
    for index, (axis, (heading, series)) in enumerate(zip(axes[0], panels)):
        for (label, found), as_bars in zip(series, (True, False)):
            rows = [row for row, case in enumerate(cases) if case in found]
            values = [found[cases[row]] for row in rows]
            named = f"{label}: {print_results.geometric_mean(found):.2f} in the geometric mean"
            if as_bars:
                # From 1, where both take equally long.
                axis.barh(rows, [value - 1 for value in values], 0.66, left=1, label=named, color=("#4477aa", "#228833")[index % 2])
            else:
                axis.plot(values, rows, "o", markersize=4.5, label=named, color="#ee7733")
        measured = {case for _, found in series for case in found}
        for row, case in enumerate(cases):
            if case not in measured:
                axis.text(1.03, row, "not measured", fontsize=6.5, color="gray", va="center")
        shown = [value for _, found in series for value in found.values()]
        least, most = min(shown + [1]) / 1.08, max(shown + [1]) * 1.12
        steps_of_ticks = (1, 1.25, 1.5, 1.75) if most < 4 * least else (1, 1.5) if most < 16 * least else (1,)
        ticks = [step * 2.0 ** power for power in range(math.floor(math.log2(least)), math.ceil(math.log2(most))) for step in steps_of_ticks]
        axis.set_xscale("log", base=2)
        axis.set_xlim(least, most)
        axis.set_xticks([tick for tick in ticks if least <= tick <= most])
        axis.set_xticks([], minor=True)
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:g}x")
        axis.axvline(1, color="black", linewidth=1)
        axis.grid(axis="x", linewidth=0.4)
        axis.set_title(f"{heading}, double")
        handles, labels = axis.get_legend_handles_labels()
        axis.legend(handles[::-1], labels[::-1], loc="upper center", bbox_to_anchor=(0.5, -0.07), frameon=False, fontsize=8)
        for side in ("top", "right", "left"):
            axis.spines[side].set_visible(False)
        axis.tick_params(axis="y", length=0)
    axes[0][0].set_yticks(range(len(cases)))
    axes[0][0].set_yticklabels([short_name(case) for case in cases], fontsize=8)
    axes[0][0].set_ylim(-0.6, len(cases) - 0.4)
    picture.suptitle(f"Speed-up over cuSPARSE on {machine}, caches flushed", y=0.99)
    picture.tight_layout()
    canvas.save(picture, "main", ("svg",), main_description(machine, ratios))


def beside_each_other(places, least_ratio=1.15):
    """{name: place} as [(place, names)]: names that are closer than the ratio share one place."""
    found = []
    for name, place in sorted(places.items(), key=lambda item: item[1]):
        if found and place < least_ratio * found[-1][0]:
            found[-1][1].append(name)
        else:
            found.append((place, [name]))
    return found


def draw_triangles(canvas, lines, least_edges=100_000):
    """Edges a second against edges, of all graphs, and against skew, of those that are no matter of launches alone."""
    machine, rates, graphs = triangle_rates(lines)
    large = {graph: skew for graph, (edges, skew) in graphs.items() if edges >= least_edges}
    picture, axes = canvas.pyplot.subplots(1, 2, figsize=(11, 5.2))
    for axis, places, heading in (
            (axes[0], {graph: edges for graph, (edges, _) in graphs.items()}, "edges"),
            (axes[1], large, f"skew: pairs of neighbours for each edge, of graphs of {least_edges:,} edges and more")):
        for method, label, marker, color in TRIANGLES:
            points = sorted((x, 1e-9 * rates[method][graph]) for graph, x in places.items() if graph in rates.get(method, {}))
            if points:
                style = {"markersize": 5} if marker else {"markersize": 12, "markeredgewidth": 1.6, "zorder": 1}
                axis.plot(*zip(*points), marker or "_", color=color, label=label, **style)
        axis.set_xscale("log")
        axis.set_yscale("log")
        axis.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axis.set_xlabel(heading)
        axis.set_ylabel("G edges a second")
        axis.grid(which="major", linewidth=0.4)
        for side in ("top", "right"):
            axis.spines[side].set_visible(False)
    for skew, names in beside_each_other(large):
        axes[1].text(skew, 1.02, ", ".join(names), transform=axes[1].get_xaxis_transform(), rotation=60, fontsize=6.5, ha="left",
                     va="bottom", rotation_mode="anchor")
    # The names on the right leave room on the left.
    axes[0].legend(loc="lower left", bbox_to_anchor=(0, 1.03), ncol=2, frameon=False)
    picture.suptitle(f"Triangles in an oriented graph on {machine}, caches flushed", x=0.3, y=0.97)
    picture.tight_layout()
    canvas.save(picture, "triangles", ("svg",), triangles_description(machine, rates, graphs))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="JSON lines (.jsonl), dumps (.spy), Matrix Market files (.mtx, .mtx.gz)")
    parser.add_argument("--out", default=".", help="folder of the pictures (default: here)")
    parser.add_argument("--figure", choices=FIGURES, default="flushed", help="which times (default: caches flushed)")
    parser.add_argument("--space", help="of the results (default: the device, where there is one)")
    parser.add_argument("--methods", help="only these: whole names with commas between them, in double quotes one that has a"
                                          " comma itself; best is the best of Araios")
    parser.add_argument("--main", action="store_true", help="only the picture of the README, from the results of the suites")
    parser.add_argument("--triangles", action="store_true", help="only the picture of triangles, from perf_triangles --suite")
    options = parser.parse_args(arguments)
    if not has_matplotlib():
        print(WITHOUT_MATPLOTLIB, file=sys.stderr)
        return 3
    wanted = next(csv.reader([options.methods], skipinitialspace=True)) if options.methods else None
    try:
        lines, matrices = [], []
        for file in options.files:
            if file.endswith(".spy"):
                matrices.append(read_spy(file))
            elif file.endswith((".mtx", ".mtx.gz")):
                matrices.append(read_matrix_market(file))
            else:
                lines += results.read(file)
        canvas = Canvas(options.out)
        if options.main:
            draw_main(canvas, lines)
        if options.triangles:
            draw_triangles(canvas, lines)
        if options.main or options.triangles:
            return 0
        drawn = len(matrices)
        for matrix in matrices:
            draw_spy(canvas, matrix)
        caches = "caches flushed" if options.figure == "flushed" else "caches warm"
        for (program, value_type, transposed, where), group in sorted(groups(lines, options.figure, options.space).items()):
            names = methods(group, wanted)
            group = {case: found for case, found in group.items() if any(name in found for name in names)}
            if not group:
                continue
            drawn += 1
            op = ", transposed" if transposed else ""
            name = f"{program}_{value_type}{'_transposed' if transposed else ''}{f'_{where}' if where else ''}"
            title = f"{program}{op}, {value_type}, {f'{where}, ' if where else ''}{caches}"
            draw_bars(canvas, f"{name}_bars", title, group, names, options.figure)
            compared = [method for method in rivals(program, names) if method != BEST]
            if compared:
                draw_profile(canvas, f"{name}_profile", title, group, compared, options.figure)
            if program in PRODUCTS:
                draw_roofline(canvas, f"{name}_roofline", title, group, names, options.figure)
    except (OSError, results.FileError) as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 2
    if not drawn:
        print("plot.py: there is nothing to draw in these files", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
