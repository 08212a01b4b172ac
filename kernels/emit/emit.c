/* emit.c - a kernel as CUDA C, of its pieces (emitter.h). */
#include "config.h"

#include "emitter.h"

#include <stdlib.h>
#include <string.h>

#define LINE 100

const lck_kind_texts lck_texts_of[LCK_KINDS] = {
    [LCK_IS_COPY] = {lck_put_copy_formula, lck_put_copy_test},
    [LCK_IS_PRODUCT] = {lck_put_product_formula, lck_put_product_test},
    [LCK_IS_ATTENTION] = {lck_put_attention_formula, lck_put_product_test},
    [LCK_IS_ROWS] = {lck_put_rows_formula, lck_put_product_test},
};

/* ---- pieces */

static size_t column(const lck_emitter *e)
{
    const char *line = e->text.data ? memrchr(e->text.data, '\n', e->text.length) : NULL;
    return e->text.length - (line ? (size_t)(line - e->text.data) + 1 : 0);
}

void lck_put_wrapped(lck_emitter *e, const char *separator, const char *piece, size_t indent)
{
    lc_text_add(&e->text, separator);
    if (column(e) + 1 + strlen(piece) + 2 > LINE) {
        lc_text_add_char(&e->text, '\n', 1);
        lc_text_add_char(&e->text, ' ', indent);
    } else {
        lc_text_add_char(&e->text, ' ', 1);
    }
    lc_text_add(&e->text, piece);
}

void lck_put_sizes(lck_emitter *e, const char *narrow, const char *wide, bool first,
                   size_t indent)
{
    for (size_t i = 0; i < e->kernel->nsizes; i++) {
        const lck_size *size = &e->kernel->size[i];
        lc_text piece = {0};
        lc_text_printf(&piece, "%s%s", size->wide ? wide : narrow, size->var->name);
        e->text.failed = e->text.failed || piece.failed;
        if (i == 0 && first)
            lc_text_add(&e->text, lc_text_peek(&piece));
        else
            lck_put_wrapped(e, ",", lc_text_peek(&piece), indent);
        lc_text_free(&piece);
    }
}

/* ---- the functions that it calls */

static bool is_of_warp(const lck_statement *s)
{
    return s->kind == LCK_MMA || s->kind == LCK_WGMMA || s->kind == LCK_MATRIX_LOAD ||
           s->kind == LCK_MATRIX_STORE || s->kind == LCK_AWAIT || s->kind == LCK_TMA_LOAD ||
           s->kind == LCK_TMA_STORE || s->kind == LCK_SHUFFLE;
}

static void put_functions(lck_emitter *e, const lck_statement *s)
{
    for (; s; s = s->next) {
        e->of_warps = e->of_warps || is_of_warp(s);
        switch (s->kind) {
        case LCK_LOAD:
        case LCK_STORE: lck_put_move_function(e, s); break;
        case LCK_CONVERT: lck_put_convert_function(e, s); break;
        case LCK_TURN: lck_put_turn_function(e, s); break;
        case LCK_MMA: lck_put_product_function(e, s); break;
        case LCK_WGMMA:
            lck_put_ptx_functions(e, s);
            lck_put_product_function(e, s);
            break;
        default: lck_put_ptx_functions(e, s); break;
        }
        put_functions(e, s->body);
        put_functions(e, s->otherwise);
    }
}

/* What stands for CUtensorMap, once in a file of several kernels. */
static void put_tensor_map(lck_emitter *e)
{
    lc_text_add(&e->text, "#ifndef LCK_TENSOR_MAP\n#define LCK_TENSOR_MAP\n"
                          "/* How TMA reads or writes boxes of a tensor: a CUtensorMap. */\n"
                          "typedef struct __align__(64) {\n    unsigned long long word[16];\n"
                          "} lck_tensor_map;\n#endif\n\n");
}

/* ---- the kernel */

/* Maps are fetched while rings begin. */
static void put_prefetches(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    if (k->nmaps == 0)
        return;
    lc_text_add(&e->text, "    if (threadIdx.x == 0) {\n");
    for (size_t i = 0; i < k->nmaps; i++)
        lc_text_printf(&e->text, "        %s_prefetch(&%s);\n", k->name, k->map[i].name);
    lc_text_add(&e->text, "    }\n");
}

