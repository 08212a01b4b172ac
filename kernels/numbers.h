/* numbers.h - elements as numbers: what their bits say, and the bits nearest to a number.
 *
 * Types of fewer bits than a float: f16 and bf16, which end in infinities; tf32, a float of which
 * the lowest 13 bits do not count; e4m3 (without infinities, to 448) and e5m2 (to 57344), whose
 * conversions saturate. Conversions round to the nearest, and to even between two; those to
 * integers saturate, and have 0 for what is no number.
 */
#ifndef LCK_NUMBERS_H
#define LCK_NUMBERS_H

#include "kernel.h"

#include <string.h>

typedef enum {
    LCK_F64,
    LCK_F32,
    LCK_TF32,
    LCK_F16,
    LCK_BF16,
    LCK_E4M3,
    LCK_E5M2,
    LCK_I64,
    LCK_I32,
    LCK_I16,
    LCK_I8,
    LCK_U64,
    LCK_U32,
    LCK_U16,
    LCK_U8
} lck_format;

lck_format lck_format_of(const lck_element *element);

double lck_number_of(lck_format format, const void *at);
/* Bits of a format that a float holds exactly: not F64, nor integers of 32 bits and more. */
float lck_small_number(lck_format format, const void *at);
void lck_set_number(lck_format format, void *at, double number);

static inline float lck_bf16_number(const void *at)
{
    uint16_t bits;
    float number;
    memcpy(&bits, at, sizeof bits);
    uint32_t word = (uint32_t)bits << 16;
    memcpy(&number, &word, sizeof number);
    return number;
}

#endif
