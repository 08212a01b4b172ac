/* loops.c - natural loops. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

static bool add_loop(lck_flow_builder *b, lck_flow_loop loop)
{
    lck_flow_loop *grown = lck_ptx_grow(b->f->loop, b->f->nloops, sizeof *grown);
    if (!grown)
        return lck_flow_no_memory(b);
    b->f->loop = grown;
    grown[b->f->nloops++] = loop;
    return true;
}

static bool add_member(lck_flow_builder *b, uint32_t block)
{
    uint32_t *grown = lck_ptx_grow(b->f->member, b->f->nmembers, sizeof *grown);
    if (!grown)
        return lck_flow_no_memory(b);
    b->f->member = grown;
    grown[b->f->nmembers++] = block;
    return lck_flow_works(b, 1);
}

/* Finds the latches of a header; another edge back to it means that the loop has several
 * entries. */
static bool find_latches(lck_flow_builder *b, uint32_t header, uint32_t *n)
{
    lck_flow *f = b->f;
    const lck_flow_block *at = &f->block[header];
    *n = 0;
    for (uint32_t k = 0; k < at->npreds; k++) {
        uint32_t p = f->edge[at->pred + k];
        if (p < header)
            continue;
        bool twice = *n && f->member[f->nmembers - 1] == p;
        if (!lck_flow_dominates(f, header, p))
            f->irreducible = true;
        else if (!twice && !add_member(b, p))
            return false;
        else
            *n += !twice;
    }
    return true;
}

static int compare(const void *a, const void *c)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)c;
    return (x > y) - (x < y);
}

/* The header, and the blocks that reach a latch without passing it. */
static bool find_members(lck_flow_builder *b, lck_flow_loop *loop, uint32_t *stamp)
{
    lck_flow *f = b->f;
    uint32_t name = loop->header + 1;
    loop->member = f->nmembers;
    stamp[loop->header] = name;
    if (!add_member(b, loop->header))
        return false;
    for (uint32_t k = 0; k < loop->nlatches; k++) {
        uint32_t latch = f->member[loop->latch + k];
        if (stamp[latch] == name)
            continue;
        stamp[latch] = name;
        if (!add_member(b, latch))
            return false;
    }
    for (uint32_t i = loop->member + 1; i < f->nmembers; i++) {
        const lck_flow_block *at = &f->block[f->member[i]];
        for (uint32_t k = 0; k < at->npreds; k++) {
            uint32_t p = f->edge[at->pred + k];
            if (stamp[p] == name)
                continue;
            stamp[p] = name;
            if (!add_member(b, p))
                return false;
        }
    }
    loop->nmembers = f->nmembers - loop->member;
    qsort(f->member + loop->member, loop->nmembers, sizeof *f->member, compare);
    return true;
}

bool lck_flow_loops(lck_flow_builder *b)
{
    lck_flow *f = b->f;
    uint32_t *stamp = lck_flow_array(b, f->nblocks, sizeof *stamp);
    bool good = stamp;
    for (uint32_t v = 0; good && v < f->nblocks; v++) {
        lck_flow_loop loop = {.header = v, .latch = f->nmembers};
        good = find_latches(b, v, &loop.nlatches);
        if (!good || !loop.nlatches)
            continue;
        loop.parent = f->block[v].loop; /* set by loops whose headers come before */
        loop.depth = loop.parent == LCK_FLOW_NONE ? 1 : f->loop[loop.parent].depth + 1;
        good = find_members(b, &loop, stamp) && add_loop(b, loop);
        for (uint32_t i = 0; good && i < loop.nmembers; i++)
            f->block[f->member[loop.member + i]].loop = f->nloops - 1;
    }
    free(stamp);
    return good;
}
