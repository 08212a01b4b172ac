/* formula.c - the maps of a layout as one would write them, in isl's syntax.
 *
 *     { [c] -> [2*(c mod 4) + (floor(c/4) mod 2) + 8*floor(c/8)] : 0 <= c < 16 }
 *
 * isl prints the same map as a normalised sum of floors, which no longer shows the modes. A
 * formula is only shown; the map itself is built in relation.c.
 */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

/* The leaf whose digit needs no reduction: the last one that counts. */
static size_t top_leaf(const lcr_leaves *leaves, bool extended)
{
    size_t top = leaves->n - 1;
    while (!extended && top > 0 && lc_int_is_one(leaves->extent[top]))
        top--;
    return top;
}

/* The digit of leaf k; in brackets where it stands in a sum. */
static void write_digit(FILE *out, const lcr_leaves *leaves, size_t k, size_t top, bool in_sum)
{
    bool reduced = k < top;
    if (in_sum && reduced)
        putc('(', out);
    if (lc_int_is_one(leaves->place[k])) {
        fputs("c", out);
    } else {
        fputs("floor(c/", out);
        lcr_write_int(out, leaves->place[k]);
        putc(')', out);
    }
    if (reduced) {
        fputs(" mod ", out);
        lcr_write_int(out, leaves->extent[k]);
    }
    if (in_sum && reduced)
        putc(')', out);
}

/* The sign and the factor of one more term of a sum. */
static void write_factor(lc_ctx *ctx, FILE *out, lc_int factor, bool first, const char *times)
{
    bool negative = lc_int_sign(factor) < 0;
    lc_int magnitude = lc_int_abs(ctx, factor);
    fputs(first ? (negative ? "-" : "") : (negative ? " - " : " + "), out);
    if (!lc_int_is_one(magnitude)) {
        lcr_write_int(out, magnitude);
        fputs(times, out);
    }
}

static void write_interval(FILE *out, const char *name, lc_int size)
{
    fprintf(out, "0 <= %s < ", name);
    lcr_write_int(out, size);
}

char *lcr_finish_text(lc_ctx *ctx, FILE *out, char **text)
{
    bool ok = out && !ferror(out);
    ok = out && fclose(out) == 0 && ok;
    if (ok)
        return *text;
    free(*text);
    return lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
}

char *lcr_coord_formula(lc_ctx *ctx, const lcr_leaves *leaves)
{
    char *text = NULL;
    size_t length = 0, top = top_leaf(leaves, false);
    FILE *out = open_memstream(&text, &length);
    if (out) {
        fputs("{ [c] -> [", out);
        for (size_t k = 0; k < leaves->n; k++) {
            fputs(k > 0 ? ", " : "", out);
            if (lc_int_is_one(leaves->extent[k]))
                putc('0', out);
            else
                write_digit(out, leaves, k, top, false);
        }
        fputs("] : ", out);
        write_interval(out, "c", leaves->size);
        fputs(" }", out);
    }
    return lcr_finish_text(ctx, out, &text);
}

static void coordinate_name(const lcr_leaves *leaves, size_t k, char name[32])
{
    if (leaves->n == 1)
        snprintf(name, 32, "c");
    else
        snprintf(name, 32, "c%zu", k);
}

/* The sum of one axis, after those before it. */
static void write_index(lc_ctx *ctx, FILE *out, const lcr_leaves *leaves, size_t axis)
{
    char name[32];
    bool first = true;
    fputs(axis > 0 ? ", " : "", out);
    for (size_t k = 0; k < leaves->n; k++) {
        lc_int step = leaves->step[axis * leaves->n + k];
        if (lc_int_is_zero(step))
            continue;
        coordinate_name(leaves, k, name);
        write_factor(ctx, out, step, first, "");
        fputs(name, out);
        first = false;
    }
    fputs(first ? "0" : "", out);
}

char *lcr_index_formula(lc_ctx *ctx, const lcr_leaves *leaves)
{
    char *text = NULL, name[32];
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) {
        fputs("{ [", out);
        for (size_t k = 0; k < leaves->n; k++) {
            coordinate_name(leaves, k, name);
            fprintf(out, "%s%s", k > 0 ? ", " : "", name);
        }
        fputs("] -> [", out);
        for (size_t q = 0; q < leaves->naxes; q++)
            write_index(ctx, out, leaves, q);
        fputs("] : ", out);
        for (size_t k = 0; k < leaves->n; k++) {
            coordinate_name(leaves, k, name);
            fputs(k > 0 ? " and " : "", out);
            write_interval(out, name, leaves->extent[k]);
        }
        fputs(" }", out);
    }
    return lcr_finish_text(ctx, out, &text);
}

/* The same in digits of the integral coordinate. */
static void write_offset(lc_ctx *ctx, FILE *out, const lcr_leaves *leaves, size_t axis,
                         bool extended)
{
    size_t top = top_leaf(leaves, extended);
    bool first = true;
    fputs(axis > 0 ? ", " : "", out);
    for (size_t k = 0; k <= top; k++) {
        lc_int step = leaves->step[axis * leaves->n + k];
        bool counts = !lc_int_is_one(leaves->extent[k]) || (extended && k == top);
        if (!counts || lc_int_is_zero(step))
            continue;
        bool plain = k == top && lc_int_is_one(leaves->place[k]);
        write_factor(ctx, out, step, first, plain ? "" : "*");
        write_digit(out, leaves, k, top, true);
        first = false;
    }
    fputs(first ? "0" : "", out);
}

char *lcr_layout_formula(lc_ctx *ctx, const lcr_leaves *leaves, bool extended)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) {
        fputs("{ [c] -> [", out);
        for (size_t q = 0; q < leaves->naxes; q++)
            write_offset(ctx, out, leaves, q, extended);
        putc(']', out);
        if (!extended) {
            fputs(" : ", out);
            write_interval(out, "c", leaves->size);
        }
        fputs(" }", out);
    }
    return lcr_finish_text(ctx, out, &text);
}
