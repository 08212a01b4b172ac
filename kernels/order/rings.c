/* rings.c - rings of mbarriers: what a kernel's statements end and await, for every number of
 * rounds of its loops, in the words of ring.h.
 *
 *   what is filled is read
 *   a phase is of one use; read k awaits the one that fill k ends
 *   fill k awaits the one that the release of k - S ends, the first of a slot none
 *   what is read is released, once, if its slot is filled again; when the products that read it
 *   have ended
 *   what fill k overwrites was read when its wait ends
 *   no fill waits for a release that comes after it
 *   a read's slot is not filled again before it is released, and so, by the parity of a phase,
 *   which is all that the hardware knows, a wait ends if and only if the phase has ended
 */
#include "config.h"

#include "ring.h"

/* ---- texts ---- */

#define ASK(g, ...) ((g)->writing.lost ? lost(g) : lck_order_claim((g)->w, __VA_ARGS__))

static bool lost(const lck_staging *g)
{
    return lck_ring_lost(g->w, "slots and phases are no functions of a round");
}

/* Takes the texts of two sets: does what `name` says hold between them? */
static bool claim(const lck_staging *g, const char *name, lc_text a, lc_text b)
{
    if (a.failed || b.failed)
        lc_text_miss(&a);
    bool ok = ASK(g, "%s(set \"%s\", set \"%s\")", name, lc_text_peek(&a), lc_text_peek(&b));
    lc_text_free(&a);
    lc_text_free(&b);
    return ok;
}

static void write_any(lck_staging *g, lc_text *out, const lck_ring_uses *uses, char letter)
{
    lc_text_add(out, uses->n ? "(" : "(false");
    for (size_t i = 0; i < uses->n; i++) {
        lc_text_add(out, i ? " or " : "");
        lck_write_use(g, out, uses->use[i], LCK_BY_READS, letter, NULL);
    }
    lc_text_add(out, ")");
}

static lc_text set_of(lck_staging *g, const lck_ring_uses *uses)
{
    lc_text text = {0};
    lck_write_head(g, &text, "k");
    write_any(g, &text, uses, 'k');
    lc_text_add(&text, " }");
    return text;
}

/* What is filled; or the uses whose slots are filled again. */
static lc_text filled(lck_staging *g, bool again)
{
    lc_text text = {0};
    const char letter = again ? 'j' : 'k';
    lck_write_head(g, &text, "k");
    lc_text_add(&text, again ? "exists (j : (" : "(");
    lck_write_use(g, &text, g->fill, LCK_BY_LOADS, letter, NULL);
    if (g->relay) {
        lc_text_add(&text, " or ");
        lck_write_use(g, &text, g->relay, LCK_BY_LOADS, letter, NULL);
    }
    lc_text_add(&text, ")");
    if (again)
        lc_text_printf(&text, " and j = k + %d and k >= 0)", g->slots);
    lc_text_add(&text, " }");
    return text;
}

/* Two statements have no number both. */
static bool differ(lck_staging *g, const lck_use *a, const lck_use *b, lck_ring_role role)
{
    lc_text both = {0}, other = {0};
    lck_write_head(g, &both, "j,k");
    lck_write_use(g, &both, a, role, 'j', NULL);
    lc_text_add(&both, " and ");
    lck_write_use(g, &both, b, role, 'k', NULL);
    lc_text_add(&both, " }");
    lck_write_head(g, &other, "j,k");
    lc_text_add(&other, "(j < k or j > k) }");
    return claim(g, "contained", both, other);
}

/* A fill that is handed on is the one whose loads ended the other ring, once; no other one is. */
static bool one_is_handed_on(lck_staging *g)
{
    lc_text loaded = {0}, on = {0};
    int64_t slot[2], phase;
    if (!g->relay)
        return true;
    if (!lc_expr_is_int(lck_unnamed(&g->w->uses.names, g->load->s->slot), &slot[0]) ||
        !lc_expr_is_int(lck_unnamed(&g->w->uses.names, g->came->s->slot), &slot[1]) ||
        !lc_expr_is_int(g->came->s->phase, &phase) || slot[0] || slot[1] || phase ||
        g->relay->nloops > 0)
        return lck_ring_lost(g->w, "more than one fill is handed on");
    lck_use load = *g->load; /* which fill it is, its wait says */
    load.s = g->wait->s;
    lck_write_head(g, &loaded, "k");
    lck_write_use(g, &loaded, &load, LCK_BY_LOADS, 'k', NULL);
    lc_text_add(&loaded, " }");
    lck_write_head(g, &on, "k");
    lck_write_use(g, &on, g->relay, LCK_BY_LOADS, 'k', NULL);
    lc_text_add(&on, " }");
    return claim(g, "equal", loaded, on) && differ(g, g->fill, g->relay, LCK_BY_LOADS);
}

