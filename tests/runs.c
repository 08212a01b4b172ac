/* runs.c - vectors of accesses, by enumeration. */
#include "config.h"

#include "runs.h"

#include <stdlib.h>
#include <string.h>

m_threads m_threads_of(const m_layout *a)
{
    m_threads t = {.apart = 1, .values = m_size(a), .threads = m_rank(a->nest) > 1};
    size_t leaves = t.threads ? m_leaves(a->nest + 1, m_subtree_end(a->nest + 1)) : 0;
    for (size_t i = 0; i < leaves; i++)
        t.apart *= a->shape[i];
    t.values /= t.apart;
    return t;
}

int64_t m_own_vector(const m_threads *t, const int64_t *at, int64_t bytes, int64_t width)
{
    int64_t vector = width / bytes;
    if (!t->threads || width % bytes != 0 || t->values % vector != 0)
        return 1;
    for (int64_t j = 0; j < vector; j++)
        if (at[j * t->apart] != at[0] + j)
            return 1;
    return vector;
}

void m_vector_starts(const m_threads *t, int64_t n, int64_t *at, int64_t vector, bool *broken)
{
    int64_t *all = malloc((size_t)n * sizeof *all);
    if (!all)
        abort();
    memcpy(all, at, (size_t)n * sizeof *all);
    for (int64_t thread = 0; thread < t->apart; thread++)
        for (int64_t k = 0; thread + k * t->apart * vector < n; k++) {
            int64_t start = thread + k * t->apart * vector, number = thread + k * t->apart;
            at[number] = all[start];
            broken[number] = false;
            for (int64_t j = 1; j < vector; j++)
                broken[number] = broken[number] || all[start + j * t->apart] != all[start] + j;
        }
    free(all);
}
