# SPDX-License-Identifier: Apache-2.0
"""The examples and python -m araios.bench, run as a user runs them."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import araios
import numpy as np
import pytest
from scipy import sparse

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


@pytest.fixture
def example(tmp_path, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")

    def run(name, *arguments):
        spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        picture = tmp_path / f"{name}.png"
        result = module.main([*arguments, "--picture", str(picture)])
        assert picture.read_bytes().startswith(b"\x89PNG")
        return module, result

    return run


def test_pagerank(example):
    module, ranks = example("pagerank")
    assert ranks.sum() == pytest.approx(1)
    A = araios.rmat(6, 200)
    X = A.toarray() != 0
    degrees = X.sum(axis=1)
    P = np.where(degrees[:, None] > 0, X / np.maximum(degrees, 1)[:, None], 1 / len(X))
    G = 0.85 * P.T + 0.15 / len(X)
    found, _ = module.pagerank(A, tolerance=1e-13)
    np.testing.assert_allclose(G @ found, found, atol=1e-12)
    solved, result = module.by_solver(A)
    assert result.converged
    np.testing.assert_allclose(solved, found, atol=1e-10)


def test_poisson(example):
    _, results = example("poisson", "--points", "40")
    assert all(result.converged for result in results.values())
    iterations = {name: result.iterations for name, result in results.items()}
    assert iterations["CG, symmetric Gauss-Seidel"] < iterations["CG"] * 0.6
    assert iterations["CG, IC(0)"] < iterations["CG"] * 0.6
    assert all(r.history[-1] <= 1.01 * r.status.tolerance for r in results.values())


def test_path_query(example, capsys):
    _, (ancestors, siblings, cousins) = example("path_query", "--generations", "3")
    assert set(ancestors) == {(1, 0), (2, 0), (3, 1), (3, 0), (4, 1), (4, 0), (5, 2), (5, 0), (6, 2), (6, 0)}
    assert siblings.nnz == 4 + 8 and cousins.nnz == 4 + 16
    assert "digraph family" in capsys.readouterr().out


def test_triangles(example):
    networkx = pytest.importorskip("networkx")
    _, clustering = example("triangles")
    G = networkx.from_scipy_sparse_array(araios.simple_graph(araios.rmat(11, 20_000)).to_scipy())
    assert clustering.triangles == sum(networkx.triangles(G).values()) // 3


def test_choose_format(example):
    _, measured = example("choose_format")
    assert set(measured) == {"stencil", "random", "power law"}
    assert all(chosen in times for times, chosen in measured.values())


def test_bench(tmp_path):
    S = sparse.random(300, 200, 0.05, random_state=1)
    araios.mmwrite(tmp_path / "a.mtx", S)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "araios.bench", str(tmp_path / "a.mtx")]
    table = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    assert "araios" in table and "scipy" in table
    lines = subprocess.run([*command, "--json"], check=True, capture_output=True, text=True, env=environment).stdout
    results = [json.loads(line) for line in lines.splitlines()]
    assert {r["library"] for r in results} >= {"araios", "scipy"} and all(r["milliseconds"] > 0 for r in results)
    assert subprocess.run([*command[:-1], str(tmp_path / "none")], capture_output=True).returncode != 0
