/* access-read.c - accesses from the arguments of a call. */
#include "config.h"

#include "access-vectors.h"

#include "../../lib/bank-models.h"

#include <string.h>

/* ---- arguments ---- */

/* A positive integer; anything larger than `most` is most + 1. */
static unsigned at_most(lc_int value, unsigned most)
{
    bool small = lc_int_le(value, lc_int_const((int32_t)most));
    return small ? (unsigned)lc_int_get_si(value) : most + 1;
}

static bool small_arg(lc_ctx *ctx, const char *call, const char *name, size_t n,
                      lcv_value *const *args, size_t i, unsigned most, unsigned *out)
{
    lc_int value;
    if (i >= n || lcv_is_left_out(args[i]))
        return true;
    if (!lcv_arg_int(ctx, call, name, args[i], 1, &value))
        return false;
    *out = at_most(value, most);
    return true;
}

/* What is no width; one that is left out is that of an element, or of a vector. */
static bool width_fits(lc_ctx *ctx, const char *call, unsigned widest, bool given,
                       const lcv_accesses *a)
{
    if (a->width <= widest && (a->width & (a->width - 1)) == 0)
        return true;
    char *bytes = lcv_kept(ctx, lc_int_to_str(ctx, a->bytes));
    const char *widths = widest > 16 ? ", 16 or 32" : " or 16";
    if (given)
        lc_fail(ctx, LC_ERR_INVALID, "%s: a lane moves a width of 1, 2, 4, 8%s bytes", call,
                widths);
    else if (bytes)
        lc_fail(ctx, LC_ERR_INVALID,
                "%s: a lane moves a width of 1, 2, 4, 8%s bytes; if it is left out, the bytes of "
                "an element, %.80s",
                call, widths, bytes);
    return false;
}

/* Has the memory banks? The width of a lane is another one, then. */
static bool has_banks(unsigned widest)
{
    return widest <= 16;
}

/* The name that is given; NULL where it is left out. */
static bool name_arg(lc_ctx *ctx, const char *call, const char *what, size_t n,
                     lcv_value *const *args, size_t i, const char **name)
{
    *name = NULL;
    if (i >= n || lcv_is_left_out(args[i]))
        return true;
    if (args[i]->kind != LCV_NAMES || args[i]->nnames != 1)
        return lc_fail(ctx, LC_ERR_INVALID, "%s: %s, not %s", call, what,
                       lcv_value_describe(args[i]));
    *name = args[i]->name[0];
    return true;
}

/* The processor, and whether it reads or writes. */
static bool read_processor(lc_ctx *ctx, const char *call, size_t n, lcv_value *const *args,
                           lcv_accesses *a)
{
    const char *op;
    if (!name_arg(ctx, call, "arch is the name of a processor", n, args, LCV_ACCESS_ARCH,
                  &a->arch) ||
        !name_arg(ctx, call, "op is read or write", n, args, LCV_ACCESS_OP, &op))
        return false;
    a->writes = op && strcmp(op, "write") == 0;
    return !op || a->writes || strcmp(op, "read") == 0 ||
           lc_fail(ctx, LC_ERR_INVALID, "%s: op is read or write, not %.40s", call, op);
}

static bool too_many(lc_ctx *ctx, const char *call)
{
    return lc_fail(
        ctx, LC_ERR_INVALID,
        "%s: a warp has %d lanes, or %d, so that lanes is 1 to %d: coordinates past the "
        "first warp are further accesses",
        call, LC_WARP_LANES, LC_MAX_LANES, LC_MAX_LANES);
}

/* NVIDIA's; banks that are given are those of the processor that is meant. */
static bool set_usual(lc_ctx *ctx, const char *call, lcv_accesses *a)
{
    a->lanes = a->lanes == 0 ? LC_WARP_LANES : a->lanes;
    a->banks = a->banks == 0 ? LC_BANKS : a->banks;
    if (a->banks != LC_BANKS && a->banks != LC_MAX_BANKS)
        return lc_fail(ctx, LC_ERR_INVALID, "%s: shared memory has %d banks, or %d", call,
                       LC_BANKS, LC_MAX_BANKS);
    if (a->lanes > LC_WARP_LANES)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s: a warp of more than %d lanes is AMD's, and the order in which these "
                       "are served depends on the processor: arch=gfx942, or arch=gfx950, and "
                       "op=read or op=write",
                       call, LC_WARP_LANES);
    return true;
}

