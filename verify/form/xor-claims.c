/* xor-claims.c - claims about layouts of strides that add by XOR, with parameters.
 *
 * A digit c of a leaf c fN is a polynomial over F2, and so is the word N; their product has the
 * words N 2^j at the bits j of c, the columns of the leaf. Leaves whose extents and words are
 * numbers are low, others high.
 *
 *   injective   the columns of the low leaves, modulo a 2^k that divides all high words, are
 *               linearly independent: they tell the low digits; and one high leaf, whose word is
 *               not 0, or none. With words that are all numbers, one leaf may have no end: its
 *               columns past the highest bit of all others do not cancel.
 *   in bounds   a sum is at least its XOR: the largest value of the low leaves, and the sum of
 *               what the high ones reach
 *   equiv       leaf by leaf, where extents are the same; or bit by bit, where one extent is a
 *               power of two that divides the other; what is equiv reorders, too
 *   aligned     to a power of two that divides every word
 */
#include "config.h"

#include "claims.h"
#include "modes.h"
#include "xor-strides.h"

#include "../../lib/f2.h"

#define MAX_COLUMNS 62

typedef struct {
    const lc_poly *extent, *word;
    bool number, endless; /* the word; no bound on the extent */
    uint64_t bits;        /* the word, of a number */
    int64_t size;         /* the extent, or a bound, where there is one */
} leaf;

typedef struct {
    lcv_proof *p;
    const lcv_form *x;
    size_t n;
    leaf leaf[LC_MAX_LEAVES];
} words;

static unsigned length_of(uint64_t v)
{
    unsigned n = 0;
    for (; v != 0; v >>= 1)
        n++;
    return n;
}

static bool read_leaf(lcv_proof *p, const lc_poly *extent, const lc_poly *word, leaf *out)
{
    lc_int value, limit = lc_int_si(p->f->ctx, (int64_t)1 << MAX_COLUMNS);
    lcv_interval range = lcv_size_interval(p->s, extent);
    *out = (leaf){extent, word, lc_poly_is_const(word, &value), true, 0, 0};
    if (out->number && (lc_int_sign(value) < 0 || !lc_int_lt(value, limit)))
        return lcv_obstacle(p->f, "words of that many bits") != NULL;
    out->bits = out->number ? (uint64_t)lc_int_get_si(value) : 0;
    if (range.bounded_above && lc_int_lt(range.high, limit)) {
        out->endless = false;
        out->size = lc_int_get_si(range.high);
    }
    return true;
}

/* The leaves that move. */
static bool read_words(lcv_proof *p, size_t i, words *out)
{
    *out = (words){.p = p, .x = lcv_form_as_xor(p->f, p->arg[i])};
    for (size_t k = 0; out->x && k < out->x->n; k++) {
        if (lcv_size_is_one(out->x->extent[k]))
            continue;
        if (!read_leaf(p, out->x->extent[k], out->x->step[k], &out->leaf[out->n++]))
            return false;
    }
    return out->x != NULL;
}

static bool is_low(const leaf *l)
{
    return l->number && !l->endless;
}

/* ---- injective ---- */

/* Columns, all of which are to be linearly independent. */
static bool add_column(lc_f2 *b, uint64_t v)
{
    if (b->cols == LC_F2_MAX)
        return false;
    b->column[b->cols++] = v;
    return true;
}

static bool is_independent(const lc_f2 *b)
{
    return lc_f2_rank(b) == b->cols;
}

/* The number k of low bits that are 0 in every value of the word. */
static unsigned zeros_below(lcv_proof *p, const leaf *l)
{
    unsigned k = 0;
    lc_int two = lc_int_const(2), all = lc_int_const(1);
    while (k < MAX_COLUMNS) {
        all = lc_int_mul(p->f->ctx, all, two);
        if (!lcv_forms_quotient(p->f, l->word, lcv_size_int(p->s, all)))
            break;
        k++;
    }
    return k;
}

