/* proof.c - elements, sets of instances, and questions about them. */
#include "config.h"

#include "proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUESTIONS 6000

bool lck_proof_unknown(lck_proof *p, const char *what)
{
    lc_ctx_reset(lcr_ctx_lc(p->c->claim->r));
    lc_ctx_reset(lc_exprs_ctx(p->s.x));
    return lck_copy_unknown(p->c, "%s%s", p->s.l->sums.failed ? "not linear: " : "",
                            p->s.l->sums.failed ? p->s.l->sums.failed : what);
}

/* ---- modes of both layouts ---- */

typedef struct {
    const lck_copy_tensor *t;
    size_t i;
    const lcv_sum *extent, *stride;
} walk;

static bool step(lck_proof *p, walk *w)
{
    lck_linear *l = p->s.l;
    int64_t one;
    w->extent = NULL;
    while (w->i < w->t->n) {
        w->extent = lck_poly_of(l, w->t->extent[w->i]);
        w->stride = lck_poly_of(l, w->t->stride[w->i++]);
        if (!w->extent || !w->stride)
            return lck_proof_unknown(p, "a layout");
        if (!lcv_sum_is_number(w->extent, &one) || one != 1)
            return true;
        w->extent = NULL;
    }
    return true;
}

/* The rest of a mode behind its first `by` elements. */
static bool shorten(lck_proof *p, walk *w, const lcv_sum *rest, const lcv_sum *by)
{
    w->extent = rest;
    w->stride = lcv_sum_mul(&p->s.l->sums, w->stride, by);
    return w->stride || lck_proof_unknown(p, "a layout");
}

/* Does mode i + 1 go on where mode i ends, in both? They are one then. */
static bool join(lck_proof *p)
{
    lck_linear *l = p->s.l;
    for (size_t i = 0; i + 1 < p->n;) {
        const lcv_sum *to = lcv_sum_mul(&l->sums, p->to[i], p->extent[i]);
        const lcv_sum *from = lcv_sum_mul(&l->sums, p->from[i], p->extent[i]);
        if (!to || !from)
            return false;
        if (!lcv_sum_same(to, p->to[i + 1]) || !lcv_sum_same(from, p->from[i + 1])) {
            i++;
            continue;
        }
        p->extent[i] = lcv_sum_mul(&l->sums, p->extent[i], p->extent[i + 1]);
        if (!p->extent[i])
            return false;
        p->n--;
        for (size_t k = i + 1; k < p->n; k++) {
            p->extent[k] = p->extent[k + 1];
            p->to[k] = p->to[k + 1];
            p->from[k] = p->from[k + 1];
        }
    }
    return true;
}

bool lck_proof_modes(lck_proof *p)
{
    const lck_copy_claim *claim = p->c->claim;
    walk a = {.t = &claim->source}, b = {.t = &claim->destination};
    lck_linear *l = p->s.l;
    bool ok = step(p, &a) && step(p, &b);
    while (ok && a.extent && b.extent && p->n < 2 * LCK_COPY_MODES) {
        const lcv_sum *more = NULL, *ea = a.extent, *eb = b.extent;
        bool same = lcv_sum_same(ea, eb);
        const lcv_sum *common = same ? ea : (more = lck_poly_divide(l, ea, eb)) ? eb : ea;
        bool first = more != NULL;
        if (!same && !first)
            more = lck_poly_divide(l, eb, ea);
        if (!same && !more)
            return lck_proof_unknown(p, "the shapes have no common refinement");
        p->extent[p->n] = common;
        p->from[p->n] = a.stride;
        p->to[p->n++] = b.stride;
        ok = same || first ? (first ? shorten(p, &a, more, eb) : step(p, &a)) : step(p, &a);
        if (ok)
            ok = same || first ? step(p, &b) : shorten(p, &b, more, ea);
    }
    if (!ok)
        return false;
    if (a.extent || b.extent)
        return lck_proof_unknown(p, "the shapes have not the same size");
    if (!join(p))
        return lck_proof_unknown(p, "a layout");
    p->offset[0] = lck_poly_of(l, claim->source.offset);
    p->offset[1] = lck_poly_of(l, claim->destination.offset);
    return (p->offset[0] && p->offset[1]) || lck_proof_unknown(p, "an offset");
}

