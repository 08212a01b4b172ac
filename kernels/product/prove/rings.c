/* rings.c - rings of mbarriers: what a kernel's statements end and await, for every number of
 * rounds of its loops, in the words of ring.h.
 *
 *   a phase is of one use; read k awaits the one that fill k ends
 *   fill k awaits the one that the release of k - S ends
 *   each read is released, once; when the products that read it have ended
 *   what fill k overwrites was read when its wait ends
 *   no fill waits for a release that comes after it
 *   a read's slot is not filled again before it is released, and so, by the parity of a phase,
 *   which is all that the hardware knows, a wait ends if and only if the phase has ended
 *   each round of the loads is one of those that read
 *   turn r awaits that turn r - 1 is given on
 */
#include "config.h"

#include "proofs.h"
#include "ring.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

static lcv_ast *settle_text(lck_ring_uses *g, lc_text *text, bool set)
{
    g->lost = g->lost || text->failed;
    lcv_ast *tree = set ? lck_isl_set(g->w, lc_text_peek(text))
                        : lck_isl_relation(g->w, lc_text_peek(text));
    lc_text_free(text);
    return tree;
}

static lcv_ast *text_tree(lck_ring_uses *g, bool set, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static lcv_ast *text_tree(lck_ring_uses *g, bool set, const char *format, ...)
{
    lc_text text = {0};
    va_list args;
    va_start(args, format);
    lc_text_vprintf(&text, format, args);
    va_end(args);
    return settle_text(g, &text, set);
}
#define RELATION(...) text_tree(g, false, __VA_ARGS__)
#define SET(...) text_tree(g, true, __VA_ARGS__)

static bool claim(lck_ring_uses *g, const char *name, lcv_ast *a, lcv_ast *b)
{
    return g->lost ? lck_ring_lost(g, "slots and phases are no functions of a round")
                   : lck_claim_of(g->w, name, a, b);
}

static bool claim_one(lck_ring_uses *g, const char *name, lcv_ast *a)
{
    return g->lost ? lck_ring_lost(g, "slots and phases are no functions of a round")
                   : lck_claim(g->w, lcv_build_call(g->w->arena, name, 1, a));
}

static lcv_ast *after(lck_ring_uses *g, lcv_ast *outer, lcv_ast *inner)
{
    return lcv_build(g->w->arena, LCV_AST_COMPOSE, 2, outer, inner);
}

static lcv_ast *inverse(lck_ring_uses *g, lcv_ast *of)
{
    return lcv_build_call(g->w->arena, "inverse", 1, of);
}

/* ---- waits ---- */

/* No more than are filled, awaited and read, which are the same. */
static bool number_of(const lck_ring_uses *g, const lck_use *use, lck_polynomial *out,
                      int64_t *most)
{
    const lck_use *const same[] = {g->fill, g->wait, g->read};
    lck_polynomial number;
    int64_t one;
    bool ok = lck_ring_number(g, use, out, most);
    if (use->s->kind == LCK_ARRIVE && use != g->give &&
        lck_unnamed(&g->uses->names, use->s->slot)->op == LC_EXPR_MOD)
        *most = INT64_MAX; /* a release, as many as there are reads */
    for (size_t i = 0; i < 3 && use != g->give && use != g->take; i++)
        if (lck_ring_number(g, same[i], &number, &one) && one < *most)
            *most = one;
    return ok;
}

static void write_most(lc_text *out, int64_t most)
{
    if (most < INT64_MAX)
        lc_text_printf(out, " and i <= %lld", (long long)most);
    lc_text_add(out, " }");
}

/* "{ [i] -> [SLOT, PHASE] : i >= FROM }" of the numbers of `as`; phases are those of the
 * statement, or those that its uses end in turn. */
static lcv_ast *phases_as(lck_ring_uses *g, const lck_use *use, const lck_use *as, int64_t from)
{
    lck_writing writing = {.names = &g->uses->names, .var = lck_ring_variable(as), .letter = 'i'};
    lc_text text = {0};
    int64_t most;
    if (!number_of(g, as, &writing.number, &most))
        writing.lost = true;
    lc_text_add(&text, "{ [i] -> [");
    lck_write_expr(&writing, &text, use->s->slot);
    lc_text_add(&text, ", ");
    if (use->s->phase)
        lck_write_expr(&writing, &text, use->s->phase);
    else
        lc_text_printf(&text, "floor((i)/%d)", g->uses->kernel->ring[use->s->ring].slots);
    lc_text_printf(&text, "] : i >= %lld", (long long)from);
    write_most(&text, most);
    text.failed = text.failed || writing.lost;
    return settle_text(g, &text, false);
}

static lcv_ast *phases(lck_ring_uses *g, const lck_use *use, int64_t from)
{
    return phases_as(g, use, use, from);
}

/* "{ [i] -> [i - BEHIND] : i >= BEHIND }" of the numbers of a use. */
static lcv_ast *use_behind(lck_ring_uses *g, const lck_use *use, int behind)
{
    lck_polynomial number;
    int64_t most;
    lc_text text = {0};
    number_of(g, use, &number, &most);
    lc_text_printf(&text, behind ? "{ [i] -> [i - %d] : i >= %d" : "{ [i] -> [i] : i >= 0",
                   behind, behind);
    write_most(&text, most);
    return settle_text(g, &text, false);
}

static bool phases_are_of_one_use(lck_ring_uses *g)
{
    int slots = g->uses->kernel->ring[g->wait->s->ring].slots;
    bool ok = claim_one(g, "injective", phases(g, g->fill, 0)) &&
              claim(g, "equal",
                    after(g, inverse(g, phases(g, g->fill, 0)), phases(g, g->read, 0)),
                    use_behind(g, g->read, 0));
    for (size_t k = 0; ok && k < g->nreleases; k++)
        ok = g->fixed[k] ||
             claim(g, "equal",
                   after(g, inverse(g, phases(g, g->release[k], 0)), phases(g, g->wait, slots)),
                   use_behind(g, g->wait, slots));
    return ok;
}

/* "n >= 1 and ", "n >= 1 and n <= 2 and " where rounds are few */
static void write_n(const lck_ring_uses *g, lc_text *out)
{
    const lc_expr *n = g->read->loop[g->read->nloops - 1]->value;
    lc_text_printf(out, "n >= %lld and ", (long long)n->low);
    if (n->high < 2 * g->slots)
        lc_text_printf(out, "n <= %lld and ", (long long)n->high);
}

/* The releases of a round of n reads, "m" being which round of the inner loop, j what it is. */
static void write_release(lck_ring_uses *g, lc_text *out, size_t k)
{
    const lck_use *use = g->release[k];
    lc_text_add(out, "(");
    write_n(g, out);
    lc_text_printf(out, "%s and j = %s%s%lld", g->late[k] ? "m = n - 1" : "0 <= m < n",
                   g->late[k]    ? "n"
                   : g->fixed[k] ? ""
                                 : "m",
                   g->offset[k] < 0             ? " - "
                   : g->late[k] || !g->fixed[k] ? " + "
                                                : "",
                   (long long)(g->offset[k] < 0 ? -g->offset[k] : g->offset[k]));
    if (g->late[k]) {
        lc_text_add(out, ")");
        return;
    }
    for (size_t c = 0; c < use->nconditions; c++) {
        const lc_expr *condition = lck_unnamed(&g->uses->names, use->condition[c]->value);
        if (!lck_moves(&g->uses->names, condition))
            continue;
        lck_writing writing = {.names = &g->uses->names,
                               .number = use->round,
                               .var = lck_ring_variable(use),
                               .letter = 'm'};
        lc_text_add(out, use->holds[c] ? " and (" : " and not (");
        lck_write_expr(&writing, out, condition);
        lc_text_add(out, ")");
        out->failed = out->failed || writing.lost || writing.other[0];
    }
    lc_text_add(out, ")");
}

static lcv_ast *releases(lck_ring_uses *g, const char *before)
{
    lc_text text = {0};
    lc_text_add(&text, before);
    for (size_t k = 0; k < g->nreleases; k++) {
        lc_text_add(&text, k ? " or " : "");
        write_release(g, &text, k);
    }
    lc_text_add(&text, ") }");
    return settle_text(g, &text, true);
}

/* Those that have ended where a stage is released: all but the last ones. */
static lcv_ast *ended_groups(lck_ring_uses *g, size_t k)
{
    const lck_use *use = g->release[k];
    lck_polynomial groups = use->before.products, left = lck_constant(use->before.running);
    lck_writing writing = {.names = &g->uses->names,
                           .number = use->round,
                           .var = lck_ring_variable(use),
                           .letter = 'm'};
    lc_text text = {0};
    if (g->late[k])
        return SET("{ [n,m,j] : j < n - %d }", use->before.running);
    lck_add_times(&groups, -1, &left);
    lc_text_add(&text, "{ [n,m,j] : j < ");
    lck_write_polynomial(&writing, &text, &groups);
    lc_text_add(&text, " }");
    text.failed = text.failed || writing.lost || groups.lost || writing.other[0];
    return settle_text(g, &text, true);
}

/* The products of a round are a group, the one of its number. */
static bool products_have_ended(lck_ring_uses *g)
{
    bool ok = true;
    for (size_t i = 0; ok && i < g->uses->n; i++) {
        const lck_use *use = &g->uses->use[i];
        if (use->s->kind == LCK_WGMMA)
            ok = lck_same(&use->before.products, &use->round) ||
                 lck_ring_lost(g, "the products of a round are not the group of its number");
    }
    for (size_t k = 0; ok && k < g->nreleases; k++) {
        lc_text released = {0};
        lc_text_add(&released, "{ [n,m,j] : ");
        write_release(g, &released, k);
        lc_text_add(&released, " }");
        ok = claim(g, "contained", settle_text(g, &released, true), ended_groups(g, k));
    }
    return ok;
}

/* Is it in the stage of a slot: index = slot * stage + what rounds do not change, within it? */
static bool is_of_slot(const lck_ring_uses *g, const lck_use *use, const lc_expr *slot)
{
    const lck_names *names = &g->uses->names;
    const int64_t stage = lck_shared_elements(g->uses->kernel, use->array) / g->slots;
    lck_polynomial rest = lck_polynomial_of(names, use->index);
    lck_polynomial of_slot = lck_polynomial_of(names, slot);
    lck_add_times(&rest, -stage, &of_slot);
    for (size_t i = 0; i < rest.n; i++)
        for (int k = 0; k < 2; k++)
            if (rest.term[i].of[k] && lck_moves(names, rest.term[i].of[k]))
                return false;
    int64_t within = lck_times_of(&rest, NULL);
    return !rest.lost && within >= 0 && within < stage;
}

/* TMA fills the stage of the slot that expects it, WGMMA reads the one that was awaited; use i
 * has slot i mod S. */
static bool places_are_slots(lck_ring_uses *g)
{
    for (size_t i = 0; i < g->uses->n; i++) {
        const lck_use *use = &g->uses->use[i];
        if (use->array >= 0 &&
            ((use->s->kind == LCK_TMA_LOAD && !is_of_slot(g, use, g->fill->s->slot)) ||
             (use->s->kind == LCK_WGMMA && !is_of_slot(g, use, g->read->s->slot))))
            return lck_ring_lost(g, "a place is not in the stage of its slot");
    }
    lcv_ast *counted = RELATION("{ [i] -> [i mod %d, floor(i/%d)] : i >= 0 }", g->slots,
                                g->slots);
    return claim(g, "contained", phases(g, g->fill, 0), counted);
}

static bool fills_follow_reads(lck_ring_uses *g)
{
    const int s = g->slots;
    lcv_ast *done = after(g, RELATION("{ [i] -> [j] : 0 <= j <= i }"),
                          RELATION("{ [k] -> [k - %d] : k >= %d }", s, s));
    return places_are_slots(g) &&
           claim(g, "contained",
                 RELATION("{ [k] -> [j] : 0 <= j <= k - %d and (k - j) mod %d = 0 }", s, s),
                 done) &&
           claim(g, "contained", releases(g, "{ [j,m] : exists (n : "),
                 SET("{ [j,m] : m < j + %d }", s));
}

/* The states [n,c] of a wait for round n, c phases of the slot having ended, in which its parity
 * lets it go on, are those in which it may. */
static bool goes_on(lck_ring_uses *g, const char *states, const char *parity, const char *may)
{
    lcv_ast *on = lcv_build_call(g->w->arena, "intersect", 2, SET("%s", states),
                                 SET("%s", parity));
    lcv_ast *right = lcv_build_call(g->w->arena, "intersect", 2, SET("%s", states),
                                    SET("%s", may));
    return claim(g, "equal", on, right);
}

static bool parities_suffice(lck_ring_uses *g)
{
    const int s = g->slots;
    return claim(g, "contained",
                 SET("{ [i,k] : i >= 0 and k >= 0 and k - %d < i and (k - i) mod %d = 0 }", s, s),
                 SET("{ [i,k] : k <= i }")) &&
           goes_on(g, "{ [n,c] : 0 <= n <= c <= n + 1 }", "{ [n,c] : (c - n) mod 2 = 1 }",
                   "{ [n,c] : c >= n + 1 }") &&
           goes_on(g, "{ [n,c] : 0 <= c <= n <= c + 1 }", "{ [n,c] : (c - n) mod 2 = 0 }",
                   "{ [n,c] : c >= n }");
}

/* ---- rounds and turns ---- */

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

/* "{ [n,t] : exists (r, p : 0 <= r < COUNT and 0 <= p <= 3 and t = ROUND) }" */
static lcv_ast *rounds_of(lck_ring_uses *g, const lck_use *use, const lck_polynomial *q)
{
    lck_writing writing = {.names = &g->uses->names, .var = use->loop[0]->var, .letter = 'r'};
    lc_text text = {0};
    lck_polynomial r = {.n = 1, .term = {{1, {writing.var, NULL}}}};
    writing.number = r;
    writing.other[0] = g->fill->loop[0]->value; /* n */
    lc_text_add(&text, "{ [n,t] : exists (r, p, q, s : 0 <= r < ");
    lck_write_expr(&writing, &text, use->loop[0]->value);
    lc_text_add(&text, " and t = ");
    lck_write_polynomial(&writing, &text, q);
    for (size_t i = 0; i < 4 && writing.other[i]; i++)
        lc_text_printf(&text, " and %lld <= %c <= %lld", (long long)writing.other[i]->low,
                       "npqs"[i], (long long)writing.other[i]->high);
    lc_text_add(&text, ") }");
    text.failed = text.failed || writing.lost;
    return settle_text(g, &text, true);
}

static bool rounds_are_those(lck_ring_uses *g)
{
    lck_polynomial of_loads, loads, reads;
    lck_polynomial n = lck_ring_count(g, g->fill->loop[g->fill->nloops - 1]);
    lck_polynomial m = lck_ring_count(g, g->read->loop[g->read->nloops - 1]);
    if (!lck_ring_base(g, g->fill, &of_loads) || !outer_round(&of_loads, &n, &loads) ||
        !outer_round(&g->base, &m, &reads) || !lck_same(&m, &n) ||
        g->fill->nloops != g->read->nloops)
        return lck_ring_lost(g, "loads and reads do not count the same rounds");
    return g->fill->nloops == 1
               ? lck_same(&loads, &reads)
               : claim(g, "equal", rounds_of(g, g->fill, &loads), rounds_of(g, g->read, &reads));
}

static bool turns_follow(lck_ring_uses *g)
{
    if (!g->give && !g->take)
        return true;
    lck_polynomial given, round, n = lck_ring_count(g, g->read->loop[g->read->nloops - 1]);
    int64_t most;
    if (!g->give || !g->take || !lck_ring_number(g, g->give, &given, &most) ||
        !outer_round(&g->base, &n, &round) || !lck_same(&given, &round))
        return lck_ring_lost(g, "turns are not counted as rounds are");
    return claim(g, "equal",
                 after(g, inverse(g, phases(g, g->give, 0)), phases_as(g, g->take, g->give, 1)),
                 use_behind(g, g->give, 1));
}

/* Each read is released. */
static bool all_are_released(lck_ring_uses *g)
{
    lc_text all = {0};
    lc_text_add(&all, "{ [n,j] : ");
    write_n(g, &all);
    lc_text_add(&all, "0 <= j < n }");
    return claim(g, "equal", releases(g, "{ [n,j] : exists (m : "), settle_text(g, &all, true));
}

static bool rings_of(lck_proofs *w, const lck_uses *uses)
{
    lck_ring_uses g = {.w = w, .uses = uses};
    if (!lck_find_ring(&g) || !g.load)
        return !g.load;
    return phases_are_of_one_use(&g) && all_are_released(&g) && products_have_ended(&g) &&
           fills_follow_reads(&g) && parities_suffice(&g) && rounds_are_those(&g) &&
           turns_follow(&g);
}

static bool is_loaded(const lck_uses *uses, size_t array)
{
    for (size_t i = 0; i < uses->n; i++)
        if (uses->use[i].s->kind == LCK_TMA_LOAD && uses->use[i].array == (int)array)
            return true;
    return false;
}

bool lck_prove_order(lck_proofs *w)
{
    const lck_kernel *kernel = w->kernel;
    lck_uses uses;
    if (!lck_find_uses(kernel, &uses)) {
        lck_forget_uses(&uses);
        return false;
    }
    bool ok = lck_claim_found(w, uses.why, "the kernel's barriers and groups are followed") &&
              rings_of(w, &uses);
    for (size_t i = 0; ok && i < kernel->narrays; i++)
        if (kernel->array[i].role == LCK_OF_BLOCK && !is_loaded(&uses, i))
            ok = lck_prove_stages_of(w, &uses, (int)i);
    lck_forget_uses(&uses);
    return ok;
}