/* The columns of a leaf that has an end, modulo 2^k. */
static bool add_leaf(lc_f2 *b, const leaf *l, unsigned k)
{
    unsigned digits = length_of((uint64_t)(l->size - 1));
    if (length_of(l->bits) + digits > MAX_COLUMNS)
        return false;
    for (unsigned j = 0; j < digits; j++)
        if (!add_column(b, l->bits << j & (((uint64_t)1 << k) - 1)))
            return false;
    return true;
}

/* All words are numbers, and one leaf at most has no end: its columns up to the highest bit of
 * the others. */
static bool are_independent(const words *w)
{
    lc_f2 b = lc_f2_zero(LC_F2_MAX, 0);
    unsigned top = 0;
    const leaf *last = NULL;
    for (size_t i = 0; i < w->n; i++) {
        const leaf *l = &w->leaf[i];
        if (!l->number || (l->endless && last))
            return false;
        if (l->endless) {
            last = l;
            continue;
        }
        unsigned length = length_of(l->bits) + length_of((uint64_t)(l->size - 1));
        top = length > top ? length : top;
        if (!add_leaf(&b, l, MAX_COLUMNS))
            return false;
    }
    if (last && last->bits == 0)
        return false;
    for (unsigned j = 0; last && length_of(last->bits) + j <= top; j++)
        if (!add_column(&b, last->bits << j))
            return false;
    return is_independent(&b);
}

static bool is_injective(const words *w)
{
    lcv_proof *p = w->p;
    unsigned k = MAX_COLUMNS;
    const leaf *high = NULL;
    lc_f2 b = lc_f2_zero(LC_F2_MAX, 0);
    if (are_independent(w))
        return true;
    for (size_t i = 0; i < w->n; i++) {
        if (is_low(&w->leaf[i]))
            continue;
        if (high)
            return lcv_obstacle(p->f, "words of several leaves with parameters") != NULL;
        high = &w->leaf[i];
        k = zeros_below(p, high);
    }
    bool ok = true;
    for (size_t i = 0; ok && i < w->n; i++)
        ok = !is_low(&w->leaf[i]) || add_leaf(&b, &w->leaf[i], k);
    if (!ok || !is_independent(&b))
        return lcv_obstacle(p->f, "it was not shown that the words are linearly independent "
                                  "below the bits of the tile's number") != NULL;
    return !high || lcv_shown(p, lcv_size_plus(p->s, high->word, -1)) ||
           lcv_obstacle(p->f, "it was not shown that the word %S is not 0",
                        lcv_size_to_str(p->s, high->word));
}

/* ---- bounds ---- */

/* The largest value of the low leaves; false with an obstacle. */
static bool largest_low(const words *w, lc_int *largest)
{
    lcv_proof *p = w->p;
    lcv_modes low = {0, lc_frame_alloc(p->f->ctx, w->n + 1, sizeof *low.mode)};
    for (size_t i = 0; low.mode && i < w->n; i++)
        if (is_low(&w->leaf[i]))
            low.mode[low.n++] =
                (lcv_mode_size){lcv_size_int(p->s, lc_int_si(p->f->ctx, w->leaf[i].size)),
                                w->leaf[i].word};
    const lcv_form *flat = low.mode ? lcv_form_of_modes(p->f, &low) : NULL;
    lcv_form *sums = flat ? lcv_form_moved(p->f, flat, NULL) : NULL;
    if (sums)
        sums->kind = LCV_FORM_XOR;
    lcv_value *v = lcv_form_as_value(p->f, sums);
    return (v && lc_layout_largest(p->f->ctx, v->layout, largest)) ||
           lcv_obstacle(p->f, "words of that many bits") != NULL;
}

