/* print-block.c - tiled MMAs, tiled copies and atoms, as CuTe C++ and CuTe DSL print them.
 *
 * A block is its title and its fields, a line each, or all on one line; a tiled MMA is followed
 * by the block of its atom. The field of a line ends before the next name of a field. CuTe DSL
 * prints no reference layout of a copy: it is that of source and destination where these are the
 * same, and left out where they are not.
 */
#include "config.h"

#include "print.h"

#include <ctype.h>
#include <string.h>

#include "build.h"

typedef enum { TILED_MMA, TILED_COPY, THR_MMA, THR_COPY, MMA_ATOM, COPY_ATOM, TITLES } title;

typedef enum {
    THR_LAYOUT,
    PERMUTATION,
    TILER,
    TILED_TV,
    THREAD,
    THR_ID,
    SHAPE,
    LAYOUT_A,
    LAYOUT_B,
    LAYOUT_C,
    SOURCE,
    DESTINATION,
    REFERENCE,
    TYPE,
    FIELDS
} field;

static const struct {
    const char *text;
    title is;
} titles[] = {{"TiledMMA", TILED_MMA},  {"TiledCopy", TILED_COPY},  {"ThrMMA", THR_MMA},
              {"ThrCopy", THR_COPY},    {"MMA_Atom", MMA_ATOM},     {"Copy_Atom", COPY_ATOM},
              {"Tiled MMA", TILED_MMA}, {"Tiled Copy", TILED_COPY}, {"MMA Atom", MMA_ATOM},
              {"Copy Atom", COPY_ATOM}};

/* The names in C++, then in the DSL. */
static const struct {
    const char *text;
    field is;
} labels[] = {{"ThrLayoutVMNK", THR_LAYOUT},
              {"PermutationMNK", PERMUTATION},
              {"Tiler_MN", TILER},
              {"TiledLayout_TV", TILED_TV},
              {"Thr VMNK", THREAD},
              {"ThrIdx", THREAD},
              {"ThrID", THR_ID},
              {"Shape_MNK", SHAPE},
              {"LayoutA_TV", LAYOUT_A},
              {"LayoutB_TV", LAYOUT_B},
              {"LayoutC_TV", LAYOUT_C},
              {"ValLayoutSrc", SOURCE},
              {"ValLayoutDst", DESTINATION},
              {"ValLayoutRef", REFERENCE},
              {"ValueType", TYPE},
              {"Thr Layout VMNK", THR_LAYOUT},
              {"Permutation MNK", PERMUTATION},
              {"Tiler MN", TILER},
              {"TV Layout tiled", TILED_TV},
              {"Shape MNK", SHAPE},
              {"TV Layout A", LAYOUT_A},
              {"TV Layout B", LAYOUT_B},
              {"TV Layout C", LAYOUT_C},
              {"TV Layout Src", SOURCE},
              {"TV Layout Dst", DESTINATION},
              {"Value type", TYPE}};

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* What a print has said so far. */
typedef struct {
    lcv_parser *parser;
    size_t begin, at;
    lcv_span value[FIELDS]; /* where each field stands; empty: nowhere */
} reading;

/* ---- texts ---- */

static const char *text_at(const reading *r, size_t at)
{
    return r->parser->source->text + at;
}

static size_t skip_space(const reading *r, size_t at)
{
    while (at < r->parser->end && isspace((unsigned char)*text_at(r, at)))
        at++;
    return at;
}

static bool word_at(const reading *r, size_t at, const char *word)
{
    size_t n = strlen(word);
    return at + n <= r->parser->end && memcmp(text_at(r, at), word, n) == 0;
}

/* The title at this place, before white space; *end is behind it. */
static title title_at(const reading *r, size_t at, size_t *end)
{
    for (size_t i = 0; i < COUNT(titles); i++) {
        *end = at + strlen(titles[i].text);
        if (word_at(r, at, titles[i].text) && *end < r->parser->end &&
            isspace((unsigned char)*text_at(r, *end)))
            return titles[i].is;
    }
    return TITLES;
}

/* The name of a field and its colon at this place; *end is behind them. */
static field field_at(const reading *r, size_t at, size_t *end)
{
    for (size_t i = 0; i < COUNT(labels); i++) {
        *end = at + strlen(labels[i].text);
        if (word_at(r, at, labels[i].text) && word_at(r, *end, ":")) {
            ++*end;
            return labels[i].is;
        }
    }
    return FIELDS;
}

