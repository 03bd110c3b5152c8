#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of compare.py, print_results.py and plot.py on files that are made here.

  test_scripts.py           all; without matplotlib nothing is drawn, which is said
  test_scripts.py --drawn   the tests that draw; exit status 77 without matplotlib
"""

import contextlib
import io
import json
import math
import pathlib
import struct
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import compare
import plot
import print_results
import results


def line(median, noise=0.01, **changes):
    """A result of perf_transpose whose three times are `median` seconds, give or take `noise`."""
    sample = {"median": median, "low": median * (1 - noise), "high": median * (1 + noise), "repeats": 30}
    result = {"program": "perf_transpose", "case": "wing", "type": "double", "library": "Araios", "method": "radix",
              "sizes": {"rows": 10, "cols": 20, "nnz": 30}, "space": "Cuda", "on_device": True,
              "seconds": {"flushed": sample, "warm": sample, "end_to_end": sample}, "machine": "m", "gpu": "g",
              "cpu": "c", "host_threads": 2, "versions": {"Kokkos": "4.6.1"}, "commit": "abc",
              "date": "2026-01-02T03:04:05Z"}
    result.update(changes)
    return result


def product(median, case="wing", method="csr rows", library="Araios", **changes):
    """A result of perf_spmv with 1000 bytes to move."""
    return line(median, case=case, method=method, library=library,
                **{"program": "perf_spmv", "bytes": 1000, "copy_bandwidth": 4e6, **changes})


def call(microseconds, host, method, library="Araios", **changes):
    """A result of perf_calls_suite: the microseconds per call, and those of the host."""
    seconds = {name: line(1e-6 * time)["seconds"]["warm"] for name, time in (("call", microseconds), ("host", host))}
    return line(1.0, method=method, library=library, **{"program": "perf_calls_suite", "seconds": seconds, **changes})


def triangles(milliseconds, method, case="R-MAT 20", library="Araios", edges=1000, all_pairs=8000, **changes):
    """A result of perf_triangles_suite with 2000 candidates and 70 triangles."""
    sizes = {"nnz": 2 * edges, "edges": edges, "triangles": 70, "candidates": 2000, "candidates_of_all_pairs": all_pairs}
    return line(1e-3 * milliseconds, method=method, case=case, library=library,
                **{"program": "perf_triangles_suite", "type": "pattern", "sizes": sizes, **changes})


def copy(median, **changes):
    """The row among those of perf_spmv for comparison."""
    return product(median, method="of as many bytes", library="copy", **changes)


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, lines):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join((text if isinstance(text, str) else json.dumps(text)) + "\n" for text in lines))
        return str(path)

    def run_script(self, script, *arguments):
        """Exit status and all that was printed."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            status = script.main(list(arguments))
        return status, printed.getvalue()


class Compare(Scripts):
    def compare(self, old, new, *options):
        return self.run_script(compare, self.write("old.jsonl", old), self.write("new.jsonl", new), *options)

    def verdicts(self, old, new, *options):
        status, text = self.compare(old, new, "--figure", "flushed", *options)
        words = [row.split()[0] for row in text.splitlines() if row.split()[0] in ("FASTER", "SLOWER", "SAME")]
        return status, words

    def test_noise_of_both_sides_is_the_threshold(self):
        self.assertEqual(self.verdicts([line(1.0, 0.03)], [line(0.96, 0.03)]), (0, ["SAME"]))
        self.assertEqual(self.verdicts([line(1.0, 0.01)], [line(0.96, 0.01)]), (0, ["FASTER"]))
        self.assertEqual(self.verdicts([line(0.96, 0.01)], [line(1.0, 0.01)]), (1, ["SLOWER"]))

    def test_two_percent_at_least(self):
        self.assertEqual(self.verdicts([line(1.0, 0)], [line(0.99, 0)]), (0, ["SAME"]))
        self.assertEqual(self.verdicts([line(1.0, 0)], [line(0.99, 0)], "--least", "0.001"), (0, ["FASTER"]))

    def test_swapping_the_files_swaps_the_word(self):
        for ratio in (0.5, 0.9, 0.97, 0.99, 1.0):
            there = self.verdicts([line(1.0)], [line(ratio)])[1]
            back = self.verdicts([line(ratio)], [line(1.0)])[1]
            swapped = {"FASTER": "SLOWER", "SLOWER": "FASTER", "SAME": "SAME"}
            self.assertEqual(back, [swapped[word] for word in there])

    def test_several_runs_count_as_noise(self):
        # Runs of one version that are 20 % apart hide a difference of 5 %.
        self.assertEqual(self.verdicts([line(0.9), line(1.1)], [line(0.95)]), (0, ["SAME"]))
        self.assertEqual(self.verdicts([line(0.9), line(1.1)], [line(0.88)]), (0, ["SAME"]))
        self.assertEqual(self.verdicts([line(1.0), line(1.0)], [line(0.9)]), (0, ["FASTER"]))

    def test_another_machine_is_refused(self):
        status, text = self.compare([line(1.0)], [line(1.0, machine="other")])
        self.assertEqual(status, 2)
        self.assertIn("different machines", text)
        self.assertEqual(self.compare([line(1.0)], [line(1.0, machine="other")], "--across-machines")[0], 0)
        self.assertEqual(self.compare([line(1.0)], [line(1.0, allocator="pool")])[0], 2)

    def test_what_one_side_lacks_is_named(self):
        status, text = self.compare([line(1.0), line(1.0, case="cant")], [line(1.0)])
        self.assertEqual(status, 0)
        self.assertIn("only in", text)
        self.assertIn("cant", text)

    def test_nothing_in_common_is_an_error(self):
        self.assertEqual(self.compare([line(1.0)], [line(1.0, case="cant")])[0], 2)

    def test_a_refused_method_is_no_figure(self):
        refused = line(1.0)
        del refused["seconds"]
        refused["note"] = "too much memory"
        self.assertEqual(self.compare([refused], [refused])[0], 2)

    def test_a_set_up_is_compared(self):
        def planned(set_up):
            seconds = line(1.0)["seconds"]
            return line(1.0, method="plan", seconds={**seconds, "set_up": line(set_up)["seconds"]["warm"]})
        for old, new, status, word in ((1.0, 10.0, 1, "SLOWER"), (10.0, 1.0, 0, "FASTER"), (1.0, 1.0, 0, "SAME")):
            found, text = self.compare([planned(old)], [planned(new)])
            self.assertEqual(found, status)
            self.assertEqual([row.split()[0] for row in text.splitlines() if " set_up " in row], [word])

    def test_copies_of_another_size_each_time_are_not_compared(self):
        status, text = self.compare([product(1.0), copy(1.0)], [product(1.0), copy(9.0), copy(1.0, case="cant")])
        self.assertEqual(status, 0)
        self.assertNotIn("copy", text)

    def test_faulty_files_are_named_with_the_line(self):
        for fault in ("{", "[1]", '{"program": "perf_transpose"}', json.dumps(line(1.0, seconds={"warm": {}}))):
            status, text = self.compare([line(1.0), fault], [line(1.0)])
            self.assertEqual(status, 2, fault)
            self.assertIn("old.jsonl:2: ", text)
        self.assertEqual(self.run_script(compare, str(self.folder / "absent"), str(self.folder / "absent"))[0], 2)


