/* digits.c - functions under swizzles: differences, ranges, divisors, collisions,
 * common and missing values, one digit at a time.
 */
#include "config.h"

#include "word.h"

#include <stdlib.h>
#include <string.h>

/* ---- systems with coordinates ---- */

/* The variables of a domain: of the leaves that have a choice, the others SIZE_MAX. */
typedef struct {
    lcr_leaves leaves;
    size_t *var;
    lcr_expr x; /* the integral coordinate */
} place;

static bool place_of(lcr_ctx *r, const lc_tuple *domain, place *p)
{
    *p = (place){.var = NULL};
    if (!lcr_leaves_of_shape(r->lc, domain, &p->leaves))
        return false;
    p->var = lc_alloc(r->lc, p->leaves.n, sizeof *p->var);
    return p->var != NULL;
}

static bool place_vars(lcr_system *s, place *p, size_t first)
{
    return lcr_domain_vars(s, &p->leaves, first, p->var, &p->x);
}

static void place_clear(place *p)
{
    lcr_leaves_clear(&p->leaves);
    free(p->var);
}

/* ---- one or two words, block by block ---- */

/* What is asked about: one function or two, each on a place, two functions of the same
 * coordinate on one. */
typedef struct {
    lcr_ctx *r;
    size_t n;
    lcr_steps first; /* first steps shared by two functions of one coordinate, taken off both */
    lcr_steps f[2];
    place room[2];
    place *at[2];
    lcr_word word[2];
    lcr_blocks blocks;
    lc_int point[LCR_MAX_VARS];
} question;

/* Layouts of integers; *bits is added to. */
static bool check_steps(lcr_ctx *r, lcr_steps f, size_t *bits)
{
    for (size_t k = 0; k < f.n; k++) {
        const lc_layout *a = f.step[k].layout;
        *bits += lc_int_bits(f.step[k].offset);
        if (a && !lcr_integers_only(r, "a system in digits", a))
            return false;
        *bits += a ? lcr_bits_of_layout(a) : 0;
    }
    return true;
}

static void close_question(question *q)
{
    if (!q)
        return;
    place_clear(&q->room[0]);
    place_clear(&q->room[1]);
    free(q);
}

static bool same_step(const lcr_step *a, const lcr_step *b)
{
    bool same_layout = a->layout == b->layout ||
                       (a->layout && b->layout && lc_layout_equal(a->layout, b->layout));
    return same_layout && a->map == b->map && lc_int_eq(a->offset, b->offset) &&
           lc_swizzle_equal(a->swizzle, b->swizzle);
}

static lcr_steps steps_from(lcr_steps f, size_t k)
{
    return (lcr_steps){f.n - k, f.step + k};
}

static void take_common_steps(question *q)
{
    size_t k = 0;
    if (q->n < 2 || q->at[0] != q->at[1])
        return;
    while (k < q->f[0].n && k < q->f[1].n && same_step(&q->f[0].step[k], &q->f[1].step[k]))
        k++;
    q->first = (lcr_steps){k, q->f[0].step};
    q->f[0] = steps_from(q->f[0], k);
    q->f[1] = steps_from(q->f[1], k);
}

/* Opens the question about f and, unless it is NULL, about g; g is on f's place if it has no
 * domain. */
static question *open_question(lcr_ctx *r, const lcr_digit_function *f,
                               const lcr_digit_function *g)
{
    question *q = lc_alloc(r->lc, 1, sizeof *q);
    if (!q)
        return NULL;
    const lcr_digit_function *const given[2] = {f, g};
    size_t bits = 0;
    uint64_t mixed = 0;
    bool ok = true;
    q->r = r;
    q->n = g ? 2 : 1;
    for (size_t i = 0; ok && i < q->n; i++) {
        q->f[i] = given[i]->f;
        q->at[i] = given[i]->domain ? &q->room[i] : &q->room[0];
        ok = check_steps(r, q->f[i], &bits) &&
             (!given[i]->domain || place_of(r, given[i]->domain, q->at[i]));
        bits += given[i]->domain ? lcr_bits_of_shape(given[i]->domain) : 0;
    }
    take_common_steps(q);
    for (size_t i = 0; i < q->n; i++) {
        lcr_word_sources(q->f[i], &q->word[i]);
        mixed |= lcr_word_mixed(&q->word[i]);
    }
    lcr_blocks_of(mixed, &q->blocks);
    if (ok && lcr_check_bits(r, bits))
        return q;
    close_question(q);
    return NULL;
}

/* The same bijective swizzle at the end of both does not change where they are equal. */
static void peel(question *q)
{
    lcr_word *f = &q->word[0], *g = &q->word[1];
    if (memcmp(f->source, g->source, sizeof f->source) != 0 || !lcr_word_is_bijective(f))
        return;
    lcr_word_sources((lcr_steps){0, NULL}, f);
    lcr_word_sources((lcr_steps){0, NULL}, g);
    lcr_blocks_of(0, &q->blocks);
}

