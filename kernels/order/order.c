/* order.c - the order of fences, waits, groups and barriers in a kernel. */
#include "config.h"

#include "order.h"
#include "walk.h"

#include <string.h>

static bool wrong(lck_walk *w, const char *why)
{
    if (!w->why)
        w->why = why;
    return false;
}

/* ---- one statement ---- */

static bool touch(lck_walk *w, lck_path *p, lck_register held)
{
    if (p->open[held.file] || p->used[held.file])
        return wrong(w, "sums are touched while products are under way");
    p->touched[held.file] = true;
    return true;
}

static bool is_shared(const lck_walk *w, int array)
{
    return w->kernel->array[array].role == LCK_OF_BLOCK;
}

/* A thread reads shared memory: what it finds was written before a barrier. TMA may write over it
 * when it is fenced. */
static bool read_shared(lck_walk *w, lck_path *p, int array, const lc_expr *peer)
{
    if (!is_shared(w, array))
        return true;
    p->dirty[array] = p->dirty[array] || w->by_tma[array];
    if (peer && p->unsent[array])
        return wrong(w, "a block reads what others wrote, with no barrier of the cluster");
    return !p->written[array] ||
           wrong(w, "shared memory is read with no barrier after it was written");
}

static bool write_shared(lck_walk *w, lck_path *p, int array)
{
    if (!is_shared(w, array))
        return true;
    if (w->kernel->array[array].over && !p->left)
        return wrong(w, "stages are written over with no barrier of all after their products");
    w->all.covered = w->all.covered || w->kernel->array[array].over;
    if (w->buffers > 0 && p->stores >= w->buffers)
        return wrong(w,
                     "a buffer is written with no wait for TMA to read it, or no barrier after");
    p->dirty[array] = p->written[array] = p->unsent[array] = true;
    return true;
}

static bool seen_by_proxy(lck_walk *w, const lck_path *p, int array)
{
    if (p->dirty[array])
        return wrong(w, "TMA or WGMMA reads what its writers have not fenced");
    if (p->fenced[array])
        return wrong(w, "TMA or WGMMA reads what was written, with no barrier after the fence");
    return true;
}

/* Products have these registers, until they have ended. */
static bool use_registers(lck_walk *w, lck_path *p, int file)
{
    if (p->touched[file])
        return wrong(w, "registers were touched, and no fence of products follows before WGMMA");
    p->open[file] = true;
    return true;
}

/* All lanes of the warp come, and none goes on before: whoever waited has gone on. */
static void meet_warp(const lck_walk *w, lck_path *p)
{
    if (w->lanes == w->kernel->body)
        p->late = NULL;
}

static bool multiply(lck_walk *w, lck_path *p, const lck_statement *s)
{
    const lck_operand *operand[] = {&s->a, &s->b};
    meet_warp(w, p);
    if (w->all.covered)
        return wrong(w, "WGMMA reads a stage that was written over");
    p->left = false;
    for (int i = 0; i < 2; i++) {
        int array = operand[i]->array;
        if (array < 0)
            continue;
        if (!seen_by_proxy(w, p, array))
            return false;
        if (w->by_tma[array] && !p->awaited[w->loads[array]])
            return wrong(w, "WGMMA reads a stage with no wait for its loads");
    }
    p->uncommitted = true;
    return use_registers(w, p, s->held.file) &&
           (s->a.array >= 0 || use_registers(w, p, s->a.held.file));
}

static bool load_box(lck_walk *w, const lck_path *p, const lck_statement *s)
{
    bool freed = w->once[s->ring];
    if (w->all.covered)
        return wrong(w, "TMA fills a stage that was written over");
    for (size_t i = 0; i < w->kernel->nrings; i++)
        freed = freed || (w->frees[i] && p->awaited[i]);
    if (!freed)
        return wrong(w, "TMA fills a stage with no wait for its reads");
    return p->expected[s->ring] || wrong(w, "TMA fills a stage with no bytes expected");
}

/* Does the thread that began it come here? Else it is not known to be ended here. */
static bool is_ended(lck_walk *w, const lck_ways *by)
{
    const bool is = lck_walk_comes(w, by);
    w->unclear = w->unclear || !is;
    return is;
}

