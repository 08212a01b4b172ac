#include "config.h"

#include "pieces.h"

#include <ctype.h>
#include <string.h>

#include "build.h"
#include "comment.h"

static const char map_form[] =
    "expected map { (i,j) in (M,N) -> EXPR }, or piecewise { (i) in (M) "
    "-> EXPR if CONDITION; EXPR otherwise }";
static const char table_form[] = "expected table T[0..P) in [0..Q), injective";

/* ---- looking for signs outside of brackets ---- */

typedef struct {
    const char *text;
    size_t at, end;
    int depth;
} cursor;

/* The place behind a comment that begins here; else here. */
static size_t behind_comment(const cursor *c)
{
    size_t at = c->at;
    bool slashes = strncmp(c->text + at, "//", 2) == 0;
    if (c->text[at] != '#' && (!slashes || lcv_divides(c->text, at)))
        return at;
    while (at < c->end && c->text[at] != '\n')
        at++;
    return at;
}

/* The next character outside of comments; false at the end. *opens: brackets open before it. */
static bool next(cursor *c, char *found, size_t *place)
{
    c->at = behind_comment(c);
    if (c->at >= c->end)
        return false;
    *place = c->at;
    *found = c->text[c->at++];
    if (strchr("([{", *found))
        c->depth++;
    if (strchr(")]}", *found))
        c->depth--;
    return true;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* A word ends where it ends; what lies behind it is looked at only where it is there. */
static bool is_word(const char *text, size_t at, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(text + at, word, n) != 0)
        return false;
    return !in_word(word[0]) || ((at == 0 || !in_word(text[at - 1])) && !in_word(text[at + n]));
}

/* The first place of a word or a sign outside of brackets, SIZE_MAX for none. */
static size_t find(const lcv_parser *p, lcv_span in, const char *word)
{
    cursor c = {p->source->text, in.begin, in.end, 0};
    char found;
    size_t place;
    while (next(&c, &found, &place))
        if (c.depth == 0 && is_word(c.text, place, word))
            return place;
    return SIZE_MAX;
}

static lcv_span trimmed(const lcv_parser *p, lcv_span s)
{
    while (s.begin < s.end && isspace((unsigned char)p->source->text[s.begin]))
        s.begin++;
    while (s.end > s.begin && isspace((unsigned char)p->source->text[s.end - 1]))
        s.end--;
    return s;
}

static void *wrong(lcv_parser *p, lcv_span span, const char *message, const char *hint)
{
    if (!p->diag->failed) {
        lcv_diag_set(p->diag, p->source, span, "%s", message);
        lcv_diag_hint(p->diag, "%s", hint);
    }
    return NULL;
}

static lcv_ast *part(lcv_parser *p, lcv_span span, const char *hint)
{
    span = trimmed(p, span);
    if (span.begin == span.end)
        return wrong(p, span, "an expression is missing", hint);
    return lcv_parser_part(p, span);
}

static lcv_ast *made(lcv_parser *p, lcv_ast_kind kind, lcv_span span, size_t n, lcv_ast *a,
                     lcv_ast *b)
{
    lcv_ast *ast = lcv_ast_new(p->arena, kind, span);
    if (!ast)
        return lcv_diag_no_memory(p->diag, span);
    if (n > 0)
        lcv_ast_add(ast, a);
    if (n > 1)
        lcv_ast_add(ast, b);
    return ast;
}

static const char *copied(lcv_parser *p, lcv_span span)
{
    char *text = lcv_arena_alloc(p->arena, span.end - span.begin + 1);
    if (text)
        memcpy(text, p->source->text + span.begin, span.end - span.begin);
    else
        lcv_diag_no_memory(p->diag, span);
    return text;
}

/* ---- maps ---- */

/* The `if` that ends the value of a piece: as each `else` has one before it, the last of those
 * that are more. SIZE_MAX: the piece is a value as a whole. */
static size_t find_condition(const lcv_parser *p, lcv_span in)
{
    size_t ifs = 0, elses = 0, last = SIZE_MAX, at;
    for (lcv_span rest = in; (at = find(p, rest, "else")) != SIZE_MAX; rest.begin = at + 4)
        elses++;
    for (lcv_span rest = in; (at = find(p, rest, "if")) != SIZE_MAX; rest.begin = at + 2, ifs++)
        last = at;
    return ifs > elses ? last : SIZE_MAX;
}

