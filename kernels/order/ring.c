/* ring.c - which uses of a kernel fill, await, read and release the stages of a ring. */
#include "config.h"

#include "ring.h"

bool lck_ring_lost(const lck_ordering *w, const char *why)
{
    return lck_order_found(w, why, "the uses of rings are followed");
}

bool lck_add_use(lck_ring_uses *uses, const lck_use *use)
{
    if (uses->n == LCK_MOST_OF_RING)
        return false;
    uses->use[uses->n++] = use;
    return true;
}

/* ---- numbers ---- */

const lck_statement *lck_ring_loop(const lck_use *use)
{
    return use->nloops ? use->loop[use->nloops - 1] : NULL;
}

lck_polynomial lck_ring_count(const lck_ordering *w, const lck_statement *loop)
{
    return lck_polynomial_of(&w->uses.names, loop->value);
}

/* Without the variables of loops of one round. */
static lck_polynomial without_ones(const lck_use *use, lck_polynomial p)
{
    const lck_polynomial zero = lck_constant(0);
    for (size_t i = 0; i < use->nloops; i++)
        if (use->loop[i]->var->high == 0)
            p = lck_replaced(&p, use->loop[i]->var, &zero);
    return p;
}

static const lc_expr *slot_of(const lck_ordering *w, const lck_use *use)
{
    return lck_unnamed(&w->uses.names, use->s->slot);
}

static const lc_expr *counted_by(const lck_ordering *w, const lck_use *use)
{
    const lc_expr *slot = slot_of(w, use);
    return slot->op == LC_EXPR_MOD ? slot->arg[0] : slot;
}

bool lck_ring_number(const lck_ordering *w, const lck_use *use, lck_polynomial *out)
{
    const lc_expr *slot = slot_of(w, use), *number = counted_by(w, use);
    const int slots = w->kernel->ring[use->s->ring].slots;
    int64_t of_slot, phase;
    *out = without_ones(use, lck_polynomial_of(&w->uses.names, number));
    if (lc_expr_is_int(slot, &of_slot) && use->s->phase &&
        lc_expr_is_int(use->s->phase, &phase) && phase > 0 && phase < INT32_MAX) {
        const lck_polynomial uses_before = lck_constant(phase * slots);
        lck_add_times(out, 1, &uses_before);
    }
    return !out->lost && (number != slot || (slot->low >= 0 && slot->high < slots));
}

/* The last use before n whose slot is a number. */
static bool last_of(const lck_staging *g, const lc_expr *slot, lck_polynomial *out)
{
    lck_polynomial n = lck_ring_count(g->w, lck_ring_loop(g->counts[LCK_BY_LOADS]));
    int64_t rounds, slots = g->slots, is = slot->value;
    if (!lck_is_constant(&n, &rounds) || rounds < 1 || is < 0 || is >= slots)
        return false;
    *out = lck_constant(rounds - 1 - (rounds - 1 + slots - is) % slots);
    return true;
}

bool lck_ring_beside(const lck_staging *g, const lck_use *use, lck_ring_role role,
                     lck_polynomial *out)
{
    const lck_statement *loop = lck_ring_loop(g->counts[role]);
    const lc_expr *slot = slot_of(g->w, use);
    if (slot->op == LC_EXPR_INT && !use->s->phase && loop && use->before.after == loop)
        return last_of(g, slot, out);
    bool ok = lck_ring_number(g->w, use, out);
    lck_add_times(out, -1, &g->base[role]);
    return ok && !out->lost;
}

/* ---- texts ---- */

/* The loop whose rounds a use counts, or NULL: it stands before or behind it. */
static const lck_statement *counted_loop(const lck_staging *g, const lck_use *use,
                                         lck_ring_role role)
{
    return use->nloops == g->counts[role]->nloops ? lck_ring_loop(use) : NULL;
}

static void set_variable(lck_staging *g, const lck_statement *loop)
{
    g->writing.var = loop ? loop->var : NULL;
    g->writing.number = (lck_polynomial){.n = loop != NULL};
    if (loop)
        g->writing.number.term[0] = (lck_monomial){1, {loop->var, NULL}};
    g->writing.letter = 'm';
}