static bool store_box(lck_walk *w, const lck_path *p, const lck_statement *s)
{
    if (w->all.all_ended)
        w->all.stored = w->ways;
    else
        lck_walk_keep(w, &w->all.stored, &w->ways);
    w->all.stores.uncommitted = true;
    w->all.all_ended = false;
    lck_walk_stored(w, s->from.index);
    return seen_by_proxy(w, p, s->from.array);
}

/* Threads that give a stage back or on have read it, or written to it. */
static bool arrive(lck_walk *w, lck_path *p, int ring)
{
    p->turn = p->turn && !w->turns[ring];
    for (size_t i = 0; !w->turns[ring] && i < w->kernel->narrays; i++)
        if (p->dirty[i] || p->apart[i])
            return wrong(
                w, "a stage is handed on with no fence of its writers, or no barrier after");
    return true;
}

static void add_group(lck_groups *g, int *known)
{
    g->n += g->uncommitted;
    *known += g->uncommitted;
    g->uncommitted = false;
}

static void commit(lck_walk *w, lck_path *p, lck_group group)
{
    if (group == LCK_PRODUCTS) {
        for (int i = 0; p->uncommitted && i < LCK_MAX_FILES; i++) {
            p->used[i] = p->open[i] ? 1 : p->used[i] + (p->used[i] > 0);
            p->open[i] = false;
        }
        p->groups += p->uncommitted;
        p->uncommitted = false;
    } else if (group == LCK_BULK && w->all.stores.uncommitted && is_ended(w, &w->all.stored)) {
        add_group(&w->all.stores, &p->stores);
    }
}

static void drain(lck_walk *w, lck_path *p, const lck_statement *s)
{
    int most = (int)s->count;
    if (s->group == LCK_PRODUCTS) {
        p->groups = p->groups > most ? most : p->groups;
        for (int i = 0; i < LCK_MAX_FILES; i++)
            if (p->used[i] > most)
                p->used[i] = 0;
        return;
    }
    if (s->group == LCK_BULK && !w->all.all_ended && is_ended(w, &w->all.stored)) {
        lck_groups *g = &w->all.stores;
        g->n = g->n > most ? most : g->n;
        w->all.all_ended = w->all.all_ended || (most == 0 && !s->reads && !g->uncommitted);
    }
}

/* An mbarrier is begun once, by one thread that there is. */
static bool begin_ring(lck_walk *w, int ring)
{
    if (w->all.begun[ring] || !lck_walk_one(w)) {
        w->unclear = true;
        return wrong(w, "an mbarrier is begun by several threads, or twice, or by none");
    }
    if (w->all.begins)
        lck_walk_keep(w, &w->all.begun_by, &w->ways);
    else
        w->all.begun_by = w->ways;
    w->all.begun[ring] = w->all.begins = true;
    w->all.fenced = w->all.met = false;
    return true;
}

static void fence(lck_walk *w, lck_path *p, lck_fence_kind kind)
{
    p->launched = p->launched || kind == LCK_FENCE_LAUNCH;
    if (kind == LCK_FENCE_INIT && w->all.begins)
        w->all.fenced = is_ended(w, &w->all.begun_by);
    if (kind == LCK_FENCE_PRODUCTS)
        memset(p->touched, 0, sizeof p->touched);
    for (size_t i = 0; kind == LCK_FENCE_PROXY && i < w->kernel->narrays; i++) {
        p->fenced[i] = p->fenced[i] || p->dirty[i];
        p->apart[i] = p->apart[i] || p->dirty[i];
        p->dirty[i] = false;
    }
}

