/* kernel.c - from a module of CuTe DSL's to its kernels and their operations. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "timeline.h"

typedef struct {
    const char *names;
    lck_cute_reader *read;
} reader_row;

static const reader_row readers[] = {
    {"cute.copy", lck_cute_copy},
    {"cute.memref.load cute.memref.store cute.memref.load_vec cute.memref.store_vec",
     lck_cute_load_store},
    {"cute.memref.alloca", lck_cute_alloca},
    {"cute_nvgpu.arch.get_dyn_smem", lck_cute_shared_memory},
    {"scf.for", lck_cute_for},
    {"scf.if", lck_cute_if},
    {"scf.while", lck_cute_while},
    {"cute.slice", lck_cute_slice},
    {"cute.get_layout", lck_cute_get_layout},
    {"cute.get_iter", lck_cute_get_iter},
    {"cute.make_view", lck_cute_make_view},
    {"cute.mma.make_fragment", lck_cute_fragment},
    {"cute.add_offset", lck_cute_add_offset},
    {"cute.recast_iter builtin.unrealized_conversion_cast", lck_cute_recast},
    {"cute.group_modes cute.append_to_rank cute.prepend_to_rank cute.coalesce "
     "cute.filter_zeros cute.logical_divide cute.tiled.copy.retile",
     lck_cute_carry},
    {"cute.composition", lck_cute_composition},
    {"cute_nvgpu.atom.tma_partition", lck_cute_tma_partition},
    {"cute.size", lck_cute_size},
    {"cute.make_layout", lck_cute_make_layout},
    {"cute.local_tile cute.zipped_divide cute.tiled_divide cute.flat_divide", lck_cute_tile},
    {"cute.tiled.copy.partition_S cute.tiled.copy.partition_D", lck_cute_partition_copy},
    {"cute.tiled.mma.partition", lck_cute_partition_mma},
    {"cute.make_coord cute.make_shape cute.make_stride cute.make_int_tuple", lck_cute_make_tuple},
    {"cute.get_leaves", lck_cute_leaves},
    {"cute.get_scalars", lck_cute_scalars},
    {"cute.to_int_tuple", lck_cute_same_tuple},
    {"cute.derefine", lck_cute_derefine},
    {"cute.tuple_add cute.tuple_sub cute.tuple_mul cute.tuple_div cute.tuple_mod",
     lck_cute_tuple_arith},
    {"cute.get_shape", lck_cute_shape},
    {"cute.get_stride", lck_cute_stride},
    {"cute.crd2idx", lck_cute_crd2idx},
    {"arith.constant", lck_cute_constant},
    {"arith.cmpi", lck_cute_compare},
    {"arith.select", lck_cute_select},
    {"arith.extsi arith.extui arith.trunci arith.index_cast arith.index_castui", lck_cute_cast},
    {"cute_nvgpu.arch.make_warp_uniform", lck_cute_uniform},
    {"nvvm.shfl.sync", lck_cute_shuffle},
    {"nvvm.elect.sync", lck_cute_elect},
};

/* Operations that end in `i`, on integers; others of arith are on floating-point numbers. */
static bool is_integer_arith(const lck_ir_op *op)
{
    return lck_ir_text_begins(op->name, "arith.") &&
           lck_ir_text_among(lck_ir_text_after(op->name, "arith."),
                             "addi subi muli divsi divui remsi remui andi ori xori shli shrsi "
                             "shrui minsi minui maxsi maxui ceildivsi ceildivui floordivsi");
}

/* Dialects whose other operations reach no memory that threads address, or, of nvvm and
 * cute_nvgpu, barriers, descriptors and tensor memory. */
static bool is_plain(const lck_ir_op *op)
{
    return !lck_ir_text_among(op->name, "cute.memref.* cute.ptr.* cute.atomic* nvvm.ldmatrix* "
                                        "nvvm.stmatrix* nvvm.atomicrmw* nvvm.cp.async.shared* "
                                        "nvvm.red* nvvm.atom*") &&
           lck_ir_text_among(op->name,
                             "cute.* cute_nvgpu.* arith.* math.* scf.* nvvm.* builtin.* "
                             "vector.* cf.* cuda.* return* ub.* llvm.mlir.*");
}

static lck_cute_reader *reader_of(const lck_ir_op *op)
{
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (lck_ir_text_among(op->name, readers[i].names))
            return readers[i].read;
    if (lck_ir_text_begins(op->name, "nvvm.read.ptx.sreg."))
        return lck_cute_register;
    return is_integer_arith(op) ? lck_cute_arith : NULL;
}

/* ---- values ---- */

lck_kernel_audit *lck_cute_record(const lck_cute *c)
{
    return &c->audit->kernel[c->kernel];
}

const lck_cute_value *lck_cute_operand(const lck_cute *c, const lck_ir_op *op, uint32_t i)
{
    static const lck_cute_value none = {0};
    uint32_t value = lck_ir_operand(c->m, op, i);
    return value == LCK_IR_NONE ? &none : &c->value[value];
}

void lck_cute_set(lck_cute *c, uint32_t value, lck_cute_value what)
{
    c->value[value] = what;
}

