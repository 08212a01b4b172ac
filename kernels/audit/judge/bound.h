/* bound.h - upper bounds of what warps cost, for all values of the numbers that their lanes
 * share. */
#ifndef LCK_JUDGE_BOUND_H
#define LCK_JUDGE_BOUND_H

#include "../warp/warp.h"
#include "masks.h"

#define LCK_PATTERNS 64

/* A cost of one instruction of a warp. */
typedef struct {
    unsigned (*of)(const lck_warp *w), (*least)(const lck_warp *w);
    int64_t grain;   /* a multiple of the width, which all addresses may be moved by */
    int64_t period;  /* added to some, it only changes which places are the same */
    bool parts;      /* fewer lanes may cost more beside their least */
    bool misaligned; /* addresses that are not aligned are counted, which else have no cost */
} lck_cost;

lck_cost lck_cost_of_banks(unsigned width);
lck_cost lck_cost_of_sectors(unsigned width);
/* Lanes that are not at a multiple of the width. */
lck_cost lck_cost_of_alignment(unsigned width);

typedef struct {
    const char *why;                /* nothing is known: why; else NULL */
    bool data;                      /* data tells lanes apart */
    bool never;                     /* .. no thread gets there, or past it */
    bool any;                       /* some warp takes part */
    bool masked;                    /* costs of parts of the lanes are not known */
    unsigned worst, least;          /* of the warp with the largest worst - least */
    size_t npatterns;               /* different warps with as many lanes as can take part, */
    lck_warp pattern[LCK_PATTERNS]; /* moved by multiples of the grain; the first of them */
    bool more;                      /* there are others */
} lck_bound;

/* Bounds the cost of an access. The judge's block has to be known. */
void lck_bound_of(const lck_judge *j, const lck_judged *a, const lck_cost *cost, lck_bound *out);

/* The number of warps of a block; the threads of one of them. */
unsigned lck_warps(const lck_judge *j);
lck_warp_threads lck_threads_of(const lck_judge *j, unsigned warp);
/* Lanes that give an address, of those that are let through. */
uint32_t lck_active(const lck_judged *a, uint32_t lanes);
/* Moves all addresses by a multiple of the grain, so that the least one is in 0 .. grain - 1. */
void lck_warp_normalize(lck_warp *w, int64_t grain);

#endif
