/* check_tensors.c - composed layouts of any functions, chains of values and tensors, as texts
 * of the language, against enumeration.
 *
 *   (f o k o g)(c) = f(k + g(c)) at every c, in the domain and outside it
 *   op({a} o L) = {a} o op(L)
 */
#include "config.h"

#include "coordinate-model.h"
#include "language.h"
#include "suite.h"
#include "swizzled.h"

#include <stdlib.h>
#include <string.h>

/* ---- composed layouts ---- */

#define STAGES 4

/* Functions outside a layout, the innermost first. */
typedef struct {
    m_layout inner;
    size_t n;
    struct {
        int64_t offset;
        bool swizzled;
        m_swizzle swizzle;
        m_layout layout;
    } outer[STAGES];
} composed;

static int64_t outers_at(const composed *f, int64_t x)
{
    for (size_t i = 0; i < f->n; i++) {
        x += f->outer[i].offset;
        x = f->outer[i].swizzled ? m_swizzle_at(f->outer[i].swizzle, x)
                                 : m_at(&f->outer[i].layout, x);
    }
    return x;
}

static int64_t composed_at(const composed *f, int64_t c)
{
    return outers_at(f, m_at(&f->inner, c));
}

static const char *composed_text(law *l, const composed *f)
{
    const char *text = law_text(l, &f->inner);
    for (size_t i = 0; i < f->n; i++) {
        m_swizzle w = f->outer[i].swizzle;
        const char *outer = f->outer[i].swizzled ? law_printf(l, "S<%d,%d,%d>", w.b, w.m, w.s)
                                                 : law_text(l, &f->outer[i].layout);
        text = law_printf(l, "%s o %lld o %s", outer, (long long)f->outer[i].offset, text);
    }
    return text;
}

static void rnd_powers(rnd *r, m_layout *a)
{
    for (size_t i = 0; i < a->n; i++) {
        while (a->shape[i] & (a->shape[i] - 1))
            a->shape[i] &= a->shape[i] - 1;
        a->stride[i] = (int64_t)1 << rnd_in(r, 0, 7);
    }
}

static void rnd_composed(rnd *r, int64_t max, composed *f)
{
    bool powers = rnd_chance(r, 40);
    rnd_layout(r, max, &f->inner);
    if (powers)
        rnd_powers(r, &f->inner);
    f->n = (size_t)rnd_in(r, 1, rnd_chance(r, 70) ? 2 : STAGES);
    for (size_t i = 0; i < f->n; i++) {
        f->outer[i].offset = rnd_chance(r, 40) ? 0 : rnd_in(r, powers ? 0 : -20, 40);
        f->outer[i].swizzled = rnd_chance(r, 35);
        f->outer[i].swizzle = rnd_swizzle(r);
        rnd_layout(r, 100, &f->outer[i].layout);
        if (powers)
            rnd_powers(r, &f->outer[i].layout);
    }
}

LAW_SHARE(composed_is_function, "(f o k o g)(c) = f(k + g(c))", 10, CLASSES("inside", "outside"))
{
    composed f;
    m_tuple shape, crd;
    rnd_composed(&l->rnd, 300, &f);
    const char *text = composed_text(l, &f);
    int64_t size = m_size(&f.inner);
    int64_t c = rnd_chance(&l->rnd, 60) ? rnd_in(&l->rnd, 0, size - 1)
                                        : rnd_in(&l->rnd, -size, 3 * size);
    law_saw(l, c < 0 || c >= size);
    m_shape(&f.inner, &shape);
    rnd_crd(&l->rnd, &shape, true, &crd);
    int64_t natural = outers_at(&f, m_at_crd(&f.inner, &crd));
    return language_gives(l, law_printf(l, "(%s)(%lld)", text, (long long)c),
                          law_printf(l, "%lld", (long long)composed_at(&f, c))) &&
           language_gives(l, law_printf(l, "(%s)(%s)", text, law_tuple_text(l, &crd)),
                          law_printf(l, "%lld", (long long)natural));
}

LAW_RELEASE(release, lcv_value_free)