const lck_sum *lck_cute_number(const lck_cute *c, const lck_cute_value *v)
{
    if (v->kind == LCK_CUTE_NUMBER)
        return v->number;
    const lck_tree *t = v->kind == LCK_CUTE_TUPLE ? v->tuple : NULL;
    while (t && !t->leaf && t->n == 1)
        t = t->part[0];
    return t && t->leaf && t->value ? t->value : c->x.unknown;
}

/* What a result is when its reader does not say: as its type does, shared if all that it is made
 * of is. Results of operations with effects are not. */
static void set_by_type(lck_cute *c, const lck_ir_op *op)
{
    bool shared = lck_ir_text_among(op->name, "cute.* arith.* builtin.* cute_nvgpu.atom.*") &&
                  !lck_ir_text_begins(op->name, "cute.memref.");
    for (uint32_t i = 0; shared && i < op->noperands; i++)
        shared = lck_cute_is_shared(lck_cute_operand(c, op, i));
    for (uint32_t i = 0; i < op->nresults; i++) {
        lck_cute_value v = lck_cute_typed(c, op->result + i);
        lck_cute_fill(c, &v, shared);
        v.shared = shared;
        lck_cute_set(c, op->result + i, v);
    }
}

void lck_cute_run(lck_cute *c, uint32_t block)
{
    for (uint32_t i = c->m->block[block].first; i != LCK_IR_NONE && !c->pool.failed;
         i = c->m->op[i].next) {
        const lck_ir_op *op = &c->m->op[i];
        lck_cute_reader *read = reader_of(op);
        set_by_type(c, op);
        if (read)
            read(c, op);
        if (c->time)
            lck_cute_time_operation(c, op);
        for (uint32_t k = 0; c->time && k < op->nresults; k++)
            lck_cute_follow(c, op->result + k);
        if (!c->time && !read && !c->quiet && !is_plain(op))
            lck_audit_not_read(c->audit, lck_cute_record(c), op->name.at, op->name.n);
    }
}

/* ---- kernels ---- */

/* `nvvm.reqntid = array<i32: 128, 1, 1>`; or what the options say. */
static void read_block(lck_cute *c, const lck_ir_op *op)
{
    uint32_t end = 0, at = lck_ir_attribute(c->m, op, "nvvm.reqntid", &end), n = 0;
    for (uint32_t i = 0; i < 3; i++)
        c->block[i] = c->options ? c->options->block[i] : 0;
    for (; at != LCK_IR_NONE && at < end && n < 3; at++) {
        int64_t value;
        if (lck_ir_integer(c->m, at, &value) && value > 0 && value <= LCK_MOST_THREADS)
            c->block[n++] = (uint32_t)value;
    }
    for (; n > 0 && n < 3; n++)
        c->block[n] = 1;
}

static void set_arguments(lck_cute *c, uint32_t block)
{
    const lck_ir_block *b = &c->m->block[block];
    for (uint32_t i = b->argument; i < b->argument + b->narguments; i++) {
        lck_cute_value v = lck_cute_typed(c, i);
        lck_cute_fill(c, &v, true);
        v.shared = true;
        if (v.kind == LCK_CUTE_POINTER || v.kind == LCK_CUTE_VIEW) {
            v.pointer.object = i;
            v.pointer.object_align = v.pointer.align;
            v.pointer.offset = c->x.zero;
        }
        lck_cute_set(c, i, v);
    }
}

static bool start_kernel(lck_cute *c, const lck_ir_op *op, const char *file)
{
    lck_kernel_audit *k = lck_audit_function(c->audit, c->m, op, file);
    if (!k)
        return false;
    c->kernel = c->audit->nkernels - 1;
    k->target = lck_audit_text(c->audit, "cuda", 4);
    k->lanes = 32;
    read_block(c, op);
    uint64_t threads = (uint64_t)c->block[0] * c->block[1] * c->block[2];
    if (threads == 0 || threads > LCK_MOST_THREADS)
        threads = 0;
    k->warps = (unsigned)(threads + 31) / 32;
    return lck_sums_start(&c->x, &c->pool, (unsigned)threads);
}

static bool read_kernel(lck_cute *c, const lck_ir_op *op, const char *file)
{
    if (!lck_is_wanted(c->options, c->m, op))
        return true;
    bool ok = start_kernel(c, op, file);
    c->value = lck_arena_take(&c->pool, (c->m->nvalues + 1) * sizeof *c->value);
    ok = ok && c->value && lck_cute_types(c);
    if (ok && op->nblocks > 0 && !(c->options && c->options->names)) {
        c->active = lck_sum_of(&c->x, 1);
        set_arguments(c, op->blocks);
        lck_cute_run(c, op->blocks);
        lck_cute_mend(c);
        if (!c->pool.failed)
            lck_cute_timeline(c, op);
    }
    free(c->use);
    lck_sums_end(&c->x);
    lck_arena_free(&c->pool);
    c->audit->failed |= !ok;
    return !c->audit->failed;
}

bool lck_audit_cute(lck_audit *audit, lck_asker *asker, const lck_ir_module *m, const char *file,
                    const lck_audit_options *options)
{
    if (asker)
        lck_asker_begin(asker);
    for (uint32_t i = 0; i < m->nops; i++) {
        lck_cute c = {.audit = audit, .asker = asker, .m = m, .options = options};
        if (lck_ir_is(&m->op[i], "cuda.kernel") && !read_kernel(&c, &m->op[i], file))
            return false;
    }
    return !audit->failed;
}
