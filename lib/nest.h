/* nest.h - tractable layouts as morphisms of nested tuples.
 *
 * A layout may be read as a diagram: the entries of its shape, each joined to an entry of
 * a second tuple, or to none. A Tuple morphism f from (s_1,...,s_m) to (t_1,...,t_n) is a
 * map a of {1..m} to {1..n} and *, with s_i = t_a(i) where a(i) is not *, and no two i
 * with one image other than *. A Nest morphism is the same between nested tuples: a
 * morphism of their leaves. It realizes the layout
 *
 *     L_f = S : D,    D_i = 0 where a(i) = *,  else  t_1 t_2 ... t_(a(i)-1),
 *
 * and operations on morphisms are those on their layouts: L_(g o f) = L_g o L_f; coalescing,
 * complementing, dividing and multiplying likewise. ("Categorical foundations for CuTe layouts",
 * the slides and the paper.)
 *
 * A layout comes from a morphism when it is tractable: with the modes of stride other than 0 in
 * order of stride, each s_i d_i divides d_(i+1). Its morphism of standard form has the codomain
 * d_1, s_1, d_2/(s_1 d_1), s_2, ..., s_k without the entries that are 1. An entry of extent 1
 * whose stride is not 0 is joined to an entry 1 there, at the place of its stride.
 *
 * Values are immutable and reference counted, arguments borrowed, results owned; NULL is
 * failure and the context says why, with the entries at fault. Entries count from 0.
 */
#ifndef LC_NEST_H
#define LC_NEST_H

#include "algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lc_morphism lc_morphism;

#define LC_STAR SIZE_MAX /* no image */

/* map[i] is the leaf of the codomain for leaf i of the domain, or LC_STAR. Errors:
 * LC_ERR_INVALID for entries that differ, an image taken twice, one that is not there. */
lc_morphism *lc_morphism_new(lc_ctx *ctx, const lc_tuple *domain, const lc_tuple *codomain,
                             const size_t *map);
lc_morphism *lc_morphism_ref(const lc_morphism *f);
void lc_morphism_free(lc_morphism *f);
const lc_tuple *lc_morphism_domain(const lc_morphism *f); /* borrowed */
const lc_tuple *lc_morphism_codomain(const lc_morphism *f);
size_t lc_morphism_image(const lc_morphism *f, size_t leaf);
bool lc_morphism_equal(const lc_morphism *f, const lc_morphism *g);
/* `morphism{(8,8,3) -> (8,8): 1,2,*}`: images count from 1 there. The caller frees it. */
char *lc_morphism_to_str(lc_ctx *ctx, const lc_morphism *f);
/* The diagram, codomain beside domain, last entries on top, as text of several lines; nested
 * modes have brackets. Of several morphisms their diagrams side by side, the inner ones first,
 * those that meet in one tuple pasted there. */
char *lc_morphism_diagram(lc_ctx *ctx, const lc_morphism *f);
char *lc_morphisms_diagram(lc_ctx *ctx, size_t n, const lc_morphism *const *f);

/* ---- layouts ---- */

/* L_f. */
lc_layout *lc_morphism_layout(lc_ctx *ctx, const lc_morphism *f);
/* Why a layout is not tractable: leaf `low`, with the smaller stride, times its extent
 * does not divide the stride of leaf `high`; or the stride of `low` = `high` is negative. */
typedef struct {
    size_t low, high;
} lc_intractable;
/* False with LC_ERR_LIMIT, *why being the leaves, where that product is too large. */
bool lc_layout_is_tractable(lc_ctx *ctx, const lc_layout *a, lc_intractable *why);
/* The morphism of standard form; LC_ERR_NO_VALUE when the layout is not tractable,
 * LC_ERR_LIMIT as above. */
lc_morphism *lc_morphism_of_layout(lc_ctx *ctx, const lc_layout *a);
/* The morphism of the layout's function: leaves of extent 1 do without their strides, which have
 * no effect. */
lc_morphism *lc_morphism_of_function(lc_ctx *ctx, const lc_layout *a);
/* Is f of standard form, as lc_morphism_of_layout makes it? Its codomain is flat, an integer if
 * it has one entry; no entry 1 of it lacks a preimage, nor do two neighbours, nor does the last
 * entry; the codomain is 1 if no entry has a preimage. *why, unless NULL: the first part that
 * does not hold, and the entry. */
typedef struct {
    enum { LC_NESTED_CODOMAIN, LC_LONE_ONE, LC_LONE_NEIGHBOURS, LC_LONE_END } what;
    size_t entry; /* of LC_LONE_NEIGHBOURS the first one */
} lc_unstandard;
bool lc_morphism_is_standard(const lc_morphism *f, lc_unstandard *why);

/* ---- operations ---- */

/* g o f, up to refinement: where f's codomain and g's domain differ, their mutual refinement
 * refines both, f is pulled back and g pushed forward. LC_ERR_NO_VALUE where there is none, with
 * the entries at fault, or where f reaches past the domain of g. */
lc_morphism *lc_morphism_compose(lc_ctx *ctx, const lc_morphism *g, const lc_morphism *f);
/* Joins neighbours i, i + 1 whose images are neighbours, or both *, and drops entries 1; the
 * domain is flat. Its layout is the coalesced one. */
