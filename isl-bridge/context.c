/* context.c - the isl context: budgets, errors, integers in and out. */
#include "config.h"

#include "internal.h"

#include <errno.h>
#include <isl/options.h>
#include <isl/val_gmp.h>
#include <isl/version.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

lcr_ctx *lcr_ctx_new(lc_ctx *ctx)
{
    lcr_ctx *r = lc_alloc(ctx, 1, sizeof *r);
    if (!r)
        return NULL;
    r->isl = isl_ctx_alloc();
    if (!r->isl) {
        free(r);
        return lc_no_memory(ctx);
    }
    isl_options_set_on_error(r->isl, ISL_ON_ERROR_CONTINUE);
    r->lc = ctx;
    r->budget = LCR_DEFAULT_BUDGET;
    return r;
}

void lcr_forget(lcr_read *read)
{
    isl_map_free(read->map);
    isl_pw_multi_aff_free(read->function);
    free(read->text);
    *read = (lcr_read){.text = NULL};
}

void lcr_ctx_free(lcr_ctx *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < LCR_READ; i++)
        lcr_forget(&r->read[i]);
    isl_ctx_free(r->isl);
    free(r);
}

lc_ctx *lcr_ctx_lc(lcr_ctx *r)
{
    return r->lc;
}

const char *lcr_isl_version(void)
{
    return isl_version();
}

/* ---- interruption ---- */

/* isl_ctx_abort sets a flag, as lc_ctx_interrupt does. */
void lcr_interrupt(lcr_ctx *r)
{
    lc_ctx_interrupt(r->lc);
    if (!r->writing)
        isl_ctx_abort(r->isl);
}

void lcr_resume(lcr_ctx *r)
{
    lc_ctx_resume(r->lc);
    isl_ctx_resume(r->isl);
    lcr_isl_forget(r);
}

void lcr_write_begin(lcr_ctx *r)
{
    r->writing = 1;
    isl_ctx_resume(r->isl);
    isl_ctx_set_max_operations(r->isl, 0);
}

void lcr_write_end(lcr_ctx *r)
{
    r->writing = 0;
    if (lc_ctx_interrupted(r->lc))
        isl_ctx_abort(r->isl);
}

/* ---- budgets and errors ---- */

void lcr_set_budget(lcr_ctx *r, unsigned long operations)
{
    r->budget = operations;
}

unsigned long lcr_budget(const lcr_ctx *r)
{
    return r->budget;
}

void lcr_begin(lcr_ctx *r)
{
    lcr_begin_on(r, 1);
}

void lcr_begin_on(lcr_ctx *r, unsigned long weight)
{
    lcr_begin_with(r, weight, 1);
}

void lcr_begin_with(lcr_ctx *r, unsigned long weight, unsigned long operations)
{
    unsigned long granted = r->budget / weight;
    lcr_isl_forget(r);
    isl_ctx_reset_operations(r->isl);
    if (r->budget == 0)
        granted = 0;
    else if (granted < operations)
        granted = operations;
    isl_ctx_set_max_operations(r->isl, granted);
}

void lcr_begin_on_side(lcr_ctx *r, const lcr_map *m)
{
    bool simple = m->function || m->inverse;
    lcr_begin_on(r, simple ? lcr_relation_weight(1, 0) : m->weight);
}

bool lcr_check_weight(lcr_ctx *r, unsigned long weight)
{
    enum { MOST = 200 };
    if (weight > MOST && r->budget != 0)
        lc_fail(r->lc, LC_ERR_BUDGET,
                "undecided: too many dimensions, or integers of too many digits, for a solver");
    return weight <= MOST || r->budget == 0;
}

void lcr_start(lcr_ctx *r)
{
    r->charged = 0;
}

/* A claim may take half as much again as one query: some seconds, at some microseconds an
 * operation. */
unsigned long lcr_steps_left(const lcr_ctx *r)
{
    if (lc_ctx_interrupted(r->lc))
        return 0;
    if (r->budget == 0)
        return ULONG_MAX;
    unsigned long total = r->budget < ULONG_MAX / 2 ? r->budget + r->budget / 2 : ULONG_MAX;
    return r->charged < total ? total - r->charged : 0;
}

