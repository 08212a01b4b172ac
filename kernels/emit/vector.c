/* vector.c - functions that move several elements at once between memory and registers. */
#include "config.h"

#include "emitter.h"

#include <stdio.h>
#include <string.h>

static const char *vector_type(int bytes)
{
    return bytes == 2   ? "unsigned short"
           : bytes == 4 ? "unsigned int"
           : bytes == 8 ? "uint2"
                        : "uint4";
}

/* Between memory that the thread addresses itself and registers of an element each. */
static bool is_plain(const lck_kernel *k, const lck_statement *s)
{
    return s->width > 1 && !s->peer && !k->file[s->held.file].packed;
}

/* The widths of LOADs, or of STOREs, of this type: bit w for 2^w. */
static unsigned widths(const lck_kernel *k, const lck_statement *s, lck_statement_kind kind,
                       const char *type)
{
    unsigned found = 0;
    for (; s; s = s->next) {
        if (s->kind == kind && is_plain(k, s) && strcmp(k->array[s->array].element->c, type) == 0)
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

/* Functions of several elements are overloaded. */
void lck_put_vector_functions(lck_emitter *e, const lck_element *element)
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

/* ---- words of packed registers */

static void put_words_function(lck_emitter *e, bool load, int words)
{
    static const char lane[] = "xyzw";
    const char *vector = vector_type(4 * words);
    lc_text *t = &e->text;
    if (load)
        lc_text_printf(t,
                       "/* %d words, read as one vector. */\n"
                       "static __device__ __forceinline__ void\n"
                       "%s_load_words_%d(unsigned *r, const void *address)\n{\n",
                       words, e->kernel->name, words);
    else
        lc_text_printf(t,
                       "/* %d words, written as one vector. */\n"
                       "static __device__ __forceinline__ void\n"
                       "%s_store_words_%d(void *address, const unsigned *r)\n{\n",
                       words, e->kernel->name, words);
    if (load)
        lc_text_printf(t, "    const %s v = *reinterpret_cast<const %s *>(address);\n", vector,
                       vector);
    else
        lc_text_printf(t, "    %s v;\n", vector);
    for (int i = 0; i < words; i++) {
        char part[8] = "v", word[32];
        if (words > 1)
            snprintf(part, sizeof part, "v.%c", lane[i]);
        snprintf(word, sizeof word, "r[%d]", i);
        lc_text_printf(t, "    %s = %s;\n", load ? word : part, load ? part : word);
    }
    if (!load)
        lc_text_printf(t, "    *reinterpret_cast<%s *>(address) = v;\n", vector);
    lc_text_add(t, "}\n\n");
}

/* ---- shared memory of another block of the cluster */

static void put_peer_function(lck_emitter *e, const lck_element *element, int width)
{
    int bytes = width * element->bytes, words = bytes < 4 ? 1 : bytes / 4;
    lc_text *t = &e->text;
    lc_text_printf(
        t,
        "/* %d elements at this address in a block of the cluster, to registers `step` "
        "apart. */\n"
        "static __device__ __forceinline__ void\n"
        "%s_load_from_%d(%s *r, int step, unsigned address, unsigned peer)\n{\n"
        "    union {\n        unsigned word[%d];\n        %s element[%d];\n    } u;\n",
        width, e->kernel->name, width, element->c, words, element->c, width);
    lc_text_printf(t,
                   "    asm volatile(\"{\\n.reg .b32 there;\\n\"\n"
                   "                 \"mapa.shared::cluster.u32 there, %%%d, %%%d;\\n\"\n"
                   "                 \"ld.shared::cluster%s.%s ",
                   words, words + 1,
                   words == 4   ? ".v4"
                   : words == 2 ? ".v2"
                                : "",
                   bytes == 1   ? "u8"
                   : bytes == 2 ? "u16"
                                : "b32");
    lc_text_add(t, words > 1 ? "{" : "");
    for (int i = 0; i < words; i++)
        lc_text_printf(t, "%s%%%d", i ? ", " : "", i);
    lc_text_printf(t, "%s, [there];\\n}\"\n                 : ", words > 1 ? "}" : "");
    for (int i = 0; i < words; i++)
        lc_text_printf(t, "%s\"=r\"(u.word[%d])", i ? ", " : "", i);
    lc_text_add(t, "\n                 : \"r\"(address), \"r\"(peer)\n"
                   "                 : \"memory\");\n"
                   "#pragma unroll\n");
    lc_text_printf(t,
                   "    for (int i = 0; i < %d; i++)\n        r[i * step] = u.element[i];\n}\n\n",
                   width);
}

void lck_put_move_function(lck_emitter *e, const lck_statement *s)
{
    const lck_kernel *k = e->kernel;
    const lck_element *element = k->array[s->array].element;
    bool load = s->kind == LCK_LOAD, packed = k->file[s->held.file].packed;
    int bytes = s->width * element->bytes;
    char name[64];
    if (s->peer) {
        const lck_element *moved = packed ? lck_element_find("uint32") : element;
        int width = bytes / moved->bytes;
        snprintf(name, sizeof name, "load_from_%d(%s)", width, moved->c);
        if (width > 0 && lck_is_new_function(e, name))
            put_peer_function(e, moved, width);
    } else if (packed && bytes >= 4) {
        snprintf(name, sizeof name, "%s_words_%d", load ? "load" : "store", bytes / 4);
        if (lck_is_new_function(e, name))
            put_words_function(e, load, bytes / 4);
    }
}