/* A system under way: the words in it, cut, and one digit of them. */
typedef struct {
    question *q;
    lcr_system *s;
    lcr_pieces pieces[2];
    lcr_parity parity;
    lcr_expr run;
} cut_words;

static void close_cut(cut_words *c)
{
    if (!c)
        return;
    lcr_pieces_clear(&c->pieces[0]);
    lcr_pieces_clear(&c->pieces[1]);
    lcr_system_free(c->s);
    free(c);
}

/* Coordinates that two places have in common before the first, SIZE_MAX for all, share
 * their variables. */
static bool question_vars(question *q, lcr_system *s, size_t common)
{
    if (!place_vars(s, q->at[0], 0))
        return false;
    if (q->n < 2 || q->at[1] == q->at[0])
        return true;
    for (size_t k = 0; k < common; k++)
        q->at[1]->var[k] = q->at[0]->var[k];
    return place_vars(s, q->at[1], common);
}

/* The words of the functions, after the steps that they share. */
static bool read_words(question *q, lcr_system *s)
{
    lcr_word first;
    lcr_expr x;
    lcr_word_sources(q->first, &first);
    bool ok = lcr_word_of(s, q->first, &q->at[0]->x, &first) && lcr_word_value(s, &first, &x);
    for (size_t i = 0; ok && i < q->n; i++)
        ok = lcr_word_of(s, q->f[i], q->at[i] == q->at[0] ? &x : &q->at[i]->x, &q->word[i]);
    return ok;
}

/* A new system with the words cut for the blocks from `first` to `last`. */
static cut_words *open_cut(question *q, size_t first, size_t last, size_t common)
{
    cut_words *c = lc_alloc(q->r->lc, 1, sizeof *c);
    if (!c)
        return NULL;
    lcr_cuts cuts = {{false}};
    c->q = q;
    c->s = lcr_system_new(q->r);
    bool ok = c->s && question_vars(q, c->s, common);
    for (size_t k = first; k <= last; k++)
        for (size_t i = 0; i < q->n; i++)
            lcr_cuts_for(&q->word[i], &q->blocks.block[k], &cuts);
    ok = ok && read_words(q, c->s);
    for (size_t i = 0; ok && i < q->n; i++)
        ok = lcr_pieces_of(c->s, &q->word[i].x, &cuts, &c->pieces[i]);
    if (ok)
        return c;
    close_cut(c);
    return NULL;
}

/* Block k of the first `n` words: the XOR of their bits, or the run of the first less
 * that of the second. */
static void read_digit(cut_words *c, size_t k, size_t n)
{
    const question *q = c->q;
    const lcr_block *block = &q->blocks.block[k];
    lcr_expr other;
    c->parity.n = 0;
    lcr_expr_zero(&c->run);
    for (size_t i = 0; i < n; i++) {
        if (block->is_bit) {
            lcr_parity_add(&c->parity, &q->word[i], &c->pieces[i], block->from);
        } else {
            lcr_run_of(q->r->lc, &q->word[i], &c->pieces[i], block, &other);
            lcr_expr_add(q->r->lc, &c->run, lc_int_const(i == 0 ? 1 : -1), &other);
        }
    }
}

/* The digit read is `value`, of a bit 0 or 1. */
static bool fix_digit(cut_words *c, size_t k, lc_int value)
{
    lc_ctx *ctx = c->q->r->lc;
    if (c->q->blocks.block[k].is_bit)
        return lcr_parity_fix(c->s, &c->parity, !lc_int_is_zero(value));
    lcr_expr_add_const(ctx, &c->run, lc_int_neg(ctx, value));
    return lcr_system_eq(c->s, &c->run);
}

/* It is not 0. */
static lcr_answer solve_digit(cut_words *c, size_t k)
{
    if (!c->q->blocks.block[k].is_bit)
        return lcr_solve_not_zero(c->s, &c->run, c->q->point);
    return lcr_parity_fix(c->s, &c->parity, true) ? lcr_system_solve(c->s, NULL, c->q->point)
                                                  : LCR_UNKNOWN;
}

/* The words are the same in every block. */
static bool equal_words(cut_words *c)
{
    bool ok = true;
    for (size_t k = 0; ok && k < c->q->blocks.n; k++) {
        read_digit(c, k, 2);
        ok = fix_digit(c, k, lc_int_const(0));
    }
    return ok;
}

/* Block k of the first n words, which are the same word where the question has more, is not 0 in
 * this system, which is closed. */
