/* check_by_mode.c - operations on each mode and on one mode are those of the modes, by hand.
 *
 * A tiler says for each mode what is done there; nested, for modes of a mode. By hand, each mode
 * is cut out, the operation is done on it alone, and the modes are put together again: what the
 * model says of a composition, and what the language says of each mode otherwise.
 */
#include "config.h"

#include "language.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

/* ---- by hand ---- */

/* The value of an expression; NULL where it has none. */
static const char *value_of(law *l, const char *text)
{
    language_seen s;
    language_eval(text, &s);
    char *value = s.value ? law_own_memory(l, strdup(s.value)) : NULL;
    language_clear(&s);
    return value;
}

typedef struct {
    const char *name;
    bool sizes, layouts, alone, may_star;
} operation;

static const operation operations[] = {
    {"coalesce", false, false, true, true},
    {"flatten", false, false, true, true},
    {"filter", false, false, true, true},
    {"right_inverse", false, false, true, true},
    {"left_inverse", false, false, true, true},
    {"inverse", false, false, true, true},
    {"complement", true, false, true, true},
    {"gap_complement", true, false, false, false},
    {"upcast", true, false, false, false},
    {"downcast", true, false, false, false},
    {"max_common_layout", true, true, false, false},
    {"blocked_product", true, true, false, false},
    {"raked_product", true, true, false, false},
};
#define OPERATIONS (sizeof operations / sizeof *operations)

/* A part of the tiler for a mode, and what is to come there, as expressions of the language. */
static bool part_of(law *l, const operation *of, const m_layout *mode, size_t depth,
                    const char **part, const char **made)
{
    const char *text = law_text(l, mode);
    size_t rank = m_rank(mode->nest);
    if (rnd_chance(&l->rnd, 20)) {
        *part = rnd_chance(&l->rnd, 50) ? "_" : "X";
        *made = text;
        return true;
    }
    if (*mode->nest == '(' && depth < 2 && rnd_chance(&l->rnd, 40)) {
        const char *parts = "", *all = "";
        for (size_t i = 0; i < rank; i++) {
            m_layout below;
            const char *p = "_", *m;
            m_mode(mode, i, &below);
            if (!part_of(l, of, &below, depth + 1, &p, &m))
                return false;
            parts = law_printf(l, "%s%s%s", parts, i ? "," : "", p);
            all = law_printf(l, "%s%s%s", all, i ? "," : "", m);
        }
        *part = law_printf(l, "<%s>", parts);
        *made = law_printf(l, "concat(%s)", all);
        return true;
    }
    bool star = of->may_star && (of->alone || !of->sizes) &&
                (!of->sizes || rnd_chance(&l->rnd, 50));
    int64_t size = m_size(mode);
    m_layout tile;
    m_layout_leaf(&tile, rnd_in(&l->rnd, 1, of->layouts ? 4 : 2 * size),
                  of->layouts ? rnd_in(&l->rnd, 1, 2) : 1);
    *part = star ? "*" : law_text(l, &tile);
    *made = star          ? law_printf(l, "%s(%s)", of->name, text)
            : of->layouts ? law_printf(l, "%s(%s,%s)", of->name, text, *part)
                          : law_printf(l, "%s(%s,%ld)", of->name, text, (long)tile.shape[0]);
    return true;
}

LAW_SHARE(each_mode_by_hand, "operations on each mode", 4, CLASSES("a value", "no value"))
{
    const operation *of = &operations[rnd_in(&l->rnd, 0, OPERATIONS - 1)];
    m_layout a;
    rnd_layout(&l->rnd, 500, &a);
    if (rnd_chance(&l->rnd, 60))
        rnd_nested(&l->rnd, 500, &a);
    size_t rank = m_rank(a.nest), n = rnd_chance(&l->rnd, 80) ? rank : 1;
    const char *parts = "", *all = "";
    for (size_t i = 0; i < rank; i++) {
        m_layout mode;
        const char *part, *made;
        m_mode(&a, i, &mode);
        made = law_text(l, &mode);
        if (i < n && !part_of(l, of, &mode, 0, &part, &made))
            return false;
        if (i < n)
            parts = law_printf(l, "%s%s%s", parts, i ? "," : "", part);
        all = law_printf(l, "%s%s%s", all, i ? "," : "", made);
    }
    const char *call = law_printf(l, "%s(%s,<%s>)", of->name, law_text(l, &a), parts);
    const char *got = value_of(l, call);
    const char *want = value_of(l, law_printf(l, "concat(%s)", all));
    law_saw(l, want ? 0 : 1);
    return (!got && !want) || (got && want && strcmp(got, want) == 0) ||
           law_fail(l, "%s is %s, by hand %s: concat(%s)", call, got ? got : "nothing",
                    want ? want : "nothing", all);
}

/* ---- one mode ---- */

