/* bits-text.h - functions over F2 as digits, and the text of these.
 *
 * Each output is a sum of digits, and a digit is a sum of bits of the inputs modulo a power
 * of two. The text of the whole function is one map,
 *
 *     { [c] -> [(c mod 4) + 4*((floor(c/4) + floor(c/8)) mod 2) + 8*floor(c/8)] :
 *       0 <= c < 16 }
 *
 * The time that isl takes to read it grows fast with the sums in it, as isl brings all their
 * parities into one normal form. The text of a dense function therefore has a map for each digit,
 * which isl reads, and answers questions about, in milliseconds:
 *
 *     { [c] -> [0, c mod 4] : 0 <= c < 16 }
 *     { [c] -> [2, v] : exists (e2 = floor(c/4), e3 = floor(c/8) : v = (e2 + e3) mod 2) and
 *       0 <= c < 16 }
 *     { [c] -> [3, floor(c/8)] : 0 <= c < 16 }
 *
 * [j, v] says that the output is the sum of 2^j v over all lines, [i, j, v] says so of output i,
 * and [k, v] says that output k, which is a bit, is v.
 */
#ifndef LCR_BITS_TEXT_H
#define LCR_BITS_TEXT_H

#include "../lib/linear.h"
#include "internal.h"

/* 2^power (sum of floor(input / 2^bit) over the sources) mod 2^length; length 0: as it
 * is. A source is a bit of the inputs, the bits of all in one word. */
typedef struct {
    size_t output;
    unsigned power, length;
    uint64_t sources;
} lcr_digit;

typedef struct {
    size_t nins, nouts, ndigits;
    unsigned in[LC_LINEAR_BITS]; /* bits of the inputs */
    bool descending;             /* inputs and outputs that are bits: highest first */
    bool endless;                /* on all integers */
    const lc_tuple *shape;       /* ends of the inputs before their bits do; or NULL */
    const char *variable;
    lcr_digit digit[3 * LC_LINEAR_BITS];
} lcr_formula;

/* The input that a source belongs to, and the bit of it. */
void lcr_formula_locate(const lcr_formula *f, unsigned source, size_t *i, unsigned *bit);
/* A digit that is a XOR. */
static inline bool lcr_digit_is_sum(const lcr_digit *d)
{
    return (d->sources & (d->sources - 1)) != 0;
}

/* The work, about, to bring all outputs into one normal form. */
size_t lcr_formula_work(const lcr_formula *f);

/* One map, and a map for each digit, one a line; the caller frees them. NULL with an error. */
char *lcr_formula_text(lc_ctx *ctx, const lcr_formula *f);
char *lcr_formula_lines(lc_ctx *ctx, const lcr_formula *f);
/* Does isl read the one map in about a second? */
bool lcr_formula_is_read(const lcr_formula *f);

/* [c] -> [f(x)] with x = offset + g(c), g being the text of a function from [c] to the inputs of
 * f, in the domain of g; with `lines` a map for each digit, which isl reads in a fraction of a
 * second. f has one output, and the variable x. */
char *lcr_formula_after(lc_ctx *ctx, const lcr_formula *f, lc_int offset, const char *inner,
                        bool lines);

#endif
