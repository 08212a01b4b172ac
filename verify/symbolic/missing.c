#include "config.h"

#include "missing.h"

#include <stdlib.h>
#include <string.h>

#include "../function/result.h"
#include "../language/parse.h"
#include "symbolic.h"

#define MOST 256   /* conditions */
#define PROOFS 12  /* of single conditions, and of pairs */
#define DIVISORS 8 /* of a constant */
#define TRIALS 8   /* proofs of a claim that stays unknown */

/* ---- conditions ---- */

typedef enum { AT_MOST, AT_LEAST, EQUAL, DIVISIBLE } relation_kind;

/* Parameter i against another one, or a number. */
typedef struct {
    relation_kind kind;
    size_t i, other; /* other: SIZE_MAX for a number */
    lc_int number;
    size_t admits; /* instances at which the claim holds */
} condition;

typedef struct {
    const lcv_problem *p;
    lc_ctx *ctx;
    /* Instances, and whether the claim holds there. */
    size_t ninstances;
    lc_int (*value)[LCV_MAX_PARAMETERS];
    bool *holds;
    size_t n;
    condition *of;
} search;

static bool is_met(const search *s, const condition *c, const lc_int *value)
{
    lc_int a = value[c->i], b = c->other == SIZE_MAX ? c->number : value[c->other];
    switch (c->kind) {
    case AT_MOST: return lc_int_le(a, b);
    case AT_LEAST: return lc_int_le(b, a);
    case EQUAL: return lc_int_eq(a, b);
    case DIVISIBLE: break;
    }
    return lc_int_sign(b) > 0 && lc_int_divides(s->ctx, b, a);
}

static char *text_of(const search *s, const condition *c)
{
    const char *name = s->p->parameter[c->i]->formula->text;
    char *other = c->other == SIZE_MAX
                      ? lc_int_to_str(s->ctx, c->number)
                      : lcv_text(s->ctx, "%s", s->p->parameter[c->other]->formula->text);
    static const char *const op[] = {
        [AT_MOST] = "<=", [AT_LEAST] = ">=", [EQUAL] = "==", [DIVISIBLE] = "%"};
    return lcv_text(s->ctx, "%s %s %S%s", name, op[c->kind], other,
                    c->kind == DIVISIBLE ? " == 0" : "");
}

static void add(search *s, relation_kind kind, size_t i, size_t other, lc_int number)
{
    if (s->n < MOST)
        s->of[s->n++] = (condition){kind, i, other, number, 0};
}

/* Bounds by the number and its neighbours, and divisibility by its divisors. */
static void add_number(search *s, size_t i, lc_int number)
{
    lc_ctx *ctx = s->ctx;
    for (int k = -1; k <= 1; k++) {
        lc_int near = lc_int_add(ctx, number, lc_int_const(k));
        add(s, AT_MOST, i, SIZE_MAX, near);
        add(s, AT_LEAST, i, SIZE_MAX, near);
    }
    add(s, EQUAL, i, SIZE_MAX, number);
    size_t found = 0;
    for (lc_int d = lc_int_const(2);
         found < DIVISORS && lc_int_le(d, number) && lc_int_le(d, lc_int_const(1024));
         d = lc_int_add(ctx, d, lc_int_const(1))) {
        if (lc_int_divides(ctx, d, number)) {
            add(s, DIVISIBLE, i, SIZE_MAX, d);
            found++;
        }
    }
}

/* `failing` may be NULL. */
static void collect(search *s, const lc_int *failing)
{
    const lcv_problem *p = s->p;
    for (size_t i = 0; i < p->n; i++) {
        for (size_t k = 0; k < p->n; k++) {
            if (k == i)
                continue;
            add(s, AT_MOST, i, k, lc_int_const(0));
            if (k > i)
                add(s, EQUAL, i, k, lc_int_const(0));
            add(s, DIVISIBLE, i, k, lc_int_const(0));
        }
        add_number(s, i, failing ? failing[i] : lc_int_const(1));
        for (size_t k = 0; k < p->nconstants; k++)
            add_number(s, i, p->constant[k]);
    }
}