void lck_write_more(lck_staging *g, lc_text *out, const lck_use *use, char letter,
                    const lck_polynomial *value)
{
    const lck_polynomial known = without_ones(use, *value);
    set_variable(g, lck_ring_loop(use));
    lc_text_printf(out, " and %c = ", letter);
    lck_write_polynomial(&g->writing, out, &known);
    g->writing.lost = g->writing.lost || value->lost;
}

/* Those that do not change with the rounds of loops are of all uses. */
static void write_conditions(lck_staging *g, lc_text *out, const lck_use *use)
{
    for (size_t i = 0; i < use->nconditions; i++) {
        const lc_expr *condition = use->condition[i]->value;
        if (!lck_moves(&g->w->uses.names, condition))
            continue;
        lc_text_add(out, use->holds[i] ? " and (" : " and not (");
        lck_write_condition(&g->writing, out, condition);
        lc_text_add(out, ")");
    }
}

void lck_write_use(lck_staging *g, lc_text *out, const lck_use *use, lck_ring_role role,
                   char letter, const char *more)
{
    const lck_statement *loop = counted_loop(g, use, role);
    lck_polynomial number;
    bool ok = lck_ring_beside(g, use, role, &number);
    set_variable(g, loop);
    if (loop) {
        lc_text_add(out, "exists (m : 0 <= m < ");
        lck_write_expr(&g->writing, out, loop->value);
        lc_text_add(out, " and ");
    }
    lc_text_printf(out, "%s%c = ", loop ? "" : "(", letter);
    lck_write_polynomial(&g->writing, out, &number);
    if (loop)
        write_conditions(g, out, use);
    lc_text_add(out, more);
    lc_text_add(out, ")");
    g->writing.lost = g->writing.lost || !ok;
}

void lck_write_head(const lck_staging *g, lc_text *out, const char *letters)
{
    const lck_writing *w = &g->writing;
    lc_text_add(out, "{ [");
    for (size_t i = 0; i < sizeof w->other / sizeof *w->other && w->other[i]; i++)
        lc_text_printf(out, "%c,", "npqs"[i]);
    lc_text_printf(out, "%s] : ", letters);
    for (size_t i = 0; i < sizeof w->other / sizeof *w->other && w->other[i]; i++) {
        lc_text_printf(out, "%c >= %lld and ", "npqs"[i], (long long)w -> other[i] -> low);
        if (w->other[i]->high < 2 * g->slots)
            lc_text_printf(out, "%c <= %lld and ", "npqs"[i], (long long)w -> other[i] -> high);
    }
}

/* ---- which uses ---- */

static bool same_loops(const lck_use *a, const lck_use *b)
{
    return a->nloops == b->nloops && lck_ring_loop(a) == lck_ring_loop(b);
}

/* The wait before an EXPECT, behind the one before it. */
static const lck_use *wait_before(const lck_ordering *w, const lck_use *fill)
{
    for (const lck_use *use = fill; use-- > w->uses.use && same_loops(use, fill);) {
        if (use->s->kind == LCK_EXPECT)
            break;
        if (use->s->kind == LCK_AWAIT)
            return use;
    }
    return NULL;
}

static bool sort_use(lck_staging *g, const lck_use *use)
{
    const bool full = use->s->ring == g->full, empty = use->s->ring == g->empty;
    switch (use->s->kind) {
    case LCK_EXPECT: return !full || use == g->fill;
    case LCK_AWAIT: return (!full || lck_add_use(&g->read, use)) && (!empty || use == g->wait);
    case LCK_ARRIVE: return !full && (!empty || lck_add_use(&g->release, use));
    default: return true;
    }
}

static bool sort_uses(lck_staging *g)
{
    const lck_ordering *w = g->w;
    const lck_uses *uses = &w->uses;
    for (size_t i = 0; i < uses->n && !g->fill; i++)
        if (uses->use[i].s->kind == LCK_EXPECT && uses->use[i].s->ring == g->full)
            g->fill = &uses->use[i];
    g->wait = g->fill ? wait_before(w, g->fill) : NULL;
    g->empty = g->wait ? g->wait->s->ring : -1;
    bool ok = g->fill && (g->wait ? g->fill->nloops > 0 : g->fill->nloops == 0) &&
              (!g->wait || (w->kernel->ring[g->empty].slots == g->slots &&
                            g->wait->nconditions == g->fill->nconditions));
    for (size_t i = 0; ok && i < uses->n; i++)
        ok = sort_use(g, &uses->use[i]);
    ok = ok && g->read.n > 0;
    return ok || lck_ring_lost(w, "a fill or a wait is missing, or is done twice");
}

