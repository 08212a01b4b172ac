/* check_memory.c - when memory runs out: an error, nothing lost, nothing broken.
 *
 * Every allocation that an operation makes is made to fail, one after the other (failing.h); the
 * operation must then say LC_ERR_MEMORY (or succeed without it) and have released whatever it
 * had; likewise while the statements of a kernel of rows are looked at. The integers here are
 * small, so that GMP has no part in it. Where allocations cannot be made to fail the suite is
 * skipped.
 */
#include "config.h"

#include "../isl-bridge/internal.h"
#include "../kernels/planner/planner.h"
#include "../kernels/rows/lowering.h"
#include "failing.h"
#include "law.h"
#include "suite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- operations */

typedef struct {
    lc_layout *a, *b;
    lc_tiler *tiler;
    lc_tuple *shape, *crd, *slicer, *profile;
} inputs;

typedef enum { LAYOUT, TUPLE, TILER, TEXT } kind;

typedef struct {
    const char *name;
    kind kind;
    void *(*run)(lc_ctx *ctx, const inputs *in);
} operation;

#define OPERATION(name, call)                                                                    \
    static void *run_##name(lc_ctx *ctx, const inputs *in)                                       \
    {                                                                                            \
        return call;                                                                             \
    }

OPERATION(coalesce, lc_coalesce(ctx, in->a))
OPERATION(coalesce_by, lc_coalesce_by(ctx, in->a, in->profile))
OPERATION(compose, lc_compose(ctx, in->a, in->b))
OPERATION(compose_tiler, lc_compose_tiler(ctx, in->a, in->tiler))
OPERATION(no_composite, lc_compose(ctx, in->b, in->a))
OPERATION(complement, lc_complement(ctx, in->a))
OPERATION(complement_to, lc_complement_to(ctx, in->b, lc_int_const(1000)))
OPERATION(gap_complement, lc_gap_complement(ctx, in->b, lc_int_const(1000)))
OPERATION(right_inverse, lc_right_inverse(ctx, in->a))
OPERATION(left_inverse, lc_left_inverse(ctx, in->a))
OPERATION(inverse, lc_inverse(ctx, in->a))
OPERATION(logical_divide, lc_logical_divide(ctx, in->a, in->tiler))
OPERATION(zipped_divide, lc_zipped_divide(ctx, in->a, in->tiler))
OPERATION(tiled_divide, lc_tiled_divide(ctx, in->a, in->tiler))
OPERATION(flat_divide, lc_flat_divide(ctx, in->a, in->tiler))
OPERATION(logical_product, lc_logical_product(ctx, in->a, in->tiler))
OPERATION(zipped_product, lc_zipped_product(ctx, in->a, in->tiler))
OPERATION(blocked_product, lc_blocked_product(ctx, in->a, in->b))
OPERATION(raked_product, lc_raked_product(ctx, in->a, in->b))
OPERATION(max_common_layout, lc_max_common_layout(ctx, in->a, in->a))
OPERATION(upcast, lc_upcast(ctx, in->a, lc_int_const(2)))
OPERATION(downcast, lc_downcast(ctx, in->a, lc_int_const(2)))
OPERATION(filter, lc_filter(ctx, in->a))
OPERATION(tile_to_shape, lc_tile_to_shape(ctx, in->b, in->shape, NULL))
OPERATION(flatten, lc_layout_flatten(ctx, in->a))
OPERATION(group, lc_layout_group(ctx, in->a, 0, 2))
OPERATION(select, lc_layout_select(ctx, in->a, 2, (size_t[]){1, 0}))
OPERATION(mode, lc_layout_mode(ctx, in->a, 1))
OPERATION(concat, lc_layout_concat(ctx, 2, (lc_layout *[]){in->a, in->b}))
OPERATION(compact, lc_layout_compact(ctx, in->shape))
OPERATION(layout_text, lc_layout_to_str(ctx, in->a))
OPERATION(tuple_text, lc_tuple_to_str(ctx, in->slicer))
OPERATION(tiler_text, lc_tiler_to_str(ctx, in->tiler))
OPERATION(tiler_of_shape, lc_tiler_shape(ctx, in->shape))
OPERATION(tuple_flatten, lc_tuple_flatten(ctx, in->slicer))
OPERATION(tuple_group, lc_tuple_group(ctx, in->slicer, 0, 1))
OPERATION(tuple_mode, lc_tuple_mode(ctx, in->slicer, 1))
OPERATION(idx2crd, lc_idx2crd(ctx, lc_int_const(5), in->shape))

static void *run_slice(lc_ctx *ctx, const inputs *in)
{
    lc_int offset;
    return lc_layout_slice(ctx, in->a, in->slicer, &offset);
}

static void *run_evaluate(lc_ctx *ctx, const inputs *in)
{
    lc_int offset;
    return lc_layout_eval(ctx, in->a, in->crd, &offset) ? lc_tuple_leaf(ctx, offset) : NULL;
}

