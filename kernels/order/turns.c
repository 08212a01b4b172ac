/* turns.c - rounds of outer loops, and the turns that teams of warps take in them.
 *
 *   each round of the loads is one of those that read
 *   turn r awaits that turn r - 1 is given on
 *
 * Turns are counted by slots; or a slot is a team's own: then its turns are counted in the order
 * of its statements, and turn c of team t of T is turn T c + t of all.
 */
#include "config.h"

#include "ring.h"

/* ---- rounds ---- */

/* base = n * q: which round of the outer loop it is, n being the rounds of the inner one. */
static bool outer_round(const lck_polynomial *base, const lck_polynomial *count,
                        lck_polynomial *q)
{
    int64_t n;
    bool number = lck_is_constant(count, &n);
    *q = (lck_polynomial){.lost = base->lost};
    for (size_t i = 0; i < base->n; i++) {
        lck_monomial m = base->term[i];
        const lc_expr *by = number ? NULL : count->term[0].of[0];
        int k = by && m.of[1] && lc_expr_equal(m.of[1], by) ? 1 : 0;
        if (number ? n <= 0 || m.times % n != 0
                   : count->n != 1 || count->term[0].times != 1 || !m.of[k] ||
                         !lc_expr_equal(m.of[k], by))
            return false;
        if (number) {
            m.times /= n;
        } else {
            m.of[k] = m.of[1];
            m.of[1] = NULL;
        }
        lck_polynomial one = {.n = 1, .term = {m}};
        lck_add_times(q, 1, &one);
    }
    return !q->lost;
}

static bool round_of(const lck_staging *g, lck_ring_role role, lck_polynomial *q)
{
    const lck_statement *loop = lck_ring_loop(g->counts[role]);
    const lck_polynomial n = loop ? lck_ring_count(g->w, loop) : lck_constant(1);
    return outer_round(&g->base[role], &n, q);
}

/* "{ [n,t] : exists (r, p : 0 <= r < COUNT and 0 <= p <= 3 and t = ROUND) }" */
static lc_text rounds_of(lck_staging *g, lck_ring_role role, const lck_polynomial *q)
{
    const lck_use *use = g->counts[role];
    lck_writing writing = {.names = &g->w->uses.names, .var = use->loop[0]->var, .letter = 'r'};
    lc_text text = {0};
    writing.number = (lck_polynomial){.n = 1, .term = {{1, {writing.var, NULL}}}};
    writing.other[0] = g->fill->loop[0]->value; /* n */
    lck_say(&writing, &text, "{ [n,t] : exists (r, p, q, s : 0 <= r < %e and t = %p",
            use->loop[0]->value, q);
    for (size_t i = 0; i < LCK_FEW_LETTERS && writing.other[i]; i++)
        lc_text_printf(&text, " and %lld <= %c <= %lld", (long long)writing.other[i]->low,
                       LCK_LETTERS[i], (long long)writing.other[i]->high);
    lc_text_add(&text, ") }");
    g->writing.lost = g->writing.lost || writing.lost;
    return text;
}

bool lck_rounds_are_those(lck_staging *g)
{
    lck_polynomial loads, reads;
    const char *why = "loads and reads do not count the same rounds";
    if (g->fill->nloops < 2)
        return (g->counts[LCK_BY_READS]->nloops < 2 && lck_same(&g->base[0], &g->base[1])) ||
               lck_ring_lost(g->w, why);
    if (!round_of(g, LCK_BY_LOADS, &loads) || !round_of(g, LCK_BY_READS, &reads) ||
        g->counts[LCK_BY_READS]->nloops != g->fill->nloops)
        return lck_ring_lost(g->w, why);
    lc_text filled = rounds_of(g, LCK_BY_LOADS, &loads);
    lc_text read = rounds_of(g, LCK_BY_READS, &reads);
    return lck_freed(g->writing.lost
                         ? lck_ring_lost(g->w, why)
                         : lck_order_claim(g->w, "equal(set \"%s\", set \"%s\")",
                                           lc_text_peek(&filled), lc_text_peek(&read)),
                     &filled, &read);
}

/* ---- turns ---- */

typedef struct {
    const lck_ordering *w;
    int ring, slots;
    lck_ring_uses give, take; /* ARRIVE, AWAIT */
    lck_writing writing;
} turns;

static bool turns_lost(const turns *t)
{
    return lck_ring_lost(t->w, "turns are not counted as rounds are");
}

/* " -> [SLOT, PHASE]", phases being those of the statement, or numbered by their uses. */
static void write_phase(turns *t, lc_text *out, const lck_use *use, const char *phase)
{
    lck_say(&t->writing, out, " -> [%e, ", use->s->slot);
    if (use->s->phase)
        lck_say(&t->writing, out, "%e]", use->s->phase);
    else
        lck_say(&t->writing, out, "%s]", phase);
}

static bool claim_turns(turns *t, lc_text *before, lc_text *given, lc_text *taken, lc_text *after)
{
    return lck_freed(
        t->writing.lost
            ? turns_lost(t)
            : lck_order_claim(t->w, "equal(%sinverse(relation \"%s\") o relation \"%s\"%s)",
                              lc_text_peek(before), lc_text_peek(given), lc_text_peek(taken),
                              lc_text_peek(after)),
        before, given, taken, after);
}

/* Do the warps that pass a turn on take it, and those that take it pass it on? */
static bool are_of_all(const turns *t, const lck_use *take, const lck_use *give)
{
    return lck_uses_include(take, give) && lck_warps_arrive(t->w, take, give);
}