/* The end of a value: that of its line, or the next field or title on it. */
static size_t value_end(const reading *r, size_t at)
{
    size_t end, behind;
    for (end = at; end < r->parser->end && *text_at(r, end) != '\n'; end++)
        if (isspace((unsigned char)*text_at(r, end)) &&
            (field_at(r, end + 1, &behind) != FIELDS || title_at(r, end + 1, &behind) != TITLES))
            break;
    while (end > at && isspace((unsigned char)*text_at(r, end - 1)))
        end--;
    return end;
}

/* The fields from here on. */
static void read_fields(reading *r)
{
    size_t behind;
    field is;
    while ((is = field_at(r, skip_space(r, r->at), &behind)) != FIELDS) {
        size_t begin = behind;
        while (begin < r->parser->end &&
               (*text_at(r, begin) == ' ' || *text_at(r, begin) == '\t'))
            begin++;
        r->value[is] = (lcv_span){begin, value_end(r, begin)};
        r->at = r->value[is].end;
    }
}

/* ---- trees ---- */

static const char *field_name(field is)
{
    size_t i = 0;
    while (labels[i].is != is)
        i++;
    return labels[i].text;
}

/* The value of a field as an expression. */
static lcv_ast *part(reading *r, field is)
{
    lcv_span span = r->value[is];
    if (span.end > span.begin)
        return lcv_parser_part(r->parser, span);
    if (!r->parser->diag->failed) {
        size_t title_end;
        title_at(r, r->begin, &title_end);
        lcv_diag_set(r->parser->diag, r->parser->source, (lcv_span){r->begin, title_end},
                     "the print has no %s", field_name(is));
        lcv_diag_hint(r->parser->diag,
                      "expected all of its lines, with those of the atom: TiledMMA and MMA_Atom, "
                      "TiledCopy and Copy_Atom");
    }
    return NULL;
}

static lcv_ast *copied(const reading *r, const lcv_ast *ast)
{
    return ast ? lcv_ast_copy(r->parser->arena, ast) : NULL;
}

static lcv_ast *call(const reading *r, const char *name, lcv_ast *argument, int i)
{
    lcv_arena *arena = r->parser->arena;
    return i < 0 ? lcv_build_call(arena, name, 1, argument)
                 : lcv_build_call(arena, name, 2, argument, lcv_build_int(arena, i));
}

/* 32:1 is the extent 32, as a tile. */
static lcv_ast *extent(lcv_ast *tile)
{
    bool plain = tile->kind == LCV_AST_LAYOUT && tile->child->kind == LCV_AST_INT &&
                 tile->last->kind == LCV_AST_INT && strcmp(tile->last->text, "1") == 0;
    lcv_ast *made = plain ? tile->child : tile;
    made->next = NULL;
    return made;
}

/* The tile along mode i; `_` is what the atoms have side by side. */
static lcv_ast *tile_along(reading *r, lcv_ast *permutation, int i, const lcv_ast *shape,
                           const lcv_ast *threads)
{
    if (permutation && permutation->kind != LCV_AST_WILDCARD)
        return extent(permutation);
    return lcv_build_op(r->parser->arena, LCV_OP_MUL,
                        call(r, "size", call(r, "mode", copied(r, shape), i), -1),
                        call(r, "size", call(r, "mode", copied(r, threads), i + 1), -1));
}

static lcv_ast *permutations(reading *r, const lcv_ast *shape, const lcv_ast *threads)
{
    lcv_ast *given = part(r, PERMUTATION), *item, *next = NULL;
    lcv_ast *made = given ? lcv_build(r->parser->arena, LCV_AST_LIST, 0) : NULL;
    if (!made)
        return NULL;
    bool tuple = given->kind == LCV_AST_TUPLE;
    item = tuple ? given->child : given;
    for (int i = 0; made && i < 3; i++, item = next) {
        next = tuple && item ? item->next : NULL;
        made = lcv_build_add(made, tile_along(r, item, i, shape, threads));
    }
    return made;
}

static lcv_ast *mma_atom(reading *r)
{
    lcv_ast *id = part(r, THR_ID), *shape = part(r, SHAPE), *a = part(r, LAYOUT_A),
            *b = part(r, LAYOUT_B), *c = part(r, LAYOUT_C);
    return lcv_build(r->parser->arena, LCV_AST_LIST, 5, id, shape, a, b, c);
}

/* The bits of `16b`, `f16`, `bf16`, `32`. */
static lcv_ast *type(reading *r)
{
    const char *text = text_at(r, r->value[TYPE].begin);
    size_t skip = strcspn(text, "0123456789\n"), n = strspn(text + skip, "0123456789");
    if (r->value[TYPE].end > r->value[TYPE].begin && n > 0 && n < 6)
        return lcv_build_leaf(r->parser->arena, LCV_AST_INT, "%.*s", (int)n, text + skip);
    return part(r, TYPE);
}

