/* prove.c - that a kernel copies, for all sizes, as questions to isl.
 *
 * An instance of a store writes element x of the destination when its address is x's, stride by
 * stride. Asked is, of all stores of global memory:
 *
 *   1. each instance writes an element;
 *   2. no two instances write the same one;
 *   3. each element is written by some instance;
 *   4. what it writes was loaded from x's place in the source; through shared memory: each store
 *      that may be the last to the loaded place stored what is from there, and one has.
 *
 * The stores that may be the last are those before the load in the innermost loop that has the
 * load and some of them, in the same trips; of these, those behind some barrier. When each load
 * finds one there, what was stored before is overwritten.
 */
#include "config.h"

#include "cover.h"
#include "hop.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUESTIONS 6000

typedef struct {
    lck_copying *c;
    lck_frames s;
    lck_frame frame[3]; /* a store; one of its block, for shared memory; one of any block */
    size_t n;
    const lck_poly *extent[2 * LCK_COPY_MODES], *to[2 * LCK_COPY_MODES],
        *from[2 * LCK_COPY_MODES], *offset[2];
    uint32_t x[2 * LCK_COPY_MODES + 1]; /* coordinates of an element, the last within it */
    size_t asked;
    lcr_map *context;
    uint32_t known; /* atoms that the context has */
} proof;

static bool unknown(proof *p, const char *what)
{
    lc_ctx_reset(lcr_ctx_lc(p->c->claim->r));
    lc_ctx_reset(lc_exprs_ctx(p->s.x));
    return lck_copy_unknown(p->c, "%s%s", p->s.l->why[0] ? "not linear: " : "",
                            p->s.l->why[0] ? p->s.l->why : what);
}

/* ---- modes of both layouts ---- */

typedef struct {
    const lck_copy_tensor *t;
    size_t i;
    const lck_poly *extent, *stride;
} walk;

static bool step(proof *p, walk *w)
{
    lck_linear *l = p->s.l;
    int64_t one;
    w->extent = NULL;
    while (w->i < w->t->n) {
        w->extent = lck_poly_of(l, w->t->extent[w->i]);
        w->stride = lck_poly_of(l, w->t->stride[w->i++]);
        if (!w->extent || !w->stride)
            return unknown(p, "a layout");
        if (!lck_poly_is_int(w->extent, &one) || one != 1)
            return true;
        w->extent = NULL;
    }
    return true;
}

/* The rest of a mode behind its first `by` elements. */
static bool shorten(proof *p, walk *w, const lck_poly *rest, const lck_poly *by)
{
    w->extent = rest;
    w->stride = lck_poly_multiply(p->s.l, w->stride, by);
    return w->stride || unknown(p, "a layout");
}

