/* check_symbolic.c - claims with parameters against enumeration.
 *
 * Random claims about layouts whose extents and strides depend on M and N (size-claims.h). What
 * is proved must hold, by a walk over all coordinates (size-walk.h), at every small M and N that
 * satisfies the assumptions; what is refuted must fail at the numbers of the counterexample.
 * Nothing is shared with the library but the text.
 *
 * With SOLVE_ONLY the library does not try numbers before it proves: what it proves of
 * claims that are false would show.
 */
#include "config.h"

#include "../verify/session/answer.h"
#include "../verify/session/session.h"
#include "size-claims.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

#define SMALL 9        /* M and N up to this are walked */
#define WALKED 100000  /* larger ones of an answer are believed */
#define POINTS 2000000 /* coordinates of one walk */

/* A claim with what is assumed. */
typedef struct {
    claim c;
    const char *text, *declared;
    int64_t modulus, residue;  /* M % modulus == residue */
    bool ordered;              /* N <= M */
    int64_t least[2], most[2]; /* of M and N; most 0: no end */
} problem;

static const char *range_text(law *l, const char *name, int64_t least, int64_t most)
{
    return most == 0 ? law_printf(l, "%s >= %d", name, (int)least)
                     : law_printf(l, "%s in %d..%d", name, (int)least, (int)most);
}

static problem rnd_problem(law *l)
{
    rnd *r = &l->rnd;
    problem p = {.c = rnd_claim(l, rnd_chance(r, 30), rnd_size_or_none)};
    p.text = claim_text(l, &p.c);
    p.modulus = rnd_chance(r, 40) ? rnd_in(r, 2, 4) : 1;
    p.residue = rnd_chance(r, 30) ? rnd_in(r, 0, p.modulus - 1) : 0;
    p.ordered = rnd_chance(r, 25);
    for (int i = 0; i < 2; i++) {
        p.least[i] = rnd_in(r, 1, 3);
        p.most[i] = rnd_chance(r, 25) ? p.least[i] + rnd_in(r, 0, 12) : 0;
    }
    p.declared = law_printf(l, "param %s, %s\n%s%s", range_text(l, "M", p.least[0], p.most[0]),
                            range_text(l, "N", p.least[1], p.most[1]),
                            p.modulus > 1 ? law_printf(l, "assume M %% %d == %d\n",
                                                       (int)p.modulus, (int)p.residue)
                                          : "",
                            p.ordered ? "assume N <= M\n" : "");
    return p;
}

static bool admits(const problem *p, int64_t m, int64_t n)
{
    return m >= p->least[0] && n >= p->least[1] && (p->most[0] == 0 || m <= p->most[0]) &&
           (p->most[1] == 0 || n <= p->most[1]) && m % p->modulus == p->residue &&
           (!p->ordered || n <= m);
}

static bool satisfiable(const problem *p)
{
    for (int64_t m = 1; m <= 40; m++)
        for (int64_t n = 1; n <= 40; n++)
            if (admits(p, m, n))
                return true;
    return false;
}

/* ---- what the library says ---- */

typedef struct {
    bool refused; /* the assumptions */
    bool error;   /* of the claim */
    lcv_verdict verdict;
    bool at; /* numbers of a counterexample, or of an error */
    int64_t m, n;
    const char *message;
} said;

/* "at M = 3, N = 4: ..." */
static void read_place(said *s)
{
    const char *m = strstr(s->message, "M = "), *n = strstr(s->message, "N = ");
    s->at = strncmp(s->message, "at ", 3) == 0 && (m || n);
    s->m = m ? strtoll(m + 4, NULL, 10) : 1;
    s->n = n ? strtoll(n + 4, NULL, 10) : 1;
}

