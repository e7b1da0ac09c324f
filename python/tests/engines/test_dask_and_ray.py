"""Dask and Ray with two worker processes. Some tests kill one of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from engines.support import engine, killer
from samples import COLUMNS, expected_rows, sorted_rows

import limpid_html as limpid


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    distributed = engine("dask", "distributed")
    engine("dask", "limpid_html.dask")
    dask = engine("dask")
    # Long timeouts, so that a busy machine does not lose a worker.
    dask.config.set({"distributed.comm.timeouts.connect": "300s", "distributed.comm.timeouts.tcp": "300s"})
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def frame_of(pages: pyarrow.Table, parts: int) -> Any:
    """Returns a Dask data frame with Arrow types. Dask would convert a column of Python objects to text, which fails for bytes that are not UTF-8."""
    import dask.dataframe
    import pandas

    return dask.dataframe.from_pandas(pages.to_pandas(types_mapper=pandas.ArrowDtype), npartitions=parts)


def pandas_rows(frame: Any) -> list[dict[str, Any]]:
    return sorted_rows(pyarrow.Table.from_pandas(frame, preserve_index=False).to_pylist())


@pytest.mark.parametrize("parts", [1, 2, 8])
def test_dask(dask: Any, pages: pyarrow.Table, parts: int) -> None:
    import limpid_html.dask

    frame = frame_of(pages, parts)
    extracted = limpid.dask.extract(frame, COLUMNS, url="url")
    result = extracted.compute()
    assert pandas_rows(result) == expected_rows()
    assert list(extracted.columns) == list(result.columns) and list(extracted.dtypes[1:]) == list(result.dtypes[1:])


def test_dask_archives(dask: Any, crawl: Path) -> None:
    import limpid_html.dask

    frame = limpid.dask.read_warc(crawl, columns=["url", "title"], split_bytes=2_000)
    assert frame.npartitions > 2
    found = pandas_rows(frame.compute())
    assert [row["title"] for row in found if row["errors"]] == [] and len({row["url"] for row in found}) == len(found) == 100


@pytest.mark.parametrize("columns", [["url", "title"], iter(["url", "title"]), {"url": "url", "name": "title"}])
def test_columns_of_dask_archives(dask: Any, crawl: Path, damaged: Path, columns: Any, tmp_path: Path) -> None:
    import limpid_html.dask

    frame = limpid.dask.read_warc([crawl, damaged], columns=columns, split_bytes=2_000)
    names = ["url", "name" if isinstance(columns, dict) else "title", "errors"]
    found = frame.compute()
    assert list(frame.columns) == list(found.columns) == names
    assert [error["code"] for errors in found["errors"] for error in (errors if errors is not None else [])] == ["damaged"]
    # Selecting one column works too.
    assert sorted(frame[names[1]].compute().dropna()) == sorted(found[names[1]].dropna())
    frame.to_parquet(tmp_path)
    assert set(pyarrow.parquet.read_table(tmp_path).column_names) >= set(names)


def test_dask_with_a_killed_worker(dask: Any, pages: pyarrow.Table, tmp_path: Path) -> None:
    import limpid_html.dask

    marker = tmp_path / "died"
    die_once = killer(marker)

    def dying(part: Any) -> Any:
        # Dask tries a function on an empty part to learn its columns.
        if len(part):
            die_once()
        return part

    frame = frame_of(pages, 8)
    frame = frame.map_partitions(dying, meta=frame._meta)
    assert pandas_rows(limpid.dask.extract(frame, COLUMNS, url="url").compute()) == expected_rows()
    assert marker.exists()


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    ray = engine("ray")
    engine("ray", "ray.data")
    os.environ["RAY_DATA_DISABLE_PROGRESS_BARS"] = "1"
    os.environ["RAY_worker_register_timeout_seconds"] = "300"
    paths = os.pathsep.join([str(Path(__file__).parents[1])])
    ray.init(
        num_cpus=2,
        object_store_memory=500 << 20,
        include_dashboard=False,
        log_to_driver=False,
        configure_logging=False,
        runtime_env={"env_vars": {"PYTHONPATH": paths}},
    )
    yield ray
    ray.shutdown()


@pytest.mark.parametrize("parts", [1, 2, 8])
def test_ray(ray: Any, pages: pyarrow.Table, parts: int) -> None:
    import limpid_html.ray

    dataset = ray.data.from_arrow(pages).repartition(parts)
    assert sorted_rows(limpid.ray.extract(dataset, COLUMNS, url="url").take_all()) == expected_rows()


def test_ray_archives(ray: Any, crawl: Path, damaged: Path) -> None:
    import limpid_html.ray

    found = limpid.ray.read_warc(crawl, columns=["url", "title"], split_bytes=2_000).take_all()
    assert len({row["url"] for row in found}) == len(found) == 100
    found = sorted_rows(limpid.ray.read_warc([damaged], columns=["url", "title"]).take_all())
    assert sum(row["title"] is not None for row in found) == 99
    assert [error["code"] for row in found for error in row["errors"] or []] == ["damaged"]


def test_ray_with_a_killed_worker(ray: Any, pages: pyarrow.Table, tmp_path: Path) -> None:
    import limpid_html.ray

    marker = tmp_path / "died"
    die_once = killer(marker)

    def dying(batch: Any) -> Any:
        die_once()
        return batch

    dataset = ray.data.from_arrow(pages).repartition(8).map_batches(dying, batch_format="pyarrow", zero_copy_batch=True)
    assert sorted_rows(limpid.ray.extract(dataset, COLUMNS, url="url").take_all()) == expected_rows()
    assert marker.exists()
