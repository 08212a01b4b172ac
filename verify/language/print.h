/* print.h - what other programs print for their layouts, read as expressions.
 *
 * CuTe C++ and CuTe DSL print blocks, tables and types that are no expressions of the language. A
 * reader for each kind is called by the lexer at its first words, takes the text up to its end,
 * and gives the tree of an expression that means the same; what stands in it is read by the
 * parser, at its place in the source.
 *
 *   TiledMMA                                          [[ThrID, (M,N,K), A, B, C],
 *     ThrLayoutVMNK:  (_32,_2,_2,_1):(_1,_32,_64,_0)   (32,2,2,1):(1,32,64,0),
 *     PermutationMNK: (_32,_32,_16)                    [32,32,16]]
 *   MMA_Atom                                          the values of <cute>: tiled MMAs, tiled
 *     ThrID:      _32:_1                              copies and their atoms are lists, whose
 *     ...                                             parts have the printed names
 *
 *   (_2,_2):(_1,_2)                                   the layout, after each value of the table
 *          0   1                                      was compared with it; a table alone is the
 *       +---+---+                                     layout of these values, or their relation
 *    0  | 0 | 2 |
 *       +---+---+
 *    1  | 1 | 3 |
 *       +---+---+
 *
 *   counting_iter(0) o (_2,_2):(_2,_1):               the tensor; of elements that are what the
 *       0    1                                        tensor gives, each is compared
 *       2    3
 *
 * (cute/atom/mma_atom.hpp, cute/atom/copy_atom.hpp, cute/util/print_tensor.hpp of CUTLASS 4.7)
 */
#ifndef LCV_PRINT_H
#define LCV_PRINT_H

#include "parse.h"

/* `ast` is NULL where it is not read, with a diagnostic. */
typedef struct {
    lcv_ast *ast;
    size_t end; /* where the print ends in the source */
    bool table; /* it may stand behind an expression */
} lcv_print;

/* Reads the print that begins there. */
typedef lcv_print lcv_print_reader(lcv_parser *parser, size_t begin);

/* TiledMMA, TiledCopy, ThrMMA, ThrCopy, MMA_Atom, Copy_Atom; DSL: Tiled MMA, ... (print-block.c)
 * */
lcv_print_reader lcv_print_block;
/* Does the text begin with such a print, perhaps behind `let NAME =` or a verb, and lack its last
 * line? */
bool lcv_print_is_open(const char *text);
/* !cute.layout<..>, memref<..>, affine_map<..> (print-mlir.c) */
lcv_print_reader lcv_print_mlir;
/* Layout([8] -> [8], transform: ..), Fragment([16] -> [2], replicate: 1, ..) of TileLang
 * (print-tilelang.c); does the text that begins with one of these names continue like a print? */
lcv_print_reader lcv_print_tilelang;
bool lcv_is_tilelang(const char *text);
/* equiv of two memrefs compares them where MLIR's coordinates are the same, the last dim counting
 * fastest, as collapse_shape and expand_shape do; else the call. NULL with a diagnostic. */
lcv_ast *lcv_print_collapses(lcv_parser *parser, lcv_ast *apply);
/* What CuTe DSL writes behind a tensor: `, data=[..]` and ` = (..)` (print-table.c) */
lcv_print_reader lcv_print_elements;
/* counting_iter(42): the tensor behind it begins there (print-table.c) */
lcv_print_reader lcv_print_counter;
/* LinearLayout({{..}}, {..}), LinearLayout.from_bases(..) of Triton (print-linear.c) */
lcv_print_reader lcv_print_linear;
/* { [i] -> [2i] : 0 <= i < 4 } and [M] -> { .. }, as isl prints them (print-relation.c); the
 * length of such a text, 0: what stands there is none */
lcv_print_reader lcv_print_relation;
size_t lcv_relation_length(const char *text);
/* What print_layout draws: numbers of columns, lines of rows (print-table.c) */
lcv_print_reader lcv_print_table;
/* What print_tensor writes behind the tensor and a colon (print-table.c) */
lcv_print_reader lcv_print_contents;
/* Does the colon at the end of a line stand behind a tensor, with elements below? */
bool lcv_print_has_contents(const lcv_parser *parser, lcv_span colon);

/* An error of syntax in a text that begins there: it says what the text seems to be, where it
 * looks like a print that is not read (print-guess.c). */
void lcv_print_guess(lcv_parser *parser, size_t from);

/* An expression with the table behind it. NULL with a diagnostic. */
lcv_ast *lcv_print_of(lcv_parser *parser, lcv_span span, lcv_ast *of, lcv_ast *table);

#endif
