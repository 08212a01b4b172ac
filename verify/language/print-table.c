/* print-table.c - tables of values, as print_layout and print_tensor write them.
 *
 * A table is rows of cells, of a tensor of rank 3 or 4 in pages between lines of `-` and `=`.
 * Cells that are integers or coordinates are kept, to be compared with what stands before the
 * table; of other elements only their number is.
 */
#include "config.h"

#include "print.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "build.h"

#define MOST_CELLS 65536

typedef struct {
    lcv_parser *parser;
    size_t begin, at; /* what is read next */
    lcv_ast *cells;   /* those that are values, in the order of the text */
    size_t rows, n;   /* lines, cells */
    bool other;       /* there are cells that are no values, or some are left out */
} reading;

/* ---- texts ---- */

static char char_at(const reading *r, size_t at)
{
    return at < r->parser->end ? r->parser->source->text[at] : '\0';
}

static size_t skip_blanks(const reading *r, size_t at)
{
    while (char_at(r, at) == ' ' || char_at(r, at) == '\t' || char_at(r, at) == '\r')
        at++;
    return at;
}

static size_t line_end(const reading *r, size_t at)
{
    while (at < r->parser->end && char_at(r, at) != '\n')
        at++;
    return at;
}

static lcv_print fail(reading *r, const char *what, const char *hint)
{
    lcv_diag *diag = r->parser->diag;
    size_t end = line_end(r, r->at);
    if (!diag->failed) {
        lcv_diag_set(diag, r->parser->source, (lcv_span){r->at, end > r->at ? end : r->at + 1},
                     "%s", what);
        lcv_diag_hint(diag, "%s", hint);
    }
    return (lcv_print){.ast = NULL};
}

static lcv_print no_memory(reading *r)
{
    lcv_diag_no_memory(r->parser->diag, (lcv_span){r->begin, r->at});
    return (lcv_print){.ast = NULL};
}

/* ---- cells ---- */

/* Digits, perhaps with a sign; 0: there are none. */
static size_t integer_length(const reading *r, size_t at)
{
    size_t sign = char_at(r, at) == '-' || char_at(r, at) == '_', n = 0;
    sign += sign == 1 && char_at(r, at) == '_' && char_at(r, at + 1) == '-';
    while (isdigit((unsigned char)char_at(r, at + sign + n)))
        n++;
    return n == 0 ? 0 : sign + n;
}

/* The end of a coordinate (1,(0,2)). */
static size_t coordinate_length(const reading *r, size_t at)
{
    size_t n = 0, depth = 0;
    do {
        char c = char_at(r, at + n);
        if (c == '\0' || !strchr("(),-_0123456789", c))
            return 0;
        depth += c == '(';
        depth -= c == ')';
        n++;
    } while (depth > 0);
    return n;
}

/* An integer or a coordinate as a value. */
static bool add_cell(reading *r, size_t begin, size_t end)
{
    lcv_ast *cell;
    if (char_at(r, begin) == '(')
        cell = lcv_parser_part(r->parser, (lcv_span){begin, end});
    else {
        const char *text = r->parser->source->text + begin;
        size_t skip = *text == '_';
        cell = lcv_build_leaf(r->parser->arena, LCV_AST_INT, "%.*s", (int)(end - begin - skip),
                              text + skip);
    }
    if (!cell)
        return false;
    cell->span = (lcv_span){begin, end};
    lcv_ast_add(r->cells, cell);
    return true;
}

/* The table as a tree; `of` rows on a page, or 0 for what divides them. */
static lcv_print made(reading *r, size_t columns)
{
    lcv_arena *arena = r->parser->arena;
    lcv_span span = {r->begin, r->at};
    if (r->other) {
        lcv_ast *none = lcv_build(arena, LCV_AST_LIST, 0);
        if (!none)
            return no_memory(r);
        r->cells = none;
    }
    r->cells->span = span;
    lcv_ast *table = lcv_build_leaf(arena, LCV_AST_TABLE, "%zu %zu %zu", r->rows, columns, r->n);
    if (!table)
        return no_memory(r);
    table->span = span;
    lcv_ast_add(table, r->cells);
    return (lcv_print){.ast = table, .end = r->at, .table = true};
}

