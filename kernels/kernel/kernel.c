/* kernel.c - making kernels, and letting them go. */
#include "config.h"

#include "writing.h"

#include "../../lib/text.h"

#include <stdlib.h>
#include <string.h>

const lck_element *lck_element_find(const char *name)
{
    static const lck_element elements[] = {
        {"f64", "double", 8},
        {"int64", "long long", 8},
        {"uint64", "unsigned long long", 8},
        {"f32", "float", 4},
        {"tf32", "float", 4},
        {"int32", "int", 4},
        {"uint32", "unsigned int", 4},
        {"f16", "unsigned short", 2},
        {"bf16", "unsigned short", 2},
        {"int16", "short", 2},
        {"uint16", "unsigned short", 2},
        {"f8", "unsigned char", 1},
        {"e4m3", "unsigned char", 1},
        {"e5m2", "unsigned char", 1},
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

char *lck_text_copy(lc_ctx *ctx, const char *text)
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

/* Does it end as names of the text around kernels do? */
static bool ends_as_text(const char *name)
{
    static const char *const ends[] = {"_of_launch", "_of_test"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strlen(name) > strlen(ends[i]) &&
            strcmp(name + strlen(name) - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
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
        begins_with(name, "cuda") || ends_as_text(name) || is_one_of(name, words) ||
        is_one_of(name, text))
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
    if (threads < 1 || threads > LCK_MAX_THREADS)
        return lc_fail(ctx, LC_ERR_INVALID, "a block of %d threads: expected 1 to %d", threads,
                       LCK_MAX_THREADS);
    lck_kernel *kernel = lc_alloc(ctx, 1, sizeof *kernel);
    if (!kernel)
        return NULL;
    kernel->ctx = ctx;
    kernel->threads = threads;
    kernel->alignment = 1;
    kernel->cluster = 1;
    kernel->device = lck_device_at(0);
    kernel->product = (lck_product_result){-1, -1, -1, -1, -1, -1, LCK_NO_ACTIVATION, NULL};
    kernel->name = lck_text_copy(ctx, name);
    kernel->claims = lck_text_copy(ctx, "");
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
    lck_kernel_free(kernel->before);
    lck_kernel_free(kernel->other);
    for (size_t i = 0; i < kernel->natoms; i++) {
        free((void *)(uintptr_t)kernel->atom[i].name);
        for (int operand = 0; operand < 3; operand++)
            free(kernel->atom[i].at[operand]);
    }
    free_statements(kernel->body);
    free(kernel->name);
    free(kernel->claims);
    free(kernel->making);
    free(kernel->keys);
    if (kernel->formula)
        free(kernel->formula->text);
    free(kernel->formula);
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
    kernel->array[kernel->narrays++] = (lck_array){.name = name,
                                                   .role = role,
                                                   .element = element,
                                                   .extent = extent,
                                                   .offset = zero,
                                                   .alignment = 16};
    if (role != LCK_OF_BLOCK && role != LCK_SCALAR && kernel->alignment < element->bytes)
        kernel->alignment = element->bytes;
    return zero != NULL;
}

bool lck_kernel_file(lck_kernel *kernel, const char *name, const lck_element *element, int count)
{
    if (kernel->nfiles == LCK_MAX_FILES)
        return lc_fail(kernel->ctx, LC_ERR_LIMIT, "more than %d files of registers",
                       LCK_MAX_FILES);
    kernel->file[kernel->nfiles++] = (lck_file){name, element, count, false};
    return true;
}

static bool full(lck_kernel *kernel, size_t n, size_t most, const char *what)
{
    if (n < most)
        return false;
    lc_fail(kernel->ctx, LC_ERR_LIMIT, "more than %zu %s", most, what);
    return true;
}

bool lck_kernel_ring(lck_kernel *kernel, const char *name, int slots, int arrivals)
{
    if (full(kernel, kernel->nrings, LCK_MAX_RINGS, "rings of mbarriers"))
        return false;
    kernel->ring[kernel->nrings++] = (lck_ring){name, slots, arrivals};
    return true;
}

bool lck_kernel_map(lck_kernel *kernel, const lck_map *map)
{
    if (full(kernel, kernel->nmaps, LCK_MAX_MAPS, "tensor maps") || !map->offset)
        return false;
    for (size_t i = 0; i < map->rank; i++)
        if (!map->extent[i] || !map->stride[i])
            return false;
    kernel->map[kernel->nmaps++] = *map;
    return true;
}

bool lck_kernel_atom(lck_kernel *kernel, const lck_atom *atom)
{
    if (full(kernel, kernel->natoms, LCK_MAX_ATOMS, "atoms"))
        return false;
    kernel->atom[kernel->natoms++] = *atom;
    return true;
}

bool lck_kernel_atom_like(lck_kernel *kernel, const lck_atom *atom)
{
    lck_atom empty = *atom;
    empty.name = NULL;
    memset(empty.at, 0, sizeof empty.at);
    if (!lck_kernel_atom(kernel, &empty))
        return false;
    lck_atom *own = &kernel->atom[kernel->natoms - 1];
    bool copied = (own->name = strdup(atom->name)) != NULL;
    for (int i = 0; i < 3; i++) {
        size_t bytes = (size_t)(atom->threads * atom->values[i]) * sizeof *atom->at[i];
        if ((own->at[i] = atom->at[i] ? malloc(bytes) : NULL))
            memcpy(own->at[i], atom->at[i], bytes);
        copied = copied && !own->at[i] == !atom->at[i];
    }
    return copied || lc_no_memory(kernel->ctx);
}

bool lck_kernel_grid(lck_kernel *kernel, int64_t most_blocks)
{
    kernel->grid = lc_expr_var(kernel->x, "grid", 1, most_blocks);
    return kernel->grid != NULL;
}

lck_kernel *lck_kernel_of_copy(lc_ctx *ctx, const char *name, const lck_element *element,
                               int threads, int64_t most_blocks)
{
    lck_kernel *k = lck_kernel_new(ctx, name, threads, most_blocks);
    if (k && lck_kernel_array(k, "source", LCK_READ, element, lc_expr_int(k->x, 0)) &&
        lck_kernel_array(k, "destination", LCK_WRITTEN, element, lc_expr_int(k->x, 0)) &&
        lck_kernel_array(k, "tile", LCK_OF_BLOCK, element, lc_expr_int(k->x, 0)) &&
        lck_kernel_file(k, "r", element, 0)) {
        k->product.a = LCK_SOURCE;
        k->product.c = LCK_DESTINATION;
        return k;
    }
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
    for (size_t i = 0; i < n; i++) {
        if (kernel->array[i].role != LCK_OF_BLOCK)
            continue;
        int64_t end = lck_shared_offset(kernel, (int)i) +
                      lck_shared_elements(kernel, (int)i) * kernel->array[i].element->bytes;
        bytes = end > bytes ? end : bytes;
    }
    return bytes;
}

int64_t lck_shared_offset(const lck_kernel *kernel, int array)
{
    int64_t alignment = kernel->array[array].alignment;
    if (kernel->array[array].over)
        return 0;
    return (shared_bytes(kernel, (size_t)array) + alignment - 1) / alignment * alignment;
}

int64_t lck_ring_offset(const lck_kernel *kernel, int ring)
{
    int64_t bytes = (shared_bytes(kernel, kernel->narrays) + 7) / 8 * 8;
    for (int i = 0; i < ring; i++)
        bytes += 8 * kernel->ring[i].slots;
    return bytes;
}

int64_t lck_shared_bytes(const lck_kernel *kernel)
{
    return kernel->nrings ? lck_ring_offset(kernel, (int)kernel->nrings)
                          : shared_bytes(kernel, kernel->narrays);
}

int lck_shared_alignment(const lck_kernel *kernel)
{
    int most = 16;
    for (size_t i = 0; i < kernel->narrays; i++)
        if (kernel->array[i].role == LCK_OF_BLOCK && kernel->array[i].alignment > most)
            most = kernel->array[i].alignment;
    return most;
}

int64_t lck_dynamic_bytes(const lck_kernel *kernel)
{
    int64_t bytes = lck_shared_bytes(kernel);
    int alignment = lck_shared_alignment(kernel);
    if (alignment == 16 && kernel->nrings == 0 && bytes <= LCK_STATIC_SHARED)
        return 0;
    return bytes + alignment - 16; /* it begins at a multiple of 16 */
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
    lck_counter *c = &more[kernel->rank++];
    *c = (lck_counter){.extent = extent};
    c->stride[LCK_SOURCE] = source_stride;
    c->stride[LCK_DESTINATION] = destination_stride;
    return true;
}

bool lck_kernel_claim(lck_kernel *kernel, const char *format, ...)
{
    lc_text text = {0};
    lc_text_add(&text, kernel->claims);
    LC_TEXT_ARGS(&text, format);
    lc_text_add(&text, "\n");
    char *claims = lc_text_take(kernel->ctx, &text);
    if (!claims)
        return false;
    free(kernel->claims);
    kernel->claims = claims;
    return true;
}
