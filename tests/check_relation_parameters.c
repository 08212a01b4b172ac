/* check_relation_parameters.c - claims about relations with a parameter, against lists of pairs.
 *
 * Random relations in n, as isl's texts of pieces with floors and remainders, as layout maps with
 * an extent that depends on n, and as what operations make of these. At every small number of n
 * the pairs are listed here. What is proved must hold at all of these; what is refuted
 * must fail at the number of the counterexample. The checker is asked by itself about claims and
 * values, right and wrong: what it confirms must hold, what it denies must fail somewhere.
 *
 * With SOLVE_ONLY the library does not try numbers before it proves.
 */
#include "config.h"

#include "../isl-bridge/recheck-symbolic.h"
#include "../verify/session/answer.h"
#include "law.h"
#include "pairs.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL 7    /* n up to this is listed */
#define FURTHER 40 /* and up to this, for the number of a counterexample */
#define NODES 8

/* ---- relations ---- */

typedef enum { FORMULA, PIECES, LAYOUT, INVERSE, COMPOSED, UNITED, RESTRICTED } kind;

typedef struct {
    kind kind;
    int a, b, d, g, k, m, e, f; /* of formulas and layouts */
    int left, right;
    const char *text;
} node;

typedef struct {
    law *l;
    size_t n;
    node node[NODES];
    int least, modulus; /* of the parameter */
} problem;

static int layout_value(const node *x, int c)
{
    return x->a * modulo(c, x->k) + x->b * floor_div(c, x->k);
}

static void leaf_pairs(const node *x, int n, pairs *out)
{
    int end = x->kind == LAYOUT ? x->k * (x->e * n + x->f) : x->e * n + x->f;
    for (int c = 0; c < end; c++) {
        int value = x->a * c + x->b * n + x->d + x->g * floor_div(c, x->k);
        if (x->kind == LAYOUT)
            value = layout_value(x, c);
        else if (x->kind == PIECES)
            value = c < n ? x->a * c + x->b : x->d * c + x->g * n;
        else if (x->m > 0)
            value = modulo(value, x->m);
        pairs_put(out, c, value);
    }
}

static void list(const problem *p, int of, int n, pairs *out)
{
    const node *x = &p->node[of];
    out->n = 0;
    out->too_many = false;
    if (x->kind < INVERSE) {
        leaf_pairs(x, n, out);
        return;
    }
    pairs *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    list(p, x->left, n, a);
    if (x->kind == COMPOSED || x->kind == UNITED)
        list(p, x->right, n, b);
    if (x->kind == COMPOSED)
        pairs_join(a, b, out);
    for (size_t i = 0; i < a->n; i++) {
        int in = a->of[i].in[0], to = a->of[i].out[0];
        if (x->kind == INVERSE)
            pairs_put(out, to, in);
        else if (x->kind == UNITED || (x->kind == RESTRICTED && in >= 0 && in < n))
            pairs_put(out, in, to);
    }
    for (size_t k = 0; x->kind == UNITED && k < b->n; k++)
        pairs_add(out, b->of[k]);
    out->too_many |= a->too_many || b->too_many;
    free(a);
    free(b);
}

/* ---- random ones ---- */

static int rnd_int(problem *p, int least, int most)
{
    return (int)rnd_in(&p->l->rnd, least, most);
}

static int add(problem *p, node x)
{
    ck_assert_uint_lt(p->n, NODES);
    p->node[p->n] = x;
    return (int)p->n++;
}

static int rnd_formula(problem *p)
{
    node x = {.kind = FORMULA, .k = rnd_int(p, 2, 4), .e = rnd_int(p, 1, 2)};
    bool plain = rnd_chance(&p->l->rnd, 50);
    x.a = rnd_int(p, -2, 3);
    x.b = plain ? 0 : rnd_int(p, -1, 2);
    x.d = plain ? 0 : rnd_int(p, -2, 3);
    x.g = rnd_chance(&p->l->rnd, 30) ? rnd_int(p, -2, 2) : 0;
    x.m = rnd_chance(&p->l->rnd, 20) ? rnd_int(p, 2, 5) : 0;
    x.f = rnd_chance(&p->l->rnd, 25) ? rnd_int(p, -1, 2) : 0;
    const char *value = law_printf(p->l, "0 + %d*c + %d*n + %d + %d*floor(c/%d)", x.a, x.b, x.d,
                                   x.g, x.k);
    if (x.m > 0)
        value = law_printf(p->l, "0 + (%s) mod %d", value, x.m);
    x.text = law_printf(p->l, "relation \"[n] -> { [c] -> [%s] : 0 <= c < %dn + %d }\"", value,
                        x.e, x.f);
    return add(p, x);
}

