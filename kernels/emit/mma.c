/* mma.c - products of matrices in the tensor cores: MMA and WGMMA, and the functions that
 * they call, one for each atom (PTX ISA, mma, wgmma.mma_async). */
#include "config.h"

#include "emitter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- names */

/* A type of PTX; NULL where no product takes it. Products take f32 as tf32. */
static const char *type_of(const lck_atom *atom, int operand)
{
    static const char *const names[][2] = {
        {"f16", "f16"},   {"bf16", "bf16"}, {"tf32", "tf32"}, {"f64", "f64"},
        {"e4m3", "e4m3"}, {"f8", "e4m3"},   {"e5m2", "e5m2"}, {"int8", "s8"},
        {"uint8", "u8"},  {"int32", "s32"}, {"f32", "f32"},
    };
    const char *name = atom->element[operand]->name;
    if (operand < 2 && strcmp(name, "f32") == 0)
        return "tf32";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], name) == 0)
            return names[i][1];
    return NULL;
}

static bool is_type(const lck_atom *atom, int operand, const char *type)
{
    const char *found = type_of(atom, operand);
    return found && strcmp(found, type) == 0;
}

/* "wgmma_m64n256k16_f32_bf16_bf16_kk": the last letters say where A and B are, in shared memory
 * with k or with m, n contiguous, or in registers. */
static void name_product(const lck_emitter *e, const lck_statement *s, char *name, size_t size)
{
    const lck_atom *atom = &e->kernel->atom[s->atom];
    const char *type[3];
    for (int i = 0; i < 3; i++)
        type[i] = type_of(atom, i) ? type_of(atom, i) : "none";
    int n = snprintf(name, size, "%smma_m%dn%dk%d_%s_%s_%s", s->kind == LCK_WGMMA ? "wg" : "",
                     atom->m, atom->n, atom->k, type[2], type[0], type[1]);
    if (s->kind == LCK_WGMMA)
        snprintf(name + n, size - (size_t)n, "_%c%c",
                 s->a.array < 0  ? 'r'
                 : s->a.mn_major ? 'm'
                                 : 'k',
                 s->b.mn_major ? 'n' : 'k');
}

/* ---- registers of an operand */

/* How a thread holds an operand: as words, or as numbers. */
typedef struct {
    const char *c;      /* "unsigned" */
    const char *letter; /* of a constraint */
    const char *as;     /* the function that sees one as such */
    int count;
} registers;

static registers registers_of(const lck_atom *atom, int operand, int values, bool packed)
{
    const char *type = type_of(atom, operand);
    int bytes = atom->element[operand]->bytes;
    if (!type || (bytes < 4 && !packed))
        return (registers){.count = 0};
    if (strcmp(type, "f64") == 0)
        return packed ? (registers){.count = 0} : (registers){"double", "d", "", values};
    if (packed && operand == 2 && bytes == 4)
        return (registers){.count = 0};
    if (packed)
        return (registers){"unsigned", "r", "", values * bytes / 4};
    if (strcmp(type, "tf32") == 0)
        return (registers){"float", "r", "__float_as_uint", values};
    if (strcmp(type, "f32") == 0)
        return (registers){"float", "f", "", values};
    if (strcmp(type, "s32") == 0)
        return (registers){"int", "r", "", values};
    return (registers){.count = 0};
}

#define LINE_OF 16

/* "{%0, %1, ..}" in a string of PTX, with breaks of it. */
static void put_numbers(lck_emitter *e, int first, int n)
{
    lc_text_add_char(&e->text, '{', 1);
    for (int i = 0; i < n; i++) {
        if (i > 0)
            lc_text_add(&e->text, i % LINE_OF ? ", " : ", \"\n                 \"");
        lc_text_printf(&e->text, "%%%d", first + i);
    }
    lc_text_add_char(&e->text, '}', 1);
}