/* ---- print_layout ---- */

/* `| 0 | 4 |` from the first bar on. */
static bool read_bars(reading *r)
{
    while (char_at(r, r->at) == '|') {
        size_t begin = skip_blanks(r, r->at + 1), n = integer_length(r, begin);
        size_t bar = skip_blanks(r, begin + n);
        if (n == 0 && strchr("\n", char_at(r, begin))) { /* the last bar */
            r->at = begin;
            return true;
        }
        if (n == 0 || char_at(r, bar) != '|' || r->n++ >= MOST_CELLS)
            return false;
        if (!add_cell(r, begin, begin + n))
            return false;
        r->at = bar;
    }
    return false;
}

/* +---+---+ */
static bool skip_rule(reading *r)
{
    size_t at = skip_blanks(r, r->at);
    if (char_at(r, at) != '+')
        return false;
    while (char_at(r, at) == '+' || char_at(r, at) == '-')
        at++;
    r->at = at;
    return true;
}

static bool next_line(reading *r)
{
    size_t at = skip_blanks(r, r->at);
    if (char_at(r, at) != '\n')
        return false;
    r->at = at + 1;
    return true;
}

/* Rows, each below a line; it ends with such a line. */
static bool read_rows(reading *r)
{
    while (skip_rule(r)) {
        size_t behind = r->at;
        if (!next_line(r))
            return r->rows > 0;
        size_t number = skip_blanks(r, r->at), n = integer_length(r, number);
        size_t bar = skip_blanks(r, number + n);
        if (n == 0 || char_at(r, bar) != '|') { /* no row: the table has ended */
            r->at = behind;
            return r->rows > 0;
        }
        r->at = bar;
        if (!read_bars(r))
            return false;
        r->rows++;
        if (!next_line(r))
            return false;
    }
    return false;
}

lcv_print lcv_print_table(lcv_parser *parser, size_t begin)
{
    static const char hint[] =
        "expected all of the table: numbers of columns, and for each row a "
        "line of + and - and one of values, `0  | 0 | 4 |`";
    reading r = {.parser = parser, .begin = begin, .at = begin};
    r.cells = lcv_build(parser->arena, LCV_AST_LIST, 0);
    if (!r.cells)
        return no_memory(&r);
    r.at = line_end(&r, begin) + 1;
    if (!read_rows(&r) || r.n % r.rows != 0)
        return fail(&r, "this is no line of a printed layout", hint);
    return made(&r, r.n / r.rows);
}

/* ---- print_tensor ---- */

/* Does a tensor stand between the beginning of the line and this place? */
static bool behind_tensor(const reading *r, size_t at)
{
    size_t line = at, layout = 0;
    while (line > r->parser->begin && char_at(r, line - 1) != '\n')
        line--;
    for (size_t i = line; i + 3 < at; i++)
        if (memcmp(r->parser->source->text + i, " o ", 3) == 0)
            layout = i;
    return layout > 0 && memchr(r->parser->source->text + layout, ':', at - layout) != NULL;
}

/* Elements of memory are not what the layout gives. */
static bool of_memory(const reading *r, size_t at)
{
    for (size_t i = at; i > r->parser->begin && char_at(r, i - 1) != '\n'; i--)
        if (memcmp(r->parser->source->text + i - 1, "ptr", 3) == 0)
            return true;
    return false;
}

bool lcv_print_has_contents(const lcv_parser *parser, lcv_span colon)
{
    reading r = {.parser = (lcv_parser *)(size_t)parser};
    return behind_tensor(&r, colon.begin);
}

/* A number of any kind: what may stand in a cell that is no integer. */
static size_t number_length(const reading *r, size_t at)
{
    size_t n = 0;
    while (char_at(r, at + n) != '\0' && strchr("+-.0123456789eEinfax", char_at(r, at + n)))
        n++;
    return n;
}

