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

static void write_power(FILE *out, unsigned k)
{
    if (k < 64)
        fprintf(out, "%" PRIu64, (uint64_t)1 << k);
    else
        fputs("18446744073709551616", out);
}

static void write_name(FILE *out, const lcr_formula *f, size_t i)
{
    fputs(f->variable, out);
    if (f->nins > 1)
        fprintf(out, "%zu", i);
}

/* floor(c/2^k). */
static void write_source(FILE *out, const lcr_formula *f, unsigned source)
{
    size_t i;
    unsigned bit;
    if (f->endless) { /* also the bit above the block */
        i = 0;
        bit = source;
    } else {
        lcr_formula_locate(f, source, &i, &bit);
    }
    fputs(bit > 0 ? "floor(" : "", out);
    write_name(out, f, i);
    if (bit == 0)
        return;
    putc('/', out);
    write_power(out, bit);
    putc(')', out);
}

static bool is_variable(const lcr_formula *f, const lcr_digit *d)
{
    size_t i;
    unsigned bit;
    if (d->length > 0 || f->endless)
        return false;
    lcr_formula_locate(f, (unsigned)__builtin_ctzll(d->sources), &i, &bit);
    return bit == 0;
}

/* `alone`: not in a sum. */
static void write_digit(FILE *out, const lcr_formula *f, const lcr_digit *d, bool alone)
{
    bool brackets = d->length > 0 && !(alone && d->power == 0);
    bool sum = lcr_digit_is_sum(d);
    if (d->power > 0) {
        write_power(out, d->power);
        fputs(is_variable(f, d) ? "" : "*", out);
    }
    fputs(brackets ? "(" : "", out);
    fputs(sum ? "(" : "", out);
    /* in the order of the inputs */
    for (uint64_t rest = d->sources; rest != 0;) {
        unsigned source = (unsigned)(f->descending ? 63 - __builtin_clzll(rest)
                                                   : __builtin_ctzll(rest));
        write_source(out, f, source);
        rest &= ~((uint64_t)1 << source);
        fputs(rest != 0 ? " + " : "", out);
    }
    fputs(sum ? ")" : "", out);
    if (d->length > 0) {
        fputs(" mod ", out);
        write_power(out, d->length);
    }
    fputs(brackets ? ")" : "", out);
}

/* The digits of an output, from the highest for inputs that are bits of that order. */
static void write_output(FILE *out, const lcr_formula *f, size_t output)
{
    size_t n = 0, written = 0;
    for (size_t k = 0; k < f->ndigits; k++)
        n += f->digit[k].output == output;
    for (size_t k = 0; k < f->ndigits; k++) {
        const lcr_digit *d = &f->digit[f->descending ? f->ndigits - 1 - k : k];
        if (d->output != output)
            continue;
        fputs(written++ > 0 ? " + " : "", out);
        write_digit(out, f, d, n == 1);
    }
    fputs(n == 0 ? "0" : "", out);
}

static void write_inputs(FILE *out, const lcr_formula *f)
{
    putc('[', out);
    for (size_t i = 0; i < f->nins; i++) {
        fputs(i > 0 ? ", " : "", out);
        write_name(out, f, i);
    }
    putc(']', out);
}

static void write_extent(FILE *out, const lcr_formula *f, size_t i)
{
    if (f->shape)
        lcr_write_int(out, lc_tuple_value(f->shape, i));
    else
        write_power(out, f->in[i]);
}

static void write_domain(FILE *out, const lcr_formula *f)
{
    for (size_t i = 0; i < f->nins && !f->endless; i++) {
        fputs(i > 0 ? " and 0 <= " : " : 0 <= ", out);
        write_name(out, f, i);
        fputs(" < ", out);
        write_extent(out, f, i);
    }
}

char *lcr_formula_text(lc_ctx *ctx, const lcr_formula *f)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) {
        fputs("{ ", out);
        write_inputs(out, f);
        fputs(" -> [", out);
        for (size_t i = 0; i < f->nouts; i++) {
            fputs(i > 0 ? ", " : "", out);
            write_output(out, f, i);
        }
        putc(']', out);
        write_domain(out, f);
        fputs(" }", out);
    }
    return lcr_finish_text(ctx, out, &text);
}

/* ---- a map a digit ---- */

static bool same_extent(const lcr_formula *f, size_t i, size_t j)
{
    return f->shape ? lc_int_eq(lc_tuple_value(f->shape, i), lc_tuple_value(f->shape, j))
                    : f->in[i] == f->in[j];
}

