#include "config.h"

#include "types.h"

#include <stdlib.h>
#include "../../../lib/text.h"

/* `128x64xf16, #blocked, ..` */
static bool inside(lck_ir_text text, lck_type *out)
{
    int64_t extent[LCK_TYPE_RANK];
    lck_ir_text element = lck_ir_part(&text);
    if (!lck_ir_extents(&element, LCK_TYPE_RANK, extent, &out->rank))
        return false;
    for (size_t d = 0; d < out->rank; d++)
        out->shape[d] = (uint64_t)extent[d];
    out->element = lck_ir_trimmed(element);
    out->bits = lck_ir_text_begins(element, "!tt.ptr") ? 64 : lck_ir_bits(out->element);
    out->encoding = lck_ir_part(&text);
    out->rest = lck_ir_trimmed(text);
    return out->element.at && out->encoding.at && out->encoding.at[0] == '#';
}

/* `#ttg.blocked` of an alias or of the attribute itself. */
static lck_ir_text kind_of(const lck_ir_module *m, lck_ir_text encoding)
{
    lck_ir_text full = lck_ir_expand(m, encoding);
    if (!full.at)
        full = encoding;
    size_t n = 0;
    while (n < full.n && full.at[n] != '<')
        n++;
    return lck_ir_trimmed((lck_ir_text){full.at, n});
}

bool lck_type_read(const lck_ir_module *m, lck_ir_text text, lck_type *out)
{
    *out = (lck_type){0};
    if (text.n > 0 && text.at[0] == '!' && lck_ir_expand(m, text).at)
        text = lck_ir_expand(m, text);
    out->shared = lck_ir_text_among(text, "!ttg.memdesc<* <*");
    if (text.n < 3 || text.at[text.n - 1] != '>' ||
        !(out->shared || lck_ir_text_begins(text, "tensor<")))
        return false;
    text = lck_ir_text_after((lck_ir_text){text.at, text.n - 1}, "<");
    if (!inside(text, out))
        return false;
    out->kind = kind_of(m, out->encoding);
    lc_text name = {0};
    lc_text_add(&name, out->shared ? "!ttg.memdesc<" : "tensor<");
    lc_text_add_bytes(&name, text.at, text.n);
    lc_text_add(&name, ">");
    out->text = lc_text_take(NULL, &name);
    return out->text != NULL;
}

void lck_type_free(lck_type *type)
{
    free(type->text);
    *type = (lck_type){0};
}

void lck_types_free(lck_type *type, size_t n)
{
    for (size_t i = 0; i < n; i++)
        lck_type_free(&type[i]);
}

size_t lck_types_of(const lck_ir_module *m, const lck_ir_op *op, size_t room, lck_type *out)
{
    lck_ir_text text[16];
    size_t all = lck_ir_types(m, op, 16, text), n = 0;
    for (size_t i = 0; i < room; i++)
        out[i] = (lck_type){0};
    for (size_t i = 0; i < all && i < 16 && n < room; i++) {
        if (lck_type_read(m, text[i], &out[n]))
            n++;
        else
            lck_type_free(&out[n]);
    }
    return n;
}

bool lck_type_is(const lck_type *type, const char *kind)
{
    return lck_ir_text_is(type->kind, kind);
}

unsigned lck_type_stored(const lck_type *type)
{
    return type->bits > 0 && type->bits < 8 ? 8 : type->bits;
}
