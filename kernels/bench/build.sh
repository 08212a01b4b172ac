#!/bin/sh
# Compiles what emit-all wrote, with the harness: FOLDER/bench.
#
#     build.sh FOLDER        NVCC: the compiler; ARCH: sm_90; JOBS: files at a time, 2
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
nvcc=${NVCC:-nvcc}
flags="-O3 -arch=${ARCH:-sm_90} -I$here -cudart static"

rm -f ./*.o
printf '%s\n' part-*.cu table.cu "$here/bench.cu" "$here/device.cu" "$here/rows.cu" |
    xargs -P "${JOBS:-2}" -I '{}' sh -c "$nvcc $flags -c '{}' -o \$(basename '{}').o"
# With the runtime linked statically the program needs the driver and nothing else.
$nvcc $flags ./*.o -o bench
rm -f ./*.o
