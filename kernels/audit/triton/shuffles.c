#include "config.h"

#include "shuffles.h"

#define BITS (2 * LCK_BASES)

/* The bits of register, then of lane, of both layouts, as many on either side: where a layout has
 * fewer, 0 is added. next[i] is the bit of the destination that holds what bit i of the source
 * held. */
typedef struct {
    unsigned regs, lanes;
    unsigned next[BITS];
} permutation;

static uint64_t bit_of(const lck_held *held, const permutation *p, unsigned i)
{
    const lck_bases *v = i < p->regs ? &held->reg : &held->lane;
    unsigned k = i < p->regs ? i : i - p->regs;
    return k < v->n ? v->basis[k] : 0;
}

/* What neither layout uses stays; what only the source leaves free goes to what only the
 * destination does, in order. */
static bool permute(const lck_held *from, const lck_held *to, permutation *p)
{
    unsigned n = p->regs + p->lanes, free = 0;
    for (unsigned i = 0; i < n; i++) {
        uint64_t x = bit_of(from, p, i);
        p->next[i] = n;
        if (x == 0 && bit_of(to, p, i) == 0)
            p->next[i] = i;
        if (x != 0 && bit_of(to, p, i) == x)
            p->next[i] = i;
        for (unsigned j = 0; x != 0 && p->next[i] == n && j < n; j++)
            if (bit_of(to, p, j) == x)
                p->next[i] = j;
        if (x != 0 && p->next[i] == n)
            return false;
    }
    for (unsigned i = 0; i < n; i++) {
        if (p->next[i] < n)
            continue;
        while (free < n && (bit_of(to, p, free) != 0 || bit_of(from, p, free) == 0))
            free++;
        if (free == n)
            return false;
        p->next[i] = free++;
    }
    return true;
}

/* Counts, along the cycles, the runs of lanes between registers; lanes are moved where a run is
 * longer than one, or a cycle has lanes alone. */
static void count_runs(const permutation *p, unsigned *mixed, bool *lanes_move)
{
    unsigned n = p->regs + p->lanes;
    *mixed = 0;
    *lanes_move = false;
    for (unsigned i = 0; i < n; i++) {
        bool from_reg = i < p->regs, to_reg = p->next[i] < p->regs;
        *mixed += from_reg && !to_reg;
        *lanes_move = *lanes_move || (!from_reg && !to_reg && p->next[i] != i);
    }
}

bool lck_shuffles_of(const lck_held *from, const lck_held *to, unsigned bits, lck_shuffles *out)
{
    permutation p = {.regs = from->reg.n > to->reg.n ? from->reg.n : to->reg.n,
                     .lanes = from->lane.n > to->lane.n ? from->lane.n : to->lane.n};
    bool lanes_move;
    if (!from->single || !to->single || p.regs > 24 || !permute(from, to, &p))
        return false;
    count_runs(&p, &out->mixed, &lanes_move);
    unsigned pack = bits <= 8 ? 2 : bits <= 16 ? 1 : 0;
    if (pack > p.regs - out->mixed)
        pack = p.regs - out->mixed;
    unsigned words = (1u << p.regs >> pack) * (bits > 32 ? bits / 32 : 1);
    out->number = lanes_move ? words : words - (words >> out->mixed);
    return true;
}
