# Completion for indicatord(1). Commands and options are taken from --help, so that they are those of the program.

_indicatord() {
    local current previous words
    current=${COMP_WORDS[COMP_CWORD]}
    previous=${COMP_WORDS[COMP_CWORD - 1]}
    if [ "$COMP_CWORD" = 1 ]; then
        words=$(indicatord --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$words --help --version" -- "$current")
        return
    fi
    case $previous in
        --lang) words="ru en" ;;
        --flag) words="provisional estimated rounded computed inferred disputed unofficial gap" ;;
        --allow) words="loss jump revision definition future history order date status as-of unread early withdrawn" ;;
        --log-level) words="off error warn info debug" ;;
        *)
            if [[ $current != -* ]]; then
                compopt -o default
                return
            fi
            words=$(indicatord "${COMP_WORDS[1]}" --help 2>/dev/null | sed -n 's/^  *\(-., \)*\(--[a-z-]*\).*/\2/p')
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -F _indicatord indicatord