/* 0 <= c0, c1 < 2, as isl reads these in less time than one by one. */
static void write_short_domain(FILE *out, const lcr_formula *f)
{
    for (size_t i = 0, n; i < f->nins && !f->endless; i += n) {
        fputs(i > 0 ? " and 0 <= " : "0 <= ", out);
        for (n = 0; i + n < f->nins && same_extent(f, i, i + n); n++) {
            fputs(n > 0 ? ", " : "", out);
            write_name(out, f, i + n);
        }
        fputs(" < ", out);
        write_extent(out, f, i);
    }
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

/* exists (e2 = floor(c/4), e3 = floor(c/8) : v = (e2 + e3) mod 2): isl need not solve for floors
 * that have names. */
static void write_named_sum(FILE *out, const lcr_formula *f, const lcr_digit *d)
{
    bool first = true;
    fputs("exists (", out);
    for (uint64_t rest = d->sources; rest != 0; rest &= rest - 1) {
        unsigned source = (unsigned)__builtin_ctzll(rest);
        if (!has_floor(f, rest & -rest))
            continue;
        fprintf(out, "%se%u = ", first ? "" : ", ", source);
        write_source(out, f, source);
        first = false;
    }
    fputs(" : v = (", out);
    for (uint64_t rest = d->sources; rest != 0;) {
        uint64_t one = rest & -rest;
        if (has_floor(f, one))
            fprintf(out, "e%u", (unsigned)__builtin_ctzll(one));
        else
            write_source(out, f, (unsigned)__builtin_ctzll(one));
        rest ^= one;
        fputs(rest != 0 ? " + " : ") mod ", out);
    }
    write_power(out, d->length);
    putc(')', out);
}

static bool outputs_are_bits(const lcr_formula *f)
{
    for (size_t k = 0; k < f->ndigits; k++)
        if (f->digit[k].power > 0)
            return false;
    return f->nouts > 1;
}

/* What stands before the value of a line: `0, 3, `. */
static void write_place(FILE *out, const lcr_formula *f, size_t output, unsigned power)
{
    if (f->nouts > 1)
        fprintf(out, "%zu, ", output);
    if (!outputs_are_bits(f))
        fprintf(out, "%u, ", power);
}

/* `d` is NULL for an output that is 0. */
static void write_line(FILE *out, const lcr_formula *f, size_t output, const lcr_digit *d)
{
    bool named = d && lcr_digit_is_sum(d) && has_floor(f, d->sources);
    lcr_digit alone = d ? *d : (lcr_digit){0};
    alone.power = 0;
    fputs("\n{ ", out);
    write_inputs(out, f);
    fputs(" -> [", out);
    write_place(out, f, output, d ? d->power : 0);
    if (named)
        putc('v', out);
    else if (d)
        write_digit(out, f, &alone, true);
    else
        putc('0', out);
    fputs("] : ", out);
    if (named) {
        write_named_sum(out, f, d);
        fputs(f->nins > 0 ? " and " : "", out);
    }
    write_short_domain(out, f);
    fputs(" }", out);
}

static void write_heading(FILE *out, const lcr_formula *f)
{
    if (outputs_are_bits(f))
        fputs("# a line for each output: [k, v], output k is v", out);
    else if (f->nouts > 1)
        fputs("# a line for each digit: [i, j, v], output i is the sum of 2^j v over its lines",
              out);
    else
        fputs("# a line for each digit: [j, v], the output is the sum of 2^j v over the lines",
              out);
}

char *lcr_formula_lines(lc_ctx *ctx, const lcr_formula *f)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) {
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
    }
    return lcr_finish_text(ctx, out, &text);
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
    if (!close) {
        lc_fail(ctx, LC_ERR_INTERNAL, "a formula without its parts: %s", inner);
        return false;
    }
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
static void write_values(FILE *out, const lcr_formula *f, const parts *p, lc_int offset,
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
        fputs(" = ", out);
        if (!lc_int_is_zero(offset)) {
            lcr_write_int(out, offset);
            fputs(" + ", out);
        }
        fprintf(out, "%.*s and ", (int)(last - value), value);
    }
}

/* `{ [c] -> [PLACE y] : exists (x : x = OFFSET + VALUE and y = `, and what follows. */
static void write_before(FILE *out, const lcr_formula *f, const parts *p, lc_int offset,
                         uint64_t sources, const char *place, const char *y)
{
    bool first = true;
    fprintf(out, "%.*s -> [%s%s] : exists (", p->ninputs, p->inputs, place, y);
    for (size_t i = 0; i < f->nins; i++)
        if (takes(f, sources, i)) {
            fputs(first ? "" : ", ", out);
            write_name(out, f, i);
            first = false;
        }
    fputs(" : ", out);
    write_values(out, f, p, offset, sources);
    fprintf(out, "%s = ", y);
}

static void write_after(FILE *out, const parts *p)
{
    fprintf(out, ") and %.*s }", p->ndomain, p->domain);
}

static uint64_t all_sources(const lcr_formula *f)
{
    uint64_t all = 0;
    for (size_t k = 0; k < f->ndigits; k++)
        all |= f->digit[k].sources;
    return all;
}

/* As one relation, or a line for each digit. */
static char *after(lc_ctx *ctx, const lcr_formula *f, lc_int offset, const char *inner,
                   bool lines)
{
    parts p;
    char *text = NULL;
    size_t length = 0;
    if (!find_parts(ctx, inner, &p))
        return NULL;
    FILE *out = open_memstream(&text, &length);
    if (out && lines)
        write_heading(out, f);
    else if (out) {
        write_before(out, f, &p, offset, all_sources(f), "", "y");
        write_output(out, f, 0);
        write_after(out, &p);
    }
    for (size_t k = 0; out && lines && k < f->ndigits; k++) {
        char place[32];
        lcr_digit alone = f->digit[k];
        snprintf(place, sizeof place, "%u, ", alone.power);
        alone.power = 0;
        putc('\n', out);
        write_before(out, f, &p, offset, alone.sources, place, "v");
        write_digit(out, f, &alone, true);
        write_after(out, &p);
    }
    return lcr_finish_text(ctx, out, &text);
}

char *lcr_formula_after(lc_ctx *ctx, const lcr_formula *f, lc_int offset, const char *inner)
{
    return after(ctx, f, offset, inner, false);
}

char *lcr_formula_lines_after(lc_ctx *ctx, const lcr_formula *f, lc_int offset, const char *inner)
{
    return after(ctx, f, offset, inner, true);
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
