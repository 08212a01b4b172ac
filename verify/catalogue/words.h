/* words.h - words that are defined by others of the language.
 *
 * A word is a function whose definition is an expression, or a claim, of the language; a call of
 * it is that expression (session/calls.h), so that its law is that of the operations in it, and
 * whatever these can do, in symbols too, the word can do. Words are no reserved names: a file may
 * define the same name for itself. Several words of one name differ in their number of arguments.
 */
#ifndef LCV_WORDS_H
#define LCV_WORDS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LCV_WORD_ANY ((size_t)-1) /* one argument or more: `A, ...` in signature and body */

typedef struct lcv_word {
    const char *name;
    const char *signature; /* "local_tile(X, T, c)" */
    size_t nargs;
    const char *body;          /* "slice(zipped_divide(X, T), (_, c))" */
    const char *text, *source; /* what it is, and where it comes from */
} lcv_word;

/* The word of a name with so many arguments, or else one of this name, unless an operation or a
 * claim has it, too; NULL: there is none. */
const lcv_word *lcv_word_find(const char *name, size_t nargs);
/* The i-th of all, in the order of the manual; NULL past the last. */
const lcv_word *lcv_word_at(size_t i);

#ifdef __cplusplus
}
#endif

#endif
