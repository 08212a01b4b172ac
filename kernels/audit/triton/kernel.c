/* kernel.c - from a module of Triton's to its kernels and their operations. */
#include "config.h"

#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "global.h"
#include "staged.h"
#include "timeline.h"

/* ---- operations ---- */

typedef struct {
    const char *names;
    lck_triton_reader *read;
} reader_row;

static const reader_row readers[] = {
    {"tt.load tt.store tt.atomic_rmw tt.atomic_cas ttg.async_copy_global_to_local "
     "amdg.buffer_load amdg.buffer_store",
     lck_read_address},
    {"tt.load", lck_read_repeats},
    {"ttg.local_load", lck_read_local_load},
    {"ttg.local_store", lck_read_local_store},
    {"ttg.local_alloc", lck_read_local_alloc},
    {"ttg.async_copy_global_to_local", lck_read_async_copy},
    {"ttg.convert_layout", lck_read_convert},
    {"tt.reduce", lck_read_reduce},
    {"tt.scan", lck_read_scan},
    {"tt.gather", lck_read_gather},
    {"tt.histogram", lck_read_histogram},
    {"ttng.warp_group_dot", lck_read_warp_group_dot},
    {"ttng.tc_gen5_mma ttng.tc_gen5_mma_scaled", lck_read_tcgen05_mma},
    {"ttng.async_tma_copy_global_to_local ttng.async_tma_copy_local_to_global "
     "ttng.async_tma_reduce ttng.async_tma_gather ttng.async_tma_scatter",
     lck_read_tma},
};

/* Operations whose results have the layouts of their operands, or no layout at all: nothing of
 * theirs goes through memory. */
static const char plain[] =
    "arith.* math.* scf.* cf.* llvm.* ub.* nvvm.* rocdl.* tt.func tt.return tt.call "
    "tt.get_program_id tt.get_num_programs tt.make_range tt.splat tt.unsplat tt.expand_dims "
    "tt.broadcast tt.addptr tt.advance tt.bitcast tt.ptr_to_int tt.int_to_ptr tt.clampf "
    "tt.fp_to_fp tt.mulhiui tt.precise_sqrt tt.precise_divf tt.make_tensor_descriptor "
    "tt.make_tensor_ptr tt.assert tt.print tt.extern_elementwise tt.elementwise_inline_asm "
    "tt.map_elementwise tt.map_elementwise.return tt.join tt.split tt.reshape tt.trans tt.cat "
    "tt.dot tt.dot_scaled tt.reduce.return tt.scan.return tt.fence ttg.async_commit_group "
    "ttg.async_wait ttg.local_dealloc ttg.local_barrier ttg.barrier ttg.memdesc_index "
    "ttg.memdesc_subslice ttg.memdesc_trans ttg.memdesc_reshape ttg.memdesc_reinterpret "
    "ttg.fp4_to_fp ttg.mask ttg.mask.return ttg.predicate_stage ttg.warp_specialize "
    "ttg.warp_specialize.partitions default ttg.warp_yield ttg.warp_return ttg.warp_id "
    "ttg.global_scratch_alloc gpu.barrier ttng.fence_async_shared ttng.fence ttng.init_barrier "
    "ttng.inval_barrier ttng.barrier_expect ttng.wait_barrier ttng.arrive_barrier "
    "ttng.async_tma_store_wait ttng.async_tma_store_token_wait ttng.warp_group_dot_wait "
    "ttng.tc_gen5_commit ttng.tensormap_create ttng.tensormap_fenceproxy_acquire "
    "ttng.reinterpret_tensor_descriptor ttng.cluster_barrier ttng.cluster_arrive "
    "ttng.cluster_wait ttng.tmem_alloc ttng.tmem_load ttng.tmem_store ttng.tmem_subslice "
    "ttng.tmem_wait amdg.in_thread_transpose amdg.async_wait amdg.cond_barrier "
    "amdg.extract_slice amdg.concat amdg.instruction_sched_hint amdg.async_commit_group "
    "amdgpu.cond_barrier";

