/* sets.c - sets of threads as bits. */
#include "config.h"

#include "sets.h"

#include <stdlib.h>
#include <string.h>

bool lck_sets_open(lck_sets *s, lc_ctx *ctx, int threads)
{
    const int room = 4 * threads + 64;
    size_t places = 64;
    while (places < 2 * (size_t)room) /* some are free, where a search ends */
        places *= 2;
    *s = (lck_sets){.ctx = ctx, .threads = threads, .room = room, .places = places};
    s->words = ((size_t)threads + 63) / 64;
    s->bits = lc_alloc(ctx, (size_t)s->room * s->words, sizeof *s->bits);
    s->pair = lc_alloc(ctx, (size_t)s->room, sizeof *s->pair);
    s->table = lc_alloc(ctx, places, sizeof *s->table);
    if (!s->bits || !s->pair || !s->table)
        return false;
    for (size_t i = 0; i < places; i++)
        s->table[i] = LCK_NO_SET;
    for (int t = 0; t < threads; t++)
        s->bits[(size_t)t * s->words + (size_t)t / 64] = UINT64_C(1) << t % 64;
    s->n = threads;
    return true;
}

void lck_sets_close(lck_sets *s)
{
    free(s->bits);
    free(s->pair);
    free(s->table);
}

/* A thread of both; -1: none. */
static int shared_thread(const lck_sets *s, int a, int b)
{
    for (size_t i = 0; i < s->words; i++) {
        uint64_t both = s->bits[(size_t)a * s->words + i] & s->bits[(size_t)b * s->words + i];
        if (both)
            return (int)i * 64 + __builtin_ctzll(both);
    }
    return -1;
}

static int add(lck_sets *s, int a, int b)
{
    if (s->n == s->room) {
        lc_fail(s->ctx, LC_ERR_LIMIT, "more than %d sets of threads", s->room);
        return LCK_NO_SET;
    }
    s->pair[s->n] = (lck_pair){a, b};
    for (size_t i = 0; i < s->words; i++)
        s->bits[(size_t)s->n * s->words + i] = s->bits[(size_t)a * s->words + i] |
                                               s->bits[(size_t)b * s->words + i];
    return s->n++;
}

int lck_sets_join(lck_sets *s, int a, int b, int *shared)
{
    *shared = -1;
    if (a > b)
        return lck_sets_join(s, b, a, shared);
    size_t at = ((size_t)a * 0x9e3779b1u + (size_t)b * 0x85ebca77u) & (s->places - 1);
    for (; s->table[at] != LCK_NO_SET; at = (at + 1) & (s->places - 1)) {
        const lck_pair *p = &s->pair[s->table[at]];
        if (p->left == a && p->right == b)
            return s->table[at];
    }
    if ((*shared = shared_thread(s, a, b)) >= 0)
        return LCK_NO_SET;
    return s->table[at] = add(s, a, b);
}

bool lck_sets_is(const lck_sets *s, int set, const uint64_t *threads)
{
    return memcmp(s->bits + (size_t)set * s->words, threads, s->words * sizeof *threads) == 0;
}
