/* check_f2.c - linear algebra over F2, against entries in an array and one bit at a time. */
#include "config.h"

#include "../lib/f2.h"
#include "law.h"
#include "suite.h"

#include <string.h>

/* ---- matrices: any size from nothing to 64 x 64, of low and of full rank */

static lc_f2 dense(rnd *r, unsigned rows, unsigned cols)
{
    lc_f2 a = lc_f2_zero(rows, cols);
    for (unsigned j = 0; j < cols; j++)
        a.column[j] = rnd_u64(r) & lc_f2_mask(rows);
    return a;
}

static lc_f2 sparse(rnd *r, unsigned rows, unsigned cols)
{
    lc_f2 a = lc_f2_zero(rows, cols);
    for (unsigned j = 0; j < cols && rows > 0; j++)
        for (int64_t bits = rnd_in(r, 0, 2); bits > 0; bits--)
            a.column[j] |= (uint64_t)1 << rnd_in(r, 0, rows - 1);
    return a;
}

/* Entries in arrays, a row times a column each. */
static lc_f2 product(const lc_f2 *a, const lc_f2 *b)
{
    static uint8_t row[64][64];
    lc_f2 c = lc_f2_zero(a->rows, b->cols);
    for (unsigned i = 0; i < a->rows; i++)
        for (unsigned k = 0; k < a->cols; k++)
            row[i][k] = a->column[k] >> i & 1;
    for (unsigned j = 0; j < b->cols; j++) {
        uint8_t column[64] = {0};
        for (unsigned k = 0; k < a->cols; k++)
            column[k] = b->column[j] >> k & 1;
        for (unsigned i = 0; i < a->rows; i++) {
            uint8_t sum = 0;
            for (unsigned k = 0; k < a->cols; k++)
                sum ^= row[i][k] & column[k];
            c.column[j] |= (uint64_t)sum << i;
        }
    }
    return c;
}

static unsigned rnd_size(rnd *r)
{
    static const unsigned usual[] = {0, 1, 2, 3, 4, 5, 6, 8, 10, 16, 31, 32, 33, 40, 63, 64};
    return usual[rnd_in(r, 0, (int64_t)(sizeof usual / sizeof *usual) - 1)];
}

static lc_f2 rnd_matrix(rnd *r, unsigned rows, unsigned cols)
{
    if (rnd_chance(r, 25))
        return sparse(r, rows, cols);
    if (rnd_chance(r, 60))
        return dense(r, rows, cols);
    unsigned rank = (unsigned)rnd_in(r, 0, rows < cols ? rows : cols);
    lc_f2 left = dense(r, rows, rank), right = dense(r, rank, cols);
    return product(&left, &right);
}

static uint64_t rnd_word(rnd *r, unsigned bits)
{
    return rnd_u64(r) & lc_f2_mask(bits);
}

/* Elimination on rows of an array of entries: nothing of it is in the library. */
static unsigned rank_of(const lc_f2 *a)
{
    static uint8_t entry[64][64];
    unsigned rank = 0;
    for (unsigned i = 0; i < a->rows; i++)
        for (unsigned j = 0; j < a->cols; j++)
            entry[i][j] = a->column[j] >> i & 1;
    for (unsigned j = 0; j < a->cols; j++) {
        unsigned pivot = rank;
        while (pivot < a->rows && !entry[pivot][j])
            pivot++;
        if (pivot == a->rows)
            continue;
        for (unsigned k = 0; k < a->cols; k++) {
            uint8_t t = entry[pivot][k];
            entry[pivot][k] = entry[rank][k];
            entry[rank][k] = t;
        }
        for (unsigned i = 0; i < a->rows; i++) {
            if (i == rank || !entry[i][j])
                continue;
            for (unsigned k = 0; k < a->cols; k++)
                entry[i][k] ^= entry[rank][k];
        }
        rank++;
    }
    return rank;
}

static bool in_size(const lc_f2 *a)
{
    for (unsigned j = 0; j < LC_F2_MAX; j++)
        if (a->column[j] & ~(j < a->cols ? lc_f2_mask(a->rows) : 0))
            return false;
    return true;
}

static const char *show(law *l, const lc_f2 *a)
{
    const char *text = law_printf(l, "%u x %u:", a->rows, a->cols);
    for (unsigned j = 0; j < a->cols; j++)
        text = law_printf(l, "%s %llx", text, (unsigned long long)a->column[j]);
    return text;
}

/* ---- laws */

