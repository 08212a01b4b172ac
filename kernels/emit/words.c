/* words.c - words of packed registers: what a thread keeps of two of them, and matrices of their
 * elements transposed. Functions are CUDA's own and need no header. */
#include "config.h"

#include "emitter.h"

#include <stdio.h>

void lck_put_shift(lck_emitter *e, const lck_statement *s)
{
    lc_exprs *x = e->kernel->x;
    int bits = 8 * e->kernel->file[s->held.file].element->bytes;
    const lc_expr *at = lc_expr_make(x, LC_EXPR_ADD, s->left.at, lc_expr_int(x, s->width));
    lck_put(e, "%r = __funnelshift_r(%r, %r, %x);\n", s->held, s->left,
            (lck_register){s->left.file, at},
            lc_expr_make(x, LC_EXPR_MUL, lc_expr_int(x, bits), s->value));
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
    lck_put(e, "%k_turn_%d(&%r, &%r);\n", s->width, s->held, s->left);
}
