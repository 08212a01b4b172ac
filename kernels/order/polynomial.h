/* polynomial.h - integers of a kernel as polynomials of its variables: for uses.c.
 *
 * A monomial has two factors at most, which are variables or what is no sum or product, such as
 * x % 4. What LET names is replaced by its value where that depends on the variable of a LOOP, or
 * is made of other names and numbers; else the name is a variable like others.
 */
#ifndef LCK_ORDER_POLYNOMIAL_H
#define LCK_ORDER_POLYNOMIAL_H

#include "../../lib/text.h"
#include "../kernel/kernel.h"

#define LCK_MONOMIALS 16

typedef struct {
    int64_t times;
    const lc_expr *of[2]; /* NULL: 1 */
} lck_monomial;

typedef struct {
    size_t n;
    lck_monomial term[LCK_MONOMIALS];
    bool lost; /* it has too many terms, or is no polynomial */
} lck_polynomial;

/* The variables of a kernel: those of LET with their values, those of LOOP, and those of FETCH,
 * which are the same where their index is. */
typedef struct {
    size_t n;
    bool all; /* are replaced */
    struct {
        const lc_expr *var, *value; /* NULL: of a LOOP or FETCH */
        const lc_expr *index;       /* of FETCH */
        bool moves;                 /* it depends on a LOOP; */
        bool of_thread, of_block;   /* on the thread; on the block */
    } * name;
} lck_names;

bool lck_names_of(const lck_kernel *kernel, lck_names *out); /* false: no memory */
void lck_names_free(lck_names *names);
/* The name is not replaced any more. */
void lck_name_stays(lck_names *names, const lc_expr *var);
/* Does it depend on the variable of a LOOP? */
bool lck_moves(const lck_names *names, const lc_expr *e);
/* An expression with names replaced as long as it is a name; any other expression as it is. */
const lc_expr *lck_unnamed(const lck_names *names, const lc_expr *e);

lck_polynomial lck_constant(int64_t value);
lck_polynomial lck_polynomial_of(const lck_names *names, const lc_expr *e);
/* a += times * b */
void lck_add_times(lck_polynomial *a, int64_t times, const lck_polynomial *b);
/* p with `value` in place of a variable. */
lck_polynomial lck_replaced(const lck_polynomial *p, const lc_expr *var,
                            const lck_polynomial *value);
bool lck_is_constant(const lck_polynomial *p, int64_t *value);
bool lck_same(const lck_polynomial *a, const lck_polynomial *b);
/* The coefficient of a variable that stands alone, of 1 for NULL. */
int64_t lck_times_of(const lck_polynomial *p, const lc_expr *var);

/* Texts for isl. `number` is called by a letter, and stands for the variable `var` in it; its
 * product with `by`, where there is one, by the same letter as a capital. Other variables get
 * letters of their own in turn. */
#define LCK_LETTERS "npqsuvwxyzfgh"
enum { LCK_FEW_LETTERS = 4, LCK_MOST_LETTERS = sizeof LCK_LETTERS - 1 };
typedef struct {
    const lck_names *names;
    lck_polynomial number;
    const lc_expr *var, *by;
    char letter;
    bool many; /* letters may be more than a few; a choice is called by one, too */
    const lc_expr *other[LCK_MOST_LETTERS];
    bool lost; /* something has no text */
} lck_writing;

void lck_write_polynomial(lck_writing *w, lc_text *out, const lck_polynomial *p);
void lck_write_expr(lck_writing *w, lc_text *out, const lc_expr *e);
void lck_write_condition(lck_writing *w, lc_text *out, const lc_expr *e);
/* A text with %p a polynomial, %e an expression, %c a condition, %d an int, %l an int64_t, %s a
 * text. */
void lck_say(lck_writing *w, lc_text *out, const char *format, ...);
/* An answer, once texts are let go of. */
#define lck_freed(answer, ...) lck_free_texts((answer), (lc_text *const[]){__VA_ARGS__, NULL})
bool lck_free_texts(bool answer, lc_text *const *text);
/* Its value where the number is 0; false: it depends on more. */
bool lck_value_at_0(const lck_writing *w, const lc_expr *e, int64_t *value);

#endif
