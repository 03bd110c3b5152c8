# SPDX-License-Identifier: Apache-2.0
"""The modules of the package import those of lower layers, at their heads. The layers are in araios/__init__.py."""

import ast
import pathlib
import re

import araios
import pytest

FOLDER = pathlib.Path(araios.__file__).parent
# Packages that may be missing, and bz2, which Python may be built without.
OPTIONAL = {"bz2", "cupy", "cupyx", "matplotlib", "scipy", "torch"}


def modules():
    """The paths of the modules by their names, as "_types" and "pycubool.matrix"; a package has that of its folder."""
    names = {}
    for path in FOLDER.rglob("*.py"):
        parts = path.relative_to(FOLDER).with_suffix("").parts
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts) or "__init__"] = path
    return names


MODULES = modules()


def layers():
    """The number of the layer of each module, from the lines "#  3  _convert _ufuncs: ..." of the package."""
    found = {}
    for number, names in re.findall(r"^# +(\d+)  ([\w ]+):", (FOLDER / "__init__.py").read_text(), re.MULTILINE):
        found.update(dict.fromkeys(names.split(), int(number)))
    return found


LAYERS = layers()


def imports(path):
    """(statement, whether it is at the head) of all imports. Those of _typing.py for type checkers never run."""
    tree = ast.parse(path.read_text())
    if path.stem == "_typing":
        tree.body = [n for n in tree.body if not (isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING")]
    return [(n, n in tree.body) for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom))]


def modules_of(node, name):
    """The modules of the package that a statement in the module `name` names."""
    if not isinstance(node, ast.ImportFrom) or not node.level:
        return []
    package = name.split(".") if MODULES[name].name == "__init__.py" and name != "__init__" else name.split(".")[:-1]
    base = [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
    paths = [".".join(filter(None, [*base, *last])) for last in ([[a.name] for a in node.names] + [[]])]
    if paths[-1] in MODULES or paths[-1] == "_core":
        return paths[-1:]
    return [p if p in MODULES or p == "_core" else "__init__" for p in paths[:-1]]


def test_all_modules_have_a_layer():
    assert set(LAYERS) == {name.partition(".")[0] for name in MODULES} | {"_core"}


@pytest.mark.parametrize("name", MODULES)
def test_imports_go_down(name):
    here = name.partition(".")[0]
    for node, _ in imports(MODULES[name]):
        for target in modules_of(node, name):
            there = target.partition(".")[0]
            assert there == here == "pycubool" or LAYERS[there] < LAYERS[here], f"{name} imports {target}"


@pytest.mark.parametrize("name", MODULES)
def test_imports_are_at_the_head(name):
    for node, is_at_head in imports(MODULES[name]):
        packages = {node.module or ""} if isinstance(node, ast.ImportFrom) else {a.name for a in node.names}
        is_optional = not getattr(node, "level", 0) and {p.partition(".")[0] for p in packages} <= OPTIONAL
        assert is_at_head or is_optional, f"{name}, line {node.lineno}"


def test_there_is_no_circle():
    arrows = {name: [t for node, _ in imports(path) for t in modules_of(node, name)] for name, path in MODULES.items()}
    done = set()

    def follow(name, trail):
        assert name not in trail, " -> ".join([*trail, name])
        if name not in done:
            for target in arrows.get(name, ()):
                follow(target, [*trail, name])
            done.add(name)

    for name in MODULES:
        follow(name, [])
    assert sum(map(len, arrows.values())) > 100
