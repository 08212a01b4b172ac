#include "config.h"

#include "ledger-random.h"

#include "pattern.h"
#include "redo-random.h"
#include "rows.h"
#include "suite.h"
#include "symbolic-claims.h"

#include <stdio.h>
#include <stdlib.h>

struct ledger_maker {
    law law; /* owns the values of a pattern */
    symbolic_maker symbolic;
    size_t kinds;            /* of claims with parameters */
    data_rows claims, calls; /* tests/rows/definitions.tsv, calls.tsv */
    char room[RANDOM_ROOM];
};

ledger_maker *ledger_maker_new(void)
{
    ledger_maker *m = calloc(1, sizeof *m);
    lc_ctx *ctx = m ? suite_ctx_new() : NULL;
    if (!ctx) {
        free(m);
        return NULL;
    }
    m->law = (law){.ctx = ctx, .name = "ledger"};
    m->claims = rows_read("tests/rows/definitions.tsv");
    m->calls = rows_read("tests/rows/calls.tsv");
    while (symbolic_kinds()[m->kinds].name)
        m->kinds++;
    return m;
}

void ledger_maker_free(ledger_maker *m)
{
    if (!m)
        return;
    law_release(&m->law);
    lc_ctx_free(m->law.ctx);
    rows_clear(&m->claims);
    rows_clear(&m->calls);
    free(m);
}

static rnd stream_of(size_t i)
{
    rnd r = {20260101u};
    r.state = rnd_u64(&r) + i;
    rnd_u64(&r);
    return r;
}

static const char *filled(ledger_maker *m, const rnd *r, const char *pattern)
{
    law_release(&m->law);
    m->law.rnd = *r;
    return pattern_text(&m->law, pattern, pattern_values(&m->law));
}

/* An operation on values of pattern.h. */
static const char *filled_call(ledger_maker *m, const rnd *r, const data_row *row)
{
    char call[512];
    int n = snprintf(call, sizeof call, "%s(%s", row->field[1], row->field[2]);
    for (size_t i = 3; row->field[i]; i++)
        n += snprintf(call + n, sizeof call - (size_t)n, ", %s", row->field[i]);
    snprintf(call + n, sizeof call - (size_t)n, ")");
    return filled(m, r, call);
}

static const char *of_numbers(ledger_maker *m, rnd *r, size_t which)
{
    int kind;
    random_claim(r, which % random_claims(), &kind, m->room);
    return m->room;
}

ledger_statement ledger_random(ledger_maker *m, size_t i)
{
    rnd r = stream_of(i);
    size_t round = i / 5;
    m->symbolic.rnd = r;
    switch (i % 5) {
    case 0:
    case 1: return (ledger_statement){.text = of_numbers(m, &r, 2 * round + i % 5)};
    case 2:
        return (ledger_statement){.text = symbolic_claim(&m->symbolic,
                                                         &symbolic_kinds()[round % m->kinds]),
                                  .symbolic = true};
    case 3:
        if (round % 2 == 0)
            return (ledger_statement){.text = symbolic_rnd_call(&m->symbolic).text,
                                      .value = true,
                                      .symbolic = true};
        return (
            ledger_statement){.text = filled_call(m, &r, &m->calls.row[round / 2 % m->calls.n]),
                              .value = true};
    default:
        return (ledger_statement){
            .text = filled(m, &r, m->claims.row[round % m->claims.n].field[0])};
    }
}
