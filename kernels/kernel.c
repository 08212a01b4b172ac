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

lck_kernel *lck_kernel_new(lc_ctx *ctx, const char *name, int threads, int64_t most_blocks)
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
    kernel->threads = threads;
    kernel->alignment = 1;
    kernel->name = copy_text(ctx, name);
    kernel->claims = copy_text(ctx, "");
    kernel->x = lc_exprs_new(ctx);
    if (kernel->x) {
        kernel->block = lc_expr_var(kernel->x, "block", 0, most_blocks - 1);
        kernel->thread = lc_expr_var(kernel->x, "thread", 0, threads - 1);
        kernel->blocks = lc_expr_int(kernel->x, 0);
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
    free(kernel->counter);
    lc_exprs_free(kernel->x);
    free(kernel);
}

bool lck_kernel_array(lck_kernel *kernel, const char *name, lck_array_role role,
                      const lck_element *element, const lc_expr *extent)
{
    if (!extent)
        return false;
    if (kernel->narrays == LCK_MAX_ARRAYS)
        return lc_fail(kernel->ctx, LC_ERR_LIMIT, "more than %d arrays", LCK_MAX_ARRAYS);
    const lc_expr *zero = lc_expr_int(kernel->x, 0);
    kernel->array[kernel->narrays++] = (lck_array){name, role, element, extent, zero, NULL};
    if (role != LCK_OF_BLOCK && kernel->alignment < element->bytes)
        kernel->alignment = element->bytes;
    return zero != NULL;
}

bool lck_kernel_file(lck_kernel *kernel, const char *name, const lck_element *element, int count)
{
    if (kernel->nfiles == LCK_MAX_FILES)
        return lc_fail(kernel->ctx, LC_ERR_LIMIT, "more than %d files of registers",
                       LCK_MAX_FILES);
    kernel->file[kernel->nfiles++] = (lck_file){name, element, count};
    return true;
}

lck_kernel *lck_kernel_of_copy(lc_ctx *ctx, const char *name, const lck_element *element,
                               int threads, int64_t most_blocks)
{
    lck_kernel *k = lck_kernel_new(ctx, name, threads, most_blocks);
    if (k && lck_kernel_array(k, "source", LCK_READ, element, lc_expr_int(k->x, 0)) &&
        lck_kernel_array(k, "destination", LCK_WRITTEN, element, lc_expr_int(k->x, 0)) &&
        lck_kernel_array(k, "tile", LCK_OF_BLOCK, element, lc_expr_int(k->x, 0)) &&
        lck_kernel_file(k, "r", element, 0))
        return k;
    lck_kernel_free(k);
    return NULL;
}

int64_t lck_shared_elements(const lck_kernel *kernel, int array)
{
    int64_t elements = 0;
    lc_expr_is_int(kernel->array[array].extent, &elements);
    return elements;
}

/* The bytes of the first n arrays, as far as the block has them. */
static int64_t shared_bytes(const lck_kernel *kernel, size_t n)
{
    int64_t bytes = 0;
    for (size_t i = 0; i < n; i++)
        if (kernel->array[i].role == LCK_OF_BLOCK)
            bytes = lck_shared_offset(kernel, (int)i) +
                    lck_shared_elements(kernel, (int)i) * kernel->array[i].element->bytes;
    return bytes;
}

int64_t lck_shared_offset(const lck_kernel *kernel, int array)
{
    return (shared_bytes(kernel, (size_t)array) + 15) / 16 * 16;
}

