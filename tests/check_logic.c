/* check_logic.c - `and`, `or`, `not` and comparisons in a row: random claims about numbers and
 * about a parameter of few values, whose truth is computed here at each of them.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../lib/text.h"
#include "../verify/session/answer.h"

#include <string.h>

#define LEAST 2
#define MOST 9
#define VALUES (MOST - LEAST + 1)

/* The values of M at which a claim is true, as bits from LEAST up. */
typedef unsigned truth;
static const truth always = (1u << VALUES) - 1;

static bool holds(truth t, int64_t m)
{
    return (t >> (m - LEAST) & 1) != 0;
}

static truth add_comparison(law *l, lc_text *out)
{
    int64_t k = rnd_in(&l->rnd, 2, 4), r = rnd_in(&l->rnd, 0, 3), c = rnd_in(&l->rnd, 0, 24);
    int64_t kind = rnd_in(&l->rnd, 0, 3);
    truth t = 0;
    if (kind == 0)
        lc_text_printf(out, "M %% %d == %d", (int)k, (int)r);
    else if (kind == 1)
        lc_text_printf(out, "size((M,%d)) >= %d", (int)k, (int)c);
    else if (kind == 2)
        lc_text_printf(out, "%d <= M < %d", (int)r + 2, (int)c);
    else
        lc_text_printf(out, "M != %d", (int)r + 3);
    for (int64_t m = LEAST; m <= MOST; m++) {
        bool is = kind == 0   ? m % k == r
                  : kind == 1 ? m * k >= c
                  : kind == 2 ? r + 2 <= m && m < c
                              : m != r + 3;
        t |= (truth)is << (m - LEAST);
    }
    return t;
}

/* (4,2):(1,s) has a value twice for s from 0 to 3. */
static truth add_claim(law *l, lc_text *out)
{
    int64_t s = rnd_in(&l->rnd, 0, 6);
    lc_text_printf(out, "injective((4,2):(1,%d))", (int)s);
    return s > 3 ? always : 0;
}

static truth add_any(law *l, lc_text *out, int depth)
{
    static const char *const sign[] = {" and ", " && ", " or ", " || "};
    int64_t kind = depth == 0 ? rnd_in(&l->rnd, 0, 1) : rnd_in(&l->rnd, 0, 5);
    if (kind == 0)
        return add_claim(l, out);
    if (kind == 1)
        return add_comparison(l, out);
    if (kind == 2) {
        lc_text_add(out, rnd_chance(&l->rnd, 50) ? "not (" : "!(");
        truth t = add_any(l, out, depth - 1);
        lc_text_add(out, ")");
        return always & ~t;
    }
    int64_t which = rnd_in(&l->rnd, 0, 3);
    lc_text_add(out, "(");
    truth a = add_any(l, out, depth - 1);
    lc_text_add(out, sign[which]);
    truth b = add_any(l, out, depth - 1);
    lc_text_add(out, ")");
    return which < 2 ? a & b : a | b;
}

/* Refuted where it is false at some M, and then at such an M; else proved. */
static bool check_verdict(law *l, const char *claim, truth t, const lcv_answer *a)
{
    int verdict = lcv_answer_verdict(a);
    law_saw(l, t == always ? 0 : 1);
    if (verdict != (t == always ? LCV_PROVED : LCV_REFUTED))
        return law_fail(l, "%s: verdict %d, true at %x of %x\n%s", claim, verdict, t, always,
                        lcv_answer_rendered(a) ? lcv_answer_rendered(a) : "");
    for (size_t i = 0; i < lcv_answer_nparameters(a); i++) {
        int64_t m = 0;
        lcv_leaves(lcv_answer_parameter(a, i)->value, 1, &m);
        if (m < LEAST || m > MOST || holds(t, m))
            return law_fail(l, "%s is refuted at M = %d", claim, (int)m);
    }
    return true;
}

LAW_SHARE(test_truth, "claims of claims are as true as their parts make them", 10,
          CLASSES("true", "false"))
{
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    lc_text claim = {0};
    truth t = add_any(l, &claim, 3);
    lcv_answer *said = lcv_ask(session, LCV_ASK_SAY, "param M in 2..9");
    lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, lc_text_peek(&claim));
    bool right = check_verdict(l, lc_text_peek(&claim), t, a);
    lcv_answer_free(a);
    lcv_answer_free(said);
    lcv_session_free(session);
    lc_text_free(&claim);
    return right;
}

SUITE_MAIN("logic", test_truth)
