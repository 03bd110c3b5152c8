# SPDX-License-Identifier: Apache-2.0
"""What long calls report: a bar on a terminal, or a function of the program."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, Literal

from . import _core

_core.set_main_thread(threading.main_thread().ident)


class _Bar:
    """One line on stderr, written again for each step and erased at the end of the call."""

    width = 30

    def __init__(self, stream):
        self.stream = stream

    def step(self, function, phase, done, total):
        name = function.removeprefix("araios_").removeprefix("matrix_")
        text = f"{name}: {phase.removeprefix('Araios::')}"
        if total > 0:
            full = self.width * done // total
            text += f" [{'#' * full}{'.' * (self.width - full)}] {100 * done // total:3d} %"
        self.stream.write(f"\r\033[K{text}")
        self.stream.flush()

    def end(self):
        self.stream.write("\r\033[K")
        self.stream.flush()


def _is_terminal(stream):
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # it is closed
        return False


def set_progress(
    callback: Literal["bar"] | Callable[[str, str, int, int], Any] | None = "bar", *, delay: float = 2.0
) -> None:
    """Who is told about the progress of calls that take longer than `delay` seconds.

    Parameters
    ----------
    callback : 'bar', as at first: a line on stderr where that is a terminal. None: no report. Or a function: it is
        called as callback(function, phase, done, total) at most every 20 ms: the function of the C interface, the
        kernel or the part of the text that is read, and how much of it is done; total is 0 where it is not known. An
        exception ends the call. It calls nothing of araios.
    delay : seconds of a call before the first step

    Ctrl-C ends a call in any case, by KeyboardInterrupt: on the host within half a second, on a GPU between kernels.
    Operands are as they were before; an array that was given for the result may hold parts of it.

    >>> import araios
    >>> araios.set_progress(lambda function, phase, done, total: print(phase, done, total))
    >>> araios.set_progress("bar")
    """
    if delay < 0:
        raise ValueError(f"delay is 0 or more seconds, not {delay}")
    if isinstance(callback, str):
        if callback != "bar":
            raise ValueError(f"callback is 'bar', None or a function, not {callback!r}")
        stream = sys.stderr
        bar = _Bar(stream) if _is_terminal(stream) else None
        _core.set_progress(bar and bar.step, bar and bar.end, float(delay))
    elif callback is None or callable(callback):
        _core.set_progress(callback, None, float(delay))
    else:
        raise TypeError(f"callback is 'bar', None or a function, not {type(callback).__name__}")


set_progress()
