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
#include "../verify/session/script.h"
#include "law.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SMALL 7    /* n up to this is listed */
#define FURTHER 40 /* and up to this, for the number of a counterexample */
#define PAIRS 2000
#define NODES 8

/* ---- pairs ---- */

typedef struct {
    size_t n;
    bool too_many;
    int x[PAIRS], y[PAIRS];
} pairs;

static bool has(const pairs *p, int x, int y)
{
    for (size_t k = 0; k < p->n; k++)
        if (p->x[k] == x && p->y[k] == y)
            return true;
    return false;
}

static void put(pairs *p, int x, int y)
{
    if (p->too_many || has(p, x, y))
        return;
    p->too_many = p->n == PAIRS;
    if (!p->too_many) {
        p->x[p->n] = x;
        p->y[p->n++] = y;
    }
}

static bool has_input(const pairs *p, int x)
{
    for (size_t k = 0; k < p->n; k++)
        if (p->x[k] == x)
            return true;
    return false;
}

static bool has_output(const pairs *p, int y)
{
    for (size_t k = 0; k < p->n; k++)
        if (p->y[k] == y)
            return true;
    return false;
}

static bool is_function(const pairs *p)
{
    for (size_t k = 0; k < p->n; k++)
        for (size_t i = 0; i < k; i++)
            if (p->x[i] == p->x[k])
                return false;
    return true;
}

static bool is_injective(const pairs *p)
{
    for (size_t k = 0; k < p->n; k++)
        for (size_t i = 0; i < k; i++)
            if (p->y[i] == p->y[k] && p->x[i] != p->x[k])
                return false;
    return true;
}

static int at(const pairs *p, int x)
{
    for (size_t k = 0; k < p->n; k++)
        if (p->x[k] == x)
            return p->y[k];
    return -1;
}

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

static int floor_div(int a, int b)
{
    return a / b - (a % b < 0);
}

static int mod(int a, int b)
{
    return a - b * floor_div(a, b);
}

static int layout_value(const node *x, int c)
{
    return x->a * mod(c, x->k) + x->b * floor_div(c, x->k);
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
            value = mod(value, x->m);
        put(out, c, value);
    }
}

