/* emit.c - the kernel itself as CUDA C. Its expressions are in emit-expr.c, its launcher and its
 * test program in emit-host.c. */
#include "config.h"

#include "emitter.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LINE 100

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

/* Text inside a comment: no end of one, its lines after `start`. */
static void put_comment_text(lck_emitter *e, const char *text, const char *start)
{
    for (const char *at = text; *at; at++) {
        if (*at == '\n') {
            if (at[1])
                lc_text_printf(&e->text, "\n%s", start);
            continue;
        }
        lc_text_add_char(&e->text, *at, 1);
        if (*at == '*' && at[1] == '/')
            lc_text_add_char(&e->text, ' ', 1);
    }
}

/* ---- vectors */

static const char *vector_type(int bytes)
{
    return bytes == 2   ? "unsigned short"
           : bytes == 4 ? "unsigned int"
           : bytes == 8 ? "uint2"
                        : "uint4";
}

/* The widths of LOADs, or of STOREs, of this type: bit w for 2^w. */
static unsigned widths(const lck_kernel *k, const lck_statement *s, lck_statement_kind kind,
                       const char *type)
{
    unsigned found = 0;
    for (; s; s = s->next) {
        if (s->kind == kind && s->width > 1 && strcmp(k->array[s->array].element->c, type) == 0)
            found |= 1u << __builtin_ctz((unsigned)s->width);
        found |= widths(k, s->body, kind, type) | widths(k, s->otherwise, kind, type);
    }
    return found;
}

/* A union of one vector and its elements: nvcc keeps it in registers and permutes bytes. */
static void put_vector_function(lck_emitter *e, const lck_element *element, bool load, int width)
{
    const char *type = element->c;
    const char *vector = vector_type(width * element->bytes);
    lc_text *t = &e->text;
    if (load)
        lc_text_printf(t,
                       "/* %d elements, read as one vector, to registers `step` apart. */\n"
                       "static __device__ __forceinline__ void\n"
                       "%s_load_%d(%s *r, int step, const %s *address)\n",
                       width, e->kernel->name, width, type, type);
    else
        lc_text_printf(t,
                       "/* %d registers `step` apart, written as one vector. */\n"
                       "static __device__ __forceinline__ void\n"
                       "%s_store_%d(%s *address, const %s *r, int step)\n",
                       width, e->kernel->name, width, type, type);
    lc_text_printf(t, "{\n    union {\n        %s vector;\n        %s element[%d];\n    } u;\n",
                   vector, type, width);
    if (load)
        lc_text_printf(t, "    u.vector = *reinterpret_cast<const %s *>(address);\n", vector);
    lc_text_printf(t, "#pragma unroll\n    for (int i = 0; i < %d; i++)\n        %s;\n", width,
                   load ? "r[i * step] = u.element[i]" : "u.element[i] = r[i * step]");
    if (!load)
        lc_text_printf(t, "    *reinterpret_cast<%s *>(address) = u.vector;\n", vector);
    lc_text_add(t, "}\n\n");
}

/* Those of an element; functions of several elements are overloaded. */
static void put_vector_functions(lck_emitter *e, const lck_element *element)
{
    const lck_kernel *k = e->kernel;
    unsigned loads = widths(k, k->body, LCK_LOAD, element->c);
    unsigned stores = widths(k, k->body, LCK_STORE, element->c);
    for (int w = 1; w <= 4; w++) {
        if (loads >> w & 1)
            put_vector_function(e, element, true, 1 << w);
        if (stores >> w & 1)
            put_vector_function(e, element, false, 1 << w);
    }
}

/* ---- statements */

static void put_statements(lck_emitter *e, const lck_statement *s, size_t indent);

static void put_body(lck_emitter *e, const lck_statement *s, size_t indent)
{
    lc_text_add(&e->text, " {\n");
    put_statements(e, s, indent + 4);
    lc_text_add_char(&e->text, ' ', indent);
    lc_text_add_char(&e->text, '}', 1);
}

static void put_element(lck_emitter *e, const lck_statement *s)
{
    lc_text_printf(&e->text, "%s[", e->kernel->array[s->array].name);
    lck_put_expr(e, s->value, false);
    lc_text_add_char(&e->text, ']', 1);
}

static void put_register(lck_emitter *e, lck_register r)
{
    lc_text_printf(&e->text, "%s[", e->kernel->file[r.file].name);
    lck_put_expr(e, r.at, false);
    lc_text_add_char(&e->text, ']', 1);
}

