# SPDX-License-Identifier: Apache-2.0
"""Runs SciPy's own tests with the constructors replaced by those of Araios, and compares the failures with a list.

    python tests/scipy_suite.py [--suite base|mmio] [--reasons] [--write] [--stored-types] [arguments of pytest ...]

The tests are those that SciPy has installed, scipy.sparse.tests.test_base and scipy.io.tests.test_mmio; no line of
them is here. Of test_base run the classes of CSR, CSC and COO and the three of matrices with duplicates, unsorted rows
and explicit zeros. What is replaced while they run: the constructors of these three formats; the test "is this a sparse
array?"; of Boolean matrices the non-canonical one, which does not exist; and the argument of the helpers that write to
the index arrays of a matrix, which are read-only here: they get a copy of SciPy. Values of long double, which Araios
refuses, are taken from the lists of types that the tests go through. Of test_mmio the three functions for
files.

scipy_suite_expected.toml names each test that fails, below the reason. A test that fails and is not there, and one that
is there and passes, ends the run with status 1. --write writes the list anew: new failures are put below "unknown".
--stored-types takes the integers from the lists of types, too: it shows what the tests that want their type kept find
otherwise. Nothing is compared then.
"""

import argparse
import collections
import importlib
import pathlib
import sys
import warnings

import araios
import numpy as np
import pytest
import scipy

LIST = pathlib.Path(__file__).with_name("scipy_suite_expected.toml")
CLASSES = ("TestCSR", "TestCSC", "TestCOO", "TestCSRNonCanonical", "TestCSCNonCanonical", "TestCOONonCanonical")
MODULES = {"base": "scipy.sparse.tests.test_base", "mmio": "scipy.io.tests.test_mmio"}


def constructor(format):
    """The constructor of a format, as a class: isinstance tells matrices of the format from others."""

    scipy_class = getattr(scipy.sparse, f"{format}_array")

    class Meta(type):
        def __instancecheck__(cls, A):
            # What has one dimension is a coo_array in SciPy, a Vector here.
            if isinstance(A, araios.Vector):
                return format == "coo"
            return isinstance(A, araios.Matrix) and A.format == format

        def __call__(cls, *args, **options):
            if _are_arrays(args, format):
                # A Matrix takes three arrays for those of CSR, and sums the entries that it is given.
                return araios.Matrix(scipy_class(*args, **options))
            return araios.Matrix(*args, **options).to_format(format)

    return Meta(f"{format}_array", (), {"format": format})


def _are_arrays(args, format):
    """Whether the first argument is that of a CSC matrix by its three arrays, or of a COO matrix by its entries."""
    if not args or not isinstance(args[0], tuple):
        return False
    return len(args[0]) == 3 and format == "csc" or len(args[0]) == 2 and np.ndim(args[0][1]) > 0 and format == "coo"


class SparseArrays(type):
    """What isinstance takes for an array of SciPy that is sparse."""

    def __instancecheck__(cls, A):
        return isinstance(A, (araios.Matrix, araios.Vector, scipy.sparse.sparray))


def on_copies(helper):
    """A method of the tests whose argument is copied to SciPy first."""

    def method(self, A, *args):
        return helper(self, A.to_scipy(copy=True) if isinstance(A, araios.Matrix) else A, *args)

    return method


def replace_sparse(module, stored_types):
    """Puts the constructors of Araios into test_base."""
    issparse = module.issparse
    module.issparse = lambda A: isinstance(A, (araios.Matrix, araios.Vector)) or issparse(A)
    module.sparray = SparseArrays("sparray", (), {})
    new = {format: constructor(format) for format in ("csr", "csc", "coo")}
    for format, make in new.items():
        setattr(module, f"{format}_array", make)
    # These helpers write to the arrays of a matrix: they get a copy of SciPy.
    for mixin in (module.COONonCanonicalMixin, module._NonCanonicalCompressedMixin):
        mixin._arg1_for_noncanonical = on_copies(mixin._arg1_for_noncanonical)
    module.COONonCanonicalMixin._insert_explicit_zero = on_copies(module.COONonCanonicalMixin._insert_explicit_zero)
    # A Boolean matrix has no explicit False, so there is none but the canonical one.
    twice = module._NonCanonicalMixin.spcreator

    def spcreator(self, D, *args, **options):
        plain = {name: value for name, value in options.items() if name != "sorted_indices"}
        A = super(module._NonCanonicalMixin, self).spcreator(D, *args, **plain)
        return A if A.dtype == bool else twice(self, D, *args, **options)

    module._NonCanonicalMixin.spcreator = spcreator
    stored = (np.bool_, np.float32, np.float64, np.complex64, np.complex128)
    types = [t for t in module.supported_dtypes if t not in (np.longdouble, np.clongdouble)]
    types = [t for t in types if t in stored] if stored_types else types
    module.supported_dtypes = types
    for name in CLASSES:
        cls = getattr(module, name)
        cls.math_dtypes = [t for t in cls.math_dtypes if t in types]
        for format, make in new.items():
            setattr(cls, f"{format}_container", make)
        make = new[name[4:7].lower()]
        if "NonCanonical" not in name:
            cls.spcreator = staticmethod(make)
    for name in CLASSES:
        cls = getattr(module, name)
        if "NonCanonical" not in name:
            cls.init_class()
        cls.is_array_test = True