static said ask(law *l, const problem *p)
{
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(session);
    lc_ctx_set_shortcuts(session->ctx, !SOLVE_ONLY);
    lcv_answer *declared = lcv_ask(session, LCV_ASK_SAY, p->declared);
    lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, p->text);
    const char *message = lcv_answer_message(a);
    said s = {.error = lcv_answer_status(a) == LCV_INVALID,
              .verdict = lcv_answer_verdict(a) < 0 ? LCV_UNKNOWN
                                                   : (lcv_verdict)lcv_answer_verdict(a),
              .m = 1,
              .n = 1,
              .message = law_printf(l, "%s", message ? message : "")};
    for (const lcv_answer *d = declared; d; d = lcv_answer_next(d))
        s.refused = s.refused || lcv_answer_status(d) == LCV_INVALID;
    if (s.error)
        read_place(&s);
    for (size_t i = 0; i < lcv_answer_nparameters(a); i++) {
        const lcv_parameter_value *v = lcv_answer_parameter(a, i);
        s.at = true;
        *(*v->name == 'M' ? &s.m : &s.n) = strtoll(v->value, NULL, 10);
    }
    lcv_answer_free(a);
    lcv_answer_free(declared);
    lcv_session_free(session);
    return s;
}

/* The numbers of the answer, with some for a parameter that the claim leaves out. */
static bool place_of(const problem *p, const said *s, int64_t *m, int64_t *n)
{
    bool has_m = strchr(p->text, 'M') || (p->ordered && strchr(p->text, 'N'));
    bool has_n = strchr(p->text, 'N') || (p->ordered && strchr(p->text, 'M'));
    for (int64_t a = 1; a <= 40; a++)
        for (int64_t b = 1; b <= 40; b++) {
            *m = has_m ? s->m : a;
            *n = has_n ? s->n : b;
            if (admits(p, *m, *n))
                return true;
        }
    return false;
}

/* ---- the law ---- */

static bool proved_holds(law *l, const problem *p)
{
    for (int64_t m = 1; m <= SMALL; m++)
        for (int64_t n = 1; n <= SMALL; n++) {
            truth t = admits(p, m, n) ? claim_at(&p->c, m, n, POINTS) : HOLDS;
            if (t == FAILS || t == NO_VALUE)
                return law_fail(l, "%sprove %s is proved, but %s at M = %d, N = %d", p->declared,
                                p->text, t == FAILS ? "fails" : "has no value", (int)m, (int)n);
        }
    return true;
}

/* What is refuted fails at the numbers of the answer; what is an error has no value there. */
static bool is_so_there(law *l, const problem *p, const said *s)
{
    int64_t m, n;
    truth want = s->error ? NO_VALUE : FAILS;
    const char *what = law_printf(l, "%sprove %s at M = %lld, N = %lld %s", p->declared, p->text,
                                  (long long)s->m, (long long)s->n,
                                  s->error ? s->message : "is refuted");
    if (s->error && !s->at)
        return law_fail(l, "%s", what);
    if (s->m > WALKED || s->n > WALKED)
        return true;
    if (!place_of(p, s, &m, &n))
        return law_fail(l, "%s: they are not admitted", what);
    truth t = claim_at(&p->c, m, n, POINTS);
    return t == want || (!s->error && t == TOO_LARGE) ||
           law_fail(l, "%s: there it %s", what,
                    t == HOLDS   ? "holds"
                    : t == FAILS ? "fails"
                                 : "has no value, or is too large");
}

LAW_SHARE(test_claims, "claims with parameters", 2,
          CLASSES("proved", "refuted", "without a value"))
{
    problem p = rnd_problem(l);
    if (!strchr(p.text, 'M') && !strchr(p.text, 'N'))
        return true;
    said s = ask(l, &p);
    if (!satisfiable(&p))
        return s.refused || s.error || law_fail(l, "%sthe assumptions are accepted", p.declared);
    if (!s.error && s.verdict == LCV_UNKNOWN)
        return true;
    law_saw(l, s.error ? 2 : s.verdict == LCV_PROVED ? 0 : 1);
    return s.error || s.verdict == LCV_REFUTED ? is_so_there(l, &p, &s) : proved_holds(l, &p);
}

SUITE_MAIN("symbolic", test_claims)
