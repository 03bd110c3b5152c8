# SPDX-License-Identifier: Apache-2.0
"""The stub has the public names and their parameters; every one of them has a docstring."""

import ast
import inspect
import pathlib

import araios
import pytest
from araios.boolean import Product

STUB = ast.parse(pathlib.Path(araios.__file__).with_suffix(".pyi").read_text())
FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}


def parameters_of(node):
    a = node.args
    return [x.arg for x in (*a.posonlyargs, *a.args)], [x.arg for x in a.kwonlyargs]


def parameters(f):
    values = inspect.signature(f).parameters.values()
    return (
        [p.name for p in values if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)],
        [p.name for p in values if p.kind == p.KEYWORD_ONLY],
    )


def test_public_names():
    assert set(araios.__all__) == set(FUNCTIONS) | set(CLASSES) - {"Product"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    f = getattr(araios, name)
    assert parameters(f) == parameters_of(FUNCTIONS[name])
    assert f.__doc__


@pytest.mark.parametrize("name", CLASSES)
def test_classes(name):
    cls = Product if name == "Product" else getattr(araios, name)
    assert cls.__doc__
    members = {node.name: node for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}
    for member, node in members.items():
        attribute = inspect.getattr_static(cls, member)
        if any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list):
            assert isinstance(attribute, property) and attribute.fget.__doc__, member
        elif not member.startswith("__"):
            assert parameters(attribute) == parameters_of(node), member
            assert attribute.__doc__, member
    if name in ("Matrix", "Boolean", "Vector", "SpmvPlan", "TransposePlan", "SpgemmPlan", "GalerkinPlan"):
        public = {m for m in dir(cls) if not m.startswith("_")}
        declared = set(members) | (set() if name != "Boolean" else set(dir(araios.Matrix)))
        assert public - declared <= {"matrix"}, public - declared
