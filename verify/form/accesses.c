/* accesses.c - accesses of warps by layouts with parameters, perhaps swizzled.
 *
 * As in ../claim/accesses.h, the coordinates fall into blocks that hold whole accesses, and a
 * block differs from the first one by an addend. All that tells of an access is its addresses
 * modulo M, a multiple of the size of the swizzle and of all rows of banks and sectors in bytes:
 * those of the first block, which are numbers modulo M, for each of the residues that the
 * symbols may have (residues.c), and the addends, of which all multiples are taken. Two
 * addresses whose difference has parameters are taken for different ones: equal words only make
 * fewer conflicts and fewer sectors, and a sector that two of them share lacks no byte that one
 * of them has, so that no more is spare. Where the first access is to cost so much, addresses
 * that are taken for different ones are shown to be. Where values add by XOR so do addends; M is
 * a power of two, and what is beyond it is the same for all lanes of an access.
 */
#include "config.h"

#include "../../lib/int64.h"

#include "access-block.h"
#include "access-vectors.h"
#include "claims.h"

#include "../function/function.h"

#include <limits.h>
#include <string.h>

#define ROW 256 /* bytes: a multiple of every row of banks, sector and width */
#define MAX_MODULUS 65536
#define MAX_BLOCK 8192 /* coordinates */
#define MAX_LOOKS 8192 /* accesses that are looked at */
#define FEW 8          /* numbers that an extent may be, each in a case of its own */

/* ---- arguments ---- */

static bool number_arg(lcv_proof *p, size_t i, int64_t *out)
{
    lc_int value;
    if (i >= p->n || !p->arg[i] || lcv_form_is_wildcard(p->f, p->arg[i]))
        return true;
    const lc_poly *n = lcv_form_as_int(p->f, p->arg[i]);
    if (!n)
        return false;
    if (!lc_poly_is_const(n, &value) || !lc_int_fits_si(value) || lc_int_get_si(value) < 1 ||
        lc_int_get_si(value) > MAX_MODULUS)
        return lcv_obstacle(p->f, "%s with arguments that depend on parameters", p->name) != NULL;
    *out = lc_int_get_si(value);
    return true;
}

/* The name that is argument i; NULL: there is none. */
static const char *name_arg(lcv_proof *p, size_t i)
{
    const lcv_value *v = i < p->n && p->arg[i] ? lcv_form_as_value(p->f, p->arg[i]) : NULL;
    return v && v->kind == LCV_NAMES && v->nnames == 1 ? v->name[0] : NULL;
}

/* As in lcv_accesses_of. */
static bool set_banks(lcv_proof *p, lcv_form_accesses *a)
{
    const char *op = name_arg(p, LCV_ACCESS_OP);
    lcv_accesses all = {.lanes = a->lanes,
                        .width = a->width,
                        .banks = a->banks,
                        .arch = name_arg(p, LCV_ACCESS_ARCH),
                        .writes = op && strcmp(op, "write") == 0};
    if (!lcv_set_banks(a->ctx, p->name, &all)) {
        lc_ctx_reset(a->ctx);
        return false;
    }
    a->lanes = all.lanes;
    a->banks = all.banks;
    a->fours = all.fours;
    return true;
}

static bool read_sizes(lcv_proof *p, lcv_form_accesses *a)
{
    bool banked = a->what == LCV_MEASURE_CONFLICTS;
    int64_t lanes = banked ? 0 : LC_WARP_LANES, bytes = 4, width = 0, banks = 0, vector = 0;
    size_t last = banked ? LCV_ACCESS_VECTOR : LCV_ACCESS_BANKS;
    bool given = last < p->n && p->arg[last] && !lcv_form_is_wildcard(p->f, p->arg[last]);
    if (!number_arg(p, LCV_ACCESS_LANES, &lanes) || !number_arg(p, LCV_ACCESS_BYTES, &bytes) ||
        !number_arg(p, LCV_ACCESS_WIDTH, &width) ||
        (banked && !number_arg(p, LCV_ACCESS_BANKS, &banks)) ||
        (given && !number_arg(p, last, &vector)))
        return false;
    width = width > 0 ? width : given ? vector * bytes : bytes;
    a->lanes = (unsigned)lanes;
    a->width = (unsigned)width;
    a->banks = (unsigned)banks;
    a->vector = (unsigned)vector;
    a->bytes = lc_int_si(a->ctx, bytes);
    if ((vector > 1 && vector * bytes != width) || lanes > LC_MAX_LANES || width > 32 ||
        (width & (width - 1)) != 0 || (banked && !set_banks(p, a)))
        return lcv_obstacle(p->f, "no such access") != NULL;
    return true;
}

