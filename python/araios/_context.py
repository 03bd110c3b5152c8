# SPDX-License-Identifier: Apache-2.0
"""The contexts of the process: one of the host, and one of the device where there is one."""

import threading

from . import _core
from ._names import DEVICE, HOST

_lock = threading.Lock()
_contexts = {}
_num_threads = 0


def _get(space):
    context = _contexts.get(space)
    if context is None:
        with _lock:
            context = _contexts.get(space)
            if context is None:
                context = _contexts[space] = _core.Context(space, 0, _num_threads)
    return context


def host():
    """The context of the host; the first call initialises Kokkos."""
    return _get(HOST)


_device_stream = 0


def device(stream=None):
    """The context of the device, on the stream with this address: from now on its work goes there."""
    global _device_stream
    context = _get(DEVICE)
    if stream is not None and stream != _device_stream:
        context.set_stream(stream)
        _device_stream = stream
    return context


def has_device():
    """Whether this package was built with a Kokkos that has CUDA.

    >>> import araios
    >>> araios.has_device() in (True, False)
    True
    """
    return _core.has_space(DEVICE)


def about():
    """One line: name, version, Kokkos, its spaces and the types of this build.

    >>> import araios
    >>> araios.about().startswith("Araios")
    True
    """
    return _core.about()


def set_num_threads(n):
    """The number of threads of host spaces. RuntimeError after the first matrix was made.

    It is Kokkos' setting, and cannot be changed once Kokkos is initialised.
    """
    global _num_threads
    if n < 1:
        raise ValueError(f"the number of threads is 1 or more, not {n}")
    with _lock:
        if _contexts:
            raise RuntimeError("Kokkos is initialised; set the number of threads before the first matrix is made")
        _num_threads = int(n)


def info():
    """What the context of the host says: name of its execution space, threads, numbers of live objects.

    >>> import araios
    >>> sorted(araios.info())
    ['concurrency', 'device_id', 'matrices', 'name', 'plans', 'space', 'stream', 'vectors']
    """
    return host().info()
