/* value.c - types of the cute dialects, as text. */
#include "config.h"

#include "value.h"

#include <string.h>

lck_ir_text lck_type_quoted(lck_ir_text type)
{
    size_t end = type.n;
    while (end > 0 && type.at[end - 1] != '"')
        end--;
    size_t from = end > 0 ? end - 1 : 0;
    while (from > 0 && type.at[from - 1] != '"')
        from--;
    return from > 0 ? (lck_ir_text){type.at + from, end - 1 - from} : (lck_ir_text){0};
}

/* ---- pointers ---- */

/* What stands before the first quotation mark. */
static lck_ir_text unquoted(lck_ir_text type)
{
    const char *quote = memchr(type.at, '"', type.n);
    return (lck_ir_text){type.at, quote ? (size_t)(quote - type.at) : type.n};
}

/* `f16, smem, align<16>, S<3,4,3>`, behind `!cute.memref<` or `!cute.ptr<`. */
static bool read_pointer(lck_ir_text type, lck_cute_pointer *p)
{
    static const char *const space[] = {" rmem", " smem", " gmem", " tmem"}; /* lck_cute_space */
    lck_ir_text head = unquoted(type), align, swizzle;
    *p = (lck_cute_pointer){.object = LCK_IR_NONE, .bits = lck_ir_bits(head)};
    unsigned found = 0;
    for (unsigned i = 0; i < 4; i++)
        if (lck_ir_text_after(head, space[i]).at) {
            p->space = (lck_cute_space)i;
            found++;
        }
    if (found != 1 || p->bits == 0)
        return false;
    p->align = (p->bits + 7) / 8;
    if ((align = lck_ir_text_after(head, "align<")).at)
        lck_ir_digits(&align, 1 << 20, &p->align);
    if (p->align < 1)
        return false;
    swizzle = lck_ir_text_after(head, ", S<");
    if (swizzle.at &&
        !lck_swizzle_read((lck_ir_text){swizzle.at - 2, swizzle.n + 2}, &p->swizzle))
        return false;
    return true;
}

/* ---- values ---- */

static const lck_tree *tuple_of(lck_sums *x, lck_ir_text quoted)
{
    const char *at = quoted.at;
    const lck_tree *t = at ? lck_tree_read(x, &at, quoted.at + quoted.n) : NULL;
    return t && at == quoted.at + quoted.n ? t : NULL;
}

lck_cute_value lck_cute_value_of_type(lck_sums *x, lck_ir_text type)
{
    lck_cute_value v = {0};
    lck_ir_text quoted = lck_type_quoted(type);
    if (lck_ir_text_among(type, "!cute.coord<* !cute.shape<* !cute.stride<* !cute.int_tuple<*") &&
        (v.tuple = tuple_of(x, quoted)))
        v.kind = LCK_CUTE_TUPLE;
    if (lck_ir_text_among(type, "i1 i8 i16 i32 i64 index"))
        v.kind = LCK_CUTE_NUMBER;
    if (lck_ir_text_begins(type, "!cute.layout<") ||
        lck_ir_text_begins(type, "!cute.composed_layout<"))
        v.kind = lck_cute_layout_read(x, quoted, &v.layout) ? LCK_CUTE_LAYOUT : LCK_CUTE_NOTHING;
    else if (lck_ir_text_begins(type, "!cute.memref<"))
        v.kind = read_pointer(lck_ir_text_after(type, "memref<"), &v.pointer) &&
                         lck_cute_layout_read(x, quoted, &v.layout)
                     ? LCK_CUTE_VIEW
                     : LCK_CUTE_NOTHING;
    else if (lck_ir_text_begins(type, "!cute.ptr<"))
        v.kind = read_pointer(lck_ir_text_after(type, "ptr<"), &v.pointer) ? LCK_CUTE_POINTER
                                                                           : LCK_CUTE_NOTHING;
    if (v.kind == LCK_CUTE_NUMBER)
        v.number = x->unknown;
    if (v.kind == LCK_CUTE_POINTER || v.kind == LCK_CUTE_VIEW)
        v.pointer.offset = x->unknown;
    return v;
}