/* Where vectors start. Those that are left out are there where the form shows them; elsewhere all
 * values are taken for starts, and of consecutive ones not all are aligned. */
static bool find_starts(lcv_form_accesses *a)
{
    lcv_forms *f = a->p->f;
    unsigned vector = a->vector;
    lc_int width = lc_int_const((int32_t)a->width);
    bool own = vector == 0 && lcv_form_has_threads(a->x) && lc_int_lt(a->bytes, width) &&
               lc_int_divides(a->ctx, a->bytes, width);
    if (own)
        vector = (unsigned)lc_int_get_si(lc_int_fdiv(a->ctx, width, a->bytes));
    if (vector < 2)
        return true;
    const lcv_form *starts = lcv_form_vector_starts(f, a->x, a->w, vector);
    if (!starts && !own)
        return false;
    lcv_forms_clear_obstacle(f);
    a->x = starts ? starts : a->x;
    return true;
}

/* The least multiple of the swizzle's size whose bytes are whole rows. */
static bool set_modulus(lcv_form_accesses *a)
{
    lc_int size = a->w.b == 0 ? lc_int_const(1) : lc_swizzle_size(a->ctx, a->w);
    if (!lc_int_fits_si(size) || lc_int_get_si(size) > MAX_MODULUS)
        return lcv_obstacle(a->p->f, "a swizzle of so many bits") != NULL;
    int64_t n = lc_int_get_si(size), bytes = lc_int_get_si(a->bytes);
    a->modulus = n * (ROW / lc_int64_gcd(ROW, n * bytes));
    return a->modulus <= MAX_MODULUS ||
           lcv_obstacle(a->p->f, "accesses of so long a period") != NULL;
}

/* ---- blocks ---- */

/* One of a few numbers below the part is it in each case. */
static void ask_which(lcv_form_accesses *a, const lc_poly *extent)
{
    lcr_answer more = a->part <= FEW ? LCR_YES : LCR_UNKNOWN;
    for (int32_t n = 2; more == LCR_YES && n < a->part; n++)
        more = lcv_forms_ask(a->p->f, lcv_size_plus(a->p->s, extent, -n));
}

/* The extent of the cut is no multiple of the part: an access has less than a part of rows at the
 * end of the mode, and others at the beginning, which costs no more than both parts as a whole:
 * sectors, and of lanes that are served together the words in a bank, add up. */
static bool straddles(lcv_form_accesses *a, const lc_poly *extent)
{
    lcv_proof *p = a->p;
    lcr_answer wide =
        lcv_forms_ask(p->f,
                      lcv_size_sub(p->s, extent, lcv_size_int(p->s, lc_int_si(a->ctx, a->part))));
    bool adds = a->what == LCV_MEASURE_SECTORS ||
                (a->what == LCV_MEASURE_CONFLICTS && a->width <= 4 && a->most > 0);
    if (wide == LCR_NO)
        ask_which(a, extent);
    if (wide != LCR_YES || !adds || a->by_xor)
        return lcv_obstacle(p->f, "accesses across a mode whose extent is %S",
                            lcv_size_to_str(p->s, extent)) != NULL;
    a->most = a->what == LCV_MEASURE_SECTORS ? a->most / 2 : (a->most - 1) / 2;
    a->straddles = true;
    return a->block <= MAX_BLOCK;
}

/* The leaf at which whole accesses end, as in ../claim/accesses.c. */
static bool find_cut(lcv_form_accesses *a)
{
    const lcv_form *x = a->x;
    int64_t before = 1;
    for (a->cut = 0; a->cut < x->n; a->cut++) {
        bool last = a->cut + 1 == x->n;
        lc_int number;
        a->part = (int64_t)a->lanes / lc_int64_gcd((int64_t)a->lanes, before);
        a->block = before * a->part;
        if (lcv_forms_quotient(a->p->f, x->extent[a->cut],
                               lcv_size_int(a->p->s, lc_int_si(a->ctx, a->part))))
            return a->block <= MAX_BLOCK;
        bool constant = lc_poly_is_const(x->extent[a->cut], &number);
        if (last && (!constant || lc_int_le(lc_int_si(a->ctx, a->part), number))) {
            a->tail = true;
            return a->block <= MAX_BLOCK;
        }
        if (!constant)
            return straddles(a, x->extent[a->cut]);
        if (!lc_int_fits_si(number) || lc_int_get_si(number) > MAX_BLOCK / before)
            return lcv_obstacle(a->p->f, "accesses of so many coordinates") != NULL;
        before *= lc_int_get_si(number);
    }
    a->block = before;
    return true;
}

