/* pairs.h - relations of small integers, as lists of their pairs: what claims about relations and
 * their algebra say of them, by looking at all of them.
 *
 * Inputs have up to three coordinates and outputs up to two; those that a relation does not have
 * are 0. An output is followed as an input of as many coordinates.
 */
#ifndef TESTS_PAIRS_H
#define TESTS_PAIRS_H

#include <stdbool.h>
#include <stddef.h>

#define PAIRS 2000

typedef struct {
    int in[3], out[2];
} pair;

typedef struct {
    size_t n;
    bool too_many; /* more than PAIRS: the others are not here */
    pair of[PAIRS];
} pairs;

int floor_div(int a, int b);
int modulo(int a, int b);

/* Puts a pair once. */
void pairs_add(pairs *p, pair x);
void pairs_put(pairs *p, int x, int y);
bool pairs_have(const pairs *p, int x, int y);
/* The first pair of this input; NULL. */
const pair *pairs_from(const pairs *p, pair input);
bool pairs_reach(const pairs *p, int x, int y);
/* The output of an integer; -1: there is none. */
int pairs_at(const pairs *p, int x);
/* b, then a. */
void pairs_join(const pairs *a, const pairs *b, pairs *out);

bool pairs_function(const pairs *p);
bool pairs_injective(const pairs *p);
/* A function of the integers [0,n), with n above 0. */
bool pairs_listed(const pairs *p);
/* A function, of n integers, onto [0,n). */
bool pairs_bijective(const pairs *p);
/* Such a function of a power of two of integers, linear over F2. */
bool pairs_linear(const pairs *p);
/* Outputs within [0,x) and, of two coordinates, [0,y); which all are outputs. */
bool pairs_within(const pairs *p, int x, int y);
bool pairs_cover(const pairs *p, int x, int y);
bool pairs_aligned(const pairs *p, int n);
bool pairs_same(const pairs *p, const pairs *q);
/* Outputs of p are outputs of q; none is, but for 0. */
bool pairs_contained(const pairs *p, const pairs *q);
bool pairs_apart(const pairs *p, const pairs *q);
/* Claims of the same names; *too_many, where it is not NULL: what was joined has too many pairs
 * to tell. */
bool pairs_compose(const pairs *r, const pairs *a, const pairs *b, bool *too_many);
bool pairs_invert_right(const pairs *f, const pairs *a, bool *too_many);
bool pairs_invert_left(const pairs *f, const pairs *a, bool *too_many);

#endif
