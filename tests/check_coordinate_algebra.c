/* check_coordinate_algebra.c - composition, inverses, complements, quotients and products of
 * layouts whose values are coordinates. */
#include "config.h"

#include "coordinate-model.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static const char *const exists_or_not[] = {"a value", "no value", NULL};

static lc_layout *lib(law *l, const c_layout *a)
{
    return c_lib(l, a, rnd_chance(&l->rnd, 50));
}

static bool same(law *l, const lc_layout *got, bool exists, const c_layout *want,
                 const char *what)
{
    if (!exists)
        return (!got && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE && *lc_ctx_message(l->ctx)) ||
               law_fail(l, "%s is %s; by enumeration it has no value", what, law_show(l, got));
    return c_same_layout(l, want, got) || law_fail(l, "%s is %s; by enumeration it is %s", what,
                                                   law_show(l, got), c_text(l, want));
}

/* ---- composition ---- */

/* Some of the modes become one, in which the values of another layout may carry. */
static void nest_deeper(law *l, c_layout *a)
{
    m_tuple shape = {.n = a->n}, grouped;
    if (*a->nest != '(' || rnd_chance(&l->rnd, 40))
        return;
    strcpy(shape.nest, a->nest);
    size_t rank = m_rank(a->nest), i = (size_t)rnd_in(&l->rnd, 0, (int64_t)rank - 1);
    m_tuple_group(&shape, i, (size_t)rnd_in(&l->rnd, (int64_t)i + 1, (int64_t)rank), &grouped);
    strcpy(a->nest, grouped.nest);
}

/* A of integers or of coordinates; B of integers, or of coordinates nested like A. */
static void rnd_pair(law *l, c_layout *a, c_layout *b)
{
    m_layout integers;
    do {
        if (rnd_chance(&l->rnd, 50)) {
            rnd_layout(&l->rnd, 256, &integers);
            c_integers(&integers, a);
        } else {
            c_rnd_layout(&l->rnd, 256, a);
        }
        nest_deeper(l, a);
        c_rnd_inner(&l->rnd, a, 128, b);
    } while (*a->profile != '(' && *b->profile != '(');
}

/* On all axes of its profile B's values are nested as the model has them, whatever its
 * strides; as written, only the axes with a stride count. */
LAW(compose_is_exact, "compose of coordinates exists and is what enumeration says",
    CLASSES("a value", "no value", "A of coordinates", "A of integers"))
{
    c_layout a, b, want;
    rnd_pair(l, &a, &b);
    bool exists = c_compose(&a, &b, &want);
    law_saw(l, exists ? 0 : 1);
    law_saw(l, *a.profile == '(' ? 2 : 3);
    lc_layout *got = law_own(l, lc_compose(l->ctx, lib(l, &a), lib(l, &b)));
    const char *what = law_printf(l, "compose(%s,%s)", c_text(l, &a), c_text(l, &b));
    if (!same(l, got, exists, &want, what) || !exists)
        return !exists && !l->failure;
    for (int64_t i = 0; i < c_size(&b); i++) { /* laws 16 and 17 once more */
        c_vector x = c_at(&b, i), y = c_at_crd(&a, b.profile, x.axis), z = c_at(&want, i);
        if (!c_equal_vectors(&a, &y, &z))
            return law_fail(l, "%s at %lld", what, (long long)i);
    }
    return true;
}

/* Few small strides make carries that cancel frequent. */
LAW(compose_where_gains_cancel, "compose of coordinates where gains of carries cancel",
    exists_or_not)
{
    c_layout a, b, want;
    memset(&a, 0, sizeof a);
    a.n = (size_t)rnd_in(&l->rnd, 2, 6);
    rnd_nest(&l->rnd, a.n, a.nest);
    c_rnd_profile(&l->rnd, a.profile, &a.axes);
    for (size_t k = 0; k < a.n; k++) {
        a.shape[k] = rnd_in(&l->rnd, 2, 3);
        for (size_t q = 0; q < a.axes; q++)
            a.stride[k].axis[q] = rnd_in(&l->rnd, -2, 2);
    }
    c_rnd_inner(&l->rnd, &a, 64, &b);
    for (size_t k = 0; k < b.n; k++)
        for (size_t q = 0; q < b.axes; q++)
            if (rnd_chance(&l->rnd, 30))
                b.stride[k].axis[q] = rnd_in(&l->rnd, -5, 20);
    bool exists = c_compose(&a, &b, &want);
    law_saw(l, exists ? 0 : 1);
    lc_layout *got = law_own(l, lc_compose(l->ctx, lib(l, &a), lib(l, &b)));
    return same(l, got, exists, &want,
                law_printf(l, "compose(%s,%s)", c_text(l, &a), c_text(l, &b)));
}