static lcv_value *own(law *l, lcv_value *v)
{
    if (v)
        law_own_with(l, v, release);
    return v;
}

/* A layout outside coordinates that an offset is added to. */
LAW_SHARE(composed_of_coordinates, "A(k + B(c)), k and B(c) coordinates", 10,
          CLASSES("integers", "coordinates"))
{
    c_layout a, b;
    c_vector k = {{0}};
    c_rnd_layout(&l->rnd, 200, &a);
    c_rnd_inner(&l->rnd, &a, 100, &b);
    bool whole = strcmp(b.profile, "x") == 0, used = whole;
    for (size_t q = 0; q < b.axes; q++)
        k.axis[q] = rnd_in(&l->rnd, whole ? 1 : 0, 9);
    for (size_t i = 0; i < b.n; i++)
        for (size_t q = 0; q < b.axes; q++)
            used = used || b.stride[i].axis[q] != 0;
    int64_t c = rnd_in(&l->rnd, -3, 2 * c_size(&b));
    c_vector x = c_at(&b, c);
    for (size_t q = 0; q < b.axes; q++)
        x.axis[q] += k.axis[q];
    if (!used)
        return true;
    c_vector want = whole ? c_at(&a, x.axis[0]) : c_at_crd(&a, b.profile, x.axis);
    law_saw(l, !whole);
    const char *text = law_printf(l, "(%s o %s o %s)(%lld)", c_text(l, &a),
                                  c_vector_text(l, &b, &k), c_text(l, &b), (long long)c);
    lcv_value *f = own(l, lcv_value_layout(l->ctx, lc_layout_ref(c_lib(l, &a, false))));
    lcv_value *g = own(l, lcv_value_layout(l->ctx, lc_layout_ref(c_lib(l, &b, false))));
    lc_tuple *offset = whole
                           ? law_own_tuple(l, lc_tuple_leaf(l->ctx, lc_int_si(l->ctx, k.axis[0])))
                           : c_lib_tuple(l, b.profile, k.axis);
    lcv_value *v = own(l, lcv_value_after(l->ctx, f, offset, g));
    lc_tuple *found = v ? law_own_tuple(l, lcv_composed_at(l->ctx, v, lc_int_si(l->ctx, c)))
                        : NULL;
    if (!found || !c_same_value(l, &a, &want, found))
        return law_fail(l, "%s is %s, not %s", text, law_show_tuple(l, found),
                        c_vector_text(l, &a, &want));
    language_seen s; /* the same in words, cross-checked */
    language_eval(text, &s);
    bool same = s.value && strcmp(s.value, law_show_tuple(l, found)) == 0;
    language_clear(&s);
    return same || law_fail(l, "%s is not %s in words", text, law_show_tuple(l, found));
}

/* ---- strides that add by XOR ---- */

/* A layout whose strides add, or add by XOR, on its extended domain from 0 up. */
typedef struct {
    m_layout layout;
    bool by_xor;
} any_layout;

static int64_t any_at(const any_layout *a, int64_t c)
{
    m_tuple shape, digit;
    int64_t value = 0;
    if (!a->by_xor)
        return m_at(&a->layout, c);
    m_shape(&a->layout, &shape);
    m_idx2crd(c, &shape, &digit);
    for (size_t k = 0; k < shape.n; k++)
        value ^= m_carryless(digit.leaf[k], a->layout.stride[k]);
    return value;
}

static const char *any_text(law *l, const any_layout *a)
{
    m_tuple shape;
    m_shape(&a->layout, &shape);
    const char *text = law_printf(l, "%s:", law_tuple_text(l, &shape));
    size_t leaf = 0;
    bool first = true;
    for (const char *at = a->layout.nest; *at != '\0'; at++) {
        if (*at == ')' || *at == '(') {
            text = law_printf(l, "%s%s%c", text, *at == '(' && !first ? "," : "", *at);
        } else {
            text = law_printf(l, "%s%s%s%lld", text, first ? "" : ",", a->by_xor ? "f" : "",
                              (long long)a->layout.stride[leaf++]);
        }
        first = *at == '(';
    }
    return text;
}

