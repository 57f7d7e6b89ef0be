# bash completion for git-uindex. For `git uindex`, git's own completion calls _git_uindex.

_git_uindex_ask() { # the words, and which of them is being completed
  local IFS=$'\n'
  COMPREPLY=($(COMP_WORDS="$1" COMP_CWORD="$2" _GIT_UINDEX_COMPLETE=complete_bash git-uindex 2>/dev/null))
}

_git_uindex() {
  local at=${__git_cmd_idx:-1} IFS=' '
  _git_uindex_ask "git-uindex ${words[*]:at+1}" "$((cword - at))"
}

_git_uindex_alone() {
  local IFS=' '
  _git_uindex_ask "${COMP_WORDS[*]}" "$COMP_CWORD"
}

complete -o bashdefault -o default -F _git_uindex_alone git-uindex
