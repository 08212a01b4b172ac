/* size-claims.c - random claims about sizes in M and N, as texts. */
#include "config.h"

#include "size-claims.h"

#include <string.h>

static const char *const names[] = {"injective",  "in_bounds", "covers", "bijective",
                                    "partitions", "aligned",   "equiv",  "<="};

const char *claim_name(const claim *c)
{
    return names[c->kind];
}

const char *claim_text(law *l, const claim *c)
{
    if (c->kind == ORDER)
        return law_printf(l, "%s <= %s", c->arg[0], c->arg[1]);
    const char *text = law_printf(l, "%s(%s", claim_name(c), c->arg[0]);
    for (size_t i = 1; i < c->n; i++)
        text = law_printf(l, "%s, %s%s", text, i == 2 ? "under=" : "", c->arg[i]);
    return law_printf(l, "%s)", text);
}

/* ---- sizes and layouts as text ---- */

const char *rnd_size(law *l)
{
    rnd *r = &l->rnd;
    const char *p = rnd_chance(r, 50) ? "M" : "N";
    int d = (int)rnd_in(r, 2, 4);
    switch (rnd_in(r, 0, 8)) {
    case 0:
    case 1: return law_printf(l, "%d", (int)rnd_in(r, 1, 4));
    case 2: return law_printf(l, "ceil_div(%s,%d)", p, d);
    case 3: return law_printf(l, "(%s+%d)", p, (int)rnd_in(r, 0, 2));
    case 4: return law_printf(l, "(%s/%d+1)", p, d);
    case 5: return rnd_chance(r, 50) ? "min(M,N)" : law_printf(l, "max(%s,%d)", p, d);
    default: return p;
    }
}

const char *rnd_size_or_none(law *l)
{
    const char *p = rnd_chance(&l->rnd, 50) ? "M" : "N";
    switch (rnd_in(&l->rnd, 0, 5)) {
    case 0: return law_printf(l, "(%s/%d)", p, (int)rnd_in(&l->rnd, 2, 4));
    case 1: return law_printf(l, "(%s-1)", p);
    default: return rnd_size(l);
    }
}

const char *changed(law *l, const char *size)
{
    switch (rnd_in(&l->rnd, 0, 3)) {
    case 0: return law_printf(l, "(%s+1)", size);
    case 1: return law_printf(l, "(%s-1)", size);
    case 2: return law_printf(l, "2*%s", size);
    default: return rnd_size(l);
    }
}

size_modes rnd_texts(law *l, size_t axes, const char *(*size)(law *))
{
    rnd *r = &l->rnd;
    size_modes t = {.n = (size_t)rnd_in(r, 1, SIZE_MODES), .axes = axes, .place = {"1", "1"}};
    bool padded = rnd_chance(r, 25);
    for (size_t k = 0; k < t.n; k++)
        t.extent[k] = size(l);
    for (size_t i = 0, first = (size_t)rnd_in(r, 0, SIZE_MODES); i < t.n; i++) {
        size_t k = (first + i) % t.n;
        const char **place = &t.place[t.axis[k] = (size_t)rnd_in(r, 0, (int64_t)axes - 1)];
        t.step[k] = *place;
        *place = law_printf(l, "%s*%s", *place, t.extent[k]);
        if (padded && rnd_chance(r, 50))
            *place = law_printf(l, "(%s+%d)", *place, (int)rnd_in(r, 1, 2));
    }
    return t;
}

const char *layout_text(law *l, const size_modes *t)
{
    const char *shape = "", *stride = "";
    for (size_t k = 0; k < t->n; k++) {
        const char *end = t->n == 1 || k + 1 < t->n ? "," : "";
        shape = law_printf(l, "%s%s%s", shape, t->extent[k], end);
        stride = t->axes == 1 ? law_printf(l, "%s%s%s", stride, t->step[k], end)
                              : law_printf(l, "%s%s*e%zu%s", stride, t->step[k], t->axis[k], end);
    }
    return law_printf(l, "(%s):(%s)", shape, stride);
}