/* What is told of a composition that does not exist: a coordinate of B, A's value there,
 * and what the parts of the coordinate would add up to. */
LAW(failures_are_explained, "what explain says of coordinates is so", exists_or_not)
{
    c_layout a, b, want;
    rnd_pair(l, &a, &b);
    bool exists = c_compose(&a, &b, &want);
    law_saw(l, exists ? 0 : 1);
    if (exists)
        return true;
    lc_compose_failure f;
    const char *what = law_printf(l, "compose(%s,%s)", c_text(l, &a), c_text(l, &b));
    lc_layout *x = c_lib(l, &a, true), *y = c_lib(l, &b, true);
    lc_layout *got = law_own(l, lc_compose_explain(l->ctx, x, y, &f));
    law_own_tuple(l, f.crd);
    if (got || !f.crd || f.axis >= a.axes || f.leaf >= b.n)
        return law_fail(l, "%s: %s", what, law_show(l, got));
    int64_t crd[M_LEAVES];
    c_vector at = {{0}};
    for (size_t k = 0; k < b.n; k++) {
        crd[k] = lc_int_get_si(lc_tuple_value(f.crd, k));
        if (crd[k] < 0 || crd[k] >= b.shape[k])
            return law_fail(l, "%s: %s is no coordinate of B", what, law_show_tuple(l, f.crd));
        for (size_t q = 0; q < b.axes; q++)
            at.axis[q] += crd[k] * b.stride[k].axis[q];
    }
    c_vector value = c_at_crd(&a, b.profile, at.axis);
    return (lc_int_get_si(f.value) == value.axis[f.axis] && !lc_int_eq(f.value, f.candidate)) ||
           law_fail(l, "%s: on axis %zu at %s the value is %lld, told %lld and %lld", what,
                    f.axis, law_show_tuple(l, f.crd), (long long)value.axis[f.axis],
                    (long long)lc_int_get_si(f.value), (long long)lc_int_get_si(f.candidate));
}

/* A of several modes, a tiler with room for one layout of each, and the axes that they have. */
static lc_tuple *a_tiled_by_modes(law *l, m_layout *a, m_tiler *t)
{
    char profile[16] = "(";
    int64_t ones[6] = {1, 1, 1, 1, 1, 1};
    do
        rnd_layout(&l->rnd, 512, a);
    while (*a->nest != '(');
    *t = (m_tiler){.n = m_rank(a->nest)};
    t->mode = law_own_memory(l, calloc(t->n, sizeof *t->mode));
    for (size_t i = 0; i < t->n; i++)
        strcat(profile, "x");
    strcat(profile, ")");
    return c_lib_tuple(l, profile, ones);
}

/* A tiler is a layout of coordinates (Cecka 3.3.5): B on the axis of each mode alone. */
LAW(a_tiler_is_a_layout_of_coordinates, "compose by mode is compose with coordinates",
    exists_or_not)
{
    m_layout a, b;
    m_tiler t;
    lc_layout *part[6];
    lc_tuple *axes = a_tiled_by_modes(l, &a, &t);
    size_t rank = t.n;
    for (size_t i = 0; i < rank; i++) {
        m_layout mode;
        m_mode(&a, i, &mode);
        rnd_inner(&l->rnd, &mode, 32, &b);
        t.mode[i].layout = b;
        part[i] = law_own(l, lc_layout_on_axis(l->ctx, law_layout(l, &b), axes, i));
    }
    lc_layout *x = law_layout(l, &a), *y = law_own(l, lc_layout_concat(l->ctx, rank, part));
    lc_layout *whole = law_own(l, lc_compose(l->ctx, x, y));
    lc_layout *by_mode = law_own(l, lc_compose_tiler(l->ctx, x, law_tiler(l, &t)));
    const char *what = law_printf(l, "compose(%s,%s)", law_text(l, &a), law_tiler_text(l, &t));
    if (!by_mode) {
        law_saw(l, 1);
        return (!whole && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE) ||
               law_fail(l, "%s has no value, with coordinates it is %s", what,
                        law_show(l, whole));
    }
    law_saw(l, 0);
    return (whole && lc_layout_equal(whole, by_mode)) ||
           law_fail(l, "%s is %s, with coordinates %s", what, law_show(l, by_mode),
                    law_show(l, whole));
}

