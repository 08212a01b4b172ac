/* kernel.c - making kernels, and letting them go. */
#include "config.h"

#include "kernel.h"

#include "../lib/text.h"

#include <stdlib.h>
#include <string.h>

const lck_element *lck_element_find(const char *name)
{
    static const lck_element elements[] = {
        {"f64", "double", 8},
        {"int64", "long long", 8},
        {"uint64", "unsigned long long", 8},
        {"f32", "float", 4},
        {"int32", "int", 4},
        {"uint32", "unsigned int", 4},
        {"f16", "unsigned short", 2},
        {"bf16", "unsigned short", 2},
        {"int16", "short", 2},
        {"uint16", "unsigned short", 2},
        {"f8", "unsigned char", 1},
        {"int8", "signed char", 1},
        {"uint8", "unsigned char", 1},
    };
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        if (strcmp(elements[i].name, name) == 0)
            return &elements[i];
    }
    return NULL;
}

/* ---- kernels */

static char *copy_text(lc_ctx *ctx, const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        lc_no_memory(ctx);
    return copy;
}

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

static bool is_identifier(const char *name)
{
    return *name && strchr(LETTERS, *name) && name[strspn(name, LETTERS "0123456789")] == '\0';
}

static bool is_one_of(const char *name, const char *const *list)
{
    while (*list && strcmp(name, *list) != 0)
        list++;
    return *list != NULL;
}