/* ---- claims ---- */

static const char *bounds_text(law *l, const size_modes *t, const char *x, const char *y)
{
    return t->axes == 1 ? x : law_printf(l, "(%s,%s)", x, y);
}

/* The same function in another shape: two modes side by side as one. */
static const char *merged(law *l, const size_modes *t)
{
    size_modes u = *t;
    u.n = 0;
    for (size_t k = 0; k < t->n; k++) {
        const char *next = u.n > 0 ? law_printf(l, "%s*%s", u.step[u.n - 1], u.extent[u.n - 1])
                                   : "";
        if (u.n > 0 && u.axis[u.n - 1] == t->axis[k] && strcmp(next, t->step[k]) == 0) {
            u.extent[u.n - 1] = law_printf(l, "%s*%s", u.extent[u.n - 1], t->extent[k]);
            continue;
        }
        u.extent[u.n] = t->extent[k];
        u.step[u.n] = t->step[k];
        u.axis[u.n++] = t->axis[k];
    }
    return layout_text(l, &u);
}

/* Bounds and a guard that cut on either axis, or on none. */
static void rnd_partition(law *l, const size_modes *t, const char *const size[2], claim *c)
{
    const char *bound[2] = {size[0], size[1]}, *guard[2];
    for (size_t k = 0; k < 2; k++) {
        const char *p = k == 0 ? "M" : "N";
        if (rnd_chance(&l->rnd, 50))
            bound[k] = rnd_chance(&l->rnd, 50) ? p : law_printf(l, "min(%s,%s)", p, size[k]);
        const char *const other[] = {"_", size[k], p, law_printf(l, "(%s+1)", p)};
        guard[k] = rnd_chance(&l->rnd, 60) ? bound[k] : other[rnd_in(&l->rnd, 0, 3)];
    }
    c->arg[1] = bounds_text(l, t, bound[0], bound[1]);
    c->arg[2] = bounds_text(l, t, guard[0], guard[1]);
    c->n = rnd_chance(&l->rnd, 70) ? 3 : 2;
}

claim rnd_claim(law *l, bool wrong, const char *(*size)(law *))
{
    claim c = {.kind = (kind)rnd_in(&l->rnd, 0, KINDS - 1), .n = 1};
    bool two = c.kind != BIJECTIVE && c.kind != ALIGNED && rnd_chance(&l->rnd, 40);
    size_modes t = rnd_texts(l, c.axes = two ? 2 : 1, size);
    const char *same = merged(l, &t), *b[2] = {t.place[0], t.place[1]};
    size_t k = (size_t)rnd_in(&l->rnd, 0, (int64_t)t.n - 1);
    int what = wrong ? (int)rnd_in(&l->rnd, 0, 2) : 3;
    if (what == 0) /* a stride of 0 may be one of integers, which have no place in a shape */
        t.step[k] = two && size == rnd_size_or_none ? law_printf(l, "(%s+1)", t.step[k])
                                                    : changed(l, t.step[k]);
    if (what == 1)
        t.extent[k] = changed(l, t.extent[k]);
    if (what == 2)
        b[0] = changed(l, b[0]);
    c.arg[0] = layout_text(l, &t);
    c.arg[1] = bounds_text(l, &t, b[0], b[1]);
    c.n = c.kind == INJECTIVE || c.kind == BIJECTIVE ? 1 : 2;
    if (c.kind == PARTITIONS)
        rnd_partition(l, &t, b, &c);
    if (c.kind == ALIGNED)
        c.arg[1] = law_printf(l, "%d", (int)rnd_in(&l->rnd, 1, 4));
    if (c.kind == EQUIV)
        c.arg[1] = same;
    if (c.kind == ORDER) {
        c.arg[0] = b[0];
        c.arg[1] = law_printf(l, "%s*%s", t.place[0], size(l));
    }
    return c;
}
