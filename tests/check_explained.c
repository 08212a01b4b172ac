/* check_explained.c - what explain tells is computed from its own steps: the traces of all rows
 * of the corpora and of random compositions redone, and their values those of eval. */
#include "config.h"

#include "redo-random.h"
#include "redo-trace.h"
#include "rows.h"
#include "suite.h"

#include "../verify/catalogue/catalogue.h"
#include "../verify/catalogue/topics.h"
#include "../verify/session/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *value, *explanation;
} told;

static void keep(void *user, const lcv_outcome *outcome)
{
    told *t = user;
    if (outcome->value_text)
        t->value = strdup(outcome->value_text);
    if (outcome->explanation)
        t->explanation = strdup(outcome->explanation);
}

/* False with what is wrong, which the caller frees. */
static bool explained(const char *text, size_t *compositions, size_t *traces, char **trouble)
{
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
    told evaluated = {NULL, NULL}, t = {NULL, NULL};
    lcv_listener eval = {.user = &evaluated, .outcome = keep};
    lcv_listener explain = {.user = &t, .outcome = keep};
    lcv_session_eval(session, text, &eval);
    lcv_session_explain(session, text, &explain);
    lcv_session_free(session);
    char *value = "";
    bool ok = !t.explanation || redo_trace(t.explanation, &value, compositions);
    if (ok && evaluated.value && *value && strcmp(value, evaluated.value) != 0)
        ok = redo_fail("the trace ends in %s, eval in %s", value, evaluated.value);
    *traces += t.explanation && *t.explanation;
    if (!ok) {
        size_t size = strlen(text) + strlen(t.explanation) + 8192;
        *trouble = malloc(size);
        snprintf(*trouble, size, "%s\n%s\n%s", text, t.explanation, redo_failure());
    }
    redo_reset();
    free(evaluated.value);
    free(evaluated.explanation);
    free(t.value);
    free(t.explanation);
    return ok;
}

TEST(rows_of_the_corpora)
{
    static const char *const corpora[] = {"cute_paper", "isl_paper",  "categories",
                                          "blogs",      "cute_modes", "cute_tiles"};
    size_t compositions = 0, traces = 0, troubles = 0;
    for (size_t i = 0; i < sizeof corpora / sizeof *corpora; i++) {
        char path[64];
        snprintf(path, sizeof path, "tests/corpus/%s.tsv", corpora[i]);
        data_rows rows = rows_read(path);
        for (size_t k = 0; k < rows.n; k++) {
            const data_row *row = &rows.row[k];
            char *trouble = NULL;
            bool wanted = row_has(row, 1, "eval") || row_has(row, 1, "prove") ||
                          row_has(row, 1, "refute");
            if (wanted && !explained(row->field[2], &compositions, &traces, &trouble) &&
                troubles++ < 10)
                fprintf(stderr, "%s\n\n", trouble);
            free(trouble);
        }
        rows_clear(&rows);
    }
    ck_assert_msg(troubles == 0, "%zu traces are wrong", troubles);
    ck_assert_msg(traces > 800 && compositions > 100, "%zu traces, %zu compositions with steps",
                  traces, compositions);
}

/* B takes strides and extents from A, and A ends in an extent of 1 at times. */
TEST(random_compositions)
{
    const char *given = getenv("LAYOUTCHECK_CASES");
    size_t n = given ? strtoul(given, NULL, 10) : 3000, compositions = 0, traces = 0,
           troubles = 0;
    rnd r = {.state = 20260702};
    for (size_t i = 0; i < n; i++) {
        m_layout a, b;
        char text[8192], *trouble = NULL;
        rnd_layout(&r, 60, &a);
        if (rnd_chance(&r, 30))
            a.shape[a.n - 1] = 1;
        rnd_inner(&r, &a, 30, &b);
        char *x = m_layout_text(&a), *y = m_layout_text(&b);
        snprintf(text, sizeof text, "compose(%s, %s)", x, y);
        if (!explained(text, &compositions, &traces, &trouble) && troubles++ < 10)
            fprintf(stderr, "%s\n\n", trouble);
        free(trouble);
        free(x);
        free(y);
    }
    ck_assert_msg(troubles == 0, "%zu traces are wrong", troubles);
    ck_assert(compositions >= n / 2);
}

TEST(random_steps)
{
    data_rows form = rows_read("tests/rows/steps.tsv");
    size_t n = form.n, compositions = 0, traces = 0, troubles = 0;
    rnd r = {.state = 20261123};
    for (size_t i = 0; i < 60 * n; i++) {
        m_layout a, b;
        char text[8192], *trouble = NULL;
        rnd_layout(&r, 60, &a);
        rnd_layout(&r, 12, &b);
        char *x = m_layout_text(&a), *y = m_layout_text(&b);
        snprintf(text, sizeof text, form.row[i % n].field[0], x, y);
        if (!explained(text, &compositions, &traces, &trouble) && troubles++ < 10)
            fprintf(stderr, "%s\n\n", trouble);
        free(trouble);
        free(x);
        free(y);
    }
    ck_assert_msg(troubles == 0, "%zu explanations are wrong", troubles);
    ck_assert(traces > 40 * n);
    rows_clear(&form);
}

