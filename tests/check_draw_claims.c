/* check_draw_claims.c - pictures of claims: the cells that are marked, and what stands in them.
 *
 * A picture is read through its cells, without the words of the counterexample. */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../verify/draw/draw.h"
#include "../verify/session/script.h"

#include <stdio.h>
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
            add(s, f->cell[i].text ? f->cell[i].text : "_");
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
    {"composes((2,3):(1,5),(4,6):(1,4),(2,3))", "5 | 1 | 4"},
    {"covers((4,8):(1,8),64)", "_"},
    {"partitions(((4,8),(2,2)):((32,1),(16,4)),(16,8))", "T16 T0"},
    {"contained(10:1,8:1)", "8 |"},
};

TEST(test_rows)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        seen s = faults(rows[i][0]);
        ck_assert_msg(strcmp(s.text, rows[i][1]) == 0, "%s: %s, not %s", rows[i][0], s.text,
                      rows[i][1]);
    }
}

/* ---- cells by their coordinates ---- */

/* Cells of an operand: all with their coordinates below their values. */
typedef struct {
    char name;
    m_layout layout;
    size_t nmarked;
    int64_t marked[8],
        value[8]; /* integral coordinates of the cells at fault, and what they show */
} operand;

typedef struct {
    law *l;
    size_t n;
    operand *of;
    bool ok, any;
    lcv_verdict verdict;
} drawing;

/* The integers of a text, in order. */
static size_t integers(const char *text, int64_t *out, size_t most)
{
    size_t n = 0;
    for (char *end; *text && n < most; text = end) {
        if (*text == '-' || (*text >= '0' && *text <= '9'))
            out[n++] = strtoll(text, &end, 10);
        else
            end = (char *)(uintptr_t)text + 1;
    }
    return n;
}

static operand *operand_of(drawing *d, const char *title)
{
    for (size_t i = 0; title && i < d->n; i++)
        if (title[0] == d->of[i].name && strncmp(title + 1, " = ", 3) == 0)
            return &d->of[i];
    return NULL;
}

static void check_cell(drawing *d, operand *o, const lcv_cell *cell)
{
    int64_t crd[M_LEAVES], shown, at = 0, weight = 1;
    if (!cell->note) /* an ellipsis */
        return;
    size_t n = integers(cell->note, crd, M_LEAVES);
    d->ok = d->ok && n == o->layout.n && integers(cell->text, &shown, 1) == 1 &&
            shown == m_at_natural(&o->layout, crd);
    if (!(cell->marks & LCV_MARK_FAULT) || o->nmarked == 8)
        return;
    for (size_t i = 0; i < o->layout.n; i++) {
        at += crd[i] * weight;
        weight *= o->layout.shape[i];
    }
    o->marked[o->nmarked] = at;
    o->value[o->nmarked++] = shown;
}

static void check_figure(drawing *d, const lcv_figure *f, operand *o)
{
    operand *own = operand_of(d, f->title);
    o = own ? own : o;
    for (size_t i = 0; o && f->kind == LCV_FIGURE_GRID && i < f->row.size * f->column.size; i++)
        check_cell(d, o, &f->cell[i]);
    for (size_t i = 0; i < f->nparts; i++)
        check_figure(d, f->part[i], o);
}

static void see_drawing(void *user, const lcv_outcome *outcome)
{
    drawing *d = user;
    d->any = outcome->figure != NULL;
    d->verdict = outcome->result ? outcome->result->verdict : LCV_UNKNOWN;
    if (d->any)
        check_figure(d, outcome->figure, NULL);
}

static const lcv_draw_options with_coordinates = {.limit = 128, .cells = LCV_CELL_COORDINATE};

static void draw(drawing *d, const char *claim)
{
    lcv_session *session =
        lcv_session_new((lcv_options){.figures = LCV_FIGURES, .crosscheck = LCV_CROSSCHECK_OFF});
    lcv_listener listener = {.user = d, .outcome = see_drawing};
    ck_assert(session != NULL);
    d->ok = true;
    lcv_session_set_drawing(session, &with_coordinates, NULL);
    lcv_session_prove(session, claim, &listener);
    lcv_session_free(session);
}

static const char *text_of(law *l, const m_layout *a)
{
    return law_own_memory(l, m_layout_text(a));
}

static bool collides(const m_layout *a)
{
    for (int64_t i = 0; i < m_size(a); i++)
        for (int64_t j = 0; j < i; j++)
            if (m_at(a, i) == m_at(a, j))
                return true;
    return false;
}

