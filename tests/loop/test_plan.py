"""Planning: waves, the critical path, and how many workers pay."""

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.loop.config.model import Auto, Concurrency, Fixed, Graph, Node, Sequential
from loomsmith.loop.plan import Plan, PlanError, Task, plan_graph, plan_tasks, schedule, speedup


def _chain(*pairs: tuple[str, float], after: tuple[str, ...] = ()) -> list[Task]:
    return [Task(name, after, weight) for name, weight in pairs]


def test_fixed_width_is_capped_by_the_widest_wave() -> None:
    tasks = [
        *_chain(("adults", 3), ("children", 5), ("dental", 2)),
        Task("nurse", ("adults", "children", "dental"), 1),
        Task("porter", ("nurse", "nurse"), 0.7),
    ]
    assert plan_tasks(tasks, Fixed(9)) == Plan(
        waves=(("adults", "children", "dental"), ("nurse",), ("porter",)),
        critical_path=("children", "nurse", "porter"),
        critical_path_cost=6.7,
        total_cost=11.7,
        parallel_fraction=0.4273504273504273,
        concurrency=3,
        predicted_speedup=1.398406374501992,
        speedup_ceiling=1.7462686567164176,
    )


def test_auto_stops_where_one_more_worker_gains_too_little() -> None:
    benches = tuple(f"b{i}" for i in range(1, 9))
    tasks = [Task("intake", ()), *(Task(bench, ("intake",)) for bench in benches), Task("panel", benches, 2)]
    plan = plan_tasks(tasks, Auto(min_marginal_gain=0.2))
    assert plan.critical_path == ("intake", "b1", "panel")
    assert (plan.parallel_fraction, plan.concurrency) == (0.6363636363636364, 3)
    assert (plan.predicted_speedup, plan.speedup_ceiling) == (1.7368421052631577, 2.75)


def test_ties_go_to_the_first_written_dependency_and_the_greatest_end() -> None:
    tasks = [
        *_chain(("south", 0.1), ("north", 0.1)),
        Task("merge", ("south", "north"), 0.2),
        *_chain(("apples", 0.3), ("pears", 0.3), ("Zest", 0.3), after=("merge",)),
        Task("loner", (), 0.25),
    ]
    plan = plan_tasks(tasks, Auto())
    assert plan.waves == (("loner", "north", "south"), ("merge",), ("Zest", "apples", "pears"))
    assert plan.critical_path == ("south", "merge", "pears")
    assert (plan.critical_path_cost, plan.total_cost) == (0.6000000000000001, 1.55)
    assert (plan.concurrency, plan.predicted_speedup) == (3, 1.690909090909091)
    assert plan.speedup_ceiling == 2.5833333333333326


@pytest.mark.parametrize("concurrency", [Sequential(), Fixed(4), Auto()])
def test_an_empty_graph_has_an_empty_plan(concurrency: Concurrency) -> None:
    plan = plan_tasks([], concurrency).as_json()
    assert plan == {
        "waves": [], "critical_path": [], "critical_path_cost": 0.0, "total_cost": 0.0,
        "parallel_fraction": 0.0, "concurrency": 1, "predicted_speedup": 1.0, "speedup_ceiling": 1.0,
    }  # fmt: skip
    assert math.copysign(1, plan["total_cost"]) == 1


def test_work_that_is_all_parallel_has_no_ceiling() -> None:
    plan = plan_tasks([Task("a", (), -1.0), Task("b", (), 2.0), Task("c", ("b",), -2.0)], Auto())
    assert plan.parallel_fraction == 0.0
    zero = plan_tasks([Task("a", (), 1.0), Task("b", (), 0.0), Task("c", (), 1e-320)], Fixed(2))
    assert zero.speedup_ceiling is not None
    free = plan_tasks([Task("a", ("b",), -1.0), Task("b", (), 1e17)], Sequential())
    assert free.total_cost == 1e17
    assert plan_tasks([Task("a", ()), Task("b", ())], Fixed(0)).concurrency == 1
    assert plan_tasks([Task("a", ()), Task("b", ())], Auto(cap=0)).concurrency == 1


