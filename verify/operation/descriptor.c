/* descriptor.c - gmma_descriptor(X, bits), umma_descriptor(X, bits): what tells an MMA of a whole
 * tile where its operand is in shared memory.
 *
 * X(mn,k) counts elements of so many bits from the address 0 of shared memory. An instruction
 * reads 256 bits of k, and it finds them by a canonical layout in units of 16 bytes, the chunks,
 * W = 2^b of which are a row of the swizzle S<b,4,3> of addresses of bytes:
 *
 *     K-major     ((8,m),2):((W,SBO),1)        without a swizzle ((8,m),2):((1,SBO),LBO)
 *     MN-major    ((W,m),(8,k)):((1,LBO),(W,SBO))               ((1,m),(8,k)):((0,SBO),(1,LBO))
 *
 * tcgen05 also reads S<2,5,2>, ((8,m),(4,k)):((1,LBO),(8,SBO)), which is MN-major. X has a
 * descriptor when one of these, after its start address, is X on each 256 bits of k. The start
 * address is what X has at (0,0), the two offsets what it has at the chunks that they lead to;
 * they leave no choice, so that one coordinate where X is another shows that this form is not X.
 *
 * The swizzle of wgmma acts on addresses less 128 bytes times the base offset, as an H100 shows,
 * for a pattern that begins at such a place. Patterns that begin at address 0 are tried first.
 */
#include "config.h"

#include "places.h"

#include "../../lib/text.h"

#include <string.h>

#define CHUNK 128       /* bits */
#define BASE 1024       /* bits, the unit of the base offset */
#define STEP 256        /* bits of k */
#define MOST_MN 256     /* rows that an instruction reads */
#define FIELD (1 << 18) /* bytes: addresses and offsets have 14 bits of 16 bytes */
#define FORMS 9

/* ---- instructions and their canonical layouts ---- */

typedef struct {
    const char *text; /* "no swizzle", "a swizzle of 128 bytes" */
    bool mn_major;
    lc_swizzle of_bytes;
    int row;   /* W */
    int lines; /* rows of a period of an MN-major layout: 8 or 4 */
    int type;  /* the layout type of the descriptor */
} form;

typedef struct {
    const char *name, *operand, *widths;
    unsigned bits; /* bit i for a width of 2^i */
    bool has_base; /* the base offset is known to count */
    size_t nforms;
    form forms[FORMS];
} instruction;

#define FORM(text, mn, b, type)                                                                  \
    {                                                                                            \
        text, mn, {b, 4, 3}, 1 << (b), 8, type                                                   \
    }
#define WITHOUT "without a swizzle"

static const instruction wgmma = {
    "wgmma",
    "no operand of wgmma",
    "1, 8, 16 or 32",
    1u << 0 | 1u << 3 | 1u << 4 | 1u << 5,
    true,
    8,
    {FORM(WITHOUT, false, 0, 0), FORM("of 32-byte swizzle", false, 1, 3),
     FORM("of 64-byte swizzle", false, 2, 2), FORM("of 128-byte swizzle", false, 3, 1),
     FORM(WITHOUT, true, 0, 0), FORM("of 32-byte swizzle", true, 1, 3),
     FORM("of 64-byte swizzle", true, 2, 2), FORM("of 128-byte swizzle", true, 3, 1)},
};

static const instruction tcgen05 = {
    "tcgen05.mma",
    "no operand of tcgen05.mma",
    "4, 8, 16 or 32",
    1u << 2 | 1u << 3 | 1u << 4 | 1u << 5,
    false,
    9,
    {FORM(WITHOUT, false, 0, 0),
     FORM("of 32-byte swizzle", false, 1, 6),
     FORM("of 64-byte swizzle", false, 2, 4),
     FORM("of 128-byte swizzle", false, 3, 2),
     FORM(WITHOUT, true, 0, 0),
     FORM("of 32-byte swizzle", true, 1, 6),
     FORM("of 64-byte swizzle", true, 2, 4),
     FORM("of 128-byte swizzle", true, 3, 2),
     {"of 128-byte swizzle of 32 bytes", true, {2, 5, 2}, 8, 4, 1}},
};