static lcr_answer solve_block(question *q, size_t k, cut_words *c, size_t n)
{
    lcr_answer answer = LCR_UNKNOWN;
    if (c && (n == q->n || equal_words(c))) {
        read_digit(c, k, n);
        answer = solve_digit(c, k);
    }
    close_cut(c);
    return answer;
}

/* The answer with the coordinates it was found at, those of two places one after the
 * other. Closes the question. */
static lcr_answer finish(lcr_ctx *r, lc_frame frame, question *q, lcr_answer answer, lc_int *crd)
{
    size_t n = 0;
    for (size_t i = 0; answer == LCR_YES && i < q->n; i++) {
        if (i > 0 && q->at[i] == q->at[0])
            continue;
        lcr_domain_read(&q->at[i]->leaves, q->at[i]->var, q->point, crd + n);
        n += q->at[i]->leaves.n;
    }
    close_question(q);
    return lcr_frame_keep(r->lc, frame, n, crd) ? answer : LCR_UNKNOWN;
}

/* ---- differences ---- */

/* A point at one of the blocks of the words of two functions, from the lowest on. */
static lcr_answer in_some_block(lcr_ctx *r, const lcr_digit_function *f,
                                const lcr_digit_function *g,
                                lcr_answer in_block(question *q, size_t k), lc_int *crd)
{
    lc_frame frame = lc_frame_open(r->lc);
    question *q = open_question(r, f, g);
    lcr_answer answer = q ? LCR_NO : LCR_UNKNOWN;
    if (q)
        peel(q);
    for (size_t k = 0; answer == LCR_NO && k < q->blocks.n; k++)
        answer = in_block(q, k);
    return finish(r, frame, q, answer, crd);
}

/* Block k of the words of two functions is not the same. */
static lcr_answer differ_in_block(question *q, size_t k)
{
    return solve_block(q, k, open_cut(q, k, k, 0), 2);
}

lcr_answer lcr_digits_difference(lcr_ctx *r, const lcr_digit_function *f, lcr_steps g,
                                 lc_int *crd)
{
    return in_some_block(r, f, &(lcr_digit_function){NULL, g}, differ_in_block, crd);
}

/* ---- ranges ---- */

/* The digit of an integer in a block. */
static lc_int digit_of(lc_ctx *ctx, lc_int value, const lcr_block *block)
{
    lc_int above = lc_int_fdiv(ctx, value, lc_int_power_of_two(ctx, block->from));
    if (block->to == block->from)
        return above;
    return lc_int_fmod(ctx, above, lc_int_power_of_two(ctx, block->to - block->from));
}

/* The blocks above k are those of the bound, and block k is past it. */
static lcr_answer past_in_block(question *q, size_t k, int sign, lc_int bound)
{
    lc_ctx *ctx = q->r->lc;
    const lcr_block *block = &q->blocks.block[k];
    lc_int digit = digit_of(ctx, bound, block);
    if (block->is_bit && lc_int_is_zero(digit) != (sign > 0))
        return LCR_NO; /* nothing is above 1 or below 0 */
    cut_words *c = open_cut(q, k, q->blocks.n - 1, 0);
    bool ok = c != NULL;
    for (size_t j = k + 1; ok && j < q->blocks.n; j++) {
        read_digit(c, j, 1);
        ok = fix_digit(c, j, digit_of(ctx, bound, &q->blocks.block[j]));
    }
    lcr_answer answer = LCR_UNKNOWN;
    if (ok) {
        read_digit(c, k, 1);
        if (block->is_bit) {
            if (lcr_parity_fix(c->s, &c->parity, sign > 0))
                answer = lcr_system_solve(c->s, NULL, q->point);
        } else {
            lc_int past = lc_int_mul(ctx, lc_int_const(-sign), digit);
            answer = lcr_solve_side(c->s, &c->run, sign, lc_int_sub(ctx, past, lc_int_const(1)),
                                    q->point);
        }
    }
    close_cut(c);
    return answer;
}

lcr_answer lcr_digits_outside(lcr_ctx *r, const lcr_digit_function *f, lc_int least, lc_int most,
                              lc_int *crd)
{
    lc_frame frame = lc_frame_open(r->lc);
    question *q = open_question(r, f, NULL);
    lcr_answer answer = q ? LCR_NO : LCR_UNKNOWN;
    for (int sign = 1; sign >= -1; sign -= 2)
        for (size_t k = q ? q->blocks.n : 0; answer == LCR_NO && k-- > 0;)
            answer = past_in_block(q, k, sign, sign > 0 ? most : least);
    return finish(r, frame, q, answer, crd);
}

/* ---- divisors ---- */