def replace_files(module, _):
    """Puts the functions of Araios into test_mmio: for both of SciPy's implementations the same."""
    for name in ("mminfo", "mmread", "mmwrite"):
        for part in (module.scipy.io._mmio, module.fmm):
            setattr(part, name, getattr(araios, name))


class Plugin:
    """Selects the classes, replaces the constructors, keeps the outcomes."""

    def __init__(self, suite, stored_types):
        self.suite, self.stored_types = suite, stored_types
        self.outcomes = {}
        self.messages = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config, items):
        if self.suite == "base":
            kept = [item for item in items if item.cls is not None and item.cls.__name__ in CLASSES]
            config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
            items[:] = kept
            replace = replace_sparse
        else:
            replace = replace_files
        if items:
            replace(items[0].module, self.stored_types)

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.partition("::")[2]
        if report.when == "call" or report.outcome != "passed":
            outcome = report.outcome
            if outcome == "skipped" and hasattr(report, "wasxfail"):
                outcome = "xfailed"
            if self.outcomes.get(name) != "failed":
                self.outcomes[name] = outcome
            if outcome == "failed":
                crash = getattr(report.longrepr, "reprcrash", None)
                self.messages[name] = (crash.message if crash else str(report.longrepr)).partition("\n")[0][:200]


def read_list():
    """{suite: {test: reason}} of the list in the repository."""
    try:
        import tomllib
    except ImportError:
        import tomli as tomllib
    with LIST.open("rb") as file:
        groups = tomllib.load(file)
    result = {"base": {}, "mmio": {}}
    for suite in result:
        for group in groups.get(suite, []):
            for test in group["tests"]:
                result[suite][test] = group["reason"]
    return result


def write_list(expected):
    lines = ["# Tests of SciPy that fail with Araios, by reason; tests/scipy_suite.py --write keeps the order.\n"]
    for suite, reasons in expected.items():
        groups = collections.defaultdict(list)
        for test, reason in reasons.items():
            groups[reason].append(test)
        for reason, tests in sorted(groups.items()):
            lines.append(f'\n[[{suite}]]\nreason = """{reason}"""\ntests = [\n')
            lines += [f'    "{test}",\n' for test in sorted(tests)]
            lines.append("]\n")
    LIST.write_text("".join(lines))


def show(outcomes):
    """Prints passed, failed and skipped tests of each class, and returns how many passed and failed."""
    table = collections.defaultdict(collections.Counter)
    for name, outcome in outcomes.items():
        table[name.partition("::")[0]][outcome] += 1
    print(f"\n{'class':28}{'passed':>8}{'failed':>8}{'skipped':>9}")
    for name, counts in table.items():
        print(f"{name:28}{counts['passed']:8}{counts['failed']:8}{counts['skipped'] + counts['xfailed']:9}")
    total = sum(table.values(), collections.Counter())
    count = sum(total.values())
    print(f"{'together':28}{total['passed']:8}{total['failed']:8}{count - total['passed'] - total['failed']:9}")
    print(f"{total['passed']} of {total['passed'] + total['failed']} tests that run pass; {count} are there")


def compare(outcomes, messages, expected):
    """Prints what disagrees with the list; whether there is anything."""
    failed = {name for name, outcome in outcomes.items() if outcome == "failed"}
    new = sorted(failed - set(expected))
    passes = sorted(name for name in expected if outcomes.get(name) == "passed")
    for name in new:
        print(f"fails and is not in the list: {name}: {messages.get(name, '')}")
    for name in passes:
        print(f"is in the list and passes: {name}")
    return bool(new or passes)


def run(suite, arguments, stored_types):
    module = importlib.util.find_spec(MODULES[suite])
    if module is None:
        sys.exit(f"{MODULES[suite]} is not installed: pip install --force-reinstall scipy (wheels have the tests)")
    plugin = Plugin(suite, stored_types)
    options = ["-q", "--no-header", "-p", "no:cacheprovider", "--tb=short", "-W", "ignore", *arguments]
    pytest.main([module.origin, *options], plugins=[plugin])
    return plugin


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--suite", choices=list(MODULES), action="append")
    parser.add_argument("--write", action="store_true", help="write the list of failures anew")
    parser.add_argument("--reasons", action="store_true", help="print the failures of each reason")
    parser.add_argument("--stored-types", action="store_true", help="without integers, and without a comparison")
    options, arguments = parser.parse_known_args()
    expected = read_list() if LIST.exists() else {"base": {}, "mmio": {}}
    disagrees = False
    for suite in options.suite or list(MODULES):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            plugin = run(suite, arguments, options.stored_types)
        show(plugin.outcomes)
        if options.stored_types:
            continue
        if options.write:
            failed = sorted(name for name, outcome in plugin.outcomes.items() if outcome == "failed")
            expected[suite] = {name: expected[suite].get(name, "unknown: " + plugin.messages[name]) for name in failed}
        elif compare(plugin.outcomes, plugin.messages, expected[suite]):
            disagrees = True
        if options.reasons:
            for reason, count in collections.Counter(expected[suite].values()).most_common():
                print(f"{count:5}  {reason}")
    if options.write and not options.stored_types:
        write_list(expected)
    return int(disagrees)


if __name__ == "__main__":
    sys.exit(main())