static bool same_text(const reading *r, lcv_span a, lcv_span b)
{
    return a.end - a.begin == b.end - b.begin &&
           memcmp(text_at(r, a.begin), text_at(r, b.begin), a.end - a.begin) == 0;
}

static lcv_ast *copy_atom(reading *r)
{
    bool given = r->value[REFERENCE].end > 0,
         same = same_text(r, r->value[SOURCE], r->value[DESTINATION]);
    lcv_ast *id = part(r, THR_ID), *from = part(r, SOURCE), *to = part(r, DESTINATION);
    lcv_ast *atom = lcv_build(r->parser->arena, LCV_AST_LIST, 3, id, from, to);
    if (atom && (given || same))
        atom = lcv_build_add(atom, part(r, given ? REFERENCE : SOURCE));
    return atom ? lcv_build_add(atom, type(r)) : NULL;
}

/* A tile by mode: a shape, or a tiler of layouts. */
static lcv_ast *tiler(reading *r)
{
    lcv_ast *given = part(r, TILER), *next;
    if (!given || given->kind != LCV_AST_TUPLE)
        return given;
    lcv_ast *made = lcv_build(r->parser->arena, LCV_AST_TUPLE, 0);
    for (lcv_ast *item = given->child; made && item; item = next) {
        next = item->next;
        item = extent(item);
        if (item->kind != LCV_AST_INT && item->kind != LCV_AST_TUPLE)
            made->kind = LCV_AST_TILER;
        lcv_ast_add(made, item);
    }
    return made;
}

static lcv_ast *tiled(reading *r, title is)
{
    bool mma = is == TILED_MMA || is == THR_MMA;
    lcv_ast *atom = mma ? mma_atom(r) : copy_atom(r), *made;
    lcv_ast *by_thread = atom ? part(r, mma ? THR_LAYOUT : TILED_TV) : NULL;
    lcv_ast *tile = !by_thread ? NULL
                    : mma      ? permutations(r, atom->child->next, by_thread)
                               : tiler(r);
    made = lcv_build(r->parser->arena, LCV_AST_LIST, 3, atom, by_thread, tile);
    bool thread = is == THR_MMA || is == THR_COPY;
    return made && thread ? lcv_build_add(made, part(r, THREAD)) : made;
}

/* ---- blocks ---- */

/* The title, its fields, and the titles with fields that belong to it. */
static title read_titles(reading *r)
{
    size_t end;
    const title first = title_at(r, r->at, &end);
    title is = first;
    while (is != TITLES) {
        r->at = end;
        read_fields(r);
        size_t next = skip_space(r, r->at);
        bool atom = is == MMA_ATOM || is == COPY_ATOM;
        is = atom ? TITLES : title_at(r, next, &end);
    }
    return first;
}

lcv_print lcv_print_block(lcv_parser *parser, size_t begin)
{
    reading r = {.parser = parser, .begin = begin, .at = begin};
    title is = read_titles(&r);
    lcv_ast *ast = is == MMA_ATOM    ? mma_atom(&r)
                   : is == COPY_ATOM ? copy_atom(&r)
                                     : tiled(&r, is);
    if (!ast && !parser->diag->failed)
        lcv_diag_no_memory(parser->diag, (lcv_span){begin, r.at});
    if (ast)
        ast->span = (lcv_span){begin, r.at};
    return (lcv_print){.ast = ast, .end = r.at};
}

/* ---- lines as they come ---- */

/* Behind `let NAME =`, or a verb. */
static const char *behind_verb(const char *text)
{
    const char *sign = strncmp(text, "let ", 4) == 0 ? strchr(text, '=') : NULL;
    if (strncmp(text, "show ", 5) == 0 || sign)
        text = sign ? sign + 1 : text + 5;
    return text + strspn(text, " \t\r\n");
}

/* A block of a copy ends with the type of its values, that of an MMA with C. */
static bool ends_block(title t, field f)
{
    bool copy = t == TILED_COPY || t == THR_COPY || t == COPY_ATOM;
    return f == (copy ? TYPE : LAYOUT_C);
}

bool lcv_print_is_open(const char *text)
{
    size_t i = 0;
    text = behind_verb(text);
    while (i < COUNT(titles) && (strncmp(text, titles[i].text, strlen(titles[i].text)) != 0 ||
                                 !strchr(" \t\r\n", text[strlen(titles[i].text)])))
        i++;
    bool open = i < COUNT(titles);
    for (size_t k = 0; open && k < COUNT(labels); k++) {
        const char *found = strstr(text, labels[k].text);
        open = !found || !ends_block(titles[i].is, labels[k].is);
    }
    return open;
}