LAW(f2_products, "products, sums and transposes", NULL)
{
    unsigned n = rnd_size(&l->rnd), m = rnd_size(&l->rnd), k = rnd_size(&l->rnd);
    lc_f2 a = rnd_matrix(&l->rnd, n, m), b = rnd_matrix(&l->rnd, m, k);
    lc_f2 want = product(&a, &b), got = lc_f2_multiply(&a, &b);
    uint64_t x = rnd_u64(&l->rnd);
    if (!lc_f2_equal(&want, &got) || !in_size(&got))
        return law_fail(l, "(%s) (%s) = %s", show(l, &a), show(l, &b), show(l, &got));
    if (lc_f2_apply(&got, x) != lc_f2_apply(&a, lc_f2_apply(&b, x)))
        return law_fail(l, "(a b) x is not a (b x)");
    lc_f2 at = lc_f2_transpose(&a), bt = lc_f2_transpose(&b), back = lc_f2_transpose(&at);
    lc_f2 ct = lc_f2_multiply(&bt, &at), tc = lc_f2_transpose(&got);
    if (!lc_f2_equal(&back, &a) || !lc_f2_equal(&ct, &tc))
        return law_fail(l, "the transposes of (%s) (%s)", show(l, &a), show(l, &b));
    lc_f2 one = lc_f2_identity(m), same = lc_f2_multiply(&a, &one);
    lc_f2 other = rnd_matrix(&l->rnd, n, m), sum = lc_f2_add(&a, &other);
    if (!lc_f2_equal(&same, &a) ||
        lc_f2_apply(&sum, x) != (lc_f2_apply(&a, x) ^ lc_f2_apply(&other, x)))
        return law_fail(l, "a I or a + b of %s", show(l, &a));
    return true;
}

LAW(f2_rank_kernel_image, "rank, kernel, image, free bits", CLASSES("a kernel", "none"))
{
    lc_f2 a = rnd_matrix(&l->rnd, rnd_size(&l->rnd), rnd_size(&l->rnd));
    unsigned rank = rank_of(&a);
    lc_f2 kernel = lc_f2_kernel(&a), image = lc_f2_image(&a);
    law_saw(l, rank < a.cols ? 0 : 1);
    if (lc_f2_rank(&a) != rank)
        return law_fail(l, "rank %u, not %u, of %s", lc_f2_rank(&a), rank, show(l, &a));
    if (kernel.cols != a.cols - rank || image.cols != rank || rank_of(&kernel) != kernel.cols ||
        rank_of(&image) != rank || !in_size(&kernel) || !in_size(&image))
        return law_fail(l, "no bases of the kernel and the image of %s", show(l, &a));
    for (unsigned j = 0; j < kernel.cols; j++)
        if (kernel.rows != a.cols || lc_f2_apply(&a, kernel.column[j]) != 0)
            return law_fail(l, "the kernel of %s", show(l, &a));
    for (unsigned j = 1; j < image.cols; j++)
        if (__builtin_clzll(image.column[j]) >= __builtin_clzll(image.column[j - 1]))
            return law_fail(l, "the image of %s is not in echelon form", show(l, &a));
    if (a.cols + image.cols <= LC_F2_MAX) {
        lc_f2 both = lc_f2_append(&a, &image);
        if (rank_of(&both) != rank)
            return law_fail(l, "the image of %s has more than its columns", show(l, &a));
    }
    /* a bit is free when its column adds nothing to the rank of those before it */
    uint64_t free = 0;
    lc_f2 head = lc_f2_zero(a.rows, 0);
    for (unsigned j = 0, before = 0; j < a.cols; j++) {
        head.column[head.cols++] = a.column[j];
        unsigned now = rank_of(&head);
        free |= (uint64_t)(now == before) << j;
        before = now;
    }
    return lc_f2_free_bits(&a) == free || law_fail(l, "the free bits of %s", show(l, &a));
}

LAW(f2_solving, "a x = b", CLASSES("a solution", "none"))
{
    lc_f2 a = rnd_matrix(&l->rnd, rnd_size(&l->rnd), rnd_size(&l->rnd)), x;
    uint64_t y = rnd_word(&l->rnd, a.rows), got, free = lc_f2_free_bits(&a);
    if (rnd_chance(&l->rnd, 50))
        y = lc_f2_apply(&a, rnd_u64(&l->rnd));
    lc_f2 one = lc_f2_zero(a.rows, 1);
    one.column[0] = y;
    bool exists = true;
    if (a.cols < LC_F2_MAX) {
        lc_f2 both = lc_f2_append(&a, &one);
        exists = rank_of(&both) == rank_of(&a);
    } else {
        lc_f2 image = lc_f2_image(&a);
        lc_f2 both = image.cols < LC_F2_MAX ? lc_f2_append(&image, &one) : image;
        exists = rank_of(&both) == image.cols;
    }
    law_saw(l, exists ? 0 : 1);
    if (lc_f2_solve(&a, y, &got) != exists)
        return law_fail(l, "a x = %llx, a = %s", (unsigned long long)y, show(l, &a));
    if (exists && (lc_f2_apply(&a, got) != y || got & free || got & ~lc_f2_mask(a.cols)))
        return law_fail(l, "x = %llx for a x = %llx, a = %s", (unsigned long long)got,
                        (unsigned long long)y, show(l, &a));
    lc_f2 b = rnd_matrix(&l->rnd, a.rows, rnd_size(&l->rnd));
    if (rnd_chance(&l->rnd, 50)) {
        lc_f2 c = rnd_matrix(&l->rnd, a.cols, b.cols);
        b = product(&a, &c);
    }
    unsigned column = LC_F2_MAX, first = b.cols;
    for (unsigned j = b.cols; j-- > 0;)
        if (!lc_f2_solve(&a, b.column[j], &got))
            first = j;
    if (lc_f2_solve_all(&a, &b, &x, &column)) {
        lc_f2 back = product(&a, &x);
        return (first == b.cols && lc_f2_equal(&back, &b) && in_size(&x)) ||
               law_fail(l, "a x = b, a = %s, b = %s", show(l, &a), show(l, &b));
    }
    return column == first ||
           law_fail(l, "the first column without a solution of %s", show(l, &a));
}

