/* pieces.h - maps by pieces, and tables that are not known.
 *
 *   map { (i,j) in (M,N) where j <= i -> i*N + j }
 *   piecewise { (i) in (M) -> i if i < 8; 2*i - 8 otherwise }
 *   piecewise { M if M < 8; 8 otherwise }            an integer, inside of a map
 *   table pages[b in B, p in NP] in [0..P), injective where p < used[b]
 *   table offsets[0..B] in 0..total, sorted, offsets[0] == 0, offsets[B] == total
 *
 * A map has coordinates with their sizes, `_` for one that the condition bounds, perhaps a
 * condition, and pieces: an expression `if` a condition; the first whose condition holds counts.
 * `0..4` and `[0..4]` are 0 to 4, `[0..4)` is 0 to 3, and `4` in the place of a range is 0 to 3.
 *
 * The lexer calls these readers as those of print.h; the parts are read by the parser. Trees:
 *
 *   MAP       a TUPLE of names, a TUPLE of sizes, PIECES, perhaps a condition
 *   PIECES    an expression, a condition, an expression, ..., perhaps one expression `otherwise`
 *   UNKNOWN   text: its name; a LIST of ranges of indices, a range of entries, a LIST of
 *             promises: a KEYWORD, `injective`, perhaps with where it counts, or a comparison
 *
 * A range is a LIST of its least and of what comes after its last; its text is the name of an
 * index, or NULL.
 */
#ifndef LCV_PIECES_H
#define LCV_PIECES_H

#include "print.h"

lcv_print_reader lcv_read_map;   /* at `map {` or `piecewise {` */
lcv_print_reader lcv_read_table; /* at `table NAME [`, up to the end of the statement */

/* Does a text begin with `table NAME [`? */
bool lcv_begins_table(const char *text);

#endif