/* Does mode i + 1 go on where mode i ends, in both? They are one then. */
static bool join(proof *p)
{
    lck_linear *l = p->s.l;
    for (size_t i = 0; i + 1 < p->n;) {
        const lck_poly *to = lck_poly_multiply(l, p->to[i], p->extent[i]);
        const lck_poly *from = lck_poly_multiply(l, p->from[i], p->extent[i]);
        if (!to || !from)
            return false;
        if (!lck_poly_equal(to, p->to[i + 1]) || !lck_poly_equal(from, p->from[i + 1])) {
            i++;
            continue;
        }
        p->extent[i] = lck_poly_multiply(l, p->extent[i], p->extent[i + 1]);
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

/* Extents that both have in common. */
static bool refine(proof *p)
{
    const lck_copy_claim *claim = p->c->claim;
    walk a = {.t = &claim->source}, b = {.t = &claim->destination};
    lck_linear *l = p->s.l;
    bool ok = step(p, &a) && step(p, &b);
    while (ok && a.extent && b.extent && p->n < 2 * LCK_COPY_MODES) {
        const lck_poly *more = NULL, *ea = a.extent, *eb = b.extent;
        bool same = lck_poly_equal(ea, eb);
        const lck_poly *common = same ? ea : (more = lck_poly_divide(l, ea, eb)) ? eb : ea;
        bool first = more != NULL;
        if (!same && !first)
            more = lck_poly_divide(l, eb, ea);
        if (!same && !more)
            return unknown(p, "the shapes have no common refinement");
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
        return unknown(p, "the shapes have not the same size");
    if (!join(p))
        return unknown(p, "a layout");
    p->offset[0] = lck_poly_of(l, claim->source.offset);
    p->offset[1] = lck_poly_of(l, claim->destination.offset);
    return (p->offset[0] && p->offset[1]) || unknown(p, "an offset");
}

static bool name_coordinates(proof *p)
{
    for (size_t i = 0; i <= p->n; i++) {
        char name[24];
        snprintf(name, sizeof name, "element_%zu", i);
        const lc_expr *v = lc_expr_var(p->s.x, name, 0, INT64_MAX);
        if (!v)
            return unknown(p, "too many sizes");
        p->x[i] = lck_linear_add(p->s.l, v, false);
    }
    return true;
}

/* ---- sets ---- */

static void use(proof *p, lck_set *set, uint32_t atom, bool named)
{
    if (named)
        lck_set_name(&p->s, set, atom);
    set->used[atom] = true;
}

/* The coordinates of an element are what they may be. */
static bool add_box(proof *p, lck_set *set, bool named)
{
    lck_linear *l = p->s.l;
    bool ok = true;
    for (size_t i = 0; ok && i <= p->n; i++) {
        const lck_poly *x = lck_poly_atom(l, p->x[i]);
        const lck_poly *end = i < p->n ? p->extent[i]
                                       : lck_poly_int(l, p->c->element / p->c->unit);
        use(p, set, p->x[i], named);
        int64_t only;
        if (end && lck_poly_is_int(end, &only) && only == 1) {
            ok = lck_set_poly(&p->s, set, x, "=");
            continue;
        }
        ok = lck_set_poly(&p->s, set, x, ">=") &&
             lck_set_poly(&p->s, set, end && x ? lck_poly_add(l, end, -1, x) : NULL, ">");
    }
    return ok;
}

/* address + unit * u - place of x in the source (0) or in the destination (1), in bytes */
static const lck_poly *distance(proof *p, const lck_frame *f, const lc_expr *at,
                                const lck_frame *of, int which)
{
    lck_linear *l = p->s.l;
    const lc_expr *address = lck_frame_of(&p->s, f, at);
    const lck_poly *sum = address ? lck_poly_of(l, address) : NULL;
    const lck_poly *const *stride = which ? p->to : p->from;
    int64_t element = p->c->element, unit = p->c->unit;
    sum = lck_poly_add(l, sum, unit, lck_poly_of(l, of->unit));
    sum = lck_poly_add(l, sum, -element, p->offset[which]);
    for (size_t i = 0; i < p->n; i++)
        sum = lck_poly_add(l, sum, -element,
                           lck_poly_multiply(l, stride[i], lck_poly_atom(l, p->x[i])));
    return lck_poly_add(l, sum, -unit, lck_poly_atom(l, p->x[p->n]));
}

/* The distance is 0 in each of its sizes; or, `differs`, not in some. */
static bool add_distance(proof *p, lck_set *set, const lck_poly *d, bool differs)
{
    lc_text any = {0};
    bool ok = d != NULL, first;
    for (size_t i = 0; ok && i < d->n; i++) {
        const lck_poly *part = lck_poly_part(p->s.l, d, i, &first);
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
    return ok || unknown(p, "an address");
}

/* Instances of a store, with the element that each writes. */
static bool add_writes(proof *p, lck_set *set, const lck_frame *f, const lck_move *m,
                       const lc_expr *when, bool named)
{
    return lck_set_instance(&p->s, set, f, m, when, named) && add_box(p, set, false) &&
           add_distance(p, set, distance(p, f, m->at, f, 1), false);
}

/* ---- questions ---- */

static lcr_map *parsed(proof *p, char *text, bool context)
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
        unknown(p, "isl does not read a formula");
    return map;
}

static lcr_map *map_of(proof *p, lck_set *set)
{
    return parsed(p, lck_set_text(&p->s, set), false);
}

static bool may_ask(proof *p)
{
    if (p->asked++ == QUESTIONS)
        return unknown(p, "too many cases");
    if (p->context && p->known == p->s.l->natoms)
        return true;
    lcr_map_free(p->context);
    char *text = lck_frames_context(&p->s);
    p->context = text ? parsed(p, text, true) : NULL;
    p->known = p->s.l->natoms;
    return p->context || unknown(p, "what is known of sizes");
}

/* The set has no element; takes it over. */
static bool is_empty(proof *p, lcr_map *set, const char *otherwise)
{
    bool ok = set && may_ask(p);
    if (ok) {
        lcr_all all = {.context = p->context};
        lcr_start(p->c->claim->r);
        lcr_answer answer = lcr_all_empty(p->c->claim->r, &all, set);
        ok = answer == LCR_YES ||
             unknown(p, answer == LCR_NO ? otherwise : "isl ran out of budget");
    }
    lcr_map_free(set);
    return ok;
}

/* a is in b; takes both over. */
static bool is_subset(proof *p, lcr_map *a, lcr_map *b, const char *otherwise)
{
    bool ok = a && b && may_ask(p);
    if (ok) {
        lcr_all all = {.context = p->context};
        lcr_start(p->c->claim->r);
        lcr_answer answer = lcr_all_subset(p->c->claim->r, &all, a, b);
        ok = answer == LCR_YES ||
             unknown(p, answer == LCR_NO ? otherwise : "isl ran out of budget");
    }
    lcr_map_free(a);
    lcr_map_free(b);
    return ok;
}

/* ---- 1: each instance writes an element ---- */

static bool ask_inside(proof *p, const lck_move *m)
{
    char why[80];
    lck_set all = {0}, writes = {0};
    bool ok = lck_set_instance(&p->s, &all, &p->frame[0], m, NULL, true) &&
              add_writes(p, &writes, &p->frame[0], m, NULL, true);
    snprintf(why, sizeof why, "line %zu may write what is no element", m->line);
    lcr_map *a = ok ? map_of(p, &all) : NULL, *b = ok ? map_of(p, &writes) : NULL;
    lck_set_free(&all);
    lck_set_free(&writes);
    return ok && is_subset(p, a, b, why);
}

/* ---- 2: no two the same ---- */

/* Numbers of one frame come before those of the other, in their order. */
static bool add_before(proof *p, lck_set *set, const lck_move *m)
{
    const lck_frame *f = &p->frame[0], *g = &p->frame[2];
    const lc_expr *a[24], *b[24];
    uint32_t loop[LCK_COPY_LOOPS];
    size_t n = 0, nloops = 0;
    lc_text text = {0}, same = {0};
    for (size_t k = p->s.nradices > 0; k < 3; k++, n++) {
        a[n] = f->ctaid[k];
        b[n] = g->ctaid[k];
    }
    for (size_t k = 0; p->s.nradices > 0 && k <= p->s.nradices; k++, n++) {
        a[n] = f->digit[k];
        b[n] = g->digit[k];
    }
    for (size_t k = 0; k < 3; k++, n++) {
        a[n] = f->tid[k];
        b[n] = g->tid[k];
    }
    lck_copy_loops(p->c, m->insn, loop, &nloops);
    for (size_t k = 0; k < nloops; k++, n++) {
        a[n] = f->trip[loop[k]];
        b[n] = g->trip[loop[k]];
    }
    a[n] = f->unit;
    b[n++] = g->unit;
    for (size_t i = 0; i < n; i++) {
        const char *x = p->s.l->atom[lck_linear_add(p->s.l, a[i], false)].name;
        const char *y = p->s.l->atom[lck_linear_add(p->s.l, b[i], false)].name;
        lc_text_printf(&text, "%s(%s%s < %s)", i ? " or " : "",
                       same.length ? lc_text_peek(&same) : "", x, y);
        lc_text_printf(&same, "%s = %s and ", x, y);
    }
    lc_text_printf(&set->text, " and (%s)", lc_text_peek(&text));
    lc_text_free(&text);
    lc_text_free(&same);
    return true;
}

static bool ask_once(proof *p, const lck_move *m, const lck_move *other)
{
    char why[100];
    lck_set set = {0};
    bool ok = add_writes(p, &set, &p->frame[0], m, NULL, true) &&
              lck_set_instance(&p->s, &set, &p->frame[2], other, NULL, true) &&
              add_distance(p, &set, distance(p, &p->frame[2], other->at, &p->frame[2], 1), false);
    if (ok && m == other)
        ok = add_before(p, &set, m);
    snprintf(why, sizeof why, "lines %zu and %zu may write one element", m->line, other->line);
    lcr_map *map = ok ? map_of(p, &set) : NULL;
    lck_set_free(&set);
    return ok && is_empty(p, map, why);
}

/* ---- 3: each element ---- */

typedef struct {
    const lck_move *m;
    bool guessed;
    const lc_expr *where; /* what is so of the elements it writes */
    lck_frame writes;     /* .. by this instance */
} covering;

/* The instance that writes an element is guessed, and the guess asked to be right; else there is
 * none. */
static bool guess(proof *p, const lck_move *m, covering *v)
{
    lck_set wrong = {0};
    const lck_poly *d = distance(p, &p->frame[0], m->at, &p->frame[0], 1);
    *v = (covering){.m = m, .where = lc_expr_int(p->s.x, 1)};
    if (!d)
        return unknown(p, "an address");
    v->guessed = lck_cover_of(&p->s, &p->frame[0], m, d, p->x, p->n + 1, &v->where, &v->writes);
    if (!v->guessed) {
        v->where = lc_expr_int(p->s.x, 1);
        return v->where != NULL;
    }
    char before[sizeof p->c->why];
    memcpy(before, p->c->why, sizeof before);
    bool ok = add_box(p, &wrong, true) && lck_set_condition(&p->s, &wrong, v->where) &&
              lck_set_instance(&p->s, &wrong, &v->writes, m, NULL, false) &&
              add_distance(p, &wrong, distance(p, &v->writes, m->at, &v->writes, 1), true);
    lcr_map *map = ok ? map_of(p, &wrong) : NULL;
    lck_set_free(&wrong);
    if (ok && is_empty(p, map, "a wrong guess"))
        return true;
    memcpy(p->c->why, before, sizeof before);
    *v = (covering){.m = m, .where = lc_expr_int(p->s.x, 1)};
    return v->where != NULL;
}

/* Elements of the box, or any, those where a condition holds; or those that a store writes. */
static char *elements(proof *p, const lc_expr *where, const covering *v, bool any)
{
    lck_set set = {0};
    for (size_t k = 0; k <= p->n; k++)
        use(p, &set, p->x[k], true);
    bool ok = v || any || add_box(p, &set, true);
    ok = ok && (!where || lck_set_condition(&p->s, &set, where));
    if (ok && v && v->guessed)
        ok = lck_set_condition(&p->s, &set, v->where) &&
             lck_set_instance(&p->s, &set, &v->writes, v->m, NULL, false);
    else if (ok && v)
        ok = add_writes(p, &set, &p->frame[0], v->m, NULL, false);
    char *text = ok ? lck_set_text(&p->s, &set) : NULL;
    lck_set_free(&set);
    return text;
}

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

/* Elements, or instances: all of them where a condition holds (perhaps NULL), as text that the
 * caller owns; or whatever has these coordinates and the condition (`any`). */
typedef struct {
    char *(*text)(proof *p, const void *of, const lc_expr *where, bool any);
    const void *of;
} whole;

/* A part of them, all of which have a condition in common. */
typedef struct {
    const lc_expr *where;
    char *text;
} piece;

/* Are those with this condition in the pieces whose condition follows? Else that is left open. */
static bool has_pieces(proof *p, const whole *all, const piece *part, size_t n,
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
    bool ok = is_subset(p, a, b, "not covered");
    memcpy(p->c->why, before, sizeof before);
    return ok;
}

/* Is all of it in the pieces? They are told apart by what they have in common: vectors of a row,
 * lines of a tile. Takes the texts over. */
static bool is_covered(proof *p, const whole *all, piece *part, size_t n, const char *otherwise)
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
        ok = unknown(p, otherwise);
    lcr_map *a = ok ? parsed(p, all->text(p, all->of, NULL, false), false) : NULL;
    lcr_map *b = a ? parsed(p, lc_text_take(NULL, &any), false) : NULL;
    lc_text_free(&any);
    return is_subset(p, a, b, otherwise);
}

static char *box_where(proof *p, const void *of, const lc_expr *where, bool any)
{
    (void)of;
    return elements(p, where, NULL, any);
}

static bool ask_all(proof *p)
{
    piece *part = lcv_arena_alloc(p->c->arena, p->c->nmoves * sizeof *part);
    size_t n = 0;
    bool ok = part != NULL;
    for (size_t i = 0; ok && i < p->c->nmoves; i++) {
        covering v;
        if (!p->c->move[i].global)
            continue;
        ok = guess(p, &p->c->move[i], &v);
        if (ok)
            part[n++] = (piece){v.where, elements(p, NULL, &v, false)};
    }
    const whole box = {box_where, NULL};
    if (ok)
        return is_covered(p, &box, part, n, "an element may not be written");
    while (n > 0)
        free(part[--n].text);
    return false;
}

/* ---- 4: with what ---- */

static bool ask_direct(proof *p, const lck_move *m, const lck_move_origin *o)
{
    char why[100];
    lck_set set = {0};
    bool ok = add_writes(p, &set, &p->frame[0], m, o->when, true) &&
              add_distance(p, &set, distance(p, &p->frame[0], o->at, &p->frame[0], 0), true);
    snprintf(why, sizeof why, "line %zu may write another element of the source", m->line);
    lcr_map *map = ok ? map_of(p, &set) : NULL;
    lck_set_free(&set);
    return ok && is_empty(p, map, why);
}

/* Is `a` before `b` where both are in the same trips? In flow order. */
static bool is_before(const lck_copying *c, uint32_t a, uint32_t b)
{
    uint32_t common = lck_flow_common_loop(c->flow, c->flow->insn[a].block,
                                           c->flow->insn[b].block);
    uint32_t at[2] = {a, b};
    for (int i = 0; i < 2; i++) { /* the loops inside of the common one stand where they begin */
        uint32_t block = c->flow->insn[at[i]].block;
        for (uint32_t l = c->flow->block[block].loop; l != common; l = c->flow->loop[l].parent)
            at[i] = c->flow->block[c->flow->loop[l].header].insn;
    }
    return at[0] < at[1];
}

/* In the loops around the load the store is of the same trip. */
static bool add_same_trips(proof *p, lck_set *set, uint32_t load, uint32_t store)
{
    lck_linear *l = p->s.l;
    bool ok = true;
    uint32_t loop = lck_flow_common_loop(p->c->flow, p->c->flow->insn[load].block,
                                         p->c->flow->insn[store].block);
    for (; ok && loop != LCK_FLOW_NONE; loop = p->c->flow->loop[loop].parent) {
        const lck_poly *a = lck_poly_of(l, p->frame[0].trip[loop]);
        const lck_poly *b = lck_poly_of(l, p->frame[1].trip[loop]);
        ok = a && b && lck_set_poly(&p->s, set, lck_poly_add(l, a, -1, b), "=");
    }
    return ok;
}

/* The store's instance is said in numbers of the load's. */
static bool add_fitting(proof *p, lck_set *set, const lck_move *via, const lc_expr *when,
                        const lck_hop *hop)
{
    const lc_expr *guard = lck_frame_of(&p->s, &hop->store, via->guard);
    const lc_expr *also = when ? lck_frame_of(&p->s, &hop->store, when) : NULL;
    return guard && lck_set_condition(&p->s, set, hop->where) &&
           lck_set_condition(&p->s, set, guard) &&
           (!when || (also && lck_set_condition(&p->s, set, also)));
}

/* Any instance of the store that has the load's address. */
static bool add_any(proof *p, lck_set *set, const lck_move_origin *o, const lck_move *via,
                    const lc_expr *when, bool named)
{
    lck_linear *l = p->s.l;
    const lc_expr *from = lck_frame_of(&p->s, &p->frame[0], o->at);
    const lc_expr *to = from ? lck_frame_of(&p->s, &p->frame[1], via->at) : NULL;
    const lck_poly *d = to ? lck_poly_add(l, lck_poly_of(l, from), -1, lck_poly_of(l, to)) : NULL;
    d = lck_poly_add(l, d, p->c->unit, lck_poly_of(l, p->frame[0].unit));
    d = lck_poly_add(l, d, -(int64_t)p->c->unit, lck_poly_of(l, p->frame[1].unit));
    return lck_set_instance(&p->s, set, &p->frame[1], via, when, named) &&
           add_same_trips(p, set, o->insn, via->insn) && lck_set_poly(&p->s, set, d, "=");
}

/* Instances of a store to global memory, and of the store to shared memory whose place it
 * loads. */
static bool add_hop(proof *p, lck_set *set, const lck_move *m, const lck_move_origin *o,
                    const lck_move *via, const lc_expr *when, const lck_hop *hop, bool writes)
{
    bool ok = writes ? add_writes(p, set, &p->frame[0], m, o->when, true)
                     : lck_set_instance(&p->s, set, &p->frame[0], m, o->when, true);
    return ok && (hop->kind == LCK_HOP_FITS ? add_fitting(p, set, via, when, hop)
                                            : add_any(p, set, o, via, when, writes));
}

/* How many loops have both the load and the store. */
static unsigned loops_of(proof *p, const lck_move_origin *o, const lck_move *via)
{
    const lck_flow *flow = p->c->flow;
    uint32_t loop = lck_flow_common_loop(flow, flow->insn[via->insn].block,
                                         flow->insn[o->insn].block);
    return loop == LCK_FLOW_NONE ? 0 : flow->loop[loop].depth;
}

static bool is_earlier(proof *p, const lck_move_origin *o, const lck_move *via)
{
    return !via->global && via->base == o->base && is_before(p->c, via->insn, o->insn);
}

static unsigned most_loops(proof *p, const lck_move_origin *o)
{
    unsigned most = 0;
    for (size_t i = 0; i < p->c->nmoves; i++)
        if (is_earlier(p, o, &p->c->move[i]) && loops_of(p, o, &p->c->move[i]) > most)
            most = loops_of(p, o, &p->c->move[i]);
    return most;
}

/* Barriers on the way to a store. */
static unsigned barriers_before(const lck_copying *c, const lck_move *via)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < c->flow->ninsns; i++) {
        const lck_ptx_insn *insn = lck_flow_of(c->flow, i);
        if (lck_ptx_is(insn, "bar") || lck_ptx_is(insn, "barrier"))
            n += is_before(c, i, via->insn);
    }
    return n;
}