/* Two cells, with one value. */
LAW_SHARE(test_injective, "the cells of injective", 4, CLASSES("proved", "refuted"))
{
    operand x = {.name = 'X'};
    drawing d = {.l = l, .n = 1, .of = &x};
    rnd_layout(&l->rnd, 40, &x.layout);
    const char *claim = law_printf(l, "injective(%s)", text_of(l, &x.layout));
    draw(&d, claim);
    bool refuted = d.verdict == LCV_REFUTED;
    law_saw(l, refuted);
    if (refuted != collides(&x.layout) || refuted != d.any || !d.ok)
        return law_fail(l, "%s: the picture does not say what the layout is", claim);
    bool two = x.nmarked == 2 && x.marked[0] != x.marked[1] && x.value[0] == x.value[1];
    return !refuted || two || law_fail(l, "%s: the marked cells do not collide", claim);
}

/* One cell, with a value outside. */
LAW_SHARE(test_bounds, "the cell of in_bounds", 4, CLASSES("proved", "refuted"))
{
    operand x = {.name = 'X'};
    drawing d = {.l = l, .n = 1, .of = &x};
    rnd_layout(&l->rnd, 40, &x.layout);
    int64_t bound = rnd_in(&l->rnd, 0, 60);
    const char *claim = law_printf(l, "in_bounds(%s, %lld)", text_of(l, &x.layout),
                                   (long long)bound);
    draw(&d, claim);
    bool refuted = d.verdict == LCV_REFUTED;
    law_saw(l, refuted);
    if (refuted != d.any || !d.ok)
        return law_fail(l, "%s: the picture does not say what the layout is", claim);
    bool one = x.nmarked == 1 && (x.value[0] < 0 || x.value[0] >= bound);
    return !refuted || one || law_fail(l, "%s: the marked cell is not outside", claim);
}

/* A cell in each, of one coordinate and two values. */
LAW_SHARE(test_equiv, "the cells of equiv", 4, CLASSES("proved", "refuted"))
{
    operand of[2] = {{.name = 'X'}, {.name = 'Y'}};
    drawing d = {.l = l, .n = 2, .of = of};
    rnd_layout(&l->rnd, 40, &of[0].layout);
    of[1].layout = of[0].layout;
    for (size_t i = 0; i < of[1].layout.n; i++)
        of[1].layout.stride[i] += rnd_chance(&l->rnd, 30) ? rnd_in(&l->rnd, -2, 2) : 0;
    const char *claim = law_printf(l, "equiv(%s, %s)", text_of(l, &of[0].layout),
                                   text_of(l, &of[1].layout));
    draw(&d, claim);
    bool refuted = d.verdict == LCV_REFUTED;
    law_saw(l, refuted);
    if (refuted != d.any || !d.ok)
        return law_fail(l, "%s: the picture does not say what the layouts are", claim);
    bool differ = of[0].nmarked == 1 && of[1].nmarked == 1 &&
                  of[0].marked[0] == of[1].marked[0] && of[0].value[0] != of[1].value[0];
    return !refuted || differ || law_fail(l, "%s: the marked cells do not differ", claim);
}

/* ---- banks ---- */

typedef struct {
    int64_t byte[32]; /* of each lane */
    size_t lanes;
    bool ok;
    size_t grids;
} banks;

/* "0-7", "3 5", "1 2 3 ...": are these lanes, up to the dots, named? */
static bool names(const char *text, uint32_t lanes)
{
    int64_t named[33];
    uint32_t said = 0;
    size_t n = integers(text, named, 33);
    bool run = n == 2 && named[1] < 0; /* read as 0 and -7 */
    for (int64_t i = named[0]; run && i <= -named[1]; i++)
        said |= 1u << i;
    for (size_t i = 0; !run && i < n; i++)
        said |= 1u << named[i];
    return strstr(text, "...") ? (said & ~lanes) == 0 && n == 3 : said == lanes;
}

static void check_banks(banks *b, const lcv_figure *f)
{
    for (size_t i = 0; i < f->nparts; i++)
        check_banks(b, f->part[i]);
    if (f->kind != LCV_FIGURE_GRID || !f->column.name || strcmp(f->column.name, "bank") != 0)
        return;
    b->grids++;
    for (size_t j = 0; j < f->column.size; j++) {
        size_t words = 0, marked = 0;
        for (size_t i = 0; i < f->row.size; i++) {
            const lcv_cell *cell = &f->cell[i * f->column.size + j];
            int64_t row = strtoll(f->row.level[0].label[i].text, NULL, 10);
            uint32_t lanes = 0;
            for (size_t k = 0; k < b->lanes; k++)
                if (b->byte[k] / 4 == row / 4 + (int64_t)j)
                    lanes |= 1u << k;
            b->ok = b->ok && (lanes == 0 ? !cell->text : cell->text && names(cell->text, lanes));
            words += lanes != 0;
            marked += (cell->marks & LCV_MARK_FAULT) != 0;
        }
        b->ok = b->ok && marked == (words > 1 ? words : 0);
    }
}

