# SPDX-License-Identifier: Apache-2.0
"""The log: a line for each operation with its operands, and its time where it was requested."""

import datetime
import logging
import time

logger = logging.getLogger("araios.pycubool")
_handler = None


def get_default_log_name():
    """A name for a log file with the present date and time."""
    return datetime.datetime.now().strftime("cubool-%d-%m-%y--%H-%M-%S.textlog")


def setup_logger(file_path, default=True, error=False, warning=False):
    """Writes the log to a file: all of it, or from now on only errors, or warnings and errors."""
    global _handler
    if _handler is not None:
        logger.removeHandler(_handler)
        _handler.close()
    _handler = logging.FileHandler(file_path)
    _handler.setFormatter(logging.Formatter("[%(asctime)s] %(levelname)s %(message)s"))
    logger.addHandler(_handler)
    if warning:
        logger.setLevel(logging.WARNING)
    elif error:
        logger.setLevel(logging.ERROR)
    elif default:
        logger.setLevel(logging.INFO)


def setup_default_logger():
    """Writes the log to a file in the present folder, under the default name."""
    setup_logger(get_default_log_name())


class Operation:
    """Logs an operation, its failure, and its time where ``time_check``."""

    def __init__(self, name, *operands, time_check=False):
        self.text = f"{name}({', '.join(x.marker for x in operands)})" if logger.isEnabledFor(logging.ERROR) else name
        self.time_check = time_check

    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, kind, error, trace):
        if error is not None:
            logger.error("%s: %s", self.text, error)
        elif self.time_check:
            logger.info("%s: %.3f ms", self.text, 1e3 * (time.perf_counter() - self.start))
        else:
            logger.info("%s", self.text)
        return False


class Marked:
    """An object with a marker, its name in the log."""

    __slots__ = ("_marker",)

    def set_marker(self, marker):
        """Names the object in the log."""
        assert marker is not None
        self._marker = marker

    @property
    def marker(self):
        """The name of the object, followed by its address."""
        name = getattr(self, "_marker", None)
        return f"{name} ({id(self):#x})" if name else f"{id(self):#x}"
