/* words.c - words of packed registers: what a thread keeps of two of them, and matrices of their
 * elements transposed. Functions are CUDA's own and need no header. */
#include "config.h"

#include "emitter.h"

#include <stdio.h>

/* The register so many elements behind this one. */
static lck_register behind(lck_emitter *e, lck_register r, int elements)
{
    lc_exprs *x = e->kernel->x;
    return (lck_register){r.file, lc_expr_make(x, LC_EXPR_ADD, r.at, lc_expr_int(x, elements))};
}

void lck_put_shift(lck_emitter *e, const lck_statement *s)
{
    lc_exprs *x = e->kernel->x;
    int bits = 8 * e->kernel->file[s->held.file].element->bytes;
    const lc_expr *by = lc_expr_make(x, LC_EXPR_MUL, lc_expr_int(x, bits), s->value);
    lck_register next = behind(e, s->left, s->width);
    if (!by || !next.at) {
        lc_text_miss(&e->text);
        return;
    }
    lck_put_register(e, s->held);
    lc_text_add(&e->text, " = __funnelshift_r(");
    lck_put_register(e, s->left);
    lc_text_add(&e->text, ", ");
    lck_put_register(e, next);
    lc_text_add(&e->text, ", ");
    lck_put_int(e, by, false);
    lc_text_add(&e->text, ");\n");
}

void lck_put_turn_function(lck_emitter *e, const lck_statement *s)
{
    char name[32];
    lc_text *t = &e->text;
    snprintf(name, sizeof name, "turn_%d", s->width);
    if (!lck_is_new_function(e, name))
        return;
    lc_text_printf(t,
                   "/* A matrix of %d x %d parts of words, a row a word, transposed. */\n"
                   "static __device__ __forceinline__ void\n"
                   "%s_%s(unsigned *r, const unsigned *a)\n{\n",
                   s->width, s->width, e->kernel->name, name);
    if (s->width == 2)
        lc_text_add(t, "    r[0] = __byte_perm(a[0], a[1], 0x5410);\n"
                       "    r[1] = __byte_perm(a[0], a[1], 0x7632);\n");
    else
        lc_text_add(t, "    const unsigned low_01 = __byte_perm(a[0], a[1], 0x5140);\n"
                       "    const unsigned low_23 = __byte_perm(a[2], a[3], 0x5140);\n"
                       "    const unsigned high_01 = __byte_perm(a[0], a[1], 0x7362);\n"
                       "    const unsigned high_23 = __byte_perm(a[2], a[3], 0x7362);\n"
                       "    r[0] = __byte_perm(low_01, low_23, 0x5410);\n"
                       "    r[1] = __byte_perm(low_01, low_23, 0x7632);\n"
                       "    r[2] = __byte_perm(high_01, high_23, 0x5410);\n"
                       "    r[3] = __byte_perm(high_01, high_23, 0x7632);\n");
    lc_text_add(t, "}\n\n");
}

void lck_put_turn(lck_emitter *e, const lck_statement *s)
{
    lc_text_printf(&e->text, "%s_turn_%d(&", e->kernel->name, s->width);
    lck_put_register(e, s->held);
    lc_text_add(&e->text, ", &");
    lck_put_register(e, s->left);
    lc_text_add(&e->text, ");\n");
}
