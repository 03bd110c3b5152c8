# SPDX-License-Identifier: Apache-2.0
"""Public names have docstrings and annotations, by which a type checker accepts a program or refuses it."""

import inspect
import os
import subprocess
import sys
import typing

import araios
import pytest
from araios import _names, _typing
from araios.boolean import Product

PUBLIC = {name: getattr(module, name) for module in (araios, araios.linalg) for name in module.__all__}
FUNCTIONS = [name for name, f in PUBLIC.items() if inspect.isfunction(f)]
CLASSES = {name: cls for name, cls in PUBLIC.items() if name not in FUNCTIONS} | {"Product": Product}
PROGRAM = """
from typing import Any

import araios
import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type

A = araios.Matrix(np.eye(3), dtype=np.float32)
assert_type(A, araios.Matrix)
assert_type(A.T.to_format("sell", chunk=8).shape, tuple[int, int])
assert_type(A.pattern() | araios.closure(A), araios.Boolean)
assert_type(A.entries()[2], NDArray[Any])
assert_type(araios.Boolean(A).times(A).value(), araios.Boolean)
assert_type(araios.Vector([1.0]).T.nnz, int)
assert_type(araios.choose_format(A).candidates[0].measured_seconds, float | None)
assert_type(araios.SpmvPlan(A, "T").matrix, araios.Matrix)
assert_type(araios.triangles(araios.TrianglePlan(A), method="hash"), int)
y = araios.spmv(A, np.ones(3), alpha=2.0, op="T", semiring="plus_times") + A @ np.ones(3) + abs(A).sin().toarray()
x, info = araios.linalg.cg(A, np.ones(3), rtol=1e-8, M=araios.linalg.jacobi(A), callback=lambda x: None)
assert_type(info, int)
assert_type(araios.linalg.spilu(A, fill_factor=1), araios.linalg.IncompleteFactor)
assert_type(araios.linalg.ilu0(A).L, araios.Matrix)
M = araios.linalg.multigrid([(A, A, A), (A,)], smoother="jacobi", pre_sweeps=2)
assert_type(M, araios.linalg.Multigrid)
M.update([(A, A, A), (A,)])
araios.linalg.Solver(A).update(A)
araios.linalg.spilu(A).solve(np.ones(3), trans="T")
araios.linalg.spilu(A).solve(np.ones(3), trans="C")  # refused
araios.linalg.multigrid([(A,)], smoother="ssor")  # refused
result = araios.linalg.solve(A, [1, 2, 3], method="gmres", history=True, M=araios.linalg.ic0(A, order="by_color"))
assert_type(result.status.history, list[float])
assert_type(araios.linalg.aslinearoperator(A).H, araios.linalg.LinearOperator)
assert_type(araios.linalg.color(A, distance=2), NDArray[Any])
assert_type(araios.linalg.Solver(A)(np.ones(3)).converged, bool)
araios.linalg.solve(A, np.ones(3), method="cgs")  # refused
araios.linalg.cg(A, np.ones(3), rtol="1e-5")  # refused
A.to_format("cst")  # refused
A.transpose(axis=1)  # refused
araios.spmv(A, np.ones(3), semiring="times_plus")  # refused
araios.stencil("3")  # refused
A.T.nz  # refused
araios._core.transpose(A._h, 3)  # refused
"""


def is_annotated(f):
    values = list(inspect.signature(f).parameters.values())
    values = [p for p in values if p.name not in ("self", "cls")]
    return all(p.annotation is not p.empty for p in values) and "return" in f.__annotations__


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    f = PUBLIC[name]
    assert f.__doc__
    assert is_annotated(f)


@pytest.mark.parametrize("name", CLASSES)
def test_classes(name):
    cls = CLASSES[name]
    assert cls.__doc__
    count = 0
    for member in (m for m in dir(cls) if not m.startswith("_")):
        attribute = inspect.getattr_static(cls, member)
        f = attribute.fget if isinstance(attribute, property) else attribute
        if inspect.isfunction(f) and f.__module__.startswith("araios."):
            count += 1
            assert f.__doc__, member
            assert is_annotated(f), member
    assert count or issubclass(cls, tuple)


@pytest.mark.parametrize("name", ["Format", "Semiring", "Op", "Operator"])
def test_names_of_types(name):
    assert typing.get_args(getattr(_typing, f"{name}Name")) == tuple(getattr(_names, f"{name.upper()}S"))


def test_a_program_is_checked(tmp_path):
    pytest.importorskip("mypy")
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    folder = os.path.dirname(os.path.dirname(araios.__file__))
    if not os.path.exists(os.path.join(folder, "araios", "_core.pyi")):
        pytest.skip("the stub of the extension is made by an installation")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        f"--cache-dir={tmp_path}",
        str(path),
    ]
    # mypy finds what is installed, and refuses to be told of it.
    environment = os.environ if folder.endswith("-packages") else {**os.environ, "MYPYPATH": folder}
    result = subprocess.run(command, capture_output=True, text=True, env=environment)
    refused = [n for n, line in enumerate(PROGRAM.splitlines(), 1) if line.endswith("# refused")]
    errors = [int(line.split(":")[1]) for line in result.stdout.splitlines() if ": error:" in line]
    assert sorted(set(errors)) == refused, result.stdout + result.stderr
