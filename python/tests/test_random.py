# SPDX-License-Identifier: Apache-2.0
"""A few thousand of the comparisons of compare_random.py."""

import compare_random


def test_random_comparisons():
    c, failures, _ = compare_random.run(count=6000, minutes=2, seed=10**6, stop_at=3)
    assert not failures, failures
    assert c.count >= 6000 and len(c.names) > 80
