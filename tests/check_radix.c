/* check_radix.c - maps whose axes, strides, guards and divisors are products, quotients and
 * differences of two parameters, as kernels split their work, against enumeration.
 *
 * No small worlds are tried: what is PROVED rests on sets alone, and is to hold at all numbers
 * that are tried here. What is true of all of these is to be proved often enough.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../verify/session/answer.h"
#include "../verify/session/session.h"

#include <stdio.h>
#include <string.h>

#define MOST_POINTS 4096
#define FARTHEST 8192 /* a value is less, and so is its negative */

static lcv_session *session;
static size_t proved, truths, found;

/* ---- sizes of the parameters A, which may be negative, and B ---- */

/* By floor; d > 0. */
static int64_t divided(int64_t x, int64_t d, char op)
{
    int64_t q = x / d - (x % d < 0);
    return op == '/' ? q : x - d * q;
}

static int64_t up(int64_t x, int64_t y)
{
    return divided(x + y - 1, y, '/');
}

#define SIZE(name, of)                                                                           \
    static int64_t name(int64_t a, int64_t b)                                                    \
    {                                                                                            \
        (void)a;                                                                                 \
        (void)b;                                                                                 \
        return of;                                                                               \
    }
SIZE(one, 1)
SIZE(four, 4)
SIZE(size_a, a)
SIZE(size_b, b)
SIZE(product, a *b)
SIZE(four_times, 4 * a)
SIZE(chunk, up(a, b))
SIZE(whole, b *up(a, b))
SIZE(short_chunk, divided(a, b, '/'))
SIZE(less_one, b - 1)
SIZE(difference, a - b)

static const struct {
    const char *text;
    int64_t (*at)(int64_t a, int64_t b);
} size[] = {{"1", one},
            {"4", four},
            {"A", size_a},
            {"B", size_b},
            {"A*B", product},
            {"4*A", four_times},
            {"ceil_div(A,B)", chunk},
            {"B*ceil_div(A,B)", whole},
            {"A/B", short_chunk},
            {"B - 1", less_one},
            {"A - B", difference}};
#define SIZES (sizeof size / sizeof *size)

/* ---- maps: the sum of coordinates times strides, or its quotient or remainder by B or 4, where
 * it is below a guard ---- */

typedef struct {
    size_t n, extent[2], stride[2];
    size_t by, guard; /* SIZES: there is none */
    char op;          /* / or % */
} map;

static size_t random_size(law *l)
{
    return (size_t)rnd_in(&l->rnd, 0, SIZES - 1);
}

/* Half of the maps are digits: the stride of the second coordinate is the extent of the first. */
static map random_map(law *l)
{
    map m = {.n = 2, .by = SIZES, .guard = SIZES};
    bool digits = rnd_chance(&l->rnd, 60);
    m.extent[0] = random_size(l);
    m.extent[1] = random_size(l);
    m.stride[0] = digits ? 0 : random_size(l);
    m.stride[1] = digits ? m.extent[0] : random_size(l);
    if (rnd_chance(&l->rnd, 20))
        m.n = 1;
    if (rnd_chance(&l->rnd, 35))
        m.by = rnd_chance(&l->rnd, 70) ? 3 : 1; /* B, 4 */
    m.op = rnd_chance(&l->rnd, 50) ? '/' : '%';
    if (rnd_chance(&l->rnd, 40))
        m.guard = random_size(l);
    return m;
}

static const char *map_text(law *l, const map *m)
{
    const char *value = m->n == 1 ? law_printf(l, "i*(%s)", size[m->stride[0]].text)
                                  : law_printf(l, "i*(%s) + j*(%s)", size[m->stride[0]].text,
                                               size[m->stride[1]].text);
    if (m->by < SIZES)
        value = law_printf(l, "(%s)%c(%s)", value, m->op, size[m->by].text);
    const char *where = m->guard < SIZES
                            ? law_printf(l, " where %s < %s", value, size[m->guard].text)
                            : "";
    return m->n == 1 ? law_printf(l, "map { (i) in (%s)%s -> %s }", size[m->extent[0]].text,
                                  where, value)
                     : law_printf(l, "map { (i,j) in (%s, %s)%s -> %s }", size[m->extent[0]].text,
                                  size[m->extent[1]].text, where, value);
}