/* ---- the operand ---- */

typedef struct {
    const instruction *of;
    lcv_places p; /* X(mn,k) in bits, mn the fastest */
    int64_t bits, mn, k;
} operand;

/* One form on X. */
typedef struct {
    const form *as;
    int64_t base;            /* where the pattern of the swizzle begins, of BASE * n bits */
    int64_t start, lbo, sbo; /* bits */
    size_t same;             /* coordinates where it is X */
    size_t first;            /* that where it is not, and what the instruction reads there */
    int64_t read;
    const char *wrong; /* the field that no descriptor has, of a form that is X; or NULL */
    int64_t found;
} fitting;

static size_t count(const operand *x)
{
    return (size_t)(x->mn * x->k);
}

static int64_t steps_of(const operand *x)
{
    return STEP / x->bits; /* elements of k in each */
}

/* An address of bits after the swizzle of a form, or before it: the swizzle undoes itself. */
static int64_t swizzled(const fitting *t, int64_t address)
{
    return lcv_swizzle_bits(t->as->of_bytes, address - t->base) + t->base;
}

static int64_t before(const operand *x, const fitting *t, int64_t mn, int64_t k)
{
    return swizzled(t, x->p.at[mn + x->mn * k]);
}

/* ---- what the instruction reads ---- */

/* Bits from the start address of the step to the element. */
static int64_t place(const operand *x, const fitting *t, int64_t mn, int64_t k)
{
    const form *f = t->as;
    int64_t of_chunk = CHUNK / x->bits, row = f->row, major = f->mn_major ? mn : k;
    int64_t chunk = major / of_chunk, within = major % of_chunk * x->bits;
    bool plain = f->of_bytes.b == 0;
    if (!f->mn_major)
        return within + mn % 8 * row * CHUNK + mn / 8 * t->sbo + chunk * (plain ? t->lbo : CHUNK);
    return within + chunk % row * CHUNK + chunk / row * (plain ? t->sbo : t->lbo) +
           k % f->lines * row * CHUNK + k / f->lines * (plain ? t->lbo : t->sbo);
}

/* The offsets, from what X has at the chunks that they lead to; where there is none the
 * instruction does not use them, and they are what CUTLASS writes. */
static void find_offsets(const operand *x, fitting *t)
{
    const form *f = t->as;
    int64_t of_chunk = CHUNK / x->bits, step = steps_of(x);
    bool plain = f->of_bytes.b == 0;
    int64_t along_mn = f->mn_major ? f->row * of_chunk : 8;
    int64_t along_k = f->mn_major ? f->lines : plain ? of_chunk : step;
    int64_t mn = along_mn < x->mn ? before(x, t, along_mn, 0) - t->start : 0;
    int64_t k = along_k < step ? before(x, t, 0, along_k) - t->start : 0;
    t->sbo = f->mn_major && !plain ? k : mn;
    t->lbo = f->mn_major && !plain ? mn : f->mn_major || plain ? k : CHUNK;
}

/* ---- fields ---- */

static bool is_field(int64_t bits)
{
    return bits % CHUNK == 0 && bits >= 0 && bits < (int64_t)FIELD * 8;
}

static void check_start(fitting *t, int64_t start)
{
    if (!is_field(start)) {
        t->wrong = "start address of a later step";
        t->found = start;
    }
}

static void check_fields(const operand *x, fitting *t)
{
    const form *f = t->as;
    int64_t atom = f->mn_major ? f->row * CHUNK / x->bits : 8;
    const struct {
        bool right;
        const char *what;
        int64_t found;
    } check[] = {
        {x->mn % atom == 0, "rows", atom},
        {is_field(t->start), "start address", t->start},
        {is_field(t->sbo), "stride byte offset", t->sbo},
        {is_field(t->lbo), "leading byte offset", t->lbo},
    };
    for (size_t i = 0; !t->wrong && i < sizeof check / sizeof *check; i++)
        if (!check[i].right) {
            t->wrong = check[i].what;
            t->found = check[i].found;
        }
}

