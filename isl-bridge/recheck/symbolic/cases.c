/* cases.c - regions of the numbers of parameters, and cases that cover them. */
#include "config.h"

#include "cases.h"

#include <stdlib.h>

#include "law.h"

#define CONDITIONS 512 /* of one region */
#define QUESTIONS 4096 /* of one cover */

/* A condition p >= 0 or p = 0; or what it is when it is not met: p <= -1, or p >= 1. */
typedef enum { IS, BELOW, ABOVE } side;
typedef struct {
    const char *text;
    side side;
} condition;

typedef struct {
    lcr_ctx *r;
    const lcr_parameters *p;
    lcr_trail *trail;
    size_t ncases, questions, n;
    const lcr_case *cases;
    condition condition[CONDITIONS];
} region;

/* ---- emptiness ---- */

static bool know(sym *s, const condition *c)
{
    const poly *p;
    bool zero;
    if (!lcr_sym_assumption(s, c->text, &p, &zero))
        return false;
    if (c->side == BELOW)
        p = lcr_poly_sub(s->pool, lcr_poly_si(s->pool, -1), p);
    if (c->side == ABOVE)
        p = lcr_poly_plus(s->pool, p, -1);
    return lcr_sym_know(s, p, zero && c->side == IS);
}

/* A row for each parameter, which says nothing, so that the system speaks of all of them. */
static bool nothing_there(sym *s)
{
    sym_row row[SYM_PARAMETERS];
    for (size_t i = 0; i < s->nparameters; i++) {
        const poly *x = lcr_sym_size(s, i);
        row[i] = lcr_sym_row(lcr_poly_sub(s->pool, x, x), true);
        if (s->var[i].has_low)
            row[i] = lcr_sym_row(lcr_poly_sub(s->pool, x, lcr_poly_int(s->pool, s->var[i].low)),
                                 false);
    }
    return lcr_sym_empty(s, s->nparameters, row);
}

static bool is_empty(region *g)
{
    lc_ctx *lc = lcr_ctx_lc(g->r);
    lit_pool pool = {.lc = lc};
    lc_frame frame = lc_frame_open(lc);
    sym *s = lcr_sym_new(g->r, &pool, g->trail);
    bool ok = s && lcr_sym_read_parameters(s, g->p);
    for (size_t i = 0; ok && i < g->n; i++)
        ok = know(s, &g->condition[i]);
    ok = ok && nothing_there(s);
    lcr_lit_pool_clear(&pool);
    lc_frame_close(lc, frame);
    g->questions++;
    return ok;
}

static bool push(region *g, const char *text, side which)
{
    if (g->n == CONDITIONS)
        return false;
    g->condition[g->n++] = (condition){text, which};
    return true;
}

static bool open_region(lcr_ctx *r, const lcr_parameters *p, lcr_trail *trail, region **out)
{
    *out = lc_alloc(lcr_ctx_lc(r), 1, sizeof **out);
    if (*out) {
        (*out)->r = r;
        (*out)->p = p;
        (*out)->trail = trail;
    }
    return *out != NULL;
}

bool lcr_case_is_empty(lcr_ctx *r, const lcr_parameters *p, const lcr_case *c, lcr_trail *trail)
{
    region *g;
    bool ok = open_region(r, p, trail, &g);
    for (size_t i = 0; ok && i < c->n; i++)
        ok = push(g, c->when[i], IS);
    ok = ok && is_empty(g);
    free(g);
    return ok;
}

/* ---- covers ---- */

/* Does it say that two sizes are equal? */
static bool is_equality(const char *text)
{
    for (; *text; text++)
        if (text[0] == '=' && text[1] == '=')
            return true;
    return false;
}

/* The region is in the cases from number i on. */
static bool is_covered(region *g, size_t i)
{
    size_t kept = g->n;
    bool ok = true;
    if (i < g->ncases && g->cases[i].n == 0)
        return true;
    if (g->questions == QUESTIONS)
        return false;
    if (kept > 0 && is_empty(g))
        return true;
    if (i == g->ncases || lc_ctx_code(lcr_ctx_lc(g->r)) != LC_OK)
        return false;
    for (size_t k = 0; ok && k < g->cases[i].n; k++) {
        const char *text = g->cases[i].when[k];
        for (side other = BELOW; ok && other <= (is_equality(text) ? ABOVE : BELOW); other++) {
            size_t here = g->n;
            ok = push(g, text, other) && is_covered(g, i + 1);
            g->n = here;
        }
        ok = ok && push(g, text, IS);
    }
    g->n = kept;
    return ok;
}

bool lcr_cases_are_all(lcr_ctx *r, const lcr_parameters *p, size_t n, const lcr_case *c,
                       lcr_trail *trail)
{
    region *g;
    bool ok = open_region(r, p, trail, &g);
    if (ok) {
        g->ncases = n;
        g->cases = c;
        ok = is_covered(g, 0);
    }
    free(g);
    return ok;
}
