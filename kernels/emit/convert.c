/* convert.c - CONVERT, and the functions that it calls. */
#include "config.h"

#include "emitter.h"

#include <stdio.h>
#include <string.h>

/* ---- one element */

/* How x of one type becomes one of another. The first row that the architecture has is taken. */
typedef struct {
    const char *from, *to;
    int architecture; /* that it needs */
    const char *body;
} conversion;

#define CLAMP(low, high) "    return y < " #low " ? " #low " : y > " #high " ? " #high " : y;\n"

static const conversion conversions[] = {
    {"bf16", "f32", 0, "    return __uint_as_float((unsigned)x << 16);\n"},
    {"f16", "f32", 0,
     "    float y;\n    asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(y) : \"h\"(x));\n    return y;\n"},
    {"e4m3", "f32", 89,
     "    float y;\n"
     "    asm(\"{ .reg .b32 pair; .reg .b16 low, high; cvt.rn.f16x2.e4m3x2 pair, %1; \"\n"
     "        \"mov.b32 {low, high}, pair; cvt.f32.f16 %0, low; }\"\n"
     "        : \"=f\"(y) : \"h\"((unsigned short)x));\n    return y;\n"},
    {"e5m2", "f32", 0,
     "    float y;\n    asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(y) : "
     "\"h\"((unsigned short)(x << 8)));\n    return y;\n"},
    {"tf32", "f32", 0, "    return x;\n"},
    {"f64", "f32", 0, "    return (float)x;\n"},
    {"int32", "f32", 0, "    return (float)x;\n"},
    {"int8", "f32", 0, "    return x;\n"},
    {"uint8", "f32", 0, "    return x;\n"},
    {"f32", "f64", 0, "    return x;\n"},
    {"int32", "f64", 0, "    return x;\n"},
    {"int8", "int32", 0, "    return x;\n"},
    {"uint8", "int32", 0, "    return x;\n"},
    {"f32", "bf16", 80,
     "    unsigned short y;\n    asm(\"cvt.rn.bf16.f32 %0, %1;\" : \"=h\"(y) : \"f\"(x));\n"
     "    return y;\n"},
    {"f32", "bf16", 0,
     "    const unsigned u = __float_as_uint(x);\n"
     "    return (unsigned short)((u & 0x7fffffff) > 0x7f800000\n"
     "                                ? 0x7fff\n"
     "                                : (u + 0x7fff + (u >> 16 & 1)) >> 16);\n"},
    {"f32", "f16", 0,
     "    unsigned short y;\n    asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(y) : \"f\"(x));\n"
     "    return y;\n"},
    {"f32", "e4m3", 89,
     "    unsigned short y;\n    asm(\"cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;\"\n"
     "        : \"=h\"(y) : \"f\"(0.0f), \"f\"(x));\n    return (unsigned char)y;\n"},
    {"f32", "e5m2", 89,
     "    unsigned short y;\n    asm(\"cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;\"\n"
     "        : \"=h\"(y) : \"f\"(0.0f), \"f\"(x));\n    return (unsigned char)y;\n"},
    {"f32", "tf32", 90,
     "    unsigned y;\n    asm(\"cvt.rn.tf32.f32 %0, %1;\" : \"=r\"(y) : \"f\"(x));\n"
     "    return __uint_as_float(y);\n"},
    {"f32", "tf32", 0,
     "    const unsigned u = __float_as_uint(x);\n"
     "    return (u & 0x7f800000) == 0x7f800000\n"
     "               ? x\n"
     "               : __uint_as_float((u + 0xfff + (u >> 13 & 1)) & ~0x1fffu);\n"},
    {"f32", "int32", 0, "    return __float2int_rn(x);\n"},
    {"f32", "int8", 0, "    const int y = __float2int_rn(x);\n" CLAMP(-128, 127)},
    {"f32", "uint8", 0, "    const int y = __float2int_rn(x);\n" CLAMP(0, 255)},
    {"int32", "int8", 0, "    const int y = x;\n" CLAMP(-128, 127)},
    {"int32", "uint8", 0, "    const int y = x;\n" CLAMP(0, 255)},
    {"f64", "int32", 0, "    return __double2int_rn(x);\n"},
};

/* The name by which the table has an element: f8 is e4m3. */
static const char *name_of(const lck_element *element)
{
    return strcmp(element->name, "f8") == 0 ? "e4m3" : element->name;
}