/* Rows whose explanation of the example in the topics has a rule and no numbers of its own. */
static const struct {
    const char *why, *names;
} without[] = {
    {"integers, and what is read or written as it stands",
     " ceil_div abs min max gcd product_each shape_div sizeof_bits depth shape stride identity "
     "make_identity_layout get_hier_coord ArithTuple LinearLayout "},
    {"the numbers are those of the functions that it is written with", " composed chain "},
    {"isl has the value; its text is the explanation",
     " coord_map index_map colex bits_map layout_map layout layout_with_strides domain range "
     "image restrict guard union intersect difference "},
    {"the value has the numbers, entry by entry",
     " morphism codomain include refinement coarsenings pull_back push_forward divides "
     "non_degenerate product_admissible standard_form "},
    {"steps are not told yet",
     " common_refinement common_coarsening "
     "greatest_common_domain dice matrix find_padding gmma_descriptor umma_descriptor tma "},
};

static bool is_without(const char *name)
{
    char word[128];
    snprintf(word, sizeof word, " %s ", name);
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (strstr(without[i].names, word))
            return true;
    return false;
}

/* A line of steps: no law, verdict or set, and not the rule, which comes first. */
static bool has_numbers(const char *line, size_t n)
{
    static const char *const other[] = {"  the law ", "  whether the ", "  PROVED",
                                        "  REFUTED",  "  UNKNOWN",      "  the claim holds if",
                                        "    { ",     "  set "};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (strncmp(line, other[i], strlen(other[i])) == 0)
            return false;
    return strcspn(line, "0123456789") < n;
}

/* Is there a line with numbers below a call of this name, `name(...`? */
static bool tells_numbers(const char *explanation, const char *name)
{
    size_t length = strlen(name), below = 0;
    bool within = false;
    for (const char *p = explanation; p && *p;) {
        size_t n = strcspn(p, "\n");
        if (p[0] != ' ') {
            within = strncmp(p, name, length) == 0 && p[length] == '(';
            within = within || (strcmp(name, "evaluate") == 0 && p[0] == '(');
            below = 0;
        } else if (within && below++ > 0 && has_numbers(p, n)) {
            return true;
        }
        p += n + (p[n] == '\n');
    }
    return false;
}

static bool row_tells(const char *name)
{
    size_t place;
    const lcv_topic *topic = lcv_topic_of(name, &place);
    const char *example = topic                           ? topic->entry[place].example
                          : strcmp(name, "evaluate") == 0 ? "((4,8):(8,1))(9)"
                                                          : NULL;
    told t = {NULL, NULL};
    lcv_listener listener = {.user = &t, .outcome = keep};
    if (!example)
        return false;
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
    lcv_session_explain(session, example, &listener);
    lcv_session_free(session);
    bool tells = t.explanation && tells_numbers(t.explanation, name);
    free(t.value);
    free(t.explanation);
    return tells;
}

TEST(every_row_has_numbers)
{
    size_t troubles = 0, i;
    const char *name;
    for (i = 0; lcv_operation_at(i) || lcv_claim_at(i); i++) {
        for (int half = 0; half < 2; half++) {
            name = half && lcv_claim_at(i)        ? lcv_claim_at(i)->name
                   : !half && lcv_operation_at(i) ? lcv_operation_at(i)->name
                                                  : NULL;
            bool tells = name && row_tells(name);
            if (name && tells == is_without(name) && ++troubles > 0)
                fprintf(stderr, "%s %s numbers\n", name, tells ? "is listed and has" : "has no");
        }
    }
    ck_assert_msg(troubles == 0 && i > 30, "%zu rows are not as they are listed", troubles);
}

TEST(accesses_and_bits)
{
    static const char *const text[] = {
        "conflicts(32:8)",
        "conflicts(32:3, lanes=32, bytes=8)",
        "conflicts(64:2, bytes=2, width=4, arch=gfx942)",
        "sectors(32:8)",
        "sectors((8,4):(1,100), lanes=32, bytes=2)",
        "conflict_free((8,4):(1,8))",
        "conflict_free(32:16)",
        "coalesced(32:1)",
        "coalesced(32:9)",
        "affine({4} o (2,2):(1,2))",
        "affine((4,8):(8,1))",
        "reordering((4,8):(8,1), 32:1)",
        "register_permutation((4,8):(1,4), (4,(2,4)):(1,(16,4)))",
    };
    size_t compositions = 0, traces = 0;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        char *trouble = NULL;
        ck_assert_msg(explained(text[i], &compositions, &traces, &trouble), "%s", trouble);
    }
}

SUITE_MAIN("explained", rows_of_the_corpora, random_compositions, random_steps,
           every_row_has_numbers, accesses_and_bits)