/* `partition0`, a region of ttg.warp_specialize. */
static bool is_partition(lck_ir_text name)
{
    size_t n = strlen("partition");
    return name.n > n && memcmp(name.at, "partition", n) == 0 && name.at[n] >= '0' &&
           name.at[n] <= '9';
}

static bool is_plain(lck_ir_text name)
{
    return is_partition(name) || lck_ir_text_among(name, plain);
}

/* An operation may have several readers. */
static void read_op(lck_triton *t, const lck_ir_op *op)
{
    bool known = is_plain(op->name);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (lck_ir_text_among(op->name, readers[i].names)) {
            readers[i].read(t, op);
            known = true;
        }
    if (!known)
        lck_triton_not_read(t, op);
}

/* ---- places ---- */

lck_kernel_audit *lck_triton_record(const lck_triton *t)
{
    return &t->audit->kernel[t->kernel];
}

/* The operation around one; NONE at the top. */
static uint32_t parent_of(const lck_ir_module *m, const lck_ir_op *op)
{
    return op->block == LCK_IR_NONE ? LCK_IR_NONE : m->block[op->block].op;
}

static bool is_inside(const lck_triton *t, const lck_ir_op *op)
{
    uint32_t at = parent_of(t->m, op);
    while (at != LCK_IR_NONE && at != t->func)
        at = parent_of(t->m, &t->m->op[at]);
    return at == t->func;
}

/* Loops inside of the function that the operation is in. */
static size_t loops_around(const lck_triton *t, const lck_ir_op *op)
{
    size_t loops = 0;
    for (uint32_t at = parent_of(t->m, op); at != LCK_IR_NONE && at != t->func;
         at = parent_of(t->m, &t->m->op[at]))
        loops += lck_ir_is(&t->m->op[at], "scf.for") || lck_ir_is(&t->m->op[at], "scf.while");
    return loops;
}

/* ---- records ---- */

lck_access_record *lck_triton_access(lck_triton *t, const lck_ir_op *op, lck_space space,
                                     lck_operation operation)
{
    lck_access_record *r = lck_audit_access(t->audit, lck_triton_record(t));
    if (!r)
        return NULL;
    r->line = op->line;
    r->loops = loops_around(t, op);
    r->space = space;
    r->operation = operation;
    r->op = lck_audit_text(t->audit, op->name.at, op->name.n);
    r->source = lck_audit_source(t->audit, t->m, op);
    return r;
}

lck_conversion_record *lck_triton_conversion(lck_triton *t, const lck_ir_op *op)
{
    lck_conversion_record *r = lck_audit_conversion(t->audit, lck_triton_record(t));
    if (!r)
        return NULL;
    r->line = op->line;
    r->loops = loops_around(t, op);
    r->op = lck_audit_text(t->audit, op->name.at, op->name.n);
    r->source = lck_audit_source(t->audit, t->m, op);
    return r;
}

lck_kernel_record *lck_triton_about(lck_triton *t, const lck_ir_op *op, const char *about)
{
    return lck_audit_about(t->audit, lck_triton_record(t), about, t->m, op);
}

void lck_triton_not_read(lck_triton *t, const lck_ir_op *op)
{
    lck_audit_not_read(t->audit, lck_triton_record(t), op->name.at, op->name.n);
}

/* ---- modules ---- */

static const lck_ir_op *module_op(const lck_ir_module *m)
{
    for (uint32_t i = 0; i < m->nops; i++)
        if (lck_ir_is(&m->op[i], "module") || lck_ir_is(&m->op[i], "builtin.module"))
            return &m->op[i];
    return NULL;
}

static unsigned small_attribute(const lck_ir_module *m, const lck_ir_op *op, const char *name,
                                unsigned otherwise)
{
    int64_t value;
    return op && lck_ir_attribute_integer(m, op, name, &value) && value > 0 && value <= 4096
               ? (unsigned)value
               : otherwise;
}