/* The part of block k below 2^bits is not 0. */
static lcr_answer unaligned_in_block(question *q, size_t k, size_t bits)
{
    const lcr_block *block = &q->blocks.block[k];
    lcr_answer answer = LCR_UNKNOWN;
    cut_words *c = open_cut(q, k, k, 0);
    if (c) {
        read_digit(c, k, 1);
        lcr_expr above, low = c->run;
        bool ok = true, cut = block->to == block->from || bits < block->to;
        if (!block->is_bit && cut) {
            lc_int divisor = lc_int_power_of_two(q->r->lc, (unsigned)bits - block->from);
            ok = lcr_system_divide(c->s, &c->run, divisor, &above, &low);
            c->run = low;
        }
        answer = ok ? solve_digit(c, k) : LCR_UNKNOWN;
    }
    close_cut(c);
    return answer;
}

/* The whole value is no multiple of an odd n. */
static lcr_answer unaligned_value(question *q, lc_int n)
{
    cut_words *c = open_cut(q, 1, 0, 0);
    lcr_answer answer = LCR_UNKNOWN;
    lcr_expr value, quotient, rest;
    if (c && lcr_word_value(c->s, &q->word[0], &value) &&
        lcr_system_divide(c->s, &value, n, &quotient, &rest))
        answer = lcr_solve_side(c->s, &rest, 1, lc_int_const(-1), q->point);
    close_cut(c);
    return answer;
}

lcr_answer lcr_digits_unaligned(lcr_ctx *r, const lcr_digit_function *f, lc_int n, lc_int *crd)
{
    lc_frame frame = lc_frame_open(r->lc);
    size_t bits = 0;
    while (!lc_int_bit(n, bits))
        bits++;
    lc_int odd = lc_int_fdiv(r->lc, n, lc_int_power_of_two(r->lc, (unsigned)bits));
    question *q = open_question(r, f, NULL);
    lcr_answer answer = q ? LCR_NO : LCR_UNKNOWN;
    for (size_t k = 0; answer == LCR_NO && k < q->blocks.n; k++)
        if (q->blocks.block[k].from < bits)
            answer = unaligned_in_block(q, k, bits);
    if (answer == LCR_NO && !lc_int_is_one(odd))
        answer = unaligned_value(q, odd);
    return finish(r, frame, q, answer, crd);
}

/* ---- two coordinates ---- */

/* The same value at coordinates that are the same before leaf k, where the second is
 * larger. */
static lcr_answer collide_from(question *q, size_t k)
{
    cut_words *c = open_cut(q, 0, q->blocks.n - 1, k);
    lcr_answer answer = LCR_UNKNOWN;
    if (c && equal_words(c)) {
        lcr_expr more;
        lcr_expr_zero(&more);
        lcr_expr_add_var(q->r->lc, &more, lc_int_const(1), q->at[1]->var[k]);
        lcr_expr_add_var(q->r->lc, &more, lc_int_const(-1), q->at[0]->var[k]);
        answer = lcr_solve_side(c->s, &more, 1, lc_int_const(-1), q->point);
    }
    close_cut(c);
    return answer;
}

lcr_answer lcr_digits_collision(lcr_ctx *r, const lcr_digit_function *f, lc_int *crd)
{
    lc_frame frame = lc_frame_open(r->lc);
    question *q = open_question(r, f, f);
    lcr_answer answer = q ? LCR_NO : LCR_UNKNOWN;
    if (q)
        peel(q);
    for (size_t k = 0; answer == LCR_NO && k < q->room[0].leaves.n; k++)
        if (!lc_int_is_one(q->room[0].leaves.extent[k]))
            answer = collide_from(q, k);
    return finish(r, frame, q, answer, crd);
}

/* The same value, and block k of it is not 0. */
static lcr_answer share_block(question *q, size_t k)
{
    return solve_block(q, k, open_cut(q, 0, q->blocks.n - 1, 0), 1);
}

/* A bijective swizzle leaves 0, and only 0, at 0: peeling it off changes nothing here either. */
lcr_answer lcr_digits_shared(lcr_ctx *r, const lcr_digit_function *f, const lcr_digit_function *g,
                             lc_int *crd)
{
    return in_some_block(r, f, g, share_block, crd);
}

/* ---- offsets of a layout ---- */

lcr_answer lcr_digits_missing(lcr_ctx *r, const lcr_digit_function *f, const lc_layout *a,
                              lc_int *crd)
{
    lc_frame frame = lc_frame_open(r->lc);
    lcr_answer answer = LCR_UNKNOWN;
    question *q = open_question(r, f, NULL);
    cut_words *c = q ? open_cut(q, 1, 0, 0) : NULL;
    lcr_expr value;
    if (c && lcr_word_value(c->s, &q->word[0], &value))
        answer = lcr_solve_outside(c->s, a, &value, q->point);
    close_cut(c);
    return finish(r, frame, q, answer, crd);
}