class PrintResults(Scripts):
    def tables(self, *lines):
        self.write("results/some.jsonl", lines)
        return print_results.tables(self.folder / "results")

    def test_no_results_no_text(self):
        self.assertEqual(self.tables(), "")

    def test_a_folder_without_files_of_results_is_an_error(self):
        readme = self.write("README.md", [print_results.BEGIN, "old", print_results.END])
        (self.folder / "empty").mkdir()
        for folder in ("absent", "empty"):
            for arguments in ((), (readme,), ("--all", "--repository", str(self.folder)), ("--check", readme)):
                status, text = self.run_script(print_results, "--results", str(self.folder / folder), *arguments)
                self.assertEqual(status, 2)
                self.assertIn(f"{folder}: there is no file of results", text)
        self.assertIn("old", pathlib.Path(readme).read_text())

    def test_tables_are_not_replaced_by_nothing(self):
        self.write("results/some.jsonl", [line(0.001)])
        page = self.write("spmv.md", [print_results.BEGIN, "old", print_results.END])
        status, text = self.run_script(print_results, "--results", str(self.folder / "results"), page)
        self.assertEqual(status, 2)
        self.assertIn("spmv.md: it has tables", text)
        self.assertIn("old", pathlib.Path(page).read_text())
        page = self.write("spmv.md", [print_results.BEGIN, print_results.END])
        self.assertEqual(self.run_script(print_results, "--results", str(self.folder / "results"), page), (0, ""))

    def test_transposition(self):
        text = self.tables(line(0.001, method="automatic"), line(0.002, library="cuSPARSE", method="csr2cscEx2"),
                           line(0.1, method="serial", space="OpenMP", on_device=False))
        row = next(row for row in text.splitlines() if row.startswith("| wing"))
        self.assertEqual(row, "| wing | 30 | 100 | **1.00** | 2.00 | 2.00 (2.00) |")
        for part in ("2 threads of c", "Kokkos 4.6.1", "commit abc", "2026-01-02", "`double`"):
            self.assertIn(part, text)

    def test_a_plan_is_never_the_fastest_and_what_did_not_run_has_no_figure(self):
        text = self.tables(line(0.002), line(0.001, method="plan numeric"), line(0.003, method="bucket"),
                           line(0.001, case="other"), line(0.0, case="other", method="bucket", seconds={}, note="skipped: why"),
                           line(0.0, case="other", method="plan numeric", seconds={}, note="too large"))
        rows = {row.split()[1]: row for row in text.splitlines() if row.startswith(("| wing", "| other"))}
        self.assertEqual(rows["wing"], "| wing | 30 | **2.00** | 3.00 | 1.00 |")
        self.assertEqual(rows["other"], "| other | 30 | **1.00** | - | refused |")

    def test_the_newest_of_two_runs_is_printed(self):
        later = line(0.003, date="2026-05-01T00:00:00Z", commit="def")
        for order in ((line(0.001), later), (later, line(0.001))):
            text = self.tables(*order)
            self.assertIn("**3.00**", text)
            self.assertNotIn("abc", text)

    def test_types_and_machines_get_tables_of_their_own(self):
        text = self.tables(line(0.001), line(0.001, type="float"), line(0.001, machine="n"))
        self.assertEqual(text.count("| matrix |"), 3)

    def test_a_refusal_is_shown(self):
        refused = line(1.0, method="scan_trans", case="wide", note="too much memory")
        del refused["seconds"]
        text = self.tables(refused, line(0.001, case="wide"), line(0.002, method="scan_trans"), line(0.001))
        self.assertIn("| wide | 30 | refused | **1.00** |", text)

    def test_primitives(self):
        common = {"program": "perf_primitives", "case": "radix_sort", "type": "int"}
        text = self.tables(line(0.001, **common, sizes={"n": 1000}), line(0.004, **common, sizes={"n": 5000}),
                           line(0.002, **common, sizes={"n": 5000}, library="CUB", method="DeviceRadixSort"))
        self.assertIn("| `radix_sort` | 5,000 | Araios radix 4.00; CUB DeviceRadixSort 2.00 |", text)

    def test_suite(self):
        common = {"program": "perf_transpose_suite", "workspace_bytes": 75}
        cusparse = {"library": "cuSPARSE", "method": "csr2cscEx2"}
        text = self.tables(line(0.001, **common, method="automatic"), line(0.004, **common, **cusparse),
                           line(0.0005, **common, method="plan numeric"),
                           line(0.001, **common, method="automatic", case="cant"),
                           line(0.016, **common, **cusparse, case="cant"),
                           line(0.001, **common, method="automatic", case="alone"),
                           line(0.010, **common, method="automatic", space="OpenMP", on_device=False),
                           line(0.020, **common, library="CXSparse", method="cs_transpose", space="host", on_device=False))
        rows = [row for row in text.splitlines() if row.startswith("| ")]
        self.assertEqual(rows[1:], [
            "| wing | 30 | 1.00 | 4.00 | 4.00 | 4.00 | 2.50 (2.50) | 0.500 | 8.00 |",
            "| cant | 30 | 1.00 | 16.0 | 16.00 | 16.00 | 2.50 (2.50) | - | - |",
            "| **geometric mean** |  |  |  | **8.00** | **8.00** |  |  | **8.00** |",
            "| matrix | entries | Araios ms | CXSparse ms | CXSparse / Araios | the same, caches warm |"
            " the same, output and workspace allocated |",
            "| wing | 30 | 10.0 | 20.0 | 2.00 | 2.00 | 2.00 |",
            "| **geometric mean** |  |  |  | **2.00** | **2.00** | **2.00** |"])

    def test_suite_with_added_matrices(self):
        common = {"program": "perf_transpose_suite", "workspace_bytes": 75}
        cusparse = {"library": "cuSPARSE", "method": "csr2cscEx2"}
        lines = [line(0.001, **common, method="automatic"), line(0.004, **common, **cusparse),
                 line(0.001, **common, method="automatic", case="web_crawl:300:3000"),
                 line(0.002, **common, **cusparse, case="web_crawl:300:3000")]
        rows = [row for row in self.tables(*lines).splitlines() if row.startswith("| **")]
        self.assertEqual(rows, ["| **geometric mean** |  |  |  | **4.00** | **4.00** |  |",
                                "| **geometric mean, added matrices** |  |  |  | **2.00** | **2.00** |  |"])
        _, means = print_results.suite(lines)
        self.assertEqual([mean.ratios for mean in means], [{"wing": 4.0}])

    def test_solvers_beside_cusparse(self):
        common = {"program": "perf_color_suite", "type": "pattern"}
        csrcolor = {"library": "cuSPARSE", "method": "csrcolor", "numbers": {"colors": 30.0}, **common}
        lines = [line(1e-3, method="by_index", numbers={"colors": 4.0}, **common), line(2e-3, **csrcolor),
                 line(1e-3, method="by_index", numbers={"colors": 5.0}, case="cant", **common), line(8e-3, case="cant", **csrcolor),
                 line(4e-3, method="by_hash, no recoloring", numbers={"colors": 9.0}, case="cant", **common),
                 line(1e-3, method="by_index", case="alone", **common)]
        rows = [row for row in self.tables(*lines).splitlines() if row.startswith("| ")]
        self.assertEqual(rows, [
            "| case | by_index | csrcolor | x | by_hash, no recoloring | csrcolor | x |",
            "| `wing` | 1000 (4) | 2000 (30) | 2.00 | - | - | - |",
            "| `cant` | 1000 (5) | 8000 (30) | 8.00 | 4000 (9) | 8000 (30) | 2.00 |",
            "| **geometric mean** |  |  | **4.00** |  |  | **2.00** |"])
        _, means = print_results.colorings(lines)
        self.assertEqual([mean.ratios for mean in means], [{"wing": 2.0, "cant": 8.0}])

    def test_solvers_of_several_numbers_of_columns(self):
        common = {"program": "perf_triangular_suite"}
        lines = [line(time, **common, **of_library, case=case, sizes={"rows": 10, "cols": 10, "nnz": 30, "columns": columns})
                 for case, columns, ours, theirs in (("wing", 8, 1e-3, 2e-3), ("wing", 32, 1e-3, 8e-3), ("cant", 32, 1e-3, 4e-3))
                 for time, of_library in ((ours, {"method": "lower, columns, left"}),
                                          (theirs, {"method": "lower, columns, left", "library": "cuSPARSE"}))]
        _, means = print_results.triangular_solves(lines)
        self.assertEqual([mean.ratios for mean in means], [{"wing, 8 columns": 2.0, "wing, 32 columns": 8.0, "cant": 4.0}])
        self.assertIn("| `wing, 8 columns` |", self.tables(*lines))

    def test_suite_within_eight_bytes(self):
        common = {"program": "perf_transpose_suite", "workspace_bytes": 75}
        text = self.tables(line(0.001, **common, method="automatic"), line(0.002, **common, method="automatic_8_bytes"),
                           line(0.004, **common, library="cuSPARSE", method="csr2cscEx2"),
                           line(0.0005, **common, method="plan numeric"))
        self.assertIn("| cuSPARSE / Araios within 8 bytes per entry | plan, numeric ms |", text)
        self.assertIn("| wing | 30 | 1.00 | 4.00 | 4.00 | 4.00 | 2.50 (2.50) | 2.00 | 0.500 | 8.00 |", text)

    def test_products(self):
        common = {"program": "perf_spmv_suite"}
        cusparse = {"library": "cuSPARSE", **common}
        text = self.tables(product(1e-3, method="csr plan", **common), product(2e-3, method="coo", **common),
                           product(0.5e-3, method="chosen", chosen="ELL", **common), product(0.4e-3, method="jds", **common),
                           product(3e-3, method="CSR_ALG1", **cusparse), product(2e-3, method="COO_ALG1", **cusparse),
                           product(1.5e-3, method="SELL_ALG1", **cusparse), product(1e-3, method="BSR_ALG1", **cusparse),
                           product(1e-4, method="COO_ALG2", **cusparse),
                           product(1e-3, method="csr plan", case="cant", **common),
                           product(1e-3, method="chosen", chosen="CSR", case="cant", **common),
                           product(8e-3, method="CSR_ALG2", case="cant", **cusparse),
                           product(1e-3, method="csr plan T", **common), product(1e-3, method="chosen T", chosen="CSR", **common),
                           product(5e-3, method="CSR_ALG1 T", **cusparse),
                           product(1e-3, method="csr plan", case="alone", **common))
        rows = [row for row in text.splitlines() if row.startswith("| ")]
        self.assertEqual([row for row in rows if "cuSPARSE" not in row], [
            "| wing | 30 | 1.00 | 0.500 (ELL) | 50% | 0.400 (jds) | 2.00 (COO_ALG1) | 2.00 | 4.00 | 2.00 (BSR_ALG1, 1.00 ms) |",
            "| cant | 30 | 1.00 | 1.00 (CSR) | 25% | 1.00 (csr plan) | 8.00 (CSR_ALG2) | 8.00 | 8.00 | - |",
            "| **geometric mean** |  |  |  |  |  |  | **4.00** | **5.66** | **2.00** (1 of 2 matrices) |",
            "| wing | 30 | 1.00 | 1.00 (CSR) | 25% | 1.00 (csr plan) | 5.00 (CSR_ALG1) | 5.00 | 5.00 | - |",
            "| **geometric mean** |  |  |  |  |  |  | **5.00** | **5.00** | - |"])
        self.assertIn("with CSR and COO: CSR_ALG1, CSR_ALG2, COO_ALG1.", text)
        self.assertIn("| best of cuSPARSE's SELL and BSR / chosen |", text)

    def test_products_of_columns(self):
        common = {"program": "perf_spmm_suite", "sizes": {"rows": 10, "cols": 20, "nnz": 30, "columns": 32}}
        text = self.tables(product(1e-3, method="csr right", **common), product(4e-3, method="csr left", **common),
                           product(2e-3, method="CSR_ALG1 right", library="cuSPARSE", **common),
                           product(3e-3, method="CSR_ALG3 right", library="cuSPARSE", **common),
                           product(2e-3, method="CSR_ALG2 left", library="cuSPARSE", **common),
                           product(1e-3, method="COO_ALG1 left", library="cuSPARSE", **common))
        rows = [row for row in text.splitlines() if row.startswith("| ") and "cuSPARSE" not in row]
        self.assertEqual(rows, ["| wing | 30 | 1.00 | 2.00 | 2.00 | 4.00 | 2.00 | 0.50 |",
                                "| **geometric mean** |  |  |  | **2.00** |  |  | **0.50** |"])
        self.assertIn("the best of all its algorithms, COO_ALG1 included, the geometric means are 2.00 by rows and 0.25 by columns.",
                      text.replace("\n", " "))
        text = self.tables(product(1e-3, method="csr right", **common),
                           product(2e-3, method="CSR_ALG1 right", library="cuSPARSE", **common))
        self.assertNotIn("all its algorithms", text)

    def test_conversions(self):
        common = {"program": "perf_convert_suite", "sizes": {"rows": 10, "cols": 20, "nnz": 2_000_000}}
        text = self.tables(product(1e-3, method="csr to ell", ratios={"csr_products": 2}, **common),
                           product(1e-3, method="csr to ell", ratios={"csr_products": 8}, **{**common, "case": "cant"}),
                           product(1e-3, method="ell to csr", ratios={"csr_products": 3}, **common),
                           product(1e-3, method="csr to dia", ratios={"csr_products": 9}, **common),
                           product(1e-3, method="csr product", ratios={"csr_products": 1}, **common),
                           product(1e-3, method="csr to coo", ratios={"csr_products": 5},
                                   **{**common, "sizes": {"rows": 10, "cols": 20, "nnz": 30}}))
        self.assertEqual([row for row in text.splitlines() if row.startswith("| `")],
                         ["| `dia` | 1 | 9.0 | 9.0 (wing) | - | - | - |",
                          "| `ell` | 2 | 4.0 | 8.0 (cant) | 1 | 3.0 | 3.0 (wing) |"])
        self.assertNotIn("library / Araios", text)
        self.assertNotIn(", by ", text)

    def test_conversions_by_allocators(self):
        common = {"program": "perf_convert_suite", "sizes": {"rows": 10, "cols": 20, "nnz": 2_000_000}, "method": "csr to ell"}
        text = self.tables(product(1e-3, ratios={"csr_products": 2}, **common),
                           product(1e-3, ratios={"csr_products": 1}, allocator="pool", **common))
        self.assertEqual([row for row in text.splitlines() if row.startswith("| `")],
                         ["| `ell` | 1 | 2.0 | 2.0 (wing) | - | - | - |", "| `ell` | 1 | 1.0 | 1.0 (wing) | - | - | - |"])
        self.assertIn("allocation of the result inside, by pool.", text.replace("\n", " "))
        # Paragraphs are wrapped.
        self.assertLessEqual(max(len(line) for line in text.splitlines() if not line.startswith(("|", "<"))), 120)

    def test_conversions_beside_libraries(self):
        common = {"program": "perf_convert_suite", "sizes": {"rows": 10, "cols": 20, "nnz": 2_000_000}, "ratios": {"csr_products": 2}}
        cusparse, kokkos_kernels = {"library": "cuSPARSE", **common}, {"library": "Kokkos Kernels", **common}
        text = self.tables(product(1e-3, method="csr to csc", **common), product(2e-3, method="csr to csc", case="cant", **common),
                           product(1e-3, method="csc to csr", **common), product(1e-3, method="csr to coo", **common),
                           product(1e-3, method="csr to ell", **common),
                           product(2e-3, method="csr to csc", **cusparse), product(16e-3, method="csr to csc", case="cant", **cusparse),
                           product(5e-4, method="csc to csr", **cusparse), product(9e-3, method="csr to bsr", **cusparse),
                           product(3e-3, method="csr to csc", **kokkos_kernels), product(2e-3, method="csr to coo", **kokkos_kernels),
                           product(1e-3, method="csr to csc, unsorted", **kokkos_kernels))
        self.assertEqual([row for row in text.splitlines() if row.startswith("| `")],
                         ["| `coo` | 1 | 2.0 | 2.0 (wing) | - | - | - | Kokkos Kernels 2.00, - |",
                          "| `csc` | 2 | 2.0 | 2.0 (wing) | 1 | 2.0 | 2.0 (wing) | cuSPARSE 4.00, 0.50; Kokkos Kernels 3.00, - |",
                          "| `ell` | 1 | 2.0 | 2.0 (wing) | - | - | - | - |"])

    def test_calls(self):
        both = "csr2cscEx2, arrays and buffer allocated in the call"
        text = self.tables(call(4, 2, "spmv"), call(3, 2, "spmv, own workspace"), call(2, 1, "empty kernel", "Kokkos"),
                           call(8, 3, "CSR_ALG1", "cuSPARSE"), call(6, 4, "COO_ALG1", "cuSPARSE"),
                           call(1, 1, "COO_ALG2", "cuSPARSE"),
                           call(5, 5, "spmv", case="cant"), call(30, 10, "CSR_ALG2", "cuSPARSE", case="cant"),
                           call(5, 5, "spmv", case="alone"),
                           call(10, 5, "transpose into"), call(12, 5, "transpose into, own workspace"),
                           call(40, 20, "csr2cscEx2", "cuSPARSE"),
                           call(100, 100, "transpose new"), call(200, 150, both, "cuSPARSE"))
        self.assertEqual([row for row in text.splitlines() if row.startswith("| ")], [
            "| matrix | entries | `spmv` | with a workspace | with a plan | cuSPARSE, best of three | cuSPARSE / Araios |"
            " the same, host |",
            "| wing | 30 | 4.00 (2.00) | 3.00 (2.00) | - | 6.00 (4.00), COO_ALG1 | 1.50 | 2.00 |",
            "| cant | 30 | 5.00 (5.00) | - | - | 30.0 (10.0), CSR_ALG2 | 6.00 | 2.00 |",
            "| **geometric mean** |  |  |  |  |  | **3.00** | **2.00** |",
            "| **minimum** |  |  |  |  |  | 1.50 (wing) | 2.00 (cant) |",
            "| matrix | entries | `transpose` | with a workspace | cuSPARSE | cuSPARSE / Araios | the same, host |",
            "| wing | 30 | 10.0 (5.00) | 12.0 (5.00) | 40.0 (20.0) | 4.00 | 4.00 |",
            "| **geometric mean** |  |  |  |  | **4.00** | **4.00** |",
            "| **minimum** |  |  |  |  | 4.00 (wing) | 4.00 (wing) |",
            "| matrix | entries | `transpose` | cuSPARSE, arrays and buffer allocated | cuSPARSE / Araios | the same, host |",
            "| wing | 30 | 100 (100) | 200 (150) | 2.00 | 1.50 |",
            "| **geometric mean** |  |  |  | **2.00** | **1.50** |",
            "| **minimum** |  |  |  | 2.00 (wing) | 1.50 (wing) |"])

    def test_formats(self):
        self.write("results/some.jsonl", [product(2e-3, method="csr plan"), product(1e-3, method="ell"),
                                          product(1e-3, method="chosen", chosen="ELL"), product(9e-3, method="ell T"),
                                          product(3e-3, method="COO_ALG1", library="cuSPARSE"),
                                          product(2e-3, method="SELL_ALG1", library="cuSPARSE"),
                                          product(1e-3, method="csr plan", case="cant"), product(2e-3, method="csr rows", case="cant"),
                                          product(0.5e-3, method="csr merge", case="cant")])
        text = print_results.tables(self.folder / "results", "docs/formats.md")
        self.assertEqual([row for row in text.splitlines() if row.startswith("| ")],
                         ["| format | wing | cant |", "| `csr rows` | refused | 2.00 |", "| `csr merge` | refused | **0.500** |",
                          "| `csr plan` | 2.00 | 1.00 |", "| `ell` | **1.00** | refused |",
                          "| chosen by `choose_format` | ELL | - |", "| cuSPARSE, best of three of CSR and COO | 3.00 | - |",
                          "| cuSPARSE, `SELL_ALG1` | 2.00 | - |"])

    def test_check_and_update(self):
        self.write("results/some.jsonl", [line(0.001)])
        page = self.folder / "transpose.md"
        page.write_text(f"before\n\n{print_results.BEGIN}\nold\n{print_results.END}\n\nafter\n")
        arguments = ("--results", str(self.folder / "results"), str(page))
        status, text = self.run_script(print_results, "--check", *arguments)
        self.assertEqual(status, 1)
        self.assertIn("-old", text)
        self.assertIn("old", page.read_text())
        self.assertEqual(self.run_script(print_results, *arguments)[0], 0)
        self.assertEqual(self.run_script(print_results, "--check", *arguments), (0, ""))
        text = page.read_text()
        self.assertTrue(text.startswith("before\n\n") and text.endswith("\n\nafter\n"))
        self.assertIn("**1.00**", text)
        self.assertNotIn("old\n", text)

    def test_a_document_without_a_place_is_an_error(self):
        self.write("results/some.jsonl", [line(0.001)])
        readme = self.write("README.md", [print_results.END, print_results.BEGIN])
        self.assertEqual(self.run_script(print_results, "--results", str(self.folder / "results"), readme)[0], 2)

    SUITE = [line(0.001, program="perf_transpose_suite", method="automatic"),
             line(0.004, program="perf_transpose_suite", library="cuSPARSE", method="csr2cscEx2"),
             line(0.001, program="perf_transpose_suite", method="automatic", case="cant"),
             line(0.0005, program="perf_transpose_suite", library="cuSPARSE", method="csr2cscEx2", case="cant"),
             product(1e-3, method="csr plan", program="perf_spmv_suite"), product(4e-3, method="csr automatic", program="perf_spmv_suite"),
             product(5e-4, method="chosen", chosen="ELL", program="perf_spmv_suite"),
             product(2e-3, method="CSR_ALG2", library="cuSPARSE", program="perf_spmv_suite")]

    def test_the_name_of_a_page_chooses_its_tables(self):
        self.write("results/some.jsonl", self.SUITE + [line(0.001)])
        of = {page: print_results.tables(self.folder / "results", f"docs/performance/{page}") for page in print_results.PAGES}
        self.assertEqual([page for page in of if of[page]], ["transpose.md", "spmv.md"])
        self.assertEqual(of["transpose.md"].count("| matrix |"), 2)
        self.assertNotIn("Of CSR without a plan", of["spmv.md"])
        status, text = self.run_script(print_results, "--results", str(self.folder / "results"), "NOTES.md")
        self.assertEqual(status, 2)

    def test_the_readme_has_one_row_for_each_operation_and_type(self):
        conversion = {"program": "perf_convert_suite", "sizes": {"rows": 10, "cols": 20, "nnz": 2_000_000}, "ratios": {"csr_products": 2}}
        primitive = {"program": "perf_primitives", "case": "radix_sort", "type": "int", "sizes": {"n": 9}}
        columns = {"program": "perf_spmm_suite", "sizes": {"rows": 10, "cols": 20, "nnz": 30, "columns": 32}}
        pool = {"allocator": "pool", **conversion}
        self.write("results/some.jsonl", self.SUITE + [
            product(1e-3, method="coo to csr", **conversion), product(5e-4, method="coo to csr", library="cuSPARSE", **conversion),
            product(1e-3, method="coo to csr", **pool), product(9e-4, method="coo to csr", library="cuSPARSE", **pool),
            product(1e-3, method="csr right", **columns), product(3e-3, method="CSR_ALG1 right", library="cuSPARSE", **columns),
            product(2e-3, method="COO_ALG1 right", library="cuSPARSE", **columns),
            line(0.001, method="automatic", **primitive), line(0.002, library="Kokkos", method="sort_by_key", **primitive),
            line(0.0015, library="CUB", method="DeviceRadixSort", **primitive)])
        text = print_results.tables(self.folder / "results", "README.md")
        self.assertEqual([row for row in text.splitlines() if row.startswith("| ") and "`" in row], [
            "| [transposition](docs/performance/transpose.md) | `double` | cuSPARSE | **1.41** | 0.50 | 2 |",
            "| [SpMV, CSR with a plan](docs/performance/spmv.md) | `double` | cuSPARSE, best of three | **2.00** | 2.00 | 1 |",
            "| SpMV, chosen format | `double` | cuSPARSE, best of three | **4.00** | 4.00 | 1 |",
            "| [SpMM, 32 columns, by rows](docs/performance/spmm.md) | `double` | cuSPARSE, best of all | **2.00** | 2.00 | 1 |",
            "| [COO to CSR](docs/performance/convert.md) | `double` | cuSPARSE, sorted input only | **0.50** | 0.50 | 1 |",
            "| [primitives, each at its largest size](docs/performance/primitives.md) | `int` | fastest of CUB, Thrust, Kokkos |"
            " **1.50** | 1.50 | 1 |"])

    def test_rows_of_a_plan_and_of_a_host(self):
        common = {"program": "perf_transpose_suite"}
        self.write("results/some.jsonl", [
            line(0.001, **common, method="automatic"), line(0.0005, **common, method="plan numeric"),
            line(0.004, **common, library="cuSPARSE", method="csr2cscEx2"),
            line(0.010, **common, method="automatic", space="OpenMP", on_device=False,
                 seconds={"flushed": line(0.002)["seconds"]["flushed"], "end_to_end": line(0.010)["seconds"]["end_to_end"]}),
            line(0.030, **common, library="CXSparse", method="cs_transpose", space="host", on_device=False)])
        # Of the host the ratio is that of the times in which both allocate.
        rows = [row.split("|")[1:5] for row in print_results.tables(self.folder / "results", "README.md").splitlines()
                if row.startswith("| ") and "`" in row]
        self.assertEqual([[row[0].split("]")[0].strip(" ["), row[2].strip(), row[3].strip()] for row in rows],
                         [["transposition", "cuSPARSE", "**4.00**"], ["transposition of new values, plan", "cuSPARSE", "**8.00**"],
                          ["transposition, host, 2 threads", "CXSparse, sequential", "**3.00**"]])

    def test_algebra(self):
        def square(time, library="Araios", method="multiply", value_type="double", **changes):
            return line(time, library=library, method=method, program="perf_multiply_suite", type=value_type,
                        sizes={"nnz": 30, "products": 99, "nnz_of_product": 77}, **changes)
        lines = [square(2e-3, peak_bytes=3_000_000), square(9e-3, "cuSPARSE", "ALG1", peak_bytes=20_000_000),
                 square(6e-3, "cuSPARSE", "ALG2", peak_bytes=12_000_000), square(1e-3, method="plan, values alone"),
                 square(3e-3, "cuSPARSE", "SpGEMMreuse_compute, values alone"),
                 square(8e-3, "Kokkos Kernels", "symbolic + numeric"),
                 square(1e-3, value_type="pattern"), square(4e-3, "cuSPARSE", "ALG3", value_type="pattern")]
        text = self.tables(*lines)
        self.assertIn("| wing | 30 | 99 | 77 | 2.00 | 6.00 (ALG2) | 3.00 (3.00) | 8.00 | 3.00 | 0.25 | 1.00 | 3.00 |", text)
        self.assertIn("| wing | 30 | 99 | 77 | 1.00 | 4.00 (ALG3) | 4.00 (4.00) | - | - | - |", text)
        means = print_results.page_tables(lines, "algebra.md")[1]
        self.assertEqual([(mean.operation, mean.type, mean.ratios["wing"]) for mean in means],
                         [(print_results.SPGEMM, "double", 3.0), (print_results.SPGEMM_BY_PLAN, "double", 3.0),
                          (print_results.SPGEMM, "pattern", 4.0)])

    def test_sums_kronecker_products_and_closures(self):
        def added(time, library="Araios", method="elementwise_add"):
            return line(time, library=library, method=method, program="perf_add_suite", bytes=1000, copy_bandwidth=1e6,
                        sizes={"nnz": 30, "nnz_of_sum": 50}, peak_bytes=1_000_000)
        text = self.tables(*[added(2e-3), added(5e-3, "cuSPARSE", "csrgeam2")])
        self.assertIn("| wing | 30 | 50 | 2.00 | 50% | 5.00 | 2.50 | - | - | 1.00 |", text)
        text = self.tables(*[line(4e-3, method="kronecker", program="perf_kronecker_suite", bytes=2000, copy_bandwidth=1e6,
                                       sizes={"nnz": 30, "nnz_of_product": 720})])
        self.assertIn("| wing | 30 | 720 | 4.00 | 50% |", text)
        sizes = {"nnz": 30, "nnz_of_closure": 90}
        refused = line(0.0, library="cuSPARSE", method="ALG1, csrgeam2", program="perf_closure_suite", sizes=sizes, note="no result", seconds={})
        text = self.tables(*[line(1e-3, method="incremental", program="perf_closure_suite", sizes=sizes),
                                  line(2e-3, method="squaring", program="perf_closure_suite", sizes=sizes), refused])
        self.assertIn("| wing | 30 | 90 | 1.00 | 2.00 | refused |", text)

    TABLE_ONE = {"case": "Theory-3-4-B1k", "edges": 31, "all_pairs": 225}

    def test_triangles_of_table_one(self):
        rows = [row for row in self.tables(*[triangles(time, method, **self.TABLE_ONE) for time, method in
                                             ((0.1, "clean"), (0.2, "orient"), (0.05, "automatic"), (0.5, "all"), (0.04, "merge"),
                                              (0.08, "radix_binning"))]).splitlines() if row.startswith("| ")]
        self.assertEqual(rows[1:3] + rows[4:5], [
            "| Theory-3-4-B1k | 62 | 225 | 70 | 0.100 | 0.200 | 0.0500 | 0.500 | 0.67 | 1,340 | 0.000375 |",
            "| **geometric mean** |  |  |  |  |  |  |  |  | **1,340** |  |",
            "| Theory-3-4-B1k | 64.5 | 0.0500 | **0.0400** | 0.0800 | 1.25 |"])

    def test_triangles_by_every_method(self):
        refused = triangles(0.0, "product, sum at edges", library="cuSPARSE", note="no result: insufficient resources", seconds={})
        wrong = triangles(0.0, "hash", note="wrong result, first run: 1 triangles in place of 70", seconds={})
        text = self.tables(triangles(1.0, "automatic", chosen="mixed"), triangles(1.005, "bitmap"), triangles(0.995, "mixed"),
                           triangles(10.0, "radix_binning"), wrong, refused, triangles(2.0, "automatic", case="other"),
                           triangles(1.0, "merge", case="other"))
        self.assertIn("| R-MAT 20 | 2.0 | 1.00 (mixed) | - | wrong | 1.00 | **0.995** | 10.0 | refused | 1.01 |", text)
        self.assertIn("| other | 2.0 | 2.00 | **1.00** | - | - | - | - | - | 2.00 |", text)
        self.assertIn("within its noise of it, on 1 of 2 graphs; it takes 1.42 times as long as the fastest in the geometric mean, and"
                      " 2.00 times at most (other).", text)
        self.assertIn("`radix_binning` takes 10.1 times as long as the fastest in the geometric mean of 1 graphs", text)

    def test_large_graphs_have_rates_and_published_times_apart(self):
        text = self.tables(triangles(1.0, "clean"), triangles(0.5, "orient"), triangles(0.25, "automatic"), triangles(2.0, "all"),
                           triangles(4.0, "all", case="king:1024"), triangles(1.0, "automatic", case="unknown"))
        self.assertIn("| R-MAT 20 | 1,000 | 70 | 1.00 | 0.500 | 0.250 | 2.00 | 0.00400 | 0.00400 | 0.000500 |"
                      " Power8 3110*; V100, Trust 39.5*; V100, GroupTC-BS 27.1* |", text)
        self.assertIn("| king:1024 | 1,000 | 70 | - | - | - | 4.00 | - | - | 0.000250 | Power8 2.88 |", text)
        self.assertIn("| unknown | 1,000 | 70 | - | - | 1.00 | - | - | 0.00100 | - | - |", text)
        self.assertIn("Published times were not measured here", text)

    def test_trusses_and_bounded_lists(self):
        text = self.tables(triangles(2.0, "supports", edges=10_000), triangles(1.0, "automatic", edges=10_000),
                           triangles(5.0, "truss_numbers", edges=10_000), triangles(7.0, "cliques_of_4", edges=9_999, case="small"),
                           triangles(4.0, "radix_binning_of_all_pairs, 64 MB", edges=10_000, peak_bytes=50_000_000),
                           triangles(2.0, "radix_binning, 64 MB", case="alone", program="perf_triangles"))
        self.assertIn("| R-MAT 20 | 10,000 | 70 | 2.00 | 0.00500 | 2.0 | 5.00 | - |", text)
        self.assertNotIn("| small | 9,999 | 70 |", text)
        self.assertIn("| R-MAT 20 | `radix_binning_of_all_pairs` | 8,000 | 0.0000640 | 64 | 50.0 | 4.00 | 0.00200 |", text)
        self.assertIn("| alone | `radix_binning` | 2,000 | 0.0000160 | 64 | - | 2.00 | 0.00100 |", text)

    def test_triangles_on_hosts(self):
        def on_host(time, method, threads, **changes):
            return triangles(time, method, space="OpenMP", on_device=False, host_threads=threads, **changes)
        kokkos = {"library": "Kokkos Kernels", "method": "triangle_generic LL"}
        text = self.tables(on_host(1.0, "orient", 16), on_host(2.0, "automatic", 16), on_host(5.0, "all", 16),
                           on_host(9.0, threads=16, **kokkos), on_host(10.0, "orient", 1), on_host(20.0, "automatic", 1),
                           on_host(15.0, threads=1, **kokkos), on_host(1.0, "automatic", 1, case="other"),
                           on_host(8.0, "triangle_generic LL, lower triangle kept", 16, library="Kokkos Kernels"),
                           triangles(6.0, "all", case="unlike"), triangles(6.0, "all"))
        self.assertIn("16 host threads and the GPU, `all`: the host takes less time on 1 of 1 graphs.", text)
        self.assertIn("16 host threads: Kokkos Kernels with both kept takes 4.00 times as long as count in the geometric mean, 4.00 (R-MAT 20)",
                      text)
        self.assertNotIn("1 host thread", text)
        text = text[text.index("The host of"):]
        self.assertEqual([row for row in text.splitlines() if row.startswith("| ")], [
            "| graph | edges | 16 threads: orient | count | all | Kokkos Kernels | Kokkos Kernels / orient + count | 1 thread: orient | count"
            " | all | Kokkos Kernels | Kokkos Kernels / orient + count | published, ms |",
            "| R-MAT 20 | 1,000 | 1.00 | 2.00 | 5.00 | 9.00 (8.00) | 3.00 | 10.0 | 20.0 | - | 15.0 | 0.50 | Power8 3110*; Power8, one thread 53100*;"
            " V100, Trust 39.5*; V100, GroupTC-BS 27.1* |",
            "| other | 1,000 | - | - | - | - | - | - | 1.00 | - | - | - | - |",
            "| **geometric mean** |  |  |  |  |  | **3.00** |  |  |  |  | **0.50** |  |"])

    def test_published_times_say_where_they_are_from(self):
        columns = {column["name"]: column for column in print_results.published()["columns"]}
        for column in columns.values():
            self.assertTrue(column["machine"] and column["source"] and column["what"])
            self.assertTrue(all(seconds > 0 for seconds in column["seconds"].values()))
        self.assertEqual(len(columns[print_results.PAPER]["seconds"]), 23)
        self.assertIn(print_results.ONE_CORE, columns)
        self.assertEqual(print_results.published_times("none"), {})
        self.assertEqual(print_results.published_cell("Theory-3-4-B1k"), "Power8 0.000219")

    def test_compile_times(self):
        def compiled(case, method, seconds, megabytes):
            return line(1.0, program="perf_compile_time", case=case, method=method, sizes={}, space="nvcc", megabytes=megabytes,
                        flags="-O2", seconds={"compile": line(seconds)["seconds"]["warm"]})
        self.write("results/some.jsonl", [compiled("transpose", "headers", 60.0, 1024), compiled("transpose", "Araios::compiled", 20.0, 900),
                                          compiled("empty", "headers", 16.0, 573)])
        text = print_results.tables(self.folder / "results", "compile_time.md")
        self.assertIn("`nvcc -O2`", text)
        self.assertEqual([row for row in text.splitlines() if row.startswith("| `")],
                         ["| `empty` | 16.0 (573) | - | - |", "| `transpose` | 60.0 (1,024) | 20.0 (900) | 3.0 |"])

    def test_programs_without_a_page_change_nothing(self):
        self.write("results/some.jsonl", self.SUITE)
        before = [print_results.tables(self.folder / "results", page) for page in (None, "README.md", *print_results.PAGES)]
        self.write("results/other.jsonl", [line(1.0, program="perf_other", sizes={}, seconds={"how long": line(1.0)["seconds"]["warm"]})])
        after = [print_results.tables(self.folder / "results", page) for page in (None, "README.md", *print_results.PAGES)]
        self.assertEqual(before, after)

    def test_all_pages_that_have_results_must_be_there(self):
        self.write("results/some.jsonl", self.SUITE)
        place = [print_results.BEGIN, print_results.END]
        arguments = ("--all", "--results", str(self.folder / "results"), "--repository", str(self.folder))
        (self.folder / "docs").mkdir()
        readme = self.write("README.md", place)
        self.write("docs/performance/transpose.md", place)
        status, text = self.run_script(print_results, *arguments)
        self.assertEqual(status, 2)
        self.assertIn("spmv.md", text)
        self.write("docs/performance/spmv.md", place)
        self.write("docs/formats.md", place)
        self.assertEqual(self.run_script(print_results, "--check", *arguments)[0], 1)
        self.assertEqual(self.run_script(print_results, *arguments), (0, ""))
        self.assertEqual(self.run_script(print_results, "--check", *arguments), (0, ""))
        self.assertIn("(docs/performance/spmv.md)", pathlib.Path(readme).read_text())


