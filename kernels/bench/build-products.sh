#!/bin/sh
# Compiles what emit-products wrote, with the program that checks and times it: FOLDER/bench.
#
#     build-products.sh FOLDER     NVCC: the compiler; JOBS: files at a time, 2
#                                  GENCODE: arch=compute_90a,code=sm_90a
#
# A unit is compiled when it changed. One that the compiler refuses is left out, named, and its
# messages stand in FOLDER/NAME.log; the program then lacks its plans.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
NVCC=${NVCC:-nvcc}
FLAGS="-std=c++17 -O3 -gencode ${GENCODE:-arch=compute_90a,code=sm_90a} -I$here -cudart static"
export NVCC FLAGS
jobs=${JOBS:-2}
mkdir -p objects
printf '%s\n' "$FLAGS" | cmp -s - objects/flags || rm -f objects/*
printf '%s\n' "$FLAGS" > objects/flags

# SOURCE OBJECT NEEDS...: compiled unless the object is newer than all of them.
cat > objects/compile <<'END'
source=$1 object=$2
shift 2
for need in "$source" "$@"; do
    if ! test "$object" -nt "$need"; then
        rm -f "$object"
        $NVCC $FLAGS -c "$source" -o "$object" > "${object%.o}.log" 2>&1 || {
            echo "build-products.sh: $source does not compile:" >&2
            head -5 "${object%.o}.log" >&2
        }
        exit 0
    fi
done
END

{
    for part in "$here"/product-*.cu; do
        echo "$part objects/$(basename "$part" .cu).part.o $here/product.cuh" \
            "$here/product-run.cuh $here/product-blas.cuh $here/product-dnn.cuh" \
            "$here/product-open.cuh"
    done
    while read -r name; do
        echo "$name-plan.cu objects/$name.unit.o $name.cu $here/product.cuh"
    done < units
} | xargs -P "$jobs" -L 1 sh objects/compile

for part in "$here"/product-*.cu; do
    test -e "objects/$(basename "$part" .cu).part.o" || exit 1
done
objects=
missing=0
while read -r name; do
    if test -e "objects/$name.unit.o"; then
        objects="$objects objects/$name.unit.o"
    else
        missing=$((missing + 1))
    fi
done < units
# The runtime is linked statically; cuBLAS is opened when the program runs.
$NVCC $FLAGS objects/*.part.o $objects -o bench -ldl \
    -Xcompiler -static-libstdc++,-static-libgcc
test "$missing" = 0 || echo "build-products.sh: $missing plans are left out" >&2