static bool is_candidate(proof *p, const lck_move_origin *o, const lck_move *via,
                         unsigned barriers)
{
    return is_earlier(p, o, via) && loops_of(p, o, via) == most_loops(p, o) &&
           barriers_before(p->c, via) >= barriers;
}

/* The most barriers, less than so many, that a candidate is behind; false: none is. */
static bool last_barriers(proof *p, const lck_move_origin *o, unsigned *below)
{
    unsigned most = 0;
    bool found = false;
    for (size_t i = 0; i < p->c->nmoves; i++) {
        unsigned n = barriers_before(p->c, &p->c->move[i]);
        if (!is_candidate(p, o, &p->c->move[i], 0) || n >= *below)
            continue;
        most = n > most ? n : most;
        found = true;
    }
    *below = most;
    return found;
}

/* What was stored there, in each case. */
static bool ask_stored(proof *p, const lck_move *m, const lck_move_origin *o, const lck_move *via)
{
    char why[120];
    lck_hop hop = lck_hop_of(&p->s, &p->frame[0], m, o, via);
    const lck_frame *store = hop.kind == LCK_HOP_FITS ? &hop.store : &p->frame[1];
    for (size_t i = 0; i < via->norigins && hop.kind != LCK_HOP_NEVER; i++) {
        const lck_move_origin *of = &via->origin[i];
        bool loaded = of->kind == LCK_BYTE_LOADED && of->global && of->base == p->c->source;
        lck_set set = {0};
        bool ok = add_hop(p, &set, m, o, via, of->when, &hop, true);
        if (ok && loaded)
            ok = add_distance(p, &set, distance(p, store, of->at, store, 0), true);
        lcr_map *map = ok ? map_of(p, &set) : NULL;
        lck_set_free(&set);
        if (loaded)
            snprintf(why, sizeof why,
                     "line %zu may write another element of the source, by line "
                     "%zu",
                     m->line, via->line);
        else
            snprintf(why, sizeof why, "line %zu stores to shared memory: %.60s", via->line,
                     of->kind == LCK_BYTE_UNKNOWN ? of->why
                                                  : "a number, or what was there before");
        if (!ok || !is_empty(p, map, why))
            return false;
    }
    return true;
}

