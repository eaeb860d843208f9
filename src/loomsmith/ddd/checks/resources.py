"""Resources: that a storage can do what is asked of it, and that settings mean something there."""

from __future__ import annotations

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.vocabulary.storages import STORAGES

checks = Family()

_LOGGED = frozenset({"eventLog", "snapshot"})


@checks.on(n.System)
def resources_fit_their_storage(system: n.System, inspection: Inspection) -> None:
    for resource in inspection.links.declarations.in_system(system, n.Resource):
        target = inspection.links.target_of(resource.use)
        if resource.kind is not None:
            _kind(resource, resource.kind, target, inspection)
        if isinstance(target, n.Storage) and target.type in STORAGES:
            _settings(resource, target, inspection)


def _kind(resource: n.Resource, kind: str, target: object, inspection: Inspection) -> None:
    """What depends on what the resource is for."""
    if isinstance(target, n.Api) and kind != "api":
        message = f"{target.name} is an api, which backs resources of kind `api` and not of kind `{kind}`."
        inspection.report("loom.resource-api-target-kind", anchor(resource, "use"), message)
    if isinstance(target, n.Storage) and target.type in STORAGES and kind not in STORAGES[target.type].kinds:
        fitting = ", ".join(name for name, storage in STORAGES.items() if kind in storage.kinds)
        message = f"A {target.type} storage backs no resource of kind `{kind}`: take one of {fitting}."
        inspection.report("loom.resource-kind-storage", anchor(resource, "use"), message)
    if resource.ttl is not None and kind != "cache":
        message = "Only what is in a cache expires: `ttl` means nothing here."
        inspection.report("loom.resource-ttl-kind", anchor(resource, "ttl"), message)
    for field in ("every", "retain"):
        if getattr(resource, field) is not None and kind not in _LOGGED:
            message = f"`{field}` is about snapshots: it belongs to kind `snapshot` or `eventLog`."
            inspection.report(f"loom.resource-{field}-kind", anchor(resource, field), message)
    if resource.isolation_level is not None and kind == "cache":
        message = "A cache has no transactions, and so no isolation level."
        inspection.report("loom.resource-isolation-kind", anchor(resource, "isolation_level"), message)


_RELATIONAL_SETTINGS = {
    "schema": ("loom.resource-schema-storage", "schema"),
    "table_prefix": ("loom.resource-table-prefix-storage", "tablePrefix"),
    "isolation_level": ("loom.resource-isolation-storage", "isolationLevel"),
}


def _settings(resource: n.Resource, storage: n.Storage, inspection: Inspection) -> None:
    """What depends on the storage."""
    known = STORAGES[storage.type]
    for field, (code, word) in _RELATIONAL_SETTINGS.items():
        if getattr(resource, field) is not None and not known.relational:
            message = f"`{word}` is for relational databases, and {storage.name} is {storage.type}."
            inspection.report(code, anchor(resource, field), message)
    if resource.key_prefix is not None and not known.key_value:
        message = f"`keyPrefix` is for key-value stores, and {storage.name} is {storage.type}."
        inspection.report("loom.resource-key-prefix-storage", anchor(resource, "key_prefix"), message)