static void barrier(lck_walk *w, lck_path *p, lck_scope scope)
{
    memset(p->apart, 0, sizeof p->apart);
    meet_warp(w, p);
    if (scope == LCK_OF_WARP)
        return;
    memset(p->fenced, 0, sizeof p->fenced);
    memset(p->written, 0, sizeof p->written);
    if (scope == LCK_OF_CLUSTER)
        memset(p->unsent, 0, sizeof p->unsent);
    p->stores = w->all.stores.n;
    p->left = scope != LCK_OF_THREADS && p->groups == 0 && !p->uncommitted;
    if (scope != LCK_OF_THREADS && w->all.fenced && w->ways.n == 0 &&
        (scope == LCK_OF_CLUSTER || w->kernel->cluster == 1))
        w->all.met = true;
}

static bool uses_ring(lck_walk *w, int ring)
{
    return (w->all.met && w->all.begun[ring]) ||
           wrong(w, "an mbarrier is used before it was begun, fenced, and a barrier");
}

/* Do all lanes that come hand on one slot, of the same blocks? */
static bool as_one(const lck_walk *w, const lck_statement *s)
{
    const lc_expr *to[] = {s->slot, s->peer, s->peers};
    bool same = true;
    for (int i = 0; i < 3; i++)
        same = same && !(to[i] && lck_walk_differs(w, to[i], LCK_BY_LANE));
    return same;
}

/* Whoever arrives, or fills, helps to end phases. A phase that lanes of the warp wait for is not
 * the last but one then: those who hand on are those who wait, or they have met them since. */
static bool look_at_lanes(lck_walk *w, const lck_path *p, const lck_statement *s)
{
    const bool hands_on = s->kind == LCK_EXPECT || s->kind == LCK_ARRIVE ||
                          s->kind == LCK_TMA_LOAD;
    return !hands_on || !p->late || (p->late == w->lanes && as_one(w, s)) ||
           wrong(w, "a lane hands on a stage while others of its warp may still wait for it");
}

/* Does it touch a tensor? */
static bool touches_tensor(const lck_walk *w, const lck_statement *s)
{
    switch (s->kind) {
    case LCK_LOAD:
    case LCK_STORE:
        return !is_shared(w, s->array) && w->kernel->array[s->array].role != LCK_SCALAR;
    case LCK_COPY:
    case LCK_FETCH:
    case LCK_TMA_LOAD:
    case LCK_TMA_STORE: return true;
    default: return false;
    }
}

static bool look_at_launch(lck_walk *w, const lck_path *p, const lck_statement *s)
{
    return !w->kernel->early || p->launched || !touches_tensor(w, s) ||
           wrong(w, "a tensor is touched while launches before may be under way");
}

static bool look_at_registers(lck_walk *w, lck_path *p, const lck_statement *s)
{
    switch (s->kind) {
    case LCK_LOAD: return read_shared(w, p, s->array, s->peer) && touch(w, p, s->held);
    case LCK_STORE: return touch(w, p, s->held) && write_shared(w, p, s->array);
    case LCK_MATRIX_LOAD: return read_shared(w, p, s->from.array, NULL) && touch(w, p, s->held);
    case LCK_MATRIX_STORE: return touch(w, p, s->held) && write_shared(w, p, s->to.array);
    case LCK_SET: return touch(w, p, s->held);
    case LCK_APPLY:
    case LCK_MULTIPLY:
    case LCK_MMA: return touch(w, p, s->held) && touch(w, p, s->left) && touch(w, p, s->right);
    case LCK_SHUFFLE:
    case LCK_CONVERT: return touch(w, p, s->held) && touch(w, p, s->left);
    default: return true;
    }
}

static bool look_at_order(lck_walk *w, lck_path *p, const lck_statement *s)
{
    switch (s->kind) {
    case LCK_WGMMA: return multiply(w, p, s);
    case LCK_COMMIT: commit(w, p, s->group); return true;
    case LCK_DRAIN: drain(w, p, s); return true;
    case LCK_FENCE: fence(w, p, s->fence); return true;
    case LCK_BARRIER: barrier(w, p, s->scope); return true;
    case LCK_INIT: return begin_ring(w, s->ring);
    case LCK_EXPECT: p->expected[s->ring] = true; return uses_ring(w, s->ring);
    case LCK_ARRIVE: return uses_ring(w, s->ring) && arrive(w, p, s->ring);
    case LCK_AWAIT:
        p->awaited[s->ring] = true;
        p->turn = p->turn || w->turns[s->ring];
        p->late = lck_walk_late(p->late, w->lanes);
        return uses_ring(w, s->ring);
    case LCK_TMA_LOAD: return uses_ring(w, s->ring) && load_box(w, p, s);
    case LCK_TMA_STORE: return store_box(w, p, s);
    default: return true;
    }
}

