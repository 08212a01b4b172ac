/* ring.c - which uses of a kernel fill, await, read and release the stages of a ring. */
#include "config.h"

#include "ring.h"

bool lck_ring_lost(const lck_ordering *w, const char *why)
{
    return lck_order_lost(w, why, "the uses of rings are followed");
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

/* Of a slot that is no remainder, as few uses have it: those of the phases before. */
static int64_t phases_before(const lck_ordering *w, const lck_use *use)
{
    int64_t phase;
    bool known = slot_of(w, use)->op != LC_EXPR_MOD && use->s->phase &&
                 lc_expr_is_int(use->s->phase, &phase) && phase > 0 && phase < INT32_MAX;
    return known ? phase * w->kernel->ring[use->s->ring].slots : 0;
}

bool lck_ring_number(const lck_ordering *w, const lck_use *use, lck_polynomial *out)
{
    const lc_expr *slot = slot_of(w, use), *number = counted_by(w, use);
    const int slots = w->kernel->ring[use->s->ring].slots;
    const lck_polynomial before = lck_constant(phases_before(w, use));
    *out = without_ones(use, lck_polynomial_of(&w->uses.names, number));
    lck_add_times(out, 1, &before);
    return !out->lost && (number != slot || (slot->low >= 0 && slot->high < slots));
}

/* The last use before n whose slot is a number. */
static lck_polynomial last_of(const lck_staging *g, const lc_expr *slot)
{
    lck_polynomial n = lck_ring_count(g->w, lck_ring_loop(g->counts[LCK_BY_LOADS]));
    int64_t rounds, slots = g->slots, is = slot->value;
    if (!lck_is_constant(&n, &rounds) || rounds < 1 || is < 0 || is >= slots)
        return (lck_polynomial){.lost = true};
    return lck_constant(rounds - 1 - (rounds - 1 + slots - is) % slots);
}

bool lck_ring_beside(const lck_staging *g, const lck_use *use, lck_ring_role role,
                     lck_polynomial *out)
{
    const lck_statement *loop = lck_ring_loop(g->counts[role]);
    const lc_expr *slot = slot_of(g->w, use);
    if (slot->op == LC_EXPR_INT && !use->s->phase && loop && use->before.after == loop) {
        *out = last_of(g, slot);
        return !out->lost;
    }
    bool ok = lck_ring_number(g->w, use, out);
    lck_add_times(out, -1, &g->base[role]);
    out->lost = out->lost || !ok;
    return !out->lost;
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

/* Is it the same for all threads of a block? */
static bool is_uniform(const lck_staging *g, const lc_expr *e)
{
    const lck_names *names = &g->w->uses.names;
    if (lc_expr_has(e, g->w->kernel->thread))
        return false;
    for (size_t i = 0; i < names->n; i++)
        if (names->name[i].of_thread && lc_expr_has(e, names->name[i].var))
            return false;
    return true;
}

/* Of a conjunction, the conditions that rounds change or that are the same for all threads are
 * written; others only choose the thread that acts for all. */
static void write_part(lck_staging *g, lc_text *out, const lc_expr *condition, bool holds)
{
    if (holds && condition->op == LC_EXPR_ALL) {
        write_part(g, out, condition->arg[0], true);
        write_part(g, out, condition->arg[1], true);
    } else if (lck_moves(&g->w->uses.names, condition) || is_uniform(g, condition)) {
        lc_text_add(out, holds ? " and (" : " and not (");
        lck_write_condition(&g->writing, out, condition);
        lc_text_add(out, ")");
    }
}

/* Those that are not those of all uses. */
static void write_conditions(lck_staging *g, lc_text *out, const lck_use *use)
{
    for (size_t i = g->common; i < use->nconditions; i++)
        write_part(g, out, use->condition[i]->value, use->holds[i]);
}

void lck_write_use(lck_staging *g, lc_text *out, const lck_use *use, lck_ring_role role,
                   char letter, const char *more)
{
    const lck_statement *loop = counted_loop(g, use, role);
    lck_polynomial number;
    bool ok = lck_ring_beside(g, use, role, &number);
    set_variable(g, loop);
    if (loop)
        lck_say(&g->writing, out, "exists (m : 0 <= m < %e and ", loop->value);
    lc_text_printf(out, "%s%c = ", loop ? "" : "(", letter);
    lck_write_polynomial(&g->writing, out, &number);
    write_conditions(g, out, use);
    lc_text_add(out, more);
    lc_text_add(out, ")");
    g->writing.lost = g->writing.lost || !ok;
}

void lck_write_head(const lck_staging *g, lc_text *out, const char *letters)
{
    const lck_writing *w = &g->writing;
    lc_text_add(out, "{ [");
    for (size_t i = 0; i < LCK_FEW_LETTERS && w->other[i]; i++)
        lc_text_printf(out, "%c,", LCK_LETTERS[i]);
    lc_text_printf(out, "%s] : ", letters);
    for (size_t i = 0; i < LCK_FEW_LETTERS && w->other[i]; i++) {
        lc_text_printf(out, "%c >= %lld and ", LCK_LETTERS[i], (long long)w->other[i]->low);
        if (w->other[i]->high < 2 * g->slots)
            lc_text_printf(out, "%c <= %lld and ", LCK_LETTERS[i], (long long)w->other[i]->high);
    }
}

/* ---- which uses ---- */

static bool same_loops(const lck_use *a, const lck_use *b)
{
    return a->nloops == b->nloops && lck_ring_loop(a) == lck_ring_loop(b);
}

bool lck_uses_exclude(const lck_use *a, const lck_use *b)
{
    for (size_t i = 0; i < a->nconditions && i < b->nconditions; i++)
        if (a->condition[i] == b->condition[i] && a->holds[i] != b->holds[i])
            return true;
    return false;
}

bool lck_uses_replace(const lck_staging *g, const lck_use *a, const lck_use *b)
{
    for (size_t i = 0; i < a->nconditions && i < b->nconditions; i++)
        if (a->condition[i] == b->condition[i] && a->holds[i] != b->holds[i] &&
            is_uniform(g, a->condition[i]->value))
            return true;
    return false;
}

bool lck_uses_include(const lck_use *before, const lck_use *use)
{
    bool all = before->nconditions <= use->nconditions;
    for (size_t i = 0; all && i < before->nconditions; i++)
        all = before->condition[i] == use->condition[i] && before->holds[i] == use->holds[i];
    return all;
}

/* The wait before a use, behind the fill before it. */
static const lck_use *wait_before(const lck_ordering *w, const lck_use *of)
{
    for (const lck_use *use = of; use-- > w->uses.use;) {
        if (use->nloops > of->nloops) /* in a loop before it */
            continue;
        if (!same_loops(use, of) || (use->s->kind == LCK_EXPECT && !lck_uses_exclude(use, of)))
            break;
        if (use->s->kind == LCK_AWAIT)
            return use;
    }
    return NULL;
}

/* The first use of a kind at a ring. */
static const lck_use *first_use(const lck_ordering *w, lck_statement_kind kind, int ring)
{
    for (size_t i = 0; i < w->uses.n; i++)
        if (w->uses.use[i].s->kind == kind && w->uses.use[i].s->ring == ring)
            return &w->uses.use[i];
    return NULL;
}

static bool sort_use(lck_staging *g, const lck_use *use)
{
    const bool full = use->s->ring == g->full, empty = use->s->ring == g->empty;
    const bool came = g->came && use->s->ring == g->came->s->ring;
    const lck_use *arrives = g->array < 0 ? g->relay : g->fill;
    switch (use->s->kind) {
    case LCK_EXPECT: return (!full || use == g->fill) && (!came || use == g->load);
    case LCK_AWAIT:
        return (!full || lck_add_use(&g->read, use)) && (!empty || use == g->wait) &&
               (!came || use == g->came);
    case LCK_ARRIVE:
        return (!full || use == arrives) && !came && (!empty || lck_add_use(&g->release, use));
    default: return true;
    }
}

/* Fills wait together, and a fill that is handed on is one of them. */
static bool fills_are_one(const lck_staging *g)
{
    const lck_kernel *kernel = g->w->kernel;
    if (!g->fill || !g->wait)
        return g->fill && g->fill->nloops == 0 && !g->relay;
    return g->fill->nloops > 0 && kernel->ring[g->empty].slots == g->slots &&
           (!g->relay || (g->load && wait_before(g->w, g->load) == g->wait &&
                          kernel->ring[g->came->s->ring].slots == 1));
}

/* Conditions that all uses stand under. */
static void find_common(lck_staging *g)
{
    const lck_uses *uses = &g->w->uses;
    g->common = g->fill->nconditions;
    for (size_t i = 0; i < uses->n; i++) {
        const lck_use *use = &uses->use[i];
        size_t n = 0;
        while (n < g->common && n < use->nconditions &&
               use->condition[n] == g->fill->condition[n] && use->holds[n] == g->fill->holds[n])
            n++;
        if (use->array < 0) /* of rings */
            g->common = n;
    }
}

static bool sort_uses(lck_staging *g)
{
    const lck_ordering *w = g->w;
    const lck_uses *uses = &w->uses;
    if (g->array < 0)
        g->fill = first_use(w, LCK_EXPECT, g->full);
    g->wait = g->fill ? wait_before(w, g->fill) : NULL;
    g->empty = g->wait ? g->wait->s->ring : -1;
    g->relay = g->array < 0 ? first_use(w, LCK_ARRIVE, g->full) : NULL;
    g->came = g->relay ? wait_before(w, g->relay) : NULL;
    g->load = g->came ? first_use(w, LCK_EXPECT, g->came->s->ring) : NULL;
    bool ok = fills_are_one(g);
    for (size_t i = 0; ok && i < uses->n; i++)
        ok = sort_use(g, &uses->use[i]);
    ok = ok && g->read.n > 0;
    if (ok)
        find_common(g);
    return ok || lck_ring_lost(w, "a fill or a wait is missing, or is done twice");
}

static void find_base(lck_staging *g, lck_ring_role role, const lck_use *use)
{
    const lck_use *deepest = g->counts[role];
    if (deepest && deepest->nloops >= use->nloops)
        return;
    g->counts[role] = use;
    g->base[role] = lck_constant(0);
    if (use->nloops == 0)
        return;
    const lck_polynomial var = {.n = 1, .term = {{1, {lck_ring_loop(use)->var, NULL}}}};
    const lck_polynomial round = without_ones(use, var);
    g->base[role].lost = !lck_ring_number(g->w, use, &g->base[role]);
    lck_add_times(&g->base[role], -1, &round);
    const lck_polynomial first = lck_constant(lck_times_of(&g->base[role], NULL));
    lck_add_times(&g->base[role], -1, &first);
}

int64_t lck_ring_last(const lck_staging *g, const lck_use *use)
{
    const int64_t high = counted_by(g->w, use)->high, before = phases_before(g->w, use);
    lck_polynomial number;
    int64_t only;
    if (lck_ring_number(g->w, use, &number) && lck_is_constant(&number, &only))
        return only;
    return before || high < 2 * g->slots ? high + before : INT64_MAX;
}

int64_t lck_ring_first(const lck_staging *g, const lck_use *use)
{
    return phases_before(g->w, use);
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
    if (g->relay)
        lck_write_use(g, &text, g->relay, LCK_BY_LOADS, 'k', NULL);
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
    if ((g->wait && !lck_uses_include(g->wait, g->fill)) ||
        (g->load && !lck_uses_include(g->wait, g->load)) ||
        (g->relay && !lck_uses_include(g->came, g->relay)))
        return lck_ring_lost(g->w, "not all who fill a stage await that");
    return give_letters(g);
}

/* Is it handed on: do loads of TMA to its array end another ring, at which threads arrive? */
static bool is_handed_on(const lck_ordering *w, int ring)
{
    const lck_use *of = first_use(w, LCK_TMA_LOAD, ring);
    for (size_t i = 0; i < w->uses.n; i++) {
        const lck_use *use = &w->uses.use[i];
        if (use->s->kind == LCK_TMA_LOAD && use->array == of->array && use->s->ring != ring &&
            first_use(w, LCK_ARRIVE, use->s->ring) && !first_use(w, LCK_ARRIVE, ring))
            return true;
    }
    return false;
}

/* Where threads say that they have filled a stage of an array, which WGMMA reads; or NULL. */
static const lck_use *filled_by_threads(const lck_ordering *w, int array)
{
    const lck_use *written = NULL;
    bool read = false;
    for (size_t i = 0; i < w->uses.n; i++) {
        const lck_use *use = &w->uses.use[i];
        if (use->array == array && use->s->kind == LCK_TMA_LOAD)
            return NULL;
        read = read || (use->array == array && use->s->kind == LCK_WGMMA);
        written = use->array == array && use->writes ? use : written;
    }
    for (const lck_use *use = written; read && use && use < w->uses.use + w->uses.n; use++)
        if (use->s->kind == LCK_ARRIVE && use->nloops <= written->nloops && use->nloops > 0 &&
            written->loop[use->nloops - 1] == lck_ring_loop(use))
            return use;
    return NULL;
}

static bool add_ring(const lck_ordering *w, lck_stagings *out, int ring, int array,
                     const lck_use *fill)
{
    if (out->n == LCK_MAX_RINGS)
        return lck_ring_lost(w, "there are too many rings");
    lck_staging *g = &out->ring[out->n++];
    *g = (lck_staging){
        .w = w, .full = ring, .array = array, .fill = fill, .slots = w->kernel->ring[ring].slots};
    return find_ring(g);
}

bool lck_find_rings(const lck_ordering *w, lck_stagings *out)
{
    bool ok = true;
    out->n = 0;
    for (int i = 0; ok && i < (int)w->kernel->nrings; i++)
        if (first_use(w, LCK_TMA_LOAD, i) && !is_handed_on(w, i))
            ok = add_ring(w, out, i, -1, NULL);
    for (int i = 0; ok && i < (int)w->kernel->narrays; i++) {
        const lck_use *fill = filled_by_threads(w, i);
        if (fill)
            ok = add_ring(w, out, fill->s->ring, i, fill);
    }
    return ok;
}
