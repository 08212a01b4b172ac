/* fact.c - a value as a struct of C++. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../verify/eval/read.h"
#include "../../verify/function/function.h"
#include "fact.h"

#define OPERAND "operand of a claim" /* no name of the language */
#define MOST_SHOWN 18                /* values in a static assertion */

/* ---- names ---- */

/* Words of C++17 that the language has for names, and the names in a struct. */
static const char *const taken[] = {"alignas",
                                    "alignof",
                                    "and",
                                    "and_eq",
                                    "asm",
                                    "at",
                                    "auto",
                                    "bitand",
                                    "bitor",
                                    "bool",
                                    "break",
                                    "case",
                                    "catch",
                                    "char",
                                    "char16_t",
                                    "char32_t",
                                    "class",
                                    "compl",
                                    "const",
                                    "const_cast",
                                    "constexpr",
                                    "continue",
                                    "cute",
                                    "decltype",
                                    "default",
                                    "delete",
                                    "do",
                                    "double",
                                    "dynamic_cast",
                                    "else",
                                    "enum",
                                    "explicit",
                                    "export",
                                    "extern",
                                    "false",
                                    "float",
                                    "for",
                                    "friend",
                                    "goto",
                                    "if",
                                    "inline",
                                    "int",
                                    "layoutcheck_recheck",
                                    "least",
                                    "long",
                                    "most",
                                    "mutable",
                                    "namespace",
                                    "new",
                                    "noexcept",
                                    "not",
                                    "not_eq",
                                    "nullptr",
                                    "operator",
                                    "or",
                                    "or_eq",
                                    "private",
                                    "protected",
                                    "public",
                                    "register",
                                    "reinterpret_cast",
                                    "return",
                                    "short",
                                    "signed",
                                    "size",
                                    "sizeof",
                                    "static",
                                    "static_assert",
                                    "static_cast",
                                    "struct",
                                    "switch",
                                    "template",
                                    "this",
                                    "thread_local",
                                    "throw",
                                    "true",
                                    "try",
                                    "type",
                                    "typedef",
                                    "typeid",
                                    "typename",
                                    "union",
                                    "unsigned",
                                    "using",
                                    "value",
                                    "virtual",
                                    "void",
                                    "volatile",
                                    "wchar_t",
                                    "while",
                                    "xor",
                                    "xor_eq"};

static bool is_taken(const lck_facts *facts, const char *name)
{
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(taken[i], name) == 0)
            return true;
    for (size_t i = 0; i < facts->n; i++)
        if (strcmp(facts->fact[i].name, name) == 0)
            return true;
    return false;
}

static char *free_name(const lck_facts *facts, const char *name)
{
    lc_text text = {0};
    lc_text_add(&text, name);
    for (size_t i = 2; !text.failed && is_taken(facts, text.data); i++) {
        lc_text_free(&text);
        lc_text_printf(&text, "%s_%zu", name, i);
    }
    return lc_text_take(NULL, &text);
}

/* ---- what is known of a function ---- */

/* The value at c; false: it has none of 62 bits. */
static bool value_at(lc_ctx *ctx, const lcv_function *f, int64_t c, int64_t *value)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int v = lcv_function_at(ctx, f, lc_int_si(ctx, c));
    bool ok = lc_ctx_code(ctx) == LC_OK && lc_int_is_small(v);
    *value = ok ? lc_int_get_si(v) : 0;
    lc_frame_close(ctx, frame);
    return ok;
}

static bool measure(lc_ctx *ctx, const lcv_function *f, lck_fact *fact)
{
    bool ok = lc_int_is_small(f->size);
    fact->size = ok ? lc_int_get_si(f->size) : 0;
    for (int64_t c = 0; ok && fact->size <= LCK_FACT_SIZE && c < fact->size; c++) {
        int64_t v;
        ok = value_at(ctx, f, c, &v);
        fact->least = c == 0 || v < fact->least ? v : fact->least;
        fact->most = c == 0 || v > fact->most ? v : fact->most;
    }
    return ok && fact->size > 0;
}

/* Values at the powers of two and at the end, which the algebra has computed. */
static bool add_values(lc_ctx *ctx, lc_text *text, const lcv_function *f, const lck_fact *fact)
{
    bool ok = true, end = false;
    int64_t c = 0, v;
    lc_text_add(text, "static_assert(");
    for (size_t n = 0; ok && !end; n++) {
        end = c >= fact->size - 1 || n + 1 == MOST_SHOWN;
        c = end ? fact->size - 1 : c;
        ok = value_at(ctx, f, c, &v);
        lc_text_printf(text, "%s%s::at(%" PRId64 ") == %" PRId64,
                       n == 0       ? ""
                       : n % 3 == 0 ? " &&\n                  "
                                    : " && ",
                       fact->name, c, v);
        c = c == 0 ? 1 : 2 * c;
    }
    lc_text_add(text, ", \"the values of the algebra\");\n");
    return ok;
}

/* ---- the struct ---- */

