/* build.h - expressions that a program makes, and their text.
 *
 * The trees are those that the parser makes of the same text: a claim of a program is evaluated
 * like one that was read, without parsing. The text is only for people; printing it gives each
 * node its span, so that errors and steps quote the text.
 *
 * A node lives in the arena and takes its parts over: a part stands in one place of one tree
 * (lcv_ast_copy). No parentheses are added for precedence: a caller that builds (a + b) * c
 * builds them, too. NULL is failure, that is, no memory; a NULL part is passed on.
 */
#ifndef LCV_BUILD_H
#define LCV_BUILD_H

#include <stdint.h>

#include "ast.h"
#include "../../lib/text.h"

/* A leaf of a kind that has a text: NAME, STRIDE, RELATION, INT. */
lcv_ast *lcv_build_leaf(lcv_arena *arena, lcv_ast_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
lcv_ast *lcv_build_int(lcv_arena *arena, int64_t value);
/* A node of n parts: TUPLE, LAYOUT, MAP, COMPOSE, SWIZZLE; another part at its end. */
lcv_ast *lcv_build(lcv_arena *arena, lcv_ast_kind kind, size_t n, ...);
lcv_ast *lcv_build_add(lcv_ast *node, lcv_ast *part);
/* Arithmetic, or a comparison; a negation has no second operand. */
lcv_ast *lcv_build_op(lcv_arena *arena, lcv_op op, lcv_ast *a, lcv_ast *b);
/* NAME(ARGUMENT, ...); an argument may be NAME=VALUE. */
lcv_ast *lcv_build_call(lcv_arena *arena, const char *name, size_t n, ...);
lcv_ast *lcv_build_keyword(lcv_arena *arena, const char *name, lcv_ast *value);
/* The node in parentheses; the node printed without blanks around its operator and after its
 * commas, as tuples always are. */
lcv_ast *lcv_build_group(lcv_ast *ast);
lcv_ast *lcv_build_tight(lcv_ast *ast);

/* A map, with a condition if there is one; `of`, the map that it replaces, or NULL, gives its
 * span. */
lcv_ast *lcv_build_map(lcv_arena *arena, const lcv_ast *of, lcv_ast *names, lcv_ast *sizes,
                       lcv_ast *value, lcv_ast *where);

/* Does a comparison hold for operands in this order, -1, 0 or 1? Then, the comparison that holds
 * where it does not. */
bool lcv_op_holds(lcv_op op, int order);
lcv_op lcv_op_opposite(lcv_op op);
/* The number of an INT of at most 18 digits, or 15 hexadecimal ones; false for any other node. */
bool lcv_ast_number(const lcv_ast *ast, int64_t *number);
/* Is it one of these names, which blanks separate? Is it a call of a function with such a
 * name? */
bool lcv_is_one_of(const char *name, const char *names);
bool lcv_ast_calls(const lcv_ast *ast, const char *names);
/* Does one of the names occur in it? */
bool lcv_names_any(const lcv_ast *ast, const lcv_ast *names);
/* Sets the spans of all nodes. */
void lcv_ast_place(lcv_ast *ast, lcv_span span);

/* The text of a tree of these kinds; the nodes get their spans in it. The source owns the text,
 * or the caller frees it. NULL: no memory, or no tree. */
lcv_source *lcv_ast_print(lcv_ast *ast, const char *name);
char *lcv_ast_text(lcv_ast *ast);

#endif
