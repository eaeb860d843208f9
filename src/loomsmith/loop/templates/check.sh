#!/bin/sh
# The last word on the deliverable: exit 0 if it holds, 1 if it does not, 2 if that cannot be told.
# Complain on standard error; the last line of it becomes the evidence.
. "$(dirname "$0")/compat.sh"

result=out/result.md
require grep

if [ ! -f "$result" ] || [ "$(stat_size "$result")" -lt 40 ]; then
  echo "$result is missing or says next to nothing" >&2
  exit 1
fi
if grep -n 'TODO' "$result" >&2; then
  echo "$result still has open ends" >&2
  exit 1
fi