static bool begins_with(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

bool lck_name_is_taken(const char *name, bool kernel)
{
    /* clang-format off */
    static const char *const words[] = { /* of C++, and of C */
        "alignas", "alignof", "and", "asm", "auto", "bitand", "bitor", "bool", "break", "case",
        "catch", "char", "class", "compl", "const", "constexpr", "const_cast", "continue",
        "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
        "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
        "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq",
        "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "register",
        "reinterpret_cast", "restrict", "return", "short", "signed", "sizeof", "static",
        "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local",
        "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
        "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq", NULL};
    static const char *const text[] = { /* around the kernel, and macros there */
        "blockIdx", "threadIdx", "dim3", "uint2", "uint4", "source", "destination", "tile", "r",
        "stream", "blocks_of_launch", "shared_bytes", "error", "size", "main", "need",
        "random_bits", "test", "linux", "unix", "EOF", "NULL", "errno", "stderr", "stdin",
        "stdout", NULL};
    static const char *const functions[] = { /* and types, of the headers around it */
        "abort", "abs", "acos", "asin", "atan", "atexit", "atof", "atoi", "atol", "bcmp", "bcopy",
        "bzero", "calloc", "ceil", "clock", "cos", "div", "erf", "exit", "exp",
        "fabs", "fclose", "ffs", "floor", "fma", "fmax", "fmin", "fmod", "fopen", "fprintf",
        "fputs", "fread", "free", "frexp", "fwrite", "getc", "getchar", "getenv", "gets", "index",
        "j0", "j1", "jn", "labs", "ldexp", "log", "malloc", "max", "memchr", "memcmp", "memcpy",
        "memmove", "memset", "min", "modf", "norm", "perror", "pow", "printf", "putc", "putchar",
        "puts", "qsort", "rand", "random", "realloc", "remove", "rename", "rewind", "rindex",
        "rint", "round", "scanf", "select", "signbit", "sin", "size_t", "sprintf", "sqrt",
        "srand", "srandom", "strcat", "strchr", "strcmp", "strcpy", "strdup", "strlen", "strtol",
        "system", "tan", "time", "trunc", "warpSize", "y0", "y1", "yn", NULL};
    static const char *const vectors[] = {"char", "uchar", "short", "ushort", "int", "uint",
                                          "long", "ulong", "longlong", "ulonglong", "float",
                                          "double", NULL};
    /* clang-format on */
    if (begins_with(name, "__") || (name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z') ||
        begins_with(name, "cuda") || is_one_of(name, words) || is_one_of(name, text))
        return true;
    for (size_t i = 0; kernel && vectors[i]; i++) /* float4 */
        if (begins_with(name, vectors[i]) && strlen(name) == strlen(vectors[i]) + 1 &&
            strchr("1234", name[strlen(vectors[i])]))
            return true;
    return kernel && is_one_of(name, functions);
}

const char *lck_free_prefix(size_t nsizes, const lck_size *size)
{
    static const char *const prefix[] = {"c", "x", "coordinate_", "c_"};
    for (size_t p = 0; p < sizeof prefix / sizeof *prefix; p++) {
        bool taken = false;
        for (size_t i = 0; i < nsizes; i++)
            taken = taken || strncmp(size[i].var->name, prefix[p], strlen(prefix[p])) == 0;
        if (!taken)
            return prefix[p];
    }
    return "counter_of_mode_";
}

lck_kernel *lck_kernel_new(lc_ctx *ctx, const char *name, const lck_element *element, int threads,
                           int64_t most_blocks)
{
    if (!is_identifier(name))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "'%.60s' cannot name a kernel: expected an identifier of C", name);
    if (threads < 1 || threads > 1024)
        return lc_fail(ctx, LC_ERR_INVALID, "a block of %d threads: expected 1 to 1024", threads);
    lck_kernel *kernel = lc_alloc(ctx, 1, sizeof *kernel);
    if (!kernel)
        return NULL;
    kernel->ctx = ctx;
    kernel->element = element;
    kernel->threads = threads;
    kernel->alignment = element->bytes;
    kernel->name = copy_text(ctx, name);
    kernel->claims = copy_text(ctx, "");
    kernel->x = lc_exprs_new(ctx);
    if (kernel->x) {
        kernel->block = lc_expr_var(kernel->x, "block", 0, most_blocks - 1);
        kernel->thread = lc_expr_var(kernel->x, "thread", 0, threads - 1);
        kernel->blocks = lc_expr_int(kernel->x, 0);
        kernel->source_extent = kernel->destination_extent = kernel->blocks;
        kernel->source_offset = kernel->destination_offset = kernel->blocks;
    }
    if (!kernel->name || !kernel->claims || !kernel->block || !kernel->thread ||
        !kernel->blocks) {
        lck_kernel_free(kernel);
        return NULL;
    }
    return kernel;
}

static void free_statements(lck_statement *s)
{
    while (s) {
        lck_statement *next = s->next;
        free_statements(s->body);
        free_statements(s->otherwise);
        free(s->comment);
        free(s);
        s = next;
    }
}

void lck_kernel_free(lck_kernel *kernel)
{
    if (!kernel)
        return;
    free_statements(kernel->body);
    free(kernel->name);
    free(kernel->claims);
    free(kernel->size);
    free(kernel->condition);
    free(kernel->extent);
    free(kernel->source_stride);
    free(kernel->destination_stride);
    lc_exprs_free(kernel->x);
    free(kernel);
}

/* Room for one more item after n; NULL leaves the old array as it is. */
static void *grow(lc_ctx *ctx, void *items, size_t n, size_t size)
{
    void *more = realloc(items, (n + 1) * size);
    return more ? more : lc_no_memory(ctx);
}

const lc_expr *lck_kernel_size(lck_kernel *kernel, const char *name, int64_t low, int64_t high,
                               bool wide)
{
    const lc_expr *var = lc_expr_var(kernel->x, name, low, high);
    if (!var)
        return NULL;
    lck_size *size = grow(kernel->ctx, kernel->size, kernel->nsizes, sizeof *size);
    if (!size)
        return NULL;
    kernel->size = size;
    size[kernel->nsizes++] = (lck_size){var, wide};
    return var;
}

static bool append(lck_kernel *kernel, const lc_expr ***list, size_t n, const lc_expr *e)
{
    if (!e)
        return false;
    const lc_expr **more = grow(kernel->ctx, (void *)*list, n, sizeof *more);
    if (!more)
        return false;
    *list = more;
    more[n] = e;
    return true;
}

bool lck_kernel_condition(lck_kernel *kernel, const lc_expr *condition)
{
    if (!append(kernel, &kernel->condition, kernel->nconditions, condition))
        return false;
    kernel->nconditions++;
    return true;
}

bool lck_kernel_mode(lck_kernel *kernel, const lc_expr *extent, const lc_expr *source_stride,
                     const lc_expr *destination_stride)
{
    size_t n = kernel->rank;
    if (!append(kernel, &kernel->extent, n, extent) ||
        !append(kernel, &kernel->source_stride, n, source_stride) ||
        !append(kernel, &kernel->destination_stride, n, destination_stride))
        return false;
    kernel->rank++;
    return true;
}

bool lck_kernel_claim(lck_kernel *kernel, const char *format, ...)
{
    lc_text text = {0};
    va_list args;
    lc_text_add(&text, kernel->claims);
    va_start(args, format);
    lc_text_vprintf(&text, format, args);
    va_end(args);
    lc_text_add(&text, "\n");
    char *claims = lc_text_take(kernel->ctx, &text);
    if (!claims)
        return false;
    free(kernel->claims);
    kernel->claims = claims;
    return true;
}

/* ---- statements */

lck_writer lck_write(lck_kernel *kernel)
{
    lck_writer w = {.kernel = kernel, .end = &kernel->body};
    while (*w.end)
        w.end = &(*w.end)->next;
    return w;
}

void lck_comment(lck_writer *w, const char *text)
{
    if (w->failed)
        return;
    free(w->comment);
    w->comment = copy_text(w->kernel->ctx, text);
    w->failed = !w->comment;
}

/* Appends it; NULL once something failed. */
static lck_statement *add(lck_writer *w, lck_statement_kind kind)
{
    lck_statement *s = w->failed ? NULL : lc_alloc(w->kernel->ctx, 1, sizeof *s);
    if (!s) {
        w->failed = true;
        return NULL;
    }
    s->kind = kind;
    s->comment = w->comment;
    w->comment = NULL;
    *w->end = s;
    w->end = &s->next;
    return s;
}

static void open_body(lck_writer *w, lck_statement *s)
{
    if (w->nopen == LCK_MAX_NESTING) {
        lc_fail(w->kernel->ctx, LC_ERR_LIMIT, "statements nested deeper than %d",
                LCK_MAX_NESTING);
        w->failed = true;
        return;
    }
    w->open[w->nopen++] = s;
    w->end = &s->body;
}

static void refuse(lck_writer *w, const char *what)
{
    if (!w->failed)
        lc_fail(w->kernel->ctx, LC_ERR_INVALID, "%s", what);
    w->failed = true;
}

/* Fails for an expression that could not be made. */
static bool missing(lck_writer *w, const lc_expr *e)
{
    w->failed = w->failed || !e;
    return w->failed;
}

void lck_let(lck_writer *w, const lc_expr *var, const lc_expr *value, bool wide)
{
    if (missing(w, var) || missing(w, value))
        return;
    if (var->op != LC_EXPR_VAR) {
        refuse(w, "LET binds a variable");
        return;
    }
    lck_statement *s = add(w, LCK_LET);
    if (s) {
        s->var = var;
        s->value = value;
        s->wide = wide;
    }
}

void lck_for(lck_writer *w, const lc_expr *var, int64_t count)
{
    if (missing(w, var))
        return;
    if (var->op != LC_EXPR_VAR || count < 0) {
        refuse(w, "FOR counts a variable, 0 times or more");
        return;
    }
    lck_statement *s = add(w, LCK_FOR);
    if (s) {
        s->var = var;
        s->count = count;
        open_body(w, s);
    }
}

void lck_if(lck_writer *w, const lc_expr *condition)
{
    if (missing(w, condition))
        return;
    lck_statement *s = add(w, LCK_IF);
    if (s) {
        s->value = condition;
        open_body(w, s);
    }
}

void lck_else(lck_writer *w)
{
    lck_statement *s = w->nopen > 0 ? w->open[w->nopen - 1] : NULL;
    if (!s || s->kind != LCK_IF || s->otherwise)
        refuse(w, "ELSE without an IF that is open");
    if (!w->failed)
        w->end = &s->otherwise;
}

void lck_end(lck_writer *w)
{
    if (w->nopen == 0)
        refuse(w, "END with nothing open");
    if (!w->failed)
        w->end = &w->open[--w->nopen]->next;
}

static void move(lck_writer *w, lck_statement_kind kind, lck_memory memory, const lc_expr *index,
                 const lc_expr *first, int step, int width)
{
    if (missing(w, index) || missing(w, first))
        return;
    int bytes = width * w->kernel->element->bytes;
    if (width < 1 || width > LCK_MAX_WIDTH || bytes > 16 || (width & (width - 1)) != 0) {
        lc_fail(w->kernel->ctx, LC_ERR_INVALID,
                "a vector of %d elements of %d bytes: its length must be a power of two, its "
                "bytes at most 16",
                width, w->kernel->element->bytes);
        w->failed = true;
        return;
    }
    lck_statement *s = add(w, kind);
    if (s) {
        s->memory = memory;
        s->value = index;
        s->first = first;
        s->step = step;
        s->width = width;
    }
}

void lck_load(lck_writer *w, lck_memory memory, const lc_expr *index, const lc_expr *first,
              int step, int width)
{
    if (memory == LCK_DESTINATION)
        refuse(w, "the destination is only written");
    move(w, LCK_LOAD, memory, index, first, step, width);
}

void lck_store(lck_writer *w, lck_memory memory, const lc_expr *index, const lc_expr *first,
               int step, int width)
{
    if (memory == LCK_SOURCE)
        refuse(w, "the source is only read");
    move(w, LCK_STORE, memory, index, first, step, width);
}

void lck_barrier(lck_writer *w)
{
    add(w, LCK_BARRIER);
}

bool lck_written(lck_writer *w)
{
    free(w->comment);
    w->comment = NULL;
    if (w->nopen > 0)
        refuse(w, "a FOR or IF is still open");
    return !w->failed;
}
