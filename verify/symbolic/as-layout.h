/* as-layout.h - claims about maps, written in another way.
 *
 * The guard of partitions(map, S, under=U) is a condition of the map. A map whose values are sums
 * of multiples of its coordinates is a layout, and its condition `value < U` the guard of one:
 * what is proved of the layout is so of the map. The layouts' deciders know products of sizes
 * that maps do not.
 */
#ifndef LCV_AS_LAYOUT_H
#define LCV_AS_LAYOUT_H

#include "../eval/eval.h"

/* partitions(map { .. where f < U -> f }, S) for partitions(map { .. -> f }, S, under=U); NULL:
 * it is no such claim, or no memory. The tree lives in the arena. */
const lcv_ast *lcv_guard_in_map(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim);

/* counted.c: partitions(map, N) for bijective(map) and compact(map), N being the number of
 * points; NULL: it is no such claim, the points are not counted here (boxes, and triangles of a
 * coordinate and its successor are), or no memory. */
const lcv_ast *lcv_counted_claim(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim);

/* Claims about a layout, or about the map with split coordinates (split-map.c), any of which
 * implies the claim about the map. Returns their number; 0 if there is none, or no memory. */
#define LCV_AS_LAYOUT 2
size_t lcv_claims_of_layout(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim,
                            const lcv_ast *to[LCV_AS_LAYOUT]);

/* Claims that hold of a map if they hold of one with more coordinates. */
#define LCV_OF_FEWER "injective in_bounds aligned"

/* Do the names in an expression mean the same in both scopes? `names`, of coordinates or formals,
 * are left out. */
bool lcv_means_the_same(const lcv_scope *a, const lcv_scope *b, const lcv_ast *ast,
                        const lcv_ast *names);
/* The map that an argument is, if its names mean the same there and in the claim; else NULL. */
const lcv_ast *lcv_map_argument(const lcv_eval *e, const lcv_ast *ast);
/* The same of the first argument of a claim, with calls of the file's functions inlined. And: the
 * value of a map that has one piece, else NULL. */
const lcv_ast *lcv_map_in_claim(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim);
const lcv_ast *lcv_map_value(const lcv_ast *map);
/* lcv_map_in_claim for any expression of the claim. */
const lcv_ast *lcv_map_behind(lcv_arena *arena, const lcv_eval *e, const lcv_ast *ast);

/* inline.c: the map with calls of the file's functions replaced by their bodies; the map itself
 * where there are none, or no memory. */
const lcv_ast *lcv_inline_calls(lcv_arena *arena, const lcv_scope *scope, const lcv_ast *map);

/* split-map.c: the map with each coordinate that it divides split into quotient and remainder;
 * NULL where there is none, or no memory. */
const lcv_ast *lcv_split_map(lcv_arena *arena, const lcv_eval *e, const lcv_ast *map);

#endif
