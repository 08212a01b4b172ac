/* nest-diagram.c - morphisms in text: their sides as columns, last entries on top, with arrows to
 * the entries of the next column, and brackets around nested modes. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nest-internal.h"

/* ---- brackets ---- */

/* The modes below the outermost tuple, a column a level: mark[level * entries + leaf] is '\0'
 * where no mode of this level has the leaf. */
typedef struct {
    const lc_tuple *of;
    size_t levels;
    char *mark;
} brackets;

static char mark_of(size_t leaf, size_t first, size_t end, bool left)
{
    if (end - first == 1)
        return left ? '<' : '>';
    return leaf == first ? left ? '\\' : '/' : leaf + 1 == end ? left ? '/' : '\\' : '|';
}

/* The node and those below it, which have the leaves from *leaf on. */
static void mark_node(brackets *b, size_t depth, bool left, size_t *node, size_t *leaf)
{
    size_t arity = b->of->node[(*node)++], first = *leaf;
    for (size_t i = 0; i < arity; i++)
        mark_node(b, depth + 1, left, node, leaf);
    if (arity == 0) {
        ++*leaf;
        return;
    }
    for (size_t k = first; depth > 0 && k < *leaf; k++)
        b->mark[(depth - 1) * b->of->nleaves + k] = mark_of(k, first, *leaf, left);
}

static bool brackets_open(lc_ctx *ctx, brackets *b, const lc_tuple *of, bool left)
{
    size_t depth = lc_tuple_depth(of), node = 0, leaf = 0;
    *b = (brackets){of, depth > 1 ? depth - 1 : 0, NULL};
    if (b->levels == 0)
        return true;
    b->mark = lc_alloc(ctx, b->levels * of->nleaves, 1);
    if (b->mark)
        mark_node(b, 0, left, &node, &leaf);
    return b->mark != NULL;
}

static char bracket(const brackets *b, size_t level, size_t leaf)
{
    char c = leaf < b->of->nleaves ? b->mark[level * b->of->nleaves + leaf] : '\0';
    return c != '\0' ? c : ' ';
}

/* ---- columns ---- */

#define WIDTH 8 /* of the entries of a column, brackets included where they stand before them */

/* A side, with brackets before its entries, and the arrows of `f`; or behind them, without. */
typedef struct {
    const lc_tuple *side;
    const lc_morphism *f; /* from this side; or NULL */
    brackets nesting;
    size_t digits; /* of its longest entry */
} column;

static bool column_open(lc_ctx *ctx, column *c, const lc_tuple *side, const lc_morphism *f)
{
    char text[LC_NUMBER_ROOM];
    *c = (column){.side = side, .f = f};
    for (size_t k = 0; k < side->nleaves; k++) {
        size_t digits = strlen(lc_number(side->leaf[k], text));
        c->digits = digits > c->digits ? digits : c->digits;
    }
    return brackets_open(ctx, &c->nesting, side, f != NULL);
}

static void add_before(lc_text *text, const column *c, size_t row, const char *entry)
{
    size_t levels = c->nesting.levels, width = 2 * levels + c->digits;
    lc_text_add_char(text, ' ', width < WIDTH ? WIDTH - width : 0);
    for (size_t k = 0; k < levels; k++)
        lc_text_printf(text, "%c ", bracket(&c->nesting, k, row));
    lc_text_printf(text, "%*s", (int)c->digits, entry);
}

static void add_cell(lc_text *text, const column *c, size_t row)
{
    char entry[LC_NUMBER_ROOM] = "", to[32] = "";
    bool there = row < c->side->nleaves;
    if (there)
        lc_number(c->side->leaf[row], entry);
    if (there && c->f && c->f->map[row] == LC_STAR)
        snprintf(to, sizeof to, "*");
    else if (there && c->f)
        snprintf(to, sizeof to, "-> %zu", c->f->map[row] + 1);
    if (c->f) {
        add_before(text, c, row, entry);
        lc_text_printf(text, " %-8s", to);
        return;
    }
    lc_text_printf(text, "%8s", entry);
    for (size_t k = c->nesting.levels; k-- > 0;)
        lc_text_printf(text, " %c", bracket(&c->nesting, k, row));
}

/* The row, without blanks at its end. */
static void add_row(lc_ctx *ctx, lc_text *text, size_t n, const column *c, size_t row)
{
    lc_text line = {0};
    lc_text_printf(&line, "%3zu |", row + 1);
    for (size_t i = 0; i < n; i++) {
        lc_text_add(&line, i > 0 ? " | " : " ");
        add_cell(&line, &c[i], row);
    }
    char *done = lc_text_take(ctx, &line);
    size_t end = done ? strlen(done) : 0;
    while (end > 0 && done[end - 1] == ' ')
        end--;
    if (done)
        lc_text_add_bytes(text, done, end);
    else
        lc_text_miss(text);
    free(done);
}

char *lc_morphisms_diagram(lc_ctx *ctx, size_t n, const lc_morphism *const *f)
{
    lc_text text = {0};
    column *c = lc_alloc(ctx, 2 * n, sizeof *c);
    size_t columns = 0, rows = 0;
    bool ok = c != NULL;
    for (size_t i = 0; ok && i < n; i++) {
        ok = column_open(ctx, &c[columns++], f[i]->domain, f[i]);
        if (ok && (i + 1 == n || !lc_tuple_equal(f[i]->codomain, f[i + 1]->domain)))
            ok = column_open(ctx, &c[columns++], f[i]->codomain, NULL);
    }
    for (size_t i = 0; i < columns; i++)
        rows = c[i].side->nleaves > rows ? c[i].side->nleaves : rows;
    for (size_t row = rows; ok && row-- > 0;) {
        add_row(ctx, &text, columns, c, row);
        lc_text_add(&text, row > 0 ? "\n" : "");
    }
    for (size_t i = 0; i < columns; i++)
        free(c[i].nesting.mark);
    free(c);
    if (!ok)
        lc_text_free(&text);
    return ok ? lc_text_take(ctx, &text) : NULL;
}

char *lc_morphism_diagram(lc_ctx *ctx, const lc_morphism *f)
{
    return lc_morphisms_diagram(ctx, 1, &f);
}