static void see_banks(void *user, const lcv_outcome *outcome)
{
    if (outcome->figure)
        check_banks(user, outcome->figure);
}

/* Lanes stand in the cells of their words: word w in bank w modulo 32. */
LAW_SHARE(test_banks, "the lanes of banks", 4, NULL)
{
    m_layout x;
    banks b = {.ok = true};
    do
        rnd_layout(&l->rnd, 32, &x);
    while (m_size(&x) > 32);
    int64_t least = 0;
    for (int64_t i = 0; i < m_size(&x); i++)
        least = m_at(&x, i) < least ? m_at(&x, i) : least;
    least = (least - 31) / 32 * 32; /* rows begin at bank 0 */
    for (int64_t i = 0; i < m_size(&x); i++)
        b.byte[b.lanes++] = 4 * (m_at(&x, i) - least);
    const char *claim = law_printf(l, "conflict_free({%lld} o %s)", (long long)-least,
                                   text_of(l, &x));
    lcv_session *session =
        lcv_session_new((lcv_options){.figures = LCV_FIGURES, .crosscheck = LCV_CROSSCHECK_OFF});
    lcv_listener listener = {.user = &b, .outcome = see_banks};
    ck_assert(session != NULL);
    lcv_session_prove(session, claim, &listener);
    lcv_session_free(session);
    return (b.ok && b.grids == 1) || law_fail(l, "%s: lanes are in other banks", claim);
}

/* ---- atoms ---- */

/* A thread and a value, "T5" and "a3", are at the place of the cell by the layout. */
static bool holds(const lcv_cell *cell, const m_layout *tv, char letter, int64_t place)
{
    m_layout threads;
    m_mode(tv, 0, &threads);
    if (!cell->text || !cell->note || cell->text[0] != 'T' || cell->note[0] != letter)
        return false;
    int64_t thread = strtoll(cell->text + 1, NULL, 10), value = strtoll(cell->note + 1, NULL, 10);
    return m_at(tv, thread + value * m_size(&threads)) == place;
}

typedef struct {
    m_layout of[3];
    int64_t m, n, k;
    bool ok;
} atom;

static void see_atom(void *user, const lcv_outcome *outcome)
{
    atom *a = user;
    const lcv_figure *f = outcome->figure;
    size_t k = (size_t)a->k, m = (size_t)a->m, n = (size_t)a->n;
    a->ok = f && f->kind == LCV_FIGURE_GRID && f->row.size == k + m && f->column.size == k + n;
    for (size_t i = 0; a->ok && i < k + m; i++)
        for (size_t j = 0; a->ok && j < k + n; j++) {
            const lcv_cell *cell = &f->cell[i * f->column.size + j];
            int64_t down = (int64_t)(i < k ? i : i - k), across = (int64_t)(j < k ? j : j - k);
            if (i < k && j < k)
                a->ok = (cell->marks & LCV_MARK_ABSENT) != 0;
            else if (i < k)
                a->ok = holds(cell, &a->of[1], 'b', across + a->n * down);
            else
                a->ok = holds(cell, &a->of[j < k ? 0 : 2], j < k ? 'a' : 'c',
                              down + a->m * across);
        }
}

static const struct {
    int64_t m, n, k;
    const char *of[3];
} atoms[] = {
    {16,
     8,
     16,
     {"((4,8),(2,2,2)):((32,1),(16,8,128))", "((4,8),(2,2)):((16,1),(8,64))",
      "((4,8),(2,2)):((32,1),(16,8))"}},
    {8, 8, 4, {"((4,8),1):((8,1),0)", "((4,8),1):((8,1),0)", "((4,8),2):((16,1),8)"}},
    {16,
     8,
     8,
     {"((4,8),(2,2)):((16,1),(8,64))", "((4,8),2):((8,1),32)", "((4,8),(2,2)):((32,1),(16,8))"}},
};

TEST(test_atoms)
{
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++) {
        atom a = {.m = atoms[i].m, .n = atoms[i].n, .k = atoms[i].k};
        char text[400];
        lcv_session *session = lcv_session_new((lcv_options){0});
        lcv_listener listener = {.user = &a, .outcome = see_atom};
        ck_assert(session != NULL);
        for (size_t k = 0; k < 3; k++)
            ck_assert(m_layout_parse(atoms[i].of[k], &a.of[k]));
        snprintf(text, sizeof text, "[32:1, (%d,%d,%d), %s, %s, %s]", (int)a.m, (int)a.n,
                 (int)a.k, atoms[i].of[0], atoms[i].of[1], atoms[i].of[2]);
        lcv_session_draw(session, text, &listener);
        lcv_session_free(session);
        ck_assert_msg(a.ok, "%s", text);
    }
}

SUITE_MAIN("draw_claims", test_rows, test_injective, test_bounds, test_equiv, test_banks,
           test_atoms)