/* A o identity = A. */
LAW(the_identity_composes_to_the_same, "A o the identity of its shape is A", NULL)
{
    c_layout a;
    m_layout integers;
    if (rnd_chance(&l->rnd, 50)) {
        rnd_layout(&l->rnd, 256, &integers);
        c_integers(&integers, &a);
    } else {
        c_rnd_layout(&l->rnd, 256, &a);
    }
    lc_layout *x = lib(l, &a), *y = law_own(l, lc_coalesce(l->ctx, x));
    lc_tuple *shape = law_own_tuple(l, lc_layout_shape(l->ctx, x));
    lc_layout *identity = law_own(l, lc_layout_identity(l->ctx, shape));
    lc_layout *got = law_own(l, lc_compose(l->ctx, x, identity));
    if (*a.nest != '(') /* the identity of an integer is of integers: s:1 */
        return got ||
               law_fail(l, "%s o %s: %s", c_text(l, &a), law_show(l, identity), law_show(l, got));
    (void)y;
    return (got && lc_layout_equal(got, x)) ||
           law_fail(l, "%s o %s is %s", c_text(l, &a), law_show(l, identity), law_show(l, got));
}

/* ---- inverses ---- */

/* The mode of a layout at each leaf of a profile, in order: its size, by brute force. */
static void box_of(const c_layout *r, const char *profile, size_t *axes, int64_t *size)
{
    if (*profile != '(') {
        size[(*axes)++] = c_size(r);
        return;
    }
    size_t rank = m_rank(profile);
    const char *at = profile + 1;
    for (size_t i = 0; i < rank; i++) {
        char part[M_NODES] = "";
        c_layout mode;
        const char *end = m_subtree_end(at);
        memcpy(part, at, (size_t)(end - at));
        c_mode(r, i, &mode);
        box_of(&mode, part, axes, size);
        at = end;
    }
}

/* Of leaves with a stride on this axis alone. */
static int64_t longest_chain(const c_layout *a, size_t axis)
{
    m_layout alone;
    c_axis(a, axis, &alone);
    for (size_t k = 0; k < a->n; k++)
        for (size_t q = 0; q < a->axes; q++)
            if (q != axis && a->stride[k].axis[q] != 0)
                alone.stride[k] = 0;
    return m_longest_chain(&alone);
}

/* The inverse as a layout of integers, nested like the profile of A at the top. */
static bool inverse_model(law *l, const lc_layout *r, c_layout *out)
{
    m_layout m;
    if (!law_model(l, r, &m))
        return false;
    c_integers(&m, out);
    return true;
}