static bool some_left(lcr_ctx *r)
{
    if (lcr_steps_left(r) > 0)
        return true;
    if (lc_ctx_ends(r->lc))
        return false;
    return lc_fail(r->lc, LC_ERR_BUDGET,
                   "undecided within the budget of %lu operations: too many large systems",
                   r->budget);
}

unsigned long lcr_begin_share(lcr_ctx *r, unsigned long weight, unsigned long share)
{
    unsigned long granted = r->budget / share;
    if (weight < LCR_HEAVY && lcr_steps_left(r) < granted)
        granted = lcr_steps_left(r) + weight;
    lcr_begin(r);
    isl_ctx_set_max_operations(r->isl, r->budget == 0     ? 0
                                       : granted < weight ? 1
                                                          : granted / weight);
    return granted;
}

/* The constants were fitted to measured times, of systems of rank 8 to 24. */
bool lcr_charge(lcr_ctx *r, unsigned long weight)
{
    enum { LIGHT_EACH = 100, HEAVY_EACH = 4000 };
    if (!some_left(r))
        return false;
    r->charged += (weight - 1) * (weight - 1) * (weight < LCR_HEAVY ? LIGHT_EACH : HEAVY_EACH);
    return true;
}

void lcr_charge_steps(lcr_ctx *r, unsigned long steps)
{
    r->charged += steps;
}

unsigned long lcr_system_weight(size_t dimensions, size_t bits)
{
    return 1 + dimensions * dimensions * dimensions * bits / 16384;
}

unsigned long lcr_relation_weight(size_t dimensions, size_t bits)
{
    return 10 + dimensions * dimensions * bits / 256;
}

bool lcr_isl_ok(lcr_ctx *r)
{
    return isl_ctx_last_error(r->isl) == isl_error_none;
}

void lcr_isl_forget(lcr_ctx *r)
{
    if (isl_ctx_last_error(r->isl) == isl_error_alloc)
        lc_ctx_starve(r->lc);
    isl_ctx_reset_error(r->isl);
}

bool lcr_starved(lcr_ctx *r)
{
    lcr_isl_forget(r);
    return lc_ctx_starved(r->lc);
}

bool lcr_out_of_budget(lcr_ctx *r)
{
    return isl_ctx_last_error(r->isl) == isl_error_quota;
}

lcr_answer lcr_isl_failed(lcr_ctx *r, const char *doing)
{
    enum isl_error error = isl_ctx_last_error(r->isl);
    const char *message = isl_ctx_last_error_msg(r->isl);
    /* isl copies names with strdup, and says nothing where that fails. */
    bool starved = error == isl_error_alloc || (error == isl_error_none && errno == ENOMEM);
    if (error == isl_error_abort || lc_ctx_interrupted(r->lc))
        lc_fail(r->lc, LC_ERR_INTERRUPTED, LC_INTERRUPTED);
    else if (error == isl_error_quota)
        lc_fail(r->lc, LC_ERR_BUDGET, "%s: undecided within the budget of %lu operations", doing,
                r->budget);
    else if (starved)
        lc_fail(r->lc, LC_ERR_MEMORY, "%s: out of memory", doing);
    else
        lc_fail(r->lc, LC_ERR_INTERNAL, "%s: isl failed: %s", doing,
                message ? message : "no reason given");
    lcr_isl_forget(r);
    return LCR_UNKNOWN;
}

lcr_answer lcr_isl_answer(lcr_ctx *r, isl_bool answer, const char *doing)
{
    if (answer == isl_bool_error || !lcr_isl_ok(r))
        return lcr_isl_failed(r, doing);
    return answer == isl_bool_true ? LCR_YES : LCR_NO;
}

/* ---- integers ---- */