/* ---- phases ---- */

/* Phases are those of the statement, or those that its uses end in turn. */
static void write_phases(lck_staging *g, lc_text *out, const lck_use *use, const char *domain)
{
    lck_writing writing = {.names = &g->w->uses.names, .letter = 'i'};
    const lck_statement *loop = lck_ring_loop(use);
    bool ok = lck_ring_number(g->w, use, &writing.number);
    writing.var = loop ? loop->var : NULL;
    lc_text_add(out, "{ [i] -> [");
    lck_write_expr(&writing, out, use->s->slot);
    lc_text_add(out, ", ");
    if (use->s->phase)
        lck_write_expr(&writing, out, use->s->phase);
    else
        lc_text_printf(out, "floor((i)/%d)", g->slots);
    lc_text_printf(out, "] : %s }", domain);
    g->writing.lost = g->writing.lost || !ok || writing.lost;
}

static int64_t last_of(const lck_staging *g, const lck_use *use)
{
    const int64_t last = lck_ring_last(g, use);
    return last < g->most ? last : g->most;
}

/* "i >= 2 and i <= 7", or "i = 0": the numbers of a use, from one on up to the last. */
static void write_numbers(const lck_staging *g, lc_text *out, const lck_use *use, int from,
                          int64_t last)
{
    lck_polynomial number;
    int64_t only;
    if (lck_ring_number(g->w, use, &number) && lck_is_constant(&number, &only)) {
        lc_text_printf(out, only < from ? "i = %lld and i >= %d" : "i = %lld", (long long)only,
                       from);
        return;
    }
    lc_text_printf(out, "i >= %d", from);
    if (last < INT64_MAX)
        lc_text_printf(out, " and i <= %lld", (long long)last);
}

/* The phase that `use` awaits is the one that `end` ended, `behind` uses before. */
static bool awaits(lck_staging *g, const lck_use *use, const lck_use *end, int behind)
{
    lc_text numbers = {0}, all = {0}, ended = {0}, awaited = {0};
    int64_t ends = last_of(g, end), last = last_of(g, use);
    if (ends < INT64_MAX && ends + behind < last)
        last = ends + behind;
    write_numbers(g, &numbers, use, behind, last);
    write_numbers(g, &all, end, 0, ends);
    write_phases(g, &ended, end, lc_text_peek(&all));
    write_phases(g, &awaited, use, lc_text_peek(&numbers));
    bool ok = ASK(g,
                  "equal(inverse(relation \"%s\") o relation \"%s\", "
                  "relation \"{ [i] -> [i - %d] : %s }\")",
                  lc_text_peek(&ended), lc_text_peek(&awaited), behind, lc_text_peek(&numbers));
    lc_text_free(&numbers);
    lc_text_free(&all);
    lc_text_free(&ended);
    lc_text_free(&awaited);
    return ok;
}

/* The first fill of a slot awaits no phase: the one before phase 0 has ended. */
static bool begins_freely(lck_staging *g)
{
    lc_text first = {0}, awaited = {0};
    write_numbers(g, &first, g->wait, 0, last_of(g, g->wait));
    lc_text_printf(&first, " and i < %d", g->slots);
    write_phases(g, &awaited, g->wait, lc_text_peek(&first));
    bool ok = ASK(g,
                  "contained(relation \"%s\", relation \"{ [i] -> [i mod %d, -1] : i >= 0 }\")",
                  lc_text_peek(&awaited), g->slots);
    lc_text_free(&first);
    lc_text_free(&awaited);
    return ok;
}

