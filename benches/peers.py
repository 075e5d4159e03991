"""Times of the same work in Python, as one JSON object a line.

Tie calibration by sorting all pairs, as one would write it with numpy, and
scipy's Kendall tau-b. The first argument is the CSV file, then the metrics.
"""

import csv
import json
import resource
import sys
import time

import numpy
import scipy.stats


def calibrate(human, metric):
    """The smallest epsilon that maximises acc_eq, from all pairs sorted."""
    n = len(human)
    pairs = n * (n - 1) // 2
    difference = numpy.empty(pairs)
    gain = numpy.empty(pairs, dtype=numpy.int8)
    end = 0
    for i in range(n - 1):
        start, end = end, end + n - 1 - i
        dm, dh = metric[i + 1 :] - metric[i], human[i + 1 :] - human[i]
        numpy.abs(dm, out=difference[start:end])
        # A tie gains pairs the human ties, and loses concordant ones.
        gain[start:end] = (dh == 0).astype(numpy.int8) - (dh * dm > 0)
    order = numpy.argsort(difference)
    difference = difference[order]
    value = numpy.cumsum(gain[order], dtype=numpy.int64)
    last = numpy.append(difference[1:] != difference[:-1], True)
    value[~last] = numpy.iinfo(numpy.int64).min
    best = int(numpy.argmax(value))
    at_zero = value[last][0] if difference[0] == 0 else 0
    return 0.0 if at_zero >= value[best] else float(difference[best])


def main():
    path, metrics = sys.argv[1], sys.argv[2:]
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    human = numpy.array([float(row["human"]) for row in rows])
    for name in metrics:
        metric = numpy.array([float(row[name]) for row in rows])
        start = time.perf_counter()
        tau_b = scipy.stats.kendalltau(human, metric).statistic
        statistics = time.perf_counter() - start
        start = time.perf_counter()
        epsilon = calibrate(human, metric)
        seconds = time.perf_counter() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        line = {
            "where": "numpy",
            "metric": name,
            "grouping": "none",
            "rows": len(rows),
            "epsilon": epsilon,
            "tau_b": float(tau_b),
            "calibrate": seconds,
            "statistics": statistics,
            "memory": peak,
        }
        print(json.dumps(line), flush=True)


main()
