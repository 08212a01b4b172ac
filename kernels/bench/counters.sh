#!/bin/sh
# What a profiler counts of each kernel, launched once, beside what was proved; then what the
# sanitizers say. For the machine with the GPU.
#
#     counters.sh FOLDER/bench [RANDOM/bench] > counters.csv
#
# The first program is of cases whose tiles are whole (counters.txt). The second one, of small
# sizes (random-plans), goes through compute-sanitizer: memcheck and racecheck.
# Columns that begin with `proved_` are from the claims of the plan; the others are of all blocks.
# put_conflicts and get_conflicts are exact: wavefronts that the instructions made (the counters of
# SASS; smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_*), less those that they make without
# a conflict, as many for each instruction as 32 lanes have times 128 bytes. The counters whose
# names have `bank_conflicts` are beside them (put_contended, get_contended): these count cycles
# in which banks serve something else, such as the data of loads from global memory, too, and are
# no less than the conflicts. Where some instructions had no lane, as of tiles that stick out, and
# made no wavefront, the exact number is not known: the field is empty. Then
# wavefronts, instructions, and for global memory sectors of 32 bytes and requests. An empty field:
# the GPU has no such counter.
#
# NCU, SANITIZER: the tools.
set -u
bench=$1
random=${2:-}
ncu=${NCU:-ncu}
sanitizer=${SANITIZER:-compute-sanitizer}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT

# NAME COUNTER; a second line for the same name is taken where the first is not there.
cat > "$here/wanted" <<'END'
put_contended l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
get_contended l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
put_wavefronts smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum
get_wavefronts smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
put_instructions smsp__inst_executed_op_shared_st.sum
put_instructions smsp__sass_inst_executed_op_shared_st.sum
get_instructions smsp__inst_executed_op_shared_ld.sum
get_instructions smsp__sass_inst_executed_op_shared_ld.sum
load_sectors l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
store_sectors l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
load_requests l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
store_requests l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
END

awk '!seen[$1]++ {print $1}' "$here/wanted" > "$here/names"

# Names without the last part are what --query-metrics lists.
"$ncu" --query-metrics 2> "$here/error" | awk '{print $1}' | sort -u > "$here/there"
if [ ! -s "$here/there" ]; then
    echo "counters.sh: $ncu --query-metrics names no counter:" >&2
    cat "$here/error" >&2
    exit 2
fi
awk 'NR == FNR {there[$1] = 1; next}
     {base = $2; sub(/\.sum$/, "", base)}
     there[base] && !($1 in taken) {taken[$1] = 1; print}' "$here/there" "$here/wanted" \
    > "$here/taken"
metrics=$(awk '{printf "%s%s", (NR > 1 ? "," : ""), $2}' "$here/taken")
if [ -z "$metrics" ]; then
    echo "counters.sh: $ncu knows none of the counters" >&2
    exit 2
fi

"$bench" --list > "$here/list" || exit 2
# --print-units base: no thousands, no prefixes.
if ! "$ncu" --clock-control none --csv --page raw --print-units base --metrics "$metrics" \
    "$bench" --once > "$here/raw" 2> "$here/error"; then
    echo "counters.sh: $ncu failed:" >&2
    cat "$here/error" "$here/raw" >&2
    exit 2
fi

# The launches come in the order of the list. The page `raw` has a line of names, one of units,
# and one for each launch; fields are quoted and may hold commas.
awk '
function fields(line, out,    n, at, c, quoted, field) {
    n = 0; field = ""; quoted = 0
    for (at = 1; at <= length(line); at++) {
        c = substr(line, at, 1)
        if (c == "\"") quoted = !quoted
        else if (c == "," && !quoted) { out[++n] = field; field = "" }
        else field = field c
    }
    out[++n] = field
    return n
}
# Wavefronts of this launch past those without a conflict; nothing where they are not counted.
function conflicts(access,    made, instructions, each) {
    if (!column[access "_wavefronts"] || !column[access "_instructions"]) return ""
    made = f[column[access "_wavefronts"]]
    instructions = f[column[access "_instructions"]]
    gsub(/,/, "", made)
    gsub(/,/, "", instructions)
    each = bytes[launches, access] / 4
    made -= instructions * (each > 1 ? each : 1)
    return made < 0 ? "" : made
}
FILENAME == ARGV[1] { order[++nwanted] = $1; next }
FILENAME == ARGV[2] { name_of[$2] = $1; next }
FILENAME == ARGV[3] {
    if (FNR == 1) next
    fields($0, f)
    row[++nrows] = f[1] "," f[5] "," f[8] "," f[9] "," f[10] "," f[11]
    plan[nrows] = f[2]
    bytes[nrows, "put"] = f[12]
    bytes[nrows, "get"] = f[13]
    next
}
/^"ID"/ {
    n = fields($0, f)
    for (i = 1; i <= n; i++) {
        if (f[i] == "Kernel Name") kernel = i
        if (f[i] in name_of) column[name_of[f[i]]] = i
    }
    next
}
!kernel { next }
{
    n = fields($0, f)
    if (f[1] !~ /^[0-9]+$/) next # the units, and what the program says
    launches++
    actual = f[kernel]
    sub(/\(.*/, "", actual)
    if (actual != plan[launches]) {
        printf "counters.sh: launch %d is of %s, not of %s\n", launches, actual,
            plan[launches] > "/dev/stderr"
        bad = 1
        exit
    }
    line = row[launches] "," conflicts("put") "," conflicts("get")
    for (i = 1; i <= nwanted; i++) {
        value = column[order[i]] ? f[column[order[i]]] : ""
        gsub(/,/, "", value)
        line = line "," value
    }
    lines[launches] = line
}
END {
    if (bad) exit 2
    printf "case,blocks,proved_put_conflicts,proved_get_conflicts,"
    printf "proved_load_sectors,proved_store_sectors,put_conflicts,get_conflicts"
    for (i = 1; i <= nwanted; i++) printf ",%s", order[i]
    printf "\n"
    for (i = 1; i <= launches; i++) print lines[i]
    if (launches != nrows) {
        printf "counters.sh: %d launches were counted, of %d\n", launches, nrows > "/dev/stderr"
        exit 2
    }
}' "$here/names" "$here/taken" "$here/list" "$here/raw"
status=$?

if [ -n "$random" ]; then
    for tool in memcheck racecheck; do
        if "$sanitizer" --tool "$tool" --error-exitcode 9 "$random" --once \
            > "$here/said" 2>&1; then
            echo "$tool: clean: $(tail -1 "$here/said")" >&2
        else
            echo "$tool: NOT clean:" >&2
            tail -40 "$here/said" >&2
            status=1
        fi
    done
fi
exit "$status"
