/* prove-rows.c - rows that threads store one by one: those of lse, and of O where the rows behind
 * them are another batch's.
 *
 *   guard   a row is stored as that of query q where q is one of the tile's batch; of lse by a
 *           thread of each four
 *   place   of lse the number of q among the rows of all heads; of O its row in the tensor, and
 *           columns 8 i + 2 (n % 4), which registers 4 i + 2 h and the next one of thread n have
 *   once    thread n has for h = 0 and 1 row 64 (n / 128) + 16 (n / 32 % 4) + n % 32 / 4 + 8 h of
 *           the tile: those rows, and columns, are there once each
 */
#include "config.h"

#include "../kernel/arithmetic.h"
#include "proofs.h"

typedef struct {
    lck_counting *w;
    const lc_expr *guard, *of[2]; /* of the IF that a store is in; the variables of FOR */
    int stores[2];                /* of O, of lse: how many there are */
} storing;

static const lc_expr *make(const storing *t, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    return a && b ? lc_expr_make(t->w->kernel->x, op, a, b) : NULL;
}

static const lc_expr *times(const storing *t, const lc_expr *e, int64_t by)
{
    return make(t, LC_EXPR_MUL, e, lc_expr_int(t->w->kernel->x, by));
}

/* ---- guards ---- */

/* The query of a guard, and the other condition, or NULL. NULL: it is another guard. */
static const lc_expr *query_of(const storing *t, const lc_expr **other)
{
    const lc_expr *e = t->guard;
    *other = NULL;
    for (int i = 0; e && e->op == LC_EXPR_ALL && !*other; i++) {
        *other = e->arg[0];
        e = e->arg[1];
    }
    return e && e->op == LC_EXPR_LT && lc_expr_equal(e->arg[1], t->w->of->queries) ? e->arg[0]
                                                                                   : NULL;
}

/* One of each four threads stores. */
static bool is_first_of_four(const storing *t, const lc_expr *condition)
{
    const int threads = 128 * t->w->a->groups;
    lc_text is = {0};
    lck_count_begin(t->w, NULL);
    t->w->writing.other[0] = t->w->kernel->thread;
    t->w->names.all = true;
    lck_count_say(t->w, &is, "%c", condition);
    t->w->names.all = false;
    return lck_freed(t->w->writing.lost || t->w->writing.other[1]
                         ? lck_count_lost(t->w, "who stores a row is not followed")
                         : lck_claims(t->w,
                                      "equal(set \"{ [n] : 0 <= n < %d and (%s) }\", "
                                      "set \"{ [n] : 0 <= n < %d and n mod 4 = 0 }\")",
                                      threads, lc_text_peek(&is), threads),
                     &is);
}

/* ---- rows and columns ---- */

/* a - b is this, of thread n and h. */
static bool differ_by(const storing *t, const lc_expr *a, const lc_expr *b, const char *what)
{
    const int threads = 128 * t->w->a->groups;
    lc_text is = {0};
    t->w->names.all = true;
    lck_count_begin(t->w, NULL);
    t->w->writing.other[0] = t->w->kernel->thread;
    t->w->writing.other[1] = t->of[0];
    lck_count_difference(t->w, &is, a, b);
    lck_count_say(t->w, &is, "(%s)", what);
    t->w->names.all = false;
    return lck_freed(
        t->w->writing.lost || t->w->writing.other[2]
            ? lck_count_lost(t->w, "which row or column a thread stores is not followed")
            : lck_claims(t->w,
                         "equal(relation \"{ [n,p] -> [%s] : 0 <= n < %d and 0 <= p < 2 }\", "
                         "relation \"{ [n,p] -> [0] : 0 <= n < %d and 0 <= p < 2 }\")",
                         lc_text_peek(&is), threads, threads),
        &is);
}

static bool is_row(const storing *t, const lc_expr *query)
{
    return differ_by(t, query, t->w->of->at,
                     "64*floor(n/128) + 16*(floor(n/32) mod 4) + floor((n mod 32)/4) + 8*p");
}

/* Where the rows of batches lie one after the other. */
static const lc_expr *in_sequence(const storing *t, const lc_expr *query)
{
    const lc_expr *start = t->w->of->start[0];
    return start ? make(t, LC_EXPR_ADD, start, query) : query;
}

