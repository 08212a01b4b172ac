/* rings.c - the order of fills and reads of stages, for every number of k blocks and
 * tiles.
 *
 * Use i = 0, 1, .. of a ring of S stages is k block i of all that a block of threads makes: fill
 * i and read i, of slot i mod S. The claims are about sets of such numbers, of any size, so that
 * isl decides them once for all.
 *
 * Of wgmma, fill i awaits phase floor(i/S) - 1 of the slot's `empty`, and read i phase floor(i/S)
 * of `full`. Read i is released in iteration i + 1, when at most one group of products is under
 * way, or at the end of its tile, when none is.
 *
 *   a phase is of one use; that which fill k awaits is ended by the release of read k - S
 *   what fill k overwrites was read when its wait ends
 *   no fill waits for a release that comes after it
 *   a read's slot is not filled again before it is released, and so, by the parity of a phase,
 *   which is all that the hardware knows, a wait ends if and only if the phase has ended
 *
 * With turns, round r awaits that the products of round r - 1 are begun, in the same manner.
 *
 * Of fma and mma all threads fill and read, with a barrier in each iteration; epoch e is what
 * comes after barrier e, and before the next. Fills and reads that meet in a stage are of
 * different epochs, in order.
 */
#include "config.h"

#include "proofs.h"

static lcv_ast *relation(const lck_proofs *w, const char *format, int stages)
{
    lc_text text = {0};
    for (const char *at = format; *at; at++)
        if (*at == 'S')
            lc_text_printf(&text, "%d", stages);
        else
            lc_text_printf(&text, "%c", *at);
    lcv_ast *tree = lcv_build_leaf(w->arena, LCV_AST_RELATION, "%s", lc_text_peek(&text));
    lc_text_free(&text);
    return tree;
}

static lcv_ast *set(const lck_proofs *w, const char *format, int stages)
{
    lcv_ast *tree = relation(w, format, stages);
    if (tree)
        tree->kind = LCV_AST_SET;
    return tree;
}

static lcv_ast *after(const lck_proofs *w, lcv_ast *outer, lcv_ast *inner)
{
    return lcv_build(w->arena, LCV_AST_COMPOSE, 2, outer, inner);
}

/* ---- rings of mbarriers ---- */

/* The slot and the phase that a use ends, and those that a later one awaits. */
static bool phases_are_of_one_use(lck_proofs *w, int slots)
{
    static const char ends[] = "{ [i] -> [i mod S, floor(i/S)] : i >= 0 }";
    static const char awaits[] = "{ [k] -> [k mod S, floor(k/S) - 1] : k >= S }";
    lcv_ast *ended_by = lcv_build_call(w->arena, "inverse", 1, relation(w, ends, slots));
    return lck_claim(w, lcv_build_call(w->arena, "injective", 1, relation(w, ends, slots))) &&
           lck_claim_of(w, "equal", after(w, ended_by, relation(w, awaits, slots)),
                        relation(w, "{ [k] -> [k - S] : k >= S }", slots));
}

static bool fills_follow_reads(lck_proofs *w, int slots)
{
    static const char overwrites[] = "{ [k] -> [j] : 0 <= j <= k - S and (k - j) mod S = 0 }";
    lcv_ast *done = after(w, relation(w, "{ [i] -> [j] : 0 <= j <= i }", slots),
                          relation(w, "{ [k] -> [k - S] : k >= S }", slots));
    return lck_claim_of(w, "contained", relation(w, overwrites, slots), done) &&
           lck_claim_of(w, "contained", set(w, "{ [k,i] : k >= S and i = k - S + 1 }", slots),
                        set(w, "{ [k,i] : i < k }", slots));
}

/* The states [n,c] of a wait for round n, c phases of the slot having ended, in which its parity
 * lets it go on, are those in which it may. */