LAW(f2_inverses, "inverses and pseudo-inverses",
    CLASSES("an inverse", "a right inverse", "a left inverse", "neither"))
{
    unsigned n = rnd_size(&l->rnd), m = rnd_chance(&l->rnd, 40) ? n : rnd_size(&l->rnd);
    lc_f2 a = rnd_matrix(&l->rnd, n, m), p = lc_f2_pseudo_inverse(&a), q;
    lc_f2 ap = product(&a, &p), pa = product(&p, &a);
    lc_f2 apa = product(&ap, &a), pap = product(&pa, &p);
    unsigned rank = rank_of(&a);
    if (p.rows != m || p.cols != n || !lc_f2_equal(&apa, &a) || !lc_f2_equal(&pap, &p))
        return law_fail(l, "the pseudo-inverse of %s", show(l, &a));
    for (unsigned j = 0; j < n; j++)
        if (p.column[j] & lc_f2_free_bits(&a))
            return law_fail(l, "free bits in the pseudo-inverse of %s", show(l, &a));
    lc_f2 in = lc_f2_identity(n), im = lc_f2_identity(m);
    bool right = lc_f2_right_inverse(&a, &q), left = lc_f2_left_inverse(&a, &q);
    bool both = lc_f2_inverse(&a, &q);
    if (right != (rank == n) || left != (rank == m) || both != (rank == n && rank == m))
        return law_fail(l, "which inverses %s has", show(l, &a));
    law_saw(l, both ? 0 : right ? 1 : left ? 2 : 3);
    lc_f2_right_inverse(&a, &q);
    if ((right && !lc_f2_equal(&ap, &in)) || (left && !lc_f2_equal(&pa, &im)) ||
        !lc_f2_equal(&p, &q))
        return law_fail(l, "the inverse of %s", show(l, &a));
    return true;
}

LAW(f2_factors, "P L U", NULL)
{
    lc_f2 a = rnd_matrix(&l->rnd, rnd_size(&l->rnd), rnd_size(&l->rnd));
    lc_f2_lu f = lc_f2_factor(&a);
    lc_f2 lu = product(&f.lower, &f.upper), u = lc_f2_transpose(&f.upper);
    lc_f2 rows = lc_f2_transpose(&a), got = lc_f2_transpose(&lu);
    uint64_t used = 0;
    for (unsigned i = 0; i < a.rows; i++) {
        used |= (uint64_t)1 << f.perm[i];
        if (got.column[i] != rows.column[f.perm[i]])
            return law_fail(l, "row %u of L U of %s", i, show(l, &a));
        if (f.lower.column[i] & lc_f2_mask(i) || !(f.lower.column[i] >> i & 1))
            return law_fail(l, "L of %s is not lower unit triangular", show(l, &a));
    }
    if (used != lc_f2_mask(a.rows))
        return law_fail(l, "the order of the rows of %s", show(l, &a));
    int last = -1;
    for (unsigned i = 0; i < a.rows; i++) {
        int first = u.column[i] ? __builtin_ctzll(u.column[i]) : LC_F2_MAX;
        if (first <= last && first < LC_F2_MAX)
            return law_fail(l, "U of %s is not in echelon form", show(l, &a));
        last = first;
    }
    return true;
}

TEST(full_words)
{
    lc_f2 one = lc_f2_identity(64), back;
    ck_assert_uint_eq(lc_f2_mask(64), ~(uint64_t)0);
    ck_assert_uint_eq(lc_f2_mask(0), 0);
    ck_assert_uint_eq(lc_f2_rank(&one), 64);
    ck_assert(lc_f2_inverse(&one, &back) && lc_f2_equal(&one, &back));
    ck_assert_uint_eq(lc_f2_apply(&one, ~(uint64_t)0), ~(uint64_t)0);
    lc_f2 other = one;
    other.column[63] ^= 1;
    ck_assert(!lc_f2_equal(&one, &other));
    other = lc_f2_identity(63);
    ck_assert(!lc_f2_equal(&one, &other));
    /* nothing at all is a bijection of the one vector of no bits */
    lc_f2 none = lc_f2_zero(0, 0);
    ck_assert(lc_f2_inverse(&none, &back) && back.rows == 0 && back.cols == 0);
    lc_f2 wide = lc_f2_zero(0, 5);
    ck_assert(lc_f2_right_inverse(&wide, &back) && !lc_f2_inverse(&wide, &back));
    ck_assert_uint_eq(lc_f2_free_bits(&wide), 31);
}

SUITE_MAIN("F2", f2_products, f2_rank_kernel_image, f2_solving, f2_inverses, f2_factors,
           full_words)
