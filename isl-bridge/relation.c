/* relation.c - the isl context, maps of layouts, parsing and printing. */
#include "config.h"

#include <ctype.h>
#include <isl/aff.h>
#include <isl/stream.h>
#include <isl/val_gmp.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* ---- the context ---- */

lcr_ctx *lcr_ctx_new(lc_ctx *ctx)
{
    lcr_ctx *r = lc_alloc(ctx, 1, sizeof *r);
    if (!r)
        return NULL;
    r->lc = ctx;
    r->isl = isl_ctx_alloc();
    r->budget = LCR_DEFAULT_BUDGET;
    if (!r->isl) {
        free(r);
        return lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
    }
    isl_options_set_on_error(r->isl, ISL_ON_ERROR_CONTINUE);
    return r;
}

void lcr_ctx_free(lcr_ctx *r)
{
    if (!r)
        return;
    isl_ctx_free(r->isl);
    free(r);
}

lc_ctx *lcr_ctx_lc(lcr_ctx *r)
{
    return r->lc;
}

void lcr_set_budget(lcr_ctx *r, unsigned long operations)
{
    r->budget = operations;
}

void lcr_begin(lcr_ctx *r)
{
    isl_ctx_reset_error(r->isl);
    isl_ctx_reset_operations(r->isl);
    isl_ctx_set_max_operations(r->isl, r->budget);
}

lc_code lcr_end(lcr_ctx *r)
{
    enum isl_error error = isl_ctx_last_error(r->isl);
    lc_code code = LC_OK;
    if (error == isl_error_quota) {
        code = LC_ERR_BUDGET;
        lc_fail(r->lc, code, "undecided within %lu isl operations", r->budget);
    } else if (error != isl_error_none) {
        const char *message = isl_ctx_last_error_msg(r->isl);
        code = error == isl_error_alloc ? LC_ERR_MEMORY : LC_ERR_INVALID;
        lc_fail(r->lc, code, "isl: %s", message ? message : "unknown error");
    }
    isl_ctx_set_max_operations(r->isl, 0);
    isl_ctx_reset_error(r->isl);
    return code;
}

/* ---- values ---- */

isl_val *lcr_val(lcr_ctx *r, lc_int value)
{
    if (lc_int_fits_si(value))
        return isl_val_int_from_si(r->isl, lc_int_get_si(value));
    mpz_t z;
    mpz_init(z);
    lc_int_get_mpz(z, value);
    isl_val *v = isl_val_int_from_gmp(r->isl, z);
    mpz_clear(z);
    return v;
}

bool lcr_int(lcr_ctx *r, isl_val *value, lc_int *out)
{
    bool ok = value && isl_val_is_int(value) == isl_bool_true;
    if (ok) {
        mpz_t z;
        mpz_init(z);
        isl_val_get_num_gmp(value, z);
        *out = lc_int_from_mpz(r->lc, z);
        mpz_clear(z);
    }
    isl_val_free(value);
    return ok;
}

/* ---- maps ---- */

lcr_map *lcr_map_own(lcr_ctx *r, isl_map *map)
{
    lcr_map *m = map ? lc_alloc(r->lc, 1, sizeof *m) : NULL;
    if (!m) {
        isl_map_free(map);
        return NULL;
    }
    m->refs = 1;
    m->map = map;
    return m;
}

lcr_map *lcr_map_ref(lcr_map *m)
{
    if (m)
        m->refs++;
    return m;
}

void lcr_map_free(lcr_map *m)
{
    if (!m || --m->refs > 0)
        return;
    isl_map_free(m->map);
    free(m);
}

size_t lcr_map_nin(const lcr_map *m)
{
    return (size_t)isl_map_dim(m->map, isl_dim_in);
}

size_t lcr_map_nout(const lcr_map *m)
{
    return (size_t)isl_map_dim(m->map, isl_dim_out);
}

/* ---- parsing ---- */

