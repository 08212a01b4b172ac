#!/bin/sh
# What the hardware counts of each product, launched once: conflicts of banks in shared memory, and
# beside them instructions and bytes. Then what the sanitizers say. For the machine with the GPU.
#
#     product-counters.sh FOLDER/bench [REGEX [CHECKS/bench]] > counters.csv
#
# The first program launches the cases that match (bench --once --only=REGEX). The second one, of
# small sizes, goes through compute-sanitizer's four tools (bench --sanitize).
#
# Counters of the unit that serves shared memory (l1tex__..._mem_shared_op_st) count what waits for
# TMA as conflicts, too. Exact are those of instructions, smsp__sass_..._op_ldsm, _op_stsm and so on,
# and l1tex__..._op_gmma of what WGMMA reads. All of the GPU's that end so are taken.
#
# NCU, SANITIZER: the tools.
set -u
bench=$1
only=${2:-.}
checks=${3:-}
ncu=${NCU:-ncu}
sanitizer=${SANITIZER:-compute-sanitizer}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT

"$ncu" --query-metrics 2> "$here/error" | awk '{print $1}' | sort -u > "$here/there"
if [ ! -s "$here/there" ]; then
    echo "product-counters.sh: $ncu --query-metrics names no counter:" >&2
    cat "$here/error" >&2
    exit 2
fi
metrics=$(awk '
    /^smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared(_op_|$)/ ||
    /^l1tex__data_bank_conflicts.*_gmma/ ||
    /^smsp__sass_inst_executed_op_(ldsm|stsm|ldgsts)/ ||
    /^smsp__inst_executed_pipe_tensor/ ||
    /^(dram__bytes_read|dram__bytes_write|lts__t_bytes)$/ {
        printf "%s%s.sum", n++ ? "," : "", $1
    }' "$here/there")
if [ -z "$metrics" ]; then
    echo "product-counters.sh: $ncu knows none of the counters" >&2
    exit 2
fi

if ! "$ncu" --clock-control none --csv --page raw --print-units base --metrics "$metrics" \
    "$bench" --once "--only=$only" > "$here/raw" 2> "$here/error"; then
    echo "product-counters.sh: $ncu failed:" >&2
    cat "$here/error" "$here/raw" >&2
    exit 2
fi
# The table of ncu: a line of names, one of units, and one for each launch. The program says PLAN;
# SIZES; KERNEL after the launches of a case, a copy to scratch among them.
grep '^"' "$here/raw"
echo
grep -v -e '^"' -e '^==' "$here/raw"
status=0

if [ -n "$checks" ]; then
    for tool in memcheck racecheck synccheck initcheck; do
        if "$sanitizer" --tool "$tool" --error-exitcode 9 "$checks" --sanitize \
            "--only=$only" > "$here/said" 2>&1; then
            echo "$tool: clean: $(tail -1 "$here/said")" >&2
        else
            echo "$tool: NOT clean:" >&2
            tail -40 "$here/said" >&2
            status=1
        fi
    done
fi
exit "$status"