static bool is_lse(storing *t, const lck_statement *s)
{
    const lck_counting *w = t->w;
    const lc_expr *other, *query = query_of(t, &other), *all = lc_expr_int(w->kernel->x, 0);
    const bool ragged = w->of->starts[0] >= 0;
    for (size_t k = ragged ? w->a->batches : w->a->heads; k-- > 0;)
        all = make(t, LC_EXPR_ADD, make(t, LC_EXPR_MUL, all, w->kernel->counter[k].extent),
                   w->of->head[k]);
    all = make(t, LC_EXPR_MUL, all, w->kernel->counter[w->a->heads].extent);
    const lc_expr *place = query ? make(t, LC_EXPR_ADD, all, in_sequence(t, query)) : NULL;
    const lc_expr *turned = query && ragged ? make(t, LC_EXPR_ADD, all,
                                                   make(t, LC_EXPR_ADD, query, w->of->start[0]))
                                            : NULL;
    return (place && other && s->width == 1 && s->held.at == t->of[0] &&
            (lc_expr_equal(s->value, place) || (turned && lc_expr_equal(s->value, turned)))) ||
           lck_count_lost(w, "lse is stored at another place, or by others");
}

/* Of a row the pair of each 8 columns that a thread has. */
static bool is_pair(storing *t, const lck_statement *s)
{
    const lck_counting *w = t->w;
    const lc_expr *other, *query = query_of(t, &other),
                          *place = w->kernel->array[s->array].offset;
    for (size_t k = 0; k < w->a->heads; k++)
        place =
            make(t, LC_EXPR_ADD, place,
                 make(t, LC_EXPR_MUL, w->of->head[k], w->kernel->counter[k].stride[s->array]));
    const lck_counter *rows = &w->kernel->counter[w->a->heads];
    const lc_expr *row = query ? in_sequence(t, query) : NULL;
    row = row ? lck_make_below(w->kernel->x, row, rows->extent) : NULL;
    place = make(t, LC_EXPR_ADD, place, make(t, LC_EXPR_MUL, row, rows->stride[s->array]));
    const lc_expr *first = s->value->op == LC_EXPR_ADD ? lck_count_value(w, s->value->arg[0])
                                                       : NULL;
    const lc_expr *held = make(t, LC_EXPR_ADD, times(t, t->of[1], 4), times(t, t->of[0], 2));
    if (first && place && first->op == LC_EXPR_ADD && lc_expr_equal(first->arg[0], place)) {
        first = first->arg[1];
        place = lc_expr_int(w->kernel->x, 0);
    }
    return (place && !other && first && s->width == 2 && t->of[1] &&
            lc_expr_equal(s->held.at, held) &&
            lc_expr_equal(s->value->arg[1], times(t, t->of[1], 8)) &&
            differ_by(t, first, place, "2*(n mod 4)") &&
            lck_claims(w, "contained(set \"{ [q,s,e,N] : 0 <= s <= N and 0 <= e <= N and "
                          "0 <= q < e - s }\", set \"{ [q,s,e,N] : 0 <= s + q < N }\")")) ||
           lck_count_lost(w, "a row of O is stored at another place, or from other registers");
}

/* ---- all of them ---- */

static bool is_stored(storing *t, const lck_statement *s)
{
    const bool lse = s->array == t->w->of->lse;
    const lc_expr *other, *query = query_of(t, &other);
    t->stores[lse]++;
    return query && t->of[0]
               ? is_row(t, query) &&
                     (lse ? is_lse(t, s) && is_first_of_four(t, other) : is_pair(t, s))
               : lck_count_lost(t->w, "a row is stored under another condition");
}

static bool are_stored(storing *t, const lck_statement *s)
{
    for (; s; s = s->next) {
        storing in = *t;
        if (s->kind == LCK_FOR)
            in.of[in.of[0] != NULL] = s->var;
        if (s->kind == LCK_IF)
            in.guard = s->value;
        if ((s->kind == LCK_STORE && (s->array == t->w->of->o || s->array == t->w->of->lse) &&
             !is_stored(&in, s)) ||
            !are_stored(&in, s->body))
            return false;
        in.guard = s->kind == LCK_IF ? NULL : in.guard; /* what does not hold is no guard */
        if (!are_stored(&in, s->otherwise))
            return false;
        t->stores[0] = in.stores[0];
        t->stores[1] = in.stores[1];
    }
    return true;
}

bool lck_attention_prove_rows(lck_counting *w)
{
    const lck_attention *a = w->a;
    storing t = {.w = w};
    if (w->of->parts)
        return true;
    if (!are_stored(&t, w->kernel->body))
        return false;
    if (t.stores[0] != (w->of->starts[0] >= 0) || t.stores[1] != (w->of->lse >= 0))
        return lck_count_lost(w, "a row is stored by nobody, or twice");
    return (t.stores[0] + t.stores[1] == 0 ||
            lck_claims(w, "bijective((8,4,2,%d):(1,16,8,64))", a->groups)) &&
           (t.stores[0] == 0 || lck_claims(w, "bijective((2,4,%d):(1,2,8))", a->dim / 8));
}
