"""Channels, what carries them, and timers."""

from __future__ import annotations

import re

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.vocabulary.storages import (
    CHANNEL_PROFILES,
    CHANNEL_TRANSPORTS,
    DEFAULT_DELIVERY,
    DEFAULT_RETENTION,
    STORAGES,
)

checks = Family()


@checks.on(n.Channel)
def keys_are_in_every_event(channel: n.Channel, inspection: Inspection) -> None:
    if channel.key is None:
        return
    for carried in channel.carries:
        event = inspection.links.target_of(carried)
        if isinstance(event, n.Event) and all(field.name != channel.key for field in event.fields):
            message = f"{event.name} has no field {channel.key!r} by which {channel.name} could be keyed."
            inspection.report("loom.channel-key-missing-field", anchor(channel, "key"), message)


@checks.on(n.File)
def channels_can_be_carried(_: n.File, inspection: Inspection) -> None:
    declarations = inspection.links.declarations
    channels: dict[str, n.Channel] = {}
    for channel in declarations.of_kind(n.Channel):
        channels.setdefault(channel.name, channel)
    for source in declarations.of_kind(n.ChannelSource):
        storage = inspection.links.target_of(source.use)
        if isinstance(storage, n.Storage) and storage.type in STORAGES:
            _carried(source, storage.type, channels.get(source.channel), inspection)


def _carried(
    source: n.ChannelSource, transport: str, channel: n.Channel | None, inspection: Inspection
) -> None:
    where = anchor(source, "use")
    if transport not in CHANNEL_TRANSPORTS:
        message = f"{transport} carries no messages: take one of {', '.join(sorted(CHANNEL_TRANSPORTS))}."
        inspection.report("loom.channelsource-transport-invalid", where, message)
        return
    if channel is None:
        return
    delivery = channel.delivery or DEFAULT_DELIVERY
    retention = channel.retention or DEFAULT_RETENTION
    profile = CHANNEL_PROFILES.get((delivery, retention))
    what = f"a channel with delivery `{delivery}` and retention `{retention}`"
    if profile is not None and transport not in profile.compatible:
        message = f"{transport} cannot carry {what}: take one of {', '.join(sorted(profile.compatible))}."
        inspection.report("loom.channelsource-incompatible", where, message)
    elif transport != "inMemory" and (profile is None or transport not in profile.shipped):
        message = f"{transport} could carry {what}, but no generator supports that yet."
        inspection.report("loom.channelsource-not-yet-shipped", where, message)


# Timers

_MILLISECONDS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_DURATION = re.compile(r"([0-9]+)([a-z]+)\Z")
_MINUTE, _HOUR = _MILLISECONDS["m"], _MILLISECONDS["h"]

CRON_NAMES = frozenset({"@yearly", "@annually", "@monthly", "@weekly", "@daily", "@hourly"})
CRON_FIELDS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
"""The least and the greatest number in minute, hour, day, month and weekday."""


@checks.on(n.TimerSource)
def timers_tick(timer: n.TimerSource, inspection: Inspection) -> None:
    fault = _fault(timer)
    if fault is not None:
        field, message = fault
        inspection.report("loom.timer-cadence", anchor(timer, field), message)


def _fault(timer: n.TimerSource) -> tuple[str, str] | None:
    """The clause at fault and what is wrong with it."""
    if timer.cron is not None and timer.every is not None:
        return "every", "A timer has `cron` or `every`, not both."
    if timer.cron is not None:
        if is_cron(timer.cron):
            return None
        names = ", ".join(sorted(CRON_NAMES))
        return "cron", f"A cron text is minute, hour, day, month and weekday as numbers, or one of {names}."
    if timer.every is None:
        return "name", 'This timer never ticks: give it `cron: "..."` or `every: ...`.'
    duration = milliseconds(timer.every)
    if duration is None:
        return None
    if duration == 0:
        return "every", "A timer needs a duration above zero."
    if duration < 1000:
        return "every", "A timer ticks once a second at most."
    if is_cron_interval(duration):
        return "every", "This can be said as cron, which also tells when: use `cron`."
    return None


def milliseconds(duration: str) -> int | None:
    """The length of a duration such as `90s`; `None` for what is none."""
    found = _DURATION.match(duration)
    if found is None or found[2] not in _MILLISECONDS or len(found[1]) > 300:
        return None
    return int(found[1]) * _MILLISECONDS[found[2]]


def is_cron_interval(duration: int) -> bool:
    """Whether something that happens every so many milliseconds happens at times that cron can tell."""
    minutes, rest = divmod(duration, _MINUTE)
    if rest == 0 and 0 < minutes < 60 and 60 % minutes == 0:
        return True
    hours, rest = divmod(duration, _HOUR)
    return rest == 0 and 0 < hours <= 24 and 24 % hours == 0


def is_cron(text: str) -> bool:
    """Whether a text is a cron expression of five fields, or one of the names for some.

    The bounds of a range are held to those of its field and not to each other; a step is any number; what
    stands behind a second `-` or `/` does not count.
    """
    if text in CRON_NAMES:
        return True
    fields = text.split()
    if len(fields) != len(CRON_FIELDS):
        return False
    return all(
        _is_cron_item(item, least, most)
        for field, (least, most) in zip(fields, CRON_FIELDS, strict=True)
        for item in field.split(",")
    )


def _is_cron_item(item: str, least: int, most: int) -> bool:
    base, *steps = item.split("/")
    if steps and not _is_number(steps[0]):
        return False
    if base == "*":
        return True
    bounds = base.split("-")[:2]
    if not all(_is_number(bound) for bound in bounds):
        return False
    return _bounded(bounds[0]) >= least and _bounded(bounds[-1]) <= most


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _bounded(digits: str) -> int:
    """The value of some digits; a large one for all that are too many to matter."""
    digits = digits.lstrip("0")
    return int(digits or "0") if len(digits) < 10 else 10**10