static void rnd_any(rnd *r, int64_t max, any_layout *a)
{
    m_tuple shape;
    int64_t stride[M_LEAVES] = {0};
    m_tuple_flat(&shape, 2, (int64_t[]){rnd_in(r, 1, 5), rnd_in(r, 1, max / 5)});
    if (rnd_chance(r, 50))
        m_tuple_flat(&shape, 2,
                     (int64_t[]){(int64_t)1 << rnd_in(r, 0, 2), (int64_t)1 << rnd_in(r, 0, 3)});
    for (size_t k = 0; k < shape.n; k++)
        stride[k] = rnd_chance(r, 50) ? (int64_t)1 << rnd_in(r, 0, 6) : rnd_in(r, 1, 40);
    a->by_xor = rnd_chance(r, 60);
    m_layout_of(&a->layout, &shape, stride);
}

/* k and B(c) add as B's strides do. */
LAW_SHARE(composed_by_xor, "A(k + B(c)), of strides that add by XOR", 20, CLASSES("sums", "XOR"))
{
    any_layout a, b;
    rnd_any(&l->rnd, 200, &a);
    rnd_any(&l->rnd, 100, &b);
    int64_t k = rnd_chance(&l->rnd, 30) ? 0 : rnd_in(&l->rnd, 0, 40), size = m_size(&b.layout);
    int64_t c = rnd_in(&l->rnd, 0, size - 1), low = INT64_MAX, high = 0, at_c = 0;
    bool injective = true;
    int64_t *value = law_own_memory(l, calloc((size_t)size, sizeof *value));
    for (int64_t i = 0; i < size; i++) {
        int64_t x = any_at(&b, i);
        value[i] = any_at(&a, b.by_xor ? k ^ x : k + x);
        at_c = i == c ? value[i] : at_c;
        low = value[i] < low ? value[i] : low;
        high = value[i] > high ? value[i] : high;
        for (int64_t j = 0; j < i; j++)
            injective = injective && value[j] != value[i];
    }
    const char *x = law_printf(l, "%s o %lld o %s", any_text(l, &a), (long long)k,
                               any_text(l, &b));
    int64_t n = high + rnd_in(&l->rnd, 0, 1);
    law_saw(l, b.by_xor);
    language_seen s;
    language_prove(law_printf(l, "injective(%s)", x), &s);
    bool right = s.claim && s.verdict == (injective ? LCV_PROVED : LCV_REFUTED);
    language_clear(&s);
    if (!right)
        return law_fail(l, "injective(%s) is not %d", x, (int)injective);
    language_prove(law_printf(l, "in_bounds(%s, %lld)", x, (long long)n), &s);
    right = s.claim && s.verdict == (high < n ? LCV_PROVED : LCV_REFUTED);
    language_clear(&s);
    return (right || law_fail(l, "in_bounds(%s, %lld) is wrong", x, (long long)n)) &&
           language_gives(l, law_printf(l, "(%s)(%lld)", x, (long long)c),
                          law_printf(l, "%lld", (long long)at_c)) &&
           language_gives(l, law_printf(l, "cosize(%s)", x),
                          law_printf(l, "%lld", (long long)high + 1));
}

/* Operations on the domain side leave what is outside as it is. */
LAW_SHARE(composed_is_sliced, "slices of composed layouts", 20, CLASSES("slice"))
{
    composed f;
    m_tuple shape, slicer, size;
    rnd_composed(&l->rnd, 200, &f);
    law_saw(l, 0);
    m_shape(&f.inner, &shape);
    rnd_slicer(&l->rnd, &shape, &slicer);
    composed left = f;
    int64_t offset;
    m_slice(&f.inner, &slicer, &offset, &left.inner);
    left.outer[0].offset += offset;
    int64_t c = rnd_in(&l->rnd, 0, m_size(&left.inner) - 1);
    m_shape(&left.inner, &size);
    const char *text = law_printf(l, "slice(%s, %s)", composed_text(l, &f),
                                  law_tuple_text(l, &slicer));
    return language_gives(l, law_printf(l, "shape(%s)", text), law_tuple_text(l, &size)) &&
           language_gives(l, law_printf(l, "(%s)(%lld)", text, (long long)c),
                          law_printf(l, "%lld", (long long)composed_at(&left, c))) &&
           language_gives(l, law_printf(l, "(coalesce(%s))(%lld)", text, (long long)c),
                          law_printf(l, "%lld", (long long)composed_at(&left, c)));
}

