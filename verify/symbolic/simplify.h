/* simplify.h - quotients and remainders of sums, and rotations, in the trees of maps.
 *
 * (a*D + b) / D is a + b / D, and (a*D + b) % D is b % D, whatever the sign of D is. A
 * coordinate x of [0,S) that stands only in (x + e) % S, e being without x, rotates: for all
 * else fixed, the values are those of x in its place, in another order. The same is so of x ^ e,
 * where S is a power of two and e is of [0,S). A claim about the values alone, and how
 * often each is there, is then that of the map with x.
 */
#ifndef LCV_SYMBOLIC_SIMPLIFY_H
#define LCV_SYMBOLIC_SIMPLIFY_H

#include "../eval/eval.h"

/* Are they the same tree, spans and parentheses aside? */
bool lcv_alike(const lcv_ast *a, const lcv_ast *b);
bool lcv_mentions(const lcv_ast *ast, const char *name);
/* The operation in parentheses; the product of a and b, which it takes over, without factors
 * 1. */
lcv_ast *lcv_grouped(lcv_ast *ast);
lcv_ast *lcv_times(lcv_arena *arena, lcv_ast *a, lcv_ast *b);

/* Adds the factors of a product to n others, and returns their number; LCV_FACTORS + 1 if there
 * is no room. */
#define LCV_FACTORS 8
size_t lcv_factors(const lcv_ast *ast, size_t n, const lcv_ast *to[LCV_FACTORS]);

/* A copy of the node whose parts a function makes. NULL: no memory. */
typedef lcv_ast *lcv_rewriting(lcv_arena *arena, const lcv_ast *part, const void *user);
lcv_ast *lcv_with_parts(lcv_arena *arena, const lcv_ast *ast, lcv_rewriting *part,
                        const void *user);

/* The tree with all quotients and remainders simplified. */
lcv_rewriting lcv_simplified;
/* The expression with the coordinate in the place of its rotation; NULL: it does not rotate. */
lcv_ast *lcv_unrotated(lcv_arena *arena, const lcv_eval *e, const lcv_ast *ast, const char *name,
                       const lcv_ast *size);
/* The map with each coordinate that rotates in the place of its rotation; the map itself if none
 * does. */
const lcv_ast *lcv_unrotated_map(lcv_arena *arena, const lcv_eval *e, const lcv_ast *map);

#endif
