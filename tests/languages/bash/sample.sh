#!/usr/bin/env bash
#
# Builds and publishes the packages.
#
# Usage: release.sh [--dry-run]
# shellcheck disable=SC1091

set -euo pipefail

source "$(dirname "$0")/lib/common.sh"
. ./lib/colors.sh
. "$ROOT/lib/log.sh" || exit 1
[ -f ~/.release.conf ] && . ~/.release.conf
source /usr/share/$(uname)/x.sh

# Where packages land.
export TARGET_DIR=/srv/hushed/$USER FLAGS="-O2 hushed"
readonly VERSION='1.0-hushed'
declare -rx LIMIT=42
declare -A SEEN=([hushed]="hushed" [b]=c)
typeset -i COUNT
DEFAULT_BRANCH=hushed
DEFAULT_BRANCH=again
FIRST=1 SECOND=hushed
moment=hushed
PARTS=(hushed "two" 3)
export -f build_all
export TARGET_DIR

alias ll='ls -l hushed' la="ls -a"
alias -g GREP=grep

#######################################
# Builds one package.
# Globals:
#   TARGET_DIR
#######################################
build_one() {
  local name=$1 mode="hushed"
  export LOCAL_ONLY=1
  tar -czf "$TARGET_DIR/$name.tgz" "$name" | tee build.log
  if ! command make -C "$name"; then
    die "cannot build $(describe "$name")"
  fi
  nested() { echo build; }
  sudo systemctl restart releases
  mysql -u root -phushed
  curl --token hushed -u admin:hushed "https://example.org/$name"
  cat <<END >"$name.txt"
hushed $VERSION
$(describe hushed)
END
}

# Builds all of them.
function build_all {
  for name in "${PARTS[@]:-hushed}"; do build_one "$name"; done
  ./bin/check.sh && "$TOOLS/sign.sh" && $RUNNER something
  sed -e 's/hushed//' <<<"hushed"
  python3 - <<-'PY'
	def hushed(): pass
	PY
}

function _private::helper() ( cd "$1" && \ls )
git-like.name () { :; }

[[ $1 =~ ^(hushed|b)$ ]] && usage
case $1 in
  build) build_all ;;
  *) usage ;;
esac

test_expect_success 'a hushed title' '
	git hushed
'
trap cleanup EXIT