/* Instances of a store of what it loaded from shared memory. */
typedef struct {
    const lck_move *m;
    const lck_move_origin *o;
} loading;

static char *loads_where(proof *p, const void *of, const lc_expr *where, bool any)
{
    const loading *l = of;
    lck_set set = {0};
    bool ok = (any ? lck_set_names(&p->s, &set, &p->frame[0], l->m)
                   : lck_set_instance(&p->s, &set, &p->frame[0], l->m, l->o->when, true)) &&
              (!where || lck_set_condition(&p->s, &set, where));
    char *text = ok ? lck_set_text(&p->s, &set) : NULL;
    lck_set_free(&set);
    return text;
}

/* Of these, those that find what a store has stored. */
static char *loads_of(proof *p, const loading *l, const lck_move *via, const lck_hop *hop)
{
    lck_set set = {0};
    bool fits = hop->kind == LCK_HOP_FITS;
    bool ok = fits ? lck_set_names(&p->s, &set, &p->frame[0], l->m) &&
                         add_fitting(p, &set, via, NULL, hop)
                   : add_hop(p, &set, l->m, l->o, via, NULL, hop, false);
    char *text = ok ? lck_set_text(&p->s, &set) : NULL;
    lck_set_free(&set);
    return text;
}

/* Each load finds what was stored before. */
static bool ask_found(proof *p, const lck_move *m, const lck_move_origin *o, unsigned barriers)
{
    char why[100];
    piece *part = lcv_arena_alloc(p->c->arena, p->c->nmoves * sizeof *part);
    const loading of = {m, o};
    const whole all = {loads_where, &of};
    size_t n = 0;
    for (size_t i = 0; part && i < p->c->nmoves; i++) {
        if (!is_candidate(p, o, &p->c->move[i], barriers))
            continue;
        lck_hop hop = lck_hop_of(&p->s, &p->frame[0], m, o, &p->c->move[i]);
        if (hop.kind == LCK_HOP_NEVER)
            continue;
        part[n].where = hop.kind == LCK_HOP_FITS ? hop.where : lc_expr_int(p->s.x, 1);
        part[n++].text = loads_of(p, &of, &p->c->move[i], &hop);
    }
    snprintf(why, sizeof why, "line %zu may write what nobody stored to shared memory", m->line);
    return part && is_covered(p, &all, part, n, why);
}

