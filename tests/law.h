/* law.h - a law, checked on many random cases.
 *
 * law_check runs a body once a case, each with a generator of its own, so that one
 * case can be run alone. What a case makes is handed to law_own_* and released
 * after it. A case that fails names the law, the seed, the case and the values in
 * the claim language.
 *
 *   LAYOUTCHECK_SEED    the seed; a fixed one when it is not set
 *   LAYOUTCHECK_CASES   cases a law; when it is not set 4,000, and 1,000 of those that are
 *                       checked once more with systems alone (suite.h)
 *   LAYOUTCHECK_CASE    run only the case of this number
 *
 * The classes of a law are the kinds of cases that must come up for it to have
 * been tested at all ("value", "no value"): each on at least one case in 50.
 */
#ifndef TESTS_LAW_H
#define TESTS_LAW_H

#include "../lib/algebra.h"
#include "model.h"
#include "random.h"
#include "suite.h"

#define LAW_CLASSES 16

typedef struct {
    lc_ctx *ctx;
    rnd rnd;
    const char *name;
    uint64_t seed;
    size_t index;
    size_t seen[LAW_CLASSES];
    char *failure;
    /* What the case owns. */
    size_t n;
    struct {
        void *object;
        void (*release)(void *);
    } owned[256];
} law;

static inline lc_int si(int64_t value)
{
    return (lc_int){value};
}

/* False: the law does not hold; law_fail said why. */
typedef bool (*law_body)(law *l);

/* `classes`: up to LAW_CLASSES names, the last NULL. Fails the Check test when a
 * case fails. `share`: run only one in `share` of the usual number of cases. */
void law_check(const char *name, law_body body, const char *const *classes);
void law_check_share(const char *name, law_body body, const char *const *classes, size_t share);

/* The classes of one law. */
#define CLASSES(...) ((const char *const[LAW_CLASSES + 1]){__VA_ARGS__})

/* A test that is one law (suite.h), whose body follows. */
#define LAW(test, name, ...) LAW_SHARE(test, name, 1, __VA_ARGS__)
#define LAW_SHARE(test, name, share, ...)                                                        \
    static bool test##_law(law *l);                                                              \
    TEST(test)                                                                                   \
    {                                                                                            \
        law_check_share(name, test##_law, __VA_ARGS__, share);                                   \
    }                                                                                            \
    static bool test##_law(law *l)

/* One of 0..n-1. */
size_t law_below(law *l, size_t n);
/* A text with another byte, a piece less, a piece twice, or its end cut off; it has room for 40
 * bytes more. */
void law_spoil(law *l, const char *bytes, char *text, size_t *size);

/* The case is of class `i`. */
void law_saw(law *l, size_t i);
/* Records why the case fails; returns false. */
bool law_fail(law *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Take over a value; NULL is passed through. */
lc_layout *law_own(law *l, lc_layout *a);
lc_tuple *law_own_tuple(law *l, lc_tuple *t);
lc_tiler *law_own_tiler(law *l, lc_tiler *t);
void *law_own_memory(law *l, void *memory);
void law_own_with(law *l, void *object, void (*release)(void *));
/* Defines such a function, of one that releases objects of a type. */
#define LAW_RELEASE(name, of_a_type)                                                             \
    static void name(void *object)                                                               \
    {                                                                                            \
        of_a_type(object);                                                                       \
    }
/* Defines what takes over such objects and passes them through. */
#define LAW_OWNER(name, type, frees)                                                             \
    LAW_RELEASE(name##_release, frees)                                                           \
    type *name(law *l, type *object)                                                             \
    {                                                                                            \
        law_own_with(l, object, name##_release);                                                 \
        return object;                                                                           \
    }
/* Release everything; done after each case. */
void law_release(law *l);

/* Values of the model as values of the library. */
lc_tuple *law_tuple(law *l, const m_tuple *t);
lc_layout *law_layout(law *l, const m_layout *a);
lc_tiler *law_tiler(law *l, const m_tiler *t);
/* And back: false when there is none or an integer is too large for the model. */
bool law_model(law *l, const lc_layout *a, m_layout *out);

/* Text for messages, owned by the case. */
const char *law_text(law *l, const m_layout *a);
const char *law_tuple_text(law *l, const m_tuple *t);
const char *law_tiler_text(law *l, const m_tiler *t);
/* The text of a library value, or of the error when it is NULL. */
const char *law_show(law *l, const lc_layout *a);
const char *law_show_tuple(law *l, const lc_tuple *t);

/* The library's value is what the model says; `exists`: the model has a value.
 * Anything else, also an error other than LC_ERR_NO_VALUE, fails the case, which
 * `what` describes. */
bool law_same(law *l, const lc_layout *got, bool exists, const m_layout *want, const char *what);

/* printf into memory of the case. */
const char *law_printf(law *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