isl_val *lcr_val(lcr_ctx *r, lc_int a)
{
    if (lc_int_fits_si(a))
        return isl_val_int_from_si(r->isl, lc_int_get_si(a));
    mpz_t z;
    mpz_init(z);
    lc_int_get_mpz(z, a);
    isl_val *v = isl_val_int_from_gmp(r->isl, z);
    mpz_clear(z);
    return v;
}

bool lcr_int(lcr_ctx *r, isl_val *v, lc_int *out)
{
    bool ok = v && isl_val_is_int(v) == isl_bool_true;
    mpz_t z;
    mpz_init(z);
    if (!ok) {
        lcr_isl_failed(r, "reading an integer");
    } else if (isl_val_get_num_gmp(v, z) < 0 || mpz_sizeinbase(z, 2) > LC_MAX_INT_BITS) {
        lc_int_too_long(r->lc);
        ok = false;
    } else {
        *out = lc_int_from_mpz(r->lc, z);
    }
    mpz_clear(z);
    isl_val_free(v);
    return ok;
}

bool lcr_point_ints(lcr_ctx *r, isl_point *p, size_t n, lc_int *out)
{
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        ok = lcr_int(r, isl_point_get_coordinate_val(p, isl_dim_set, (int)i), &out[i]);
    isl_point_free(p);
    return ok;
}

isl_point *lcr_point(lcr_ctx *r, isl_space *space, size_t n, const lc_int *at)
{
    isl_point *p = isl_point_zero(space);
    for (size_t i = 0; i < n; i++)
        p = isl_point_set_coordinate_val(p, isl_dim_set, (int)i, lcr_val(r, at[i]));
    return p;
}

bool lcr_frame_keep(lc_ctx *ctx, lc_frame frame, size_t n, lc_int *values)
{
    bool large = false;
    for (size_t i = 0; i < n; i++)
        large = large || !lc_int_is_small(values[i]);
    if (!large) {
        lc_frame_close(ctx, frame);
        return true;
    }
    mpz_t *copy = lc_alloc(ctx, n, sizeof *copy);
    for (size_t i = 0; copy && i < n; i++) {
        mpz_init(copy[i]);
        lc_int_get_mpz(copy[i], values[i]);
    }
    lc_frame_close(ctx, frame);
    for (size_t i = 0; copy && i < n; i++) {
        values[i] = lc_int_from_mpz(ctx, copy[i]);
        mpz_clear(copy[i]);
    }
    free(copy);
    return copy != NULL;
}

/* ---- text ---- */

const char *lcr_coordinate(size_t n, const lc_int *c, char buffer[LCR_TEXT_ROOM])
{
    lc_text text = {0};
    lc_text_add(&text, n != 1 ? "(" : "");
    for (size_t i = 0; i < n && text.length < LCR_TEXT_ROOM; i++) {
        lc_text_add(&text, i > 0 ? "," : "");
        lc_text_add_int(&text, c[i]);
    }
    lc_text_add(&text, n != 1 ? ")" : "");
    const char *whole = lc_text_peek(&text);
    if (snprintf(buffer, LCR_TEXT_ROOM, "%s", whole) >= LCR_TEXT_ROOM)
        strcpy(buffer + LCR_TEXT_ROOM - 4, "...");
    lc_text_free(&text);
    return buffer;
}

const char *lcr_number(lc_int a, char buffer[LCR_TEXT_ROOM])
{
    return lcr_coordinate(1, &a, buffer);
}

/* ---- codomains ---- */

static bool refuse(lcr_ctx *r, const char *what, const lc_layout *a, const char *wanted)
{
    char *text = lc_layout_to_str(r->lc, a);
    if (text)
        lc_fail(r->lc, LC_ERR_INVALID, "%s takes layouts with %s, not %.300s", what, wanted,
                text);
    free(text);
    return false;
}

bool lcr_integers_only(lcr_ctx *r, const char *what, const lc_layout *a)
{
    return lc_layout_codomain(a) == LC_INTEGERS || refuse(r, what, a, "integer strides");
}

bool lcr_no_xor(lcr_ctx *r, const char *what, const lc_layout *a)
{
    return lc_layout_codomain(a) != LC_XOR ||
           refuse(r, what, a, "strides that are integers or basis elements");
}

