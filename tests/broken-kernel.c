/* broken-kernel.c - kernels that are broken on purpose. */
#include "config.h"

#include "broken-kernel.h"

#include <check.h>
#include <stdlib.h>

static int detail_of(const lck_statement *s)
{
    switch (s->kind) {
    case LCK_AWAIT:
    case LCK_ARRIVE: return s->ring;
    case LCK_COMMIT:
    case LCK_DRAIN: return (int)s->group;
    case LCK_FENCE: return (int)s->fence;
    case LCK_BARRIER: return (int)s->scope;
    case LCK_STORE: return s->array;
    case LCK_APPLY:
    case LCK_CONVERT: return s->held.file;
    default: return -1;
    }
}

lck_statement **broken_find(lck_statement **at, broken_meant *m)
{
    for (; *at; at = &(*at)->next) {
        if ((*at)->kind == m->kind && (m->detail < 0 || detail_of(*at) == m->detail) &&
            m->n-- == 0)
            return at;
        lck_statement **inside = broken_find(&(*at)->body, m);
        inside = inside ? inside : broken_find(&(*at)->otherwise, m);
        if (inside)
            return inside;
    }
    return NULL;
}

static lck_statement *take_out(lck_statement **at)
{
    lck_statement *s = *at;
    *at = s->next;
    s->next = NULL;
    return s;
}

void broken_take_away(lck_kernel *kernel, broken_meant m)
{
    lck_statement **at = broken_find(&kernel->body, &m);
    ck_assert_ptr_nonnull(at);
    lck_statement *s = take_out(at);
    free(s->comment);
    free(s);
}

void broken_put_behind_next(lck_kernel *kernel, broken_meant m)
{
    lck_statement **at = broken_find(&kernel->body, &m);
    ck_assert_ptr_nonnull(at);
    lck_statement *s = take_out(at), *next = *at;
    s->next = next->next;
    next->next = s;
}
