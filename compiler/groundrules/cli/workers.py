"""Processes that share the work of one command."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes, always spawned, so that they work alike on every system.

    Ctrl-C reaches all of them: they end at once and without a word, and the command itself
    says what there is to say. Work is given to them inside :func:`unheard`.
    """
    spawn = multiprocessing.get_context("spawn")
    end = (signal.SIGINT, signal.SIG_DFL)
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=signal.signal, initargs=end) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def unheard() -> Iterator[None]:
    """Ctrl-C is not heard meanwhile, nor by processes that start meanwhile until they are ready for it."""
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)
