/* ledger-random.h - random statements of all kinds, each from its number alone. */
#ifndef TESTS_LEDGER_RANDOM_H
#define TESTS_LEDGER_RANDOM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *text;
    bool value;    /* an expression, not a claim */
    bool symbolic; /* of the parameters of symbolic-claims.h */
} ledger_statement;

typedef struct ledger_maker ledger_maker;

ledger_maker *ledger_maker_new(void);
void ledger_maker_free(ledger_maker *m);
/* Statement number i, which lives until the next. Two of five are claims about numbers, one a
 * claim with parameters, one a value, of numbers or with parameters, and one a claim made of the
 * values of operations. */
ledger_statement ledger_random(ledger_maker *m, size_t i);

#endif
