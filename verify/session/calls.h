/* calls.h - functions that a file defines, lists, and the calls of such functions.
 *
 *     let tile(X, n) = logical_divide(X, n)
 *     prove bijective(tile(16:1, 4))
 *
 * A call makes a definition: its arguments are bound to the names of the function, in a scope
 * inside that of the file that defines it, the body is evaluated there, and in the expression
 * around it the call is replaced by a name for that value. What evaluates, proves and explains
 * expressions therefore knows nothing of calls, and a call may depend on parameters like any
 * other name.
 */
#ifndef LCV_CALLS_H
#define LCV_CALLS_H

#include "../value/definition.h"
#include "statement.h"

/* A word of the language that is defined by others (catalogue/words.h), once it was called. */
typedef struct lcv_word_made {
    struct lcv_word_made *next; /* of the session */
    const struct lcv_word *word;
    size_t nargs; /* of a word of any number of arguments */
    lcv_definition *definition;
    lcv_source *source;
    lcv_scope nothing; /* it sees the names of the language alone */
} lcv_word_made;

void lcv_words_free(lcv_word_made *words);
/* The definition of a word that is called with so many arguments. NULL: there is no such word, or
 * no memory. */
const lcv_definition *lcv_definition_of_word(lcv_session *session, const char *name,
                                             size_t nargs);

/* The definition of a `let` with arguments; kept. NULL with an error. */
lcv_value *lcv_define(lcv_work *w, const lcv_stmt *stmt);

/* The expression without calls of functions that files define. If it is a call whose body is a
 * claim, it is that claim, in the scope and the source that w->eval has from then on. NULL with
 * an error. */
lcv_ast *lcv_make_calls(lcv_work *w, lcv_ast *expr);
/* The verdict on such an expression, a claim. NULL with an error. */
lcv_result *lcv_work_claim(lcv_work *w, const lcv_ast *expr);
/* To be called after the work on the expression: adds the place of the call to an error, as a
 * note. */
void lcv_calls_done(lcv_work *w);

/* A list, or a name of one. */
bool lcv_is_list(const lcv_eval *e, const lcv_ast *ast);
/* The value of an expression, which may be a list or the name of one; kept. */
lcv_value *lcv_value_or_list(lcv_eval *e, const lcv_ast *ast);

#endif