static int rnd_pieces(problem *p)
{
    node x = {.kind = PIECES, .e = 2, .k = 1};
    x.a = rnd_int(p, -1, 2);
    x.b = rnd_int(p, 0, 2);
    x.d = rnd_int(p, 1, 2);
    x.g = rnd_int(p, -1, 1);
    x.text =
        law_printf(p->l,
                   "relation \"[n] -> { [c] -> [%dc + %d] : 0 <= c < n; [c] -> [%dc + %d*n] : "
                   "n <= c < 2n }\"",
                   x.a, x.b, x.d, x.g);
    return add(p, x);
}

static int rnd_mapped(problem *p)
{
    node x = {.kind = LAYOUT, .k = rnd_int(p, 2, 4), .e = rnd_int(p, 1, 2)};
    bool compact = rnd_chance(&p->l->rnd, 40);
    x.a = compact ? 1 : rnd_int(p, 0, 3);
    x.b = compact ? x.k : rnd_int(p, 0, 6);
    x.f = rnd_int(p, 0, 1);
    x.text = law_printf(p->l, "layout_map((%d,%d*n + %d):(%d,%d))", x.k, x.e, x.f, x.a, x.b);
    return add(p, x);
}

static int rnd_leaf(problem *p)
{
    switch (rnd_int(p, 0, 3)) {
    case 0: return rnd_mapped(p);
    case 1: return rnd_pieces(p);
    default: return rnd_formula(p);
    }
}

static int rnd_relation(problem *p)
{
    int x = rnd_leaf(p), which = rnd_int(p, 0, 9);
    if (which > 3)
        return x;
    node made = {.kind = INVERSE + (kind)which, .left = x};
    const char *text = p->node[x].text;
    if (made.kind == INVERSE) {
        made.text = law_printf(p->l, "inverse(%s)", text);
    } else if (made.kind == RESTRICTED) {
        made.text = law_printf(p->l, "restrict(%s, n)", text);
    } else {
        made.right = rnd_leaf(p);
        const char *other = p->node[made.right].text;
        made.text = made.kind == UNITED ? law_printf(p->l, "union(%s, %s)", text, other)
                                        : law_printf(p->l, "%s o %s", text, other);
    }
    return add(p, made);
}

/* ---- claims ---- */

typedef enum {
    INJECTIVE,
    BIJECTIVE,
    IN_BOUNDS,
    SURJECTIVE,
    COVERS,
    PARTITIONS,
    ALIGNED,
    EQUIV,
    CONTAINED,
    DISJOINT,
    RIGHT_INVERTS,
    LEFT_INVERTS,
    COMPOSES,
    SIZE,
    COSIZE,
    VALUE,
    SETS_EQUAL,
    SETS_CONTAINED,
    SETS_DISJOINT,
    CLAIMS
} claim_kind;

static const char *const names[] = {"injective", "bijective",  "in_bounds",     "surjective",
                                    "covers",    "partitions", "aligned",       "equiv",
                                    "contained", "disjoint",   "right_inverts", "left_inverts",
                                    "composes",  "size",       "cosize",        "value",
                                    "equal",     "contained",  "disjoint"};

typedef struct {
    claim_kind kind;
    int x, y, z;
    int bn, bd, place; /* the number bn n + bd, and an input */
} claim;

typedef enum { HOLDS, FAILS, NO_VALUE, TOO_MANY } truth;

static truth of(bool holds)
{
    return holds ? HOLDS : FAILS;
}

static truth number_at(const claim *c, const pairs *x, int number)
{
    int most = 0, found = 0;
    for (size_t k = 0; k < x->n; k++) {
        most = k == 0 || x->of[k].out[0] > most ? x->of[k].out[0] : most;
        found += x->of[k].in[0] == c->place;
    }
    if (c->kind == SIZE)
        return of((int)x->n == number);
    if (c->kind == COSIZE)
        return x->n == 0 ? NO_VALUE : of(most + 1 == number);
    return found != 1 ? NO_VALUE : of(pairs_at(x, c->place) == number);
}

