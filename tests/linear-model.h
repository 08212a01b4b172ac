/* linear-model.h - the reference that linear layouts are tested against.
 *
 * Dims are kept apart: a basis is an array of one number an output dim, a coordinate
 * one number an input dim. There are no matrices, no packed words, no elimination;
 * functions are walked over.
 */
#ifndef TESTS_LINEAR_MODEL_H
#define TESTS_LINEAR_MODEL_H

#include "../lib/linear.h"
#include "law.h"

#define ML_DIMS 12
#define ML_BITS 32

typedef struct {
    char name[16];
    unsigned bits;
} ml_dim;

typedef struct {
    size_t nins, nouts;
    ml_dim in[ML_DIMS], out[ML_DIMS];
    uint64_t basis[ML_DIMS][ML_BITS][ML_DIMS]; /* of an input dim, a bit; for an output dim */
} ml;

size_t ml_find(size_t n, const ml_dim *dim, const char *name);
unsigned ml_bits(size_t n, const ml_dim *dim);
/* The number of coordinates of dims. */
uint64_t ml_size(size_t n, const ml_dim *dim);
/* The same names and bits in the same order. */
bool ml_same_dims(size_t n, const ml_dim *a, size_t m, const ml_dim *b);
/* An integral coordinate as one number a dim, the first dim minor; and back. */
void ml_split(size_t n, const ml_dim *dim, uint64_t x, uint64_t *crd);
uint64_t ml_join(size_t n, const ml_dim *dim, const uint64_t *crd);
void ml_value(const ml *a, const uint64_t *crd, uint64_t *value);
/* The value at an integral coordinate, as one. */
uint64_t ml_at(const ml *a, uint64_t x);
bool ml_equal(const ml *a, const ml *b);

/* Dims of up to 3 bits, `most` in all, names out of a few; a permutation of bits, dense,
 * sparse or of low rank. */
void ml_random_dims(rnd *r, bool inputs, unsigned most, size_t *n, ml_dim *dim);
void ml_random_bases(rnd *r, ml *a);
void ml_random(rnd *r, unsigned most, ml *out);

/* a minor, b major; false when two dims stand in opposite orders. */
bool ml_product(const ml *a, const ml *b, ml *out);

/* The library's value, owned by the case; from bases, with no matrix of the test's. */
lc_linear *ml_linear(law *l, const ml *a);
void ml_of(const lc_linear *a, ml *out);
/* Text of the model, in the literal syntax; of a value of the library, or its error. */
const char *ml_text(law *l, const ml *a);
const char *ml_show(law *l, const lc_linear *a);
/* Text of a call with one argument or two. */
const char *ml_call(law *l, const char *name, const ml *a, const ml *b);
/* `got` is the value that the model says; none when `want` is NULL. */
bool ml_same(law *l, const lc_linear *got, const ml *want, const char *what);

#endif