bool lck_proof_coordinates(lck_proof *p)
{
    for (size_t i = 0; i <= p->n; i++) {
        char name[24];
        snprintf(name, sizeof name, "element_%zu", i);
        const lc_expr *v = lc_expr_var(p->s.x, name, 0, INT64_MAX);
        if (!v)
            return lck_proof_unknown(p, "too many sizes");
        p->x[i] = lck_linear_add(p->s.l, v, false);
    }
    return true;
}

/* ---- sets ---- */

void lck_proof_use(lck_proof *p, lck_set *set, uint32_t atom, bool named)
{
    if (named)
        lck_set_name(&p->s, set, atom);
    set->used[atom] = true;
}

bool lck_proof_box(lck_proof *p, lck_set *set, bool named)
{
    lck_linear *l = p->s.l;
    bool ok = true;
    for (size_t i = 0; ok && i <= p->n; i++) {
        const lcv_sum *x = lcv_sum_unknown(&l->sums, p->x[i]);
        const lcv_sum *end = i < p->n ? p->extent[i]
                                      : lcv_sum_number(&l->sums, p->c->element / p->c->unit);
        lck_proof_use(p, set, p->x[i], named);
        int64_t only;
        if (end && lcv_sum_is_number(end, &only) && only == 1) {
            ok = lck_set_poly(&p->s, set, x, "=");
            continue;
        }
        ok = lck_set_poly(&p->s, set, x, ">=") &&
             lck_set_poly(&p->s, set, end && x ? lcv_sum_add(&l->sums, end, -1, x) : NULL, ">");
    }
    return ok;
}

const lcv_sum *lck_proof_distance(lck_proof *p, const lck_frame *f, const lc_expr *at,
                                  const lck_frame *of, int which)
{
    lck_linear *l = p->s.l;
    const lc_expr *address = lck_frame_of(&p->s, f, at);
    const lcv_sum *sum = address ? lck_poly_of(l, address) : NULL;
    const lcv_sum *const *stride = which ? p->to : p->from;
    int64_t element = p->c->element, unit = p->c->unit;
    sum = lcv_sum_add(&l->sums, sum, unit, lck_poly_of(l, of->unit));
    sum = lcv_sum_add(&l->sums, sum, -element, p->offset[which]);
    for (size_t i = 0; i < p->n; i++)
        sum = lcv_sum_add(&l->sums, sum, -element,
                          lcv_sum_mul(&l->sums, stride[i], lcv_sum_unknown(&l->sums, p->x[i])));
    return lcv_sum_add(&l->sums, sum, -unit, lcv_sum_unknown(&l->sums, p->x[p->n]));
}

bool lck_proof_at(lck_proof *p, lck_set *set, const lcv_sum *d, bool differs)
{
    lc_text any = {0};
    bool ok = d != NULL, first;
    for (size_t i = 0; ok && i <= d->n; i++) {
        const lcv_sum *part = lck_poly_part(p->s.l, d, i, &first);
        if (!part || !first) {
            ok = part != NULL;
            continue;
        }
        if (!differs) {
            ok = lck_set_poly(&p->s, set, part, "=");
            continue;
        }
        lc_text_add(&any, any.length ? " or " : "");
        ok = lck_linear_text(p->s.l, &any, part, set->used);
        lc_text_add(&any, " != 0");
    }
    if (ok && differs)
        lc_text_printf(&set->text, " and (%s)", any.length ? lc_text_peek(&any) : "0 = 1");
    lc_text_free(&any);
    return ok || lck_proof_unknown(p, "an address");
}

bool lck_proof_writes(lck_proof *p, lck_set *set, const lck_frame *f, const lck_move *m,
                      const lc_expr *when, bool named)
{
    return lck_set_instance(&p->s, set, f, m, when, named) && lck_proof_box(p, set, false) &&
           lck_proof_at(p, set, lck_proof_distance(p, f, m->at, f, 1), false);
}

/* ---- questions ---- */

static lcr_map *parsed(lck_proof *p, char *text, bool context)
{
    lcr_ctx *r = p->c->claim->r;
    lc_text all = {0};
    char *sizes = context ? NULL : lck_frames_sizes(&p->s);
    lcr_map *map = NULL;
    lcr_start(r);
    if (text && (context || sizes)) {
        lc_text_printf(&all, "%s%s%s", context ? "" : sizes, context ? "" : " -> ", text);
        map = context ? lcr_context_parse(r, lc_text_peek(&all))
                      : lcr_family_parse(r, lc_text_peek(&all), true);
    }
    lc_text_free(&all);
    free(sizes);
    free(text);
    if (!map)
        lck_proof_unknown(p, "isl does not read a formula");
    return map;
}

