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
 *   as many threads arrive as end a phase, of each warp that touches a stage; all who touch or
 *   fill one have awaited it (threads.c)
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
    return lck_freed(ASK(g, "%s(set \"%s\", set \"%s\")", name, lc_text_peek(&a),
                         lc_text_peek(&b)),
                     &a, &b);
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

/* No number is that of both statements. */
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
    lck_say(&writing, out, "{ [i] -> [%e, ", use->s->slot);
    if (use->s->phase)
        lck_say(&writing, out, "%e] : %s }", use->s->phase, domain);
    else
        lck_say(&writing, out, "floor((i)/%d)] : %s }", g->slots, domain);
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
    const int64_t first = lck_ring_first(g, use);
    lc_text_printf(out, "i >= %lld", (long long)(first > from ? first : from));
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
    return lck_freed(ASK(g,
                         "equal(inverse(relation \"%s\") o relation \"%s\", "
                         "relation \"{ [i] -> [i - %d] : %s }\")",
                         lc_text_peek(&ended), lc_text_peek(&awaited), behind,
                         lc_text_peek(&numbers)),
                     &numbers, &all, &ended, &awaited);
}

/* The first fill of a slot awaits no phase: the one before phase 0 has ended. */
static bool begins_freely(lck_staging *g)
{
    lc_text first = {0}, awaited = {0};
    write_numbers(g, &first, g->wait, 0, last_of(g, g->wait));
    lc_text_printf(&first, " and i < %d", g->slots);
    write_phases(g, &awaited, g->wait, lc_text_peek(&first));
    return lck_freed(
        ASK(g, "contained(relation \"%s\", relation \"{ [i] -> [i mod %d, -1] : i >= 0 }\")",
            lc_text_peek(&awaited), g->slots),
        &first, &awaited);
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

/* The numbers of all rounds of the loop that fills. */
static lc_text all_rounds(lck_staging *g)
{
    lc_text text = {0};
    lck_write_head(g, &text, "k");
    lck_say(&g->writing, &text, "0 <= k < %e }", lck_ring_loop(g->fill)->value);
    return text;
}

/* All that are filled again are released; where loops go on in others, all that are read, of all
 * rounds: the next loop counts on from them. */
static bool all_are_released(lck_staging *g)
{
    const bool goes_on = g->fill->nloops > 1;
    bool ok = goes_on ? claim(g, "equal", set_of(g, &g->release), set_of(g, &g->read)) &&
                            claim(g, "contained", all_rounds(g), filled(g, false))
                      : claim(g, "contained", set_of(g, &g->release), set_of(g, &g->read)) &&
                            claim(g, "contained", filled(g, true), set_of(g, &g->release));
    for (size_t i = 0; ok && i < g->release.n; i++)
        for (size_t k = 0; ok && k < i; k++)
            ok = lck_uses_replace(g, g->release.use[i], g->release.use[k]) ||
                 differ(g, g->release.use[i], g->release.use[k], LCK_BY_READS);
    return ok;
}

/* ---- products ---- */

/* "(exists (m : .. and g = 2*m) or ..)": the groups of the products that read k. */
static void write_groups(lck_staging *g, lc_text *out)
{
    const lck_use *wait = NULL, *last = NULL;
    for (size_t i = 0; i < g->w->uses.n; i++) {
        const lck_use *use = &g->w->uses.use[i];
        if (use->s->kind != LCK_WGMMA || !lck_ring_has(g, use->array))
            continue;
        if (last && wait == lck_ring_wait(g, use) &&
            lck_same(&last->before.products, &use->before.products))
            continue;
        lc_text group = {0};
        lc_text_add(out, last ? " or " : "(");
        last = use;
        wait = lck_ring_wait(g, use);
        lck_write_more(g, &group, use, 'g', &use->before.products);
        lck_write_use(g, out, wait, LCK_BY_READS, 'k', lc_text_peek(&group));
        lc_text_free(&group);
    }
    lc_text_add(out, last ? ")" : "false");
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

/* "(.. and j = m)": where use k of g stands, use j of another ring was awaited, in its round or
 * before; nothing if it is awaited behind it. */
static void write_awaited(lck_staging *g, lc_text *out, const lck_use *use, lck_ring_role role,
                          const lck_use *wait)
{
    lc_text awaited = {0};
    lck_polynomial number;
    if (lck_uses_exclude(wait, use) || (wait > use && !in_one_loop(wait, use)))
        return;
    lc_text_add(out, " or (");
    if (in_one_loop(wait, use)) {
        lck_ring_beside(g, wait, LCK_BY_READS, &number);
        lck_write_more(g, &awaited, wait, 'j', &number);
        lck_write_use(g, out, use, role, 'k', lc_text_peek(&awaited));
    } else {
        lck_write_use(g, out, use, role, 'k', NULL);
        lc_text_add(out, " and ");
        lck_write_use(g, out, wait, LCK_BY_READS, 'j', NULL);
    }
    lc_text_add(out, ")");
    lc_text_free(&awaited);
}

/* All that is awaited where use k stands, and the waits of threads that fill. */
static lc_text all_awaited(lck_stagings *all, lck_staging *g, const lck_ring_uses *uses,
                           lck_ring_role role)
{
    lc_text text = {0};
    lck_write_head(g, &text, "k,j");
    lc_text_add(&text, "(false");
    for (size_t i = 0; i < all->n; i++)
        for (size_t r = 0; r < uses->n; r++) {
            const lck_staging *of = &all->ring[i];
            for (size_t k = 0; k < of->read.n; k++)
                write_awaited(g, &text, uses->use[r], role, of->read.use[k]);
            if (of->array >= 0 && of != g)
                write_awaited(g, &text, uses->use[r], role, of->wait);
        }
    lc_text_add(&text, ") }");
    return text;
}

static lc_text is_before(lck_staging *g, int more)
{
    lc_text text = {0};
    lck_write_head(g, &text, "k,j");
    lc_text_printf(&text, "j < k + %d }", more);
    return text;
}

/* Fills count the same rounds; those of loads are in one loop, or made once before it. */
static bool counts_as(const lck_staging *g, const lck_staging *of)
{
    lck_polynomial a, b;
    if (of->array < 0 && g->array < 0)
        return of->wait ? lck_ring_loop(of->fill) == lck_ring_loop(g->fill) : of->fill < g->fill;
    if (!of->wait)
        return true;
    a = lck_ring_count(g->w, lck_ring_loop(g->fill));
    b = lck_ring_count(g->w, lck_ring_loop(of->fill));
    return g->fill->nloops == 1 && of->fill->nloops == 1 && lck_same(&a, &b);
}

/* Fill k + S, for which k is released, comes behind all fills that are awaited before. Threads
 * that make fill k await no fill behind it, and none but loads make those. */
static bool fills_come_first(lck_stagings *all, lck_staging *g)
{
    const lck_ring_uses fill = {1, {g->fill}};
    for (size_t i = 0; i < all->n; i++) {
        const lck_staging *of = &all->ring[i];
        if (of != g && !counts_as(g, of))
            return lck_ring_lost(g->w, "rings are not filled in one loop");
        for (size_t k = 0; g->array >= 0 && k < of->read.n; k++)
            if (of->array >= 0 && in_one_loop(of->read.use[k], g->fill))
                return lck_ring_lost(g->w, "threads that fill a stage await others that do");
    }
    return claim(g, "contained", all_awaited(all, g, &g->release, LCK_BY_READS),
                 is_before(g, g->slots)) &&
           (g->array < 0 ||
            claim(g, "contained", all_awaited(all, g, &fill, LCK_BY_LOADS), is_before(g, 1)));
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
    return lck_places_are_slots(g) && one_is_handed_on(g) &&
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
    return ok && lck_turns_follow(w, &all) && lck_threads_arrive(w, &all);
}
