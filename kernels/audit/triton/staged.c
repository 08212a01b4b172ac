#include "config.h"

#include "staged.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t access;
    uint32_t allocation;
    lck_move move;
    unsigned most;
    char *tensor, *memory;
    bool view; /* another than of a stage of a ring */
} use;

typedef struct {
    uint32_t allocation;
    const char *instruction;
} fixed;

struct lck_staged {
    size_t nuses, nfixed;
    use *use;
    fixed *fixed;
    bool failed;
};

lck_staged *lck_staged_new(void)
{
    return calloc(1, sizeof(lck_staged));
}

void lck_staged_free(lck_staged *staged)
{
    if (!staged)
        return;
    for (size_t i = 0; i < staged->nuses; i++) {
        free(staged->use[i].tensor);
        free(staged->use[i].memory);
    }
    free(staged->use);
    free(staged->fixed);
    free(staged);
}

#define VIEWS 64 /* one of another */

uint32_t lck_allocation(const lck_ir_module *m, uint32_t value)
{
    static const char *const views[] = {"ttg.memdesc_index", "ttg.memdesc_subslice",
                                        "ttg.memdesc_trans", "ttg.memdesc_reshape",
                                        "ttg.memdesc_reinterpret"};
    for (unsigned hops = 0; hops < VIEWS && value != LCK_IR_NONE; hops++) {
        const lck_ir_value *v = &m->value[value];
        const lck_ir_op *op = &m->op[v->op];
        bool is_view = false;
        for (size_t i = 0; i < sizeof views / sizeof *views; i++)
            is_view = is_view || lck_ir_is(op, views[i]);
        if (v->block != LCK_IR_NONE && v->init != LCK_IR_NONE)
            value = v->init;
        else if (v->block == LCK_IR_NONE && is_view)
            value = lck_ir_operand(m, op, 0);
        else
            break;
    }
    return value;
}

static void *grown(lck_staged *s, void *array, size_t n, size_t size)
{
    bool full = n == 0 || (n >= 8 && (n & (n - 1)) == 0);
    void *more = full ? realloc(array, (n ? 2 * n : 8) * size) : array;
    s->failed = s->failed || !more;
    return more;
}

void lck_staged_add(lck_triton *t, size_t access, uint32_t value, lck_move move, unsigned most,
                    const char *tensor, const lck_type *memory)
{
    lck_staged *s = t->staged;
    use *more = s ? grown(s, s->use, s->nuses, sizeof *more) : NULL;
    if (!more)
        return;
    s->use = more;
    more[s->nuses++] = (use){access,         lck_allocation(t->m, value), move, most,
                             strdup(tensor), strdup(memory->text),        false};
}

void lck_staged_fix(lck_triton *t, uint32_t value, const char *instruction)
{
    lck_staged *s = t->staged;
    fixed *more = s ? grown(s, s->fixed, s->nfixed, sizeof *more) : NULL;
    if (!more)
        return;
    s->fixed = more;
    more[s->nfixed++] = (fixed){lck_allocation(t->m, value), instruction};
}

void lck_staged_mend(lck_triton *t)
{
    (void)t;
}
