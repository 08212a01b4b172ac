/* gap.c - the gap-filling complement of the ISL paper (Algorithm 4, as corrected).
 *
 * The paper searches the image for its first gap [begin, end), adds copies of what lies before
 * it, the mode floor(end/begin) : begin, and goes on from end. One mode more, past the last
 * offset, reaches the size asked for. The modes added are the complement, nested pairwise in the
 * order in which they are found.
 *
 * The image is never listed. The modes of A are sorted by stride, and none starts within the
 * reach of those before it. The gap that ends at the stride d_k then begins right after the reach
 * of modes 0..k-1. A gap is filled only if it is at least as long as what lies before it; a gap
 * that recurs further out has the same length, with more before it, and the part of a gap that
 * filling leaves open is shorter than its begin. Only the gaps before the strides need a look.
 */
#include "config.h"

#include "internal.h"

/* The offsets covered and the modes found so far. */
typedef struct {
    lc_ctx *ctx;
    lc_int reach;          /* the largest offset covered */
    lc_layout *complement; /* NULL while it is trivial */
} filling;

/* One more mode of the complement: copies of [0, reach], `begin` = reach + 1 apart. */
static bool append(filling *f, lc_int copies, lc_int begin)
{
    lc_layout *mode = lc_layout_flat(f->ctx, 1, &copies, &begin);
    if (!mode)
        return false;
    if (!f->complement) {
        f->complement = mode;
    } else {
        lc_layout *both[2] = {f->complement, mode};
        lc_layout *joined = lc_layout_concat(f->ctx, 2, both);
        lc_layout_free(f->complement);
        lc_layout_free(mode);
        f->complement = joined;
        if (!joined)
            return false;
    }
    lc_int more = lc_int_sub(f->ctx, copies, lc_int_const(1));
    f->reach = lc_int_add(f->ctx, f->reach, lc_int_mul(f->ctx, more, begin));
    return true;
}

static bool overlap(lc_ctx *ctx, const lc_mode *m)
{
    char s[LC_NUMBER_ROOM], d[LC_NUMBER_ROOM];
    return lc_fail(
        ctx, LC_ERR_NO_VALUE,
        lc_int_sign(m->step) < 0
            ? "no gap-filling complement: the mode %s:%s has a negative stride"
            : "no gap-filling complement: the mode %s:%s starts within the modes of smaller "
              "stride",
        lc_number(m->extent, s), lc_number(m->step, d));
}

/* The gap that ends at this mode's stride, then the mode itself. */
static bool pass_mode(filling *f, const lc_mode *m)
{
    lc_ctx *ctx = f->ctx;
    if (!lc_int_lt(f->reach, m->step))
        return overlap(ctx, m);
    lc_int begin = lc_int_add(ctx, f->reach, lc_int_const(1));
    lc_int copies = lc_int_fdiv(ctx, m->step, begin);
    if (!lc_int_is_one(copies) && !append(f, copies, begin))
        return false;
    lc_int last = lc_int_sub(ctx, m->extent, lc_int_const(1));
    f->reach = lc_int_add(ctx, f->reach, lc_int_mul(ctx, last, m->step));
    return true;
}

/* The mode past the last offset, up to the size asked for. */
static bool pass_end(filling *f, lc_int size)
{
    lc_int begin = lc_int_add(f->ctx, f->reach, lc_int_const(1));
    lc_int copies = lc_int_cdiv(f->ctx, size, begin);
    return !lc_int_lt(lc_int_const(1), copies) || append(f, copies, begin);
}

lc_layout *lc_gap_complement(lc_ctx *ctx, const lc_layout *a, lc_int size)
{
    char text[LC_NUMBER_ROOM];
    if (!lc_integers_only(ctx, "a gap-filling complement", a))
        return NULL;
    if (lc_int_sign(size) <= 0)
        return lc_fail(ctx, LC_ERR_INVALID, "a complement up to %s: expected 1 or more",
                       lc_number(size, text));
    lc_frame frame = lc_frame_open(ctx);
    lc_mode mode[a->nleaves];
    size_t modes = lc_sorted_modes(ctx, a, mode);
    filling f = {ctx, lc_int_const(0), NULL};
    bool ok = true;
    for (size_t k = 0; ok && k < modes; k++)
        ok = pass_mode(&f, &mode[k]);
    if (!ok || !pass_end(&f, size)) {
        lc_layout_free(f.complement);
        f.complement = NULL;
    } else if (!f.complement) {
        lc_int one = lc_int_const(1), zero = lc_int_const(0);
        f.complement = lc_layout_flat(ctx, 1, &one, &zero);
    }
    lc_frame_close(ctx, frame);
    return f.complement;
}