#define MAX_TEXT (1 << 20) /* characters of a relation */
#define MAX_NESTING 200    /* isl's parser recurses on brackets and prefix operators */

static bool bounded_nesting(const char *text)
{
    size_t open = 0, prefix = 0;
    for (const char *p = text; *p; p++) {
        if (strchr("([{", *p)) {
            open++;
        } else if (strchr(")]}", *p)) {
            open -= open > 0;
        } else if (*p == '-' || *p == '!' || strncmp(p, "not", 3) == 0) {
            prefix++;
            p += *p == 'n' ? 2 : 0;
        } else if (!isspace((unsigned char)*p)) {
            prefix = 0;
        }
        if (open > MAX_NESTING || prefix > MAX_NESTING)
            return false;
    }
    return true;
}

static isl_map *read_whole(lcr_ctx *r, const char *text)
{
    isl_stream *stream = isl_stream_new_str(r->isl, text);
    isl_map *map = stream ? isl_stream_read_map(stream) : NULL;
    if (map && !isl_stream_is_empty(stream)) {
        map = isl_map_free(map);
        lc_fail(r->lc, LC_ERR_INVALID,
                "text after the end of the relation: expected one relation in braces");
    }
    isl_stream_free(stream);
    return map;
}

lcr_map *lcr_map_parse(lcr_ctx *r, const char *text)
{
    if (strlen(text) > MAX_TEXT || !bounded_nesting(text))
        return lc_fail(r->lc, LC_ERR_LIMIT,
                       "a relation of more than %d characters, or nested deeper than %d",
                       MAX_TEXT, MAX_NESTING);
    lc_code before = lc_ctx_code(r->lc);
    lcr_begin(r);
    isl_map *map = read_whole(r, text);
    lc_code code = lcr_end(r);
    if (!map) {
        if (code == LC_ERR_INVALID || lc_ctx_code(r->lc) == before)
            lc_fail(r->lc, LC_ERR_INVALID,
                    "not a relation that isl reads: expected \"{ [c] -> [2c] : 0 <= c < 8 }\", "
                    "inputs and outputs in brackets, then affine conditions");
        return NULL;
    }
    if (isl_map_dim(map, isl_dim_param) > 0) {
        isl_map_free(map);
        return lc_fail(r->lc, LC_ERR_INVALID,
                       "a relation with parameters: expected inputs and outputs only");
    }
    return lcr_map_own(r, map);
}

/* As expressions of the inputs where the map is a function, which reads better than
 * constraints; both are isl's syntax. */
char *lcr_map_to_str(lcr_ctx *r, const lcr_map *m)
{
    lcr_begin(r);
    char *text = NULL;
    if (isl_map_is_single_valued(m->map) == isl_bool_true) {
        isl_pw_multi_aff *f = isl_pw_multi_aff_from_map(isl_map_copy(m->map));
        f = isl_pw_multi_aff_coalesce(f);
        text = f ? isl_pw_multi_aff_to_str(f) : NULL;
        isl_pw_multi_aff_free(f);
    }
    lcr_end(r);
    if (text)
        return text;
    lcr_begin(r);
    text = isl_map_to_str(m->map);
    lcr_end(r);
    return text;
}

/* ---- the maps of a layout ---- */

static isl_map *name_dims(isl_map *map, enum isl_dim_type type)
{
    isl_size n = isl_map_dim(map, type);
    for (isl_size i = 0; i < n; i++) {
        char name[16] = "c";
        if (n > 1)
            snprintf(name, sizeof name, "c%d", (int)i);
        map = isl_map_set_dim_name(map, type, (unsigned)i, name);
    }
    return map;
}

isl_set *lcr_interval(lcr_ctx *r, lc_int n)
{
    lc_int last = lc_int_sub(r->lc, n, lc_int_const(1));
    isl_set *set = isl_set_universe(isl_space_set_alloc(r->isl, 0, 1));
    set = isl_set_lower_bound_si(set, isl_dim_set, 0, 0);
    return isl_set_upper_bound_val(set, isl_dim_set, 0, lcr_val(r, last));
}