class PlotFiles(Scripts):
    RESULTS = [product(1e-3), product(2e-3, method="ell"), product(4e-3, method="CSR_ALG1", library="cuSPARSE"),
               product(2e-3, case="cant"), product(1e-3, case="cant", method="CSR_ALG1", library="cuSPARSE"),
               product(1e-3, method="csr rows T"), product(9.0, space="OpenMP", on_device=False), copy(1e-6),
               copy(1e-6, case="cant"), copy(1e-6, case="copied")]
    PRIMITIVES = [product(1e-3, method="own", program="perf_primitives", type="int", case=case, sizes={"n": n})
                  for case in ("radix_sort", "merge") for n in (1000, 50000)]
    PRIMITIVES += [{**result, "method": "cub"} for result in PRIMITIVES]
    CONVERSIONS = [product(time, method=method, program="perf_convert_suite", type="float")
                   for time, method in ((1e-3, "csr product"), (2e-3, "csr to ell"), (3e-3, "ell to csr"))]
    MAIN = PrintResults.SUITE[:2] + PrintResults.SUITE[4:]
    TRANSPOSITIONS = [line(time, method=method, bytes=1000)
                      for time, method in ((3e-3, "radix"), (2e-3, "automatic"), (1e-3, "plan numeric"))]

    def write_spy(self, counts, nnz):
        path = self.folder / "a.spy"
        head = {"name": "a", "rows": 20, "cols": 30, "nnz": nnz, "height": 2, "width": 3}
        path.write_bytes(json.dumps(head).encode() + b"\n" + struct.pack(f"<{len(counts)}I", *counts))
        return str(path)