static const conversion *find(const lck_emitter *e, const char *from, const char *to)
{
    for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++) {
        const conversion *c = &conversions[i];
        if (strcmp(c->from, from) == 0 && strcmp(c->to, to) == 0 &&
            c->architecture <= e->kernel->architecture)
            return c;
    }
    return NULL;
}

/* Does f32 hold all of its values? */
static bool fits_f32(const char *name)
{
    return strcmp(name, "f64") != 0 && strcmp(name, "int32") != 0 && strcmp(name, "f32") != 0;
}

static void put_element_function(lck_emitter *e, const conversion *c)
{
    char name[64];
    snprintf(name, sizeof name, "%s_of_%s", c->to, c->from);
    if (lck_is_new_function(e, name))
        lc_text_printf(&e->text,
                       "/* %s of %s. */\n"
                       "static __device__ __forceinline__ %s\n%s_%s(%s x)\n{\n%s}\n\n",
                       c->to, c->from, lck_element_find(c->to)->c, e->kernel->name, name,
                       lck_element_find(c->from)->c, c->body);
}

void lck_put_half_functions(lck_emitter *e, const lck_statement *s)
{
    if (strcmp(e->kernel->file[s->held.file].element->name, "f16") != 0)
        return;
    put_element_function(e, find(e, "f16", "f32"));
    put_element_function(e, find(e, "f32", "f16"));
}

/* A conversion, at once or by f32: what stands before and after x. */
typedef struct {
    const conversion *first, *second; /* second(first(x)); NULL: none */
    bool exists;
} way;

static way find_way(const lck_emitter *e, const char *from, const char *to)
{
    if (strcmp(from, to) == 0)
        return (way){.exists = true};
    const conversion *once = find(e, from, to);
    if (once)
        return (way){once, NULL, true};
    const conversion *first = fits_f32(from) ? find(e, from, "f32") : NULL;
    const conversion *second = first ? find(e, "f32", to) : NULL;
    return (way){first, second, second != NULL};
}

/* ---- several of them */

typedef struct {
    const char *element;
    const char *c;  /* of a register */
    int bytes, per; /* of an element; elements of a register */
    bool packed;
} side;

static side side_of(const lck_emitter *e, lck_register r)
{
    const lck_file *file = &e->kernel->file[r.file];
    return (side){name_of(file->element), file->packed ? "unsigned" : file->element->c,
                  file->element->bytes, lck_per_word(file), file->packed};
}

static void name_function(side from, side to, char *name, size_t size)
{
    snprintf(name, size, "convert_%s%s_to_%s%s", from.packed ? "packed_" : "", from.element,
             to.packed ? "packed_" : "", to.element);
}

/* Element `at` of those that are converted, of this word; NULL: of the one that it lies in. */
static void put_source(lck_emitter *e, side from, const char *word, const char *at)
{
    const char *c = lck_element_find(from.element)->c;
    if (from.per > 1 && word)
        lc_text_printf(&e->text, "(%s)(%s >> %d * ((%s) %% %d))", c, word, 8 * from.bytes, at,
                       from.per);
    else if (from.per > 1)
        lc_text_printf(&e->text, "(%s)(from[(%s) / %d] >> %d * ((%s) %% %d))", c, at, from.per,
                       8 * from.bytes, at, from.per);
    else if (from.packed && strcmp(c, "float") == 0)
        lc_text_printf(&e->text, "__uint_as_float(from[%s])", at);
    else
        lc_text_printf(&e->text, "(%s)from[%s]", c, at);
}

static void put_converted(lck_emitter *e, way w, side from, const char *word, const char *at)
{
    if (w.second)
        lc_text_printf(&e->text, "%s_%s_of_%s(", e->kernel->name, w.second->to, w.second->from);
    if (w.first)
        lc_text_printf(&e->text, "%s_%s_of_%s(", e->kernel->name, w.first->to, w.first->from);
    put_source(e, from, word, at);
    lc_text_add(&e->text, w.second ? "))" : w.first ? ")" : "");
}

/* Has the architecture an instruction that makes a word of 32 bits at once? */
static bool is_at_once(const lck_emitter *e, side from, side to)
{
    bool halves = strcmp(to.element, "bf16") == 0 || strcmp(to.element, "f16") == 0;
    bool eighths = strcmp(to.element, "e4m3") == 0 || strcmp(to.element, "e5m2") == 0;
    return strcmp(from.element, "f32") == 0 && !from.packed && to.packed &&
           ((halves && e->kernel->architecture >= 80) ||
            (eighths && e->kernel->architecture >= 89));
}

