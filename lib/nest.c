/* nest.c - morphisms, and the layouts that they realize. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nest-internal.h"
#include "size.h"

/* ---- making ---- */

static void *misfit(lc_ctx *ctx, const lc_tuple *domain, const lc_tuple *codomain, size_t i,
                    size_t j)
{
    char s[LC_NUMBER_ROOM], t[LC_NUMBER_ROOM];
    return lc_fail(ctx, LC_ERR_INVALID,
                   "no morphism: entry %zu of the domain is %s, its image, entry %zu of the "
                   "codomain, is %s: expected the same",
                   i + 1, lc_number(domain->leaf[i], s), j + 1, lc_number(codomain->leaf[j], t));
}

static bool map_fits(lc_ctx *ctx, const lc_tuple *domain, const lc_tuple *codomain,
                     const size_t *map)
{
    bool taken[codomain->nleaves];
    memset(taken, 0, sizeof taken);
    for (size_t i = 0; i < domain->nleaves; i++) {
        if (map[i] == LC_STAR)
            continue;
        if (map[i] >= codomain->nleaves)
            return lc_fail(ctx, LC_ERR_INVALID,
                           "no morphism: entry %zu goes to entry %zu of a codomain of %zu", i + 1,
                           map[i] + 1, codomain->nleaves);
        if (!lc_int_eq(domain->leaf[i], codomain->leaf[map[i]]))
            return misfit(ctx, domain, codomain, i, map[i]);
        if (taken[map[i]])
            return lc_fail(
                ctx, LC_ERR_INVALID,
                "no morphism: two entries go to entry %zu of the codomain, the second is "
                "entry %zu",
                map[i] + 1, i + 1);
        taken[map[i]] = true;
    }
    return true;
}

static bool entries_fit(lc_ctx *ctx, const lc_tuple *t)
{
    for (size_t i = 0; i < t->nleaves; i++) {
        char text[LC_NUMBER_ROOM];
        if (t->has_wildcard || !lc_int_is_extent(t->leaf[i]))
            return lc_fail(ctx, LC_ERR_INVALID, "an entry %s of a morphism: expected 1 or more",
                           t->has_wildcard ? "_" : lc_number(t->leaf[i], text));
    }
    return true;
}

lc_morphism *lc_morphism_new(lc_ctx *ctx, const lc_tuple *domain, const lc_tuple *codomain,
                             const size_t *map)
{
    if (!entries_fit(ctx, domain) || !entries_fit(ctx, codomain) ||
        !map_fits(ctx, domain, codomain, map))
        return NULL;
    lc_morphism *f = malloc(sizeof *f + domain->nleaves * sizeof *map);
    if (!f)
        return lc_no_memory(ctx);
    f->block.values = 1;
    f->refs = 1;
    f->domain = lc_tuple_ref(domain);
    f->codomain = lc_tuple_ref(codomain);
    memcpy(f->map, map, domain->nleaves * sizeof *map);
    return f;
}

/* Room for a morphism and both its sides in one piece of memory; the caller fills sides that
 * fit and the map, then seals it, which is as for tuples. */
static lc_morphism *alloc_morphism(lc_ctx *ctx, size_t nnodes, size_t nleaves, size_t to_nnodes,
                                   size_t to_nleaves)
{
    if (!lc_leaves_check(ctx, nleaves) || !lc_leaves_check(ctx, to_nleaves))
        return NULL;
    size_t head = sizeof(lc_morphism) + nleaves * sizeof(size_t);
    size_t from = lc_tuple_room(nnodes, nleaves), to = lc_tuple_room(to_nnodes, to_nleaves);
    lc_morphism *f = malloc(head + from + to);
    if (!f)
        return lc_no_memory(ctx);
    char *room = (char *)f + head;
    f->block.values = 3;
    f->refs = 1;
    f->domain = lc_tuple_place(&f->block, room, nnodes, nleaves);
    f->codomain = lc_tuple_place(&f->block, room + from, to_nnodes, to_nleaves);
    return f;
}

