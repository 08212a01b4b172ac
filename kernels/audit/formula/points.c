/* points.c - which variables an address may count from, followed through registers, joins and
 * memory.
 *
 * Each value may be the address of some variables, and what each variable holds, too (Andersen
 * 1994): the least sets that all instructions agree with, in any order. What counts from the
 * address of a variable is inside of it. What is loaded from anywhere else, or given to the
 * kernel, points elsewhere: no variable of the block's is handed out. */
#include "config.h"

#include "points.h"

#include <stdlib.h>
#include <string.h>

#define MOST 62 /* variables that addresses are taken of */
#define PASSES 32
#define ELSEWHERE ((uint64_t)1 << MOST)
#define DYNAMIC ((uint64_t)1 << (MOST + 1)) /* all dynamic shared memory begins at one place */
#define ANYWHERE UINT64_MAX

struct lck_points {
    const lck_flow *flow;
    uint64_t *into; /* of each value */
    uint64_t holds[64];
    uint32_t variable[MOST];
    unsigned n;
    bool more, lost; /* in this pass; too many variables, or what touches any memory */
};

static uint64_t bit_of(lck_points *p, uint32_t variable)
{
    const lck_ptx_variable *v = &p->flow->module->variable[variable];
    unsigned i = 0;
    if (v->space == LCK_PTX_SHARED && v->bytes == 0)
        return DYNAMIC;
    if (v->space != LCK_PTX_SHARED && v->space != LCK_PTX_LOCAL)
        return ELSEWHERE;
    while (i < p->n && p->variable[i] != variable)
        i++;
    p->lost |= i == MOST;
    if (i == MOST)
        return ANYWHERE;
    p->n += i == p->n;
    p->variable[i] = variable;
    return (uint64_t)1 << i;
}

static uint64_t of_operand(lck_points *p, uint32_t insn, uint32_t k)
{
    const lck_ptx_operand *o = &p->flow->module->operand[lck_flow_of(p->flow, insn)->operand + k];
    uint32_t use = p->flow->use[p->flow->insn[insn].slot + k];
    uint64_t all = use == LCK_FLOW_NONE ? 0 : p->into[use];
    bool named = (o->kind == LCK_PTX_VARIABLE || o->kind == LCK_PTX_ADDRESS) &&
                 o->variable != LCK_PTX_NONE;
    return named ? all | bit_of(p, o->variable) : all;
}

uint64_t lck_points_at(lck_points *p, uint32_t insn, uint32_t k)
{
    const lck_ptx_insn *of = lck_flow_of(p->flow, insn);
    uint64_t all = of_operand(p, insn, k);
    lck_ptx_space space = lck_ptx_insn_space(p->flow->module, of);
    if (lck_ptx_is(of, "cp") && k > 0) /* what is copied; its barrier */
        space = k == 1 ? LCK_PTX_GENERIC : LCK_PTX_SHARED;
    if (space == LCK_PTX_GLOBAL || space == LCK_PTX_CONST || space == LCK_PTX_PARAM)
        return ELSEWHERE;
    return all == 0 || (all == ELSEWHERE && space != LCK_PTX_GENERIC) ? ANYWHERE : all;
}

static void add(lck_points *p, uint64_t *to, uint64_t more)
{
    p->more |= (more & ~*to) != 0;
    *to |= more;
}

/* What memory at these places holds. */
static uint64_t held(const lck_points *p, uint64_t at)
{
    uint64_t all = at & ELSEWHERE;
    for (unsigned i = 0; i < 64; i++)
        if (at >> i & 1)
            all |= p->holds[i];
    return all;
}

bool lck_points_loads(const lck_ptx_insn *of)
{
    return lck_ptx_is(of, "ld") || lck_ptx_is(of, "ldu") || lck_ptx_is(of, "ldmatrix") ||
           lck_ptx_is(of, "prefetch");
}

/* The sets of an instruction: what it makes goes to its results, and what it is given to the
 * places that it writes. Parameters of calls are results. */
static void follow(lck_points *p, uint32_t insn)
{
    const lck_ptx_insn *of = lck_flow_of(p->flow, insn);
    bool loads = lck_points_loads(of) || lck_ptx_insn_space(p->flow->module, of) == LCK_PTX_PARAM;
    uint64_t made = 0, to = 0;
    for (uint32_t k = 0; k < of->nall; k++) {
        bool address = p->flow->module->operand[of->operand + k].kind == LCK_PTX_ADDRESS;
        uint64_t at = address ? lck_points_at(p, insn, k) : 0;
        made |= address ? held(p, at) : of_operand(p, insn, k);
        to |= loads ? 0 : at;
    }
    if (lck_ptx_is(of, "cvta") && !(made & ~ELSEWHERE) &&
        lck_ptx_insn_space(p->flow->module, of) == LCK_PTX_SHARED)
        made = ANYWHERE;
    for (uint32_t k = 0; k < of->nall; k++) {
        uint32_t value = p->flow->def[p->flow->insn[insn].slot + k];
        if (value != LCK_FLOW_NONE)
            add(p, &p->into[value], made);
    }
    for (unsigned i = 0; i < 64; i++)
        if (to >> i & 1)
            add(p, &p->holds[i], made);
    p->lost |= lck_flow_calls_away(p->flow, insn) || lck_ptx_is(of, "mapa");
}

static void pass(lck_points *p)
{
    p->more = false;
    for (uint32_t i = 0; i < p->flow->ninsns && !p->lost; i++)
        follow(p, i);
    for (uint32_t v = 0; v < p->flow->nvalues; v++)
        for (uint32_t i = 0; i < p->flow->value[v].n; i++)
            add(p, &p->into[v], p->into[lck_flow_arg(p->flow, v, i)]);
}

lck_points *lck_points_new(const lck_flow *flow)
{
    lck_points *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->flow = flow;
    p->into = calloc(flow->nvalues + 1, sizeof *p->into);
    p->more = true;
    p->holds[MOST] = ELSEWHERE;
    for (unsigned n = 0; p->into && p->more && !p->lost && n < PASSES; n++)
        pass(p);
    if (p->into && !p->more && !p->lost)
        return p;
    lck_points_free(p);
    return NULL;
}

void lck_points_free(lck_points *p)
{
    if (p)
        free(p->into);
    free(p);
}