/* EXPR if COND, EXPR otherwise, EXPR: added to the pieces. */
static bool add_piece(lcv_parser *p, lcv_ast *pieces, lcv_span span, bool last)
{
    size_t cut = find_condition(p, span), otherwise = find(p, span, "otherwise");
    bool only = last && pieces->nchildren == 0;
    lcv_ast *value, *when = NULL;
    if (cut == SIZE_MAX && otherwise == SIZE_MAX && !only)
        return wrong(p, trimmed(p, span), "a piece has no condition",
                     "expected EXPR if CONDITION, or at the end EXPR otherwise");
    if (otherwise != SIZE_MAX && !last)
        return wrong(p, (lcv_span){otherwise, otherwise + 9}, "'otherwise' is the last piece",
                     "expected no piece behind it");
    lcv_span of = {span.begin, cut != SIZE_MAX         ? cut
                               : otherwise != SIZE_MAX ? otherwise
                                                       : span.end};
    if (!(value = part(p, of, "expected EXPR if CONDITION")))
        return false;
    if (cut != SIZE_MAX &&
        !(when = part(p, (lcv_span){cut + 2, span.end}, "expected a condition, as i < 8")))
        return false;
    lcv_ast_add(pieces, value);
    if (when)
        lcv_ast_add(pieces, when);
    return true;
}

static lcv_ast *read_pieces(lcv_parser *p, lcv_span body)
{
    lcv_ast *pieces = made(p, LCV_AST_PIECES, body, 0, NULL, NULL);
    while (pieces && trimmed(p, body).begin < trimmed(p, body).end) {
        size_t cut = find(p, body, ";");
        size_t end = cut == SIZE_MAX ? body.end : cut;
        lcv_span rest = {cut == SIZE_MAX ? body.end : cut + 1, body.end};
        lcv_span left = trimmed(p, rest);
        if (!add_piece(p, pieces, (lcv_span){body.begin, end}, left.begin == left.end))
            return NULL;
        body = rest;
    }
    if (pieces && pieces->nchildren == 0)
        return wrong(p, body, "a map without pieces", map_form);
    return pieces;
}

static lcv_ast *tupled(lcv_parser *p, lcv_ast *ast)
{
    return !ast || ast->kind == LCV_AST_TUPLE ? ast
                                              : made(p, LCV_AST_TUPLE, ast->span, 1, ast, NULL);
}

static bool check_names(lcv_parser *p, const lcv_ast *names)
{
    for (const lcv_ast *name = names->child; name; name = name->next) {
        if (name->kind != LCV_AST_NAME)
            return wrong(p, name->span, "a coordinate of a map is a name",
                         "expected map { (i,j) in (M,N) -> EXPR }");
        for (const lcv_ast *other = names->child; other != name; other = other->next)
            if (strcmp(other->text, name->text) == 0)
                return wrong(p, name->span, "two coordinates have one name",
                             "expected a name for each coordinate");
    }
    return true;
}

/* (i,j) in (M,N) where COND */
static lcv_ast *read_head(lcv_parser *p, lcv_span head, lcv_ast **where)
{
    size_t in = find(p, head, "in"), cut = find(p, head, "where");
    if (in == SIZE_MAX)
        return wrong(p, trimmed(p, head), "a map says the sizes of its coordinates", map_form);
    lcv_span sizes = {in + 2, cut == SIZE_MAX ? head.end : cut};
    lcv_ast *name = tupled(p, part(p, (lcv_span){head.begin, in}, map_form));
    lcv_ast *size = name && check_names(p, name) ? tupled(p, part(p, sizes, map_form)) : NULL;
    if (!size)
        return NULL;
    if (size->nchildren != name->nchildren)
        return wrong(p, size->span, "another number of sizes than of coordinates",
                     "expected a size for each coordinate");
    if (cut != SIZE_MAX &&
        !(*where = part(p, (lcv_span){cut + 5, head.end}, "expected a condition, as i < 8")))
        return NULL;
    return made(p, LCV_AST_MAP, head, 2, name, size);
}

static lcv_ast *read_map(lcv_parser *p, lcv_span inside, bool piecewise)
{
    size_t arrow = find(p, inside, "->");
    lcv_ast *where = NULL;
    if (arrow == SIZE_MAX && piecewise)
        return read_pieces(p, inside);
    if (arrow == SIZE_MAX)
        return wrong(p, inside, "a map says its coordinates", map_form);
    lcv_ast *map = read_head(p, (lcv_span){inside.begin, arrow}, &where);
    lcv_ast *pieces = map ? read_pieces(p, (lcv_span){arrow + 2, inside.end}) : NULL;
    if (!pieces)
        return NULL;
    lcv_ast_add(map, pieces);
    if (where)
        lcv_ast_add(map, where);
    return map;
}