static lc_morphism *seal(lc_ctx *ctx, lc_morphism *f)
{
    f->domain = lc_tuple_seal(ctx, f->domain);
    f->codomain = lc_tuple_seal(ctx, f->codomain);
    if (f->domain && f->codomain)
        return f;
    lc_morphism_free(f);
    return NULL;
}

/* Flat entries as a side: none at all are the integer 1, one is an integer. */
static size_t side_leaves(size_t n)
{
    return n > 0 ? n : 1;
}
static size_t side_nodes(size_t n)
{
    return n > 1 ? n + 1 : 1;
}

static void fill_side(lc_tuple *side, size_t n, const lc_int *entry)
{
    memset(side->node, 0, side->nnodes * sizeof *side->node);
    if (n > 1)
        side->node[0] = (uint32_t)n;
    side->leaf[0] = lc_int_const(1);
    memcpy(side->leaf, entry, n * sizeof *entry);
}

lc_morphism *lc_morphism_flat(lc_ctx *ctx, size_t n, const lc_int *domain, size_t m,
                              const lc_int *codomain, const size_t *map)
{
    lc_morphism *f = alloc_morphism(ctx, side_nodes(n), side_leaves(n), side_nodes(m),
                                    side_leaves(m));
    if (!f)
        return NULL;
    fill_side(f->domain, n, domain);
    fill_side(f->codomain, m, codomain);
    f->map[0] = LC_STAR;
    memcpy(f->map, map, n * sizeof *map);
    return seal(ctx, f);
}

lc_morphism *lc_morphism_ref(const lc_morphism *f)
{
    lc_morphism *shared = (lc_morphism *)(uintptr_t)f; /* the count is no part of the value */
    if (shared)
        shared->refs++;
    return shared;
}

void lc_morphism_free(lc_morphism *f)
{
    if (!f || --f->refs > 0)
        return;
    lc_tuple_free(f->domain);
    lc_tuple_free(f->codomain);
    lc_block_leave(&f->block);
}

/* ---- looking ---- */

const lc_tuple *lc_morphism_domain(const lc_morphism *f)
{
    return f->domain;
}
const lc_tuple *lc_morphism_codomain(const lc_morphism *f)
{
    return f->codomain;
}
size_t lc_morphism_image(const lc_morphism *f, size_t leaf)
{
    return f->map[leaf];
}

bool lc_morphism_equal(const lc_morphism *f, const lc_morphism *g)
{
    return lc_tuple_equal(f->domain, g->domain) && lc_tuple_equal(f->codomain, g->codomain) &&
           memcmp(f->map, g->map, f->domain->nleaves * sizeof *f->map) == 0;
}

char *lc_morphism_to_str(lc_ctx *ctx, const lc_morphism *f)
{
    lc_text text = {0};
    lc_text_add(&text, "morphism{");
    lc_text_add_leaves(&text, f->domain->node, f->domain->leaf, NULL);
    lc_text_add(&text, " -> ");
    lc_text_add_leaves(&text, f->codomain->node, f->codomain->leaf, NULL);
    lc_text_add(&text, ": ");
    for (size_t i = 0; i < f->domain->nleaves; i++) {
        lc_text_add(&text, i > 0 ? "," : "");
        if (f->map[i] == LC_STAR)
            lc_text_add(&text, "*");
        else
            lc_text_printf(&text, "%zu", f->map[i] + 1);
    }
    lc_text_add(&text, "}");
    return lc_text_take(ctx, &text);
}

/* ---- the layout of a morphism ---- */

lc_layout *lc_morphism_layout(lc_ctx *ctx, const lc_morphism *f)
{
    size_t n = f->domain->nleaves, m = f->codomain->nleaves;
    lc_layout *a = lc_layout_alloc(ctx, f->domain->nnodes, n);
    if (!a)
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    lc_int place[m];
    place[0] = lc_int_const(1);
    for (size_t j = 1; j < m; j++)
        place[j] = lc_int_mul(ctx, place[j - 1], f->codomain->leaf[j - 1]);
    memcpy(a->node, f->domain->node, a->nnodes * sizeof *a->node);
    memcpy(a->extent, f->domain->leaf, n * sizeof *a->extent);
    for (size_t i = 0; i < n; i++)
        a->step[i] = f->map[i] == LC_STAR ? lc_int_const(0) : place[f->map[i]];
    a = lc_layout_seal(ctx, a);
    lc_frame_close(ctx, frame);
    return a;
}