/* Of all relations, as sets of pairs. */
static truth composite_at(const claim *c, const pairs *x, const pairs *y, const pairs *z)
{
    bool too_many = false;
    bool ok = c->kind == COMPOSES        ? pairs_compose(x, y, z, &too_many)
              : c->kind == RIGHT_INVERTS ? pairs_invert_right(x, y, &too_many)
                                         : pairs_invert_left(x, y, &too_many);
    return too_many ? TOO_MANY : of(ok);
}

static truth decide(const claim *c, const pairs *x, const pairs *y, const pairs *z, int number)
{
    bool bound = c->kind == IN_BOUNDS || c->kind == SURJECTIVE || c->kind == COVERS;
    if (bound && number < 0)
        return NO_VALUE;
    switch (c->kind) {
    case INJECTIVE: return of(pairs_injective(x));
    case BIJECTIVE: return of(pairs_bijective(x));
    case IN_BOUNDS: return of(pairs_within(x, number, 1));
    case SURJECTIVE: return of(pairs_within(x, number, 1) && pairs_cover(x, number, 1));
    case EQUIV: return of(pairs_same(x, y));
    case SIZE:
    case COSIZE:
    case VALUE: return number_at(c, x, number);
    case SETS_EQUAL: return of(pairs_contained(x, y) && pairs_contained(y, x));
    case COVERS: return of(pairs_cover(x, number, 1));
    case CONTAINED:
    case SETS_CONTAINED: return of(pairs_contained(x, y));
    case DISJOINT:
    case SETS_DISJOINT: return of(pairs_apart(x, y));
    case PARTITIONS:
        return number < 1 ? NO_VALUE
                          : of(pairs_within(x, number, 1) && pairs_cover(x, number, 1) &&
                               pairs_function(x) && pairs_injective(x));
    case COMPOSES:
    case RIGHT_INVERTS:
    case LEFT_INVERTS: return composite_at(c, x, y, z);
    default: return of(pairs_aligned(x, number));
    }
}

static truth claim_at(const problem *p, const claim *c, int n)
{
    pairs *x = calloc(3, sizeof *x);
    list(p, c->x, n, &x[0]);
    list(p, c->y, n, &x[1]);
    list(p, c->z, n, &x[2]);
    int number = c->kind == ALIGNED ? c->bd : c->bn * n + c->bd;
    bool shaped = c->kind == COMPOSES && p->node[c->z].kind == LAYOUT; /* R is to refine B */
    truth t = shaped ? (p->node[c->x].kind == LAYOUT ? TOO_MANY : FAILS)
              : x[0].too_many || x[1].too_many || x[2].too_many
                  ? TOO_MANY
                  : decide(c, &x[0], &x[1], &x[2], number);
    free(x);
    return t;
}

static const char *claim_text(const problem *p, const claim *c)
{
    law *l = p->l;
    const char *x = p->node[c->x].text, *y = p->node[c->y].text, *z = p->node[c->z].text;
    const char *number = law_printf(l, "%d*n + %d", c->bn, c->bd);
    switch (c->kind) {
    case INJECTIVE:
    case BIJECTIVE: return law_printf(l, "%s(%s)", names[c->kind], x);
    case IN_BOUNDS:
    case SURJECTIVE:
    case PARTITIONS:
    case COVERS: return law_printf(l, "%s(%s, %s)", names[c->kind], x, number);
    case ALIGNED: return law_printf(l, "aligned(%s, %d)", x, c->bd);
    case COMPOSES: return law_printf(l, "composes(%s, %s, %s)", x, y, z);
    case SIZE:
    case COSIZE: return law_printf(l, "%s(%s) == %s", names[c->kind], x, number);
    case VALUE: return law_printf(l, "(%s)(%d) == %s", x, c->place, number);
    case SETS_EQUAL:
    case SETS_CONTAINED:
    case SETS_DISJOINT: return law_printf(l, "%s(range(%s), range(%s))", names[c->kind], x, y);
    default: return law_printf(l, "%s(%s, %s)", names[c->kind], x, y);
    }
}

