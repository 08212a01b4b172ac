#!/bin/sh
# Compiles probe.cu: FOLDER/probe, which prints claims such as tests/atoms/probed.lay has.
#
#     build-probe.sh FOLDER        NVCC: the compiler
#
# wgmma has a register operand for each accumulator: the instructions are written by awk.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
awk 'function operation(type, n, k, width, one, types, tail,    i, d, out)
{
    d = "%0"; out = "\"+r\"(d[0])"
    for (i = 1; i < n / 2; i++) {
        d = d ",%" i
        out = out ", \"+r\"(d[" i "])"
    }
    i = n / 2
    printf "struct wgmma_%s_%d {\n    enum { N = %d, K = %d, W = %d };\n", type, n, n, k, width
    printf "    static constexpr uint64_t ONE = %s;\n", one
    printf "    static const char *types() { return \"m64n%dk%d.%s\"; }\n", n, k, types
    printf "    static __device__ void run(uint32_t *d, const uint32_t *a, uint64_t b)\n    {\n"
    printf "        asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\");\n"
    printf "        asm volatile(\"{.reg .pred p; setp.ne.b32 p, %%%d, 0; wgmma.mma_async.sync.aligned.m64n%dk%d.%s {%s},{%%%d,%%%d,%%%d,%%%d},%%%d,p%s;}\"\n", i + 5, n, k, types, d, i, i + 1, i + 2, i + 3, i + 4, tail
    printf "                     : %s\n                     : \"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3]), \"l\"(b), \"r\"(0));\n", out
    printf "        asm volatile(\"wgmma.commit_group.sync.aligned;\" ::: \"memory\");\n"
    printf "        asm volatile(\"wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");\n"
    for (i = 0; i < n / 2; i++)
        printf "        asm volatile(\"\" : \"+r\"(d[%d])::\"memory\");\n", i
    printf "    }\n};\n"
}
BEGIN {
    operation("tf32", 8, 8, 32, "0x3f800000", "f32.tf32.tf32", ",1,1")
    operation("f16", 8, 16, 16, "0x3c00", "f32.f16.f16", ",1,1,0")
    operation("s8", 8, 32, 8, "1", "s32.s8.s8", "")
    operation("e4m3", 8, 32, 8, "0x38", "f32.e4m3.e4m3", ",1,1")
    operation("b1", 8, 256, 1, "1", "s32.b1.b1.and.popc", "")
    for (n = 8; n <= 256; n += 8) {
        operation("bf16", n, 16, 16, "0x3f80", "f32.bf16.bf16", ",1,1,0")
        all = all " probe_wgmma_D<wgmma_bf16_" n ">(slots);"
    }
    print "#define PROBE_ALL_N(slots)" all
}' > wgmma.cuh
"${NVCC:-nvcc}" -O1 -std=c++17 -gencode arch=compute_90a,code=sm_90a -I. -cudart static "$here/probe.cu" -o probe