static void put_operands(lck_emitter *e, const registers *r, const char *name, bool changed,
                         bool first)
{
    for (int i = 0; i < r->count; i++) {
        if (i > 0 || !first)
            lc_text_add(&e->text, i > 0 && i % 8 == 0 ? ",\n                 " : ", ");
        lc_text_printf(&e->text, *r->as ? "\"%s%s\"(%s(%s[%d]))" : "\"%s%s\"(%s%s[%d])",
                       changed ? "+" : "", r->letter, r->as, name, i);
    }
}

/* ---- MMA */

static bool packed(const lck_emitter *e, lck_register r)
{
    return e->kernel->file[r.file].packed;
}

static void put_mma_function(lck_emitter *e, const lck_statement *s, const char *name)
{
    const lck_atom *atom = &e->kernel->atom[s->atom];
    const registers a = registers_of(atom, 0, atom->values[0], packed(e, s->left));
    const registers b = registers_of(atom, 1, atom->values[1], packed(e, s->right));
    const registers c = registers_of(atom, 2, atom->values[2], packed(e, s->held));
    lc_text *t = &e->text;
    if (a.count == 0 || b.count == 0 || c.count == 0) {
        lck_put_nothing(e, "MMA takes packed registers of less than 32 bits, and types of the "
                           "tensor cores");
        return;
    }
    lc_text_printf(t,
                   "/* Adds a product of matrices that a warp holds. */\n"
                   "static __device__ __forceinline__ void\n"
                   "%s_%s(%s *c, const %s *a, const %s *b)\n{\n"
                   "    asm volatile(\"mma.sync.aligned.m%dn%dk%d.row.col.%s.%s.%s.%s \"\n"
                   "                 \"",
                   e->kernel->name, name, c.c, a.c, b.c, atom->m, atom->n, atom->k,
                   type_of(atom, 2), type_of(atom, 0), type_of(atom, 1), type_of(atom, 2));
    put_numbers(e, 0, c.count);
    lc_text_add(t, ", ");
    put_numbers(e, c.count, a.count);
    lc_text_add(t, ", ");
    put_numbers(e, c.count + a.count, b.count);
    lc_text_add(t, ", ");
    put_numbers(e, 0, c.count);
    lc_text_add(t, ";\"\n                 : ");
    put_operands(e, &c, "c", true, true);
    lc_text_add(t, "\n                 : ");
    put_operands(e, &a, "a", false, true);
    put_operands(e, &b, "b", false, false);
    lc_text_add(t, ");\n}\n\n");
}

/* ---- WGMMA */

/* What follows the condition: signs of A and B, and, of 16 bits, which of them are transposed. */
static void put_immediates(lck_emitter *e, const lck_statement *s)
{
    const lck_atom *atom = &e->kernel->atom[s->atom];
    if (is_type(atom, 2, "s32"))
        return;
    lc_text_add(&e->text, ", 1, 1");
    if (atom->element[0]->bytes != 2)
        return;
    if (s->a.array >= 0)
        lc_text_printf(&e->text, ", %d", s->a.mn_major);
    lc_text_printf(&e->text, ", %d", s->b.mn_major);
}

static bool is_right_wgmma(lck_emitter *e, const lck_statement *s, const registers *a,
                           const registers *c)
{
    const lck_atom *atom = &e->kernel->atom[s->atom];
    const char *why = NULL;
    if ((s->a.array >= 0 && s->a.mn_major) || s->b.mn_major)
        why = atom->element[0]->bytes == 2 ? NULL
                                           : "WGMMA takes matrices of 16 bits alone with m or n "
                                             "contiguous";
    if (atom->m != 64 || atom->n % 8 != 0 || atom->n > 256 || atom->element[0]->bytes > 4 ||
        !type_of(atom, 0) || !type_of(atom, 1) || c->count == 0 ||
        (s->a.array < 0 && a->count == 0))
        why = "WGMMA takes m64nNkK with types of the tensor cores";
    if (why)
        lck_put_nothing(e, why);
    return !why;
}