/* ---- the morphism of a layout ---- */

/* The order of two integers. What divides another is less, or their quotient is 1: of sizes that
 * is known more often, and asked of less. */
static int compare(lc_ctx *ctx, lc_int x, lc_int y)
{
    int order;
    if (lc_int_settled(x, y, &order))
        return order;
    bool positive = lc_int_known_less(lc_int_const(0), x) &&
                    lc_int_known_less(lc_int_const(0), y);
    if (positive && lc_int_is_plain_zero(lc_int_fmod(ctx, y, x)))
        return lc_int_is_one(lc_int_fdiv(ctx, y, x)) ? 0 : -1;
    if (positive && lc_int_is_plain_zero(lc_int_fmod(ctx, x, y)))
        return lc_int_is_one(lc_int_fdiv(ctx, x, y)) ? 0 : 1;
    return lc_int_cmp(x, y);
}

/* Leaves of stride other than 0, by stride, then extent, then place. */
static size_t sort_leaves(lc_ctx *ctx, const lc_layout *a, size_t *leaf)
{
    size_t n = 0;
    for (size_t k = 0; k < a->nleaves; k++) {
        if (lc_int_is_zero(a->step[k]))
            continue;
        size_t at = n++;
        for (; at > 0; at--) {
            size_t before = leaf[at - 1];
            int order = compare(ctx, a->step[k], a->step[before]);
            if (order > 0 || (order == 0 && compare(ctx, a->extent[k], a->extent[before]) >= 0))
                break;
            leaf[at] = before;
        }
        leaf[at] = k;
    }
    return n;
}

/* The codomain of standard form while it is made, and the images of the leaves in it. */
typedef struct {
    size_t m;
    lc_int *entry; /* room for two for every leaf */
    size_t *map;   /* of leaves of stride other than 0 */
} standard;

typedef enum { TRACTABLE, INTRACTABLE, TOO_LARGE } found;

/* d_1, s_1, d_2/(s_1 d_1), s_2, ..., s_k, gaps of 1 left out; the leaves at fault. The end of a
 * mode matters only when another mode follows: TOO_LARGE when it is no integer. */
static found standard_entries(lc_ctx *ctx, const lc_layout *a, size_t n, const size_t *leaf,
                              standard *to, lc_intractable *why)
{
    lc_int covered = lc_int_const(1);
    to->m = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = leaf[i], before = i > 0 ? leaf[i - 1] : k;
        lc_int d = a->step[k];
        *why = (lc_intractable){before, k};
        if (lc_int_sign(d) < 0) /* the first, as they are sorted */
            return INTRACTABLE;
        if (i > 0)
            covered = lc_int_mul(ctx, a->extent[before], a->step[before]);
        if (lc_int_is_zero(covered)) /* the product failed */
            return TOO_LARGE;
        if (compare(ctx, d, covered) != 0) {
            lc_int gap = lc_int_fdiv(ctx, d, covered);
            if (!lc_int_eq(lc_int_mul(ctx, gap, covered), d))
                return INTRACTABLE;
            to->entry[to->m++] = gap;
        }
        to->map[k] = to->m;
        to->entry[to->m++] = a->extent[k];
    }
    return TRACTABLE;
}

bool lc_layout_is_tractable(lc_ctx *ctx, const lc_layout *a, lc_intractable *why)
{
    if (!lc_integers_only(ctx, "tractable", a))
        return false;
    lc_frame frame = lc_frame_open(ctx);
    lc_intractable ignored;
    lc_int entry[2 * a->nleaves];
    size_t leaf[a->nleaves], map[a->nleaves], n = sort_leaves(ctx, a, leaf);
    standard to = {0, entry, map};
    bool failed = ctx->int_failed;
    found answer = standard_entries(ctx, a, n, leaf, &to, why ? why : &ignored);
    ctx->int_failed = failed; /* said by the result */
    lc_frame_close(ctx, frame);
    return answer == TRACTABLE;
}

