# SPDX-License-Identifier: Apache-2.0
"""Reads the JSON lines that the programs of perf_tests write. Shared by the scripts beside it."""

import json


class FileError(Exception):
    """A file of results that cannot be used, with the line where that shows."""


def read(path):
    """The results of a file, as a list of dictionaries in the order of its lines."""
    results = []
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: {error}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            result = json.loads(line)
            for field in ("program", "case", "type", "library", "method", "space", "machine", "commit", "date"):
                if not isinstance(result[field], str):
                    raise TypeError(f"{field} is no string")
            for sample in result.get("seconds", {}).values():
                if not 0 <= sample["low"] <= sample["median"] <= sample["high"]:
                    raise ValueError("low, median and high are not in this order")
        except (ValueError, TypeError, AttributeError) as error:
            raise FileError(f"{path}:{number}: {error}") from None
        except KeyError as error:
            raise FileError(f"{path}:{number}: there is no {error}") from None
        results.append(result)
    return results


def allocator(result):
    """Whose memory the device's arrays are in; empty for that of Kokkos as it is built by default."""
    return result.get("allocator", "")


def is_method(result):
    """Whether a row is of a method. Those of the library "copy" are no methods: they copy as many bytes as the format takes
    that was the fastest in that run."""
    return result["library"] != "copy"


def spread(sample):
    """The noise of one repeat relative to the median: half the distance from the 10th to the 90th percentile."""
    return (sample["high"] - sample["low"]) / 2 / sample["median"] if sample["median"] > 0 else 0.0


def three_digits(number):
    """Three significant digits and never an exponent: 0.0123, 1.23, 123, 1230."""
    if number == 0:
        return "0"
    text = f"{number:.2e}"
    decimals = max(0, 2 - int(text[text.index("e") + 1:]))
    return f"{float(text):.{decimals}f}"


def milliseconds(seconds):
    return three_digits(1e3 * seconds)