/* ---- leaves ---- */

static bool leaves_alloc(lc_ctx *ctx, size_t n, size_t naxes, lcr_leaves *out)
{
    *out = (lcr_leaves){.n = n,
                        .naxes = naxes,
                        .extent = lc_alloc(ctx, (2 + naxes) * n, sizeof(lc_int))};
    if (!out->extent)
        return false;
    out->place = out->extent + n;
    out->step = out->place + n;
    out->size = lc_int_const(1);
    return true;
}

static bool leaves_place(lc_ctx *ctx, lcr_leaves *out, size_t bits)
{
    if (bits > LCR_MAX_BITS) {
        lc_fail(ctx, LC_ERR_LIMIT,
                "the extents and strides have %zu bits together: expected at most %d", bits,
                LCR_MAX_BITS);
        lcr_leaves_clear(out);
        return false;
    }
    for (size_t k = 0; k < out->n; k++) {
        out->place[k] = out->size;
        out->size = lc_int_mul(ctx, out->size, out->extent[k]);
    }
    return true;
}

bool lcr_leaves_of_shape(lc_ctx *ctx, const lc_tuple *shape, lcr_leaves *out)
{
    size_t n = lc_tuple_nleaves(shape);
    if (!leaves_alloc(ctx, n, 0, out))
        return false;
    for (size_t k = 0; k < n; k++) {
        if (lc_tuple_is_wildcard(shape, k) || lc_int_sign(lc_tuple_value(shape, k)) <= 0) {
            lc_fail(ctx, LC_ERR_INVALID, "no shape: leaf %zu is not an extent of 1 or more", k);
            lcr_leaves_clear(out);
            return false;
        }
        out->extent[k] = lc_tuple_value(shape, k);
    }
    return leaves_place(ctx, out, lcr_bits_of_shape(shape));
}

bool lcr_leaves_of_layout(lc_ctx *ctx, const lc_layout *a, lcr_leaves *out)
{
    size_t n = lc_layout_nleaves(a), naxes = lc_layout_naxes(a);
    if (!leaves_alloc(ctx, n, naxes, out))
        return false;
    for (size_t k = 0; k < n; k++) {
        out->extent[k] = lc_layout_extent(a, k);
        for (size_t q = 0; q < naxes; q++)
            out->step[q * n + k] = lc_layout_step_on(a, q, k);
    }
    return leaves_place(ctx, out, lcr_bits_of_layout(a));
}

void lcr_leaves_clear(lcr_leaves *leaves)
{
    free(leaves->extent);
    *leaves = (lcr_leaves){0};
}

size_t lcr_bits_of_layout(const lc_layout *a)
{
    size_t bits = lcr_bits_of_axis(a, 0);
    for (size_t q = 1; q < lc_layout_naxes(a); q++)
        for (size_t k = 0; k < lc_layout_nleaves(a); k++)
            bits += lc_int_bits(lc_layout_step_on(a, q, k));
    return bits;
}

size_t lcr_bits_of_axis(const lc_layout *a, size_t axis)
{
    size_t bits = 0;
    for (size_t k = 0; k < lc_layout_nleaves(a); k++)
        bits += lc_int_bits(lc_layout_extent(a, k)) + lc_int_bits(lc_layout_step_on(a, axis, k));
    return bits;
}

size_t lcr_bits_of_shape(const lc_tuple *shape)
{
    size_t bits = 0;
    for (size_t k = 0; k < lc_tuple_nleaves(shape); k++)
        if (!lc_tuple_is_wildcard(shape, k))
            bits += lc_int_bits(lc_tuple_value(shape, k));
    return bits;
}

bool lcr_check_bits(lcr_ctx *r, size_t bits)
{
    if (bits > LCR_MAX_BITS)
        lc_fail(r->lc, LC_ERR_BUDGET,
                "undecided: the extents and strides have %zu bits together: expected at most %d",
                bits, LCR_MAX_BITS);
    return bits <= LCR_MAX_BITS;
}