static void *not_tractable(lc_ctx *ctx, const lc_layout *a, const lc_intractable *why)
{
    char s[LC_NUMBER_ROOM], d[LC_NUMBER_ROOM], t[LC_NUMBER_ROOM], e[LC_NUMBER_ROOM];
    const lc_int *extent = a->extent, *step = a->step;
    if (why->low == why->high)
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "not tractable: the stride of the mode %s:%s is "
                       "negative",
                       lc_number(extent[why->low], s), lc_number(step[why->low], d));
    return lc_fail(ctx, LC_ERR_NO_VALUE,
                   "not tractable: of the modes %s:%s and %s:%s, neighbours in the order of "
                   "strides, %s times %s does not divide %s",
                   lc_number(extent[why->low], s), lc_number(step[why->low], d),
                   lc_number(extent[why->high], t), lc_number(step[why->high], e), s, d, e);
}

/* The shape of A, joined to these entries. */
static lc_morphism *standard_form(lc_ctx *ctx, const lc_layout *a, const standard *to)
{
    lc_morphism *f = alloc_morphism(ctx, a->nnodes, a->nleaves, side_nodes(to->m),
                                    side_leaves(to->m));
    if (!f)
        return NULL;
    memcpy(f->domain->node, a->node, a->nnodes * sizeof *a->node);
    memcpy(f->domain->leaf, a->extent, a->nleaves * sizeof *a->extent);
    fill_side(f->codomain, to->m, to->entry);
    memcpy(f->map, to->map, a->nleaves * sizeof *to->map);
    return seal(ctx, f);
}

lc_morphism *lc_morphism_of_layout(lc_ctx *ctx, const lc_layout *a)
{
    if (!lc_integers_only(ctx, "a morphism", a))
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    lc_intractable why;
    lc_int entry[2 * a->nleaves];
    size_t leaf[a->nleaves], map[a->nleaves], n = sort_leaves(ctx, a, leaf);
    standard to = {0, entry, map};
    for (size_t k = 0; k < a->nleaves; k++)
        map[k] = LC_STAR;
    lc_morphism *f = NULL;
    switch (standard_entries(ctx, a, n, leaf, &to, &why)) {
    case TRACTABLE: f = standard_form(ctx, a, &to); break;
    case INTRACTABLE: not_tractable(ctx, a, &why); break;
    case TOO_LARGE:
        ctx->int_failed = false; /* said by the result */
        break;
    }
    lc_frame_close(ctx, frame);
    return f;
}

lc_morphism *lc_morphism_of_function(lc_ctx *ctx, const lc_layout *a)
{
    lc_int step[a->nleaves]; /* of one axis */
    lc_layout simple;
    if (!lc_integers_only(ctx, "a morphism", a))
        return NULL;
    lc_view_span(&simple, a, (lc_span){0, a->nnodes, 0, a->nleaves});
    for (size_t k = 0; k < a->nleaves; k++)
        step[k] = lc_int_is_one(a->extent[k]) ? lc_int_const(0) : a->step[k];
    simple.step = step;
    return lc_morphism_of_layout(ctx, &simple);
}

bool lc_morphism_is_standard(const lc_morphism *f, lc_unstandard *why)
{
    const lc_tuple *to = f->codomain;
    size_t m = to->nleaves;
    bool hit[LC_MAX_LEAVES] = {false};
    lc_unstandard ignored;
    why = why ? why : &ignored;
    for (size_t i = 0; i < f->domain->nleaves; i++)
        if (f->map[i] != LC_STAR)
            hit[f->map[i]] = true;
    *why = (lc_unstandard){LC_NESTED_CODOMAIN, 0};
    if (to->nnodes != side_nodes(m))
        return false;
    for (size_t j = 0; j < m; j++) {
        bool one = !hit[j] && lc_int_is_one(to->leaf[j]), last = j + 1 == m;
        if (one && m == 1) /* the empty codomain */
            return true;
        *why = (lc_unstandard){one ? LC_LONE_ONE : last ? LC_LONE_END : LC_LONE_NEIGHBOURS, j};
        if (!hit[j] && (one || last || !hit[j + 1]))
            return false;
    }
    return true;
}