static void put_kernel(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    if (k->nmaps > 0)
        put_tensor_map(e);
    for (size_t i = 0; i < k->narrays; i++) {
        bool again = false;
        for (size_t j = 0; j < i; j++)
            again = again || strcmp(k->array[j].element->c, k->array[i].element->c) == 0;
        if (!again)
            lck_put_vector_functions(e, k->array[i].element);
    }
    put_functions(e, k->body);
    if (k->nmaps > 0)
        lck_put_prefetch_function(e);
    lck_put_header(e);
    lck_put_signature(e);
    lc_text_add(&e->text, "{\n");
    lck_put_memory(e);
    put_prefetches(e);
    lck_put_statements(e, k->body, 4);
    lc_text_add(&e->text, "}\n");
}

/* ---- what has no text */

/* Has the kernel such an array, file of registers, ring or map, or is it an address of one? */
static bool names_memory(const lck_kernel *k, const char *name)
{
    const char *own[LCK_MAX_ARRAYS + LCK_MAX_FILES + LCK_MAX_RINGS + LCK_MAX_MAPS];
    size_t n = 0;
    for (size_t i = 0; i < k->narrays; i++)
        own[n++] = k->array[i].name;
    for (size_t i = 0; i < k->nfiles; i++)
        own[n++] = k->file[i].name;
    for (size_t i = 0; i < k->nrings; i++)
        own[n++] = k->ring[i].name;
    for (size_t i = 0; i < k->nmaps; i++)
        own[n++] = k->map[i].name;
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(own[i]);
        if (strncmp(name, own[i], length) == 0 &&
            (name[length] == '\0' || strcmp(name + length, "_address") == 0))
            return true;
    }
    return strcmp(name, "shared_memory") == 0 || strcmp(name, "shared_begin") == 0 ||
           strcmp(name, "shared_base") == 0;
}

static bool check_name(const lck_kernel *k, const char *name, bool kernel)
{
    if (!lck_name_is_taken(name, kernel) && (kernel || !names_memory(k, name)))
        return true;
    lc_fail(k->ctx, LC_ERR_INVALID,
            "%s: a %s cannot be named '%s': CUDA C or the text around the kernel uses the name",
            k->name, kernel ? "kernel" : "variable", name);
    return false;
}

static bool check_names(const lck_kernel *k)
{
    bool ok = check_name(k, k->name, true);
    for (size_t i = 0; ok && i < lc_exprs_nvars(k->x); i++)
        ok = check_name(k, lc_exprs_var(k->x, i)->name, false);
    return ok;
}

/* Every integer is proved to fit its type. */
static bool check_widths(const lck_kernel *k)
{
    lck_widths widths;
    if (!lck_find_widths(k, &widths))
        return false;
    if (!widths.unfit)
        return true;
    char *why = lck_unfit_text(k, &widths);
    lc_fail(k->ctx, LC_ERR_INVALID, "%s: %s", k->name, why ? why : "an integer does not fit");
    free(why);
    return false;
}

static bool put_one(lck_emitter *e, const lck_kernel *k)
{
    const char *coordinate = lck_free_prefix(k->nsizes, k->size);
    lck_emitter own = {.kernel = k, .text = e->text};
    own.coordinate = k->coordinate ? k->coordinate : coordinate;
    bool ok = check_names(k) && check_widths(k) && lck_find_variables(&own);
    if (ok)
        put_kernel(&own);
    lc_text_free(&own.functions);
    free(own.wide);
    free(own.used);
    free(own.parted);
    e->text = own.text;
    return ok;
}

/* A kernel, after those that are launched before it. */
static bool put_after(lck_emitter *e, const lck_kernel *k)
{
    return (!k->before || put_after(e, k->before)) && put_one(e, k);
}

/* All kernels of a plan. */
static bool put_all(lck_emitter *e, const lck_kernel *k)
{
    bool ok = true;
    for (; ok && k; k = k->other)
        ok = put_after(e, k);
    return ok;
}

char *lck_emit(const lck_kernel *kernel, lck_emission what)
{
    const char *free_prefix = lck_free_prefix(kernel->nsizes, kernel->size);
    lck_emitter e = {.kernel = kernel,
                     .coordinate = kernel->coordinate ? kernel->coordinate : free_prefix};
    if (what != LCK_DEVICE_ONLY)
        lc_text_add(&e.text, "#include <cuda_runtime.h>\n");
    if (what == LCK_WITH_MAIN)
        lc_text_add(&e.text, "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n");
    if (what != LCK_DEVICE_ONLY)
        lc_text_add_char(&e.text, '\n', 1);
    bool ok = what == LCK_DEVICE_ONLY ? put_one(&e, kernel) : put_all(&e, kernel);
    if (ok && what != LCK_DEVICE_ONLY)
        lck_put_launcher(&e);
    if (ok && what == LCK_WITH_MAIN)
        ok = lck_put_main(&e);
    char *text = ok ? lc_text_take(kernel->ctx, &e.text) : NULL;
    lc_text_free(&e.text);
    return text;
}
