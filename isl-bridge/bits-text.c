/* bits-text.c - the text of functions over F2: one map, or one a digit. */
#include "config.h"

#include "bits-text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The size that isl reads in about a second, as bits * sums * sums or bits * inputs * inputs: for
 * inputs that are bits, and for numbers, which have floors as well. */
#define READ_BITS 40000
#define READ_NUMBERS 600

void lcr_formula_locate(const lcr_formula *f, unsigned source, size_t *i, unsigned *bit)
{
    *bit = source;
    for (*i = 0; *i < f->nins && *bit >= f->in[*i]; ++*i)
        *bit -= f->in[*i];
    if (f->descending)
        *i = f->nins - 1 - *i;
}

/* ---- the parts ---- */

static void write_power(lc_text *out, unsigned k)
{
    if (k < 64)
        lc_text_printf(out, "%" PRIu64, (uint64_t)1 << k);
    else
        lc_text_add(out, "18446744073709551616");
}

static void write_name(lc_text *out, const lcr_formula *f, size_t i)
{
    lc_text_add(out, f->variable);
    if (f->nins > 1)
        lc_text_printf(out, "%zu", i);
}

/* floor(c/2^k). */
static void write_source(lc_text *out, const lcr_formula *f, unsigned source)
{
    size_t i;
    unsigned bit;
    if (f->endless) { /* also the bit above the block */
        i = 0;
        bit = source;
    } else {
        lcr_formula_locate(f, source, &i, &bit);
    }
    lc_text_add(out, bit > 0 ? "floor(" : "");
    write_name(out, f, i);
    if (bit == 0)
        return;
    lc_text_add(out, "/");
    write_power(out, bit);
    lc_text_add(out, ")");
}

static bool has_floor(const lcr_formula *f, uint64_t sources)
{
    for (; sources != 0; sources &= sources - 1) {
        size_t i;
        unsigned bit;
        lcr_formula_locate(f, (unsigned)__builtin_ctzll(sources), &i, &bit);
        if (bit > 0)
            return true;
    }
    return false;
}

static bool is_variable(const lcr_formula *f, const lcr_digit *d)
{
    return d->length == 0 && !f->endless && !has_floor(f, d->sources);
}

/* `alone`: not in a sum. */
static void write_digit(lc_text *out, const lcr_formula *f, const lcr_digit *d, bool alone)
{
    bool brackets = d->length > 0 && !(alone && d->power == 0);
    bool sum = lcr_digit_is_sum(d);
    if (d->power > 0) {
        write_power(out, d->power);
        lc_text_add(out, is_variable(f, d) ? "" : "*");
    }
    lc_text_add(out, brackets ? "(" : "");
    lc_text_add(out, sum ? "(" : "");
    /* in the order of the inputs */
    for (uint64_t rest = d->sources; rest != 0;) {
        unsigned source = (unsigned)(f->descending ? 63 - __builtin_clzll(rest)
                                                   : __builtin_ctzll(rest));
        write_source(out, f, source);
        rest &= ~((uint64_t)1 << source);
        lc_text_add(out, rest != 0 ? " + " : "");
    }
    lc_text_add(out, sum ? ")" : "");
    if (d->length > 0) {
        lc_text_add(out, " mod ");
        write_power(out, d->length);
    }
    lc_text_add(out, brackets ? ")" : "");
}

/* The digits of an output, from the highest for inputs that are bits of that order. */
static void write_output(lc_text *out, const lcr_formula *f, size_t output)
{
    size_t n = 0, written = 0;
    for (size_t k = 0; k < f->ndigits; k++)
        n += f->digit[k].output == output;
    for (size_t k = 0; k < f->ndigits; k++) {
        const lcr_digit *d = &f->digit[f->descending ? f->ndigits - 1 - k : k];
        if (d->output != output)
            continue;
        lc_text_add(out, written++ > 0 ? " + " : "");
        write_digit(out, f, d, n == 1);
    }
    lc_text_add(out, n == 0 ? "0" : "");
}

static void write_inputs(lc_text *out, const lcr_formula *f)
{
    lc_text_add(out, "[");
    for (size_t i = 0; i < f->nins; i++) {
        lc_text_add(out, i > 0 ? ", " : "");
        write_name(out, f, i);
    }
    lc_text_add(out, "]");
}

static void write_extent(lc_text *out, const lcr_formula *f, size_t i)
{
    if (f->shape)
        lc_text_add_int(out, lc_tuple_value(f->shape, i));
    else
        write_power(out, f->in[i]);
}

static void write_domain(lc_text *out, const lcr_formula *f)
{
    for (size_t i = 0; i < f->nins && !f->endless; i++) {
        lc_text_add(out, i > 0 ? " and 0 <= " : " : 0 <= ");
        write_name(out, f, i);
        lc_text_add(out, " < ");
        write_extent(out, f, i);
    }
}