/* ---- addends ---- */

/* Up to `most` steps of r, or any number of them. */
static void add_rests(lcv_form_accesses *a, int64_t r, int64_t most)
{
    size_t from = 0, level = a->nrests;
    for (int64_t j = 1; from < level && j <= most; j++) {
        for (size_t i = from; i < level; i++) {
            int64_t next = a->by_xor ? a->rest[i] ^ r : (a->rest[i] + r) % a->modulus;
            if (a->seen[next])
                continue;
            a->seen[next] = true;
            a->rest[a->nrests++] = next;
        }
        from = level;
        level = a->nrests;
    }
}

/* A number that divides M, and v for all values of the parameters. */
static int64_t common_of(lcv_form_accesses *a, const lc_poly *v)
{
    lc_int m = lc_int_si(a->ctx, a->modulus);
    lc_int all = lc_int_gcd(a->ctx, lc_poly_content(a->ctx, v), lc_poly_constant(v));
    return lc_int_get_si(lc_int_gcd(a->ctx, all, m)) % a->modulus;
}

/* The words of part * j for all j, modulo M: sums of part * step * 2^t. */
static void add_steps_by_xor(lcv_form_accesses *a, const lc_poly *step, int64_t part)
{
    lc_int word, m = lc_int_si(a->ctx, a->modulus);
    int64_t r = lc_poly_is_const(step, &word) ? lc_int_get_si(lc_int_fmod(a->ctx, word, m))
                                              : common_of(a, step);
    for (r = r * part % a->modulus; r != 0; r = 2 * r % a->modulus)
        add_rests(a, r, 1);
}

static bool read_addends(lcv_form_accesses *a)
{
    a->rest = lc_frame_alloc(a->ctx, (size_t)a->modulus, sizeof *a->rest);
    a->seen = lc_frame_alloc(a->ctx, (size_t)a->modulus, sizeof *a->seen);
    if (!a->rest || !a->seen)
        return false;
    a->nrests = 1;
    a->seen[0] = true;
    for (size_t k = a->cut; k < a->x->n; k++) {
        lc_int extent;
        int64_t part = k == a->cut && !a->straddles ? a->part : 1, most = a->modulus, r;
        const lc_poly *q;
        const lc_poly *step = lcv_size_mul(a->p->s, a->x->step[k],
                                           lcv_size_int(a->p->s, lc_int_si(a->ctx, part)));
        if (lc_poly_is_const(a->x->extent[k], &extent) && lc_int_fits_si(extent))
            most = (lc_int_get_si(extent) + part - 1) / part - 1;
        if (most == 0)
            continue;
        if (!step)
            return false;
        if (a->by_xor) {
            add_steps_by_xor(a, a->x->step[k], part);
            continue;
        }
        if (lcv_form_residue(a, step, &q, &r)) {
            add_rests(a, r, most);
            continue;
        }
        lcv_forms_clear_obstacle(a->p->f); /* any multiple of what divides it */
        add_rests(a, common_of(a, step), a->modulus);
    }
    return true;
}

/* ---- looking ---- */

static unsigned cost_of(lcv_form_accesses *a, const lc_access *access)
{
    switch (a->what) {
    case LCV_MEASURE_CONFLICTS: return lc_access_conflicts(a->ctx, access);
    case LCV_MEASURE_SECTORS: return lc_access_sectors(a->ctx, access);
    default: return lc_access_sectors(a->ctx, access) - lc_access_least_sectors(a->ctx, access);
    }
}

/* Access `first` of the block, moved by an addend, costs no more than it may. */
static bool look(lcv_form_accesses *a, int64_t first, int64_t rest)
{
    lc_access access = {.width = a->width, .banks = a->banks, .fours = a->fours};
    int64_t left = a->block - first;
    unsigned all = left < (int64_t)a->lanes ? (unsigned)left : a->lanes;
    access.lanes = all;
    for (unsigned i = 0; i < all; i++) {
        lc_int x = a->place[first + i], by = lc_int_si(a->ctx, rest);
        x = a->by_xor ? lc_xor(a->ctx, x, by) : lc_int_add(a->ctx, x, by);
        x = a->w.b == 0 ? x : lc_swizzle_apply(a->ctx, a->w, x);
        access.byte[i] = lc_int_mul(a->ctx, a->bytes, x);
    }
    if (lc_access_misaligned(a->ctx, &access) < all)
        return lcv_obstacle(a->p->f, "an address that may be no multiple of the width") != NULL;
    unsigned cost = cost_of(a, &access);
    bool spare = a->what == LCV_MEASURE_SPARE, ok = cost <= a->most;
    a->reached = a->reached || (first == 0 && rest == 0 && cost >= a->least);
    for (unsigned n = 1; ok && spare && a->tail && n < all; n++) {
        access.lanes = n;
        ok = cost_of(a, &access) <= a->most;
    }
    return ok || lcv_obstacle(a->p->f, "an access may cost more, where its addresses have the "
                                       "residues that are possible") != NULL;
}