/* The input as an affine expression on a 1-d space. */
static isl_aff *variable(lcr_ctx *r, unsigned dims, unsigned at)
{
    isl_local_space *space =
        isl_local_space_from_space(isl_space_set_alloc(r->isl, 0, dims));
    return isl_aff_var_on_domain(space, isl_dim_set, at);
}

static isl_map *map_of(isl_ctx *isl, unsigned nin, isl_aff_list *outs)
{
    isl_space *space = isl_space_alloc(isl, 0, nin, (unsigned)isl_aff_list_n_aff(outs));
    return isl_map_from_multi_aff(isl_multi_aff_from_aff_list(space, outs));
}

isl_map *lcr_scaling(lcr_ctx *r, lc_int factor)
{
    isl_aff *x = isl_aff_scale_val(variable(r, 1, 0), lcr_val(r, factor));
    return map_of(r->isl, 1, isl_aff_list_from_aff(x));
}

/* Digit k is floor(c / P_k) mod s_k, the last one without the modulus (Algorithm 1).
 * Extents of 1 add nothing but a zero. */
static isl_map *coord_map(lcr_ctx *r, size_t n, const lc_int *extent)
{
    isl_aff_list *digits = isl_aff_list_alloc(r->isl, (int)n);
    isl_aff *rest = variable(r, 1, 0);
    for (size_t k = 0; k < n; k++) {
        isl_aff *digit = isl_aff_copy(rest);
        if (k + 1 < n) {
            digit = isl_aff_mod_val(digit, lcr_val(r, extent[k]));
            rest = isl_aff_floor(isl_aff_scale_down_val(rest, lcr_val(r, extent[k])));
        }
        digits = isl_aff_list_add(digits, digit);
    }
    isl_aff_free(rest);
    return map_of(r->isl, 1, digits);
}

static isl_map *dot_map(lcr_ctx *r, size_t n, const lc_int *step)
{
    isl_aff *sum = isl_aff_zero_on_domain(
        isl_local_space_from_space(isl_space_set_alloc(r->isl, 0, (unsigned)n)));
    for (size_t k = 0; k < n; k++)
        sum = isl_aff_add(sum, isl_aff_scale_val(variable(r, (unsigned)n, (unsigned)k),
                                                 lcr_val(r, step[k])));
    return map_of(r->isl, (unsigned)n, isl_aff_list_from_aff(sum));
}

static isl_map *within(lcr_ctx *r, isl_map *map, size_t n, const lc_int *extent)
{
    for (size_t k = 0; k < n; k++) {
        lc_int last = lc_int_sub(r->lc, extent[k], lc_int_const(1));
        map = isl_map_lower_bound_si(map, isl_dim_in, (unsigned)k, 0);
        map = isl_map_upper_bound_val(map, isl_dim_in, (unsigned)k, lcr_val(r, last));
    }
    return map;
}

/* Extents and strides of a layout as arrays; one allocation, freed by the caller. */
static lc_int *leaves(lcr_ctx *r, const lc_layout *a, lc_int **step)
{
    size_t n = lc_layout_nleaves(a);
    lc_int *extent = lc_alloc(r->lc, 2 * n, sizeof(lc_int));
    if (!extent)
        return NULL;
    *step = extent + n;
    for (size_t k = 0; k < n; k++) {
        extent[k] = lc_layout_extent(a, k);
        (*step)[k] = lc_layout_step(a, k);
    }
    return extent;
}

static lcr_map *finish(lcr_ctx *r, isl_map *map)
{
    map = name_dims(map, isl_dim_in);
    lc_code code = lcr_end(r);
    if (code != LC_OK) {
        isl_map_free(map);
        return NULL;
    }
    return lcr_map_own(r, map);
}