static void find_base(lck_staging *g, lck_ring_role role, const lck_use *use)
{
    const lck_use *deepest = g->counts[role];
    if (deepest && deepest->nloops >= use->nloops)
        return;
    g->counts[role] = use;
    lck_polynomial round = without_ones(use, use->round);
    g->base[role] = lck_constant(0);
    if (use->nloops == 0)
        return;
    g->base[role].lost = !lck_ring_number(g->w, use, &g->base[role]);
    lck_add_times(&g->base[role], -1, &round);
    const lck_polynomial first = lck_constant(lck_times_of(&g->base[role], NULL));
    lck_add_times(&g->base[role], -1, &first);
}

/* The highest number of a use; of many ones none is the last. */
int64_t lck_ring_last(const lck_staging *g, const lck_use *use)
{
    const int64_t high = counted_by(g->w, use)->high;
    lck_polynomial number;
    int64_t only;
    if (lck_ring_number(g->w, use, &number) && lck_is_constant(&number, &only))
        return only;
    return high < 2 * g->slots ? high : INT64_MAX;
}

/* Fills, waits and reads are as many: what is known of one of them is known of all. */
static void find_most(lck_staging *g)
{
    int64_t of_reads = 0;
    for (size_t i = 0; i < g->read.n; i++) {
        int64_t last = lck_ring_last(g, g->read.use[i]);
        of_reads = last > of_reads ? last : of_reads;
    }
    g->most = lck_ring_last(g, g->fill);
    if (g->wait && lck_ring_last(g, g->wait) < g->most)
        g->most = lck_ring_last(g, g->wait);
    g->most = of_reads < g->most ? of_reads : g->most;
}

/* Letters are given to all that sets are written of. */
static bool give_letters(lck_staging *g)
{
    lc_text text = {0};
    g->writing = (lck_writing){.names = &g->w->uses.names};
    lck_write_use(g, &text, g->fill, LCK_BY_LOADS, 'k', NULL);
    for (size_t i = 0; i < g->read.n; i++)
        lck_write_use(g, &text, g->read.use[i], LCK_BY_READS, 'k', NULL);
    for (size_t i = 0; i < g->release.n; i++)
        lck_write_use(g, &text, g->release.use[i], LCK_BY_READS, 'k', NULL);
    lc_text_free(&text);
    return !g->writing.lost || lck_ring_lost(g->w, "slots do not count the rounds of a loop");
}

static bool find_ring(lck_staging *g)
{
    if (!sort_uses(g))
        return false;
    find_base(g, LCK_BY_LOADS, g->fill);
    for (size_t i = 0; i < g->read.n; i++)
        find_base(g, LCK_BY_READS, g->read.use[i]);
    find_most(g);
    lck_polynomial filled, waits;
    if (g->wait && (!lck_ring_number(g->w, g->fill, &filled) ||
                    !lck_ring_number(g->w, g->wait, &waits) || !lck_same(&filled, &waits)))
        return lck_ring_lost(g->w, "a fill awaits another slot than its own");
    return give_letters(g);
}

bool lck_find_rings(const lck_ordering *w, lck_stagings *out)
{
    out->n = 0;
    for (size_t i = 0; i < w->kernel->nrings; i++) {
        bool loaded = false;
        for (size_t k = 0; k < w->uses.n && !loaded; k++)
            loaded = w->uses.use[k].s->kind == LCK_TMA_LOAD && w->uses.use[k].s->ring == (int)i;
        if (!loaded)
            continue;
        lck_staging *g = &out->ring[out->n++];
        *g = (lck_staging){.w = w, .full = (int)i, .slots = w->kernel->ring[i].slots};
        if (!find_ring(g))
            return false;
    }
    return true;
}