LAW(right_inverses, "right inverses and inverses of coordinates",
    CLASSES("a bijection", "others"))
{
    c_layout a, r;
    int64_t box[C_AXES], count = 1, at[C_AXES] = {0};
    size_t axes = 0;
    if (rnd_chance(&l->rnd, 60))
        c_rnd_apart(&l->rnd, 512, &a);
    else
        c_rnd_layout(&l->rnd, 512, &a);
    lc_layout *x = c_lib(l, &a, true), *got = law_own(l, lc_right_inverse(l->ctx, x));
    const char *what = law_printf(l, "right_inverse(%s)", c_text(l, &a));
    if (!inverse_model(l, got, &r))
        return law_fail(l, "%s is %s", what, law_show(l, got));
    box_of(&r, a.profile, &axes, box);
    for (size_t q = 0; q < a.axes; q++) {
        if (box[q] < longest_chain(&a, q))
            return law_fail(l, "%s is %s: axis %zu can be followed to %lld", what,
                            law_show(l, got), q, (long long)longest_chain(&a, q));
        count *= box[q];
    }
    for (int64_t i = 0; i < count; i++) { /* law 24 */
        c_vector k = {{0}}, value = c_at(&a, c_at_crd(&r, a.profile, at).axis[0]);
        memcpy(k.axis, at, a.axes * sizeof *at);
        if (!c_equal_vectors(&a, &k, &value))
            return law_fail(l, "%s is %s: A(R(k)) is %s at %s", what, law_show(l, got),
                            c_vector_text(l, &a, &value), c_vector_text(l, &a, &k));
        for (size_t q = 0; q < a.axes && ++at[q] == box[q]; q++)
            at[q] = 0;
    }
    bool bijection = count == c_size(&a);
    law_saw(l, bijection ? 0 : 1);
    lc_layout *inverse = law_own(l, lc_inverse(l->ctx, x));
    if (!bijection)
        return (!inverse && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE) ||
               law_fail(l, "inverse(%s) is %s", c_text(l, &a), law_show(l, inverse));
    return (inverse && lc_layout_equal(inverse, got)) ||
           law_fail(l, "inverse(%s) is %s, not %s", c_text(l, &a), law_show(l, inverse),
                    law_show(l, got));
}

LAW(left_inverses, "left inverses of coordinates meet law 26", exists_or_not)
{
    c_layout a, inverse;
    bool apart = rnd_chance(&l->rnd, 70), several = false, each = true;
    if (apart)
        c_rnd_apart(&l->rnd, 512, &a);
    else
        c_rnd_layout(&l->rnd, 512, &a);
    lc_layout *got = law_own(l, lc_left_inverse(l->ctx, c_lib(l, &a, true)));
    const char *what = law_printf(l, "left_inverse(%s)", c_text(l, &a));
    for (size_t k = 0; k < a.n; k++) {
        size_t axes = 0;
        for (size_t q = 0; q < a.axes; q++)
            axes += a.shape[k] > 1 && a.stride[k].axis[q] != 0;
        several |= axes > 1;
    }
    for (size_t q = 0; q < a.axes; q++) { /* it has one when each axis has */
        m_layout axis;
        c_axis(&a, q, &axis);
        each = law_own(l, lc_left_inverse(l->ctx, law_layout(l, &axis))) && each;
    }
    if (!got) {
        law_saw(l, 1);
        return (!apart && (several || !each) && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE) ||
               law_fail(l, "%s is %s", what, law_show(l, got));
    }
    law_saw(l, 0);
    if (!inverse_model(l, got, &inverse))
        return law_fail(l, "%s is %s", what, law_show(l, got));
    for (int64_t c = 0; c < c_size(&a); c++) { /* law 26 */
        c_vector value = c_at(&a, c);
        c_vector again = c_at(&a, c_at_crd(&inverse, a.profile, value.axis).axis[0]);
        if (!c_equal_vectors(&a, &value, &again))
            return law_fail(l, "%s is %s: at %lld A(c) is %s, A(L(A(c))) %s", what,
                            law_show(l, got), (long long)c, c_vector_text(l, &a, &value),
                            c_vector_text(l, &a, &again));
    }
    return true;
}

/* ---- complements ---- */

static int by_vector(const void *x, const void *y)
{
    return memcmp(x, y, sizeof(c_vector));
}

/* A and C at once: how many different values. */
static int64_t different(law *l, const c_layout *a, const c_layout *c)
{
    c_layout pair[2] = {*a, *c}, both;
    c_concat(2, pair, &both);
    int64_t size = c_size(&both), n = 1;
    c_vector *table = law_own_memory(l, c_table(&both));
    qsort(table, (size_t)size, sizeof *table, by_vector);
    for (int64_t i = 1; i < size; i++)
        n += by_vector(&table[i], &table[i - 1]) != 0;
    return n;
}