/* ---- ways ---- */

static bool look(lck_walk *w, lck_path *p, const lck_statement *body);

/* The body of a condition that one team meets, where it is v = number: its places are its own,
 * and so are the stores that it begins and ends. */
static bool look_at_team(lck_walk *w, lck_path *p, const lck_statement *s)
{
    const lc_expr *var = s->value->op == LC_EXPR_EQ ? s->value->arg[0] : NULL;
    const lc_expr *value = lck_walk_value(w, var);
    const lck_together before = w->all;
    if (!value)
        return look(w, p, s->body);
    w->all.stores = (lck_groups){0};
    w->all.all_ended = true;
    lck_walk_name(w, var, s->value->arg[1]);
    bool ok = look(w, p, s->body);
    lck_walk_name(w, var, value);
    if (!before.all_ended && !w->all.all_ended)
        lck_walk_keep(w, &w->all.stored, &before.stored);
    else if (!before.all_ended)
        w->all.stored = before.stored;
    w->all.all_ended = w->all.all_ended && before.all_ended;
    w->all.stores.uncommitted = w->all.stores.uncommitted || before.stores.uncommitted;
    if (w->all.stores.n < before.stores.n)
        w->all.stores.n = before.stores.n;
    return ok;
}

/* Lanes come to a condition or a loop, perhaps others than in the round before: who waited there
 * may not be who comes again. */
static void come_again(lck_path *p, const lck_statement *lanes)
{
    if (p->late)
        p->late = lck_walk_late(p->late, lanes);
}

/* Both ways, while those who take the other one may wait there. */
static bool look_at_both(lck_walk *w, lck_path *p, const lck_statement *s,
                         const lc_expr *condition)
{
    const lck_statement *lanes = w->lanes;
    const bool differ = lck_walk_differs(w, s->value, LCK_BY_LANE);
    if (differ && lck_walk_differs(w, s->value, LCK_BY_ROUND))
        come_again(p, lanes);
    lck_path other = *p;
    if (differ && lck_walk_awaits(s->otherwise))
        p->late = lck_walk_late(p->late, s->otherwise);
    if (differ && lck_walk_awaits(s->body))
        other.late = lck_walk_late(other.late, s->body);
    w->lanes = differ ? s->body : lanes;
    lck_walk_enter(w, condition, true);
    bool ok = look_at_team(w, p, s);
    lck_walk_leave(w);
    w->lanes = differ ? s->otherwise : lanes;
    lck_walk_enter(w, condition, false);
    ok = ok && look(w, &other, s->otherwise);
    lck_walk_leave(w);
    w->lanes = lanes;
    lck_walk_join(p, &other);
    return ok;
}

static bool branch(lck_walk *w, lck_path *p, const lck_statement *s)
{
    int64_t holds;
    const lc_expr *condition = lck_walk_expanded(w, s->value);
    if (condition && lc_expr_is_int(condition, &holds))
        return look(w, p, holds ? s->body : s->otherwise);
    return look_at_both(w, p, s, condition);
}

/* The round of an iteration that is looked at. Later ones stand for any two that follow each
 * other behind the first one: what tells some of them from others does not decide. */
static const lc_expr *round_of(const lck_walk *w, const lc_expr *var, int i)
{
    return w->later && i > 0 && var->high > 1 ? lc_expr_assume(w->x, var, 1, var->high)
                                              : lc_expr_int(w->x, i);
}