lcr_map *lck_proof_map(lck_proof *p, lck_set *set)
{
    return parsed(p, lck_set_text(&p->s, set), false);
}

static bool may_ask(lck_proof *p)
{
    if (p->asked++ == QUESTIONS)
        return lck_proof_unknown(p, "too many cases");
    if (p->context && p->known == p->s.l->natoms)
        return true;
    lcr_map_free(p->context);
    char *text = lck_frames_context(&p->s);
    p->context = text ? parsed(p, text, true) : NULL;
    p->known = p->s.l->natoms;
    return p->context || lck_proof_unknown(p, "what is known of sizes");
}

bool lck_proof_empty(lck_proof *p, lcr_map *set, const char *otherwise)
{
    bool ok = set && may_ask(p);
    if (ok) {
        lcr_all all = {.context = p->context};
        lcr_start(p->c->claim->r);
        lcr_answer answer = lcr_all_empty(p->c->claim->r, &all, set);
        ok = answer == LCR_YES ||
             lck_proof_unknown(p, answer == LCR_NO ? otherwise : "isl ran out of budget");
    }
    lcr_map_free(set);
    return ok;
}

bool lck_proof_subset(lck_proof *p, lcr_map *a, lcr_map *b, const char *otherwise)
{
    bool ok = a && b && may_ask(p);
    if (ok) {
        lcr_all all = {.context = p->context};
        lcr_start(p->c->claim->r);
        lcr_answer answer = lcr_all_subset(p->c->claim->r, &all, a, b);
        ok = answer == LCR_YES ||
             lck_proof_unknown(p, answer == LCR_NO ? otherwise : "isl ran out of budget");
    }
    lcr_map_free(a);
    lcr_map_free(b);
    return ok;
}

/* ---- pieces ---- */

/* { a } and { b } become { a; b }. Takes b over. */
static bool add_elements(lc_text *all, char *b)
{
    if (b && all->length > 0)
        all->data[all->length - 1] = ';';
    lc_text_add(all, !b ? "" : all->length > 0 ? b + 1 : b);
    free(b);
    return b != NULL;
}

/* Is each condition of b one of a? */
static bool implies(const lc_expr *a, const lc_expr *b)
{
    int64_t one;
    if ((lc_expr_is_int(b, &one) && one) || lc_expr_equal(a, b))
        return true;
    if (b->op == LC_EXPR_ALL)
        return implies(a, b->arg[0]) && implies(a, b->arg[1]);
    return a->op == LC_EXPR_ALL && (implies(a->arg[0], b) || implies(a->arg[1], b));
}

/* Are the elements with this condition in those pieces whose condition implies it? False, without
 * a reason, where they are not. */
static bool has_pieces(lck_proof *p, const lck_whole *all, const lck_piece *part, size_t n,
                       const lc_expr *where)
{
    lc_text any = {0};
    char before[sizeof p->c->why];
    memcpy(before, p->c->why, sizeof before);
    for (size_t i = 0; i < n; i++)
        if (implies(where, part[i].where))
            add_elements(&any, part[i].text ? strdup(part[i].text) : NULL);
    lcr_map *a = parsed(p, all->text(p, all->of, where, false), false);
    lcr_map *b = a ? parsed(p, lc_text_take(NULL, &any), false) : NULL;
    lc_text_free(&any);
    bool ok = lck_proof_subset(p, a, b, "not covered");
    memcpy(p->c->why, before, sizeof before);
    return ok;
}

/* The conditions that pieces have in common split the whole, one question each. */
bool lck_proof_covered(lck_proof *p, const lck_whole *all, lck_piece *part, size_t n,
                       const char *otherwise)
{
    lc_text any = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        bool again = false;
        for (size_t k = 0; k < i; k++)
            again = again || lc_expr_equal(part[k].where, part[i].where);
        if (!again && has_pieces(p, all, part, n, part[i].where))
            ok = add_elements(&any, all->text(p, all->of, part[i].where, true));
    }
    for (size_t i = 0; i < n; i++)
        free(part[i].text);
    if (ok && any.length == 0)
        ok = lck_proof_unknown(p, otherwise);
    lcr_map *a = ok ? parsed(p, all->text(p, all->of, NULL, false), false) : NULL;
    lcr_map *b = a ? parsed(p, lc_text_take(NULL, &any), false) : NULL;
    lc_text_free(&any);
    return lck_proof_subset(p, a, b, otherwise);
}