class Plot(PlotFiles):
    """What is drawn, as numbers."""

    def test_groups_are_of_one_space_and_one_operation(self):
        found = plot.groups(self.RESULTS, "flushed")
        self.assertEqual(sorted(found), [("perf_spmv", "double", False, ""), ("perf_spmv", "double", True, "")])
        group = found["perf_spmv", "double", False, ""]
        self.assertEqual(sorted(group), ["cant", "wing"])
        self.assertEqual(sorted(group["wing"]), ["Araios csr rows", "Araios ell", plot.BEST, "cuSPARSE CSR_ALG1"])
        self.assertEqual(plot.median(group["wing"][plot.BEST], "flushed"), 1e-3)
        self.assertEqual(list(plot.groups(self.RESULTS, "flushed", "OpenMP")), [("perf_spmv", "double", False, "")])
        self.assertEqual(plot.groups([], "flushed"), {})

    def test_groups_are_of_one_machine_number_of_threads_and_allocator(self):
        of_key = ("perf_spmv", "double", False)
        places = [product(1e-3, host_threads=threads, machine=machine) for threads, machine in ((1, "m"), (16, "m"), (16, "n"))]
        found = plot.groups(places, "flushed")
        self.assertEqual(list(found), [(*of_key, where) for where in ("m, 1 host thread", "m, 16 host threads", "n, 16 host threads")])
        self.assertEqual(list(plot.groups(places[:2], "flushed")), [(*of_key, "1 host thread"), (*of_key, "16 host threads")])
        pool = [product(1e-3), product(2e-3, allocator="pool"), product(3e-3, program="perf_spmm")]
        found = plot.groups(pool, "flushed")
        self.assertEqual({key: plot.median(group["wing"]["Araios csr rows"], "flushed") for key, group in found.items()},
                         {(*of_key, "default allocator"): 1e-3, (*of_key, "pool"): 2e-3, ("perf_spmm", "double", False, ""): 3e-3})

    def test_ours_come_first_and_whole_names_choose(self):
        lines = self.RESULTS + [product(1e-3, method=method) for method in ("ell_zero", "sell")]
        group = plot.groups(reversed(lines), "flushed")["perf_spmv", "double", False, ""]
        self.assertEqual(plot.methods(group)[-1], "cuSPARSE CSR_ALG1")
        self.assertEqual(plot.methods(group, ["ell", "CSR_ALG1", "ALG1"]), ["Araios ell", "cuSPARSE CSR_ALG1"])
        self.assertEqual(plot.methods(group, ["best"]), [plot.BEST])
        group = plot.groups(self.RESULTS, "flushed")["perf_spmv", "double", True, ""]
        self.assertEqual(plot.methods(group, ["csr rows"]), ["Araios csr rows"])

    def test_sizes_of_a_primitive_are_cases_of_their_own(self):
        group = plot.groups(self.PRIMITIVES, "flushed")["perf_primitives", "int", False, ""]
        self.assertEqual(sorted(group), [f"{case}, {n} elements" for case in ("merge", "radix_sort") for n in ("1,000", "50,000")])
        self.assertEqual({plot.size(line) for case in group.values() for line in case.values()}, {1000, 50000})
        self.assertEqual(plot.case_of(product(1.0, sizes={"nnz": 30, "columns": 5})), "wing, 5 columns")

    def test_only_what_does_the_same_is_compared(self):
        for lines in (self.PRIMITIVES, self.CONVERSIONS):
            (key, group), = plot.groups(lines, "flushed").items()
            self.assertNotIn(plot.BEST, plot.methods(group))
            self.assertEqual(plot.rivals(key[0], plot.methods(group)), [])
        group = plot.groups(self.TRANSPOSITIONS, "flushed")["perf_transpose", "double", False, ""]
        self.assertEqual(group["wing"][plot.BEST]["method"], "automatic")
        self.assertEqual(plot.rivals("perf_transpose", plot.methods(group)), ["Araios radix", "Araios automatic", plot.BEST])

    def test_parts_of_spgemm_are_not_compared_with_all_of_it(self):
        names = ["Araios multiply", "Araios plan, values alone", "cuSPARSE ALG1", "cuSPARSE SpGEMMreuse_compute, values alone",
                 "Kokkos Kernels symbolic", "Kokkos Kernels symbolic + numeric"]
        self.assertEqual(plot.rivals("perf_multiply_suite", names),
                         ["Araios multiply", "cuSPARSE ALG1", "Kokkos Kernels symbolic + numeric"])

    def test_rates_and_intensities(self):
        self.assertAlmostEqual(plot.rate(product(1e-3), "flushed"), 1e-3)
        self.assertAlmostEqual(plot.intensity(product(1.0)), 0.06)
        self.assertAlmostEqual(plot.intensity(product(1.0, type="complex_double")), 0.24)
        self.assertAlmostEqual(plot.intensity(product(1.0, sizes={"nnz": 30, "columns": 5})), 0.3)

    def test_profile(self):
        group = plot.groups(self.RESULTS, "flushed", with_best=False)["perf_spmv", "double", False, ""]
        ratios = plot.profile(group, plot.methods(group), "flushed")
        self.assertEqual(ratios, {"Araios csr rows": [1, 2], "Araios ell": [2, math.inf], "cuSPARSE CSR_ALG1": [1, 4]})
        self.assertEqual(plot.steps(ratios["Araios csr rows"], 5), ([1, 2, 5], [0.5, 1, 1]))
        self.assertEqual(plot.steps(ratios["Araios ell"], 5), ([1, 2, 5], [0, 0.5, 0.5]))

    def test_dumps_of_matrices(self):
        self.assertEqual(plot.read_spy(self.write_spy([1, 0, 2, 3, 0, 266], 272)),
                         ("a", 20, 30, 272, [[1, 0, 2], [3, 0, 266]]))
        for counts, nnz in (([1, 0, 2], 3), ([1, 0, 2, 3, 0, 4], 11)):
            with self.assertRaises(results.FileError):
                plot.read_spy(self.write_spy(counts, nnz))

    def test_matrix_market(self):
        head = "%%MatrixMarket matrix coordinate real "
        path = self.write("b.mtx", [head + "symmetric", "% about it", "", "3 3 2", "2 1 0.5", "3 3 1e4"])
        self.assertEqual(plot.read_matrix_market(path), ("b", 3, 3, 3, [[0, 1, 0], [1, 0, 0], [0, 0, 1]]))
        for lines in (["%%MatrixMarket matrix array real general", "1 1", "2.5"], [head + "general", "2 2 1", "3 1 1"],
                      [head + "general", "2 2 2", "1 1 1"], [head + "general", "2 2 1", "one 1 1"], []):
            with self.assertRaises(results.FileError):
                plot.read_matrix_market(self.write("b.mtx", lines))

    def test_the_picture_of_the_readme_has_the_ratios_of_its_table(self):
        machine, ratios = plot.main_ratios(self.MAIN)
        self.assertEqual(machine, "m")
        self.assertEqual(ratios, {print_results.TRANSPOSITION: {"wing": 4.0}, print_results.SPMV_BY_PLAN: {"wing": 2.0},
                                  print_results.SPMV_CHOSEN: {"wing": 4.0}})
        self.assertEqual(plot.main_description(machine, ratios),
                         "Speed-up over cuSPARSE on m. transposition: wing 4.00; SpMV, CSR with a plan: wing 2.00; "
                         "SpMV, chosen format: wing 4.00")
        with self.assertRaises(results.FileError):
            plot.main_ratios(self.RESULTS)

    def test_the_picture_of_the_readme_is_of_the_recorded_results(self):
        path = print_results.HERE.parent / "docs/performance/main.svg"
        if not path.parent.exists():
            self.skipTest("perf_tests stands alone here, without docs")
        wanted = plot.main_description(*plot.main_ratios(print_results.recorded(print_results.HERE / "results")))
        self.assertIn(f"<dc:description>{wanted}</dc:description>", path.read_text(encoding="utf-8"),
                      "plot.py results/*.jsonl --main --out ../docs/performance draws it again")

    TRIANGLES = [triangles(time, method, case=case, edges=edges)
                 for case, edges, times in (("small", 1000, (1.0, 2.0)), ("large", 200_000, (4.0, 1.0)))
                 for time, method in zip(times, ("merge", "radix_binning"))]

    def test_the_picture_of_triangles_has_edges_a_second_and_skew(self):
        others = [triangles(1.0, "supports"), triangles(1.0, "merge", library="cuSPARSE"),
                  triangles(1.0, "merge", space="OpenMP", on_device=False), triangles(1.0, "merge", program="perf_triangles")]
        machine, rates, graphs = plot.triangle_rates(self.TRIANGLES + others)
        self.assertEqual({method: {graph: round(rate) for graph, rate in found.items()} for method, found in rates.items()},
                         {"merge": {"small": 1_000_000, "large": 50_000_000}, "radix_binning": {"small": 500_000, "large": 200_000_000}})
        self.assertEqual((machine, graphs), ("m", {"small": (1000, 8.0), "large": (200_000, 0.04)}))
        self.assertEqual(plot.triangles_description(machine, rates, graphs),
                         "Triangles, G edges a second on m. merge: small 0.00100, large 0.0500; radix_binning: small 0.000500, large 0.200."
                         " Pairs an edge: small 8.0, large 0.0")
        with self.assertRaises(results.FileError):
            plot.triangle_rates(self.RESULTS)

    def test_names_close_to_each_other_share_a_place(self):
        self.assertEqual(plot.beside_each_other({"c": 3.0, "b": 1.1, "a": 1.0, "d": 1.2}), [(1.0, ["a", "b"]), (1.2, ["d"]), (3.0, ["c"])])

    def test_the_picture_of_triangles_is_of_the_recorded_results(self):
        path = print_results.HERE.parent / "docs/performance/triangles.svg"
        if not path.parent.exists():
            self.skipTest("perf_tests stands alone here, without docs")
        wanted = plot.triangles_description(*plot.triangle_rates(print_results.recorded(print_results.HERE / "results")))
        self.assertIn(f"<dc:description>{wanted}</dc:description>", path.read_text(encoding="utf-8"),
                      "plot.py results/*.jsonl --triangles --out ../docs/performance draws it again")

    def test_names_of_cases_are_short(self):
        for case, short in (("uniform:50000000x250000:10000000", "uniform:50Mx250k:10M"), ("banded:2000000:12:2000", "banded:2M:12:2k"),
                            ("elasticity:70x70x68", "elasticity:70x70x68"), ("grid4:1500", "grid4:1500"), ("a:4096000", "a:4096k")):
            self.assertEqual(plot.short_name(case), short)

    def test_without_matplotlib_there_is_a_message(self):
        present = plot.has_matplotlib
        plot.has_matplotlib = lambda: False
        self.addCleanup(setattr, plot, "has_matplotlib", present)
        status, text = self.run_script(plot, self.write("some.jsonl", self.RESULTS))
        self.assertEqual((status, text), (3, plot.WITHOUT_MATPLOTLIB + "\n"))