static void put_move(lck_emitter *e, const lck_statement *s)
{
    lc_text *t = &e->text;
    if (s->width == 1) {
        if (s->kind == LCK_LOAD)
            put_register(e, s->held);
        else
            put_element(e, s);
        lc_text_add(t, " = ");
        if (s->kind == LCK_LOAD)
            put_element(e, s);
        else
            put_register(e, s->held);
        lc_text_add(t, ";\n");
    } else if (s->kind == LCK_LOAD) {
        lc_text_printf(t, "%s_load_%d(&", e->kernel->name, s->width);
        put_register(e, s->held);
        lc_text_printf(t, ", %d, &", s->step);
        put_element(e, s);
        lc_text_add(t, ");\n");
    } else {
        lc_text_printf(t, "%s_store_%d(&", e->kernel->name, s->width);
        put_element(e, s);
        lc_text_add(t, ", &");
        put_register(e, s->held);
        lc_text_printf(t, ", %d);\n", s->step);
    }
}

static void put_let(lck_emitter *e, const lck_statement *s)
{
    bool wide = e->wide[s->var->slot];
    lc_text_printf(&e->text, "const %s %s = ", wide ? "long long" : "int", s->var->name);
    if (!wide && lck_is_wide(e->wide, s->value)) {
        lc_text_add(&e->text, "(int)(");
        lck_put_expr(e, s->value, true);
        lc_text_add(&e->text, ");\n");
    } else {
        lck_put_expr(e, s->value, wide);
        lc_text_add(&e->text, ";\n");
    }
}

static void put_for(lck_emitter *e, const lck_statement *s, size_t indent)
{
    const char *name = s->var->name;
    lc_text_printf(&e->text, "for (int %s = 0; %s < %" PRId64 "; %s++)", name, name, s->count,
                   name);
    put_body(e, s->body, indent);
    lc_text_add_char(&e->text, '\n', 1);
}

static void put_loop(lck_emitter *e, const lck_statement *s, size_t indent)
{
    const char *name = s->var->name;
    lc_text_printf(&e->text, "for (int %s = 0; %s < ", name, name);
    lck_put_expr(e, s->value, false);
    lc_text_printf(&e->text, "; %s++)", name);
    put_body(e, s->body, indent);
    lc_text_add_char(&e->text, '\n', 1);
}

static void put_zero(lck_emitter *e, const lck_statement *s)
{
    put_register(e, s->held);
    lc_text_add(&e->text, " = 0;\n");
}

/* Both functions are CUDA's own and need no header. */
static void put_multiply(lck_emitter *e, const lck_statement *s)
{
    bool single = e->kernel->file[s->held.file].element->bytes == 4;
    put_register(e, s->held);
    lc_text_add(&e->text, single ? " = fmaf(" : " = fma(");
    put_register(e, s->left);
    lc_text_add(&e->text, ", ");
    put_register(e, s->right);
    lc_text_add(&e->text, ", ");
    put_register(e, s->held);
    lc_text_add(&e->text, ");\n");
}

static void put_if(lck_emitter *e, const lck_statement *s, size_t indent)
{
    lc_text_add(&e->text, "if (");
    lck_put_expr(e, s->value, false);
    lc_text_add_char(&e->text, ')', 1);
    put_body(e, s->body, indent);
    if (s->otherwise) {
        lc_text_add(&e->text, " else");
        put_body(e, s->otherwise, indent);
    }
    lc_text_add_char(&e->text, '\n', 1);
}

static void put_statement(lck_emitter *e, const lck_statement *s, size_t indent)
{
    if (s->comment) {
        lc_text_add_char(&e->text, ' ', indent);
        lc_text_add(&e->text, "/* ");
        put_comment_text(e, s->comment, "");
        lc_text_add(&e->text, " */\n");
    }
    if (s->kind == LCK_FOR || s->kind == LCK_LOOP)
        lc_text_add(&e->text, s->kind == LCK_FOR ? "#pragma unroll\n" : "#pragma unroll 1\n");
    lc_text_add_char(&e->text, ' ', indent);
    switch (s->kind) {
    case LCK_LET: put_let(e, s); break;
    case LCK_FOR: put_for(e, s, indent); break;
    case LCK_LOOP: put_loop(e, s, indent); break;
    case LCK_IF: put_if(e, s, indent); break;
    case LCK_ZERO: put_zero(e, s); break;
    case LCK_MULTIPLY: put_multiply(e, s); break;
    case LCK_LOAD:
    case LCK_STORE: put_move(e, s); break;
    case LCK_BARRIER: lc_text_add(&e->text, "__syncthreads();\n"); break;
    default: lc_text_miss(&e->text); break;
    }
}

static void put_statements(lck_emitter *e, const lck_statement *s, size_t indent)
{
    for (; s; s = s->next) {
        if (s->kind != LCK_LET || e->used[s->var->slot])
            put_statement(e, s, indent);
    }
}