static void pairs_at(const problem *p, int of, int n, pairs *out)
{
    const node *x = &p->node[of];
    *out = (pairs){.n = 0};
    if (x->kind < INVERSE) {
        leaf_pairs(x, n, out);
        return;
    }
    pairs *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    pairs_at(p, x->left, n, a);
    if (x->kind == COMPOSED || x->kind == UNITED)
        pairs_at(p, x->right, n, b);
    out->too_many = a->too_many || b->too_many;
    for (size_t i = 0; i < a->n; i++) {
        if (x->kind == INVERSE)
            put(out, a->y[i], a->x[i]);
        else if (x->kind == UNITED || (x->kind == RESTRICTED && a->x[i] >= 0 && a->x[i] < n))
            put(out, a->x[i], a->y[i]);
        for (size_t k = 0; x->kind == COMPOSED && k < b->n; k++)
            if (b->y[k] == a->x[i])
                put(out, b->x[k], a->y[i]);
    }
    for (size_t k = 0; x->kind == UNITED && k < b->n; k++)
        put(out, b->x[k], b->y[k]);
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

static bool all_outputs(const pairs *p, int least, int end)
{
    for (size_t k = 0; k < p->n; k++)
        if (p->y[k] < least || p->y[k] >= end)
            return false;
    return true;
}

static bool reaches(const pairs *p, int end)
{
    for (int y = 0; y < end; y++)
        if (!has_output(p, y))
            return false;
    return true;
}

static truth number_at(const claim *c, const pairs *x, int number)
{
    int most = 0, found = 0;
    for (size_t k = 0; k < x->n; k++) {
        most = k == 0 || x->y[k] > most ? x->y[k] : most;
        found += x->x[k] == c->place;
    }
    if (c->kind == SIZE)
        return of((int)x->n == number);
    if (c->kind == COSIZE)
        return x->n == 0 ? NO_VALUE : of(most + 1 == number);
    return found != 1 ? NO_VALUE : of(at(x, c->place) == number);
}

static truth same_pairs(const pairs *x, const pairs *y)
{
    bool same = x->n == y->n;
    for (size_t k = 0; same && k < x->n; k++)
        same = has(y, x->x[k], x->y[k]);
    return of(same);
}

/* Every output of b is an input of a; the pairs of a after b. */
static bool goes_on(const pairs *b, const pairs *a)
{
    for (size_t k = 0; k < b->n; k++)
        if (!has_input(a, b->y[k]))
            return false;
    return true;
}

static void join(const pairs *a, const pairs *b, pairs *out)
{
    out->n = 0;
    out->too_many = false;
    for (size_t k = 0; k < b->n; k++)
        for (size_t i = 0; i < a->n; i++)
            if (a->x[i] == b->y[k])
                put(out, b->x[k], a->y[i]);
}

/* Of all relations, as sets of pairs. */
static truth composite_at(const claim *c, const pairs *x, const pairs *y, const pairs *z)
{
    pairs *made = calloc(2, sizeof *made);
    bool ok;
    if (c->kind == COMPOSES) {
        ok = goes_on(z, y);
        join(y, z, &made[0]);
        ok = ok && same_pairs(&made[0], x) == HOLDS;
    } else if (c->kind == RIGHT_INVERTS) {
        ok = goes_on(x, y);
        join(y, x, &made[0]);
        for (size_t k = 0; k < made[0].n; k++)
            ok = ok && made[0].x[k] == made[0].y[k];
    } else {
        ok = goes_on(y, x);
        join(x, y, &made[0]);
        ok = ok && goes_on(&made[0], y);
        join(y, &made[0], &made[1]);
        ok = ok && same_pairs(&made[1], y) == HOLDS;
    }
    bool too_many = made[0].too_many || made[1].too_many;
    free(made);
    return too_many ? TOO_MANY : of(ok);
}

/* Of all outputs, whatever the inputs are. */
static truth aligned_at(const pairs *x, int number)
{
    bool ok = true;
    for (size_t k = 0; ok && k < x->n; k++)
        ok = mod(x->y[k], number) == 0;
    return x->too_many ? TOO_MANY : of(ok);
}

static bool outputs_among(const pairs *x, const pairs *y)
{
    bool among = true;
    for (size_t k = 0; among && k < x->n; k++)
        among = has_output(y, x->y[k]);
    return among;
}

static bool share_but_0(const pairs *x, const pairs *y)
{
    bool share = false;
    for (size_t k = 0; !share && k < x->n; k++)
        share = x->y[k] != 0 && has_output(y, x->y[k]);
    return share;
}

static truth once_each(const pairs *x)
{
    return of(is_function(x) && is_injective(x) && all_outputs(x, 0, (int)x->n));
}

static truth decide(const claim *c, const pairs *x, const pairs *y, const pairs *z, int number)
{
    bool bound = c->kind == IN_BOUNDS || c->kind == SURJECTIVE || c->kind == COVERS;
    if (bound && number < 0)
        return NO_VALUE;
    switch (c->kind) {
    case INJECTIVE: return of(is_injective(x));
    case BIJECTIVE: return once_each(x);
    case IN_BOUNDS: return of(all_outputs(x, 0, number));
    case SURJECTIVE: return of(all_outputs(x, 0, number) && reaches(x, number));
    case EQUIV: return same_pairs(x, y);
    case SIZE:
    case COSIZE:
    case VALUE: return number_at(c, x, number);
    case SETS_EQUAL: return of(outputs_among(x, y) && outputs_among(y, x));
    case COVERS: return of(reaches(x, number));
    case CONTAINED:
    case SETS_CONTAINED: return of(outputs_among(x, y));
    case DISJOINT:
    case SETS_DISJOINT: return of(!share_but_0(x, y));
    case PARTITIONS:
        return number < 1 ? NO_VALUE
                          : of(all_outputs(x, 0, number) && reaches(x, number) &&
                               is_function(x) && is_injective(x));
    case COMPOSES:
    case RIGHT_INVERTS:
    case LEFT_INVERTS: return composite_at(c, x, y, z);
    default: return aligned_at(x, number);
    }
}

static truth claim_at(const problem *p, const claim *c, int n)
{
    pairs *x = calloc(3, sizeof *x);
    pairs_at(p, c->x, n, &x[0]);
    pairs_at(p, c->y, n, &x[1]);
    pairs_at(p, c->z, n, &x[2]);
    int number = c->kind == ALIGNED ? c->bd : c->bn * n + c->bd;
    bool shaped = c->kind == COMPOSES && p->node[c->z].kind == LAYOUT; /* R is to refine B */
    truth t = shaped ? (p->node[c->x].kind == LAYOUT ? TOO_MANY : FAILS)
              : x[0].too_many || x[1].too_many || x[2].too_many
                  ? TOO_MANY
                  : decide(c, &x[0], &x[1], &x[2], number);
    free(x);
    return t;
}

static const char *text_of(const problem *p, const claim *c, int of)
{
    (void)c;
    return p->node[of].text;
}

static const char *claim_text(const problem *p, const claim *c)
{
    law *l = p->l;
    const char *x = text_of(p, c, c->x), *y = text_of(p, c, c->y), *z = text_of(p, c, c->z);
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
        pairs_at(p, c->x, 3 + i, x);
        for (size_t k = 0; k < x->n; k++)
            fitted[i] = x->y[k] >= fitted[i] ? x->y[k] + 1 : fitted[i];
        if (c->kind == SIZE)
            fitted[i] = (int)x->n;
        if (c->kind == VALUE)
            fitted[i] = at(x, c->place);
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
    char message[400];
} said;

static void listen(void *user, const lcv_outcome *outcome)
{
    said *s = user;
    if (outcome->error) {
        s->error = true;
        snprintf(s->message, sizeof s->message, "%s", outcome->error->message);
    }
    s->disagreement = s->disagreement || outcome->disagreement != NULL;
    if (!outcome->result)
        return;
    s->verdict = outcome->result->verdict;
    const lcv_counterexample *c = &outcome->result->counterexample;
    for (size_t i = 0; i < c->nparameters; i++)
        s->n = strtol(c->parameters[i].value, NULL, 10);
}

static said ask(const char *script)
{
    char path[] = "check_relation_parameters.XXXXXX";
    int descriptor = mkstemp(path);
    ck_assert(descriptor >= 0);
    ck_assert(write(descriptor, script, strlen(script)) == (ssize_t)strlen(script));
    close(descriptor);
    said s = {.verdict = LCV_UNKNOWN};
    lcv_listener listener = {.user = &s, .outcome = listen};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(session);
    lcv_session_check(session, path, NULL, (lcv_span){0, 0}, &listener);
    lcv_session_free(session);
    unlink(path);
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