/* ---- instances ---- */

static bool sample(search *s, const lc_int *failing)
{
    lcv_choice *choice = lc_frame_alloc(s->ctx, 1, sizeof *choice);
    s->value = lc_frame_alloc(s->ctx, LCV_INSTANCES + 1, sizeof *s->value);
    s->holds = lc_frame_alloc(s->ctx, LCV_INSTANCES + 1, sizeof *s->holds);
    if (!choice || !s->value || !s->holds)
        return false;
    memcpy(s->value[0], failing, s->p->n * sizeof *failing);
    s->ninstances = 1;
    lcv_choice_init(choice, s->p);
    while (s->ninstances <= LCV_INSTANCES && lcv_choice_next(choice, s->value[s->ninstances])) {
        lcv_attempt at = lcv_try_claim(s->p, s->value[s->ninstances], false, NULL, NULL);
        bool known = at.at == LCV_AT_HOLDS || at.at == LCV_AT_FAILS || at.at == LCV_AT_ERROR;
        s->holds[s->ninstances] = at.at == LCV_AT_HOLDS;
        s->ninstances += known;
        lcv_attempt_clear(&at);
    }
    return true;
}

/* The instances that both admit (b may be NULL) at which the claim holds; 0 where it fails at one
 * of them. */
static size_t admitted(const search *s, const condition *a, const condition *b)
{
    size_t n = 0;
    for (size_t k = 0; k < s->ninstances; k++) {
        if (!is_met(s, a, s->value[k]) || (b && !is_met(s, b, s->value[k])))
            continue;
        if (!s->holds[k])
            return 0;
        n++;
    }
    return n;
}

/* ---- proofs ---- */

/* Is the claim, with what stands beside it, proved where the texts are assumed, too? */
static bool is_proved(const search *s, size_t n, char *const *text)
{
    lcv_diag diag = {0};
    lcv_scope scope = {.outside = s->p->e->scope};
    lcv_eval at = *s->p->e;
    const lcv_ast *claim = at.whole ? at.whole : s->p->ast;
    at.scope = &scope;
    at.whole = NULL;
    at.crosscheck = LCV_CROSSCHECK_OFF;
    at.explain = NULL;
    at.tentative = true;
    at.certify = NULL;
    at.confirmed = NULL;
    at.figure = NULL;
    at.notes = NULL;
    at.applied = NULL;
    at.diag = &diag;
    bool ok = true;
    lc_frame frame = lc_frame_open(s->ctx);
    lcv_source *source[2] = {NULL, NULL};
    lcv_parser *parser[2] = {NULL, NULL};
    for (size_t i = 0; ok && i < n; i++) {
        source[i] = lcv_source_text("<condition>", text[i], strlen(text[i]), &diag);
        parser[i] = source[i] ? lcv_parser_new(source[i]) : NULL;
        lcv_ast *ast = parser[i] ? lcv_parser_expr(parser[i], &diag) : NULL;
        at.source = source[i];
        lcv_value *made = ast ? lcv_eval_assumption(&at, ast) : NULL;
        ok = made && lcv_scope_assume(&scope, made);
    }
    at.source = s->p->e->source;
    lcv_result *result = ok ? lcv_any_claim(&at, claim) : NULL;
    bool proved = result && result->verdict == LCV_PROVED;
    lcv_result_free(result);
    free(at.certificate);
    lcv_disagreement_clear(&at.disagreement);
    lcv_diag_clear(&diag);
    lcv_scope_clear(&scope);
    lc_ctx_reset(s->ctx);
    lc_frame_close(s->ctx, frame);
    for (size_t i = 0; i < n; i++) {
        lcv_parser_free(parser[i]);
        lcv_source_free(source[i]);
    }
    return proved;
}

/* Does `a` admit an instance that `before` does not? */
static bool adds(const search *s, const condition *a, const condition *before)
{
    for (size_t k = 0; k < s->ninstances; k++)
        if (is_met(s, a, s->value[k]) && !is_met(s, before, s->value[k]))
            return true;
    return false;
}

