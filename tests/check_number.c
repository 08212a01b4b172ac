/* check_number.c - elements as numbers: every bit pattern of 8 and 16 bits, and the rounding. */
#include "config.h"

#include "../kernels/kernel/number.h"
#include "suite.h"

#include <math.h>
#include <string.h>

static const char *const names[] = {"f64",   "f32",    "tf32",  "f16",   "bf16",
                                    "f8",    "e4m3",   "e5m2",  "int8",  "uint8",
                                    "int16", "uint16", "int32", "uint32"};

/* What is read is written with the same bits, and lies between its neighbours' means. */
TEST(all_bits_of_short_elements)
{
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const lck_element *e = lck_element_find(names[n]);
        for (uint32_t bits = 0; e->bytes <= 2 && bits < 1u << 8 * e->bytes; bits++) {
            unsigned char at[2] = {(unsigned char)bits, (unsigned char)(bits >> 8)}, again[2];
            double value = lck_number_at(e, at);
            if (isnan(value) || (isinf(value) && e->bytes == 1))
                continue;
            lck_set_number(e, again, value);
            ck_assert_msg(memcmp(at, again, (size_t)e->bytes) == 0, "%s: bits %x, %g", e->name,
                          bits, value);
        }
    }
}

/* The larger of two neighbours has the next bits; halfway is the one whose last bit is 0. */
TEST(ties_to_even)
{
    static const char *const floats[] = {"f16", "bf16", "e4m3", "e5m2"};
    for (size_t n = 0; n < 4; n++) {
        const lck_element *e = lck_element_find(floats[n]);
        for (uint32_t bits = 0;; bits++) {
            unsigned char at[2] = {(unsigned char)bits, (unsigned char)(bits >> 8)};
            unsigned char next[2] = {(unsigned char)(bits + 1), (unsigned char)((bits + 1) >> 8)};
            double value = lck_number_at(e, at), above = lck_number_at(e, next);
            unsigned char found[2];
            if (!isfinite(above))
                break;
            ck_assert_double_lt(value, above);
            lck_set_number(e, found, (value + above) / 2);
            ck_assert_int_eq(memcmp(found, bits % 2 ? next : at, (size_t)e->bytes), 0);
            lck_set_number(e, found, value + (above - value) * 0.501);
            ck_assert_int_eq(memcmp(found, next, (size_t)e->bytes), 0);
        }
    }
}

static double kept(const char *name, double value)
{
    unsigned char at[8];
    const lck_element *e = lck_element_find(name);
    lck_set_number(e, at, value);
    return lck_number_at(e, at);
}

TEST(ends)
{
    static const struct {
        const char *name;
        double largest, least;
    } known[] = {
        {"f16", 65504, 0x1p-24},  {"bf16", 0x1.fep127, 0x1p-133},    {"e4m3", 448, 0x1p-9},
        {"e5m2", 57344, 0x1p-16}, {"f32", 0x1.fffffep127, 0x1p-149}, {"int8", 127, 1},
        {"uint8", 255, 1},        {"int32", 2147483647, 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const lck_element *e = lck_element_find(known[i].name);
        ck_assert_double_eq(lck_largest(e), known[i].largest);
        ck_assert_double_eq(lck_least(e), known[i].least);
        ck_assert_double_eq(kept(known[i].name, known[i].largest), known[i].largest);
        ck_assert_double_eq(kept(known[i].name, known[i].least), known[i].least);
    }
    ck_assert_double_eq(kept("e4m3", 1e9), 448);
    ck_assert_double_eq(kept("e5m2", -1e9), -57344);
    ck_assert_double_eq(kept("int8", 1e9), 127);
    ck_assert_double_eq(kept("int8", -1e9), -128);
    ck_assert_double_eq(kept("uint8", -3), 0);
    ck_assert_double_eq(kept("int32", -2147483648.0), -2147483648.0);
    ck_assert_double_eq(kept("int8", 2.5), 2);
    ck_assert_double_eq(kept("int8", -3.5), -4);
    ck_assert(isinf(kept("f16", 65520)) && kept("f16", 65519) == 65504);
    ck_assert(isinf(kept("bf16", -1e39)) && isnan(kept("bf16", (double)NAN)));
    ck_assert_double_eq(kept("tf32", 1 + 0x1p-11 + 0x1p-20), 1 + 0x1p-10);
    ck_assert_double_eq(kept("f32", 0.1), (double)0.1f);
    ck_assert_double_eq(kept("f64", 0.1), 0.1);
}

SUITE_MAIN("numbers", all_bits_of_short_elements, ties_to_even, ends)