/* ---- the kernel */

/* An offset, unless it is 0. */
static bool put_offset(lck_emitter *e, const lc_expr *offset)
{
    int64_t value;
    if (lc_expr_is_int(offset, &value) && value == 0)
        return false;
    char *text = lc_expr_to_c(e->kernel->ctx, offset);
    e->text.failed = e->text.failed || !text;
    bool plain = offset->op == LC_EXPR_INT || offset->op == LC_EXPR_VAR;
    lc_text_printf(&e->text, plain ? "%s" : "(%s)", text ? text : "");
    free(text);
    return true;
}

static void put_text(lck_emitter *e, const lc_expr *x)
{
    char *text = lc_expr_to_c(e->kernel->ctx, x);
    e->text.failed = e->text.failed || !text;
    lc_text_add(&e->text, text);
    free(text);
}

/* OFFSET + c0 * STRIDE0 + c1 * STRIDE1 */
static void put_sum(lck_emitter *e, int tensor)
{
    const lck_kernel *k = e->kernel;
    bool first = !put_offset(e, k->array[tensor].offset);
    for (size_t i = 0; i < k->rank; i++) {
        const lc_expr *stride = k->counter[i].stride[tensor];
        int64_t value;
        bool constant = lc_expr_is_int(stride, &value);
        if (constant && value == 0)
            continue;
        lc_text_printf(&e->text, "%s%s%zu", first ? "" : " + ", e->coordinate, i);
        first = false;
        if (constant && value == 1)
            continue;
        char *text = lc_expr_to_c(k->ctx, stride);
        e->text.failed = e->text.failed || !text;
        bool plain = constant || stride->op == LC_EXPR_VAR;
        lc_text_printf(&e->text, plain ? " * %s" : " * (%s)", text ? text : "");
        free(text);
    }
    lc_text_add(&e->text, first ? "0" : "");
}

void lck_put_place(lck_emitter *e, int tensor)
{
    const lck_array *array = &e->kernel->array[tensor];
    lc_text_printf(&e->text, "%s[", array->name);
    if (array->index)
        lck_put_host_expr(e, array->index);
    else
        put_sum(e, tensor);
    lc_text_add(&e->text, "]");
}

static void put_admitted_sizes(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    for (size_t i = 0; i < k->nsizes; i++) {
        const lc_expr *var = k->size[i].var;
        lc_text_printf(&e->text, "%s%s in %" PRId64 "..%" PRId64,
                       i ? ", " : " *\n * Sizes: ", var->name, var->low, var->high);
    }
    for (size_t i = 0; i < k->nconditions; i++) {
        lc_text_add(&e->text, i ? ", " : "; ");
        put_text(e, k->condition[i]);
    }
    lc_text_add(&e->text, k->nsizes ? ".\n" : "");
}