lcv_print lcv_read_map(lcv_parser *p, size_t begin)
{
    const char *text = p->source->text;
    size_t open = begin + strcspn(text + begin, "{");
    cursor c = {text, open, p->end, 0};
    char found;
    size_t place;
    while (next(&c, &found, &place) && c.depth > 0)
        ;
    if (c.depth > 0)
        return (lcv_print){wrong(p, (lcv_span){open, open + 1},
                                 "unbalanced '{': the map ends too early", "expected '}'"),
                           p->end, false};
    lcv_ast *map = read_map(p, (lcv_span){open + 1, place}, text[begin] == 'p');
    if (map) {
        map->span = (lcv_span){begin, place + 1};
        map->text = copied(p, map->span);
    }
    return (lcv_print){map && map->text ? map : NULL, place + 1, false};
}

/* ---- tables ---- */

/* a..b, with the bracket that closes it, or the number of its values: [least, end). */
static lcv_ast *read_range(lcv_parser *p, lcv_span span, bool open)
{
    size_t dots = find(p, span, "..");
    lcv_ast *low, *end;
    span = trimmed(p, span);
    if (dots == SIZE_MAX) {
        low = lcv_build_int(p->arena, 0);
        end = part(p, span, table_form);
    } else {
        low = part(p, (lcv_span){span.begin, dots}, table_form);
        end = low ? part(p, (lcv_span){dots + 2, span.end}, table_form) : NULL;
        lcv_ast *one = end && !open ? lcv_build_int(p->arena, 1) : NULL;
        if (one) {
            lcv_span at = end->span;
            if ((end = lcv_build_op(p->arena, LCV_OP_ADD, end, one)))
                end->span = one->span = at;
        }
    }
    if (!low || !end)
        return wrong(p, span, "a range is missing", table_form);
    low->span = dots == SIZE_MAX ? span : low->span;
    return made(p, LCV_AST_LIST, span, 2, low, end);
}

/* The range of an index, perhaps with its name: b in B. */
static lcv_ast *read_index(lcv_parser *p, lcv_span span, bool open)
{
    size_t in = find(p, span, "in");
    lcv_span name = trimmed(p, (lcv_span){span.begin, in == SIZE_MAX ? span.begin : in});
    lcv_ast *range = read_range(p, (lcv_span){in == SIZE_MAX ? span.begin : in + 2, span.end},
                                open);
    if (range && in != SIZE_MAX)
        range->text = copied(p, name);
    return range;
}

static lcv_ast *read_indices(lcv_parser *p, lcv_span span, bool open)
{
    lcv_ast *all = made(p, LCV_AST_LIST, span, 0, NULL, NULL), *one;
    while (all) {
        size_t cut = find(p, span, ",");
        one = read_index(p, (lcv_span){span.begin, cut == SIZE_MAX ? span.end : cut}, open);
        if (!one)
            return NULL;
        lcv_ast_add(all, one);
        if (cut == SIZE_MAX)
            break;
        span.begin = cut + 1;
    }
    return all;
}

static lcv_ast *read_promise(lcv_parser *p, lcv_span span)
{
    static const char *const known[] = {"injective", "permutation", "sorted", "increasing"};
    size_t where = find(p, span, "where");
    lcv_span named = trimmed(p, (lcv_span){span.begin, where == SIZE_MAX ? span.end : where});
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (named.end - named.begin != strlen(known[i]) ||
            !is_word(p->source->text, named.begin, known[i]))
            continue;
        lcv_ast *promise = made(p, LCV_AST_KEYWORD, named, 0, NULL, NULL);
        lcv_ast *when = promise && where != SIZE_MAX
                            ? part(p, (lcv_span){where + 5, span.end}, "expected a condition")
                            : NULL;
        if (!promise || (where != SIZE_MAX && !when))
            return NULL;
        promise->text = known[i];
        if (when)
            lcv_ast_add(promise, when);
        return promise;
    }
    lcv_ast *claim = part(p, span, "expected a promise, as injective or sorted");
    if (claim && claim->kind != LCV_AST_COMPARE && claim->kind != LCV_AST_LOGIC)
        return wrong(p, claim->span, "no promise about a table",
                     "expected injective, permutation, sorted, increasing, or a comparison, as "
                     "T[0] == 0");
    return claim;
}

