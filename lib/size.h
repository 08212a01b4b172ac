/* size.h - integers that are not numbers: sizes, such as 8*M + 1.
 *
 * An lc_int (int.h) may stand for a size, which belongs to a field. The field knows what its
 * sizes are and computes with them; whoever reads parameters has one. The functions of int.h hand
 * sizes on to their field, so that code written for numbers works with sizes as it stands.
 *
 * A comparison of sizes has an answer where it is the same at all values of the parameters. Where
 * it is not, and where a size is asked for its bits, the field is `open` from then on: what was
 * answered is no answer, and nothing that was computed since may be used. Code that can do
 * without an answer asks lc_int_settled, which leaves the field as it was.
 *
 * Sizes live as long as their field says. Functions of int.h are total over them.
 */
#ifndef LC_SIZE_H
#define LC_SIZE_H

#include "int.h"

#ifdef __cplusplus
extern "C" {
#endif

/* M+1; as a factor, (M+1); as the stride that adds by XOR, (M+1)*f8. */
typedef enum { LC_SIZE_ALONE, LC_SIZE_FACTOR, LC_SIZE_WORD } lc_size_text;

typedef struct lc_sizes lc_sizes;
struct lc_sizes {
    /* At least one of the two is a size of the field; the other may be a number. */
    lc_int (*add)(lc_sizes *f, lc_int a, lc_int b);
    lc_int (*sub)(lc_sizes *f, lc_int a, lc_int b);
    lc_int (*mul)(lc_sizes *f, lc_int a, lc_int b);
    lc_int (*fdiv)(lc_sizes *f, lc_int a, lc_int b);
    lc_int (*cdiv)(lc_sizes *f, lc_int a, lc_int b);
    lc_int (*gcd)(lc_sizes *f, lc_int a, lc_int b); /* NULL: not known */
    int (*cmp)(lc_sizes *f, lc_int a, lc_int b);    /* -1, 0, 1; sets `open` */
    bool (*lt)(lc_sizes *f, lc_int a, lc_int b);    /* a < b; sets `open` */
    lc_int (*min)(lc_sizes *f, lc_int a, lc_int b);
    int (*order)(lc_sizes *f, lc_int a, lc_int b); /* at one choice of the parameters */
    char *(*text)(lc_sizes *f, lc_int a,
                  lc_size_text as); /* the caller frees it; NULL: no memory */
    bool open;
};

/* The first member of a size. */
typedef struct {
    lc_sizes *field;
} lc_size;

/* The integer that stands for a size. */
lc_int lc_int_of_size(lc_size *size);
lc_size *lc_int_size(lc_int a); /* of one that is a size */

/* Its text; the caller frees it. */
char *lc_int_size_text(lc_int a, lc_size_text as);

/* Is it 1 or more? A size is taken to be: its field has to know that. */
static inline bool lc_int_is_extent(lc_int a)
{
    return lc_int_is_size(a) || lc_int_sign(a) > 0;
}

/* The sign of a - b. False: it is not the same everywhere, or not known; *sign is 2 then. */
bool lc_int_settled(lc_int a, lc_int b, int *sign);

/* Is a < b known to be the same everywhere? Then *less is the answer. */
bool lc_int_settled_lt(lc_int a, lc_int b, bool *less);

/* Known to hold for all values of the parameters; may_equal: not known to differ. */
static inline bool lc_int_known_equal(lc_int a, lc_int b)
{
    int sign;
    return lc_int_settled(a, b, &sign) && sign == 0;
}
static inline bool lc_int_may_equal(lc_int a, lc_int b)
{
    int sign;
    return !lc_int_settled(a, b, &sign) || sign == 0;
}
static inline bool lc_int_known_less(lc_int a, lc_int b)
{
    bool less;
    return lc_int_settled_lt(a, b, &less) && less;
}
static inline bool lc_int_known_le(lc_int a, lc_int b)
{
    bool less;
    return lc_int_settled_lt(b, a, &less) && !less;
}

/* The sign of a - b at one choice of the parameters: good for choosing an order, but nothing
 * follows from it. */
int lc_int_order(lc_int a, lc_int b);

#ifdef __cplusplus
}
#endif

#endif