static bool phases_are_of_one_use(lck_staging *g)
{
    lc_text numbers = {0}, ended = {0};
    write_numbers(g, &numbers, g->fill, 0, last_of(g, g->fill));
    write_phases(g, &ended, g->fill, lc_text_peek(&numbers));
    bool ok = ASK(g, "injective(relation \"%s\")", lc_text_peek(&ended)) &&
              ASK(g,
                  "contained(relation \"%s\", "
                  "relation \"{ [i] -> [i mod %d, floor(i/%d)] : i >= 0 }\")",
                  lc_text_peek(&ended), g->slots, g->slots);
    lc_text_free(&numbers);
    lc_text_free(&ended);
    for (size_t i = 0; ok && i < g->read.n; i++)
        ok = awaits(g, g->read.use[i], g->fill, 0);
    ok = ok && (!g->wait || begins_freely(g));
    for (size_t i = 0; ok && i < g->release.n; i++) /* one of a number is of the uses before n */
        ok = lck_unnamed(&g->w->uses.names, g->release.use[i]->s->slot)->op == LC_EXPR_INT ||
             awaits(g, g->wait, g->release.use[i], g->slots);
    return ok;
}

/* ---- releases ---- */

/* All that are filled again are released, where loops go on in others all that are read. */
static bool all_are_released(lck_staging *g)
{
    const bool goes_on = g->fill->nloops > 1;
    bool ok = goes_on ? claim(g, "equal", set_of(g, &g->release), set_of(g, &g->read))
                      : claim(g, "contained", set_of(g, &g->release), set_of(g, &g->read)) &&
                            claim(g, "contained", filled(g, true), set_of(g, &g->release));
    for (size_t i = 0; ok && i < g->release.n; i++)
        for (size_t k = 0; ok && k < i; k++)
            ok = lck_uses_exclude(g->release.use[i], g->release.use[k]) ||
                 differ(g, g->release.use[i], g->release.use[k], LCK_BY_READS);
    return ok;
}

/* ---- places ---- */

static bool is_loaded_by(const lck_staging *g, int array)
{
    for (size_t i = 0; i < g->w->uses.n; i++) {
        const lck_use *use = &g->w->uses.use[i];
        if (use->s->kind == LCK_TMA_LOAD && use->array == array && use->s->ring == g->full)
            return true;
    }
    return false;
}

