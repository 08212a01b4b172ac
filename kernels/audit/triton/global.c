/* global.c - the readers of loads, stores, atomics and copies from global memory. */
#include "config.h"

#include "global.h"
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"

struct lck_global {
    lck_index *index;
    lck_axes *axes;
    lck_audit_options options;
};

lck_global *lck_global_new(const lck_ir_module *m, uint32_t func,
                           const lck_audit_options *options)
{
    lck_global *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    if (options)
        g->options = *options;
    g->index = lck_index_new(m, func, options);
    g->axes = lck_axes_new(m, func);
    if (!g->index || !g->axes) {
        lck_global_free(g);
        return NULL;
    }
    return g;
}

bool lck_global_starved(const lck_global *g)
{
    return lc_ctx_starved(lc_exprs_ctx(lck_index_exprs(g->index)));
}

void lck_global_free(lck_global *g)
{
    if (!g)
        return;
    lck_index_free(g->index);
    lck_axes_free(g->axes);
    free(g);
}

/* ---- what an operation accesses ---- */

/* The first operand from one on that is a truth, of a tensor or a scalar. */
static uint32_t find_mask(const lck_ir_module *m, const lck_ir_op *op, uint32_t from)
{
    for (uint32_t i = from; i < op->noperands; i++) {
        uint32_t value = lck_ir_operand(m, op, i);
        lck_value_type type;
        if (lck_value_type_of(m, value, &type) && type.integer && type.bits == 1)
            return value;
    }
    return LCK_IR_NONE;
}

static lck_operation operation_of(const lck_ir_op *op)
{
    if (lck_ir_is(op, "tt.store") || lck_ir_is(op, "amdg.buffer_store"))
        return LCK_STORE;
    if (lck_ir_is(op, "tt.atomic_rmw") || lck_ir_is(op, "tt.atomic_cas"))
        return LCK_ATOMIC;
    return lck_ir_is(op, "ttg.async_copy_global_to_local") ? LCK_CP_ASYNC : LCK_LOAD;
}

/* The masked operand of a load is a mask only behind the pointers; of a store, behind the value.
 * */
static uint32_t mask_of(const lck_ir_module *m, const lck_ir_op *op)
{
    if (lck_ir_is(op, "tt.store") || lck_ir_is(op, "amdg.buffer_store") ||
        lck_ir_is(op, "tt.atomic_rmw"))
        return find_mask(m, op, 2);
    return lck_ir_is(op, "tt.atomic_cas") ? LCK_IR_NONE : find_mask(m, op, 1);
}

/* `amdg.buffer_load %p[%offsets]`, `amdg.buffer_store %v, %p[%offsets]`. */
static void read_buffer(lck_global_access *a)
{
    uint32_t first = lck_ir_is(a->op, "amdg.buffer_store") ? 1 : 0;
    a->pointer = lck_ir_operand(a->t->m, a->op, first);
    a->offset = lck_ir_operand(a->t->m, a->op, first + 1);
}

static const lc_linear *layout_of(const lck_global_access *a, lck_ir_text element,
                                  lck_ir_text encoding)
{
    lc_text text = {0};
    lc_text_add(&text, "tensor<");
    for (size_t d = 0; d < a->type.rank; d++)
        lc_text_printf(&text, "%lldx", (long long)a->type.extent[d]);
    lc_text_printf(&text, "%.*s, %.*s>", (int)element.n, element.at, (int)encoding.n,
                   encoding.at);
    const lc_linear *layout = lck_asker_linear(a->t->asker, lc_text_peek(&text));
    lc_text_free(&text);
    return layout;
}

/* The tensor of pointers, or of offsets, with the layout of its encoding. */
static bool read_layout(lck_global_access *a)
{
    const lck_ir_module *m = a->t->m;
    lck_value_type pointer;
    uint32_t value = a->offset != LCK_IR_NONE ? a->offset : a->pointer;
    if (!lck_value_type_of(m, value, &a->type) || !lck_value_type_of(m, a->pointer, &pointer) ||
        !pointer.pointer || pointer.bits == 0)
        return false;
    a->bytes = pointer.bits < 8 ? 1 : pointer.bits / 8;
    if (a->type.rank == 0 || a->bytes > 16 || (a->bytes & (a->bytes - 1)) != 0)
        return a->type.rank == 0 && a->bytes <= 16;
    a->layout = layout_of(a, pointer.pointee, a->type.encoding);
    return a->layout != NULL;
}

/* The bytes that the address of the buffer is a multiple of. */
static int64_t base_multiple(const lck_global_access *a)
{
    const lck_ir_module *m = a->t->m;
    uint32_t base = a->place.base;
    int64_t promised = 1;
    if (base < m->nvalues && m->value[base].op == a->t->func &&
        m->value[base].block != LCK_IR_NONE)
        promised = lck_index_promised(m, a->t->func, m->value[base].index);
    if (promised >= 16)
        return LCK_SECTOR;
    return promised > a->bytes ? promised : a->bytes;
}

static unsigned times_of(const lck_global_access *a)
{
    lck_bases all = a->layout ? lck_dim_of(a->layout, "register") : (lck_bases){0};
    unsigned registers = 1u << lck_without_zeros(&all).n;
    return registers > a->vector ? registers / a->vector : 1;
}