LAW(complements_by_axis, "complements of coordinates", exists_or_not)
{
    c_layout a, want, c;
    int64_t size[C_AXES];
    bool apart = rnd_chance(&l->rnd, 75), bounded = rnd_chance(&l->rnd, 60);
    if (apart)
        c_rnd_apart(&l->rnd, 64, &a);
    else
        c_rnd_layout(&l->rnd, 64, &a);
    int64_t box = 1;
    for (size_t q = 0; q < a.axes; q++) {
        m_layout axis;
        int64_t low, high;
        c_axis(&a, q, &axis);
        m_range(&axis, &low, &high);
        size[q] = (high + 1) * (rnd_chance(&l->rnd, 50) ? 1 : rnd_in(&l->rnd, 1, 4));
        box *= size[q];
    }
    lc_layout *x = c_lib(l, &a, true);
    lc_tuple *shape = c_lib_tuple(l, a.profile, size);
    lc_layout *got = law_own(l, bounded ? lc_complement_in(l->ctx, x, shape)
                                        : lc_complement(l->ctx, x));
    bool exists = c_on_one_axis_each(&a) && c_complement(&a, bounded ? size : NULL, &want);
    law_saw(l, exists ? 0 : 1);
    const char *what = bounded ? law_printf(l, "complement(%s,%s)", c_text(l, &a),
                                            law_show_tuple(l, shape))
                               : law_printf(l, "complement(%s)", c_text(l, &a));
    if (!same(l, got, exists, &want, what) || !exists || !bounded || box > 4096)
        return !l->failure;
    /* Together with A no value twice, where A has none twice; and all of the box, where
     * the strides of A divide it. */
    c = want;
    int64_t own = different(l, &a,
                            &(c_layout){.n = 1, .nest = "x", .shape = {1}, .axes = a.axes});
    if (different(l, &a, &c) != own * c_size(&c) || own * c_size(&c) < box)
        return !apart || law_fail(l, "%s is %s", what, law_show(l, got));
    return true;
}

/* ---- quotients ---- */

/* Division by a layout of coordinates is division by mode. */
LAW(division_by_coordinates, "division by coordinates is division by mode", exists_or_not)
{
    m_layout a;
    m_tiler t;
    lc_layout *part[6];
    lc_tuple *axes = a_tiled_by_modes(l, &a, &t);
    size_t rank = t.n;
    for (size_t i = 0; i < rank; i++) {
        m_layout mode;
        m_tiler one;
        m_mode(&a, i, &mode);
        do { /* of one layout, with an extent above 1 or without */
            rnd_tiler(&l->rnd, &mode, &one);
            t.mode[i].layout = one.layout;
        } while (one.n > 0 && (m_tiler_clear(&one), true));
        part[i] = law_own(l,
                          lc_layout_on_axis(l->ctx, law_layout(l, &t.mode[i].layout), axes, i));
    }
    lc_layout *x = law_layout(l, &a), *y = law_own(l, lc_layout_concat(l->ctx, rank, part));
    lc_tiler *whole = law_own_tiler(l, lc_tiler_layout(l->ctx, y)), *by_mode = law_tiler(l, &t);
    const char *what = law_printf(l, "zipped_divide(%s,%s)", law_text(l, &a),
                                  law_tiler_text(l, &t));
    static lc_layout *(*const divide[])(lc_ctx *, const lc_layout *,
                                        const lc_tiler *) = {lc_zipped_divide, lc_tiled_divide,
                                                             lc_flat_divide};
    size_t kind = (size_t)rnd_in(&l->rnd, 0, 2);
    lc_layout *want = law_own(l, divide[kind](l->ctx, x, by_mode));
    lc_layout *got = law_own(l, divide[kind](l->ctx, x, whole));
    law_saw(l, want ? 0 : 1);
    if (!want)
        return (!got && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE) ||
               law_fail(l, "%s has no value, with coordinates %s", what, law_show(l, got));
    return (got && lc_layout_equal(got, want)) ||
           law_fail(l, "%s is %s, with coordinates %s", what, law_show(l, want),
                    law_show(l, got));
}

SUITE_MAIN("the algebra of coordinates", compose_is_exact, compose_where_gains_cancel,
           failures_are_explained, a_tiler_is_a_layout_of_coordinates,
           the_identity_composes_to_the_same, right_inverses, left_inverses, complements_by_axis,
           division_by_coordinates)
