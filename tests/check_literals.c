/* check_literals.c - layout literals and texts that are none: parentheses, the colon, coordinates
 * outside the shape.
 */
#include "config.h"

#include "../isl-bridge/recheck/read/literal.h"
#include "../lib/text.h"
#include "language.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

/* ---- parentheses ---- */

/* The two sides of a literal, with pairs of parentheses that stand around one element; around a
 * number they only group. */
typedef struct {
    rnd *rnd;
    bool same;
    lc_text side[2];
} literal;

static void both(literal *t, const char *text)
{
    lc_text_add(&t->side[0], text);
    lc_text_add(&t->side[1], text);
}

static void add_node(literal *t, int depth)
{
    int64_t pairs[2], elements = depth < 3 ? rnd_in(t->rnd, 0, 3) : 0;
    pairs[0] = pairs[1] = rnd_chance(t->rnd, 70) ? 0 : rnd_in(t->rnd, 1, 2);
    if (rnd_chance(t->rnd, 8))
        pairs[1] = rnd_in(t->rnd, 0, 2);
    t->same = t->same && (elements == 0 || pairs[0] == pairs[1]);
    for (int i = 0; i < 2; i++)
        for (int64_t k = 0; k < pairs[i]; k++)
            lc_text_add(&t->side[i], "(");
    for (int64_t k = 0; k < elements; k++) {
        both(t, k == 0 ? "(" : ",");
        add_node(t, depth + 1);
    }
    if (elements == 0) {
        lc_text_printf(&t->side[0], "%d", (int)rnd_in(t->rnd, 1, 4));
        lc_text_printf(&t->side[1], "%d", (int)rnd_in(t->rnd, 0, 64));
    }
    if (elements > 0)
        both(t, elements == 1 ? ",)" : ")");
    for (int i = 0; i < 2; i++)
        for (int64_t k = 0; k < pairs[i]; k++)
            lc_text_add(&t->side[i], ")");
}

/* A literal is a layout exactly when both sides have the same pairs around tuples; the reader of
 * certificates agrees. */
LAW_SHARE(test_parentheses, "both sides of a layout have the same parentheses", 5,
          CLASSES("the same", "others"))
{
    literal t = {.rnd = &l->rnd, .same = true};
    add_node(&t, 0);
    lc_text_add(&t.side[0], ":");
    char *stride = law_own_memory(l, lc_text_take(NULL, &t.side[1]));
    lc_text_add(&t.side[0], stride);
    char *text = law_own_memory(l, lc_text_take(NULL, &t.side[0]));
    law_saw(l, t.same ? 0 : 1);
    language_seen s;
    language_eval(text, &s);
    bool accepted = s.status == LCV_PASSED;
    bool named = accepted || strstr(s.message, "not congruent") != NULL;
    language_clear(&s);
    lit_pool pool = {.lc = l->ctx};
    bool read = lcr_lit_read(&pool, text) != NULL;
    lcr_lit_pool_clear(&pool);
    lc_ctx_reset(l->ctx);
    if (accepted != t.same || !named)
        return law_fail(l, "%s is %saccepted", text, accepted ? "" : "not ");
    return read == t.same || law_fail(l, "%s is %sread", text, read ? "" : "not ");
}

/* ---- coordinates outside ---- */

typedef struct {
    size_t notes;
    char *value, *note;
} heard;

static void hear(void *user, const lcv_outcome *outcome)
{
    heard *h = user;
    h->notes = outcome->notes->n;
    h->value = outcome->value_text ? strdup(outcome->value_text) : NULL;
    h->note = h->notes > 0 ? lcv_note_to_str(&outcome->notes->note[0]) : NULL;
}

static heard evaluate(const char *text)
{
    heard h = {0};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
    lcv_listener listener = {.user = &h, .outcome = hear};
    lcv_session_eval(session, text, &listener);
    lcv_session_free(session);
    return h;
}

/* The sizes of the subtrees of the shape that stand for the leaves of the coordinate. */
static void coarsen(const m_tuple *shape, const m_tuple *crd, m_tuple *out)
{
    const char *at = shape->nest;
    size_t leaf = 0;
    *out = *crd;
    out->n = 0;
    for (const char *c = crd->nest; *c; c++) {
        if (*c == '(' || *c == ')') {
            at++;
            continue;
        }
        const char *end = m_subtree_end(at);
        int64_t size = 1;
        for (size_t k = m_leaves(at, end); k > 0; k--)
            size *= shape->leaf[leaf++];
        out->leaf[out->n++] = size;
        at = end;
    }
}

/* The value is that of the layout extended; a note stands there exactly when the coordinate is
 * not the one that some number of [0, size) has. */
LAW_SHARE(test_outside, "a coordinate outside the shape is noted", 20,
          CLASSES("inside", "outside"))
{
    m_layout a;
    m_tuple shape, crd, sizes, back;
    rnd_layout(&l->rnd, 64, &a);
    m_shape(&a, &shape);
    rnd_crd(&l->rnd, &shape, rnd_chance(&l->rnd, 50), &crd);
    coarsen(&shape, &crd, &sizes);
    int64_t index = m_crd2idx(&crd, &sizes);
    m_idx2crd(index, &sizes, &back);
    bool inside = index >= 0 && index < m_size(&a) && m_tuple_equal(&back, &crd);
    law_saw(l, inside ? 0 : 1);
    char *layout = law_own_memory(l, m_layout_text(&a));
    char *at = law_own_memory(l, m_tuple_text(&crd));
    lc_text text = {0};
    lc_text_printf(&text, "(%s)(%s)", layout, at);
    char *call = law_own_memory(l, lc_text_take(NULL, &text));
    heard h = evaluate(call);
    bool same = h.value && strtoll(h.value, NULL, 10) == m_at_crd(&a, &crd);
    free(h.value);
    free(h.note);
    if (!same)
        return law_fail(l, "%s is not %lld", call, (long long)m_at_crd(&a, &crd));
    return h.notes == !inside || law_fail(l, "%s has %zu notes", call, h.notes);
}

TEST(test_notes)
{
    static const struct {
        const char *text, *value, *note;
    } row[] = {
        {"((4,8):(1,4))(9,9)", "45",
         "<expr>:1:14: note: the coordinate (9,9) is outside the shape (4,8): the last mode "
         "extends\n"
         "  ((4,8):(1,4))(9,9)\n"
         "               ^~~~~\n"},
        {"((4,8):(1,4))(3,7)", "31", NULL},
        {"((4,8):(1,4))(3,_)", "{3} o 8:4", NULL},
        {"((4,8):(1,4))(4,_)", "{4} o 8:4", "<expr>:1:14: note: the coordinate (4,_) is outside"},
        {"({8} o (4,8):(1,4))(32)", "40", "note: the coordinate 32 is outside the shape (4,8)"},
        {"(S<1,0,1> o 0 o (4,8):(1,4))(32)", "32", "note: the coordinate 32 is outside"},
        {"(S<1,0,1>)(32)", "32", NULL},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        heard h = evaluate(row[i].text);
        ck_assert_msg(h.value && strcmp(h.value, row[i].value) == 0, "%s is %s", row[i].text,
                      h.value ? h.value : "nothing");
        ck_assert_msg((h.notes > 0) == (row[i].note != NULL), "%s", row[i].text);
        ck_assert_msg(!row[i].note || strstr(h.note, row[i].note) != NULL, "%s: %s", row[i].text,
                      h.note);
        free(h.value);
        free(h.note);
    }
}

SUITE_MAIN("literals", test_parentheses, test_outside, test_notes)
