/* divide.c - divides_into: D is A in tiles T (Cecka 3.5.2).
 *
 * D's first mode is A o T, and D reaches every offset of A as often as A does. If T does not
 * divide A, D goes on past it: offsets that A has not are no objection, but are told of, unless
 * the claim is `exact`.
 *
 * Counts are compared in closed form (image.c). If D has offsets of its own, small images are
 * listed; of large ones it is enough that both are injective and D has all of A's.
 */
#include "config.h"

#include "claims.h"

#include "../../lib/int64.h"
#include "../question/collide.h"

#include <stdlib.h>
#include <string.h>

/* ---- D and A on common axes, and packed in a box ---- */

typedef struct {
    lcv_function d, a, packed_d, packed_a;
    lcv_box box;
    lcv_image of_d, of_a;
    bool exact;
} sides;

static bool sides_of(lc_ctx *ctx, const lc_layout *d, const lc_layout *a, sides *s)
{
    s->d = (lcv_function){.name = "D", .layout = (lc_layout *)(uintptr_t)d};
    s->a = (lcv_function){.name = "A", .layout = (lc_layout *)(uintptr_t)a};
    if (!lcv_functions_on_common_axes(ctx, &s->d, &s->a))
        return false;
    lcv_box_of_values(ctx, &s->d, &s->a, &s->box);
    return lcv_pack(ctx, &s->d, &s->box, &s->packed_d) &&
           lcv_pack(ctx, &s->a, &s->box, &s->packed_a) &&
           lcv_image_of(ctx, s->packed_d.layout, s->packed_d.offset, &s->of_d) &&
           lcv_image_of(ctx, s->packed_a.layout, s->packed_a.offset, &s->of_a);
}

/* ---- other counts ---- */

/* How often D and A reach an offset, shown as `value`. */
static void step_count(lc_ctx *ctx, lcv_result **result, const char *name, const lcv_image *image,
                       lc_int offset, const lc_tuple *value)
{
    lc_int count;
    if (lcv_image_count(ctx, image, offset, &count))
        lcv_step(ctx, result, "%s reaches %t at %i of its coordinates", name, value, count);
}

static lcv_result *other_counts(lc_ctx *ctx, const char *method, const sides *s, lc_int offset,
                                bool d_more)
{
    lc_tuple *value = lcv_unpack(ctx, &s->d, &s->box, offset);
    lcv_result *result = lcv_refuted(ctx, method, lcv_text(ctx, "offset %t", value),
                                     lcv_text(ctx, "%s reaches %t more often than %s does",
                                              d_more ? "D" : "A", value, d_more ? "A" : "D"));
    step_count(ctx, &result, "D", &s->of_d, offset, value);
    step_count(ctx, &result, "A", &s->of_a, offset, value);
    lcv_value_at_fault(ctx, &result, d_more ? "D" : "A", value);
    return result;
}

/* D reaches an offset that A does not, and has no coordinate to spare. */
static void step_no_more(lc_ctx *ctx, lcv_result **result, const sides *s)
{
    lcv_step(ctx, result,
             "D has %i coordinates and A %i, so that D reaches some offset of A less often",
             lc_layout_size(ctx, s->d.layout), lc_layout_size(ctx, s->a.layout));
}

/* ---- D has offsets of its own ---- */

static lcv_result *reaches_more(lc_ctx *ctx, const char *method, const sides *s, lc_int offset)
{
    lc_tuple *value = lcv_unpack(ctx, &s->d, &s->box, offset);
    return lcv_proved_with(
        ctx, method,
        lcv_text(ctx, "D reaches %t too, which A does not: D has %i coordinates, A %i", value,
                 lc_layout_size(ctx, s->d.layout), lc_layout_size(ctx, s->a.layout)));
}

/* All offsets in order, kept; NULL when they are too many or too large. */
static int64_t *offsets_of(lc_ctx *ctx, const lcv_function *f, size_t *n)
{
    lc_int size = lc_layout_size(ctx, f->layout);
    if (lc_int_lt(lc_int_si(ctx, lcv_points(ctx)), size))
        return NULL;
    *n = (size_t)lc_int_get_si(size);
    int64_t *list = lc_frame_alloc(ctx, *n, sizeof *list);
    bool fits = list != NULL;
    for (size_t c = 0; fits && c < *n; c++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int value = lcv_function_at(ctx, f, lc_int_si(ctx, (int64_t)c));
        fits = lc_int_fits_si(value);
        if (fits)
            list[c] = lc_int_get_si(value);
        lc_frame_close(ctx, frame);
    }
    if (!fits)
        return NULL;
    qsort(list, *n, sizeof *list, lc_int64_order);
    return list;
}

/* The offset of A that D reaches more or less often; false when there is none. */
static bool find_other_count(const int64_t *d, size_t n, const int64_t *a, size_t m,
                             int64_t *offset, bool *d_more)
{
    for (size_t i = 0, k = 0, next, end; i < m; i = next, k = end) {
        for (next = i; next < m && a[next] == a[i];)
            next++;
        while (k < n && d[k] < a[i])
            k++;
        for (end = k; end < n && d[end] == a[i];)
            end++;
        if (end - k != next - i) {
            *offset = a[i];
            *d_more = end - k > next - i;
            return true;
        }
    }
    return false;
}