static bool is_below(const words *w, const lc_poly *bound)
{
    lcv_proof *p = w->p;
    lc_int low;
    if (!largest_low(w, &low))
        return false;
    const lc_poly *reach = lcv_size_int(p->s, low);
    for (size_t i = 0; i < w->n; i++) {
        const leaf *l = &w->leaf[i];
        if (is_low(l))
            continue;
        if (!lcv_show_order(p, l->word, lcv_size_const(p->s, 0), "a word"))
            return false;
        reach = lcv_size_add(p->s, reach,
                             lcv_size_mul(p->s, lcv_size_plus(p->s, l->extent, -1), l->word));
    }
    return lcv_show_order(p, lcv_size_plus(p->s, bound, -1), reach, "the largest value");
}

/* ---- claims ---- */

static bool of_injective(lcv_proof *p)
{
    words w;
    return read_words(p, 0, &w) && is_injective(&w);
}

static bool of_bounds(lcv_proof *p)
{
    words w;
    const lc_poly *n = lcv_form_as_int(p->f, p->arg[1]);
    return n && read_words(p, 0, &w) && is_below(&w, n);
}

/* One to one into as many places as there are coordinates. */
static bool of_bijective(lcv_proof *p)
{
    words w;
    const lc_poly *size = lcv_form_size(p->f, lcv_form_as_xor(p->f, p->arg[0]));
    return size && read_words(p, 0, &w) && is_below(&w, size) && is_injective(&w);
}

static bool of_places(lcv_proof *p)
{
    const lc_poly *size = lcv_form_size(p->f, lcv_form_as_xor(p->f, p->arg[0]));
    const lc_poly *n = size && p->n == 2 ? lcv_form_as_int(p->f, p->arg[1]) : NULL;
    if (!n)
        return size && lcv_obstacle(p->f, "words onto other places than [0,N)");
    return lcv_show_equal(p, n, size, "the number of places") && of_bijective(p);
}

static bool of_equality(lcv_proof *p)
{
    return lcv_xor_same(p, p->arg[0], p->arg[1]);
}

/* The low bits of an XOR are 0 where those of all words are. */
static bool of_alignment(lcv_proof *p)
{
    words w;
    lc_int n;
    const lc_poly *by = lcv_form_as_int(p->f, p->arg[1]);
    if (!by || !read_words(p, 0, &w))
        return false;
    if (!lc_poly_is_const(by, &n) || !lc_int_is_power_of_two(n))
        return lcv_obstacle(p->f, "an alignment of words to what is no power of two") != NULL;
    for (size_t i = 0; i < w.n; i++)
        if (!lcv_forms_quotient(p->f, w.leaf[i].word, by))
            return lcv_obstacle(p->f, "it was not shown that %S divides the word %S",
                                lcv_size_to_str(p->s, by),
                                lcv_size_to_str(p->s, w.leaf[i].word)) != NULL;
    return true;
}

static const struct {
    lcv_prove_symbols *of_integers, *of_words;
} table[] = {{lcv_sym_aligned, of_alignment},
             {lcv_sym_bijective, of_bijective},
             {lcv_sym_covers, of_places},
             {lcv_sym_equiv, of_equality},
             {lcv_sym_in_bounds, of_bounds},
             {lcv_sym_injective, of_injective},
             {lcv_sym_partitions, of_places},
             {lcv_sym_reorders, of_equality},
             {lcv_sym_surjective, of_places},
             /* accesses look at words themselves, shapes do not */
             {lcv_sym_coalesced, lcv_sym_coalesced},
             {lcv_sym_compatible, lcv_sym_compatible},
             {lcv_sym_conflict_free, lcv_sym_conflict_free},
             {lcv_sym_congruent, lcv_sym_congruent},
             {lcv_sym_refines, lcv_sym_refines},
             {lcv_sym_weakly_congruent, lcv_sym_weakly_congruent}};

bool lcv_sym_xor(lcv_proof *p, lcv_prove_symbols *prove)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].of_integers == prove)
            return table[i].of_words(p);
    return lcv_obstacle(p->f, "%s of strides that add by XOR is not proved in symbols",
                        p->name) != NULL;
}
