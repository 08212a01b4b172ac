#!/bin/sh
# Compiles what emit-host wrote, with the harness and clang's sanitizer: FOLDER/host.
#
#     build-host.sh FOLDER        CLANGXX: the compiler; JOBS: files at a time, 1
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
clang=${CLANGXX:-clang++}
flags="-std=c++17 -O1 -w -fno-strict-aliasing -fsanitize=undefined -fno-sanitize-recover=all"
flags="$flags -I$here -I$here/../../tests"

rm -f ./*.o
printf '%s\n' part-*.cpp table.cpp "$here/host.cpp" |
    xargs -P "${JOBS:-1}" -I '{}' sh -c "$clang $flags -c '{}' -o \$(basename '{}').o"
$clang $flags ./*.o -o host
rm -f ./*.o