/* A number that fits at n = 3 and n = 4, so that claims are often true. */
static void fit_number(problem *p, claim *c)
{
    int fitted[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        pairs *x = calloc(1, sizeof *x);
        list(p, c->x, 3 + i, x);
        for (size_t k = 0; k < x->n; k++)
            fitted[i] = x->of[k].out[0] >= fitted[i] ? x->of[k].out[0] + 1 : fitted[i];
        if (c->kind == SIZE)
            fitted[i] = (int)x->n;
        if (c->kind == VALUE)
            fitted[i] = pairs_at(x, c->place);
        free(x);
    }
    c->bn = fitted[1] - fitted[0];
    c->bd = fitted[0] - 3 * c->bn;
    if (rnd_chance(&p->l->rnd, 25))
        c->bd += rnd_int(p, -1, 1);
}

static claim rnd_claim(problem *p)
{
    claim c = {.kind = (claim_kind)rnd_int(p, 0, CLAIMS - 1), .x = rnd_relation(p)};
    c.y = c.z = c.x;
    c.place = rnd_int(p, 0, 2);
    fit_number(p, &c);
    if (c.kind == ALIGNED)
        c.bd = rnd_int(p, 1, 3);
    bool two = c.kind == EQUIV || c.kind == CONTAINED || c.kind == DISJOINT;
    if (two || c.kind >= SETS_EQUAL)
        c.y = rnd_chance(&p->l->rnd, 70) ? rnd_relation(p) : c.x;
    if (c.kind == RIGHT_INVERTS || c.kind == LEFT_INVERTS) {
        node inverse = {.kind = INVERSE, .left = c.x};
        inverse.text = law_printf(p->l, "inverse(%s)", p->node[c.x].text);
        c.y = c.x;
        c.x = rnd_chance(&p->l->rnd, 80) ? add(p, inverse) : rnd_leaf(p);
    }
    if (c.kind == COMPOSES) {
        node made = {.kind = COMPOSED, .left = c.x, .right = c.z = rnd_leaf(p)};
        c.y = c.x;
        made.text = law_printf(p->l, "%s o %s", p->node[c.y].text, p->node[c.z].text);
        c.x = rnd_chance(&p->l->rnd, 80) ? add(p, made) : c.z;
    }
    return c;
}

static problem rnd_problem(law *l)
{
    problem p = {.l = l, .modulus = 1};
    p.least = rnd_int(&p, 1, 2);
    if (rnd_chance(&l->rnd, 25))
        p.modulus = rnd_int(&p, 2, 3);
    return p;
}

static bool admits(const problem *p, int n)
{
    return n >= p->least && n % p->modulus == 0;
}

/* ---- what the library says ---- */

typedef struct {
    bool error, disagreement;
    lcv_verdict verdict;
    long n;
} said;

static said ask(const char *script)
{
    said s = {.verdict = LCV_UNKNOWN};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(session);
    lcv_answer *all = lcv_ask(session, LCV_ASK_SAY, script);
    for (const lcv_answer *a = all; a; a = lcv_answer_next(a)) {
        s.error = s.error || lcv_answer_error(a) != LCV_ERROR_NONE;
        s.disagreement = s.disagreement || lcv_answer_status(a) == LCV_DISAGREEMENT;
        if (lcv_answer_verdict(a) != LCV_NO_VERDICT)
            s.verdict = (lcv_verdict)lcv_answer_verdict(a);
        for (size_t i = 0; i < lcv_answer_nparameters(a); i++)
            s.n = strtol(lcv_answer_parameter(a, i)->value, NULL, 10);
    }
    lcv_answer_free(all);
    lcv_session_free(session);
    return s;
}

static bool answer_is_right(law *l, const problem *p, const claim *c, const char *script,
                            const said *s)
{
    if (s->disagreement)
        return law_fail(l, "%sis a disagreement", script);
    for (int n = 1; !s->error && s->verdict == LCV_PROVED && n <= SMALL; n++) {
        truth t = admits(p, n) ? claim_at(p, c, n) : HOLDS;
        if (t == FAILS || t == NO_VALUE)
            return law_fail(l, "%sis proved, but is not so at n = %d", script, n);
    }
    bool near = !s->error && s->verdict == LCV_REFUTED && s->n > 0 && s->n <= FURTHER;
    if (near && (!admits(p, (int)s->n) || claim_at(p, c, (int)s->n) == HOLDS))
        return law_fail(l, "%sis refuted, but is so at n = %ld", script, s->n);
    return true;
}