/* A with a value in the place of the mode at a path. */
static const char *put(law *l, const m_layout *a, size_t n, const size_t *path, const char *value)
{
    const char *all = "";
    if (n == 0)
        return value;
    for (size_t i = 0; i < m_rank(a->nest); i++) {
        m_layout mode;
        m_mode(a, i, &mode);
        all = law_printf(l, "%s%s%s", all, i ? "," : "",
                         i == path[0] ? put(l, &mode, n - 1, path + 1, value)
                                      : law_text(l, &mode));
    }
    return law_printf(l, "concat(%s)", all);
}

/* f[i,...](A, ...) is f of the mode, put back; and the tiler with `_` for the others. */
LAW_SHARE(one_mode_by_hand, "operations on one mode", 4,
          CLASSES("a value", "no value", "a mode", "a mode of a mode"))
{
    static const char *const name[] = {"compose",         "logical_divide", "zipped_divide",
                                       "logical_product", "coalesce",       "right_inverse"};
    size_t which = (size_t)rnd_in(&l->rnd, 0, 5), path[2], n = 0;
    m_layout a, mode;
    rnd_layout(&l->rnd, 500, &a);
    if (rnd_chance(&l->rnd, 60))
        rnd_nested(&l->rnd, 500, &a);
    mode = a;
    const char *at = "", *before = "", *after = "";
    do {
        size_t rank = m_rank(mode.nest);
        m_layout whole = mode;
        path[n] = (size_t)rnd_in(&l->rnd, 0, (int64_t)rank - 1);
        at = law_printf(l, "%s%s%zu", at, n ? "," : "", path[n]);
        before = law_printf(l, "%s<", before);
        for (size_t i = 0; i < path[n]; i++)
            before = law_printf(l, "%s_,", before);
        after = law_printf(l, ">%s", after);
        m_mode(&whole, path[n++], &mode);
    } while (n < 2 && *mode.nest == '(' && rnd_chance(&l->rnd, 50));
    m_layout tile;
    m_layout_leaf(&tile, rnd_in(&l->rnd, 1, m_size(&mode)), rnd_in(&l->rnd, 1, 2));
    const char *t = which < 4 ? law_text(l, &tile) : NULL, *in = law_text(l, &a);
    const char *made = law_printf(l, "%s(%s%s%s)", name[which], law_text(l, &mode), t ? "," : "",
                                  t ? t : "");
    const char *call = law_printf(l, "%s[%s](%s%s%s)", name[which], at, in, t ? "," : "",
                                  t ? t : "");
    const char *tiled = law_printf(l, "%s(%s,%s%s%s)",
                                   which == 2 ? "logical_divide" : name[which], in, before,
                                   t ? t : "*", after);
    const char *want = value_of(l, put(l, &a, n, path, made)), *got = value_of(l, call);
    const char *by_tiler = value_of(l, tiled);
    law_saw(l, want ? 0 : 1);
    law_saw(l, n == 1 ? 2 : 3);
    bool same = !want ? !got && !by_tiler
                      : got && by_tiler && strcmp(got, want) == 0 && strcmp(by_tiler, want) == 0;
    return same || law_fail(l, "%s is %s, %s is %s, by hand %s", call, got ? got : "nothing",
                            tiled, by_tiler ? by_tiler : "nothing", want ? want : "nothing");
}

/* ---- values, by enumeration ---- */

/* (A o <T,_>)(i,j) is A0(T(i)) + A1(j); a divide has the values of A, each once, where the tile
 * divides. */
LAW_SHARE(values_by_enumeration, "values of one mode", 4, CLASSES("a value"))
{
    m_layout a, first, r, mode[2];
    int64_t extent[2], stride[2];
    for (size_t i = 0; i < 2; i++) {
        extent[i] = rnd_in(&l->rnd, 1, 12);
        stride[i] = rnd_in(&l->rnd, 0, 20);
    }
    int64_t n = rnd_in(&l->rnd, 1, extent[0]), step = rnd_in(&l->rnd, 1, 3);
    m_layout_flat(&a, 2, extent, stride);
    m_layout_leaf(&first, n, step);
    const char *call = law_printf(l, "compose[0](%s,%s)", law_text(l, &a), law_text(l, &first));
    const char *text = value_of(l, call);
    law_saw(l, text ? 0 : 1);
    if (!text)
        return law_fail(l, "%s has no value", call);
    if (!m_layout_parse(text, &r) || m_rank(r.nest) != 2)
        return law_fail(l, "%s is %s", call, text);
    m_mode(&r, 0, &mode[0]);
    m_mode(&r, 1, &mode[1]);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < extent[1]; j++)
            if (m_at(&mode[0], i) + m_at(&mode[1], j) != i * step * stride[0] + j * stride[1])
                return law_fail(l, "%s is %s, another value at (%ld,%ld)", call, text, (long)i,
                                (long)j);
    return m_size(&mode[0]) == n && m_size(&mode[1]) == extent[1];
}

SUITE_MAIN("by mode", each_mode_by_hand, one_mode_by_hand, values_by_enumeration)