char *lcr_formula_text(lc_ctx *ctx, const lcr_formula *f)
{
    lc_text text = {0}, *out = &text;
    lc_text_add(out, "{ ");
    write_inputs(out, f);
    lc_text_add(out, " -> [");
    for (size_t i = 0; i < f->nouts; i++) {
        lc_text_add(out, i > 0 ? ", " : "");
        write_output(out, f, i);
    }
    lc_text_add(out, "]");
    write_domain(out, f);
    lc_text_add(out, " }");
    return lc_text_take(ctx, out);
}

/* ---- a map a digit ---- */

static bool same_extent(const lcr_formula *f, size_t i, size_t j)
{
    return f->shape ? lc_int_eq(lc_tuple_value(f->shape, i), lc_tuple_value(f->shape, j))
                    : f->in[i] == f->in[j];
}

/* 0 <= c0, c1 < 2, as isl reads these in less time than one by one. */
static void write_short_domain(lc_text *out, const lcr_formula *f)
{
    for (size_t i = 0, n; i < f->nins && !f->endless; i += n) {
        lc_text_add(out, i > 0 ? " and 0 <= " : "0 <= ");
        for (n = 0; i + n < f->nins && same_extent(f, i, i + n); n++) {
            lc_text_add(out, n > 0 ? ", " : "");
            write_name(out, f, i + n);
        }
        lc_text_add(out, " < ");
        write_extent(out, f, i);
    }
}

/* exists (e2 = floor(c/4), e3 = floor(c/8) : v = (e2 + e3) mod 2): isl need not solve for floors
 * that have names. */
static void write_named_sum(lc_text *out, const lcr_formula *f, const lcr_digit *d)
{
    bool first = true;
    lc_text_add(out, "exists (");
    for (uint64_t rest = d->sources; rest != 0; rest &= rest - 1) {
        unsigned source = (unsigned)__builtin_ctzll(rest);
        if (!has_floor(f, rest & -rest))
            continue;
        lc_text_printf(out, "%se%u = ", first ? "" : ", ", source);
        write_source(out, f, source);
        first = false;
    }
    lc_text_add(out, " : v = (");
    for (uint64_t rest = d->sources; rest != 0;) {
        uint64_t one = rest & -rest;
        if (has_floor(f, one))
            lc_text_printf(out, "e%u", (unsigned)__builtin_ctzll(one));
        else
            write_source(out, f, (unsigned)__builtin_ctzll(one));
        rest ^= one;
        lc_text_add(out, rest != 0 ? " + " : ") mod ");
    }
    write_power(out, d->length);
    lc_text_add(out, ")");
}

static bool outputs_are_bits(const lcr_formula *f)
{
    for (size_t k = 0; k < f->ndigits; k++)
        if (f->digit[k].power > 0)
            return false;
    return f->nouts > 1;
}

/* What stands before the value of a line: `0, 3, `. */
static void write_place(lc_text *out, const lcr_formula *f, size_t output, unsigned power)
{
    if (f->nouts > 1)
        lc_text_printf(out, "%zu, ", output);
    if (!outputs_are_bits(f))
        lc_text_printf(out, "%u, ", power);
}

/* `d` is NULL for an output that is 0. */
static void write_line(lc_text *out, const lcr_formula *f, size_t output, const lcr_digit *d)
{
    bool named = d && lcr_digit_is_sum(d) && has_floor(f, d->sources);
    lcr_digit alone = d ? *d : (lcr_digit){0};
    alone.power = 0;
    lc_text_add(out, "\n{ ");
    write_inputs(out, f);
    lc_text_add(out, " -> [");
    write_place(out, f, output, d ? d->power : 0);
    if (named)
        lc_text_add(out, "v");
    else if (d)
        write_digit(out, f, &alone, true);
    else
        lc_text_add(out, "0");
    lc_text_add(out, "] : ");
    if (named) {
        write_named_sum(out, f, d);
        lc_text_add(out, f->nins > 0 ? " and " : "");
    }
    write_short_domain(out, f);
    lc_text_add(out, " }");
}

static void write_heading(lc_text *out, const lcr_formula *f)
{
    if (outputs_are_bits(f))
        lc_text_add(out, "# a line for each output: [k, v], output k is v");
    else if (f->nouts > 1)
        lc_text_add(
            out,
            "# a line for each digit: [i, j, v], output i is the sum of 2^j v over its lines");
    else
        lc_text_add(
            out,
            "# a line for each digit: [j, v], the output is the sum of 2^j v over the lines");
}

char *lcr_formula_lines(lc_ctx *ctx, const lcr_formula *f)
{
    lc_text text = {0}, *out = &text;
    write_heading(out, f);
    for (size_t i = 0; i < f->nouts; i++) {
        bool none = true;
        for (size_t k = 0; k < f->ndigits; k++)
            if (f->digit[k].output == i) {
                write_line(out, f, i, &f->digit[k]);
                none = false;
            }
        if (none)
            write_line(out, f, i, NULL);
    }
    return lc_text_take(ctx, out);
}

/* ---- functions of a value ---- */

/* The parts of the text of a function: what is in the brackets of its values, with commas. */
typedef struct {
    int ninputs, nvalue, ndomain;
    const char *inputs, *value, *domain;
} parts;

