/* attribute.h - layouts as MLIR prints them: Triton's attributes, and types that have one.
 *
 *     #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1],
 *                   order = [1, 0]}>
 *     #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [32, 64]}>
 *     #triton_gpu.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
 *     tensor<128x64xf16, #ttg.slice<{dim = 1, parent = #ttg.linear<{..}>}>>
 *     !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
 *     #blocked = #ttg.blocked<{..}>
 *     #map = affine_map<(d0, d1) -> (d0 * 8 + d1)>
 *
 * The lexer takes an attribute as one word, up to the end of its brackets, and this reader makes
 * a tree of it: ENCODING with a KEYWORD for each field, whose value is an INT, a NAME, a LIST or
 * an ENCODING; keys of a field in braces are joined by a dot (ctaLayout.warp), intervals and
 * paddings have the key interval:+padding. A type is SHAPED. The last lines name an attribute and
 * a map; the name has the `#` in it, so that it is no word of the language. Which fields there
 * are is not known here.
 */
#ifndef LCV_ATTRIBUTE_H
#define LCV_ATTRIBUTE_H

#include "parse.h"

#define LCV_ATTRIBUTE_MEMORY "memdesc" /* the text of a SHAPED type of memory */
#define LCV_ATTRIBUTE_DEPTH 64         /* brackets inside each other */

/* The length of the attribute, or of the type, that the text begins with: `#ttg.`, `tensor<`,
 * `!ttg.memdesc<`; 0: it begins with none. Where a bracket stays open it is the line. */
size_t lcv_attribute_length(const char *text);
/* Does `#NAME = #ttg..<` stand here, or `= affine_map<`? Then, the length of a name with its
 * `#`. */
bool lcv_attribute_is_defined(const char *text);
size_t lcv_attribute_name(const char *text);
/* Does the text begin with a name that the source defines, and is it an operand: before a
 * bracket, a comma, `o`, `==` or the end of its line? */
bool lcv_attribute_is_named(const char *source, const char *text);
/* The length of the attribute, of the name of one, or of the type that the text begins with; 0:
 * of none, and a `#` begins a comment. `source` may be NULL: then names that are not defined
 * here are comments. */
size_t lcv_attribute_word(const char *source, const char *text);

/* A hint what to write in the place of a line of MLIR, at its first word that is not read; NULL:
 * it does not look like MLIR. */
const char *lcv_attribute_hint(const char *text);

/* The tree of the text, which stands at the span. NULL with a diagnostic. */
lcv_ast *lcv_attribute_read(lcv_parser *parser, lcv_span span, const char *text);

#endif
