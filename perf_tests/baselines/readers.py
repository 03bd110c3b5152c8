#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times other readers of Matrix Market files, for comparison with perf_io on the same machine.

    readers.py file.mtx ...

fast_matrix_market (with 1 and 2 threads) and scipy.io.mmread, each if it can be imported. Files are read warm; the
median of the repeats, in milliseconds, and MB/s of the file.
"""

import os
import statistics
import sys
import time


def timed(job, at_least=5, seconds=3.0):
    job()
    times = []
    begin = time.perf_counter()
    while len(times) < at_least or (time.perf_counter() - begin < seconds and len(times) < 30):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return statistics.median(times), min(times), len(times)


def readers():
    try:
        import fast_matrix_market

        for threads in (1, 2):
            yield (f"fast_matrix_market {fast_matrix_market.__version__}, {threads} thread(s)",
                   lambda name, threads=threads: fast_matrix_market.read_coo(name, parallelism=threads))
    except ImportError:
        print("fast_matrix_market: not installed", file=sys.stderr)
    try:
        import scipy
        import scipy.io

        yield f"scipy.io.mmread {scipy.__version__}", scipy.io.mmread
    except ImportError:
        print("scipy: not installed", file=sys.stderr)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for name in sys.argv[1:]:
        size = os.path.getsize(name)
        for reader, read in readers():
            median, least, repeats = timed(lambda: read(name))
            print(f"{os.path.basename(name)}\t{reader}\t{1e3 * median:.1f} ms (least {1e3 * least:.1f}, {repeats} "
                  f"repeats)\t{1e-6 * size / median:.0f} MB/s")


if __name__ == "__main__":
    main()