static const operation table[] = {
    {"coalesce", LAYOUT, run_coalesce},
    {"coalesce by mode", LAYOUT, run_coalesce_by},
    {"compose", LAYOUT, run_compose},
    {"compose by mode", LAYOUT, run_compose_tiler},
    {"a composite that does not exist", LAYOUT, run_no_composite},
    {"complement", LAYOUT, run_complement},
    {"complement up to a size", LAYOUT, run_complement_to},
    {"gap_complement", LAYOUT, run_gap_complement},
    {"right_inverse", LAYOUT, run_right_inverse},
    {"left_inverse", LAYOUT, run_left_inverse},
    {"inverse", LAYOUT, run_inverse},
    {"logical_divide", LAYOUT, run_logical_divide},
    {"zipped_divide", LAYOUT, run_zipped_divide},
    {"tiled_divide", LAYOUT, run_tiled_divide},
    {"flat_divide", LAYOUT, run_flat_divide},
    {"logical_product", LAYOUT, run_logical_product},
    {"zipped_product", LAYOUT, run_zipped_product},
    {"blocked_product", LAYOUT, run_blocked_product},
    {"raked_product", LAYOUT, run_raked_product},
    {"max_common_layout", LAYOUT, run_max_common_layout},
    {"upcast", LAYOUT, run_upcast},
    {"downcast", LAYOUT, run_downcast},
    {"filter", LAYOUT, run_filter},
    {"tile_to_shape", LAYOUT, run_tile_to_shape},
    {"flatten", LAYOUT, run_flatten},
    {"group", LAYOUT, run_group},
    {"select", LAYOUT, run_select},
    {"mode", LAYOUT, run_mode},
    {"concat", LAYOUT, run_concat},
    {"compact", LAYOUT, run_compact},
    {"slice", LAYOUT, run_slice},
    {"evaluate", TUPLE, run_evaluate},
    {"text of a layout", TEXT, run_layout_text},
    {"text of a tuple", TEXT, run_tuple_text},
    {"text of a tiler", TEXT, run_tiler_text},
    {"tiler of a shape", TILER, run_tiler_of_shape},
    {"flatten a tuple", TUPLE, run_tuple_flatten},
    {"group a tuple", TUPLE, run_tuple_group},
    {"mode of a tuple", TUPLE, run_tuple_mode},
    {"idx2crd", TUPLE, run_idx2crd},
};

static void release(kind k, void *value)
{
    switch (k) {
    case LAYOUT: lc_layout_free(value); break;
    case TUPLE: lc_tuple_free(value); break;
    case TILER: lc_tiler_free(value); break;
    default: free(value);
    }
}

static lc_layout *layout_of(law *l, const char *text)
{
    m_layout m;
    ck_assert(m_layout_parse(text, &m));
    return law_layout(l, &m);
}

/* A tuple spelled as its nesting and its leaves. */
static lc_tuple *tuple_of(law *l, const char *nest, size_t n, const int64_t *leaf)
{
    m_tuple t = {.n = n};
    snprintf(t.nest, sizeof t.nest, "%s", nest);
    for (size_t i = 0; i < n; i++)
        t.leaf[i] = leaf[i];
    return law_tuple(l, &t);
}

static void make_inputs(law *l, inputs *in)
{
    lc_tiler *part[2];
    in->a = layout_of(l, "((4,2),8,(2,3)):((1,32),4,(64,128))");
    in->b = layout_of(l, "(4,3):(2,24)");
    for (int i = 0; i < 2; i++)
        part[i] = law_own_tiler(l, lc_tiler_layout(l->ctx, layout_of(l, i ? "4:1" : "2:1")));
    in->tiler = law_own_tiler(l, lc_tiler_of(l->ctx, 2, part));
    in->shape = tuple_of(l, "(xx)", 2, (int64_t[]){8, 9});
    in->crd = tuple_of(l, "((xx)xx)", 4, (int64_t[]){1, 1, 5, 3});
    in->slicer = tuple_of(l, "((_x)_x)", 4, (int64_t[]){0, 1, 0, 3});
    in->profile = tuple_of(l, "(xxx)", 3, (int64_t[]){1, 1, 1});
}

TEST(every_allocation_may_fail)
{
    law l = {.ctx = lc_ctx_new(), .name = "memory"};
    inputs in;
    make_inputs(&l, &in);
    const operation *op = &table[_i];
    bool reached = true;
    long n = 0;
    for (; reached; n++) {
        lc_ctx_reset(l.ctx);
        failing_arm(n);
        void *value = op->run(l.ctx, &in);
        failing_count count = failing_disarm();
        reached = count.failed;
        if (value) {
            release(op->kind, value);
        } else {
            ck_assert_msg(count.blocks == 0, "%s: %ld blocks lost when allocation %ld fails",
                          op->name, count.blocks, n);
            ck_assert_msg(!reached || lc_ctx_code(l.ctx) == LC_ERR_MEMORY ||
                              lc_ctx_code(l.ctx) == LC_ERR_NO_VALUE,
                          "%s: code %d, '%s' when allocation %ld fails", op->name,
                          (int)lc_ctx_code(l.ctx), lc_ctx_message(l.ctx), n);
        }
        ck_assert_msg(n < 1000, "%s allocates without end", op->name);
    }
    ck_assert_msg(n > 1, "%s allocates nothing: is malloc replaced?", op->name);
    law_release(&l);
    lc_ctx_free(l.ctx);
}