lcr_map *lcr_coord_map(lcr_ctx *r, const lc_tuple *shape)
{
    size_t n = lc_tuple_nleaves(shape);
    lc_int *extent = lc_alloc(r->lc, n, sizeof(lc_int));
    if (!extent)
        return NULL;
    for (size_t k = 0; k < n; k++) {
        extent[k] = lc_tuple_value(shape, k);
        if (lc_int_sign(extent[k]) <= 0) {
            free(extent);
            return lc_fail(r->lc, LC_ERR_INVALID, "a shape has an extent below 1");
        }
    }
    lcr_begin(r);
    isl_map *map = coord_map(r, n, extent);
    lc_int size = lc_tuple_size(r->lc, shape);
    map = isl_map_intersect_domain(map, lcr_interval(r, size));
    free(extent);
    return finish(r, map);
}

lcr_map *lcr_index_map(lcr_ctx *r, const lc_layout *a)
{
    lc_int *step, *extent = leaves(r, a, &step);
    if (!extent)
        return NULL;
    size_t n = lc_layout_nleaves(a);
    lcr_begin(r);
    isl_map *map = within(r, dot_map(r, n, step), n, extent);
    free(extent);
    return finish(r, map);
}

lcr_map *lcr_extended_map(lcr_ctx *r, const lc_layout *a)
{
    lc_int *step, *extent = leaves(r, a, &step);
    if (!extent)
        return NULL;
    size_t n = lc_layout_nleaves(a);
    lcr_begin(r);
    isl_map *map = isl_map_apply_range(coord_map(r, n, extent), dot_map(r, n, step));
    free(extent);
    return finish(r, map);
}

lcr_map *lcr_layout_map(lcr_ctx *r, const lc_layout *a)
{
    lcr_map *extended = lcr_extended_map(r, a);
    if (!extended)
        return NULL;
    lcr_begin(r);
    isl_map *map = isl_map_intersect_domain(isl_map_copy(extended->map),
                                            lcr_interval(r, lc_layout_size(r->lc, a)));
    lcr_map_free(extended);
    return finish(r, map);
}

lcr_map *lcr_index_map_in(lcr_ctx *r, const lc_layout *a, const lc_tuple *shape)
{
    lc_int size = lc_layout_size(r->lc, a), other = lc_tuple_size(r->lc, shape);
    if (!lc_int_eq(size, other))
        return lc_fail(r->lc, LC_ERR_INVALID,
                       "the shape of other coordinates has another size than the layout");
    lcr_map *layout = lcr_layout_map(r, a), *crd = lcr_coord_map(r, shape), *result = NULL;
    if (layout && crd) {
        lcr_map *back = lcr_map_reverse(r, crd);
        result = back ? lcr_map_compose(r, layout, back) : NULL;
        lcr_map_free(back);
    }
    lcr_map_free(layout);
    lcr_map_free(crd);
    return result;
}

/* ---- operations ---- */

lcr_map *lcr_map_compose(lcr_ctx *r, const lcr_map *outer, const lcr_map *inner)
{
    size_t out = lcr_map_nout(inner), in = lcr_map_nin(outer);
    if (out != in)
        return lc_fail(r->lc, LC_ERR_INVALID,
                       "composition of relations: the inner one has %zu outputs, the outer one "
                       "takes %zu inputs",
                       out, in);
    lcr_begin(r);
    isl_map *map = isl_map_apply_range(isl_map_copy(inner->map), isl_map_copy(outer->map));
    map = isl_map_coalesce(map);
    if (lcr_end(r) != LC_OK) {
        isl_map_free(map);
        return NULL;
    }
    return lcr_map_own(r, map);
}

lcr_map *lcr_map_reverse(lcr_ctx *r, const lcr_map *m)
{
    return lcr_map_own(r, isl_map_reverse(isl_map_copy(m->map)));
}
