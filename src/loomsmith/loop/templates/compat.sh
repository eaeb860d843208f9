# Portable shell functions for detector scripts: the same on GNU and BSD systems. Source this file.
# A check that cannot be carried out exits 2, so that it is not taken for one that has failed.

# sed_i SCRIPT FILE...: edit files in place.
sed_i() {
  if sed --version >/dev/null 2>&1; then sed -i "$@"; else sed -i '' "$@"; fi
}

# stat_size FILE: its size in bytes.
stat_size() {
  if stat --version >/dev/null 2>&1; then stat -L -c %s "$1"; else stat -L -f %z "$1"; fi
}

# stat_mtime FILE: when it was last modified, in seconds since 1970.
stat_mtime() {
  if stat --version >/dev/null 2>&1; then stat -L -c %Y "$1"; else stat -L -f %m "$1"; fi
}

# readlink_f PATH: the absolute path with links followed.
readlink_f() {
  if command -v realpath >/dev/null 2>&1; then
    realpath "$1"
  elif readlink -f / >/dev/null 2>&1; then
    readlink -f "$1"
  else
    (
      cd "$(dirname "$1")" || exit 2
      file=$(basename "$1")
      while [ -L "$file" ]; do
        link=$(readlink "$file")
        cd "$(dirname "$link")" || exit 2
        file=$(basename "$link")
      done
      printf '%s/%s\n' "$(pwd -P)" "$file"
    )
  fi
}

# sha256 FILE: its digest in hexadecimal.
sha256() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum <"$1" | cut -d ' ' -f 1
  else
    require shasum
    shasum -a 256 <"$1" | cut -d ' ' -f 1
  fi
}

# require COMMAND...: exit 2 unless each is there.
require() {
  for needed in "$@"; do
    if ! command -v "$needed" >/dev/null 2>&1; then
      echo "cannot check: $needed is not installed" >&2
      exit 2
    fi
  done
}

# need_bash MAJOR: exit 2 unless this runs in bash of that major version or newer.
need_bash() {
  if [ -z "${BASH_VERSION:-}" ] || [ "${BASH_VERSION%%.*}" -lt "$1" ]; then
    echo "cannot check: bash $1 or newer is needed, this is ${BASH_VERSION:-another shell}" >&2
    exit 2
  fi
}