lc_morphism *lc_morphism_coalesce(lc_ctx *ctx, const lc_morphism *f);
/* The entries of the codomain that f leaves out, in order. Its layout, coalesced, is the
 * complement up to the size of the codomain. */
lc_morphism *lc_morphism_complement(lc_ctx *ctx, const lc_morphism *f);
/* (f, g), of one codomain and images that share nothing. */
lc_morphism *lc_morphism_concat(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g);
/* f / g = f o (g, g^c), g's codomain having one more entry where it is shorter than f's domain;
 * f * g = (f, f^c o g). Both up to refinement. */
lc_morphism *lc_morphism_divide(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g);
lc_morphism *lc_morphism_product(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g);
/* The inclusion of T into U, whose first entries are those of T, entries 1 aside: each goes to
 * the one in its place, an entry 1 that U has not there nowhere. LC_ERR_NO_VALUE with the entry
 * at fault. The steps of a composition are f pulled back, an inclusion, and g pushed forward. */
lc_morphism *lc_morphism_include(lc_ctx *ctx, const lc_tuple *t, const lc_tuple *u);
/* Mode i of the domain, 0 <= i < rank, and where its entries go. */
lc_morphism *lc_morphism_mode(lc_ctx *ctx, const lc_morphism *f, size_t i);
/* Both sides without their nesting. */
lc_morphism *lc_morphism_flatten(lc_ctx *ctx, const lc_morphism *f);
/* Every entry of both sides has a partner; the inverse of such a morphism. */
bool lc_morphism_is_isomorphism(const lc_morphism *f);
lc_morphism *lc_morphism_invert(lc_ctx *ctx, const lc_morphism *f);

/* ---- refinements ---- */

/* `finer` refines f's codomain (pull back) or domain (push forward): the entries on the other
 * side are refined alike, where they are joined. Flat lists of leaves refine leaf by leaf; the
 * refined side keeps f's nesting, and a leaf that is split becomes a tuple. */
lc_morphism *lc_morphism_pull_back(lc_ctx *ctx, const lc_morphism *f, const lc_tuple *finer);
lc_morphism *lc_morphism_push_forward(lc_ctx *ctx, const lc_morphism *f, const lc_tuple *finer);

/* The coarsest tuples that refine s and t and agree leaf by leaf, apart from entries 1, up to the
 * end of the shorter one. LC_ERR_NO_VALUE with the entries at which neither divides the other. */
bool lc_mutual_refinement(lc_ctx *ctx, const lc_tuple *s, const lc_tuple *t, lc_tuple **finer_s,
                          lc_tuple **finer_t);

/* Where the walk along both stops without a mutual refinement: the entries, and what is left of
 * them, of the caller's frame. False: it does not, or there is no memory. */
typedef struct {
    size_t entry[2];
    lc_int left[2];
} lc_unrefined;
bool lc_refinement_stops(lc_ctx *ctx, const lc_tuple *s, const lc_tuple *t, lc_unrefined *why);

/* The flat shapes that s refines once its leaves, which are 1 or more, are grouped: neighbours
 * merged in all ways. Each once, the size first, s last; one of one mode is an integer. At most
 * LC_COARSENINGS of them, else LC_ERR_LIMIT; their number in any case. */
#define LC_COARSENINGS 64
lc_tuple *lc_coarsenings(lc_ctx *ctx, const lc_tuple *s);
lc_int lc_count_coarsenings(lc_ctx *ctx, const lc_tuple *s);

/* A o B by mutual refinement of the codomain of B's morphism and the coalesced shape of A:
 * B tractable, A any layout, extending as layouts do. The value is A o B, leaf by leaf
 * coalesced; LC_ERR_NO_VALUE when B is not tractable or there is no mutual refinement,
 * which does not mean that A o B does not exist. */
lc_layout *lc_compose_by_refinement(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);
/* A as that composition uses it: flat, coalesced, with the modes that offsets of B reach, the
 * last as long as the codomain of B's morphism f needs. lc_layout_refine splits s:d into
 * (p,q,...):(d,p d,...); the strides of the pieces are then those of the composite. */
lc_layout *lc_compose_reached(lc_ctx *ctx, const lc_layout *a, const lc_layout *b,
                              const lc_morphism *f);
lc_layout *lc_layout_refine(lc_ctx *ctx, const lc_layout *a, const lc_tuple *finer);

/* ---- other operations on layouts ---- */

/* lc_complement and lc_complement_to: the part of the codomain that A's morphism leaves out,
 * extended without end or up to n. LC_ERR_NO_VALUE when A is not tractable. */
lc_layout *lc_complement_by_morphism(lc_ctx *ctx, const lc_layout *a);
lc_layout *lc_complement_to_by_morphism(lc_ctx *ctx, const lc_layout *a, lc_int n);
/* A o (T, T*) and (A, A* o B) with these complements and compositions by refinement: the
 * functions of the logical divide and product. Leaf by leaf coalesced where composed;
 * LC_ERR_NO_VALUE where a part has none. */
lc_layout *lc_divide_by_morphism(lc_ctx *ctx, const lc_layout *a, const lc_layout *t);
lc_layout *lc_product_by_morphism(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);

#ifdef __cplusplus
}
#endif

#endif