/* Making a context, and large integers, whose places the context keeps itself. */
TEST(a_context_without_memory)
{
    for (long n = 0; n < 4; n++) {
        failing_arm(n);
        lc_ctx *ctx = lc_ctx_new();
        bool reached = failing_disarm().failed;
        ck_assert(ctx || reached);
        lc_ctx_free(ctx);
    }
}

/* ---- the statements of a kernel of rows */

static void check_each_allocation(lck_rows *rows, const lck_kernel *k)
{
    bool reached = true;
    long n = 0;
    for (; reached; n++) {
        failing_arm(n);
        const char *line;
        lcv_result *result = lck_check_reductions(rows, k, &line);
        failing_count count = failing_disarm();
        reached = count.failed;
        ck_assert_msg(!reached || !result || result->verdict == LCV_PROVED, "allocation %ld", n);
        ck_assert_msg(result || (count.blocks == 0 && lc_ctx_code(k->ctx) == LC_ERR_MEMORY),
                      "allocation %ld: %ld blocks are lost, code %d", n, count.blocks,
                      (int)lc_ctx_code(k->ctx));
        lcv_result_free(result);
        lc_ctx_reset(k->ctx);
        ck_assert(lc_ctx_starved(k->ctx) == reached);
    }
    ck_assert_msg(n > 10, "%ld allocations", n);
}

/* Takes the steps of a plan up to its kernel. */
static void check_rows_of(void *user, lcv_planning *p)
{
    lck_given given;
    lck_rows rows = {.plan = lck_plan_read(p, &given)};
    ck_assert(rows.plan && lck_read_formula(&rows, p) && lck_choose_rows(&rows, p, &given) &&
              lck_find_tree(&rows, p) && lck_prove_rows(&rows, p));
    lck_kernel *k = lck_lower_rows(&rows, p->e->r);
    ck_assert_ptr_nonnull(k);
    check_each_allocation(&rows, k);
    *(bool *)user = true;
    lck_kernel_free(k);
    free(rows.formula.text);
    lck_plan_free(rows.plan);
}

static void ignore(void *user, const lcv_outcome *outcome)
{
    (void)user;
    ck_assert_msg(!outcome->error, "%s", outcome->error->message);
}

/* Nothing is said of its reductions without memory, and nothing is lost. */
TEST(reductions_without_memory)
{
    static const char *const layout[] = {"(3,2048):(2048,1)", "(40,100):(100,1)",
                                         "(2,40000):(40000,1)", "(9,20):(1,9)"};
    char script[256];
    bool checked = false;
    lcv_planner planner = {.user = &checked, .plan = check_rows_of};
    lcv_listener listener = {.outcome = ignore};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = false});
    lcv_session_set_planner(session, &planner);
    snprintf(script, sizeof script,
             "plan p(element=f32, value=exp(x - max(x)) / sum(exp(x - max(x))), source=%s, "
             "destination=%s)\n",
             layout[_i], layout[_i]);
    lcv_session_say(session, script, &listener);
    ck_assert(checked);
    lcv_session_free(session);
}

/* An object of isl's that is not there, and isl has said nothing of it. */
TEST(nothing_of_isl)
{
    static const struct {
        int error; /* of the C library */
        lc_code code;
    } reason[] = {{ENOMEM, LC_ERR_MEMORY}, {0, LC_ERR_INTERNAL}};
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    for (size_t i = 0; i < sizeof reason / sizeof *reason; i++) {
        errno = reason[i].error;
        ck_assert_int_eq(lcr_isl_failed(r, "building a set"), LCR_UNKNOWN);
        ck_assert_int_eq(lc_ctx_code(ctx), reason[i].code);
        ck_assert_int_eq(lcr_starved(r), reason[i].code == LC_ERR_MEMORY);
    }
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
}

static int skip(void)
{
    puts("1..0 # SKIP malloc cannot be replaced here");
    return EXIT_SUCCESS;
}

int main(void)
{
    if (!failing_replaced())
        return skip();
    Suite *suite = suite_create("memory");
    TCase *test = tcase_create("memory");
    tcase_add_loop_test(test, every_allocation_may_fail, 0, (int)(sizeof table / sizeof *table));
    tcase_add_test(test, a_context_without_memory);
    tcase_add_test(test, nothing_of_isl);
    tcase_add_loop_test(test, reductions_without_memory, 0, 4);
    return suite_run_case(suite, test);
}
