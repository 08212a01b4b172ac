/* formula.c - the maps of a layout as one would write them, in isl's syntax.
 *
 *     { [c] -> [2*(c mod 4) + (floor(c/4) mod 2) + 8*floor(c/8)] : 0 <= c < 16 }
 *
 * isl prints the same map as a normalised sum of floors, which no longer shows the modes. A
 * formula is only shown; the map itself is built in map.c.
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
static void write_digit(lc_text *out, const lcr_leaves *leaves, size_t k, size_t top, bool in_sum)
{
    bool reduced = k < top;
    if (in_sum && reduced)
        lc_text_add(out, "(");
    if (lc_int_is_one(leaves->place[k])) {
        lc_text_add(out, "c");
    } else {
        lc_text_add(out, "floor(c/");
        lc_text_add_int(out, leaves->place[k]);
        lc_text_add(out, ")");
    }
    if (reduced) {
        lc_text_add(out, " mod ");
        lc_text_add_int(out, leaves->extent[k]);
    }
    if (in_sum && reduced)
        lc_text_add(out, ")");
}

/* The sign and the factor of one more term of a sum. */
static void write_factor(lc_ctx *ctx, lc_text *out, lc_int factor, bool first, const char *times)
{
    bool negative = lc_int_sign(factor) < 0;
    lc_int magnitude = lc_int_abs(ctx, factor);
    lc_text_add(out, first ? (negative ? "-" : "") : (negative ? " - " : " + "));
    if (!lc_int_is_one(magnitude)) {
        lc_text_add_int(out, magnitude);
        lc_text_add(out, times);
    }
}

static void write_interval(lc_text *out, const char *name, lc_int size)
{
    lc_text_printf(out, "0 <= %s < ", name);
    lc_text_add_int(out, size);
}

char *lcr_coord_formula(lc_ctx *ctx, const lcr_leaves *leaves)
{
    size_t top = top_leaf(leaves, false);
    lc_text text = {0}, *out = &text;
    lc_text_add(out, "{ [c] -> [");
    for (size_t k = 0; k < leaves->n; k++) {
        lc_text_add(out, k > 0 ? ", " : "");
        if (lc_int_is_one(leaves->extent[k]))
            lc_text_add(out, "0");
        else
            write_digit(out, leaves, k, top, false);
    }
    lc_text_add(out, "] : ");
    write_interval(out, "c", leaves->size);
    lc_text_add(out, " }");
    return lc_text_take(ctx, out);
}

static void coordinate_name(const lcr_leaves *leaves, size_t k, char name[32])
{
    if (leaves->n == 1)
        snprintf(name, 32, "c");
    else
        snprintf(name, 32, "c%zu", k);
}

/* The sum of one axis, after those before it. */
static void write_index(lc_ctx *ctx, lc_text *out, const lcr_leaves *leaves, size_t axis)
{
    char name[32];
    bool first = true;
    lc_text_add(out, axis > 0 ? ", " : "");
    for (size_t k = 0; k < leaves->n; k++) {
        lc_int step = leaves->step[axis * leaves->n + k];
        if (lc_int_is_zero(step))
            continue;
        coordinate_name(leaves, k, name);
        write_factor(ctx, out, step, first, "");
        lc_text_add(out, name);
        first = false;
    }
    lc_text_add(out, first ? "0" : "");
}

char *lcr_index_formula(lc_ctx *ctx, const lcr_leaves *leaves)
{
    char name[32];
    lc_text text = {0}, *out = &text;
    lc_text_add(out, "{ [");
    for (size_t k = 0; k < leaves->n; k++) {
        coordinate_name(leaves, k, name);
        lc_text_printf(out, "%s%s", k > 0 ? ", " : "", name);
    }
    lc_text_add(out, "] -> [");
    for (size_t q = 0; q < leaves->naxes; q++)
        write_index(ctx, out, leaves, q);
    lc_text_add(out, "] : ");
    for (size_t k = 0; k < leaves->n; k++) {
        coordinate_name(leaves, k, name);
        lc_text_add(out, k > 0 ? " and " : "");
        write_interval(out, name, leaves->extent[k]);
    }
    lc_text_add(out, " }");
    return lc_text_take(ctx, out);
}

/* The same in digits of the integral coordinate. */
static void write_offset(lc_ctx *ctx, lc_text *out, const lcr_leaves *leaves, size_t axis,
                         bool extended)
{
    size_t top = top_leaf(leaves, extended);
    bool first = true;
    lc_text_add(out, axis > 0 ? ", " : "");
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
    lc_text_add(out, first ? "0" : "");
}

char *lcr_layout_formula(lc_ctx *ctx, const lcr_leaves *leaves, bool extended)
{
    lc_text text = {0}, *out = &text;
    lc_text_add(out, "{ [c] -> [");
    for (size_t q = 0; q < leaves->naxes; q++)
        write_offset(ctx, out, leaves, q, extended);
    lc_text_add(out, "]");
    if (!extended) {
        lc_text_add(out, " : ");
        write_interval(out, "c", leaves->size);
    }
    lc_text_add(out, " }");
    return lc_text_take(ctx, out);
}
