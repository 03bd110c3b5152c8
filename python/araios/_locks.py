# SPDX-License-Identifier: Apache-2.0
"""The lock of what is changed."""

import functools
import threading

_lock = threading.RLock()


def lock_of(_):
    """The lock that who changes a matrix or vector holds, and who shares its handle. One for all: an assignment reads
    other matrices, and calls on one device follow each other in any case."""
    return _lock


def changing(f):
    """A method that changes its object: one thread after the other."""

    @functools.wraps(f)
    def method(self, *args, **options):
        with lock_of(self):
            return f(self, *args, **options)

    return method
