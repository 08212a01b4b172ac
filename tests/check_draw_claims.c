/* check_draw_claims.c - pictures of claims: the cells that are marked, and what stands in them.
 *
 * A picture is read through its cells, without the words of the counterexample. */
#include "config.h"

#include "suite.h"

#include "../lib/text.h"
#include "../verify/picture/figure.h"
#include "../verify/session/script.h"

#include <stdlib.h>
#include <string.h>

/* ---- what a picture has at fault ---- */

typedef struct {
    char text[1024];
    bool any; /* there is a picture */
} seen;

static void add(seen *s, const char *text)
{
    size_t n = strlen(s->text);
    if (n + strlen(text) + 2 < sizeof s->text)
        strcat(strcat(s->text, n > 0 ? " " : ""), text);
}

static void look(const lcv_figure *f, seen *s)
{
    for (size_t i = 0; f->kind == LCV_FIGURE_GRID && i < f->row.size * f->column.size; i++)
        if (f->cell[i].marks & LCV_MARK_FAULT)
            add(s, f->cell[i].text);
    for (size_t i = 0; i < f->nparts; i++) {
        if (i > 0 && f->kind == LCV_FIGURE_BESIDE)
            add(s, "|");
        look(f->part[i], s);
    }
}

static void see(void *user, const lcv_outcome *outcome)
{
    seen *s = user;
    s->any = outcome->figure != NULL;
    if (s->any)
        look(outcome->figure, s);
}

static seen faults(const char *claim)
{
    lcv_session *session = lcv_session_new((lcv_options){.figures = LCV_FIGURES});
    seen s = {0};
    lcv_listener listener = {.user = &s, .outcome = see};
    ck_assert(session != NULL);
    lcv_session_prove(session, claim, &listener);
    lcv_session_free(session);
    return s;
}

/* ---- rows: a claim, and the values in the marked cells of its operands ---- */

static const char *const rows[][2] = {
    {"injective(((4,2),(2,4)):((2,16),(1,8)))", "16 16"},
    {"injective((1048576,1048576):(6,4))", "12 12"},
    {"bijective((4,6):(12,1))", "24"},
    {"in_bounds((2,3):(1,4),9)", "9"},
    {"fits((4,64):(1,4),int8)", "128"},
    {"aligned((4,2):(4,6),4)", "6"},
    {"equiv((4,6):(1,4),(4,6):(6,1))", "1 | 6"},
    {"composes((2,3):(6,3),(4,6,8):(2,3,5),6:3)", "3 | 7 | 6"},
    {"right_inverts((8,4):(1,8),(4,8):(8,1))", "1 | 8"},
    {"disjoint((4,8):(1,8),(2,2):(4,3))", "3 | 3"},
    {"injective(S<1,2,1> o (8,2):(1,4))", "4 4"},
};

START_TEST(test_rows)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        seen s = faults(rows[i][0]);
        ck_assert_msg(strcmp(s.text, rows[i][1]) == 0, "%s: %s, not %s", rows[i][0], s.text,
                      rows[i][1]);
    }
}
END_TEST

SUITE_MAIN("draw_claims", test_rows)
