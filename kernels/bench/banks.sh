#!/bin/sh
# What a profiler counts of accesses of shared memory, as claims that `layoutcheck check` decides:
# a line an instruction and pattern, the conflicts being the wavefronts of an access past those that
# 32 lanes have without a conflict, one for each 128 bytes. For the machine with the GPU.
#
#     nvcc -O1 -std=c++17 -arch=sm_90 -cudart static banks.cu -o banks
#     banks.sh FOLDER/banks sm90 > banks.lay
#
# Behind each claim: its instruction, wavefronts and cycles of an access. Wavefronts are those of the
# instruction, by the counters of SASS.
#
# NCU: the tool.
set -u
banks=$1
arch=$2
ncu=${NCU:-ncu}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT

counter=smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op
metrics=${counter}_ld.sum,${counter}_st.sum,${counter}_ldsm.sum,${counter}_stsm.sum

"$banks" --list > "$here/list" && "$banks" > "$here/cycles" || exit 2
if ! "$ncu" --clock-control none --csv --page raw --print-units base \
    --metrics "$metrics" "$banks" --once > "$here/raw" 2> "$here/error"; then
    echo "banks.sh: $ncu failed:" >&2
    cat "$here/error" "$here/raw" >&2
    exit 2
fi

# The launches come in the order of the list. Of the page `raw` each launch is a line, with all
# fields in quotes.
awk -F '\t' -v arch="$arch" -v counter="$counter" '
FILENAME == ARGV[1] { name[FNR] = $1; op[FNR] = $2; bytes[FNR] = $3; lanes[FNR] = $4
                      times[FNR] = $5; text[FNR] = $6; n = FNR; next }
FILENAME == ARGV[2] { cycles[FNR] = $2; next }
/^"/ {
    line = $0
    gsub(/^"|"$/, "", line)
    count = split(line, f, /","/)
    if (f[1] == "ID") {
        for (i = 1; i <= count; i++) column[f[i]] = i
    } else if (f[1] ~ /^[0-9]+$/) {
        k++
        part = "_ld"
        if (name[k] ~ /^write/) part = "_st"
        if (name[k] ~ /^ldmatrix/) part = "_ldsm"
        if (name[k] ~ /^stmatrix/) part = "_stsm"
        made = f[column[counter part ".sum"]]
        gsub(/,/, "", made)
        least = lanes[k] * bytes[k] / 128
        if (least < 1) least = 1
        printf "prove conflicts(map { (l) in (%d) -> %s }, ", lanes[k], text[k]
        printf "lanes=%d, bytes=%d, arch=%s, op=%s) == %g", lanes[k], bytes[k], arch,
            op[k], made / times[k] - least
        printf " # %s: %g wavefronts, %s cycles\n", name[k], made / times[k], cycles[k]
    }
}
END {
    if (k != n) {
        printf "banks.sh: %d launches were counted, of %d\n", k, n > "/dev/stderr"
        exit 2
    }
}' "$here/list" "$here/cycles" "$here/raw"