/* Is the turn taken before all stages of a round are awaited, and given on behind them? */
static bool within_turn(const turns *t, const lck_staging *g)
{
    const lck_use *give = t->give.use[0], *take = t->take.use[0];
    const size_t outer = g->counts[LCK_BY_READS]->nloops - 1;
    bool ok = give->nloops == outer && take->nloops == outer && are_of_all(t, take, give);
    for (size_t i = 0; ok && i < g->read.n; i++)
        ok = take < g->read.use[i] && g->read.use[i] < give;
    return ok;
}

/* Slots count the rounds of the outer loop, by those who read. */
static bool counted_turns_follow(turns *t, const lck_staging *g)
{
    const lck_use *give = t->give.use[0], *take = t->take.use[0];
    lc_text before = {0}, given = {0}, taken = {0}, after = {0};
    char phase[64];
    lck_polynomial number, round;
    if (t->give.n != 1 || t->take.n != 1 || !lck_ring_number(t->w, give, &number) ||
        !round_of(g, LCK_BY_READS, &round) || !lck_same(&number, &round) || !within_turn(t, g))
        return turns_lost(t);
    t->writing.number = number;
    t->writing.var = lck_ring_loop(give) ? lck_ring_loop(give)->var : NULL;
    snprintf(phase, sizeof phase, "floor((i)/%d)", t->slots);
    lc_text_add(&given, "{ [i]");
    write_phase(t, &given, give, phase);
    lc_text_add(&given, " : i >= 0 }");
    lc_text_add(&taken, "{ [i]");
    write_phase(t, &taken, take, phase);
    lc_text_add(&taken, " : i >= 1 }");
    lc_text_add(&after, ", relation \"{ [i] -> [i - 1] : i >= 1 }\"");
    return claim_turns(t, &before, &given, &taken, &after);
}

/* Turn number k of a team: c = k + its round, in a loop of several. */
static bool own_turn_follows(turns *t, size_t k, bool loops)
{
    const lck_use *give = t->give.use[k], *take = t->take.use[k];
    const int T = t->slots;
    const char *from = loops ? ">=" : "=";
    lc_text before = {0}, given = {0}, taken = {0}, after = {0};
    t->writing.var = loops ? lck_ring_loop(give)->var : NULL;
    t->writing.number = lck_constant((int64_t)k);
    if (loops) {
        const lck_polynomial round = {.n = 1, .term = {{1, {t->writing.var, NULL}}}};
        lck_add_times(&t->writing.number, 1, &round);
    }
    lc_text_printf(&before, "relation \"{ [n,i] -> [%d*i + n] : 0 <= n < %d }\" o ", T, T);
    lc_text_add(&given, "{ [n,i]");
    write_phase(t, &given, give, "i");
    lc_text_printf(&given, " : 0 <= n < %d and i >= 0 }", T);
    lc_text_add(&taken, "{ [n,i]");
    write_phase(t, &taken, take, "i");
    lc_text_printf(&taken, " : 0 <= n < %d and i %s %zu }", T, from, k);
    lc_text_printf(&after,
                   " o relation \"{ [r] -> [r mod %d, floor(r/%d)] : r >= 1 }\", "
                   "relation \"{ [r] -> [r - 1] : r >= 1 and floor(r/%d) %s %zu }\"",
                   T, T, T, from, k);
    return claim_turns(t, &before, &given, &taken, &after);
}

/* A team takes and gives its own turns one after the other, the last of them in a loop. */
static bool own_turns_follow(turns *t)
{
    const lc_expr *team = lck_unnamed(&t->w->uses.names, t->give.use[0]->s->slot);
    bool ok = (t->give.n == t->take.n && team->low == 0 && team->high == t->slots - 1) ||
              turns_lost(t);
    for (size_t k = 0; ok && k < t->give.n; k++) {
        const lck_use *give = t->give.use[k], *take = t->take.use[k];
        const bool last = k + 1 == t->give.n;
        ok = (take < give && lck_ring_loop(take) == lck_ring_loop(give) &&
              are_of_all(t, take, give) && (k == 0 || take > t->give.use[k - 1]) &&
              give->nloops <= (last ? 1 : 0) &&
              lc_expr_equal(give->s->slot, t->give.use[0]->s->slot)) ||
             turns_lost(t);
        ok = ok && own_turn_follows(t, k, give->nloops > 0 && lck_ring_loop(give)->var->high > 0);
    }
    return ok;
}

static bool turns_of(const lck_ordering *w, lck_stagings *all, int ring)
{
    turns t = {.w = w,
               .ring = ring,
               .slots = w->kernel->ring[ring].slots,
               .writing = {.names = &w->uses.names, .letter = 'i'}};
    for (size_t i = 0; i < w->uses.n; i++) {
        const lck_use *use = &w->uses.use[i];
        if (use->s->ring != ring)
            continue;
        if ((use->s->kind == LCK_ARRIVE && !lck_add_use(&t.give, use)) ||
            (use->s->kind == LCK_AWAIT && !lck_add_use(&t.take, use)))
            return turns_lost(&t);
    }
    if (t.give.n == 0 || t.take.n == 0)
        return (t.give.n == 0 && t.take.n == 0) || turns_lost(&t);
    return lck_unnamed(&w->uses.names, t.give.use[0]->s->slot)->op == LC_EXPR_MOD
               ? counted_turns_follow(&t, &all->ring[0])
               : own_turns_follow(&t);
}

bool lck_turns_follow(const lck_ordering *w, lck_stagings *all)
{
    bool ok = true;
    for (size_t i = 0; ok && i < w->kernel->nrings; i++) {
        bool staged = false;
        for (size_t k = 0; k < all->n; k++)
            staged = staged || all->ring[k].full == (int)i || all->ring[k].empty == (int)i ||
                     (all->ring[k].came && all->ring[k].came->s->ring == (int)i);
        ok = staged || turns_of(w, all, (int)i);
    }
    return ok;
}