/* Compares X and the form everywhere. */
static fitting fit(const operand *x, const form *f, int64_t base)
{
    fitting t = {.as = f, .base = base};
    int64_t step = steps_of(x);
    t.start = before(x, &t, 0, 0);
    find_offsets(x, &t);
    for (int64_t k = 0; k < x->k; k++) {
        int64_t start = before(x, &t, 0, k - k % step);
        for (int64_t mn = 0; mn < x->mn; mn++) {
            int64_t read = swizzled(&t, start + place(x, &t, mn, k % step));
            size_t at = (size_t)(mn + x->mn * k);
            if (read == x->p.at[at])
                t.same++;
            else if (t.same == at) {
                t.first = at;
                t.read = read;
            }
        }
    }
    if (t.same == count(x))
        check_fields(x, &t);
    for (int64_t k = step; t.same == count(x) && !t.wrong && k < x->k; k += step)
        check_start(&t, before(x, &t, 0, k));
    return t;
}

/* ---- X ---- */

/* No instruction takes so many rows, of which it may take a part. */
static bool refuse_rows(operand *x, long long step)
{
    long long mn = x->mn, part = mn > MOST_MN ? 64 : mn / 8 * 8;
    if (part == 0)
        return lcv_call_refuse(
            x->p.call, 0, LC_ERR_INVALID,
            "(MN,K) is (%lld,%lld), and MN is a multiple of 8 up to %d: a tile "
            "that is padded to 8 has a descriptor",
            mn, (long long)x->k, MOST_MN);
    return lcv_call_refuse(
        x->p.call, 0, LC_ERR_INVALID,
        "(MN,K) is (%lld,%lld), and MN is a multiple of 8 up to %d: take a part "
        "of X, local_tile(X, (%lld,%lld), (0,0))",
        mn, (long long)x->k, MOST_MN, part, step);
}

/* The extents, which fit instructions. */
static bool read_shape(operand *x)
{
    lcv_call *call = x->p.call;
    int64_t extent[2];
    size_t rank;
    if (!lcv_places_extents(call, 0, 2, 2, &rank, extent, "a layout of two modes, (MN,K)"))
        return false;
    x->mn = extent[0];
    x->k = extent[1];
    long long mn = x->mn, k = x->k, step = steps_of(x);
    if (mn % 8 != 0 || mn > MOST_MN)
        return refuse_rows(x, step);
    return k % step == 0 ||
           lcv_call_refuse(call, 0, LC_ERR_INVALID,
                           "(MN,K) is (%lld,%lld), and an instruction reads %d bits of K: K is a "
                           "multiple of %lld elements of %lld bits",
                           mn, k, STEP, step, (long long)x->bits);
}

/* ---- why there is none ---- */

/* Of two forms that are not X, the one that is X at more coordinates; then the one whose swizzle
 * X has. */
static bool is_nearer(const operand *x, const fitting *a, const fitting *b)
{
    if (a->same != b->same)
        return a->same > b->same;
    return a->as->of_bytes.b == x->p.own.b && b->as->of_bytes.b != x->p.own.b;
}

/* That X ends in a swizzle that no form has. */
static void say_swizzle(const operand *x, lc_text *out)
{
    lc_swizzle own = x->p.own,
               right = lcv_swizzle_of_elements((lc_swizzle){own.b, 4, 3}, x->bits);
    bool known = own.b == 0;
    for (size_t i = 0; i < x->of->nforms; i++)
        known = known ||
                lc_swizzle_equal(own, lcv_swizzle_of_elements(x->of->forms[i].of_bytes, x->bits));
    if (!known)
        lc_text_printf(out,
                       "; its swizzle of elements of %lld bits is S<b,%d,3>, not S<%d,%d,%d>",
                       (long long)x->bits, right.m, own.b, own.m, own.s);
}

