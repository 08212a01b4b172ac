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

/* Claims about a layout, or about the map with coordinates that are divided split, any of which
 * is enough for the claim about a map; their number, 0 if there is none, or no memory. */
#define LCV_AS_LAYOUT 2
size_t lcv_claims_of_layout(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim,
                            const lcv_ast *to[LCV_AS_LAYOUT]);

/* Claims that hold of a map where they hold of one with more coordinates. */
#define LCV_OF_FEWER "injective in_bounds aligned"

/* Do the names mean the same in both scopes, but for those of coordinates, or of formals? */
bool lcv_means_the_same(const lcv_scope *a, const lcv_scope *b, const lcv_ast *ast,
                        const lcv_ast *names);
/* The map of an argument, if its names have one meaning there and in the claim; NULL. */
const lcv_ast *lcv_map_argument(const lcv_eval *e, const lcv_ast *ast);
/* The map of the first argument of a claim, without calls of functions of the file, if its names
 * have one meaning there and in the claim; NULL. The value of a map that has one piece; NULL. */
const lcv_ast *lcv_map_in_claim(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim);
const lcv_ast *lcv_map_value(const lcv_ast *map);
/* The same of any expression of the claim. */
const lcv_ast *lcv_map_behind(lcv_arena *arena, const lcv_eval *e, const lcv_ast *ast);

/* inline.c: the map with the bodies of functions of the file in the place of their calls; the map
 * itself where there are none, or no memory. */
const lcv_ast *lcv_inline_calls(lcv_arena *arena, const lcv_scope *scope, const lcv_ast *map);

/* split-map.c: the map with coordinates that are divided split; NULL: there are none, or no
 * memory. */
const lcv_ast *lcv_split_map(lcv_arena *arena, const lcv_eval *e, const lcv_ast *map);

#endif