/* A line of cells; 0: it is none. */
static size_t read_cells(reading *r)
{
    size_t at = skip_blanks(r, r->at), n = 0;
    for (; char_at(r, at) != '\n' && char_at(r, at) != '\0'; n++) {
        size_t value = char_at(r, at) == '(' ? coordinate_length(r, at) : integer_length(r, at);
        size_t length = char_at(r, at) == '(' ? value : number_length(r, at);
        if (length < value)
            length = value;
        if (length == 0 || !strchr(" \t\r\n", char_at(r, at + length)) || ++r->n > MOST_CELLS)
            return 0;
        r->other |= value != length;
        if (!r->other && !add_cell(r, at, at + length))
            return 0;
        at = skip_blanks(r, at + length);
    }
    r->at = at;
    return n;
}

/* A line of `-` or of `=` between pages. */
static bool skip_page(reading *r)
{
    size_t at = skip_blanks(r, r->at), n = 0;
    char c = char_at(r, at);
    while ((c == '-' || c == '=') && char_at(r, at + n) == c)
        n++;
    if (n < 5 || !strchr("\r\n", char_at(r, at + n)))
        return false;
    r->at = line_end(r, at);
    return true;
}

/* Rows of as many cells as the first has, pages of as many rows. *page is the rows of one. */
static bool read_pages(reading *r, size_t *columns, size_t *page)
{
    *page = 0;
    for (;;) {
        reading before = *r;
        size_t n = char_at(r, r->at) == '\n' ? 0 : r->n;
        if (!next_line(r))
            break;
        if (r->rows > 0 && skip_page(r)) {
            if (*page == 0)
                *page = r->rows;
            continue;
        }
        n = read_cells(r);
        if (r->parser->diag->failed || r->n > MOST_CELLS)
            return false;
        if (n == 0 || (r->rows > 0 && n != *columns)) {
            *r = before;
            break;
        }
        *columns = n;
        r->rows++;
    }
    if (*page == 0)
        *page = r->rows;
    return r->rows > 0 && r->rows % *page == 0;
}

lcv_print lcv_print_contents(lcv_parser *parser, size_t begin)
{
    reading r = {.parser = parser, .begin = begin, .at = begin + 1};
    size_t columns = 0, page;
    r.cells = lcv_build(parser->arena, LCV_AST_LIST, 0);
    if (!r.cells)
        return no_memory(&r);
    r.other = of_memory(&r, begin);
    if (!read_pages(&r, &columns, &page))
        return fail(
            &r, "these are no elements of a printed tensor",
            "expected rows of as many numbers each, or the tensor alone, without the colon "
            "behind it");
    r.rows = page;
    return made(&r, columns);
}

lcv_ast *lcv_print_of(lcv_parser *parser, lcv_span span, lcv_ast *of, lcv_ast *table)
{
    (void)parser;
    of->next = NULL;
    lcv_ast_add(table, of);
    table->span = span;
    return table;
}

/* Elements in brackets, some perhaps left out: they are not looked at. */
lcv_print lcv_print_elements(lcv_parser *parser, size_t begin)
{
    reading r = {.parser = parser, .begin = begin, .at = begin, .other = true};
    size_t depth = 0;
    while (char_at(&r, r.at) != '[' && char_at(&r, r.at) != '(' && char_at(&r, r.at) != '\0')
        r.at++;
    do {
        depth += strchr("[(", char_at(&r, r.at)) != NULL;
        depth -= strchr("])", char_at(&r, r.at)) != NULL;
        r.at++;
    } while (depth > 0 && char_at(&r, r.at) != '\0');
    if (depth > 0)
        return fail(&r, "the elements of a tensor end too early",
                    "expected all of what was printed");
    r.cells = lcv_build(parser->arena, LCV_AST_LIST, 0);
    return r.cells ? made(&r, 0) : no_memory(&r);
}

lcv_print lcv_print_counter(lcv_parser *parser, size_t begin)
{
    reading r = {.parser = parser, .begin = begin, .at = begin};
    while (char_at(&r, r.at) != '(')
        r.at++;
    size_t number = ++r.at, n = integer_length(&r, number);
    r.at = number + n + 1;
    lcv_ast *from = lcv_parser_part(parser, (lcv_span){number, number + n});
    lcv_ast *offset = lcv_build(parser->arena, LCV_AST_OFFSET, 1, from);
    if (!offset)
        return no_memory(&r);
    offset->span = (lcv_span){begin, r.at};
    return (lcv_print){.ast = offset, .end = r.at};
}
