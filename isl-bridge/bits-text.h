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

/* 2^power times ((the sum of floor(input / 2^bit) over the sources) mod 2^length); length 0: no
 * modulus. A source is a bit of the word that has the bits of all inputs. */
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
    const lc_tuple *shape;       /* extents of the inputs, where these are less than their bits
                                  * allow; or NULL */
    const char *variable;
    lcr_digit digit[3 * LC_LINEAR_BITS];
} lcr_formula;

/* The input that a source belongs to, and its number among the bits of that input. */
void lcr_formula_locate(const lcr_formula *f, unsigned source, size_t *i, unsigned *bit);
/* Has the digit more than one source? */
static inline bool lcr_digit_is_sum(const lcr_digit *d)
{
    return (d->sources & (d->sources - 1)) != 0;
}

/* About how much work it is for isl to bring all outputs into one normal form. */
size_t lcr_formula_work(const lcr_formula *f);

/* The text of one map; the text with a map for each digit, one a line. The caller frees it. NULL
 * with an error. */
char *lcr_formula_text(lc_ctx *ctx, const lcr_formula *f);
char *lcr_formula_lines(lc_ctx *ctx, const lcr_formula *f);
/* Does isl read the one map in about a second? */
bool lcr_formula_is_read(const lcr_formula *f);

/* The text of [c] -> [f(offset + g(c))], where `inner` is the text of g, a function from [c] to
 * the input of f. f has one output, and x as its variable. With `lines` a map for each digit,
 * which isl reads in a fraction of a second. The caller frees it; NULL with an error. */
char *lcr_formula_after(lc_ctx *ctx, const lcr_formula *f, lc_int offset, const char *inner,
                        bool lines);

#endif