/* `ttg.target = "cuda:90"`, "hip:gfx942". */
static void read_target(lck_triton *t, const lck_ir_op *module)
{
    uint32_t end;
    uint32_t at = module ? lck_ir_attribute(t->m, module, "ttg.target", &end) : LCK_IR_NONE;
    if (at == LCK_IR_NONE || t->m->token[at].kind != LCK_IR_STRING)
        return;
    const lck_ir_token *token = &t->m->token[at];
    char target[64];
    snprintf(target, sizeof target, "%.*s", (int)token->n - 2, token->at + 1);
    lck_kernel_audit *record = lck_triton_record(t);
    record->target = lck_audit_text(t->audit, target, strlen(target));
    t->amd = strncmp(target, "hip:", 4) == 0;
    if (t->amd)
        snprintf(t->arch, sizeof t->arch, "%.20s", target + 4);
    else if (strncmp(target, "cuda:", 5) == 0) {
        t->capability = (unsigned)strtoul(target + 5, NULL, 10);
        snprintf(t->arch, sizeof t->arch, "sm%u", t->capability);
    }
}

/* The encodings that the module names. One that is not read leaves its name unknown, and what
 * mentions it says so. */
static void say_definitions(lck_asker *asker, const lck_ir_module *m)
{
    lc_text text = {0};
    for (uint32_t i = 0; i < m->naliases; i++) {
        lck_ir_text name = m->alias[i].name, value = m->alias[i].text;
        if (name.n < 2 || name.at[0] != '#' || value.n < 5 || memcmp(value.at, "#tt", 3) != 0)
            continue;
        text.length = 0;
        lc_text_printf(&text, "%.*s = %.*s", (int)name.n, name.at, (int)value.n, value.at);
        lck_asker_say(asker, text.data);
    }
    lc_text_free(&text);
}

static bool read_function(lck_audit *audit, lck_asker *asker, const lck_ir_module *m,
                          uint32_t func, const char *file, const lck_audit_options *options)
{
    const lck_ir_op *op = &m->op[func], *module = module_op(m);
    if (!lck_is_wanted(options, m, op))
        return true;
    lck_kernel_audit *record = lck_audit_function(audit, m, op, file);
    if (!record)
        return false;
    if (options && options->names)
        return true;
    lck_triton t = {
        .audit = audit, .kernel = audit->nkernels - 1, .asker = asker, .m = m, .func = func};
    read_target(&t, module);
    record->warps = t.warps = small_attribute(m, module, "ttg.num-warps", 0);
    record->lanes = t.lanes = small_attribute(m, module, "ttg.threads-per-warp", t.amd ? 64 : 32);
    t.blocks = small_attribute(m, module, "ttg.num-ctas", 1);
    t.staged = lck_staged_new();
    t.global = lck_global_new(m, func, options);
    for (uint32_t i = func + 1; i < m->nops && is_inside(&t, &m->op[i]); i++)
        read_op(&t, &m->op[i]);
    lck_staged_mend(&t);
    lck_staged_free(t.staged);
    audit->failed |= !t.global || lck_global_starved(t.global);
    lck_global_free(t.global);
    lck_triton_timeline(audit, lck_triton_record(&t), m, func);
    return !audit->failed;
}

bool lck_audit_triton(lck_audit *audit, lck_asker *asker, const lck_ir_module *m,
                      const char *file, const lck_audit_options *options)
{
    if (asker) {
        lck_asker_begin(asker);
        say_definitions(asker, m);
    }
    for (uint32_t i = 0; i < m->nops; i++)
        if (lck_ir_is(&m->op[i], "tt.func") && m->op[i].nblocks > 0 &&
            !read_function(audit, asker, m, i, file, options))
            return false;
    return !audit->failed;
}
