/* access.c - the first access of a warp in numbers: where lanes begin, in which banks and
 * sectors. */
#include "config.h"

#include "../claim/accesses.h"
#include "explain.h"

#define LISTED 16 /* lanes */
#define WORD 4    /* bytes of a bank */
#define SECTOR 32

static void tell_numbers(lcv_telling *t, const lc_access *access, lc_int divisor, lc_int modulus)
{
    for (unsigned i = 0; i < access->lanes && i < LISTED; i++) {
        lc_int n = lc_int_fdiv(t->ctx, access->byte[i], divisor);
        lcv_tell(t, i > 0 ? ", %i" : "%i",
                 lc_int_sign(modulus) > 0 ? lc_int_fmod(t->ctx, n, modulus) : n);
    }
    lcv_tell(t, access->lanes > LISTED ? ", ..." : "");
}

/* ` the first access, 4 bytes an element, begins at the bytes 0, 8, ...; of 32 banks: 0, 2, ...`,
 * or `; sectors: 0, 0, ...`. Nothing where lanes are not the first coordinates. */
static void tell(lcr_ctx *r, lc_text *out, const char *call, lcv_value *const *arg, size_t n,
                 unsigned widest, bool banks)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_telling t = {ctx, out, NULL};
    lcv_accesses a;
    bool is = lcv_accesses_of(ctx, call, n, arg, widest, &a) && a.lane_bit == 0;
    if (is && lc_int_sign(a.count) > 0) {
        lc_access first = lcv_access_at(ctx, &a, lc_int_const(0));
        lcv_tell(&t, "  the first access, %i %s an element, begins at the bytes ", a.bytes,
                 lc_int_is_one(a.bytes) ? "byte" : "bytes");
        tell_numbers(&t, &first, lc_int_const(1), lc_int_const(0));
        if (banks) {
            lcv_tell(&t, "; of %z banks: ", (size_t)a.banks);
            tell_numbers(&t, &first, lc_int_const(WORD), lc_int_const((int32_t)a.banks));
        } else {
            lcv_tell(&t, "; sectors: ");
            tell_numbers(&t, &first, lc_int_const(SECTOR), lc_int_const(0));
        }
        lcv_tell(&t, "\n");
    }
    lc_ctx_reset(ctx);
}

void lcv_tell_access_banks(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                           lcv_value *const *arg, size_t n, const lcv_value *value)
{
    (void)told;
    (void)value;
    tell(r, out, "conflicts", arg, n, 16, true);
}

void lcv_tell_access_sectors(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                             lcv_value *const *arg, size_t n, const lcv_value *value)
{
    (void)told;
    (void)value;
    tell(r, out, "sectors", arg, n, 32, false);
}