/* ---- claims about composed layouts ---- */

typedef struct {
    int64_t size, low, high;
    bool injective, linear;
    int64_t *value;
} table;

/* ---- tensors ---- */

/* A call on X with random arguments; false: none that fits. */
static const char *call_on(law *l, size_t which, const m_layout *a, const char *x)
{
    m_tuple shape, slicer;
    m_tiler t;
    m_layout b;
    long long rank = (long long)m_rank(a->nest), mode = rnd_in(&l->rnd, 0, rank - 1);
    m_shape(a, &shape);
    static const char *const divide[] = {"logical_divide", "zipped_divide", "tiled_divide",
                                         "flat_divide", "compose"};
    switch (which) {
    case 0: return law_printf(l, "coalesce(%s)", x);
    case 1: return law_printf(l, "flatten(%s)", x);
    case 2: return law_printf(l, "mode(%s, %lld)", x, mode);
    case 3: return law_printf(l, "select(%s, %lld, 0)", x, mode);
    case 4: return law_printf(l, "group(%s, %lld, %lld)", x, mode, rank);
    case 5: return law_printf(l, "filter(%s)", x);
    case 6:
        rnd_inner(&l->rnd, a, 60, &b);
        return law_printf(l, "compose(%s, %s)", x, law_text(l, &b));
    case 7:
        rnd_slicer(&l->rnd, &shape, &slicer);
        return law_printf(l, "slice(%s, %s)", x, law_tuple_text(l, &slicer));
    case 8: return law_printf(l, "coalesce(%s, (1,1))", x);
    case 9: return law_printf(l, "logical_product(%s, %lld:1)", x, mode + 1);
    default:
        rnd_tiler(&l->rnd, a, &t);
        x = law_printf(l, "%s(%s, %s)", divide[which % 5], x, law_tiler_text(l, &t));
        m_tiler_clear(&t);
        return x;
    }
}

/* `{k} o L` taken apart, a layout being one after 0. */
static bool split(const char *text, long long *k, const char **rest)
{
    *k = 0;
    *rest = text;
    if (text[0] != '{')
        return true;
    char *end;
    *k = strtoll(text + 1, &end, 10);
    if (strncmp(end, "} o ", 4) != 0)
        return false;
    *rest = end + 4;
    return true;
}

LAW_SHARE(operations_on_tensors, "op({k} o L) = {k} o op(L)", 10, CLASSES("no value", "value"))
{
    m_layout a, of_layout;
    rnd_layout(&l->rnd, 200, &a);
    int64_t k = rnd_in(&l->rnd, 1, 50) * (rnd_chance(&l->rnd, 30) ? -1 : 1);
    size_t which = (size_t)rnd_in(&l->rnd, 0, 14);
    const char *x = law_text(l, &a), *tensor = law_printf(l, "{%lld} o %s", (long long)k, x);
    rnd before = l->rnd;
    const char *plain = call_on(l, which, &a, x);
    l->rnd = before;
    const char *moved = call_on(l, which, &a, tensor);
    language_seen s, t;
    language_eval(plain, &s);
    language_eval(moved, &t);
    bool exists = s.value != NULL, same = exists == (t.value != NULL);
    char *value = law_own_memory(l, s.value ? strdup(s.value) : NULL);
    char *found = law_own_memory(l, strdup(t.value ? t.value : t.message));
    same = same && (exists || t.status == LCV_INVALID);
    language_clear(&s);
    language_clear(&t);
    law_saw(l, exists);
    if (!same)
        return law_fail(l, "%s: %s, and without the offset %s", moved, found,
                        value ? value : "no value");
    long long p = 0, q = 0;
    const char *rest = "", *other = "";
    if (exists && (!split(value, &p, &rest) || !split(found, &q, &other) || q != p + k ||
                   strcmp(rest, other) != 0))
        return law_fail(l, "%s is %s, and without the offset %s", moved, found, value);
    if (!exists || !m_layout_parse(rest, &of_layout))
        return true;
    int64_t c = rnd_in(&l->rnd, 0, m_size(&of_layout) - 1);
    return language_gives(l, law_printf(l, "(%s)(%lld)", moved, (long long)c),
                          law_printf(l, "%lld", (long long)(k + p + m_at(&of_layout, c))));
}