/* Is it in the stage of a slot: index = slot * stage + what rounds do not change, within it? */
static bool is_of_slot(const lck_staging *g, const lck_use *use, const lc_expr *slot)
{
    const lck_names *names = &g->w->uses.names;
    const int64_t stage = lck_shared_elements(g->w->kernel, use->array) / g->slots;
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

/* The last wait before a read that is made in each of its rounds; of a stage that is filled once
 * before all of them. */
static const lck_use *wait_of(const lck_staging *g, const lck_use *use)
{
    const lck_use *found = NULL;
    for (size_t i = 0; i < g->read.n && g->read.use[i] < use; i++)
        if (lck_ring_loop(g->read.use[i]) == lck_ring_loop(use) || !g->wait)
            found = g->read.use[i];
    return found;
}

/* The least and the most of a sum, less terms of a base that it has: they are taken out of it. */
static bool add_range(const lck_staging *g, int sign, const lc_expr *e, lck_polynomial *base,
                      int64_t range[2])
{
    lck_polynomial part = lck_polynomial_of(&g->w->uses.names, e), rest = *base;
    if (e->op == LC_EXPR_ADD || e->op == LC_EXPR_SUB)
        return add_range(g, sign, e->arg[0], base, range) &&
               add_range(g, e->op == LC_EXPR_ADD ? sign : -sign, e->arg[1], base, range);
    lck_add_times(&rest, -sign, &part);
    if (part.n > 0 && part.term[0].of[0] && rest.n < base->n) {
        *base = rest;
        return !rest.lost;
    }
    return sign > 0 ? !__builtin_add_overflow(range[0], e->low, &range[0]) &&
                          !__builtin_add_overflow(range[1], e->high, &range[1])
                    : !__builtin_sub_overflow(range[0], e->high, &range[0]) &&
                          !__builtin_sub_overflow(range[1], e->low, &range[1]);
}

/* Who hands a fill on writes to its stage between the two. */
static bool is_relayed(const lck_staging *g, const lck_use *use)
{
    const int64_t stage = lck_shared_elements(g->w->kernel, use->array) / g->slots;
    const lck_polynomial slot = lck_polynomial_of(&g->w->uses.names, g->relay->s->slot);
    lck_polynomial base = {0};
    int64_t range[2] = {0, 0}, first;
    lck_add_times(&base, stage, &slot);
    return use > g->came && use < g->relay && use->s->kind == LCK_STORE &&
           add_range(g, 1, use->index, &base, range) && lck_is_constant(&base, &first) &&
           range[0] >= first && range[1] < first + stage;
}

static bool is_loaded_to_slot(const lck_staging *g, const lck_use *use)
{
    const lck_names *names = &g->w->uses.names;
    const lck_use *fill = use->s->ring == g->full ? g->fill : g->load;
    return fill && use->s->ring == fill->s->ring && lck_ring_loop(use) == lck_ring_loop(fill) &&
           lc_expr_equal(lck_unnamed(names, use->s->slot), lck_unnamed(names, fill->s->slot)) &&
           is_of_slot(g, use, (g->wait ? g->wait : g->fill)->s->slot);
}

/* TMA fills the stage of the slot that expects it, WGMMA reads the one that was awaited; nothing
 * else reads it, and what is filled once is written again behind all of that. */
static bool places_are_slots(const lck_staging *g)
{
    bool ok = true, written = false, read = false;
    for (size_t i = 0; ok && i < g->w->uses.n; i++) {
        const lck_use *use = &g->w->uses.use[i], *wait;
        if (use->array < 0 || !is_loaded_by(g, use->array))
            continue;
        if (use->s->kind == LCK_TMA_LOAD) {
            ok = is_loaded_to_slot(g, use);
        } else if (use->s->kind == LCK_WGMMA) {
            wait = wait_of(g, use);
            ok = wait && !written && is_of_slot(g, use, wait->s->slot);
            read = true;
        } else if (!g->relay || !is_relayed(g, use)) {
            ok = use->writes && !g->wait && use->nloops == 0 && use->before.running == 0;
            written = true;
        }
    }
    return (ok && read) || lck_ring_lost(g->w, "a place is not in the stage of its slot");
}

/* ---- products ---- */

/* "(exists (m : .. and g = 2*m) or ..)": the groups of the products that read k. */
static void write_groups(lck_staging *g, lc_text *out)
{
    const lck_use *wait = NULL, *last = NULL;
    for (size_t i = 0; i < g->w->uses.n; i++) {
        const lck_use *use = &g->w->uses.use[i];
        if (use->s->kind != LCK_WGMMA || !is_loaded_by(g, use->array))
            continue;
        if (last && wait == wait_of(g, use) &&
            lck_same(&last->before.products, &use->before.products))
            continue;
        lc_text group = {0};
        lc_text_add(out, last ? " or " : "(");
        last = use;
        wait = wait_of(g, use);
        lck_write_more(g, &group, use, 'g', &use->before.products);
        lck_write_use(g, out, wait, LCK_BY_READS, 'k', lc_text_peek(&group));
        lc_text_free(&group);
    }
    lc_text_add(out, ")");
}

/* Where k is released all groups before e have ended. */
static bool products_have_ended(lck_staging *g)
{
    bool ok = true;
    for (size_t i = 0; ok && i < g->release.n; i++) {
        const lck_use *use = g->release.use[i];
        const lck_polynomial running = lck_constant(use->before.running);
        lck_polynomial ended = use->before.products;
        lc_text of = {0}, read = {0}, right = {0};
        lck_add_times(&ended, -1, &running);
        lck_write_more(g, &of, use, 'e', &ended);
        lck_write_head(g, &read, "k,g,e");
        write_groups(g, &read);
        lc_text_add(&read, " and ");
        lck_write_use(g, &read, use, LCK_BY_READS, 'k', lc_text_peek(&of));
        lc_text_add(&read, " }");
        lck_write_head(g, &right, "k,g,e");
        lc_text_add(&right, "g < e }");
        lc_text_free(&of);
        ok = claim(g, "contained", read, right);
    }
    return ok;
}

/* ---- no circle ---- */

static bool in_one_loop(const lck_use *a, const lck_use *b)
{
    return a->nloops > 0 && lck_ring_loop(a) == lck_ring_loop(b);
}

/* [k,j]: where k is released use j of a ring was awaited, in the same round or before. */
static void write_awaited(lck_staging *g, lc_text *out, const lck_use *release, lck_staging *of,
                          const lck_use *wait)
{
    lc_text awaited = {0};
    lck_polynomial number;
    lck_ring_beside(of, wait, LCK_BY_READS, &number);
    if (in_one_loop(wait, release)) {
        lck_write_more(g, &awaited, wait, 'j', &number);
        lck_write_use(g, out, release, LCK_BY_READS, 'k', lc_text_peek(&awaited));
    } else {
        lck_write_use(g, out, release, LCK_BY_READS, 'k', NULL);
        lc_text_add(out, " and ");
        lck_write_use(g, out, wait, LCK_BY_READS, 'j', NULL);
    }
    lc_text_free(&awaited);
}

/* Fill k + S, for which k is released, comes behind all fills that are awaited before: of rings
 * that are filled in the rounds of one loop, or once before it. */
static bool fills_come_first(lck_stagings *all, lck_staging *g)
{
    lc_text awaited = {0}, before = {0};
    bool any = false;
    lck_write_head(g, &awaited, "k,j");
    for (size_t i = 0; i < all->n; i++) {
        lck_staging *of = &all->ring[i];
        if (of->wait ? lck_ring_loop(of->fill) != lck_ring_loop(g->fill) : of->fill > g->fill)
            return lck_ring_lost(g->w, "rings are not filled in one loop");
        for (size_t k = 0; k < of->read.n; k++)
            for (size_t r = 0; r < g->release.n; r++) {
                const lck_use *wait = of->read.use[k], *release = g->release.use[r];
                if (wait > release && !in_one_loop(wait, release))
                    continue;
                lc_text_add(&awaited, any ? " or (" : "((");
                any = true;
                write_awaited(g, &awaited, release, of, wait);
                lc_text_add(&awaited, ")");
            }
    }
    lc_text_add(&awaited, any ? ") }" : "false }");
    lck_write_head(g, &before, "k,j");
    lc_text_printf(&before, "j < k + %d }", g->slots);
    return claim(g, "contained", awaited, before);
}

/* The states [n,c] of a wait for round n, c phases of the slot having ended, in which its parity
 * lets it go on, are those in which it may. */
static bool goes_on(const lck_staging *g, const char *states, const char *parity, const char *may)
{
    return ASK(g, "equal(intersect(set \"%s\", set \"%s\"), intersect(set \"%s\", set \"%s\"))",
               states, parity, states, may);
}

static bool fills_follow_reads(const lck_staging *g)
{
    const int s = g->slots;
    return ASK(g,
               "contained(relation \"{ [k] -> [j] : 0 <= j <= k - %d and (k - j) mod %d = 0 }\", "
               "relation \"{ [i] -> [j] : 0 <= j <= i }\" o relation \"{ [k] -> [k - %d] : "
               "k >= %d }\")",
               s, s, s, s) &&
           ASK(g,
               "contained(set \"{ [i,k] : i >= 0 and k >= 0 and k - %d < i and "
               "(k - i) mod %d = 0 }\", set \"{ [i,k] : k <= i }\")",
               s, s);
}

static bool parities_suffice(const lck_staging *g)
{
    return goes_on(g, "{ [n,c] : 0 <= n <= c <= n + 1 }", "{ [n,c] : (c - n) mod 2 = 1 }",
                   "{ [n,c] : c >= n + 1 }") &&
           goes_on(g, "{ [n,c] : 0 <= c <= n <= c + 1 }", "{ [n,c] : (c - n) mod 2 = 0 }",
                   "{ [n,c] : c >= n }");
}

/* ---- all of them ---- */

static bool ring_holds(lck_stagings *all, lck_staging *g)
{
    return places_are_slots(g) && one_is_handed_on(g) &&
           claim(g, "equal", filled(g, false), set_of(g, &g->read)) && phases_are_of_one_use(g) &&
           parities_suffice(g) &&
           (!g->wait || (all_are_released(g) && products_have_ended(g) && fills_follow_reads(g) &&
                         fills_come_first(all, g) && lck_rounds_are_those(g)));
}

bool lck_order_rings(const lck_ordering *w)
{
    lck_stagings all;
    bool ok = lck_find_rings(w, &all);
    for (size_t i = 0; ok && i < all.n; i++)
        ok = ring_holds(&all, &all.ring[i]);
    return ok && lck_turns_follow(w, &all);
}