/* The place of the best condition that is left; SIZE_MAX: none. */
static size_t best_of(const search *s)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < s->n; i++)
        if (s->of[i].admits > 0 && (best == SIZE_MAX || s->of[i].admits > s->of[best].admits))
            best = i;
    return best;
}

static size_t prove_singles(search *s, char *found[LCV_MISSING])
{
    condition taken[LCV_MISSING];
    size_t nfound = 0;
    for (size_t i = 0; i < s->n; i++)
        s->of[i].admits = admitted(s, &s->of[i], NULL);
    for (size_t tried = 0; tried < PROOFS && nfound < LCV_MISSING; tried++) {
        size_t best = best_of(s);
        if (best == SIZE_MAX)
            break;
        condition c = s->of[best];
        s->of[best].admits = 0;
        bool more = true;
        for (size_t k = 0; k < nfound; k++)
            more = more && adds(s, &c, &taken[k]);
        char *text = more ? text_of(s, &c) : NULL;
        if (text && is_proved(s, 1, &text)) {
            taken[nfound] = c;
            found[nfound++] = text;
        } else {
            free(text);
        }
    }
    return nfound;
}

/* The pairs that admit most, those of divisibilities among them. */
static size_t prove_pairs(const search *s, char *found[LCV_MISSING])
{
    bool *tried = lc_frame_alloc(s->ctx, s->n * s->n, sizeof *tried);
    for (size_t n = 0; tried && n < PROOFS; n++) {
        size_t most = 0, best = 0;
        for (size_t i = 0; i < s->n * s->n; i++) {
            size_t a = i / s->n, b = i % s->n;
            size_t admits = a < b && !tried[i] ? admitted(s, &s->of[a], &s->of[b]) : 0;
            if (admits > most) {
                most = admits;
                best = i;
            }
        }
        if (most == 0)
            return 0;
        tried[best] = true;
        char *text[2] = {text_of(s, &s->of[best / s->n]), text_of(s, &s->of[best % s->n])};
        bool proved = text[0] && text[1] && is_proved(s, 2, text);
        found[0] = proved ? lcv_text(s->ctx, "%s and %s", text[0], text[1]) : NULL;
        free(text[0]);
        free(text[1]);
        if (found[0])
            return 1;
    }
    return 0;
}

#define PERIOD 128 /* residues of a parameter that are looked at */

/* Does the claim hold at a number of each residue of parameter i, the others as they are? */
static void look_at_residues(const search *s, const lc_int *failing, size_t i, bool *holds)
{
    lc_int value[LCV_MAX_PARAMETERS], low = lcv_problem_low(s->p, i),
                                      period = lc_int_const(PERIOD);
    memcpy(value, failing, s->p->n * sizeof *failing);
    for (int32_t r = 0; r < PERIOD && !lc_ctx_ends(s->ctx); r++) {
        lc_int up = lc_int_fmod(s->ctx, lc_int_sub(s->ctx, lc_int_const(r), low), period);
        value[i] = lc_int_add(s->ctx, low, up);
        lcv_attempt at = lcv_try_claim(s->p, value, false, NULL, NULL);
        holds[r] = at.at == LCV_AT_HOLDS;
        lcv_attempt_clear(&at);
    }
}

/* `LD % 16 == 8`, of a power of two: what accesses need. The first that is proved. */
static size_t prove_residues(const search *s, const lc_int *failing, char *found[LCV_MISSING])
{
    size_t proofs = 0;
    for (size_t i = 0; i < s->p->n; i++) {
        bool holds[PERIOD] = {false};
        look_at_residues(s, failing, i, holds);
        for (int32_t m = 2; m <= PERIOD; m *= 2)
            for (int32_t r = 0; r < m && proofs < PROOFS; r++) {
                bool all = true;
                for (int32_t k = r; k < PERIOD; k += m)
                    all = all && holds[k];
                char *text = all ? lcv_text(s->ctx, "%s %% %i == %i",
                                            s->p->parameter[i]->formula->text, lc_int_const(m),
                                            lc_int_const(r))
                                 : NULL;
                proofs += all;
                if (text && is_proved(s, 1, &text)) {
                    found[0] = text;
                    return 1;
                }
                free(text);
            }
    }
    return 0;
}

