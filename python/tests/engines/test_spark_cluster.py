"""Spark as a cluster on this machine: a master and two workers in separate processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from engines.support import engine


def test_a_cluster(crawl: Path, tmp_path: Path) -> None:
    """Two executors in separate processes return the same rows, also if one Python worker is killed."""
    script = tmp_path / "job.py"
    script.write_text(CLUSTER)
    engine("pyspark")
    paths = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    environment = {**os.environ, "PYTHONPATH": paths, "PYSPARK_PYTHON": sys.executable}
    done = subprocess.run(
        [sys.executable, str(script), str(crawl), str(tmp_path / "died")], env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    assert "the same rows" in done.stdout


CLUSTER = '''
import os, sys
from engines.test_spark import dying, rows, start, WARC_COLUMNS
from samples import COLUMNS, expected_rows, table
import limpid_html as limpid

spark = start("local-cluster[2,1,1024]")
crawl, marker = sys.argv[1:]
frame = spark.createDataFrame(table()).repartition(8)
extracted = limpid.spark.extract(frame, COLUMNS, url="url")
assert rows(extracted) == expected_rows()
task = dying(limpid.Extract(COLUMNS, url="url"), marker)
assert rows(frame.mapInArrow(task, extracted.schema)) == expected_rows()
assert os.path.exists(marker)
archive = spark.read.format("warc").option("columns", WARC_COLUMNS).option("splitBytes", 2000).load(crawl)
found = rows(archive)
assert len(found) == len({row["url"] for row in found}) == 100
print("the same rows")
spark.stop()
'''