static bool loop(lck_walk *w, lck_path *p, const lck_statement *s)
{
    lck_path after = *p;
    const lc_expr *count = lck_walk_expanded(w, s->value);
    bool goes = count && count->low > 0; /* at least once */
    const int64_t most = w->later ? 3 : 2;
    int64_t times = count && count->high < most ? count->high : most;
    const lck_statement *lanes = w->lanes;
    w->lanes = lck_walk_differs(w, s->value, LCK_BY_LANE) ? s->body : lanes;
    w->depth++;
    if (!goes)
        lck_walk_enter(w, count, true);
    for (int i = 0; i < times; i++) {
        if (w->lanes != lanes)
            come_again(p, lanes);
        for (int k = 0; k < LCK_MAX_RINGS; k++)
            p->awaited[k] = p->awaited[k] && w->once[k];
        memset(p->expected, 0, sizeof p->expected);
        lck_walk_name(w, s->var, round_of(w, s->var, i));
        if (!look(w, p, s->body))
            return false;
        if (goes && i == 0)
            after = *p;
        lck_walk_join(&after, p);
    }
    w->depth--;
    if (!goes)
        lck_walk_leave(w);
    w->lanes = lanes;
    if (w->depth == 0 && p->turn)
        return wrong(w, "a turn is not given on");
    *p = after;
    return true;
}

/* Is there a barrier in it? */
static bool meets(const lck_statement *body)
{
    for (; body; body = body->next)
        if (body->kind == LCK_BARRIER || meets(body->body) || meets(body->otherwise))
            return true;
    return false;
}

/* Each iteration, with its number, where threads meet in it; else two. */
static bool unrolled(lck_walk *w, lck_path *p, const lck_statement *s)
{
    bool each = meets(s->body);
    for (int64_t i = 0; i < (each || s->count < 2 ? s->count : 2); i++) {
        if (each)
            lck_walk_name(w, s->var, lc_expr_int(w->x, i));
        if (!look(w, p, s->body))
            return false;
    }
    return true;
}

static bool look(lck_walk *w, lck_path *p, const lck_statement *body)
{
    for (; body; body = body->next) {
        w->looked++;
        bool ok = true;
        if (body->kind == LCK_LET)
            lck_walk_name(w, body->var, body->value);
        else if (body->kind == LCK_IF)
            ok = branch(w, p, body);
        else if (body->kind == LCK_LOOP)
            ok = loop(w, p, body);
        else if (body->kind == LCK_FOR)
            ok = unrolled(w, p, body);
        else
            ok = look_at_launch(w, p, body) && look_at_registers(w, p, body) &&
                 look_at_lanes(w, p, body) && look_at_order(w, p, body);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- all of it ---- */

static bool ends(lck_walk *w, const lck_path *p)
{
    const lck_statement *last = w->kernel->body;
    while (last && last->next)
        last = last->next;
    if (p->uncommitted || p->groups > 0)
        return wrong(w, "products are under way at the end");
    if (!w->all.all_ended)
        return wrong(w, "stores by TMA are under way at the end");
    if (w->sends && (!last || last->kind != LCK_BARRIER || last->scope != LCK_OF_CLUSTER))
        return wrong(w, "a block ends while others of its cluster may send to it, or read of it");
    return true;
}

/* First, where stores by TMA read; then iterations 0 and 1; then those behind them, too. */
const char *lck_kernel_disorder(const lck_kernel *kernel, size_t *looked, bool *unclear)
{
    lck_walk w = {.kernel = kernel, .x = lc_exprs_new(kernel->ctx)};
    *unclear = !w.x;
    if (!w.x) {
        lc_ctx_reset(kernel->ctx);
        return "memory ran out";
    }
    lck_walk_find(&w);
    for (int pass = 0; pass < 3 && !w.why; pass++) {
        lck_path p = {0};
        w.all = (lck_together){.all_ended = true};
        w.lanes = kernel->body;
        w.ways.n = 0;
        w.unclear = false;
        w.buffers = pass ? w.nstored : 0;
        w.later = pass == 2;
        w.looked = w.nlets = 0;
        for (int i = 0; i < LCK_MAX_FILES; i++)
            p.touched[i] = true;
        if (look(&w, &p, kernel->body))
            ends(&w, &p);
        *looked = pass < 2 ? w.looked : *looked;
    }
    lc_exprs_free(w.x);
    *unclear = w.unclear;
    return w.why;
}
