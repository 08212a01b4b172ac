#include "config.h"

#include "cute.h"

#include <string.h>

#include "grammar.h"

/* ---- names ---- */

#define MOST 4096 /* characters between < and > */

static const char blank[] = " \t", space[] = " \t\r\n",
                  word[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";

static bool is_in(char c, const char *first, const char *second)
{
    return c && (strchr(first, c) || strchr(second, c));
}

/* < and a > somewhere behind it; lines end after commas. */
static bool types_follow(const char *next)
{
    next += strspn(next, blank);
    if (*next != '<')
        return false;
    const char *at = next + 1;
    while (is_in(*at, word, "<-+*/%:{}(), \t") && at - next < MOST)
        at += *at == ',' ? 1 + strspn(at + 1, space) : 1;
    return *at == '>';
}

/* <..>( without other < and > inside. */
static bool given_follow(const char *next)
{
    const char *at = next + 1;
    if (*next != '<')
        return false;
    while (is_in(*at, word, "-+*/%:{}, \t") && at - next < MOST)
        at++;
    if (*at != '>')
        return false;
    at++;
    return at[strspn(at, blank)] == '(';
}

/* NAME =, and no comparison. */
static bool definition_follows(const char *next)
{
    size_t between = strspn(next, blank), name = strspn(next + between, word);
    next += between + name;
    next += strspn(next, blank);
    return between > 0 && name > 0 && next[0] == '=' && next[1] != '=';
}

static bool is(const char *name, size_t length, const char *what)
{
    return strlen(what) == length && memcmp(name, what, length) == 0;
}

/* The names of types; 0: it is none. */
static int token_of_type(const char *name, size_t length)
{
    static const struct {
        const char *name;
        int token;
    } type[] = {{"Shape", LCV_TOKEN_CUTE_TUPLE},
                {"Stride", LCV_TOKEN_CUTE_TUPLE},
                {"Step", LCV_TOKEN_CUTE_TUPLE},
                {"Coord", LCV_TOKEN_CUTE_TUPLE},
                {"Tile", LCV_TOKEN_CUTE_TILE},
                {"Layout", LCV_TOKEN_CUTE_LAYOUT},
                {"Int", LCV_TOKEN_CUTE_INT},
                {"C", LCV_TOKEN_CUTE_INT},
                {"cosize_v", LCV_TOKEN_CUTE_VALUE},
                {"depth_v", LCV_TOKEN_CUTE_VALUE},
                {"rank_v", LCV_TOKEN_CUTE_VALUE},
                {"size_v", LCV_TOKEN_CUTE_VALUE},
                {"sizeof_bits_v", LCV_TOKEN_CUTE_VALUE},
                {"sizeof_bits", LCV_TOKEN_CUTE_VALUE},
                {"ComposedLayout", LCV_TOKEN_CUTE_COMPOSED},
                {"AutoVectorizingCopyWithAssumedAlignment", LCV_TOKEN_CUTE_VALUE},
                {"Copy_Atom", LCV_TOKEN_CUTE_VALUE},
                {"Copy_Traits", LCV_TOKEN_CUTE_VALUE},
                {"MMA_Atom", LCV_TOKEN_CUTE_VALUE},
                {"MMA_Traits", LCV_TOKEN_CUTE_VALUE},
                {"TiledCopy", LCV_TOKEN_CUTE_VALUE},
                {"TiledMMA", LCV_TOKEN_CUTE_VALUE},
                {"UniversalCopy", LCV_TOKEN_CUTE_VALUE},
                {"UniversalFMA", LCV_TOKEN_CUTE_VALUE}};
    for (size_t i = 0; i < sizeof type / sizeof *type; i++)
        if (is(name, length, type[i].name))
            return type[i].token;
    bool atom = length > 12 && memcmp(name, "Layout_", 7) == 0 &&
                memcmp(name + length - 5, "_Atom", 5) == 0;
    return atom ? LCV_TOKEN_CUTE_VALUE : 0;
}

/* What begins a definition, and what may stand before it. */
static bool is_let(const char *name, size_t length)
{
    static const char *const words[] = {"auto", "using", "Layout", "Tensor", "int"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(name, length, words[i]))
            return true;
    return false;
}

static bool is_qualifier(const char *name, size_t length)
{
    return is(name, length, "static") || is(name, length, "constexpr") ||
           is(name, length, "const");
}

/* static constexpr int NAME = */
static bool let_follows(const char *next)
{
    next += strspn(next, blank);
    size_t n = strspn(next, word);
    for (int i = 0; i < 2 && is_qualifier(next, n); i++) {
        next += n;
        next += strspn(next, blank);
        n = strspn(next, word);
    }
    return is_let(next, n) && definition_follows(next + n);
}

int lcv_cute_token(const char *name, size_t *length, const char *next)
{
    size_t n = *length;
    if (is_let(name, n) && definition_follows(next))
        return LCV_TOKEN_LET;
    if (is_qualifier(name, n) && let_follows(next))
        return LCV_CUTE_NOTHING;
    if (is(name, n, "CUTE_STATIC_ASSERT_V") && next[strspn(next, blank)] == '(')
        return LCV_TOKEN_PROVE;
    int type = token_of_type(name, n);
    if (type != 0 && types_follow(next)) {
        bool value = type == LCV_TOKEN_CUTE_VALUE && memcmp(name + n - 2, "_v", 2) == 0;
        *length -= value ? 2 : 0;
        return type;
    }
    bool function = n > 1 && name[0] >= 'a' && name[0] <= 'z' && given_follow(next);
    return function ? LCV_TOKEN_CUTE_FUNCTION : LCV_TOKEN_NAME;
}

/* ---- trees ---- */

static lcv_ast *leaf(lcv_parser *parser, lcv_ast_kind kind, const char *text, lcv_span span)
{
    lcv_ast *made = lcv_ast_new(parser->arena, kind, span);
    if (made)
        made->text = text;
    else
        lcv_diag_no_memory(parser->diag, span);
    return made;
}

/* A call of NAME without arguments yet; NULL goes on. */
static lcv_ast *call_of(lcv_parser *parser, lcv_span span, const char *name, lcv_span place)
{
    lcv_ast *callee = leaf(parser, LCV_AST_NAME, name, place);
    lcv_ast *made = callee ? leaf(parser, LCV_AST_APPLY, NULL, span) : NULL;
    if (made)
        lcv_ast_add(made, callee);
    return made;
}

static lcv_ast *detach(lcv_ast *item)
{
    item->next = NULL;
    return item;
}

/* The items from this one on, which are in no list any more, go to the end of a node. */
static void add_all(lcv_ast *to, lcv_ast *item)
{
    for (lcv_ast *next; item; item = next) {
        next = item->next;
        lcv_ast_add(to, detach(item));
    }
}

lcv_ast *lcv_cute_apply(lcv_parser *parser, lcv_span span, const char *name, lcv_span place,
                        lcv_ast *arguments)
{
    lcv_ast *made = call_of(parser, span, name, place);
    if (made)
        add_all(made, arguments);
    return made;
}

/* ---- types ---- */

static bool is_wildcard(const char *name)
{
    return strcmp(name, "X") == 0 || strcmp(name, "Underscore") == 0;
}

lcv_ast *lcv_cute_types(lcv_ast_kind kind, lcv_span span, lcv_ast *list)
{
    bool layouts = false;
    for (lcv_ast *item = list->child; item; item = item->next) {
        if (item->kind == LCV_AST_NAME && is_wildcard(item->text))
            item->kind = LCV_AST_WILDCARD;
        layouts = layouts || item->kind == LCV_AST_LAYOUT || item->kind == LCV_AST_TILER ||
                  item->kind == LCV_AST_APPLY || item->kind == LCV_AST_COMPOSE;
    }
    list->kind = layouts ? kind : LCV_AST_TUPLE;
    list->span = span;
    return list;
}

/* ---- calls ---- */

static bool is_one_of(const lcv_ast *ast, const char *first, const char *second)
{
    return ast->kind == LCV_AST_NAME &&
           (strcmp(ast->text, first) == 0 || strcmp(ast->text, second) == 0);
}

lcv_ast *lcv_cute_call(lcv_ast *apply)
{
    lcv_ast *callee = apply->child, *last = apply->last;
    bool right = is_one_of(last, "LayoutRight", "GenRowMajor");
    if (!is_one_of(callee, "make_layout", "make_layout") || apply->nchildren != 3 ||
        (!right && !is_one_of(last, "LayoutLeft", "GenColMajor")))
        return apply;
    if (right)
        callee->text = "make_layout_right";
    apply->last = callee->next;
    apply->last->next = NULL;
    apply->nchildren--;
    return apply;
}

/* Where the arguments of a template go in a call. */
typedef enum {
    TO_MODE,   /* of the first argument, which is replaced by this mode of it */
    TO_BEGIN,  /* before the others */
    TO_SECOND, /* behind the first */
    TO_END,    /* behind the others */
    TO_NOTHING /* a type of elements, which layouts do not have */
} place_of_given;

static const struct {
    const char *name, *as; /* the function; NULL: the mode itself */
    place_of_given to;
} templates[] = {
    {"append", "append", TO_END},
    {"coprofile", "coprofile", TO_MODE},
    {"coshape", "coshape", TO_MODE},
    {"cosize", "cosize", TO_MODE},
    {"depth", "depth", TO_MODE},
    {"downcast", "downcast", TO_END},
    {"get", NULL, TO_MODE},
    {"group", "group", TO_END},
    {"group_modes", "group", TO_END},
    {"layout", NULL, TO_MODE},
    {"make_fragment_like", "make_fragment_like", TO_NOTHING},
    {"make_tensor_like", "make_layout_like", TO_NOTHING},
    {"prepend", "prepend", TO_END},
    {"product", "size", TO_MODE},
    {"rank", "rank", TO_MODE},
    {"recast", "recast_layout", TO_BEGIN},
    {"recast_layout", "recast_layout", TO_BEGIN},
    {"replace", "replace", TO_SECOND},
    {"select", "select", TO_END},
    {"shape", "shape", TO_MODE},
    {"size", "size", TO_MODE},
    {"stride", "stride", TO_MODE},
    {"take", "take", TO_END},
    {"upcast", "upcast", TO_END},
};

static size_t find_template(const char *name)
{
    size_t i = 0;
    while (i < sizeof templates / sizeof *templates && strcmp(templates[i].name, name) != 0)
        i++;
    return i;
}

static lcv_ast *unknown_template(lcv_parser *parser, const char *name, lcv_span place)
{
    lcv_diag_set(parser->diag, parser->source, place,
                 "'%s' is no function that has arguments in < >", name);
    return lcv_diag_hint(parser->diag,
                         "get, layout, shape, stride, size, rank, depth, cosize, take, "
                         "select, group, append, prepend, replace, upcast, downcast and "
                         "recast_layout have");
}

lcv_ast *lcv_cute_template(lcv_parser *parser, lcv_span span, const char *name, lcv_span place,
                           lcv_ast *given, lcv_ast *args)
{
    size_t i = find_template(name);
    if (i == sizeof templates / sizeof *templates)
        return unknown_template(parser, name, place);
    const char *as = templates[i].as;
    place_of_given to = templates[i].to;
    lcv_ast *first = args->child, *rest = first->next;
    lcv_ast *made = as ? call_of(parser, span, as, place) : NULL;
    if (as && !made)
        return NULL;
    detach(first);
    if (to == TO_MODE) {
        lcv_ast *mode = call_of(parser, span, "mode", place);
        if (!mode)
            return NULL;
        lcv_ast_add(mode, first);
        add_all(mode, given->child);
        if (!made)
            return mode;
        lcv_ast_add(made, mode);
        add_all(made, rest);
        return made;
    }
    if (to == TO_BEGIN)
        add_all(made, given->child);
    lcv_ast_add(made, first);
    if (to == TO_SECOND)
        add_all(made, given->child);
    add_all(made, rest);
    if (to == TO_END)
        add_all(made, given->child);
    return made;
}

lcv_ast *lcv_cute_method(lcv_parser *parser, lcv_span span, lcv_ast *object, const char *name,
                         lcv_span place)
{
    lcv_ast *made = lcv_cute_apply(parser, span, name, place, object);
    if (made)
        made->attribute = true;
    return made;
}

/* PaddedSharedLayout.with_identity_for(PAIRS, SHAPE, ORDER), as the layout with these fields. */
static lcv_ast *with_identity(lcv_parser *parser, lcv_ast *method, lcv_ast *args)
{
    static const char *const field[] = {"interval_padding_pairs", "shape", "order"};
    lcv_ast *made = lcv_cute_apply(parser, method->span, "PaddedSharedLayout", method->span,
                                   NULL);
    size_t i = 0;
    for (lcv_ast *arg = args->child, *next; made && arg; arg = next, i++) {
        next = arg->next;
        lcv_ast *named = arg->kind == LCV_AST_KEYWORD
                             ? arg
                             : leaf(parser, LCV_AST_KEYWORD, field[i], arg->span);
        if (!named)
            return NULL;
        if (named != arg)
            lcv_ast_add(named, detach(arg));
        lcv_ast_add(made, detach(named));
    }
    return made;
}

lcv_ast *lcv_cute_arguments(lcv_parser *parser, lcv_span span, lcv_ast *method, lcv_ast *args)
{
    const lcv_ast *object = method->child->next;
    if (args && args->nchildren <= 3 && is_one_of(method->child, "with_identity_for", "") &&
        is_one_of(object, "PaddedSharedLayout", ""))
        return with_identity(parser, method, args);
    method->attribute = false;
    method->span = span;
    if (args && args->nchildren > 1 && strcmp(method->child->text, "with_shape") == 0) {
        args->kind = LCV_AST_TUPLE;
        lcv_ast_add(method, args);
    } else if (args) {
        add_all(method, args->child);
    }
    return method;
}