bool lcv_set_banks(lc_ctx *ctx, const char *call, lcv_accesses *a)
{
    if (a->lanes > LC_MAX_LANES)
        return too_many(ctx, call);
    if (!a->arch)
        return set_usual(ctx, call, a);
    const lc_bank_model *m = lc_bank_model_find(ctx, call, a->arch, a->writes, a->width);
    if (!m)
        return false;
    a->lanes = a->lanes == 0 ? m->wave : a->lanes;
    a->banks = a->banks == 0 ? m->banks : a->banks;
    a->fours = m->fours;
    return (a->lanes <= m->wave && a->banks == m->banks) ||
           lc_fail(ctx, LC_ERR_INVALID,
                   "%s: %.40s has warps of %u lanes, and %u banks for %s of %u bytes a lane",
                   call, a->arch, m->wave, m->banks, a->writes ? "writes" : "reads", a->width);
}

static bool read_sizes(lc_ctx *ctx, const char *call, size_t n, lcv_value *const *args,
                       unsigned widest, lcv_accesses *a)
{
    bool banks = has_banks(widest);
    a->lanes = banks ? 0 : LC_WARP_LANES;
    a->bytes = lc_int_const(4);
    if (!small_arg(ctx, call, "lanes", n, args, LCV_ACCESS_LANES, LC_MAX_LANES, &a->lanes) ||
        (n > LCV_ACCESS_BYTES &&
         !lcv_arg_int(ctx, call, "bytes", args[LCV_ACCESS_BYTES], 1, &a->bytes)) ||
        (banks &&
         (!small_arg(ctx, call, "banks", n, args, LCV_ACCESS_BANKS, LC_MAX_BANKS, &a->banks) ||
          !read_processor(ctx, call, n, args, a))))
        return false;
    a->width = at_most(a->bytes, widest);
    return small_arg(ctx, call, "width", n, args, LCV_ACCESS_WIDTH, widest, &a->width) &&
           width_fits(ctx, call, widest, n > LCV_ACCESS_WIDTH, a) &&
           (banks ? lcv_set_banks(ctx, call, a)
                  : a->lanes <= LC_MAX_LANES || too_many(ctx, call));
}

/* ---- functions ---- */

/* Values that are one number; the dim `lane`, where there is one. */
static bool read_linear(lc_ctx *ctx, const char *call, lcv_accesses *a)
{
    const lc_linear *l = a->x.value->linear;
    size_t outs = 0, lane, bit = 0;
    for (size_t i = 0; i < lc_linear_nouts(l); i++)
        outs += lc_linear_out_dim(l, i).bits > 0;
    if (outs > 1)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s needs one number for an address, and X has %zu output dims: compose "
                       "it with the layout of the memory, or flatten_outs(X)",
                       call, outs);
    if (!lc_linear_find_in(l, "lane", &lane))
        return true;
    if ((a->lanes & (a->lanes - 1)) != 0)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s: lanes is a power of two where X has an input dim lane", call);
    for (size_t i = 0; i < lane; i++)
        bit += lc_linear_in_dim(l, i).bits;
    a->lane_bit = (unsigned)bit;
    a->lane_bits = lc_linear_in_dim(l, lane).bits;
    if (a->lane_bits < 6 && a->lanes > 1u << a->lane_bits)
        a->lanes = 1u << a->lane_bits;
    return true;
}

static bool is_address(lc_ctx *ctx, const char *call, const lcv_value *v)
{
    if (!lcv_is_function(v))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s needs a layout, a swizzle or a linear layout X, not %s", call,
                       lcv_value_describe(v));
    if (lcv_codomain(v) == LC_COORDINATES)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s needs one number for an address, and the values of X are coordinates",
                       call);
    return true;
}

bool lcv_accesses_of(lc_ctx *ctx, const char *call, size_t n, lcv_value *const *args,
                     unsigned widest, lcv_accesses *out)
{
    *out = (lcv_accesses){.vector = 1};
    const lcv_value *v = args[0];
    size_t vector = has_banks(widest) ? LCV_ACCESS_VECTOR : LCV_ACCESS_BANKS;
    if (!is_address(ctx, call, v) || !read_sizes(ctx, call, n, args, widest, out) ||
        !lcv_arg_any(ctx, call, "X", v, &out->x) ||
        (lcv_has_dims(v) && !read_linear(ctx, call, out)) ||
        !lcv_read_vector(ctx, call, n > vector ? args[vector] : NULL, out))
        return false;
    out->count = lc_int_cdiv(ctx, lcv_vectors_count(ctx, out), lc_int_const((int32_t)out->lanes));
    return lc_ctx_code(ctx) == LC_OK;
}
