/* operands.c - operands that products read from shared memory (PTX ISA, wgmma.mma_async,
 * tcgen05.mma, tcgen05.cp).
 *
 * wgmma.mma_async.sync.aligned.shape.. d, a, b-desc, scale-d{, imm-scale-a, imm-scale-b{,
 * imm-trans-a, imm-trans-b}}: a is a descriptor, too, or registers, which have no imm-trans-a.
 * tcgen05.mma.. [d], a, b-desc, i-desc, ..: a is a descriptor, too, or [an address] of tensor
 * memory. tcgen05.cp.. [d], s-desc. */
#include "config.h"

#include "internal.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    lck_formulas *f;
    const lck_ptx_module *m;
    lck_accesses *list;
    uint32_t insn;
    const lck_ptx_insn *p;
} reader;

/* The one variable of shared memory that a descriptor is made from; NULL: none, or several. */
static const lck_ptx_symbol *variable_of(const reader *r, const lc_expr *e)
{
    const lck_ptx_symbol *found = NULL;
    if (!e || e->op == LC_EXPR_INT)
        return NULL;
    if (e->op == LC_EXPR_VAR) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, e->slot);
        bool shared = s->kind == LCK_SYMBOL_VARIABLE &&
                      r->m->variable[s->of].space == LCK_PTX_SHARED;
        return shared ? s : NULL;
    }
    for (int i = 0; i < 3; i++) {
        const lck_ptx_symbol *s = variable_of(r, e->arg[i]);
        if (s && found && s != found)
            return NULL;
        found = s ? s : found;
    }
    return found;
}

static void add(reader *r, uint32_t k, lck_matrix_operand matrix)
{
    lck_ptx_access *a = lck_access_append(r->list);
    if (!a)
        return;
    matrix.descriptor = lck_formula_operand(r->f, r->insn, k);
    const lck_ptx_symbol *s = variable_of(r, matrix.descriptor);
    *a = (lck_ptx_access){.insn = r->insn,
                          .line = r->p->line,
                          .source = lck_ptx_source_text(r->m, r->p),
                          .op = lck_access_text(r->list, r->p->opcode),
                          .space = LCK_IN_SHARED,
                          .operation = LCK_LOAD,
                          .reads = true,
                          .async = true,
                          .matrix = matrix};
    if (!s)
        return;
    const lck_ptx_variable *v = &r->m->variable[s->of];
    a->base = (lck_base){.kind = v->bytes == 0 ? LCK_BASE_DYNAMIC : LCK_BASE_VARIABLE,
                         .of = s->of,
                         .size = -1,
                         .multiple = s->multiple,
                         .name = lck_access_text(r->list, v->name)};
}

static bool read_n(const reader *r, unsigned *n)
{
    for (uint32_t i = 0; i < r->p->nmodifiers; i++) {
        lck_ptx_text t = lck_ptx_modifier(r->m, r->p, i);
        char word[24];
        unsigned m, k;
        snprintf(word, sizeof word, "%.*s", (int)t.n, t.at);
        if (sscanf(word, "m%3un%3uk%3u", &m, n, &k) == 3)
            return m == 64 && *n >= 8 && *n <= 256;
    }
    return false;
}

/* Is an immediate operand 1? */
static bool is_set(const reader *r, uint32_t k)
{
    const lck_ptx_operand *o = lck_ptx_operand_of(r->m, r->p, k);
    return o && o->kind == LCK_PTX_INTEGER && o->value == 1;
}

static void read_product(reader *r)
{
    const lck_ptx_operand *a = lck_ptx_operand_of(r->m, r->p, 1);
    bool by_descriptor = a && a->kind == LCK_PTX_REGISTER;
    unsigned n;
    if (!read_n(r, &n) || lck_ptx_has(r->m, r->p, "sp"))
        return;
    if (by_descriptor)
        add(r, 1,
            (lck_matrix_operand){
                .rows = 64, .chunks = 2, .lines = 16, .parts = true, .transposed = is_set(r, 6)});
    add(r, 2,
        (lck_matrix_operand){
            .rows = n, .chunks = 2, .lines = 16, .transposed = is_set(r, by_descriptor ? 7 : 6)});
}

/* .collector::a::use, .collector::b2::lastuse: a buffer that products before have filled. */
static bool is_collected(const reader *r, char of)
{
    for (uint32_t i = 0; i < r->p->nmodifiers; i++) {
        lck_ptx_text t = lck_ptx_modifier(r->m, r->p, i);
        char word[40], buffer;
        snprintf(word, sizeof word, "%.*s", (int)t.n, t.at);
        const char *use = strrchr(word, ':');
        if (sscanf(word, "collector::%c", &buffer) == 1 && buffer == of && use &&
            (strcmp(use, ":use") == 0 || strcmp(use, ":lastuse") == 0))
            return true;
    }
    return false;
}

/* Rows have 32 bytes along k, whatever the type, or 48 of a type of 4 bits. */
static void read_tensor_product(reader *r)
{
    const lck_ptx_operand *a = lck_ptx_operand_of(r->m, r->p, 1);
    unsigned bytes = lck_ptx_has(r->m, r->p, "kind::f16")    ? 2
                     : lck_ptx_has(r->m, r->p, "kind::tf32") ? 4
                                                             : 1;
    lck_matrix_operand operand = {.tensor = true, .chunks = 2, .lines = 32 / bytes};
    operand.shape = lck_formula_operand(r->f, r->insn, 3);
    operand.packed = lck_ptx_has_prefix(r->m, r->p, "kind::mxf4");
    operand.collected = is_collected(r, 'a');
    if (a && a->kind != LCK_PTX_ADDRESS)
        add(r, 1, operand);
    operand.second = true;
    operand.collected = is_collected(r, 'b');
    add(r, 2, operand);
}

/* .128x256b: so many rows of so many bits. */
static void read_tensor_copy(reader *r)
{
    unsigned rows, bits;
    for (uint32_t i = 0; i < r->p->nmodifiers; i++) {
        lck_ptx_text t = lck_ptx_modifier(r->m, r->p, i);
        char word[24];
        snprintf(word, sizeof word, "%.*s", (int)t.n, t.at);
        if (sscanf(word, "%3ux%3ub", &rows, &bits) == 2 && (bits == 128 || bits == 256))
            add(r, 1, (lck_matrix_operand){.tensor = true, .rows = rows, .chunks = bits / 128});
    }
}

void lck_access_operands(lck_formulas *f, lck_accesses *list)
{
    const lck_flow *flow = lck_formulas_flow(f);
    reader r = {.f = f, .m = flow->module, .list = list};
    for (uint32_t i = 0; i < flow->ninsns && !list->failed; i++) {
        r.insn = i;
        r.p = lck_flow_of(flow, i);
        bool tensor = lck_ptx_is(r.p, "tcgen05");
        if (lck_ptx_is(r.p, "wgmma") && lck_ptx_has(r.m, r.p, "mma_async"))
            read_product(&r);
        else if (tensor && lck_ptx_has(r.m, r.p, "mma"))
            read_tensor_product(&r);
        else if (tensor && lck_ptx_has(r.m, r.p, "cp"))
            read_tensor_copy(&r);
    }
}
