/* reached.c - the condition under which an operation is done. */
#include "config.h"

#include "internal.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    lck_index *ix;
    const lc_expr *all;
    bool exact;
} conditions;

/* Adds a condition; one that is not read, or depends on data, is left out, and `exact` ends. */
static void add(conditions *c, const lc_expr *e)
{
    if (!e || lck_index_has_data(c->ix, e) || lck_index_axes(c->ix, e) != 0) {
        c->exact = false;
        return;
    }
    const lc_expr *both = lc_expr_make(c->ix->x, LC_EXPR_ALL, c->all, e);
    c->all = both ? both : c->all;
    c->exact = c->exact && both;
}

static void add_value(conditions *c, uint32_t value, bool holds)
{
    const lc_expr *e = lck_index_of(c->ix, value).e;
    e = e ? lck_index_defined(c->ix, e) : NULL;
    add(c, e && !holds ? lc_expr_not(c->ix->x, e) : e);
}

/* Inside of scf.for, a trip that there is. */
static void add_trip(conditions *c, const lck_ir_op *loop)
{
    const lck_ir_block *b = &c->ix->m->block[loop->blocks];
    lck_index_of(c->ix, b->argument);
    for (size_t i = 0; i < lc_exprs_nvars(c->ix->x); i++) {
        const lck_symbol *s = &c->ix->symbol[i];
        if (s->var && s->kind == LCK_TRIP && s->value == b->argument && s->trips) {
            add(c, lc_expr_make(c->ix->x, LC_EXPR_LT, s->var, s->trips));
            return;
        }
    }
    c->exact = false;
}

/* The region of an operation that a block is in. */
static void add_region(conditions *c, const lck_ir_block *b)
{
    const lck_ir_op *op = &c->ix->m->op[b->op];
    static const char *const partition = "partition";
    if (lck_ir_is(op, "scf.for"))
        add_trip(c, op);
    else if (lck_ir_is(op, "scf.if"))
        add_value(c, lck_ir_operand(c->ix->m, op, 0), b->region == 0);
    else if (!lck_ir_is(op, "ttg.warp_specialize") &&
             (op->name.n < strlen(partition) ||
              memcmp(op->name.at, partition, strlen(partition)) != 0))
        c->exact = false;
}

/* The only operation that branches to a block; NONE: there are several, or none. */
static uint32_t only_branch(const lck_ir_module *m, uint32_t block)
{
    uint32_t found = LCK_IR_NONE, value;
    for (uint32_t i = m->block[block].op + 1; i < m->nops; i++)
        if (lck_index_branch(m, &m->op[i], block, 0, &value)) {
            if (found != LCK_IR_NONE)
                return LCK_IR_NONE;
            found = i;
        }
    return found;
}

/* Is the first block that a conditional branch names this one? */
static bool is_taken(const lck_ir_module *m, const lck_ir_op *branch, uint32_t block)
{
    for (uint32_t at = branch->head; at < branch->end; at++)
        if (m->token[at].kind == LCK_IR_BLOCK) {
            lck_ir_text label = m->block[block].label;
            return label.n == m->token[at].n && memcmp(label.at, m->token[at].at, label.n) == 0;
        }
    return false;
}

/* From a block to the first one of its region: the block before, or NONE. */
static uint32_t step_back(conditions *c, uint32_t block)
{
    const lck_ir_module *m = c->ix->m;
    uint32_t from = only_branch(m, block);
    if (from == LCK_IR_NONE) {
        c->exact = false;
        return LCK_IR_NONE;
    }
    if (lck_ir_is(&m->op[from], "cf.cond_br"))
        add_value(c, lck_ir_operand(m, &m->op[from], 0), is_taken(m, &m->op[from], block));
    return m->op[from].block;
}

static bool is_first_of_region(const lck_ir_module *m, uint32_t block)
{
    const lck_ir_block *b = &m->block[block];
    for (uint32_t i = m->op[b->op].blocks; i < block; i++)
        if (m->block[i].op == b->op && m->block[i].region == b->region)
            return false;
    return true;
}

/* What llvm.intr.assume says in the first block of the function. */
static void add_assumed(conditions *c)
{
    const lck_ir_module *m = c->ix->m;
    bool exact = c->exact;
    for (uint32_t i = c->ix->func + 1; i < m->nops; i++)
        if (m->op[i].block == m->op[c->ix->func].blocks &&
            (lck_ir_is(&m->op[i], "llvm.intr.assume") || lck_ir_is(&m->op[i], "tt.assume")))
            add_value(c, lck_ir_operand(m, &m->op[i], 0), true);
    c->exact = exact;
}

/* Blocks are those of the grid. */
static void add_grid(conditions *c)
{
    for (size_t i = 0; i < lc_exprs_nvars(c->ix->x); i++)
        for (size_t k = 0; k < lc_exprs_nvars(c->ix->x); k++) {
            const lck_symbol *one = &c->ix->symbol[i], *all = &c->ix->symbol[k];
            if (one->var && all->var && one->kind == LCK_PROGRAM && all->kind == LCK_PROGRAMS &&
                one->axis == all->axis)
                add(c, lc_expr_make(c->ix->x, LC_EXPR_LT, one->var, all->var));
        }
}

const lc_expr *lck_index_reached(lck_index *ix, const lck_ir_op *op, bool *exact)
{
    const lck_ir_module *m = ix->m;
    conditions c = {ix, lc_expr_int(ix->x, 1), true};
    uint32_t block = op->block;
    for (unsigned hops = 0; block != LCK_IR_NONE && hops < LCK_IR_DEPTH; hops++) {
        if (!is_first_of_region(m, block)) {
            block = step_back(&c, block);
            continue;
        }
        if (m->block[block].op == ix->func)
            break;
        add_region(&c, &m->block[block]);
        block = m->op[m->block[block].op].block;
    }
    add_assumed(&c);
    add_grid(&c);
    *exact = c.exact && block != LCK_IR_NONE && m->block[block].op == ix->func;
    lc_ctx_reset(ix->ctx);
    return c.all;
}
