"""What is still done when the process ends at once."""

from __future__ import annotations

from functools import partial

from loomsmith.base.shutdown import before_exit, no_longer, run_exit_actions


def test_exit_actions_run_newest_first_and_once() -> None:
    done: list[int] = []
    for number in range(3):
        before_exit(partial(done.append, number))
    run_exit_actions()
    run_exit_actions()
    assert done == [2, 1, 0]


def test_an_action_that_was_taken_back_does_not_run() -> None:
    done: list[str] = []
    token = before_exit(lambda: done.append("taken back"))
    before_exit(lambda: done.append("kept"))
    no_longer(token)
    no_longer(token)
    run_exit_actions()
    assert done == ["kept"]


def test_an_action_that_fails_does_not_stop_the_others() -> None:
    done: list[str] = []
    before_exit(lambda: done.append("reached"))
    before_exit(lambda: 1 / 0)
    run_exit_actions()
    assert done == ["reached"]
