/* symbolic-claims.h - random claims about layouts whose sizes are parameters, and the same claims
 * at numbers.
 *
 * The parameters are M, N >= 1 and K, a multiple of 8. A kind is a claim with what it is asked
 * of: "injective", "injective of swizzled". About as many claims of a kind hold as do not.
 */
#ifndef TESTS_SYMBOLIC_CLAIMS_H
#define TESTS_SYMBOLIC_CLAIMS_H

#include "random.h"

#define SYMBOLIC_PARAMETERS "param M >= 1, N >= 1, K >= 8\nassume K % 8 == 0\n"
/* A claim at numbers has at most this many characters. */
#define SYMBOLIC_TEXT 4096

/* The texts of one claim are parts of `room`. */
typedef struct {
    rnd rnd;
    const char *operand;
    size_t used;
    char room[1 << 14];
} symbolic_maker;

typedef struct {
    const char *name;
    const char *operand; /* "layouts", "swizzled", "composed", "coordinates", ... */
    const char *(*make)(symbolic_maker *m, const char *name);
} symbolic_kind;

/* All kinds; the last has no name. */
const symbolic_kind *symbolic_kinds(void);
/* A claim of this kind, which lives until the next. */
const char *symbolic_claim(symbolic_maker *m, const symbolic_kind *kind);

/* One of any kind, from the generator of a law, which goes on behind it. */
const char *symbolic_rnd_claim(rnd *r);

/* A call of an operation on layouts; the texts are parts of the maker's room. */
typedef struct {
    const char *text, *name, *arg[2];
    size_t n;
} symbolic_call;
symbolic_call symbolic_rnd_call(symbolic_maker *m);

/* Numbers for M, N and K. */
typedef struct {
    char m[32], n[32], k[32];
} symbolic_place;
symbolic_place symbolic_place_of(rnd *r);
/* Those of a counterexample, 1 or 8 where it has none; false: K is no multiple of 8. */
struct lcv_answer;
bool symbolic_place_found(const struct lcv_answer *answer, symbolic_place *out);
void symbolic_at(const char *claim, const symbolic_place *at, char out[SYMBOLIC_TEXT]);
/* Is the claim, which is written to out, refuted with these numbers? */
struct lcv_session;
bool symbolic_is_refuted(struct lcv_session *numbers, const char *claim, const symbolic_place *at,
                         char out[SYMBOLIC_TEXT]);

#endif
