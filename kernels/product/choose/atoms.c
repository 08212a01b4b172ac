/* atoms.c - rows of the atom library, as the tables of a kernel.
 *
 * An atom is a list, [ThrID, (M,N,K), A, B, C] (verify/library/atoms.lay): thread-value layouts,
 * whose values are places in (M,K), (N,K) and (M,N). An operand in shared memory, of which each
 * thread has all, is no table.
 */
#include "config.h"

#include "atoms.h"

#include <stdlib.h>
#include <string.h>

/* ---- which row ---- */

/* Rows by the method, the elements of A and B, and the sum. Those of wgmma take n. `compared` are
 * those of tests/atoms/probed.lay, by the instruction with these elements. */
static const lck_atom_row rows[] = {
    {LCK_MMAS, "f16", "f32", "sm80", "mma_m16n8k16_b16", {16, 8, 16}, true, false},
    {LCK_MMAS, "bf16", "f32", "sm80", "mma_m16n8k16_b16", {16, 8, 16}, true, false},
    {LCK_MMAS, "tf32", "f32", "sm80", "mma_m16n8k8_b32", {16, 8, 8}, true, false},
    {LCK_MMAS, "int8", "int32", "sm80", "mma_m16n8k32_b8", {16, 8, 32}, true, false},
    {LCK_MMAS, "f64", "f64", "sm80", "mma_m8n8k4_b64", {8, 8, 4}, true, false},
    {LCK_WGMMAS, "f16", "f32", "sm90", "wgmma_m64k16_ss_b16", {64, 8, 16}, true, false},
    {LCK_WGMMAS, "f16", "f16", "sm90", "wgmma_m64k16_ss_b16", {64, 8, 16}, false, false},
    {LCK_WGMMAS, "bf16", "f32", "sm90", "wgmma_m64k16_ss_b16", {64, 8, 16}, true, false},
    {LCK_WGMMAS, "tf32", "f32", "sm90", "wgmma_m64k8_ss_b32", {64, 8, 8}, true, false},
    {LCK_WGMMAS, "f8", "f32", "sm90", "wgmma_m64k32_ss_b8", {64, 8, 32}, true, false},
    {LCK_WGMMAS, "e4m3", "f32", "sm90", "wgmma_m64k32_ss_b8", {64, 8, 32}, true, false},
    {LCK_WGMMAS, "e5m2", "f32", "sm90", "wgmma_m64k32_ss_b8", {64, 8, 32}, false, false},
    {LCK_WGMMAS, "int8", "int32", "sm90", "wgmma_m64k32_ss_b8", {64, 8, 32}, true, false},
};

/* Has the GPU the atoms of its file, sm80 or sm90? */
static bool is_of(const lck_device *device, const lck_atom_row *row)
{
    return strtol(row->file + 2, NULL, 10) <= device->architecture;
}

/* Where A and B differ, they are e4m3 and e5m2: that atom was not compared with a GPU. */
const lck_atom_row *lck_atom_row_of(const lck_product *product, lck_method method)
{
    const lck_element *const *e = product->element;
    const char *name = strcmp(e[LCK_B]->name, "e5m2") == 0 ? e[LCK_B]->name : e[LCK_A]->name;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].method == method && strcmp(rows[i].element, name) == 0 &&
            strcmp(rows[i].sum, product->accumulate->name) == 0 &&
            is_of(product->plan->device, &rows[i]))
            return &rows[i];
    return NULL;
}

/* ---- its tables ---- */

/* Element [i] of the row's list in the library. */
static lcv_value *part_of(lcv_planning *p, const lck_atom_row *row, int n, int i)
{
    lc_text text = {0};
    lc_text_add(&text, row->name);
    if (row->method == LCK_WGMMAS)
        lc_text_printf(&text, "(%d)", n);
    lc_text_printf(&text, "[%d]", i);
    char *part = lc_text_take(lcr_ctx_lc(p->e->r), &text);
    lcv_value *value = part ? lcv_planning_library(p, row->file, part) : NULL;
    free(part);
    return value;
}

static bool read_shape(lcv_planning *p, const lck_atom_row *row, int n, lck_atom *out)
{
    lc_ctx *ctx = lcr_ctx_lc(p->e->r);
    lcv_value *v = part_of(p, row, n, 1);
    lc_tuple *shape = v ? lcv_as_tuple(ctx, v) : NULL;
    bool ok = shape && lc_tuple_nleaves(shape) == 3;
    if (ok) {
        out->m = (int)lc_int_get_si(lc_tuple_value(shape, 0));
        out->n = (int)lc_int_get_si(lc_tuple_value(shape, 1));
        out->k = (int)lc_int_get_si(lc_tuple_value(shape, 2));
    }
    lc_tuple_free(shape);
    return ok;
}

/* A table of threads and values; of an operand that all threads share there is none. */
static bool tabulate(lc_ctx *ctx, const lc_layout *a, bool shared, int i, lck_atom *out)
{
    lc_layout *thread = lc_layout_mode(ctx, a, 0);
    if (!thread)
        return false;
    int64_t size = lc_int_get_si(lc_layout_size(ctx, a));
    int64_t threads = lc_int_get_si(lc_layout_size(ctx, thread));
    lc_layout_free(thread);
    out->threads = (int)threads;
    if (shared)
        return true;
    out->values[i] = (int)(size / threads);
    out->at[i] = lc_alloc(ctx, (size_t)size, sizeof **out->at);
    for (int64_t t = 0; out->at[i] && t < threads; t++)
        for (int64_t v = 0; v < out->values[i]; v++) {
            lc_int place = lc_layout_at(ctx, a, lc_int_si(ctx, t + v * threads));
            out->at[i][t * out->values[i] + v] = (int32_t)lc_int_get_si(place);
        }
    return out->at[i] != NULL;
}

static bool read_operand(lcv_planning *p, const lck_atom_row *row, int n, int i, lck_atom *out)
{
    lc_ctx *ctx = lcr_ctx_lc(p->e->r);
    lcv_value *v = part_of(p, row, n, 2 + i);
    lc_layout *a = v ? lcv_as_layout(ctx, v) : NULL;
    bool ok = a && tabulate(ctx, a,
                            row->method == LCK_WGMMAS && i < LCK_C && !(row->held && i == LCK_A),
                            i, out);
    lc_layout_free(a);
    return ok;
}

bool lck_atom_read(lcv_planning *p, const lck_element *const element[3], const lck_atom_row *row,
                   int n, lck_atom *out)
{
    *out = (lck_atom){.name = strdup(row->name), .compared = row->compared};
    for (int i = 0; i < 3; i++)
        out->element[i] = element[i];
    bool ok = out->name && read_shape(p, row, n, out);
    for (int i = 0; ok && i < 3; i++)
        ok = read_operand(p, row, n, i, out);
    if (!ok && p->e->status == LCV_EVAL_OK)
        lcv_eval_failed(p->e, p->name_span);
    return ok;
}
