"""Processes that share the work of one command."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

import click


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes, always spawned, so that they work alike on every system.

    Ctrl-C reaches all of them: they end at once and without a word, and the command itself
    says what there is to say. Work is given to them inside :func:`unheard`.
    """
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_ready) as pool:
        try:
            yield pool
        except BrokenProcessPool:
            raise click.ClickException("a process that shared the work was ended from outside") from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def unheard() -> Iterator[None]:
    """Ctrl-C waits meanwhile, and for processes that start meanwhile until they are ready for it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ready() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
