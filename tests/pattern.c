#include "config.h"

#include "pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_values(void *values)
{
    patterned *v = values;
    m_tiler_clear(&v->m);
    free(v);
}

patterned *pattern_values(law *l)
{
    rnd *r = &l->rnd;
    patterned *v = calloc(1, sizeof *v);
    if (!v)
        abort();
    law_own_with(l, v, free_values);
    rnd_layout(r, 64, &v->a);
    rnd_nested(r, 64, &v->n);
    rnd_bijection(r, 64, &v->j);
    v->b = v->a;
    if (rnd_chance(r, 60))
        rnd_inner(r, &v->a, 64, &v->b);
    else if (rnd_chance(r, 50))
        v->b.stride[rnd_in(r, 0, (int64_t)v->b.n - 1)] += rnd_in(r, -1, 1);
    if (rnd_chance(r, 50))
        m_shape(&v->a, &v->t);
    else
        rnd_shape(r, 64, &v->t);
    rnd_tiler(r, &v->n, &v->m);
    v->s = (m_swizzled){rnd_swizzle(r), rnd_in(r, 0, 3), v->j};
    v->number = rnd_chance(r, 50) ? m_size(&v->j) : rnd_in(r, 1, 40);
    v->small = rnd_in(r, 1, 4);
    return v;
}

/* What the letter at a place stands for; NULL: the letter itself. */
static const char *value_of(law *l, char letter, const patterned *v)
{
    switch (letter) {
    case 'A': return law_text(l, &v->a);
    case 'B': return law_text(l, &v->b);
    case 'N': return law_text(l, &v->n);
    case 'J': return law_text(l, &v->j);
    case 'S': return law_swizzled_text(l, &v->s);
    case 'T': return law_tuple_text(l, &v->t);
    case 'M': return law_tiler_text(l, &v->m);
    case 'n': return law_printf(l, "%lld", (long long)v->number);
    case 'k': return law_printf(l, "%lld", (long long)v->small);
    default: return NULL;
    }
}

const char *pattern_text(law *l, const char *text, const patterned *v)
{
    char *out = NULL;
    size_t n = 0;
    FILE *stream = open_memstream(&out, &n);
    if (!stream)
        abort();
    for (const char *at = text; *at != '\0'; at++) {
        bool alone = at == text || strchr(" (,:*", at[-1]) != NULL;
        alone = alone && (at[1] == '\0' || strchr(",) ", at[1]));
        const char *value = alone ? value_of(l, *at, v) : NULL;
        if (value)
            fputs(value, stream);
        else
            fputc(*at, stream);
    }
    fclose(stream);
    law_own_memory(l, out);
    return out;
}
