/* intervals.c - intervals side by side: map { (w,i) in (W, S(w)) -> F(w) + i }.
 *
 * Where S(w) >= 0 and F(w) + S(w) = F(w+1) for all w of [0,W), the values of w are the interval
 * [F(w), F(w+1)), and these make up [F(0), F(W)), each integer once. That is asked of one w at a
 * time, so that products of w with parameters cancel: F may be w*T/132, or w*(n/7) + min(w, n%7).
 */
#include "config.h"

#include "tables.h"

typedef struct {
    lcv_solver *v;
    const lcv_ast *map;
    const lcv_constraint *share; /* 0 <= w < W */
    const lcv_sum *zero, *w, *end;
} intervals;

/* The cases of a part of the map at coordinates; NULL: there are none. */
static const lcv_cases *at(const intervals *m, const lcv_ast *part, const lcv_sum *w,
                           const lcv_sum *i)
{
    const lcv_ast *name = m->map->child->child;
    lcv_lowering l = m->v->l;
    l.ncoordinates = 2;
    l.coordinate[0] = (lcv_named){.name = name->text, .sum = w};
    l.coordinate[1] = (lcv_named){.name = name->next->text, .sum = i};
    const lcv_cases *cases = w && i ? lcv_lower(&l, part) : NULL;
    return cases && cases->nvalues == 1 ? cases : NULL;
}

static const lcv_cases *value(const intervals *m, const lcv_sum *w, const lcv_sum *i)
{
    return at(m, m->map->child->next->next, w, i);
}

/* A sum as the only case. */
static const lcv_cases *only(const intervals *m, const lcv_sum *sum)
{
    lcv_cases *made = lcv_arena_alloc(m->v->s->arena, sizeof *made);
    const lcv_sum **one = lcv_arena_alloc(m->v->s->arena, sizeof *one);
    lcv_case *of = made && one && sum ? lcv_cases_more(m->v->s, made) : NULL;
    if (!of)
        return NULL;
    *one = sum;
    made->nvalues = 1;
    of->value = one;
    return made;
}

/* In these cases a + b op c is nowhere so, and none of them lacks a value. */
static bool never_here(lcv_solver *v, const lcv_constraint *where, const lcv_case *const of[3],
                       lcv_op op)
{
    bool never = false;
    for (size_t k = 0; k < 3 && !never; k++)
        where = lcv_joined(v->s, where, of[k]->when, &never);
    if (never)
        return true;
    if (!of[0]->value || !of[1]->value || !of[2]->value)
        return lcv_never(v, where, 0, NULL);
    return lcv_never_so(v, where, op, lcv_sum_add(v->s, of[0]->value[0], 1, of[1]->value[0]),
                        of[2]->value[0]);
}

static bool never(const intervals *m, const lcv_constraint *where, const lcv_cases *a,
                  const lcv_cases *b, lcv_op op, const lcv_cases *c)
{
    if (!a || !b || !c)
        return false;
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++)
            for (size_t k = 0; k < c->n; k++) {
                const lcv_case *const of[3] = {&a->of[i], &b->of[j], &c->of[k]};
                if (!never_here(m->v, where, of, op))
                    return false;
            }
    return !m->v->s->failed;
}

static const lcv_sum *fresh(const intervals *m, const char *name)
{
    lcv_unknown_integer u = {.kind = LCV_U_COORDINATE, .name = name};
    return lcv_sum_unknown(m->v->s, lcv_sums_add(m->v->s, &u));
}

static bool open_intervals(intervals *m)
{
    lcv_sums *s = m->v->s;
    const lcv_ast *sizes = m->map->child->next;
    lcv_lowering l = m->v->l;
    m->zero = lcv_sum_number(s, 0);
    m->w = fresh(m, "w");
    m->end = lcv_lower_integer(&l, sizes->child);
    const lcv_sum *last = m->end ? lcv_sum_add(s, m->end, -1, lcv_sum_number(s, 1)) : NULL;
    if (!m->zero || !m->w || !last)
        return false;
    m->share = lcv_constrain(s, NULL, m->w, false);
    m->share = lcv_constrain(s, m->share, lcv_sum_add(s, last, -1, m->w), false);
    return m->share != NULL;
}

static bool are_side_by_side(const intervals *m)
{
    const lcv_cases *zero = only(m, m->zero);
    const lcv_cases *size = at(m, m->map->child->next->child->next, m->w, m->zero);
    const lcv_cases *begin = value(m, m->w, m->zero);
    const lcv_sum *i = fresh(m, "i"), *one = lcv_sum_number(m->v->s, 1);
    const lcv_sum *next = one ? lcv_sum_add(m->v->s, m->w, 1, one) : NULL;
    return never(m, NULL, only(m, m->end), zero, LCV_OP_LT, zero) &&
           never(m, m->share, size, zero, LCV_OP_LT, zero) &&
           never(m, m->share, begin, only(m, i), LCV_OP_NE, value(m, m->w, i)) &&
           never(m, m->share, begin, size, LCV_OP_NE, value(m, next, m->zero));
}

bool lcv_prove_intervals(lcv_solver *v, bool inside, bool covered, const lcv_sum *size)
{
    intervals m = {.v = v, .map = v->p->argument[0].ast};
    const lcv_ast *sizes = m.map->child->next;
    if (sizes->nchildren != 2 || sizes->next->next || !open_intervals(&m) ||
        !are_side_by_side(&m))
        return false;
    const lcv_cases *zero = only(&m, m.zero), *all = size ? only(&m, size) : zero;
    const lcv_cases *first = value(&m, m.zero, m.zero), *past = value(&m, m.end, m.zero);
    return (!inside || (never(&m, NULL, first, zero, LCV_OP_LT, zero) &&
                        never(&m, NULL, past, zero, LCV_OP_GT, all))) &&
           (!covered || (never(&m, NULL, first, zero, LCV_OP_GT, zero) &&
                         never(&m, NULL, past, zero, LCV_OP_LT, all)));
}
