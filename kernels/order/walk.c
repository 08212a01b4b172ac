/* walk.c - what is known on a walk through the statements of a kernel. */
#include "config.h"

#include "walk.h"

/* ---- lanes ---- */

bool lck_walk_differs(const lck_walk *w, const lc_expr *e, lck_difference by)
{
    const lc_expr *thread = w->kernel->thread;
    int64_t n;
    if (e->op == LC_EXPR_VAR)
        return w->differs[by][e->slot];
    if (e->op == LC_EXPR_DIV && e->arg[0]->op == LC_EXPR_VAR && e->arg[0]->slot == thread->slot &&
        lc_expr_is_int(e->arg[1], &n) && n % 32 == 0)
        return false;
    for (int i = 0; i < 3 && e->arg[i]; i++)
        if (lck_walk_differs(w, e->arg[i], by))
            return true;
    return false;
}

/* Variables stand behind what they are made of. */
static void find_differences(lck_walk *w, const lck_statement *s)
{
    for (; s; s = s->next) {
        const bool given = s->kind == LCK_LET || s->kind == LCK_FETCH;
        for (int by = 0; s->var && by < LCK_DIFFERENCES; by++)
            if (given ? lck_walk_differs(w, s->value, by) : by == LCK_BY_ROUND)
                w->differs[by][s->var->slot] = true;
        find_differences(w, s->body);
        find_differences(w, s->otherwise);
    }
}

/* ---- what there is ---- */

/* Perhaps by some of the threads alone. */
static bool has_expect(const lck_statement *body)
{
    for (; body; body = body->next)
        if (body->kind == LCK_EXPECT || (body->kind == LCK_IF && has_expect(body->body)))
            return true;
    return false;
}

static bool arrives(const lck_statement *body, int ring)
{
    for (; body; body = body->next)
        if ((body->kind == LCK_ARRIVE && body->ring == ring) || arrives(body->body, ring) ||
            arrives(body->otherwise, ring))
            return true;
    return false;
}

static void find(lck_walk *w, const lck_statement *body)
{
    bool fills = has_expect(body);
    for (; body; body = body->next) {
        if (body->kind == LCK_TMA_LOAD) {
            w->by_tma[body->to.array] = true;
            w->loads[body->to.array] = body->ring;
            w->sends = w->sends || body->peers;
        }
        if (body->kind == LCK_AWAIT && fills)
            w->frees[body->ring] = true;
        if (body->kind == LCK_AWAIT)
            w->turns[body->ring] = w->turns[body->ring] || arrives(body, body->ring);
        if (body->kind == LCK_EXPECT)
            w->once[body->ring] = w->depth == 0;
        w->sends = w->sends ||
                   ((body->kind == LCK_ARRIVE || body->kind == LCK_LOAD) && body->peer);
        w->depth += body->kind == LCK_LOOP;
        find(w, body->body);
        w->depth -= body->kind == LCK_LOOP;
        find(w, body->otherwise);
    }
}

void lck_walk_find(lck_walk *w)
{
    w->differs[LCK_BY_LANE][w->kernel->thread->slot] = true;
    find(w, w->kernel->body);
    find_differences(w, w->kernel->body);
}

/* ---- slots, without the names that LET gives ---- */

const lc_expr *lck_walk_expanded(lck_walk *w, const lc_expr *e)
{
    for (size_t i = w->nlets; e && i-- > 0;)
        if (lc_expr_has(e, w->let[i])) {
            const lc_expr *more = lc_expr_substitute(w->x, e, w->let[i], w->value[i]);
            if (!more)
                lc_ctx_reset(w->kernel->ctx);
            e = more ? more : e;
        }
    return e;
}

const lc_expr *lck_walk_value(const lck_walk *w, const lc_expr *var)
{
    for (size_t i = 0; i < w->nlets; i++)
        if (w->let[i] == var)
            return w->value[i];
    return NULL;
}

void lck_walk_name(lck_walk *w, const lc_expr *var, const lc_expr *value)
{
    size_t i = 0;
    while (i < w->nlets && w->let[i] != var)
        i++;
    if (i == LCK_MOST_LETS)
        return;
    w->let[i] = var;
    w->value[i] = value;
    w->nlets += i == w->nlets;
}

void lck_walk_stored(lck_walk *w, const lc_expr *index)
{
    int i = 0;
    index = lck_walk_expanded(w, index);
    while (index && i < w->nstored && !lc_expr_equal(w->stored[i], index))
        i++;
    if (index && i == w->nstored && i < LCK_MOST_STORED)
        w->stored[w->nstored++] = index;
}