class DrawnPlot(PlotFiles):
    """The pictures themselves."""

    def setUp(self):
        super().setUp()
        if not plot.has_matplotlib():
            self.skipTest("no matplotlib")

    def test_all_pictures(self):
        status, text = self.run_script(plot, self.write("some.jsonl", self.RESULTS),
                                       self.write_spy([1, 0, 2, 3, 0, 4], 10), "--out", str(self.folder / "pictures"))
        self.assertEqual(status, 0, text)
        names = ["spy_a"] + [f"perf_spmv_double{op}_{kind}" for op in ("", "_transposed")
                             for kind in ("bars", "profile", "roofline")]
        written = sorted(path.name for path in (self.folder / "pictures").iterdir())
        self.assertEqual(written, sorted(f"{name}.{ending}" for name in names for ending in ("png", "svg")))
        for path in (self.folder / "pictures").iterdir():
            start = b"\x89PNG" if path.suffix == ".png" else b"<?xml"
            self.assertTrue(path.read_bytes().startswith(start), path)
            self.assertGreater(path.stat().st_size, 5000, path)

    def test_other_programs_get_the_pictures_that_mean_something(self):
        status, text = self.run_script(plot, self.write("some.jsonl", self.PRIMITIVES + self.CONVERSIONS + self.TRANSPOSITIONS),
                                       "--out", str(self.folder / "pictures"))
        self.assertEqual(status, 0, text)
        self.assertEqual(sorted(path.stem for path in (self.folder / "pictures").glob("*.png")),
                         ["perf_convert_suite_float_bars", "perf_primitives_int_bars", "perf_transpose_double_bars",
                          "perf_transpose_double_profile"])

    def test_each_number_of_threads_has_its_own_picture(self):
        lines = [line(1e-3, bytes=1000, program="perf_triangles", host_threads=threads) for threads in (1, 16)]
        status, text = self.run_script(plot, self.write("some.jsonl", lines), "--out", str(self.folder / "pictures"))
        self.assertEqual(status, 0, text)
        self.assertEqual(sorted(path.stem for path in (self.folder / "pictures").glob("*.png")),
                         ["perf_triangles_double_16_host_threads_bars", "perf_triangles_double_1_host_thread_bars"])

    def test_methods_with_commas_in_their_names_can_be_chosen(self):
        lines = self.write("some.jsonl", [line(1e-3, bytes=1000, library="Kokkos Kernels", method="transpose_matrix, sort")])
        for words, status in (('radix, "transpose_matrix, sort"', 0), ("transpose_matrix", 2)):
            self.assertEqual(self.run_script(plot, lines, "--methods", words, "--out", str(self.folder / "pictures"))[0], status)

    def test_the_picture_of_the_readme(self):
        out = ("--main", "--out", str(self.folder / "pictures"))
        files = [self.write("some.jsonl", self.MAIN[:2]), self.write("more.jsonl", self.MAIN[2:])]
        self.assertEqual(self.run_script(plot, *files, *out)[0], 0)
        self.assertEqual([path.name for path in (self.folder / "pictures").iterdir()], ["main.svg"])
        picture = (self.folder / "pictures/main.svg").read_text()
        self.assertIn(f"<dc:description>{plot.main_description(*plot.main_ratios(self.MAIN))}</dc:description>", picture)
        self.assertGreater(len(picture), 5000)
        self.assertEqual(self.run_script(plot, files[0], *out)[0], 0)  # one panel
        self.assertEqual(self.run_script(plot, self.write("none.jsonl", self.RESULTS), *out)[0], 2)

    def test_the_picture_of_triangles(self):
        out = ("--triangles", "--out", str(self.folder / "pictures"))
        self.assertEqual(self.run_script(plot, self.write("some.jsonl", Plot.TRIANGLES), *out)[0], 0)
        self.assertEqual([path.name for path in (self.folder / "pictures").iterdir()], ["triangles.svg"])
        picture = (self.folder / "pictures/triangles.svg").read_text()
        self.assertIn(f"<dc:description>{plot.triangles_description(*plot.triangle_rates(Plot.TRIANGLES))}</dc:description>", picture)
        self.assertEqual(self.run_script(plot, self.write("none.jsonl", self.RESULTS), *out)[0], 2)

    def test_nothing_to_draw_is_an_error(self):
        self.assertEqual(self.run_script(plot, self.write("some.jsonl", []))[0], 2)
        self.assertEqual(self.run_script(plot, self.write("some.jsonl", ["{}"]))[0], 2)
        self.assertEqual(self.run_script(plot, str(self.folder / "absent.mtx"))[0], 2)


class Digits(unittest.TestCase):
    def test_three_digits(self):
        for number, text in ((0, "0"), (1, "1.00"), (0.01234, "0.0123"), (9.996, "10.0"), (99.96, "100"), (123.4, "123"),
                             (1234, "1230"), (0.9996, "1.00")):
            self.assertEqual(results.three_digits(number), text)


if __name__ == "__main__":
    drawn = sys.argv[1:2] == ["--drawn"]
    if not plot.has_matplotlib():
        print(f"ATTENTION: nothing is drawn. {plot.WITHOUT_MATPLOTLIB}", file=sys.stderr)
        if drawn:
            sys.exit(77)
    unittest.main(argv=[sys.argv[0]] + (["DrawnPlot"] if drawn else sys.argv[1:]))
