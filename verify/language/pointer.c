#include "config.h"

#include "pointer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* The number at `text`; 0 for none, and for one that is too large. */
static unsigned number(const char *text)
{
    unsigned long n = isdigit((unsigned char)*text) ? strtoul(text, NULL, 10) : 0;
    return n <= 1u << 20 ? (unsigned)n : 0;
}

/* The text behind the first occurrence; NULL: there is none. */
static const char *behind(const char *text, const char *word)
{
    const char *at = text ? strstr(text, word) : NULL;
    return at ? at + strlen(word) : NULL;
}

/* The digits that end at the `b` of `[16b]` or `_16b`. */
static unsigned width(const char *text)
{
    for (const char *at = text; (at = strpbrk(at, "[_")) != NULL;) {
        size_t digits = strspn(++at, "0123456789");
        if (digits > 0 && at[digits] == 'b')
            return number(at);
    }
    return 0;
}

/* `f16` in `ptr<f16, smem>` and in `raw_ptr(0x7f00: f16, smem)`. */
static unsigned type_width(const char *text)
{
    const char *type = behind(text, "raw_ptr(") ? behind(text, ":") : behind(text, "ptr<");
    return type ? number(type + strcspn(type, "0123456789,")) : 0;
}

lcv_pointer lcv_pointer_read(const char *text)
{
    const char *sparse = behind(text, "sparse<"), *address = behind(text, "(0x");
    lcv_pointer p = {.bits = width(text), .sparsity = sparse ? number(sparse) : 1};
    if (p.bits == 0)
        p.bits = type_width(text);
    p.swizzle = behind(text, "Sw<");
    if (!p.swizzle)
        p.swizzle = behind(text, "S<");
    size_t digits = address ? strspn(address, "0123456789abcdefABCDEF") : 0;
    bool cut = digits > 0 && address[digits] == '.' &&
               !isxdigit((unsigned char)address[digits + 1]);
    if (digits > 0 && !cut) {
        p.address = address;
        p.ndigits = digits;
    }
    return p;
}

lcv_ast *lcv_pointer_swizzle(lcv_arena *arena, const char *text, lcv_span span)
{
    lcv_ast *made = lcv_ast_new(arena, LCV_AST_SWIZZLE, span);
    const char *at = lcv_pointer_read(text).swizzle;
    for (int i = 0; made && i < 3; i++) {
        size_t n = strcspn(at, ",>");
        lcv_ast *leaf = lcv_ast_new(arena, LCV_AST_INT, span);
        char *digits = lcv_arena_alloc(arena, n + 1);
        if (!leaf || !digits)
            return NULL;
        memcpy(digits, at, n);
        leaf->text = digits;
        lcv_ast_add(made, leaf);
        at += n + 1;
    }
    return made;
}

/* ---- bytes and elements ---- */

/* The bits of an element as a power of two, *log being its logarithm. */
static bool element_bits(lc_ctx *ctx, const lcv_pointer *p, int *log)
{
    unsigned bits = p->sparsity > 0 && p->bits % p->sparsity == 0 ? p->bits / p->sparsity : 0;
    if (bits == 0)
        return lc_fail(ctx, LC_ERR_INVALID, "the pointer says no width of its elements");
    if ((bits & (bits - 1)) != 0)
        return lc_fail(
            ctx, LC_ERR_NO_VALUE,
            "a swizzle of bytes is no function of elements of %u bits: expected a power "
            "of two",
            bits);
    for (*log = 0; bits > 1; bits /= 2)
        ++*log;
    return true;
}

static bool torn(lc_ctx *ctx, const lcv_pointer *p, lc_swizzle w, int from, int to)
{
    return lc_fail(
        ctx, LC_ERR_NO_VALUE,
        "the swizzle S<%d,%d,%d> of bytes takes elements of %u bits apart: it adds bit %d "
        "of an address to bit %d, within an element",
        w.b, w.m, w.s, p->bits / p->sparsity, from, to);
}

bool lcv_pointer_recast(lc_ctx *ctx, const lcv_pointer *p, lc_swizzle w, lc_swizzle *elements)
{
    int log;
    *elements = w;
    if (!element_bits(ctx, p, &log)) {
        if (w.b == 0) /* a swizzle that changes no element of any width */
            lc_ctx_reset(ctx);
        return w.b == 0;
    }
    int t = log - 3, first = 0; /* the moves below `first` do nothing */
    int from = w.m + (w.s > 0 ? w.s : 0), to = from - w.s;
    while (first < w.b && from + first < t)
        first++;
    if (first < w.b && to + first < t)
        return torn(ctx, p, w, from + first, to + first);
    int m = w.m + first - t;
    if (first == w.b && m < 0) /* nothing moves */
        m = 0;
    return lc_swizzle_make(ctx, lc_int_const(w.b - first), lc_int_const(m), lc_int_const(w.s),
                           elements);
}

/* The n lowest bits of the address. */
static uint64_t low_bits(const lcv_pointer *p, unsigned n)
{
    size_t skip = p->ndigits > 16 ? p->ndigits - 16 : 0;
    char digits[17] = {0};
    memcpy(digits, p->address + skip, p->ndigits - skip);
    return strtoull(digits, NULL, 16) & (n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX);
}

/* The digits behind the point of `smem_subptr[4b](0x7f00.4)`, bits behind the byte. */
static unsigned bit_index(const lcv_pointer *p)
{
    return p->address[p->ndigits] == '.' ? number(p->address + p->ndigits + 1) : 0;
}

bool lcv_pointer_offset(lc_ctx *ctx, const lcv_pointer *p, unsigned n, lc_int *offset)
{
    int log;
    *offset = lc_int_const(0);
    if (!p->address)
        return true;
    if (!element_bits(ctx, p, &log))
        return false;
    int t = log > 3 ? log - 3 : 0;
    if (low_bits(p, (unsigned)t) != 0)
        return lc_fail(ctx, LC_ERR_INVALID, "0x%.*s is no address of elements of %u bits",
                       (int)p->ndigits, p->address, p->bits / p->sparsity);
    *offset = lc_int_si(ctx, (int64_t)(low_bits(p, n) >> t));
    for (int i = log; i < 3; i++)
        *offset = lc_int_add(ctx, *offset, *offset);
    *offset = lc_int_add(ctx, *offset, lc_int_const((int)(bit_index(p) >> log)));
    return true;
}