LAW_SHARE(verdicts, "claims about relations with a parameter", 20,
          CLASSES("proved", "refuted", "neither"))
{
    problem p = rnd_problem(l);
    claim c = rnd_claim(&p);
    const char *script = law_printf(l, "param n >= %d\n%sprove %s\n", p.least,
                                    p.modulus == 1   ? ""
                                    : p.modulus == 2 ? "assume n % 2 == 0\n"
                                                     : "assume n % 3 == 0\n",
                                    claim_text(&p, &c));
    said s = ask(script);
    law_saw(l, s.error ? 2 : s.verdict == LCV_PROVED ? 0 : s.verdict == LCV_REFUTED ? 1 : 2);
    return answer_is_right(l, &p, &c, script, &s);
}

/* ---- the checker by itself ---- */

static const char *shown_as(const problem *p, int of)
{
    const node *x = &p->node[of];
    return x->kind == FORMULA || x->kind == PIECES ? x->text : NULL;
}

static bool confirms(const lcr_confirmation *c)
{
    return c->opinion == LCR_AGREES ||
           (c->opinion == LCR_UNSURE && lcr_reason_needs_no_set(c->reason));
}

static bool opinion_is_right(law *l, const problem *p, const claim *c, const lcr_symbolic *s,
                             const lcr_confirmation *opinion)
{
    bool fails = false, unclear = false;
    for (int n = 1; n <= FURTHER && !fails; n++) {
        truth t = admits(p, n) ? claim_at(p, c, n) : HOLDS;
        bool bound = c->kind == IN_BOUNDS || c->kind == SURJECTIVE || c->kind == COVERS;
        unclear = unclear || (t == NO_VALUE && bound); /* perhaps a bound below 0 */
        fails = t == FAILS || (t == NO_VALUE && !bound);
        if (t == TOO_MANY)
            break;
    }
    if (confirms(opinion) && fails)
        return law_fail(l, "confirmed, but false: %s(%s) for n >= %d, n %% %d == 0", s->name,
                        s->arg[0], p->least, p->modulus);
    if (opinion->opinion == LCR_DISAGREES && !fails && !unclear)
        return law_fail(l, "denied, but true: %s(%s) for n >= %d", s->name, s->arg[0], p->least);
    if (confirms(opinion) || opinion->opinion == LCR_DISAGREES)
        law_saw(l, opinion->opinion == LCR_DISAGREES);
    return true;
}

/* A claim of written relations, its truth unknown. */
LAW_SHARE(opinions, "opinions of relations with a parameter", 10, CLASSES("confirmed", "denied"))
{
    problem p = rnd_problem(l);
    claim c = rnd_claim(&p);
    for (int tries = 0; tries < 20 && (c.kind >= SIZE || !shown_as(&p, c.x) ||
                                       !shown_as(&p, c.y) || !shown_as(&p, c.z));
         tries++) {
        p.n = 0;
        c = rnd_claim(&p);
    }
    if (c.kind >= SIZE || !shown_as(&p, c.x) || !shown_as(&p, c.y) || !shown_as(&p, c.z))
        return true;
    const char *number = c.kind == ALIGNED ? law_printf(l, "%d", c.bd)
                                           : law_printf(l, "%d*n+(%d)", c.bn, c.bd);
    bool two = c.kind >= EQUIV;
    const char *arg[3] = {shown_as(&p, c.x), two ? shown_as(&p, c.y) : number, shown_as(&p, c.z)};
    size_t n = c.kind < IN_BOUNDS ? 1 : c.kind == COMPOSES ? 3 : 2;
    const char *assumption = law_printf(l, "n %% %d == 0", p.modulus);
    lcr_parameter parameter = {"n", law_printf(l, "%d", p.least), NULL};
    lcr_parameters all = {1, &parameter, p.modulus > 1, &assumption, false};
    lcr_symbolic s = {names[c.kind], n, arg, NULL};
    lcr_confirmation opinion;
    lcr_ctx *r = lcr_ctx_new(l->ctx);
    bool ok = lcr_confirm_symbolic(r, &all, &s, &opinion);
    lcr_ctx_free(r);
    if (!ok)
        return law_fail(l, "%s: %s", s.name, lc_ctx_message(l->ctx));
    ok = opinion_is_right(l, &p, &c, &s, &opinion);
    lcr_confirmation_clear(&opinion);
    return ok;
}

SUITE_MAIN("relation_parameters", verdicts, opinions)