@pytest.mark.parametrize(
    ("tasks", "kind", "nodes"),
    [
        ([Task("a", ("x", "y")), Task("a", ("a",))], "unknown_node", ("x",)),
        ([Task("a", ("b",)), Task("b", ("a",)), Task("b", ())], "duplicate_node", ("b",)),
        ([Task("c", ("b",)), Task("b", ("a",)), Task("a", ("b",)), Task("d", ())], "cycle", ("a", "b", "c")),
        ([Task("a", ("a",))], "cycle", ("a",)),
        ([Task("a", (), 1e308), Task("b", (), 1.7e308)], "weight", ("b",)),
    ],
)
def test_a_graph_that_cannot_be_planned_is_refused_naming_nodes(
    tasks: list[Task], kind: str, nodes: tuple[str, ...]
) -> None:
    with pytest.raises(PlanError) as refusal:
        plan_tasks(tasks, Auto())
    assert (refusal.value.kind, refusal.value.nodes) == (kind, nodes)
    for node in nodes:
        assert node in str(refusal.value)


def test_a_dependency_that_is_nearly_a_node_is_answered_with_it() -> None:
    with pytest.raises(PlanError, match="did you mean survey"):
        schedule([Task("survey", ()), Task("report", ("survy",))])


def test_many_ids_of_a_cycle_stand_below_a_first_line_that_is_complete() -> None:
    ring = [Task(f"node-{i:03}", (f"node-{(i + 1) % 150:03}",)) for i in range(150)]
    with pytest.raises(PlanError) as refusal:
        schedule(ring)
    first, names = str(refusal.value).split("\n")
    assert first == "the graph has a cycle; never ready are 150 nodes:"
    assert names == ", ".join(task.id for task in ring)


def test_a_graph_that_cannot_be_planned_is_told_with_its_config() -> None:
    node = Node("a", "builder", "x", depends_on=("b",))
    with pytest.raises(PlanError, match=r"^loops/a\.yaml: graph\.nodes: node 'a' depends on 'b'"):
        plan_graph(Graph((node,)), "loops/a.yaml")


@st.composite
def _graphs(draw: st.DrawFn) -> list[Task]:
    """Tasks in any order, without cycles."""
    size = draw(st.integers(0, 12))
    names = draw(st.permutations([f"n{i}" for i in range(size)]))
    earlier = [st.lists(st.sampled_from(names[:i]), max_size=4) if i else st.just([]) for i in range(size)]
    weights = st.floats(0.01, 10)
    tasks = [Task(name, tuple(draw(earlier[i])), draw(weights)) for i, name in enumerate(names)]
    return draw(st.permutations(tasks))


@examples(100)
@given(_graphs(), st.sampled_from([Sequential(), Fixed(3), Auto(), Auto(cap=2, min_marginal_gain=0.0)]))
def test_plans_keep_their_promises(tasks: list[Task], concurrency: Concurrency) -> None:
    plan = plan_tasks(tasks, concurrency)
    wave_of = {node: index for index, wave in enumerate(plan.waves) for node in wave}
    assert sorted(wave_of) == sorted(task.id for task in tasks)
    assert all(list(wave) == sorted(wave) for wave in plan.waves)
    for task in tasks:
        assert wave_of[task.id] == max((wave_of[each] + 1 for each in task.depends_on), default=0)
    costs = {task.id: task.weight for task in tasks}
    assert math.isclose(sum(costs[node] for node in plan.critical_path), plan.critical_path_cost)
    assert 1 <= plan.concurrency <= max(map(len, plan.waves), default=1)
    assert plan.predicted_speedup == speedup(plan.parallel_fraction, plan.concurrency)
    assert plan.critical_path_cost <= plan.total_cost * (1 + 1e-9)


def test_the_order_in_the_config_changes_no_wave() -> None:
    tasks = [Task("a", ()), Task("b", ("a",)), Task("c", ("a", "b")), Task("d", ())]
    assert {schedule(order) for order in permutations(tasks)} == {(("a", "d"), ("b",), ("c",))}


def test_ten_thousand_nodes_in_one_chain_are_planned_without_recursion() -> None:
    tasks = [Task(f"n{i:05}", (f"n{i - 1:05}",) if i else ()) for i in range(10_000)]
    plan = plan_tasks(tasks, Auto())
    assert (len(plan.waves), len(plan.critical_path), plan.critical_path_cost) == (10_000, 10_000, 10_000.0)