/* Coordinates and XOR: the values are those of the layout, after the offset. */
LAW_SHARE(offsets_of_any_codomain, "offsets that are coordinates or XOR", 50, CLASSES("value"))
{
    static const char *const op[] = {"coalesce(%s)",     "flatten(%s)",
                                     "mode(%s, 0)",      "logical_divide(%s, 2:1)",
                                     "compose(%s, 2:1)", "group(%s, 0, 1)",
                                     "slice(%s, _)"};
    static const char *const layout[][3] = {
        {"(4,6):(e0,2e1)", "{(3,5)} o ", "{(3,5)} o "},
        {"((2,2),8):((e1,e0),2@0)", "{(1,7)} o ", "{(1,7)} o "},
        {"(4,8):(f1,f4)", "{f9} o ", "{9} o "},
        {"(2,2,4):(f5,f3,f8)", "{f6} o ", "{6} o "},
    };
    const char *const *x = layout[rnd_in(&l->rnd, 0, 3)];
    const char *form = op[rnd_in(&l->rnd, 0, 6)];
    char *call[2];
    law_saw(l, 0);
    for (int i = 0; i < 2; i++) {
        const char *arg = law_printf(l, "%s%s", i == 0 ? "" : x[1], x[0]);
        const char *at = strstr(form, "%s");
        call[i] = (char *)(uintptr_t)law_printf(l, "%.*s%s%s", (int)(at - form), form, arg,
                                                at + 2);
    }
    language_seen s;
    language_eval(call[0], &s);
    const char *value = law_printf(l, "%s", s.value ? s.value : "no value");
    language_clear(&s);
    const char *zero = strstr(value, "} o ");
    value = zero ? zero + 4 : value; /* of a slice */
    return language_gives(l, call[1], law_printf(l, "%s%s", x[2], value));
}

/* ---- chains ---- */

LAW_SHARE(test_chains, "chain(v0,v1,...) has these values", 20,
          CLASSES("f(0) = 0", "after an offset"))
{
    size_t n = (size_t)rnd_in(&l->rnd, 1, rnd_chance(&l->rnd, 80) ? 9 : 40);
    int64_t value[40] = {0}, c = rnd_in(&l->rnd, 0, (int64_t)n - 1);
    const char *list = "";
    bool zero = rnd_chance(&l->rnd, 60);
    for (size_t i = 0; i < n; i++) {
        value[i] = i == 0 && zero ? 0 : rnd_in(&l->rnd, -100, 100);
        list = law_printf(l, "%s%s%lld", list, i > 0 ? "," : "", (long long)value[i]);
    }
    law_saw(l, value[0] != 0);
    bool injective = true;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            injective = injective && value[i] != value[j];
    language_seen s;
    language_prove(law_printf(l, "injective(chain(%s))", list), &s);
    bool right = s.claim && s.verdict == (injective ? LCV_PROVED : LCV_REFUTED);
    language_clear(&s);
    return (right || law_fail(l, "injective(chain(%s)) is wrong", list)) &&
           language_gives(l, law_printf(l, "size(chain(%s))", list), law_printf(l, "%zu", n)) &&
           language_gives(l, law_printf(l, "(chain(%s))(%lld)", list, (long long)c),
                          law_printf(l, "%lld", (long long)value[c]));
}

SUITE_MAIN("tensors and composed layouts", composed_is_function, composed_of_coordinates,
           composed_by_xor, composed_is_sliced, operations_on_tensors, offsets_of_any_codomain,
           test_chains)
