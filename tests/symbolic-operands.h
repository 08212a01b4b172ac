/* symbolic-operands.h - random operands of claims with parameters, as texts. */
#ifndef TESTS_SYMBOLIC_OPERANDS_H
#define TESTS_SYMBOLIC_OPERANDS_H

#include "symbolic-claims.h"

#define MODES 3

typedef struct {
    size_t n;
    const char *extent[MODES], *stride[MODES];
    size_t axis[MODES];  /* of coordinates */
    const char *end[2];  /* past the values, on each axis */
    const char *swizzle; /* before it */
} modes;

int64_t in(symbolic_maker *m, int64_t low, int64_t high);
bool chance(symbolic_maker *m, int percent);
const char *one_of(symbolic_maker *m, size_t n, const char *const *text);
#define ONE_OF(m, list) one_of(m, sizeof(list) / sizeof *(list), list)
const char *say(symbolic_maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Modes in some order, each stride the end of the one before it, or past it; perhaps one of
 * another stride. At least this many. Those of numbers alone; those whose strides divide one
 * another. */
modes rnd_modes(symbolic_maker *m, size_t least);
modes rnd_numbers(symbolic_maker *m);
modes rnd_chain(symbolic_maker *m);
/* A part of an operand: a shorter mode, every other coordinate, or fewer modes. */
modes rnd_part(symbolic_maker *m, modes a);
/* The modes of an operand in two parts. */
void halves(symbolic_maker *m, const modes *a, modes *x, modes *y);
void swap_modes(modes *a, size_t i, size_t k);
/* What a warp reads or writes. */
const char *rnd_access(symbolic_maker *m);

/* As texts: of the kind of operand that is asked for; as integers; the last two modes as one that
 * is nested; its size. */
const char *layout(symbolic_maker *m, const modes *a);
const char *plain(symbolic_maker *m, const modes *a);
const char *joined(symbolic_maker *m, const modes *a);
const char *size(symbolic_maker *m, const modes *a);

#endif