static bool goes_on(lck_proofs *w, const char *states, const char *parity, const char *may)
{
    lcv_ast *on = lcv_build_call(w->arena, "intersect", 2, set(w, states, 0), set(w, parity, 0));
    lcv_ast *right = lcv_build_call(w->arena, "intersect", 2, set(w, states, 0), set(w, may, 0));
    return lck_claim_of(w, "equal", on, right);
}

static bool parities_suffice(lck_proofs *w, int slots)
{
    return lck_claim_of(w, "contained",
                        set(w,
                            "{ [i,k] : i >= 0 and k >= 0 and k - S < i and (k - i) mod S = 0 }",
                            slots),
                        set(w, "{ [i,k] : k <= i }", slots)) &&
           goes_on(w, "{ [n,c] : 0 <= n <= c <= n + 1 }", "{ [n,c] : (c - n) mod 2 = 1 }",
                   "{ [n,c] : c >= n + 1 }") &&
           goes_on(w, "{ [n,c] : 0 <= c <= n <= c + 1 }", "{ [n,c] : (c - n) mod 2 = 0 }",
                   "{ [n,c] : c >= n }");
}

static bool turns_follow(lck_proofs *w)
{
    static const char ends[] = "{ [r] -> [r mod 2, floor(r/2)] : r >= 0 }";
    static const char awaits[] = "{ [r] -> [(r + 1) mod 2, floor((r + 1)/2) - 1] : r >= 1 }";
    lcv_ast *ended_by = lcv_build_call(w->arena, "inverse", 1, relation(w, ends, 0));
    return lck_claim_of(w, "equal", after(w, ended_by, relation(w, awaits, 0)),
                        relation(w, "{ [r] -> [r - 1] : r >= 1 }", 0));
}

static bool rings_of_mbarriers(lck_proofs *w)
{
    int slots = w->recipe->stages;
    return phases_are_of_one_use(w, slots) && fills_follow_reads(w, slots) &&
           parities_suffice(w, slots) && (!w->recipe->turns || turns_follow(w));
}

/* ---- stages between barriers ---- */

/* [f,r]: the epochs of fill i and read i; [r,f]: of read j and of a fill that overwrites it. */
static bool epochs_are_in_order(lck_proofs *w, const char *filled_and_read, const char *reused)
{
    int stages = w->recipe->stages;
    return lck_claim_of(w, "contained", set(w, filled_and_read, stages),
                        set(w, "{ [f,r] : f < r }", stages)) &&
           lck_claim_of(w, "contained", set(w, reused, stages),
                        set(w, "{ [r,f] : r < f }", stages));
}

/* Iteration i reads k block i, and stores k block i + 1 before its barrier. */
static bool stages_of_fma(lck_proofs *w)
{
    return epochs_are_in_order(
        w, "{ [f,r] : exists (i : i >= 0 and f = i - 1 and r = i) }",
        "{ [r,f] : exists (j, k : 0 <= j <= k - S and (k - j) mod S = 0 and r = j and "
        "f = k - 1) }");
}

/* Iteration i awaits all groups but S - 2, that is k block i, comes to its barrier, begins to
 * fill k block i + S - 1, and reads k block i. Groups are those of the thread; the barrier makes
 * them those of all. */
static bool stages_of_mma(lck_proofs *w)
{
    int stages = w->recipe->stages;
    return lck_claim_of(w, "contained", set(w, "{ [i,g] : 0 <= g <= i }", stages),
                        set(w, "{ [i,g] : 0 <= g < i + S - 1 - (S - 2) }", stages)) &&
           epochs_are_in_order(
               w, "{ [f,r] : exists (i : i >= 0 and f = i - S + 1 and r = i) }",
               "{ [r,f] : exists (j, k : 0 <= j <= k - S and (k - j) mod S = 0 and r = j and "
               "f = k - S + 1) }");
}

bool lck_prove_rings(lck_proofs *w)
{
    switch (w->recipe->method) {
    case LCK_FMA: return stages_of_fma(w);
    case LCK_MMAS: return stages_of_mma(w);
    case LCK_WGMMAS: return rings_of_mbarriers(w);
    }
    return false;
}