static size_t points_of(const map *m, int64_t a, int64_t b, int64_t *value)
{
    size_t n = 0;
    int64_t rows = size[m->extent[0]].at(a, b);
    int64_t columns = m->n > 1 ? size[m->extent[1]].at(a, b) : 1;
    for (int64_t i = 0; i < rows; i++) /* none where they are negative */
        for (int64_t j = 0; j < columns && n < MOST_POINTS; j++) {
            int64_t x = i * size[m->stride[0]].at(a, b) +
                        (m->n > 1 ? j * size[m->stride[1]].at(a, b) : 0);
            if (m->by < SIZES)
                x = divided(x, size[m->by].at(a, b), m->op);
            if (m->guard == SIZES || x < size[m->guard].at(a, b))
                value[n++] = x;
        }
    return n;
}

/* ---- claims ---- */

typedef enum { IN_BOUNDS, INJECTIVE, COVERS, PARTITIONS, CLAIMS } claim;
static const char *const claims[] = {"in_bounds", "injective", "covers", "partitions"};

static bool is_true_at(claim c, const map *m, size_t bound, int64_t a, int64_t b)
{
    static int times[2 * FARTHEST];
    int64_t value[MOST_POINTS], end = size[bound].at(a, b);
    size_t n = points_of(m, a, b, value);
    memset(times, 0, sizeof times);
    for (size_t i = 0; i < n; i++) {
        if ((value[i] < 0 || value[i] >= end) && (c == IN_BOUNDS || c == PARTITIONS))
            return false;
        if (++times[FARTHEST + value[i]] > 1 && (c == INJECTIVE || c == PARTITIONS))
            return false;
    }
    for (int64_t x = 0; x < end && (c == COVERS || c == PARTITIONS); x++)
        if (times[FARTHEST + x] == 0)
            return false;
    return true;
}

static bool is_true(claim c, const map *m, size_t bound)
{
    for (int64_t a = -2; a <= 9; a++)
        for (int64_t b = 1; b <= 6; b++)
            if (!is_true_at(c, m, bound, a, b))
                return false;
    return true;
}

static bool products(law *l)
{
    const map m = random_map(l);
    claim c = (claim)rnd_in(&l->rnd, 0, CLAIMS - 1);
    size_t bound = random_size(l);
    const char *of = map_text(l, &m);
    const char *text = c == INJECTIVE
                           ? law_printf(l, "injective(%s)", of)
                           : law_printf(l, "%s(%s, %s)", claims[c], of, size[bound].text);
    bool truth = is_true(c, &m, bound);
    lcv_answer *answer = lcv_ask(session, LCV_ASK_PROVE, text);
    bool is = lcv_answer_status(answer) == LCV_PASSED && lcv_answer_verdict(answer) == LCV_PROVED;
    lcv_answer_free(answer);
    proved += is;
    truths += truth;
    found += is && truth;
    law_saw(l, truth ? 0 : 1);
    return !is || truth || law_fail(l, "%s: PROVED, and it is false", text);
}

TEST(maps_of_products)
{
    static const char *const classes[] = {"true", "false", NULL};
    session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(session);
    lcv_answer_free(lcv_ask(session, LCV_ASK_SAY, "param A >= -2, B >= 1"));
    lc_ctx_set_shortcuts(session->ctx, false);
    law_check_share("maps of products", products, classes, 4);
    lcv_session_free(session);
    printf("# %zu true, %zu of these proved\n", truths, found);
    if (truths >= 20)
        ck_assert_msg(2 * found >= truths, "%zu of %zu are proved", found, truths);
}

SUITE_MAIN("radix", maps_of_products)
