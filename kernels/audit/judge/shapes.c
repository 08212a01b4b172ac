#include "config.h"

#include "shapes.h"

#include <stdlib.h>
#include <string.h>

#define SHAPES 64

typedef void judges(const lck_judge *j, const lck_judged *a, lck_answer *out);

typedef struct {
    int64_t extent[3];
    bool open;
} shape;

/* ---- shapes ---- */

static bool is_used(const lck_judge *j, const lck_judged *a, unsigned axis)
{
    for (size_t i = 0; i < lc_exprs_nvars(j->x); i++) {
        const lc_expr *var = lc_exprs_var(j->x, i);
        bool of_axis = j->symbol[i].holder == LCK_OF_AXIS && j->symbol[i].axis == axis;
        if (of_axis && (lc_expr_has(a->at, var) || (a->guard && lc_expr_has(a->guard, var))))
            return true;
    }
    return false;
}

static int64_t most_threads(const lck_judge *j)
{
    return j->threads > 0 && j->threads < 1024 ? j->threads : 1024;
}

/* With x and y: the last axis takes what is left. */
static void add(shape *out, size_t *n, const lck_judge *j, int64_t x, int64_t y)
{
    int64_t left = y < 1 ? 0 : most_threads(j) / (x * y);
    if (left < 1 || *n == SHAPES)
        return;
    shape *s = &out[(*n)++];
    *s = (shape){{x, y, j->block[2] > 0 ? j->block[2] : left < 64 ? left : 64}, true};
}

/* Those that a person would choose come first. */
static size_t shapes_of(const lck_judge *j, const lck_judged *a, shape *out)
{
    static const int64_t some[] = {32, 16,  8,    64, 128, 256, 1,  2,
                                   4,  512, 1024, 3,  12,  20,  33, 48};
    size_t n = 0, all = sizeof some / sizeof *some;
    bool flat = !is_used(j, a, 1) && !is_used(j, a, 2);
    int64_t yz = (j->block[1] > 0 ? j->block[1] : 1) * (j->block[2] > 0 ? j->block[2] : 1);
    for (size_t i = 0; i < (j->block[0] > 0 ? 1 : all); i++) {
        int64_t x = j->block[0] > 0 ? j->block[0] : some[i];
        bool last = j->block[0] == 0 && yz == 1 && j->block[1] > 0 && j->block[2] > 0;
        if (last) { /* one axis: all smaller ones are its beginning */
            add(out, &n, j, most_threads(j), 1);
            return n;
        }
        if (j->block[1] > 0 || flat || !is_used(j, a, 2))
            add(out, &n, j, x, j->block[1] > 0 ? j->block[1] : most_threads(j) / x);
        else
            for (size_t k = 0; k < 9; k++)
                add(out, &n, j, x, some[k]);
    }
    if (n == 0) /* all of these are too large */
        add(out, &n, j, 1, 1);
    return n;
}

/* ---- verdicts ---- */

/* The extents in place of their symbols. */
static const lc_expr *at_shape(const lck_judge *j, const shape *s, const lc_expr *e)
{
    for (size_t i = 0; e && i < lc_exprs_nvars(j->x); i++)
        if (j->symbol[i].extent && j->block[j->symbol[i].axis] == 0) {
            const lc_expr *var = lc_exprs_var(j->x, i);
            int64_t extent = s->extent[j->symbol[i].axis];
            if (extent >= var->low && extent <= var->high)
                e = lc_expr_substitute(j->x, e, var, lc_expr_int(j->x, extent));
        }
    return e;
}

static void differ(const lck_judge *j, const shape *s, lck_verdict here, lck_answer *out)
{
    const char *word = here == LCK_BAD ? "bad" : here == LCK_GOOD ? "good" : "not known";
    lck_answer_clear(out);
    out->verdict = LCK_UNKNOWN;
    out->why = lck_audit_printf(j->audit,
                                "it depends on the block, and is %s for %lld x %lld x %lld "
                                "threads: --block",
                                word, (long long)s->extent[0], (long long)s->extent[1],
                                (long long)s->extent[2]);
}

/* Good in a shape is no proof for all. */
static void leave_open(const lck_judge *j, const shape *s, lck_answer *out)
{
    lck_answer_clear(out);
    out->verdict = LCK_UNKNOWN;
    out->why = lck_audit_printf(j->audit,
                                "the block is not known; it is good for %lld x %lld x %lld "
                                "threads: --block",
                                (long long)s->extent[0], (long long)s->extent[1],
                                (long long)s->extent[2]);
}

static void for_shapes(const lck_judge *j, const lck_judged *a, judges *judge, lck_answer *out)
{
    shape shapes[SHAPES];
    if (!lck_judge_works(j, 1)) {
        *out = (lck_answer){.verdict = LCK_UNKNOWN,
                            .why = lck_audit_printf(j->audit, "%s", LCK_JUDGE_NO_WORK)};
        return;
    }
    if (j->block[0] > 0 && j->block[1] > 0 && j->block[2] > 0) {
        judge(j, a, out);
        return;
    }
    size_t n = shapes_of(j, a, shapes);
    if (n > 1 && judge == lck_judge_inside_of) {
        if (lck_judge_inside_for_all(j, a, out))
            return;
        lck_answer_clear(out);
    }
    for (size_t i = 0; i < n; i++) {
        lck_judge with = *j;
        lck_judged b = *a;
        lck_answer here = {.verdict = LCK_NOT_ASKED};
        memcpy(with.block, shapes[i].extent, sizeof with.block);
        with.open = true;
        with.any = i > 0;
        if (n > 1) {
            b.at = at_shape(j, &shapes[i], a->at);
            b.guard = a->guard ? at_shape(j, &shapes[i], a->guard) : NULL;
        }
        if (!b.at || (a->guard && !b.guard)) {
            lc_ctx_reset(lc_exprs_ctx(j->x));
            continue;
        }
        judge(&with, &b, &here);
        lck_verdict verdict = here.verdict;
        if (i == 0) {
            *out = here;
            if (n > 1 && verdict == LCK_GOOD)
                leave_open(j, &shapes[i], out);
            if (verdict != LCK_BAD)
                return;
            continue;
        }
        lck_answer_clear(&here);
        if (verdict != out->verdict) {
            differ(j, &shapes[i], verdict, out);
            return;
        }
    }
}

void lck_judge_conflicts(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    for_shapes(j, a, lck_judge_conflicts_of, out);
}

void lck_judge_sectors(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    for_shapes(j, a, lck_judge_sectors_of, out);
}

void lck_judge_aligned(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    if (a->needs < 1 || !lck_judge_multiples(j, a, out))
        for_shapes(j, a, lck_judge_alignment_of, out);
}

void lck_judge_inside(const lck_judge *j, const lck_judged *a, lck_answer *out)
{
    for_shapes(j, a, lck_judge_inside_of, out);
}
