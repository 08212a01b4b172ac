# names.awk - CUTLASS's names of atoms beside the atoms that its traits say the same as.
#
#     awk -f names.awk cutlass.lay
#
# cutlass.lay has the names in comments, over the claim about the atom. Sizes that are arguments of
# a template stand behind the name: SM100_MMA_TF32_SS, 128 x 64.

BEGIN { print "import <cute>\nimport <sm100>" }

/^# SM/ { names = names " " substr($0, 3) }

/^prove is_/ && names != "" {
    atom = substr($2, index($2, "(") + 1)
    if (match($0, /\([a-z][a-z0-9_]*\([0-9, ]*\)/))
        atom = substr($0, RSTART + 1, RLENGTH - 1)
    sub(/,$/, "", atom)
    size = ""
    if (match(names, /[0-9]+ x [0-9]+$/)) {
        size = "(" substr(names, RSTART) ")"
        sub(/ x /, ", ", size)
        names = substr(names, 1, RSTART - 1)
    }
    n = split(names, name, /, */)
    for (i = 1; i <= n; i++) {
        gsub(/ /, "", name[i])
        if (name[i] != "")
            printf "prove equal(concat(%s[1], %s[2]), concat(%s[1], %s[2]))\n", name[i] size, name[i] size, atom, atom
    }
    names = ""
}

/^refute|^let|^$/ { names = "" }
