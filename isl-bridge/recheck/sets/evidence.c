/* evidence.c - conditions and sets of a claim. */
#include "config.h"

#include "evidence.h"

#include <string.h>

/* ---- conditions ---- */

bool lcr_ev_ok(const ev *e)
{
    return lc_ctx_code(e->pool->lc) == LC_OK;
}

bool lcr_ev_not(ev *e)
{
    e->none = true;
    return lcr_ev_ok(e);
}

void lcr_ev_by(ev *e, const char *by)
{
    e->out->by = e->out->by ? e->out->by : by;
}

bool lcr_ev_condition(ev *e, bool holds, const char *condition)
{
    if (holds || !e->out->holds)
        return true;
    size_t n = strlen(condition) + 1;
    e->out->holds = false;
    e->out->condition = lcr_lit_alloc(e->pool, n, 1);
    return e->out->condition && memcpy(e->out->condition, condition, n);
}

bool lcr_ev_reading(ev *e, bool holds, const char *condition)
{
    e->out->by = "reading";
    return lcr_ev_condition(e, holds, condition);
}

bool lcr_ev_arithmetic(ev *e, bool holds, const char *condition)
{
    e->out->by = "arithmetic";
    return lcr_ev_condition(e, holds, condition);
}

bool lcr_ev_contrary(ev *e, const char *condition)
{
    bool held = e->out->holds, ok = lcr_ev_condition(e, false, condition);
    e->out->holds = held;
    e->out->contrary = held;
    return ok;
}

const lit *lcr_ev_hint(ev *e, const char *kind, const lit *x, const lit *y)
{
    const char *text = e->pool->hint ? e->pool->hint(e->pool, kind, x, y) : NULL;
    return text ? lcr_lit_read(e->pool, text) : NULL;
}

bool lcr_ev_integer(const lit *a, lc_int *n)
{
    if (a->kind != LIT_TUPLE || a->nnodes != 1)
        return false;
    *n = a->extent[0];
    return true;
}

bool lcr_ev_has_word(ev *e, const lcr_statement *c, size_t i, const char *word, bool *has)
{
    *has = c->n > i;
    if (*has && (c->arg[i]->kind != LIT_WORD || strcmp(c->arg[i]->word, word) != 0))
        return lc_fail(e->pool->lc, LC_ERR_INVALID, "%s takes the word '%s' only", c->claim,
                       word);
    return true;
}

bool lcr_ev_type(ev *e, const lit *a, lc_int *least, lc_int *most)
{
    static const char *const type[] = {"int8", "int16", "int32", "int64"};
    lc_ctx *lc = e->pool->lc;
    const char *word = a->kind == LIT_WORD ? a->word : "";
    bool is_signed = word[0] != 'u';
    size_t i = 0;
    while (i < 4 && strcmp(word + !is_signed, type[i]) != 0)
        i++;
    if (i == 4)
        return lc_fail(lc, LC_ERR_INVALID, "no type: expected int8 to int64 or uint8 to uint64");
    lc_int end = lcr_lit_power(lc, ((size_t)8 << i) - is_signed);
    *least = is_signed ? lc_int_neg(lc, end) : lc_int_const(0);
    *most = lc_int_sub(lc, end, lc_int_const(1));
    return true;
}

/* ---- sets ---- */

bool lcr_ev_add(ev *e, const sys *s)
{
    lcr_evidence *out = e->out;
    sys *copy = s->failed ? NULL : lcr_lit_alloc(e->pool, 1, sizeof *copy);
    if (!copy)
        return false;
    *copy = *s;
    if (out->nsets == LCR_EVIDENCE_SETS)
        return lc_fail(e->pool->lc, LC_ERR_LIMIT, "evidence of more than %d sets",
                       LCR_EVIDENCE_SETS);
    if ((out->nsets & (out->nsets + 1)) == 0) { /* room doubles */
        const sys **more = lcr_lit_alloc(e->pool, 2 * (out->nsets + 1), sizeof *more);
        if (!more)
            return false;
        if (out->nsets > 0)
            memcpy(more, out->set, out->nsets * sizeof *more);
        out->set = more;
    }
    out->set[out->nsets++] = copy;
    return true;
}

bool lcr_ev_relate(ev *e, const sys *s, const sys_sum *sum, sys_relation relation)
{
    sys more = *s;
    lcr_sys_relate(&more, sum, relation);
    return lcr_ev_add(e, &more);
}

bool lcr_ev_compare(ev *e, const sys *s, const sys_sum *sum, sys_relation relation, lc_int value)
{
    sys more = *s;
    lcr_sys_compare(&more, sum, relation, value);
    return lcr_ev_add(e, &more);
}

bool lcr_ev_not_zero(ev *e, const sys *s, const sys_sum *sum)
{
    return lcr_ev_relate(e, s, sum, SYS_GT) && lcr_ev_relate(e, s, sum, SYS_LT);
}

bool lcr_ev_outside(ev *e, const sys *s, const sys_sum *sum, lc_int least, lc_int most)
{
    return lcr_ev_compare(e, s, sum, SYS_LT, least) && lcr_ev_compare(e, s, sum, SYS_GT, most);
}

bool lcr_ev_differ(ev *e, sys *s, const sys_sum *x, const sys_sum *y)
{
    sys_sum difference = {.constant = lc_int_const(0)};
    if (x)
        lcr_sys_add(s, &difference, lc_int_const(1), x);
    if (y)
        lcr_sys_add(s, &difference, lc_int_const(-1), y);
    return lcr_ev_not_zero(e, s, &difference);
}

bool lcr_ev_same_number(ev *e, lc_int a, lc_int b)
{
    sys s = lcr_sys_new(e->pool);
    const sys_sum d = lcr_sys_variable(lcr_sys_free(&s, 'd'));
    lcr_sys_compare(&s, &d, SYS_EQ, lc_int_sub(e->pool->lc, a, b));
    return lcr_ev_not_zero(e, &s, &d);
}

bool lcr_ev_parity(ev *e, const sys *s, const sys_sum *sum, bool odd)
{
    sys more = *s;
    lcr_sys_parity(&more, sum, odd);
    return lcr_ev_add(e, &more);
}