static bool find_parts(lc_ctx *ctx, const char *inner, parts *p)
{
    const char *arrow = strstr(inner, " -> ["), *end = arrow ? strchr(arrow, ']') : NULL;
    const char *domain = end ? strstr(end, " : ") : NULL;
    const char *close = domain ? strstr(domain, " }") : NULL;
    if (!close)
        return lc_fail(ctx, LC_ERR_INTERNAL, "a formula without its parts: %s", inner);
    *p = (parts){(int)(arrow - inner),
                 (int)(end - arrow - 5),
                 (int)(close - domain - 3),
                 inner,
                 arrow + 5,
                 domain + 3};
    return true;
}

/* Has a source in that input? */
static bool takes(const lcr_formula *f, uint64_t sources, size_t input)
{
    bool found = f->endless;
    for (; sources != 0 && !found; sources &= sources - 1) {
        size_t i;
        unsigned bit;
        lcr_formula_locate(f, (unsigned)__builtin_ctzll(sources), &i, &bit);
        found = i == input;
    }
    return found;
}

/* `x0 = OFFSET + VALUE and x1 = OFFSET + VALUE and `, for the inputs that are taken. */
static void write_values(lc_text *out, const lcr_formula *f, const parts *p, lc_int offset,
                         uint64_t sources)
{
    const char *value = p->value, *end = p->value + p->nvalue, *next;
    for (size_t i = 0; i < f->nins; i++, value = next) {
        const char *comma = memchr(value, ',', (size_t)(end - value));
        const char *last = comma ? comma : end;
        next = comma ? comma + 2 : end;
        if (!takes(f, sources, i))
            continue;
        write_name(out, f, i);
        lc_text_add(out, " = ");
        if (!lc_int_is_zero(offset)) {
            lc_text_add_int(out, offset);
            lc_text_add(out, " + ");
        }
        lc_text_printf(out, "%.*s and ", (int)(last - value), value);
    }
}

/* `{ [c] -> [PLACE y] : exists (x : x = OFFSET + VALUE and y = `, and what follows. */
static void write_before(lc_text *out, const lcr_formula *f, const parts *p, lc_int offset,
                         uint64_t sources, const char *place, const char *y)
{
    bool first = true;
    lc_text_printf(out, "%.*s -> [%s%s] : exists (", p->ninputs, p->inputs, place, y);
    for (size_t i = 0; i < f->nins; i++)
        if (takes(f, sources, i)) {
            lc_text_add(out, first ? "" : ", ");
            write_name(out, f, i);
            first = false;
        }
    lc_text_add(out, " : ");
    write_values(out, f, p, offset, sources);
    lc_text_printf(out, "%s = ", y);
}

static void write_after(lc_text *out, const parts *p)
{
    lc_text_printf(out, ") and %.*s }", p->ndomain, p->domain);
}

static uint64_t all_sources(const lcr_formula *f)
{
    uint64_t all = 0;
    for (size_t k = 0; k < f->ndigits; k++)
        all |= f->digit[k].sources;
    return all;
}

char *lcr_formula_after(lc_ctx *ctx, const lcr_formula *f, lc_int offset, const char *inner,
                        bool lines)
{
    parts p;
    if (!find_parts(ctx, inner, &p))
        return NULL;
    lc_text text = {0}, *out = &text;
    if (lines) {
        write_heading(out, f);
    } else {
        write_before(out, f, &p, offset, all_sources(f), "", "y");
        write_output(out, f, 0);
        write_after(out, &p);
    }
    for (size_t k = 0; lines && k < f->ndigits; k++) {
        char place[32];
        lcr_digit alone = f->digit[k];
        snprintf(place, sizeof place, "%u, ", alone.power);
        alone.power = 0;
        lc_text_add(out, "\n");
        write_before(out, f, &p, offset, alone.sources, place, "v");
        write_digit(out, f, &alone, true);
        write_after(out, &p);
    }
    return lc_text_take(ctx, out);
}

/* ---- how dense it is ---- */

/* `together`: the digits of one output stand together and count once. */
static size_t work_of(const lcr_formula *f, bool together)
{
    size_t sums = 0, bits = 0, last = SIZE_MAX;
    uint64_t inputs = 0;
    for (size_t k = 0; k < f->ndigits; k++) {
        const lcr_digit *d = &f->digit[k];
        if (!lcr_digit_is_sum(d))
            continue;
        inputs |= d->sources;
        bits += (size_t)__builtin_popcountll(d->sources);
        sums += !together || d->output != last;
        last = d->output;
    }
    size_t wide = (size_t)__builtin_popcountll(inputs);
    wide = wide > sums ? wide : sums;
    return wide * wide * bits;
}

size_t lcr_formula_work(const lcr_formula *f)
{
    return work_of(f, true);
}

bool lcr_formula_is_read(const lcr_formula *f)
{
    bool numbers = f->endless;
    for (size_t i = 0; i < f->nins; i++)
        numbers = numbers || f->in[i] > 1;
    return work_of(f, false) <= (numbers ? READ_NUMBERS : READ_BITS);
}