static bool look_at_accesses(lcv_form_accesses *a)
{
    if (!lcv_form_read_block(a) || !read_addends(a))
        return false;
    if (a->least > 0)
        return look(a, 0, 0);
    int64_t looks = (a->block / (int64_t)a->lanes + 1) * (int64_t)a->nrests;
    if (looks > MAX_LOOKS)
        return lcv_obstacle(a->p->f, "accesses of too many residues") != NULL;
    for (size_t k = 0; k < a->nrests; k++)
        for (int64_t first = 0; first < a->block; first += (int64_t)a->lanes) {
            lc_frame frame = lc_frame_open(a->ctx);
            bool ok = look(a, first, a->rest[k]);
            lc_frame_close(a->ctx, frame);
            if (!ok)
                return false;
        }
    return true;
}

/* All accesses by x, which has the modes of the layout that is asked about. */
static bool look_at_all(void *user, const lcv_form *x)
{
    lcv_form_accesses a = *(lcv_form_accesses *)user;
    a.x = x;
    lc_frame frame = lc_frame_open(a.ctx);
    bool ok = look_at_accesses(&a);
    lc_frame_close(a.ctx, frame);
    if (ok && a.least > 0 && !a.reached)
        return lcv_obstacle(a.p->f, "an access may cost less, where its addresses have the "
                                    "residues that are possible") != NULL;
    return ok;
}

/* Is the first access whole, however large the modes are? */
static bool is_whole(lcv_form_accesses *a)
{
    lc_int part = lc_int_si(a->ctx, a->part);
    return a->cut == a->x->n || !a->tail ||
           lcv_forms_ask(a->p->f, lcv_size_sub(a->p->s, a->x->extent[a->cut],
                                               lcv_size_int(a->p->s, part))) == LCR_YES ||
           lcv_obstacle(a->p->f, "an access of fewer lanes") != NULL;
}

static bool costs(lcv_proof *p, lcv_measured what, unsigned least, unsigned most)
{
    lcv_form_accesses a = {.p = p, .ctx = p->f->ctx, .what = what, .least = least};
    if (!(p->arg[0] = lcv_form_flattened(p->f, p->arg[0])))
        return false;
    a.by_xor = lcv_form_has_xor(p->arg[0]);
    if (!read_sizes(p, &a) ||
        !(a.x = a.by_xor ? lcv_form_as_xor(p->f, p->arg[0])
                         : lcv_form_unswizzled(p->f, p->arg[0], &a.w)) ||
        !find_starts(&a))
        return false;
    if (a.by_xor && (a.lanes & (a.lanes - 1)) != 0)
        return lcv_obstacle(p->f, "words, by a number of lanes that is no power of two") != NULL;
    /* every lane a sector, or a word, of its own */
    unsigned own = what == LCV_MEASURE_SECTORS ? a.lanes : a.lanes - 1;
    if (what != LCV_MEASURE_SPARE && own <= most && least == 0 && !a.x->profile &&
        lc_int_divides(a.ctx, lc_int_si(a.ctx, a.width), a.bytes))
        return true;
    if (a.x->profile || a.x->loose)
        return lcv_obstacle(p->f, "accesses of a layout of this kind") != NULL;
    a.most = most;
    if (!set_modulus(&a) || !find_cut(&a) || (least > 0 && !is_whole(&a)))
        return false;
    return a.by_xor ? look_at_all(&a, a.x)
                    : lcv_form_each_residue(p, a.x, a.cut + 1, a.modulus, look_at_all, &a);
}

bool lcv_sym_accesses(lcv_proof *p, lcv_measured what, unsigned most)
{
    return costs(p, what, 0, most);
}

bool lcv_sym_costly(lcv_proof *p, lcv_measured what, unsigned least)
{
    return costs(p, what, least, UINT_MAX);
}

bool lcv_sym_conflict_free(lcv_proof *p)
{
    return lcv_sym_accesses(p, LCV_MEASURE_CONFLICTS, 0);
}

bool lcv_sym_coalesced(lcv_proof *p)
{
    return lcv_sym_accesses(p, LCV_MEASURE_SPARE, 0);
}