/* ---- waits ---- */

bool lck_walk_awaits(const lck_statement *body)
{
    for (; body; body = body->next)
        if (body->kind == LCK_AWAIT || lck_walk_awaits(body->body) ||
            lck_walk_awaits(body->otherwise))
            return true;
    return false;
}

const lck_statement *lck_walk_late(const lck_statement *a, const lck_statement *b)
{
    static const lck_statement several;
    return !a || a == b ? b : b ? &several : a;
}

/* ---- who comes ---- */

void lck_walk_enter(lck_walk *w, const lc_expr *condition, bool holds)
{
    const int n = w->ways.n++;
    if (n < LCK_MOST_WAYS)
        w->ways.way[n] = (lck_way){condition, holds, ++w->visits};
}

void lck_walk_leave(lck_walk *w)
{
    w->ways.n--;
}

/* A condition that rounds change may be another one in another visit. */
static bool has_way(const lck_walk *w, const lck_ways *ways, const lck_way *way)
{
    const bool moves = !way->condition || lck_walk_differs(w, way->condition, LCK_BY_ROUND);
    for (int i = 0; i < ways->n && i < LCK_MOST_WAYS; i++) {
        const lck_way *other = &ways->way[i];
        if (other->visit == way->visit ||
            (!moves && other->condition && other->holds == way->holds &&
             lc_expr_equal(other->condition, way->condition)))
            return true;
    }
    return false;
}

bool lck_walk_comes(const lck_walk *w, const lck_ways *from)
{
    bool comes = w->ways.n <= LCK_MOST_WAYS;
    for (int i = 0; comes && i < w->ways.n; i++)
        comes = has_way(w, from, &w->ways.way[i]);
    return comes;
}

void lck_walk_keep(const lck_walk *w, lck_ways *from, const lck_ways *here)
{
    int n = 0;
    for (int i = 0; i < from->n && i < LCK_MOST_WAYS; i++)
        if (has_way(w, here, &from->way[i]))
            from->way[n++] = from->way[i];
    from->n = n;
}

static bool is_other(const void *thread, size_t slot)
{
    return slot != ((const lc_expr *)thread)->slot;
}

/* Does this thread come: is it, and may it be, by what its number decides? */
static bool thread_comes(const lck_walk *w, int number, bool *may)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0}, value;
    bool comes = w->ways.n <= LCK_MOST_WAYS;
    *may = true;
    env[w->kernel->thread->slot] = number;
    for (int i = 0; i < w->ways.n && i < LCK_MOST_WAYS; i++) {
        const lck_way *way = &w->ways.way[i];
        if (!way->condition || lc_expr_any(way->condition, is_other, w->kernel->thread) ||
            !lc_expr_at(way->condition, env, &value))
            comes = false;
        else
            *may = *may && (value != 0) == way->holds;
    }
    return comes && *may;
}

bool lck_walk_one(const lck_walk *w)
{
    int n = 0;
    for (int t = 0; t < w->kernel->threads; t++) {
        bool may;
        const bool comes = thread_comes(w, t, &may);
        n += comes ? 1 : may ? 2 : 0;
    }
    return n == 1;
}

/* ---- ways ---- */

void lck_walk_join(lck_path *a, const lck_path *b)
{
    for (int i = 0; i < LCK_MAX_FILES; i++) {
        a->touched[i] = a->touched[i] || b->touched[i];
        a->open[i] = a->open[i] || b->open[i];
        if (b->used[i] && (!a->used[i] || b->used[i] < a->used[i]))
            a->used[i] = b->used[i];
    }
    for (int i = 0; i < LCK_MAX_ARRAYS; i++) {
        a->dirty[i] = a->dirty[i] || b->dirty[i];
        a->fenced[i] = a->fenced[i] || b->fenced[i];
        a->apart[i] = a->apart[i] || b->apart[i];
        a->written[i] = a->written[i] || b->written[i];
        a->unsent[i] = a->unsent[i] || b->unsent[i];
    }
    for (int i = 0; i < LCK_MAX_RINGS; i++) {
        a->awaited[i] = a->awaited[i] && b->awaited[i];
        a->expected[i] = a->expected[i] && b->expected[i];
    }
    a->uncommitted = a->uncommitted || b->uncommitted;
    a->turn = a->turn && b->turn;
    a->launched = a->launched && b->launched;
    a->left = a->left && b->left;
    a->late = lck_walk_late(a->late, b->late);
    a->stores = a->stores > b->stores ? a->stores : b->stores;
    a->groups = a->groups > b->groups ? a->groups : b->groups;
}