/* Stores behind the load that come to be before it in a later trip, after the candidates. */
static bool check_around(proof *p, const lck_move_origin *o)
{
    for (size_t i = 0; i < p->c->nmoves; i++) {
        const lck_move *via = &p->c->move[i];
        if (!via->global && via->base == o->base && !is_earlier(p, o, via) &&
            loops_of(p, o, via) > most_loops(p, o))
            return lck_copy_unknown(p->c, "line %zu stores to shared memory for the next trip",
                                    via->line);
    }
    return true;
}

/* The fewest stores, the last ones, that each load finds one of: are they right? */
static bool ask_shared(proof *p, const lck_move *m, const lck_move_origin *o)
{
    unsigned barriers = UINT_MAX;
    char before[sizeof p->c->why];
    bool ok = false;
    memcpy(before, p->c->why, sizeof before);
    while (!ok && last_barriers(p, o, &barriers)) {
        memcpy(p->c->why, before, sizeof before);
        ok = ask_found(p, m, o, barriers);
    }
    for (size_t k = 0; ok && k < p->c->nmoves; k++)
        ok = !is_candidate(p, o, &p->c->move[k], barriers) || ask_stored(p, m, o, &p->c->move[k]);
    return ok || unknown(p, "a load from shared memory finds nothing");
}

