# table.awk - doc/atoms.md from the files of the library, cutlass.lay and probed.lay.
#
#     awk -f table.awk verify/library/{sm61,sm70,..,cdna,rdna}.lay tests/atoms/{cutlass,probed}.lay

# An atom is a list, or a call of what makes one.
function is_atom(name, body)
{
    return name !~ /^(mma_sp|mfma_(16|32)|wgmma_ss|wgmma_sp_ss|umma|umma_2sm|tcgen05_(ld|st))$/ &&
           name !~ /^(wmma_gfx12|.*_mmas|.*_ldmatrix|.*_ldmatrix_trans)$/ &&
           (body ~ /^\[[0-9(]*:|^\[quadpair/ ||
            body ~ /^(mma_sp|mfma_(16|32)|wgmma_ss|wgmma_sp_ss|umma|umma_2sm|tcgen05_(ld|st))\(/ ||
            body ~ /^(load_of_matrices|store_of_matrices|one_thread_copies)\(/ ||
            body ~ /^wmma_gfx1[12](_16x16x16_b16)?(\(|$)/ ||
            body ~ /^(ldmatrix|stmatrix)_[a-z0-9_]*$/)
}

FNR == 1 {
    file = FILENAME; sub(/.*\//, "", file); sub(/\.lay$/, "", file)
    claims = comment = 0; source = traits = ""
}

# ---- the library ----

file != "cutlass" && file != "probed" {
    if (/^# ----/) { claims = /claims/; comment = 0; next }
    if (/^#/) { # a comment that cites the manual is about all that comes up to the next
        line = $0; sub(/^# ?/, "", line)
        if (line ~ /^PTX ISA/) { source = line; comment = 1 }
        else if (comment) source = source " " line
        next
    }
    comment = 0
    if (claims) claimed = claimed " " $0
    if (!claims && /^let /) {
        name = $2; body = $0
        sub(/\(.*/, "", name); sub(/^let [^=]*= /, "", body)
        formals = ""
        if (match($0, /^let [a-zA-Z0-9_]*\([a-z, ]*\)/)) {
            formals = substr($0, 1, RLENGTH); sub(/^[^(]*/, "", formals)
        }
        parts[name] = body
        if (is_atom(name, body)) {
            order[++n] = name; shown[name] = name formals; of[name] = file; from[name] = source
        }
    }
    next
}

# ---- what was compared ----

file == "cutlass" && /^# ----/ { traits = ""; fresh = 1; next }
file == "cutlass" && /^#/ { line = $0; sub(/^# ?/, "", line); traits = fresh ? line : traits " " line; fresh = 0; next }
file == "cutlass" && /^(prove|refute) / {
    if (match($0, /\([a-z][a-z0-9_]*/)) {
        name = substr($0, RSTART + 1, RLENGTH - 1)
        number[name] += split(traits, all, /, */)
        if (/^refute/) differs[name] = 1
    }
    fresh = 1
    next
}
file == "probed" && /^prove / {
    text = $0
    while (match(text, /[a-z][a-zA-Z0-9_]*(\([0-9]+\))?\[[0-9]\]/)) {
        hit = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
        i = hit; sub(/.*\[/, "", i); sub(/\]/, "", i); sub(/[([].*/, "", hit)
        operand[hit, i] = 1
    }
    text = $0
    while (match(text, /wgmma_[a-zA-Z0-9_]*/)) {
        whole[substr(text, RSTART, RLENGTH)] = 1; text = substr(text, RSTART + RLENGTH)
    }
}

# ---- the table ----

# Is the name, or all that it is made of, in a claim?
function proved(name, body, part, all)
{
    if (claimed ~ "[^a-zA-Z0-9_]" name "[^a-zA-Z0-9_]") return 1
    body = parts[name]; all = 0
    while (match(body, /[a-z][a-zA-Z0-9_]*/)) {
        part = substr(body, RSTART, RLENGTH); body = substr(body, RSTART + RLENGTH)
        if (part in parts && part != name) { if (!proved(part)) return 0; all = 1 }
    }
    return all
}

function is_mma(name) { return name !~ /matrix|cp_async|tcgen05/ }

function listed(text, more) { return text == "" ? more : text ", " more }

function asked(name, body, part, text, i, label)
{
    if (name ~ /^wgmma_sp_/) return "not asked"
    split(is_mma(name) ? ". A B D metadata" : "source destination", label, " ")
    text = ""
    for (i = 1; i <= 5; i++)
        if ((name, i) in operand) text = listed(text, label[i])
    body = parts[name]
    while (match(body, /[a-z][a-zA-Z0-9_]*/)) {
        part = substr(body, RSTART, RLENGTH); body = substr(body, RSTART + RLENGTH)
        if (part in whole) text = listed(text, part ~ /_A_/ ? "A" : "D")
        if (part == "wgmma_ss" && "wgmma_C" in whole) text = listed(text, "D")
    }
    if (text != "") return text
    if (of[name] ~ /^(sm100|cdna|rdna)$/) return "does not run there"
    return of[name] == "sm61" ? "one thread: nothing to ask" : "not asked"
}

function where_from(text)
{
    sub(/ ?CUTLASS.*/, "", text); sub(/ ?SM[0-9]+_.*/, "", text)
    if (match(text, /[.:] [A-Z]/)) text = substr(text, 1, RSTART - 1)
    sub(/\.$/, "", text)
    return text
}

END {
    print "# Atoms of the library\n"
    print "The instructions that files of the [library](language.md#library) have: where each is written"
    print "down, whether the library proves it (it partitions its tiles, or is the linear layout of the"
    print "manual's formulas, or is made of parts that are), how many of CUTLASS 4.7's traits say the same"
    print "(`tests/atoms/cutlass.lay`), and which of its operands an H200 was asked about"
    print "(`tests/atoms/probed.lay`). `tests/atoms/table.awk` writes this table from these files.\n"
    print "| atom | file | source | proved | traits of CUTLASS | H200 |"
    print "|---|---|---|---|---|---|"
    for (i = 1; i <= n; i++) {
        name = order[i]
        if (of[name] ~ /^(cdna|rdna)$/) from[name] = of[name] == "cdna" ? "MI300 ISA, matrix instruction calculator" : "RDNA ISA, GPUOpen, Triton"
        yes = proved(name); nproved += yes
        t = name in differs ? "differs" : name in number ? number[name] : "none"
        compared += name in number && !(name in differs)
        a = asked(name); probed += a !~ /not|nothing/; never += a ~ /does not run/
        printf "| `%s` | `<%s>` | %s | %s | %s | %s |\n", shown[name], of[name],
               where_from(from[name]), yes ? "yes" : "no", t, a
    }
    printf "\n%d atoms: %d proved, %d equal to traits of CUTLASS, %d of which an H200 was asked, %d\n" \
           "that do not run there.\n", n, nproved, compared, probed, never
}
