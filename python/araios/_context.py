# SPDX-License-Identifier: Apache-2.0
"""The contexts of the process: one of the host, and one of the device where there is one."""

from __future__ import annotations

import atexit
import threading
from contextlib import AbstractContextManager
from typing import Any

from . import _core
from ._names import DEVICE, HOST

_lock = threading.Lock()
_contexts = {}
_num_threads = 0
_kept_bytes = {HOST: -1, DEVICE: -1}


def _get(space):
    context = _contexts.get(space)
    if context is None:
        with _lock:
            context = _contexts.get(space)
            if context is None:
                context = _core.Context(space, _num_threads)
                _core.keep_memory(space, _kept_bytes[space])
                _contexts[space] = context
    return context


def host():
    """The context of the host; the first call initialises Kokkos."""
    return _get(HOST)


def device():
    """The context of the device."""
    return _get(DEVICE)


atexit.register(_core.set_progress, None, None, 0.0)
atexit.register(_core.forget_caller_streams)  # modules may be gone when the last matrix ends


def has_device() -> bool:
    """Whether this package was built with a Kokkos that has CUDA.

    >>> import araios
    >>> araios.has_device() in (True, False)
    True
    """
    return _core.has_space(DEVICE)


def about() -> str:
    """One line: name, version, Kokkos, its spaces, the types and the index types of this build.

    >>> import araios
    >>> araios.about().startswith("Araios")
    True
    """
    return _core.about()


def set_num_threads(n: int) -> None:
    """The number of threads of host spaces. RuntimeError after the first matrix was made.

    It is Kokkos' setting, and cannot be changed once Kokkos is initialised.
    """
    global _num_threads
    if not hasattr(n, "__index__"):
        raise TypeError(f"a number of threads is an integer, not {n!r}")
    if not 1 <= n < 2**31:
        raise ValueError(f"the number of threads is 1 or more, and below 2^31, not {n}")
    with _lock:
        if _contexts:
            raise RuntimeError("Kokkos is initialised; set the number of threads before the first matrix is made")
        _num_threads = int(n)


def _keep(space, n):
    if not hasattr(n, "__index__"):
        raise TypeError(f"a number of bytes is an integer, not {n!r}")
    if not -1 <= n < 2**63:
        raise ValueError(f"a number of bytes is -1, 0 or more, and below 2^63, not {n}")
    with _lock:
        _kept_bytes[space] = int(n)
        if space in _contexts:
            _core.keep_memory(space, _kept_bytes[space])


def keep_device_memory(n: int) -> None:
    """Keeps at most n bytes of the memory of freed matrices on the GPU for later ones; -1, a quarter of it, at first.

    CUDA takes longer to allocate a matrix than to transpose one of a million entries. 0 gives all back, so that CuPy
    and torch can have it.

    >>> import araios
    >>> araios.keep_device_memory(1 << 30)
    """
    _keep(DEVICE, n)


def keep_host_memory(n: int) -> None:
    """Keeps at most n bytes of the memory of freed host arrays of 64 KiB or more for later ones; -1, 256 MiB, at first.

    The first write to new memory takes longer than to transpose or convert a matrix there. 0 gives all back.

    >>> import araios
    >>> araios.keep_host_memory(1 << 26)
    >>> araios.keep_host_memory(-1)
    """
    _keep(HOST, n)


class _Validation:
    def __init__(self, before):
        self._before = before

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        _core.set_validation(self._before)


def set_validation(on: bool = True) -> AbstractContextManager[Any]:
    """From now on each call validates every entry of what it reads; `set_validation(False)` ends that.

    As the head of a `with` statement it holds for the block. For programs whose arrays are changed by somebody: the
    ValueError names the operation, the operand and the position of the violation. For all threads. Off at first,
    unless the environment variable ARAIOS_VALIDATE is 1.

    >>> import araios
    >>> with araios.set_validation(True):
    ...     y = araios.stencil(3, 3).sum()
    """
    return _Validation(_core.set_validation(bool(on)))


def info() -> dict[str, Any]:
    """What the context of the host says: name of its execution space, threads, numbers of live objects.

    >>> import araios
    >>> sorted(araios.info())
    ['concurrency', 'device_id', 'matrices', 'name', 'plans', 'space', 'stream', 'vectors']
    """
    return host().info()