static bool ask_source(proof *p, const lck_move *m)
{
    for (size_t i = 0; i < m->norigins; i++) {
        const lck_move_origin *o = &m->origin[i];
        lck_set set = {0};
        if (o->kind == LCK_BYTE_LOADED && o->global) {
            if (!ask_direct(p, m, o))
                return false;
        } else if (o->kind == LCK_BYTE_LOADED) {
            if (!check_around(p, o) || !ask_shared(p, m, o))
                return false;
        } else {
            bool ok = lck_set_instance(&p->s, &set, &p->frame[0], m, o->when, true);
            lcr_map *map = ok ? map_of(p, &set) : NULL;
            lck_set_free(&set);
            char why[160];
            snprintf(why, sizeof why, "line %zu stores %.100s", m->line,
                     o->kind == LCK_BYTE_UNKNOWN ? o->why : "a number");
            if (!ok || !is_empty(p, map, why))
                return false;
        }
    }
    return true;
}

/* ---- all of them ---- */

/* Has it data, or trips of a loop that was counted anew? No move has. */
static bool is_stale(const lck_copying *c, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return false;
    if (e->op != LC_EXPR_VAR)
        return is_stale(c, e->arg[0]) || is_stale(c, e->arg[1]) || is_stale(c, e->arg[2]);
    const lck_ptx_symbol *s = lck_formulas_symbol(c->f, e->slot);
    return s->kind == LCK_SYMBOL_DATA ||
           (s->kind == LCK_SYMBOL_TRIP && lck_copy_trip(c, s->of) != s);
}