static bool read_access(lck_triton *t, const lck_ir_op *op, lck_global_access *a)
{
    *a = (lck_global_access){.t = t,
                             .op = op,
                             .ix = t->global->index,
                             .axes = t->global->axes,
                             .options = &t->global->options,
                             .operation = operation_of(op),
                             .pointer = lck_ir_operand(t->m, op, 0),
                             .offset = LCK_IR_NONE,
                             .mask = mask_of(t->m, op)};
    if (lck_ir_text_begins(op->name, "amdg."))
        read_buffer(a);
    if (a->pointer == LCK_IR_NONE || !read_layout(a))
        return false;
    a->place = lck_index_of(a->ix, a->pointer);
    if (a->offset != LCK_IR_NONE && a->place.e) {
        lck_formula offset = lck_index_of(a->ix, a->offset);
        a->place.e = offset.e
                         ? lc_expr_make(lck_index_exprs(a->ix), LC_EXPR_ADD, a->place.e, offset.e)
                         : NULL;
    }
    a->guard = a->mask != LCK_IR_NONE ? lck_index_of(a->ix, a->mask).e : NULL;
    a->vector = lck_global_vector(a);
    a->lanes = a->layout ? t->lanes : 1;
    a->times = times_of(a);
    a->base_bytes = base_multiple(a);
    return a->lanes >= 1 && a->lanes <= LC_LINEAR_BITS;
}

unsigned lck_copied_row(lck_triton *t, const lck_ir_op *op)
{
    lck_global_access a;
    return t->global && read_access(t, op, &a) && a.place.e ? lck_global_row(&a) : 0;
}

bool lck_loaded_by(lck_triton *t, const lck_ir_op *op, lck_ir_text encoding,
                   lck_access_record *out)
{
    lck_global_access a;
    lck_value_type pointer;
    if (!t->global || !read_access(t, op, &a) || !a.place.e || a.type.rank == 0 ||
        lck_index_has_data(a.ix, a.place.e) || !lck_value_type_of(t->m, a.pointer, &pointer))
        return false;
    if (encoding.at) {
        a.layout = layout_of(&a, pointer.pointee, encoding);
        if (!a.layout)
            return false;
        a.vector = lck_global_vector(&a);
        a.times = times_of(&a);
    }
    out->bytes = a.bytes * a.vector;
    out->times = a.times;
    lck_global_sectors(&a, out);
    return true;
}

/* ---- texts ---- */

/* i0_of_128 is i0: of a tensor whose shape is known. */
void lck_global_drop_extents(char *text)
{
    char *to = text;
    for (const char *from = text; *from;) {
        bool name = from[0] == 'i' && from[1] >= '0' && from[1] <= '9' &&
                    strncmp(from + 2, "_of_", 4) == 0;
        *to++ = *from++;
        if (name) {
            *to++ = *from++;
            for (from += 4; *from >= '0' && *from <= '9';)
                from++;
        }
    }
    *to = 0;
}

char *lck_global_text(const lck_global_access *a, const lc_expr *e)
{
    lc_ctx *ctx = lc_exprs_ctx(lck_index_exprs(a->ix));
    const lc_expr *defined = lck_index_defined(a->ix, e);
    char *text = defined ? lc_expr_to_c(ctx, defined) : NULL;
    if (text)
        lck_global_drop_extents(text);
    return text;
}

static void write_formulas(const lck_global_access *a, lck_access_record *r)
{
    lck_ir_text base = a->t->m->value[a->place.base].name;
    char *place = lck_global_text(a, a->place.e),
         *guard = a->guard ? lck_global_text(a, a->guard) : NULL;
    if (place)
        r->address = lck_audit_printf(a->t->audit, "%.*s[%s]", (int)base.n, base.at, place);
    if (guard)
        r->guard = lck_audit_printf(a->t->audit, "%s", guard);
    free(place);
    free(guard);
}

/* ---- masks ---- */

/* Records a tensor's mask that always holds, or never, without being written as a constant. */
static void tell_mask(const lck_global_access *a)
{
    int64_t value;
    const lck_ir_module *m = a->t->m;
    if (a->mask == LCK_IR_NONE || a->type.rank == 0 || !a->guard ||
        !lc_expr_is_int(a->guard, &value) || m->value[a->mask].block != LCK_IR_NONE ||
        lck_ir_is(&m->op[m->value[a->mask].op], "arith.constant"))
        return;
    lck_kernel_record *r = lck_triton_about(a->t, a->op, "mask");
    if (!r)
        return;
    r->answer.verdict = value ? LCK_GOOD : LCK_BAD;
    char *text = lck_audit_printf(a->t->audit, value ? "the mask always holds: it can go"
                                                     : "the mask never holds: nothing is moved");
    if (value)
        r->answer.why = text;
    else
        r->answer.shown = text;
}

/* ---- the reader ---- */

static void not_known(lck_global_access *a, lck_access_record *r, const char *why)
{
    static const lck_asked asked[] = {LCK_SECTORS, LCK_INSIDE, LCK_ALIGNED, LCK_FITS};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        lck_audit_open(a->t->audit, &r->answer[asked[i]], why);
}

void lck_read_address(lck_triton *t, const lck_ir_op *op)
{
    lck_global_access a;
    if (!t->global)
        return;
    bool known = read_access(t, op, &a);
    lck_access_record *r = lck_triton_access(t, op, LCK_GLOBAL, a.operation);
    if (!r)
        return;
    if (!known) {
        not_known(&a, r,
                  a.pointer == LCK_IR_NONE ? "its pointer is not read"
                                           : "the layout of its pointers is not read");
        return;
    }
    r->bytes = a.bytes * a.vector;
    r->times = a.times;
    if (!a.place.e) {
        not_known(&a, r,
                  lck_index_why(a.ix)[0] ? lck_index_why(a.ix) : "its address is not read");
        return;
    }
    write_formulas(&a, r);
    lck_global_sectors(&a, r);
    lck_global_inside(&a, r);
    lck_global_fits(&a, r);
    tell_mask(&a);
}