static void put_header(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lc_text *t = &e->text;
    lc_text_printf(t, "/* %s: moves elements of type %s.\n *\n *     ", k->name,
                   k->array[LCK_SOURCE].element->name);
    lck_put_place(e, LCK_DESTINATION);
    lc_text_add(t, " = ");
    lck_put_place(e, LCK_SOURCE);
    lc_text_add_char(t, '\n', 1);
    for (size_t i = 0; i < k->rank; i++) {
        lc_text_printf(t, "%s0 <= %s%zu < ", i ? ", " : " *     for ", e->coordinate, i);
        put_text(e, k->counter[i].extent);
    }
    lc_text_add(t, k->rank ? "\n" : "");
    put_admitted_sizes(e);
    lc_text_add(t, " * Launch: ");
    put_text(e, k->blocks);
    lc_text_printf(t, " blocks of %d threads.\n * Addresses are multiples of %d bytes",
                   k->threads, k->alignment);
    if (lck_shared_bytes(k) > LCK_STATIC_SHARED)
        lc_text_printf(t, "; %" PRId64 " bytes of dynamic shared memory", lck_shared_bytes(k));
    lc_text_add(t, ".\n");
    if (k->claims && *k->claims) {
        lc_text_add(t, " *\n * ");
        put_comment_text(e, k->claims, " * ");
        lc_text_add_char(t, '\n', 1);
    }
    lc_text_add(t, " */\n");
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

static void put_signature(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lc_text_printf(&e->text, "extern \"C\" __global__ void __launch_bounds__(%d", k->threads);
    if (k->resident > 0)
        lc_text_printf(&e->text, ", %d", k->resident);
    lc_text_printf(&e->text, ")\n%s(", k->name);
    for (size_t i = 0; i < k->narrays && k->array[i].role != LCK_OF_BLOCK; i++) {
        const char *how = k->array[i].role == LCK_READ ? "const " : k->repeats ? "volatile " : "";
        lc_text_printf(&e->text, "%s%s%s *__restrict__ %s", i ? ", " : "", how,
                       k->array[i].element->c, k->array[i].name);
    }
    lck_put_sizes(e, "const int ", "const long long ", false, strlen(k->name) + 1);
    lc_text_add(&e->text, ")\n");
}

static size_t shared_arrays(const lck_kernel *k)
{
    size_t n = 0;
    for (size_t i = 0; i < k->narrays; i++)
        n += k->array[i].role == LCK_OF_BLOCK && lck_shared_elements(k, (int)i) > 0;
    return n;
}

/* One after the other in the dynamic memory of a block; an array that is alone is all of it. */
static void put_dynamic(lck_emitter *e, int array, bool alone)
{
    const lck_kernel *k = e->kernel;
    const char *type = k->array[array].element->c, *name = k->array[array].name;
    int64_t elements = lck_shared_elements(k, array);
    if (alone)
        lc_text_printf(&e->text,
                       "    extern __shared__ __align__(16) %s %s[]; /* %" PRId64
                       " elements */\n",
                       type, name, elements);
    else
        lc_text_printf(&e->text,
                       "    %s *const %s = (%s *)(shared_memory + %" PRId64 "); /* %" PRId64
                       " elements */\n",
                       type, name, type, lck_shared_offset(k, array), elements);
}

static void put_shared(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    bool dynamic = lck_shared_bytes(k) > LCK_STATIC_SHARED, alone = shared_arrays(k) == 1;
    if (dynamic && !alone)
        lc_text_add(&e->text,
                    "    extern __shared__ __align__(16) unsigned char shared_memory[];\n");
    for (size_t i = 0; i < k->narrays; i++) {
        if (k->array[i].role != LCK_OF_BLOCK || lck_shared_elements(k, (int)i) == 0)
            continue;
        if (dynamic)
            put_dynamic(e, (int)i, alone);
        else
            lc_text_printf(&e->text, "    __shared__ __align__(16) %s %s[%" PRId64 "];\n",
                           k->array[i].element->c, k->array[i].name,
                           lck_shared_elements(k, (int)i));
    }
}

static void put_memory(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    put_shared(e);
    for (size_t i = 0; i < k->nfiles; i++)
        if (k->file[i].count > 0)
            lc_text_printf(&e->text, "    %s %s[%d];\n", k->file[i].element->c, k->file[i].name,
                           k->file[i].count);
    if (e->used[k->block->slot])
        lc_text_printf(&e->text, "    const int %s = (int)blockIdx.x;\n", k->block->name);
    if (e->used[k->thread->slot])
        lc_text_printf(&e->text, "    const int %s = (int)threadIdx.x;\n", k->thread->name);
}

void lck_put_kernel(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    for (size_t i = 0; i < k->narrays; i++) {
        bool again = false;
        for (size_t j = 0; j < i; j++)
            again = again || strcmp(k->array[j].element->c, k->array[i].element->c) == 0;
        if (!again)
            put_vector_functions(e, k->array[i].element);
    }
    put_header(e);
    put_signature(e);
    lc_text_add(&e->text, "{\n");
    put_memory(e);
    put_statements(e, k->body, 4);
    lc_text_add(&e->text, "}\n");
}

static bool check_name(const lck_kernel *k, const char *name, bool kernel)
{
    if (!lck_name_is_taken(name, kernel))
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

char *lck_emit(const lck_kernel *kernel, lck_emission what)
{
    const char *free_prefix = lck_free_prefix(kernel->nsizes, kernel->size);
    lck_emitter e = {.kernel = kernel,
                     .coordinate = kernel->coordinate ? kernel->coordinate : free_prefix};
    bool ok = check_names(kernel) && check_widths(kernel) && lck_find_variables(&e);
    if (ok && what != LCK_DEVICE_ONLY)
        lc_text_add(&e.text, "#include <cuda_runtime.h>\n");
    if (ok && what == LCK_WITH_MAIN)
        lc_text_add(&e.text, "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n");
    if (ok && what != LCK_DEVICE_ONLY)
        lc_text_add_char(&e.text, '\n', 1);
    if (ok)
        lck_put_kernel(&e);
    if (ok && what != LCK_DEVICE_ONLY)
        lck_put_launcher(&e);
    if (ok && what == LCK_WITH_MAIN)
        ok = lck_put_main(&e);
    char *text = ok ? lc_text_take(kernel->ctx, &e.text) : NULL;
    lc_text_free(&e.text);
    free(e.wide);
    free(e.used);
    return text;
}