/* The statement ends at `;`, at the end of a line that does not end with a comma, and at that of
 * the source. */
static size_t end_of_table(const lcv_parser *p, size_t begin)
{
    cursor c = {p->source->text, begin, p->end, 0};
    char found, last = ',';
    size_t place, end = begin;
    while (next(&c, &found, &place)) {
        if (c.depth <= 0 && (found == ';' || (found == '\n' && last != ',')))
            return end;
        if (!isspace((unsigned char)found)) {
            last = found;
            end = place + 1;
        }
    }
    return end;
}

/* The bracket that closes the one at `open`: `[0..P)` ends with the other kind. */
static size_t closing(const lcv_parser *p, size_t open, size_t end)
{
    cursor c = {p->source->text, open, end, 0};
    char found;
    size_t place;
    while (next(&c, &found, &place))
        if (c.depth == 0)
            return place;
    return SIZE_MAX;
}

static lcv_ast *read_promises(lcv_parser *p, size_t from, size_t end)
{
    lcv_ast *all = made(p, LCV_AST_LIST, (lcv_span){from, end}, 0, NULL, NULL), *one;
    while (all && from < end) {
        size_t cut = find(p, (lcv_span){from, end}, ",");
        size_t stop = cut == SIZE_MAX ? end : cut;
        if (!(one = read_promise(p, (lcv_span){from, stop})))
            return NULL;
        lcv_ast_add(all, one);
        from = stop + 1;
    }
    return all;
}

/* Behind the indices: the range of entries, promises. */
static lcv_ast *read_entries(lcv_parser *p, lcv_span rest, lcv_ast *indices)
{
    rest = trimmed(p, rest);
    const char *text = p->source->text;
    if (!is_word(text, rest.begin, "in"))
        return wrong(p, rest, "a table says the range of its entries", table_form);
    lcv_span range = trimmed(p, (lcv_span){rest.begin + 2, rest.end});
    bool bracket = range.begin < rest.end && text[range.begin] == '[', open = false;
    size_t end, comma;
    if (bracket) {
        size_t close = closing(p, range.begin, rest.end);
        if (close == SIZE_MAX)
            return wrong(p, range, "unbalanced '['", table_form);
        open = text[close] == ')';
        end = close + 1;
        range = (lcv_span){range.begin + 1, close};
        comma = find(p, (lcv_span){end, rest.end}, ",");
    } else {
        comma = find(p, range, ",");
        end = range.end = comma == SIZE_MAX ? rest.end : comma;
    }
    lcv_ast *entries = read_range(p, range, open);
    lcv_ast *promises = entries
                            ? read_promises(p, comma == SIZE_MAX ? rest.end : comma + 1, rest.end)
                            : NULL;
    lcv_ast *table = promises ? made(p, LCV_AST_UNKNOWN, rest, 2, indices, entries) : NULL;
    if (table)
        lcv_ast_add(table, promises);
    return table;
}

bool lcv_begins_table(const char *text)
{
    size_t word = strlen("table"), n = 0;
    if (strncmp(text, "table", word) != 0 || (text[word] != ' ' && text[word] != '\t'))
        return false;
    text += word + strspn(text + word, " \t");
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return n > 0 && text[n + strspn(text + n, " \t")] == '[';
}

lcv_print lcv_read_table(lcv_parser *p, size_t begin)
{
    const char *text = p->source->text;
    size_t open = begin + strcspn(text + begin, "["), end = end_of_table(p, begin);
    size_t close = closing(p, open, end);
    lcv_span name = trimmed(p, (lcv_span){begin + strlen("table"), open});
    if (close == SIZE_MAX)
        return (lcv_print){wrong(p, (lcv_span){open, open + 1}, "unbalanced '['", table_form),
                           end, false};
    lcv_ast *indices = read_indices(p, (lcv_span){open + 1, close}, text[close] == ')');
    lcv_ast *table = indices ? read_entries(p, (lcv_span){close + 1, end}, indices) : NULL;
    if (table) {
        table->text = copied(p, name);
        table->span = (lcv_span){begin, end};
    }
    return (lcv_print){table && table->text ? table : NULL, end, false};
}