static void say_field(const operand *x, const fitting *t, lc_text *out)
{
    if (strcmp(t->wrong, "rows") == 0)
        lc_text_printf(out,
                       "X is the canonical layout %s %s, but MN is %lld and no multiple of its "
                       "%lld rows",
                       t->as->mn_major ? "MN-major" : "K-major", t->as->text, (long long)x->mn,
                       (long long)t->found);
    else if (t->found % 8 != 0)
        lc_text_printf(out, "the %s would be %lld bits, no multiple of 16 bytes", t->wrong,
                       (long long)t->found);
    else
        lc_text_printf(out, "the %s would be %lld bytes, %s", t->wrong, (long long)t->found / 8,
                       t->found % CHUNK != 0 ? "no multiple of 16" : "not in [0,262144)");
}

static void *no_descriptor(const operand *x, const fitting *t)
{
    lc_ctx *ctx = x->p.call->ctx;
    lc_text out = {0};
    if (t->wrong)
        say_field(x, t, &out);
    else {
        lc_text_printf(
            &out,
            "X is no canonical layout: at (%lld,%lld) X is %lld, and %s reads %lld by the "
            "nearest one, %s %s, SBO %lld and LBO %lld bytes",
            (long long)((int64_t)t->first % x->mn), (long long)((int64_t)t->first / x->mn),
            (long long)(x->p.at[t->first] / x->bits), x->of->name, (long long)(t->read / x->bits),
            t->as->mn_major ? "MN-major" : "K-major", t->as->text, (long long)t->sbo / 8,
            (long long)t->lbo / 8);
        say_swizzle(x, &out);
    }
    char *text = lcv_kept(ctx, lc_text_take(ctx, &out));
    if (text)
        lcv_call_refuse(x->p.call, 0, LC_ERR_NO_VALUE, "%s", text);
    return NULL;
}

/* ---- the value ---- */

static lcv_value *fields_of(lc_ctx *ctx, const fitting *t)
{
    const int64_t field[] = {t->start / 8,   t->lbo / 8,  t->sbo / 8,
                             t->base / BASE, t->as->type, t->as->mn_major};
    return lcv_numbers(ctx, sizeof field / sizeof *field, field);
}

/* That of a pattern that begins at another multiple of 128 bytes, the nearest to where X begins
 * if there are several; NULL: none. */
static lcv_value *with_base(const operand *x)
{
    fitting best = {.as = NULL};
    for (size_t i = 0; i < x->of->nforms; i++) {
        const form *f = &x->of->forms[i];
        for (int base = 1; x->of->has_base && base < 1 << f->of_bytes.b; base++) {
            fitting t = fit(x, f, BASE * base);
            if (t.same == count(x) && !t.wrong &&
                (!best.as || t.start % BASE < best.start % BASE))
                best = t;
        }
    }
    return best.as ? fields_of(x->p.call->ctx, &best) : NULL;
}

static lcv_value *best_of(const operand *x)
{
    fitting best = {.as = NULL};
    for (size_t i = 0; i < x->of->nforms; i++) {
        fitting t = fit(x, &x->of->forms[i], 0);
        if (t.same == count(x) && !t.wrong)
            return fields_of(x->p.call->ctx, &t);
        if (!best.as || is_nearer(x, &t, &best))
            best = t;
    }
    lcv_value *v = with_base(x);
    return v ? v : no_descriptor(x, &best);
}

static lcv_value *descriptor(lcv_call *call, const instruction *of)
{
    operand x = {.of = of, .p = {.call = call}};
    bool width = lcv_places_width(&x.p, 1, of->bits, of->operand, of->widths);
    x.bits = x.p.bits;
    return width && read_shape(&x) && lcv_places_read(&x.p, 0, (size_t)(x.mn * x.k)) ? best_of(&x)
                                                                                     : NULL;
}

lcv_value *lcv_op_gmma_descriptor(lcv_call *call)
{
    return descriptor(call, &wgmma);
}
lcv_value *lcv_op_umma_descriptor(lcv_call *call)
{
    return descriptor(call, &tcgen05);
}