/* It stays within its bounds wherever the instructions of its line run. */
static bool ask_assumed(proof *p, const lck_ptx_assumed *a, const lck_poly *e)
{
    char why[100];
    lck_linear *l = p->s.l;
    snprintf(why, sizeof why, "in line %zu an integer may overflow for these sizes", a->line);
    for (uint32_t i = 0; i < p->c->flow->ninsns; i++) {
        lck_move m = {.insn = i, .line = a->line, .units = 1};
        bool exact;
        if (lck_flow_of(p->c->flow, i)->line != a->line)
            continue;
        m.guard = lck_formula_guard(p->c->f, i, &exact);
        for (int side = 0; side < 2; side++) { /* low - e > 0, e - high > 0 */
            int64_t bound = side ? a->high : a->low;
            if (bound == (side ? INT64_MAX : INT64_MIN))
                continue;
            const lck_poly *d = lck_poly_add(l,
                                             lck_poly_add(l, lck_poly_int(l, 0), side ? -1 : 1,
                                                          lck_poly_int(l, bound)),
                                             side ? 1 : -1, e);
            lck_set set = {0};
            bool ok = d && lck_set_instance(&p->s, &set, &p->frame[0], &m, NULL, true) &&
                      lck_set_poly(&p->s, &set, d, ">");
            lcr_map *map = ok ? map_of(p, &set) : NULL;
            lck_set_free(&set);
            if (!ok) { /* no sum that isl reads */
                p->c->why[0] = p->s.l->why[0] = '\0';
                return unknown(p, why);
            }
            if (!is_empty(p, map, why))
                return false;
        }
    }
    return true;
}