/* NULL without an error: they are too large. */
static lcv_result *by_lists(lc_ctx *ctx, const sides *s, lc_int own)
{
    size_t n = 0, m = 0;
    int64_t offset, *d = offsets_of(ctx, &s->packed_d, &n);
    int64_t *a = d ? offsets_of(ctx, &s->packed_a, &m) : NULL;
    bool d_more;
    if (!a)
        return NULL;
    if (find_other_count(d, n, a, m, &offset, &d_more))
        return other_counts(ctx, LCV_BY_ENUMERATION, s, lc_int_si(ctx, offset), d_more);
    return reaches_more(ctx, LCV_BY_ENUMERATION, s, own);
}

static lcr_answer apart(lcr_ctx *r, const lcv_function *f)
{
    lcv_finding found;
    return lcv_collide_layout(r, f->layout, &found) == LCR_NO ? LCR_YES : LCR_NO;
}

/* A is contained in D: each of its offsets once in both, where both are injective. */
static lcv_result *by_containment(lcr_ctx *r, const sides *s, lc_int own)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *inside = lcv_check_contained(r, &s->a, &s->d);
    if (!inside || inside->verdict == LCV_REFUTED)
        return inside;
    bool proved = inside->verdict == LCV_PROVED;
    lcv_result_free(inside);
    if (proved && apart(r, &s->packed_d) == LCR_YES && apart(r, &s->packed_a) == LCR_YES)
        return reaches_more(ctx, LCV_BY_COUNTING, s, own);
    if (!lcv_out_of_budget(ctx))
        return NULL;
    return lcv_unknown(ctx, LCV_BY_COUNTING,
                       lcv_text(ctx,
                                "D reaches offsets that A does not, and how often it reaches "
                                "those of A was not decided"));
}

/* ---- counts ---- */

/* D and A differ first at `offset`. */
static lcv_result *unlike(lcr_ctx *r, const sides *s, lc_int offset, bool d_more)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int count;
    bool counted = lcv_image_count(ctx, &s->of_a, offset, &count);
    bool own = d_more && counted && lc_int_is_zero(count);
    bool larger = lc_int_lt(lc_layout_size(ctx, s->a.layout), lc_layout_size(ctx, s->d.layout));
    if (s->exact || !larger || !d_more || (counted && !own)) {
        lcv_result *result = other_counts(ctx, LCV_BY_COUNTING, s, offset, d_more);
        if (!s->exact && own)
            step_no_more(ctx, &result, s);
        return result;
    }
    lcv_result *result = by_lists(ctx, s, offset);
    return result || lc_ctx_code(ctx) != LC_OK ? result : by_containment(r, s, offset);
}

static lcv_result *same_offsets(lcr_ctx *r, const lc_layout *d, const lc_layout *a, bool exact)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    sides s = {.exact = exact};
    lc_int offset, more;
    if (!sides_of(ctx, d, a, &s))
        return NULL;
    if (lcv_same_multiset(ctx, &s.of_d, &s.of_a, &offset, &more))
        return lcv_proved(ctx, LCV_BY_COUNTING);
    return lc_ctx_code(ctx) == LC_OK ? unlike(r, &s, offset, lc_int_sign(more) > 0) : NULL;
}

/* ---- the claim ---- */

/* The first mode of D is A o T; a by-mode T takes the first modes of A. */
static lcv_result *first_mode_composes(lcr_ctx *r, const lc_layout *d, const lc_layout *a,
                                       const lc_tiler *t)
{
    static const char *const names[3] = {"mode(D,0)", "A", "T"};
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lc_tiler_rank(t), *modes = NULL;
    lc_layout *first = lcv_mode_of(ctx, d, 0);
    const lc_layout *part = a;
    if (!lc_tiler_as_layout(t) && n < lc_layout_rank(a)) {
        modes = lc_frame_alloc(ctx, n, sizeof *modes);
        for (size_t i = 0; modes && i < n; i++)
            modes[i] = i;
        part = modes ? lcv_kept(ctx, lc_layout_select(ctx, a, n, modes)) : NULL;
    }
    return first && part ? lcv_check_composes_tiler(r, names, first, part, t) : NULL;
}

static lcv_result *divides(lcr_ctx *r, const lc_layout *d, const lc_layout *a, const lc_tiler *t,
                           bool exact)
{
    lcv_result *result = first_mode_composes(r, d, a, t);
    if (!result || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    return same_offsets(r, d, a, exact);
}

lcv_result *lcv_prove_divides_into(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    unsigned codomains = LCV_OF_INTEGERS | LCV_OF_COORDINATES;
    if (!lcv_takes_word(ctx, "divides_into", "exact", n > 3 ? args[3] : NULL))
        return NULL;
    lcv_function d, a = {.name = "A"};
    lc_tiler *t = NULL;
    lcv_result *result = NULL;
    if (lcv_arg_tensor_of(ctx, "divides_into", "D", args[0], codomains, &d) &&
        lcv_arg_tensor_of(ctx, "divides_into", "A", args[1], codomains, &a) &&
        (t = lcv_arg_tiler(ctx, "divides_into", "T", args[2])))
        result = lcv_offsets_differ(ctx, &d, &a);
    if (t && !result && lc_ctx_code(ctx) == LC_OK)
        result = lcv_without_offset(ctx, divides(r, d.layout, a.layout, t, n > 3), &d,
                                    "D and A are without their");
    return result;
}