/* ---- claims that stay unknown ---- */

/* The instances, at none of which the claim fails. */
static bool all_hold(search *s)
{
    lcv_choice *choice = lc_frame_alloc(s->ctx, 1, sizeof *choice);
    s->value = lc_frame_alloc(s->ctx, LCV_INSTANCES, sizeof *s->value);
    s->holds = lc_frame_alloc(s->ctx, LCV_INSTANCES, sizeof *s->holds);
    if (!choice || !s->value || !s->holds)
        return false;
    lcv_choice_init(choice, s->p);
    while (s->ninstances < LCV_INSTANCES && lcv_choice_next(choice, s->value[s->ninstances]))
        s->holds[s->ninstances++] = true;
    return true;
}

/* Does the condition answer the question: are all that it admits on one side? */
static bool answers(const search *s, const condition *c, const bool *side)
{
    bool seen[2] = {false, false};
    for (size_t k = 0; k < s->ninstances; k++)
        if (is_met(s, c, s->value[k]))
            seen[side[k]] = true;
    return seen[0] != seen[1];
}

/* The weaker of two: it admits more; bounds before divisibilities before equalities. */
static bool is_weaker(const condition *a, const condition *b)
{
    static const int rank[] = {[AT_MOST] = 0, [AT_LEAST] = 0, [DIVISIBLE] = 1, [EQUAL] = 2};
    return a->admits != b->admits ? a->admits > b->admits : rank[a->kind] < rank[b->kind];
}

static char *prove_weakest(search *s)
{
    for (size_t tried = 0; tried < TRIALS; tried++) {
        condition *best = NULL;
        for (size_t i = 0; i < s->n; i++)
            if (s->of[i].admits > 0 && (!best || is_weaker(&s->of[i], best)))
                best = &s->of[i];
        char *text = best ? text_of(s, best) : NULL;
        if (!text || is_proved(s, 1, &text))
            return text;
        best->admits = 0;
        free(text);
    }
    return NULL;
}

char *lcv_enough_condition(const lcv_problem *problem, const bool *side, const char *known)
{
    search s = {.p = problem, .ctx = problem->ctx};
    lc_frame frame = lc_frame_open(s.ctx);
    char *found = NULL;
    s.of = lc_frame_alloc(s.ctx, MOST, sizeof *s.of);
    if (s.of && all_hold(&s)) {
        collect(&s, NULL);
        for (size_t i = 0; i < s.n; i++)
            s.of[i].admits = answers(&s, &s.of[i], side) ? admitted(&s, &s.of[i], NULL) : 0;
        found = prove_weakest(&s);
        char *other = !found && known ? lcv_text(s.ctx, "%s", known) : NULL;
        if (other && is_proved(&s, 1, &other))
            found = other;
        else
            free(other);
    }
    lc_ctx_reset(s.ctx);
    lc_frame_close(s.ctx, frame);
    return found;
}

size_t lcv_missing_conditions(const lcv_problem *problem, const lc_int *failing,
                              char *found[LCV_MISSING])
{
    search s = {.p = problem, .ctx = problem->ctx};
    lc_frame frame = lc_frame_open(s.ctx);
    size_t n = 0;
    s.of = lc_frame_alloc(s.ctx, MOST, sizeof *s.of);
    if (s.of && sample(&s, failing)) {
        collect(&s, failing);
        n = prove_singles(&s, found);
        if (n == 0)
            n = prove_pairs(&s, found);
        if (n == 0)
            n = prove_residues(&s, failing, found);
    }
    lc_ctx_reset(s.ctx);
    lc_frame_close(s.ctx, frame);
    return n;
}