static void put_wgmma_function(lck_emitter *e, const lck_statement *s, const char *name)
{
    const lck_atom *atom = &e->kernel->atom[s->atom];
    const registers c = registers_of(atom, 2, atom->n / 2, packed(e, s->held));
    const registers none = {.count = 0};
    const registers a = s->a.array < 0 ? registers_of(atom, 0, atom->k / 2, true) : none;
    int at = c.count + (a.count ? a.count : 1);
    lc_text *t = &e->text;
    if (!is_right_wgmma(e, s, &a, &c))
        return;
    lc_text_printf(t,
                   "/* Begins a product of matrices%s, and adds it where `adds` is not 0. */\n"
                   "static __device__ __forceinline__ void\n"
                   "%s_%s(%s *c, %s, unsigned long long b, int adds)\n{\n"
                   "    asm volatile(\"{ .reg .pred adds; setp.ne.b32 adds, %%%d, 0; \"\n"
                   "                 \"wgmma.mma_async.sync.aligned.m%dn%dk%d.%s.%s.%s \"\n"
                   "                 \"",
                   a.count ? ", A of registers" : "", e->kernel->name, name, c.c,
                   a.count ? "const unsigned *a" : "unsigned long long a", at + 1, atom->m,
                   atom->n, atom->k, type_of(atom, 2), type_of(atom, 0), type_of(atom, 1));
    put_numbers(e, 0, c.count);
    lc_text_add(t, ", \"\n                 \"");
    if (a.count)
        put_numbers(e, c.count, a.count);
    else
        lc_text_printf(t, "%%%d", c.count);
    lc_text_printf(t, ", %%%d, adds", at);
    put_immediates(e, s);
    lc_text_add(t, "; }\"\n                 : ");
    put_operands(e, &c, "c", true, true);
    lc_text_add(t, "\n                 : ");
    if (a.count)
        put_operands(e, &a, "a", false, true);
    else
        lc_text_add(t, "\"l\"(a)");
    lc_text_add(t, ", \"l\"(b), \"r\"(adds));\n}\n\n");
}

void lck_put_product_function(lck_emitter *e, const lck_statement *s)
{
    char name[96];
    name_product(e, s, name, sizeof name);
    if (!lck_is_new_function(e, name))
        return;
    if (s->kind == LCK_MMA)
        put_mma_function(e, s, name);
    else
        put_wgmma_function(e, s, name);
}

/* ---- statements */

/* The descriptor of a matrix (PTX ISA, Matrix Descriptor Format): an address in 16 bytes, both
 * offsets, the swizzle. What does not change in a loop stands apart, as an address by itself. */
static void put_descriptor(lck_emitter *e, const lck_operand *o)
{
    uint64_t swizzle = o->span == 128 ? 1 : o->span == 64 ? 2 : o->span == 32 ? 3 : 0;
    uint64_t rest = swizzle << 62 | (uint64_t)((o->stride & 0x3ffff) >> 4) << 32 |
                    (uint64_t)((o->leading & 0x3ffff) >> 4) << 16;
    const lck_array *array = &e->kernel->array[o->array];
    lc_exprs *x = e->kernel->x;
    lck_put(e, "%k_descriptor(%s_address, %x", array->name,
            lc_expr_make(x, LC_EXPR_DIV, o->index, lc_expr_int(x, 16 / array->element->bytes)));
    lc_text_printf(&e->text, ", 0x%016" PRIx64 "ull)", rest);
}

void lck_put_product(lck_emitter *e, const lck_statement *s)
{
    char name[96];
    name_product(e, s, name, sizeof name);
    lck_put(e, "%k_%s(&%r, ", name, s->held);
    if (s->kind == LCK_MMA) {
        lck_put(e, "&%r, &%r);\n", s->left, s->right);
        return;
    }
    if (s->a.array < 0)
        lck_put(e, "&%r", s->a.held);
    else
        put_descriptor(e, &s->a);
    lc_text_add(&e->text, ", ");
    put_descriptor(e, &s->b);
    lck_put(e, ", %x);\n", s->value);
}