static void add_at(lc_text *text, const lck_fact *fact, const char *body)
{
    lc_text_printf(text, "    static constexpr layoutcheck_recheck::integer size = %" PRId64,
                   fact->size);
    if (fact->size <= LCK_FACT_SIZE)
        lc_text_printf(text, ", least = %" PRId64 ", most = %" PRId64, fact->least, fact->most);
    lc_text_add(text, ";\n"
                      "    LAYOUTCHECK_HD static constexpr layoutcheck_recheck::integer\n"
                      "    at(layoutcheck_recheck::integer c)\n    {\n");
    for (size_t n; *body; body += n + (body[n] == '\n')) {
        n = strcspn(body, "\n");
        lc_text_printf(text, "        %.*s\n", (int)n, body);
    }
    lc_text_add(text, "        return c;\n    }\n");
}

static void add_object(lc_text *text, const char *type)
{
    lc_text_printf(text,
                   "#ifdef CUTE_HOST_DEVICE\n"
                   "    using type = %s;\n"
                   "    static constexpr type value{};\n"
                   "#endif\n",
                   type);
}

static void add_agreement(lc_text *text, const lcv_value *v, const lck_fact *fact)
{
    const char *name = fact->name;
    lc_text_add(text, "#ifdef CUTE_HOST_DEVICE\n");
    if (v->kind != LCV_SWIZZLE)
        lc_text_printf(text, "static_assert(cute::size(%s::value) == %s::size, \"its size\");\n",
                       name, name);
    if (v->kind == LCV_LAYOUT && fact->size <= LCK_FACT_SIZE && fact->least == 0)
        lc_text_printf(
            text, "static_assert(cute::cosize(%s::value) == %s::most + 1, \"its cosize\");\n",
            name, name);
    if (fact->size <= LCK_FACT_SIZE)
        lc_text_printf(text,
                       "static_assert(layoutcheck_recheck::agrees<%s>(%s::value), "
                       "\"CuTe has the same values\");\n",
                       name, name);
    lc_text_add(text, "#endif\n");
}

/* Objects of CuTe's are for what a name was given to. */
static void add_struct(lck_facts *facts, lc_ctx *ctx, const lcv_value *v, lck_fact *fact,
                       bool named)
{
    lcv_function f;
    lc_text body = {0}, type = {0}, values = {0}, *text = &facts->body;
    lc_frame frame = lc_frame_open(ctx);
    fact->function = lck_fact_body(ctx, &body, v) && lcv_arg_any(ctx, "emit", "X", v, &f) &&
                     measure(ctx, &f, fact) && add_values(ctx, &values, &f, fact);
    bool object = named && lck_fact_cute(ctx, &type, v);
    lc_frame_close(ctx, frame);
    lc_ctx_reset(ctx);
    if (fact->function || object)
        lc_text_printf(text, "struct %s {\n", fact->name);
    if (fact->function)
        add_at(text, fact, lc_text_peek(&body));
    if (object)
        add_object(text, lc_text_peek(&type));
    if (fact->function || object)
        lc_text_add(text, "};\n");
    if (fact->function)
        lc_text_add(text, lc_text_peek(&values));
    if (fact->function && object)
        add_agreement(text, v, fact);
    if (!fact->function && !object)
        lc_text_add(text, "// no function to integers, and no type of CuTe's\n");
    text->failed |= body.failed || type.failed || values.failed;
    lc_text_free(&body);
    lc_text_free(&type);
    lc_text_free(&values);
}

static void add_integer(lc_text *text, const lck_fact *fact, lc_int value)
{
    lc_text_printf(text, "constexpr layoutcheck_recheck::integer %s = ", fact->name);
    lc_text_add_int(text, value);
    lc_text_add(text, ";\n");
}

static lck_fact *new_fact(lck_facts *facts, const char *text, const char *name)
{
    lck_fact *more = lc_grow(NULL, facts->fact, facts->n, &facts->room, sizeof *more);
    if (!more)
        return NULL;
    facts->fact = more;
    bool named = strcmp(name, OPERAND) != 0;
    lck_fact fact = {.text = strdup(text), .name = free_name(facts, named ? name : "operand")};
    if (!fact.text || !fact.name) {
        free(fact.text);
        free(fact.name);
        return NULL;
    }
    facts->fact[facts->n] = fact;
    return &facts->fact[facts->n++];
}

const lck_fact *lck_fact_new(lck_facts *facts, lc_ctx *ctx, const lcv_value *v, const char *text,
                             const char *name)
{
    lck_fact *fact = new_fact(facts, text, name);
    bool integer = v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple) &&
                   !lc_tuple_is_wildcard(v->tuple, 0);
    if (!fact)
        facts->body.failed = true;
    else if (integer && lc_int_is_small(lc_tuple_value(v->tuple, 0)))
        add_integer(&facts->body, fact, lc_tuple_value(v->tuple, 0));
    else if (!integer)
        add_struct(facts, ctx, v, fact, strcmp(name, OPERAND) != 0);
    return fact;
}

const lck_fact *lck_fact_of(lck_facts *facts, const char *text)
{
    for (size_t i = 0; i < facts->n; i++)
        if (strcmp(facts->fact[i].text, text) == 0)
            return &facts->fact[i];
    lcv_diag diag = {0};
    lcv_value *v = lcv_value_from_str(facts->r, text, &diag);
    const lck_fact *fact = NULL;
    if (v) {
        lc_text_printf(&facts->body, "// %s\n", text);
        fact = lck_fact_new(facts, facts->ctx, v, text, OPERAND);
    }
    lcv_value_free(v);
    lcv_diag_clear(&diag);
    lc_ctx_reset(facts->ctx);
    return fact;
}