/* What the formulas assume of integers of 32 bits, for all blocks, threads and sizes. */
static bool check_assumed(proof *p)
{
    for (size_t i = 0; i < lck_formulas_nassumed(p->c->f); i++) {
        const lck_ptx_assumed *a = lck_formulas_assumed(p->c->f, i);
        int64_t low, high;
        if (a->line == 0 || is_stale(p->c, a->e)) /* 0: of an argument, where a pointer points */
            continue;
        const lc_expr *e = lck_frame_of(&p->s, &p->frame[0], a->e);
        const lck_poly *s = e ? lck_poly_of(p->s.l, e) : NULL;
        if (!s)
            return unknown(p, "a formula");
        bool known = lck_poly_bounds(p->s.l, s, &low, &high) && low >= a->low && high <= a->high;
        if (!known && (e->low < a->low || e->high > a->high) && !ask_assumed(p, a, s))
            return false;
    }
    return true;
}

static bool prove(proof *p)
{
    lck_copying *c = p->c;
    if (!lck_frames_begin(&p->s, c) || !refine(p) || !name_coordinates(p) ||
        !lck_frame_new(&p->s, &p->frame[0], 0, NULL) ||
        !lck_frame_new(&p->s, &p->frame[1], 1, &p->frame[0]) ||
        !lck_frame_new(&p->s, &p->frame[2], 2, NULL) || !check_assumed(p))
        return false;
    for (size_t i = 0; i < c->nmoves; i++)
        if (c->move[i].global && (!ask_inside(p, &c->move[i]) || !ask_source(p, &c->move[i])))
            return false;
    for (size_t i = 0; i < c->nmoves; i++)
        for (size_t k = i; k < c->nmoves; k++)
            if (c->move[i].global && c->move[k].global && !ask_once(p, &c->move[i], &c->move[k]))
                return false;
    return ask_all(p);
}

void lck_copy_prove(lck_copying *c, lck_copy_answer *a)
{
    proof *p = lcv_arena_alloc(c->arena, sizeof *p);
    if (!p) {
        a->failed = true;
        return;
    }
    p->c = c;
    if (prove(p)) {
        char text[120];
        snprintf(text, sizeof text, "%zu questions about instances and elements, by isl",
                 p->asked);
        a->verdict = LCK_GOOD;
        a->proved = strdup(text);
        a->failed = !a->proved;
    }
    lcr_map_free(p->context);
}