/* Of f32, the second operand is the low half. */
static void put_loop_at_once(lck_emitter *e, side to)
{
    lc_text *t = &e->text;
    if (to.per == 2)
        lc_text_printf(t,
                       "    for (int i = 0; i < n; i += 2)\n"
                       "        asm(\"cvt.rn.%sx2.f32 %%0, %%1, %%2;\"\n"
                       "            : \"=r\"(to[i / 2]) : \"f\"(from[i + 1]), \"f\"(from[i]));\n",
                       to.element);
    else
        lc_text_printf(t,
                       "    for (int i = 0; i < n; i += 4)\n"
                       "        asm(\"{ .reg .b16 low, high; \"\n"
                       "            \"cvt.rn.satfinite.%sx2.f32 low, %%2, %%1; \"\n"
                       "            \"cvt.rn.satfinite.%sx2.f32 high, %%4, %%3; \"\n"
                       "            \"mov.b32 %%0, {low, high}; }\"\n"
                       "            : \"=r\"(to[i / 4])\n"
                       "            : \"f\"(from[i]), \"f\"(from[i + 1]), \"f\"(from[i + 2]), "
                       "\"f\"(from[i + 3]));\n",
                       to.element, to.element);
}

static void put_loop_of_words(lck_emitter *e, way w, side from, side to)
{
    lc_text *t = &e->text;
    lc_text_printf(t,
                   "    for (int i = 0; i < n; i += %d) {\n        unsigned word = 0;\n"
                   "#pragma unroll\n        for (int j = 0; j < %d; j++)\n"
                   "            word |= (unsigned)(unsigned %s)",
                   to.per, to.per, to.bytes == 1 ? "char" : "short");
    put_converted(e, w, from, NULL, "i + j");
    lc_text_printf(t, " << %d * j;\n        to[i / %d] = word;\n    }\n", 8 * to.bytes, to.per);
}

/* Words are hidden from the compiler, which would otherwise keep their elements, in twice as many
 * registers, for the next conversion. */
static void put_loop_over_words(lck_emitter *e, way w, side from)
{
    lc_text_printf(&e->text,
                   "    for (int i = 0; i < n; i++) {\n"
                   "        unsigned word = from[i / %d];\n"
                   "        asm volatile(\"\" : \"+r\"(word));\n"
                   "        to[i] = ",
                   from.per);
    put_converted(e, w, from, "word", "i");
    lc_text_add(&e->text, ";\n    }\n");
}

static void put_loop_of_elements(lck_emitter *e, way w, side from, side to)
{
    bool word = to.packed && strcmp(lck_element_find(to.element)->c, "float") == 0;
    lc_text_add(&e->text, "    for (int i = 0; i < n; i++)\n        to[i] = ");
    lc_text_add(&e->text, word ? "__float_as_uint(" : "");
    put_converted(e, w, from, NULL, "i");
    lc_text_add(&e->text, word ? ");\n" : ";\n");
}

void lck_put_convert_function(lck_emitter *e, const lck_statement *s)
{
    const side from = side_of(e, s->left), to = side_of(e, s->held);
    const way w = find_way(e, from.element, to.element);
    char name[96];
    name_function(from, to, name, sizeof name);
    if (!w.exists || s->width % to.per != 0) {
        lck_put_nothing(e, w.exists ? "CONVERT to packed registers makes whole words"
                                    : "CONVERT between types that have no conversion");
        return;
    }
    if (!lck_is_new_function(e, name))
        return;
    bool at_once = is_at_once(e, from, to);
    if (w.first && !at_once)
        put_element_function(e, w.first);
    if (w.second && !at_once)
        put_element_function(e, w.second);
    lc_text_printf(&e->text,
                   "/* %s of %s, rounded to nearest. */\n"
                   "static __device__ __forceinline__ void\n"
                   "%s_%s(%s *to, const %s *from, int n)\n{\n#pragma unroll\n",
                   to.element, from.element, e->kernel->name, name, to.c, from.c);
    if (at_once)
        put_loop_at_once(e, to);
    else if (to.per > 1)
        put_loop_of_words(e, w, from, to);
    else if (from.per > 1 && !to.packed)
        put_loop_over_words(e, w, from);
    else
        put_loop_of_elements(e, w, from, to);
    lc_text_add(&e->text, "}\n\n");
}

void lck_put_convert(lck_emitter *e, const lck_statement *s)
{
    char name[96];
    name_function(side_of(e, s->left), side_of(e, s->held), name, sizeof name);
    lck_put(e, "%k_%s(&%r, &%r, %d);\n", name, s->held, s->left, s->width);
}
