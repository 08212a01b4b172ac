/* value.c - numbers of formulas for one thread.
 *
 * A formula is a tree whose parts occur again and again, in it and in those of other accesses.
 * Until a symbol of the thread has another value, a part keeps its own. */
#include "config.h"

#include "internal.h"

#define SMALL 8 /* parts of up to this size are not kept */

static bool value_at(lck_run *r, const lck_thread *t, const lc_expr *e, uint32_t *steps,
                     int64_t *value);

/* One operand may decide where the other is data. */
static bool connect(lck_run *r, const lck_thread *t, const lc_expr *e, uint32_t *steps,
                    int64_t *value)
{
    bool any = e->op == LC_EXPR_ANY, all_known = true;
    for (int i = 0; i < 2; i++) {
        int64_t v;
        bool known = value_at(r, t, e->arg[i], steps, &v);
        if (known && (v != 0) == any) {
            *value = any;
            return true;
        }
        all_known &= known;
    }
    *value = !any;
    return all_known;
}

static bool compute(lck_run *r, const lck_thread *t, const lc_expr *e, uint32_t *steps,
                    int64_t *value)
{
    int64_t a, b;
    if (e->op == LC_EXPR_ALL || e->op == LC_EXPR_ANY)
        return connect(r, t, e, steps, value);
    if (!value_at(r, t, e->arg[0], steps, &a))
        return false;
    if (e->op == LC_EXPR_SELECT)
        return value_at(r, t, e->arg[a ? 1 : 2], steps, value);
    if (e->op == LC_EXPR_NOT) {
        *value = !a;
        return true;
    }
    return value_at(r, t, e->arg[1], steps, &b) && lc_expr_apply(e->op, a, b, value);
}

/* A condition that is tried either way. */
static bool is_chosen(const lck_run *r, const lc_expr *e, int64_t *value)
{
    for (unsigned i = 0; r->chooses && i < r->out->choices; i++)
        if (lc_expr_equal(r->choice[i], e)) {
            *value = r->chosen >> i & 1;
            return true;
        }
    return false;
}

static bool value_at(lck_run *r, const lck_thread *t, const lc_expr *e, uint32_t *steps,
                     int64_t *value)
{
    if (e->high == 1 && is_chosen(r, e, value))
        return true;
    if (e->op == LC_EXPR_INT || e->op == LC_EXPR_VAR) {
        *value = e->op == LC_EXPR_INT ? e->value : t->env[e->slot];
        return e->op == LC_EXPR_INT || (r->known[e->slot] && !t->unsure[e->slot]);
    }
    ++*steps;
    if (e->size <= SMALL)
        return compute(r, t, e, steps, value);
    uint64_t h = (uint64_t)(uintptr_t)e * 0x9e3779b97f4a7c15u >> 32;
    lck_part *p = &r->part[h & (LCK_LAUNCH_PARTS - 1)];
    if (p->e == e && p->moment == r->moment) {
        *value = p->value;
        return p->known;
    }
    bool known = compute(r, t, e, steps, value);
    *p = (lck_part){.e = e, .moment = r->moment, .value = known ? *value : 0, .known = known};
    return known;
}

bool lck_run_value(lck_run *r, const lck_thread *t, const lc_expr *e, int64_t *value)
{
    if (!e)
        return false;
    if (r->seen != t)
        r->moment++;
    r->seen = t;
    uint32_t steps = 0;
    bool known = value_at(r, t, e, &steps, value);
    return lck_run_works(r, 1 + steps / 16) && known;
}
