/* size.c - sizes over the integer arguments of a function. */
#include "config.h"

#include "internal.h"

#include <string.h>

/* The argument of this name, a value of the IR; NONE. */
static uint32_t argument_named(const lck_index *ix, const char *name, size_t n)
{
    const lck_ir_op *func = &ix->m->op[ix->func];
    if (func->nblocks == 0)
        return LCK_IR_NONE;
    const lck_ir_block *b = &ix->m->block[func->blocks];
    for (uint32_t v = b->argument; v < b->argument + b->narguments; v++)
        if (ix->m->value[v].name.n == n && memcmp(ix->m->value[v].name.at, name, n) == 0)
            return v;
    return LCK_IR_NONE;
}

static const lc_expr *written(void *user, const char *name, size_t n, const char **why)
{
    lck_index *ix = user;
    uint32_t value = argument_named(ix, name, n);
    lck_formula f = value != LCK_IR_NONE ? lck_index_of(ix, value) : lck_no_formula;
    (void)why;
    return f.base == LCK_IR_NONE ? f.e : NULL;
}

const lc_expr *lck_index_size(lck_index *ix, const char *text)
{
    const char *why;
    return lck_size_read(ix->x, text, &(lck_size_names){written, ix}, &why);
}
