"""Loads the compiled module with memory that is kept for ten seconds after it was freed; the allocator reads such settings only when it is loaded.

It would keep it for one. With several threads, each of which frees and needs megabytes for every batch, a tenth of the time was then spent on getting
memory from the system again: ``python/benches/at_scale.py --parts threads``.
"""

import os

_DELAY = "MIMALLOC_PURGE_DELAY"
_is_set = _DELAY in os.environ
os.environ.setdefault(_DELAY, "10000")
try:
    import limpid_html._limpid
finally:
    # Other libraries of the process, and processes that it starts, have allocators of their own.
    if not _is_set:
        os.environ.pop(_DELAY, None)
