/* fuzzer.c - what libFuzzer and AFL++ call: the reader FUZZ (tests/fuzz/fuzz). */
#include <stdint.h>

#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(FUZZ, data, size);
    return 0;
}
