# layoutcheck.bash - completion of the command in bash.

_layoutcheck_options() {
    case $1 in
    audit) echo '--entry= --block= --grid= --cluster= --dynamic= --arg= --fail-on= --format= --verbose
                 --no-crosscheck --help' ;;
    emit) echo '--output= --plan= --main --format= --help' ;;
    run) echo '--plan= --cpu --size= --format= --help' ;;
    tune) echo '--output= --plan= --size= --help' ;;
    *) echo '--format= --jobs= --budget= --c --certificate= --crosscheck= --require-crosscheck
             --no-crosscheck --draw --import= --no-time --steps --quiet --as= --cells= --color=
             --limit= --modes= --plan= --theme= --tile= --title= --tone= --verbose --help
             --version' ;;
    esac
}

# The values of an option of a verb; nothing: a file, or what only its user knows.
_layoutcheck_values() {
    case $1$2 in
    audit--format) echo 'text gcc json sarif lay' ;;
    audit--fail-on) echo 'conflicts sectors inside aligned fits conversions races
                          barriers rings repeats operand unwritten unknown any' ;;
    emit--format) echo 'text cxx json' ;;
    run--format) echo 'text json' ;;
    *--format) echo 'text gcc json tap junit' ;;
    *--crosscheck) echo 'isl points off' ;;
    *--color) echo 'auto always never' ;;
    *--theme) echo 'light dark' ;;
    *--as) echo 'grid tv bits arrows' ;;
    esac
}

_layoutcheck_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_layoutcheck() {
    local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} option=
    # `=` is a word of its own.
    if [[ $word == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 1]} word=
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if [[ -n $option ]]; then
        _layoutcheck_words "$(_layoutcheck_values "$verb" "$option")" "$word"
        [[ ${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
    elif [[ $word == -* ]]; then
        _layoutcheck_words "$(_layoutcheck_options "$verb")" "$word"
        [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace
    elif [[ $COMP_CWORD == 1 ]]; then
        _layoutcheck_words 'eval prove check relation explain draw report recheck help emit run
                            audit tune' "$word"
    elif [[ $verb == help ]]; then
        # Its list: lines of names below headings.
        _layoutcheck_words "$("$1" help 2>/dev/null | grep '^  ')" "$word"
    else
        compopt -o default
    fi
}

complete -F _layoutcheck layoutcheck