int64_t lck_shared_bytes(const lck_kernel *kernel)
{
    return shared_bytes(kernel, kernel->narrays);
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

bool lck_kernel_condition(lck_kernel *kernel, const lc_expr *condition)
{
    if (!condition)
        return false;
    const lc_expr **more = grow(kernel->ctx, (void *)kernel->condition, kernel->nconditions,
                                sizeof *more);
    if (!more)
        return false;
    kernel->condition = more;
    more[kernel->nconditions++] = condition;
    return true;
}

bool lck_kernel_counter(lck_kernel *kernel, const lc_expr *extent, const lc_expr *source_stride,
                        const lc_expr *destination_stride)
{
    if (!extent || !source_stride || !destination_stride)
        return false;
    lck_counter *more = grow(kernel->ctx, kernel->counter, kernel->rank, sizeof *more);
    if (!more)
        return false;
    kernel->counter = more;
    more[kernel->rank++] =
        (lck_counter){extent,
                      {[LCK_SOURCE] = source_stride, [LCK_DESTINATION] = destination_stride}};
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

void lck_loop(lck_writer *w, const lc_expr *var, const lc_expr *count)
{
    if (missing(w, var) || missing(w, count))
        return;
    if (var->op != LC_EXPR_VAR || var->low > 0 || var->high < count->high - 1) {
        refuse(w, "LOOP counts a variable whose bounds hold the count");
        return;
    }
    lck_statement *s = add(w, LCK_LOOP);
    if (s) {
        s->var = var;
        s->value = count;
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

/* An array and registers that exist, of one element; not of this role. */
static bool between(lck_writer *w, int array, int file, lck_array_role never, const char *how)
{
    const lck_kernel *k = w->kernel;
    bool exist = array >= 0 && (size_t)array < k->narrays && file >= 0 &&
                 (size_t)file < k->nfiles;
    if (!exist || k->array[array].element->bytes != k->file[file].element->bytes)
        refuse(w, "LOAD and STORE move between an array and registers of the same element");
    else if (k->array[array].role == never && !w->failed)
        w->failed = !lc_fail(k->ctx, LC_ERR_INVALID, "the %s is only %s", k->array[array].name,
                             how);
    return !w->failed;
}

static void move(lck_writer *w, lck_statement_kind kind, int array, const lc_expr *index,
                 int file, const lc_expr *first, int step, int width)
{
    if (missing(w, index) || missing(w, first))
        return;
    int element = w->kernel->array[array].element->bytes, bytes = width * element;
    if (width < 1 || width > LCK_MAX_WIDTH || bytes > 16 || (width & (width - 1)) != 0) {
        lc_fail(w->kernel->ctx, LC_ERR_INVALID,
                "a vector of %d elements of %d bytes: its length must be a power of two, its "
                "bytes at most 16",
                width, element);
        w->failed = true;
        return;
    }
    lck_statement *s = add(w, kind);
    if (s) {
        s->array = array;
        s->held = (lck_register){file, first};
        s->value = index;
        s->step = step;
        s->width = width;
    }
}

void lck_load(lck_writer *w, int array, const lc_expr *index, int file, const lc_expr *first,
              int step, int width)
{
    if (between(w, array, file, LCK_WRITTEN, "written"))
        move(w, LCK_LOAD, array, index, file, first, step, width);
}

void lck_store(lck_writer *w, int array, const lc_expr *index, int file, const lc_expr *first,
               int step, int width)
{
    if (between(w, array, file, LCK_READ, "read"))
        move(w, LCK_STORE, array, index, file, first, step, width);
}

static bool is_register(const lck_writer *w, lck_register r)
{
    return r.file >= 0 && (size_t)r.file < w->kernel->nfiles;
}

void lck_zero(lck_writer *w, lck_register held)
{
    if (missing(w, held.at))
        return;
    if (!is_register(w, held)) {
        refuse(w, "ZERO of a register that does not exist");
        return;
    }
    lck_statement *s = add(w, LCK_ZERO);
    if (s)
        s->held = held;
}

static bool is_number_of(const lck_writer *w, lck_register r, const char *element)
{
    return is_register(w, r) && strcmp(w->kernel->file[r.file].element->name, element) == 0;
}

void lck_multiply(lck_writer *w, lck_register held, lck_register left, lck_register right)
{
    const lck_register all[] = {held, left, right};
    bool is_f32 = true, is_f64 = true;
    for (int i = 0; i < 3; i++) {
        if (missing(w, all[i].at))
            return;
        is_f32 = is_f32 && is_number_of(w, all[i], "f32");
        is_f64 = is_f64 && is_number_of(w, all[i], "f64");
    }
    if (!is_f32 && !is_f64) {
        refuse(w, "MULTIPLY takes registers of f32, or of f64");
        return;
    }
    lck_statement *s = add(w, LCK_MULTIPLY);
    if (s) {
        s->held = held;
        s->left = left;
        s->right = right;
    }
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
        refuse(w, "a FOR, LOOP or IF is still open");
    return !w->failed;
}
