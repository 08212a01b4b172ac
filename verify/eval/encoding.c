/* encoding.c - layouts of Triton: attributes as its dialect prints them, objects as Gluon does.
 *
 *     #ttg.blocked<{sizePerThread = [1, 4], ..}>         an attribute (../language/attribute.h)
 *     BlockedLayout(size_per_thread=[1, 4], ..)          a call, by position or by name
 *
 * Both give the fields of an encoding (../../lib/encoding.h). Linear layouts, which need no
 * shape, become that value at once.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "eval.h"

#define MOST_ROWS 64

typedef struct {
    lcv_eval *e;
    const lcv_ast *ast; /* the attribute, or the call */
    const lc_encoding_form *form;
    lc_field field[LC_FIELDS];
    const lcv_ast *place[LC_FIELDS]; /* the value of the field */
    lc_encoding *parent;             /* kept */
} fields;

/* Layouts that are none of a tensor's shape in registers or shared memory. */
static const struct {
    const char *name, *python, *reason, *instead;
} not_here[] = {{"auto_encoding", "AutoLayout", "is chosen by the compiler",
                 "expected the layout that the compiler prints after its passes"},
                {"coalesced_encoding", "CoalescedLayout", "is chosen by the compiler",
                 "expected the layout that the compiler prints after its passes"},
                {"tensor_memory_encoding", "TensorMemoryLayout", "is one of tensor memory",
                 "import <tmem> has accumulators in tensor memory as layouts of (lane,column)"},
                {"tensor_memory_scales_encoding", "TensorMemoryScalesLayout",
                 "is one of tensor memory",
                 "import <tmem> has accumulators in tensor memory as layouts of (lane,column)"},
                {"partitioned_shared", "PartitionedSharedLayout", "is one of several buffers",
                 "expected the layout of one of them"},
                {"shared_memory", "SharedMemory", "names a memory and no layout",
                 "expected the layout there, as in #ttg.swizzled_shared<{..}>"}};

static size_t find_not_here(const char *name)
{
    size_t i = 0, n = sizeof not_here / sizeof *not_here;
    while (i < n && strcmp(not_here[i].name, name) != 0 && strcmp(not_here[i].python, name) != 0)
        i++;
    return i < n ? i : SIZE_MAX;
}

bool lcv_is_gluon(const char *name)
{
    const lc_encoding_form *form = lc_encoding_form_find(name);
    size_t i = form ? SIZE_MAX : find_not_here(name);
    return (form && form->python && strcmp(form->python, name) == 0) ||
           (i != SIZE_MAX && strcmp(not_here[i].python, name) == 0);
}

/* ---- numbers ---- */

static bool is_word(const lcv_ast *ast, const char *dialect, const char *python)
{
    return ast->kind == LCV_AST_NAME &&
           (strcmp(ast->text, dialect) == 0 || strcmp(ast->text, python) == 0);
}

static bool not_read(fields *f, const lcv_ast *ast, const lc_field_form *form)
{
    static const char *const expected[] = {"an integer from 0 on", "true or false",
                                           "a list of integers, as in [1, 0]",
                                           "a list of bases, as in [[0, 1], [0, 2]]",
                                           "an encoding, as in #ttg.blocked<{..}>"};
    if (f->e->status == LCV_EVAL_OK)
        lcv_eval_fail(f->e, ast->span, "the field %s: expected %s", form->key,
                      expected[form->type]);
    return false;
}

static bool word_of(lc_int value, uint64_t *out)
{
    if (lc_int_sign(value) < 0 || !lc_int_fits_si(value))
        return false;
    *out = (uint64_t)lc_int_get_si(value);
    return true;
}

/* One number, or the leaves of a tuple; false: it is neither, or there are more than `most`. */
static bool add_value(fields *f, const lcv_ast *ast, size_t most, uint64_t *number, size_t *n)
{
    lcv_value *v = lcv_eval_value(f->e, ast);
    if (!v || v->kind != LCV_TUPLE || lc_tuple_has_wildcard(v->tuple) ||
        lc_tuple_nleaves(v->tuple) > most - *n)
        return false;
    for (size_t i = 0; i < lc_tuple_nleaves(v->tuple); i++)
        if (!word_of(lc_tuple_value(v->tuple, i), &number[(*n)++]))
            return false;
    return true;
}

/* A list or a tuple, as written or by its name. */
static bool row(fields *f, const lcv_ast *ast, uint64_t number[LC_ENCODING_RANK], size_t *n)
{
    *n = 0;
    if (ast->kind == LCV_AST_INT)
        return false;
    if (ast->kind != LCV_AST_LIST && ast->kind != LCV_AST_TUPLE)
        return add_value(f, ast, LC_ENCODING_RANK, number, n);
    for (const lcv_ast *item = ast->child; item; item = item->next)
        if (*n == LC_ENCODING_RANK || !add_value(f, item, LC_ENCODING_RANK, number, n))
            return false;
    return true;
}

static bool rows(fields *f, const lcv_ast *ast, lc_field *out, uint64_t *number)
{
    out->rows = out->columns = 0;
    if (ast->kind != LCV_AST_LIST && ast->kind != LCV_AST_TUPLE)
        return false;
    for (const lcv_ast *item = ast->child; item; item = item->next) {
        size_t n;
        if (out->rows == MOST_ROWS || !row(f, item, number + out->rows * out->columns, &n) ||
            (out->rows > 0 && n != out->columns))
            return false;
        out->columns = n;
        out->rows++;
    }
    return true;
}

/* The parent: an encoding, or a linear layout, perhaps by its name. */
static bool parent(fields *f, const lcv_ast *ast)
{
    lcv_value *v = lcv_eval_value(f->e, ast);
    if (!v)
        return false;
    if (v->kind == LCV_LINEAR) {
        lc_encoding *made = lc_encoding_of_linear(f->e->ctx, v->linear);
        v = lcv_eval_kept(f->e, ast->span, lcv_value_encoding(f->e->ctx, made));
    }
    f->parent = v && v->kind == LCV_ENCODING ? v->encoding : NULL;
    return f->parent != NULL;
}

/* Sets a field to the value that is written. */
static bool set(fields *f, const lc_field_form *form, const lcv_ast *ast)
{
    size_t n = 0;
    lc_field *out = &f->field[form->id];
    uint64_t *number = lc_frame_alloc(f->e->ctx, (MOST_ROWS + 1) * LC_ENCODING_RANK,
                                      sizeof *number);
    bool ok = number != NULL, flag = form->type == LC_FIELD_FLAG;
    if (!ok)
        return lcv_eval_no_memory(f->e, ast->span) != NULL;
    if (is_word(ast, "None", "None"))
        return true;
    *out = (lc_field){true, 1, 1, number};
    f->place[form->id] = ast;
    if (form->type == LC_FIELD_ENCODING)
        ok = parent(f, ast);
    else if (form->type == LC_FIELD_ROWS)
        ok = rows(f, ast, out, number);
    else if (form->type == LC_FIELD_LIST)
        ok = row(f, ast, number, &out->columns);
    else if (flag && (is_word(ast, "true", "True") || is_word(ast, "false", "False")))
        number[0] = is_word(ast, "true", "True");
    else
        ok = add_value(f, ast, 1, number, &n);
    return ok || not_read(f, ast, form);
}

/* ---- fields ---- */

/* Gluon's version=[2, 0] is versionMajor and versionMinor. */
static bool version(fields *f, const lcv_ast *ast)
{
    uint64_t part[LC_ENCODING_RANK];
    size_t n;
    const lc_field_form *form = lc_encoding_form_field(f->form, LC_FIELD_VERSION);
    lc_field_id id[] = {LC_FIELD_VERSION, LC_FIELD_VERSION_MINOR};
    if (!row(f, ast, part, &n) || n != 2)
        return not_read(f, ast, form);
    for (size_t i = 0; i < 2; i++) {
        uint64_t *number = lc_frame_alloc(f->e->ctx, 1, sizeof *number);
        if (!number)
            return lcv_eval_no_memory(f->e, ast->span) != NULL;
        *number = part[i];
        f->field[id[i]] = (lc_field){true, 1, 1, number};
        f->place[id[i]] = ast;
    }
    return true;
}

static bool put(fields *f, const lc_field_form *form, const lcv_ast *ast)
{
    if (f->place[form->id])
        return lcv_eval_fail(f->e, ast->span, "the field %s stands twice", form->key) != NULL;
    if (form->id == LC_FIELD_VERSION && ast->kind == LCV_AST_LIST)
        return version(f, ast);
    return set(f, form, ast);
}

/* Fields of older dialects that say nothing, and one that cannot be read. */
static bool is_older(fields *f, const lcv_ast *keyword, bool *ok)
{
    *ok = true;
    if (strcmp(keyword->text, "hasLeadingOffset") != 0)
        return false;
    *ok = is_word(keyword->child, "false", "False");
    if (!*ok) {
        lcv_eval_fail(f->e, keyword->span,
                      "a shared layout with a leading offset does not say the width of its "
                      "elements");
        lcv_diag_hint(f->e->diag, "expected #ttg.nvmma_shared<{swizzlingByteWidth = 128, "
                                  "transposed = false, elementBitWidth = 16}>");
    }
    return true;
}

static void *no_field(fields *f, const lcv_ast *keyword, bool python)
{
    lc_text known = {0};
    for (size_t i = 0; i < f->form->nfields; i++) {
        const char *name = python ? f->form->field[i].python : f->form->field[i].key;
        if (name)
            lc_text_printf(&known, "%s%s", known.length > 0 ? ", " : "", name);
    }
    lcv_eval_fail(f->e, keyword->span, "%s has no field '%.80s'",
                  python ? f->form->python : f->form->name, keyword->text);
    lcv_diag_hint(f->e->diag, "its fields are %s", lc_text_peek(&known));
    lc_text_free(&known);
    return NULL;
}

static bool put_named(fields *f, const lcv_ast *keyword, bool python)
{
    bool ok;
    for (size_t i = 0; i < f->form->nfields; i++) {
        const lc_field_form *form = &f->form->field[i];
        if ((form->python && strcmp(form->python, keyword->text) == 0) ||
            (!python && strcmp(form->key, keyword->text) == 0))
            return put(f, form, keyword->child);
    }
    return is_older(f, keyword, &ok) ? ok : no_field(f, keyword, python) != NULL;
}

static bool put_all(fields *f, const lcv_ast *first, bool python)
{
    size_t place = 0;
    for (const lcv_ast *arg = first; arg; arg = arg->next) {
        if (arg->kind == LCV_AST_KEYWORD) {
            if (!put_named(f, arg, python))
                return false;
            continue;
        }
        if (place == f->form->npython)
            return lcv_eval_fail(f->e, arg->span, "%s has at most %zu arguments", f->form->python,
                                 f->form->npython) != NULL;
        if (!put(f, lc_encoding_form_field(f->form, f->form->place[place++]), arg))
            return false;
    }
    return true;
}

/* Gluon's tensors of shared memory have two dims where no rank is said. */
static void default_rank(fields *f)
{
    static const uint64_t two = 2;
    bool cga = f->field[LC_FIELD_CGA].given && f->field[LC_FIELD_CGA].rows > 0;
    if (f->form->kind == LC_ENCODING_NVMMA && !f->field[LC_FIELD_RANK].given && !cga)
        f->field[LC_FIELD_RANK] = (lc_field){true, 1, 1, &two};
}

static void *unknown(lcv_eval *e, const lcv_ast *ast, const char *name)
{
    lc_text known = {0};
    size_t reason = find_not_here(name);
    if (reason != SIZE_MAX) {
        lcv_eval_fail(e, ast->span, "the layout '%.80s' %s, and is not read", name,
                      not_here[reason].reason);
        return lcv_diag_hint(e->diag, "%s", not_here[reason].instead);
    }
    for (size_t i = 0; lc_encoding_form_at(i); i++)
        lc_text_printf(&known, "%s%s", i > 0 ? ", " : "", lc_encoding_form_at(i)->name);
    lcv_eval_fail(e, ast->span, "the attribute '%.80s' is no layout that is read", name);
    lcv_diag_hint(e->diag, "expected one of %s", lc_text_peek(&known));
    lc_text_free(&known);
    return NULL;
}

/* ---- values ---- */

static lcv_value *value_of(lcv_eval *e, const lcv_ast *ast, const lc_encoding *made)
{
    uint64_t shape[LC_ENCODING_RANK];
    lc_encoding_kind kind = lc_encoding_kind_of(made);
    if (kind != LC_ENCODING_LINEAR && kind != LC_ENCODING_SHARED_LINEAR)
        return lcv_eval_kept(e, ast->span, lcv_value_encoding(e->ctx, lc_encoding_ref(made)));
    lc_linear *l = NULL;
    if (lc_encoding_shape(made, shape))
        l = lc_encoding_linear(e->ctx, made, lc_encoding_rank(made), shape);
    return lcv_eval_kept(e, ast->span, lcv_value_linear(e->ctx, l));
}

lcv_value *lcv_eval_encoding(lcv_eval *e, const lcv_ast *ast)
{
    bool python = ast->kind == LCV_AST_APPLY;
    const lcv_ast *name = python ? ast->child : ast, *first = python ? name->next : ast->child;
    fields f = {.e = e, .ast = ast, .form = lc_encoding_form_find(name->text)};
    if (!f.form)
        return unknown(e, ast, name->text);
    if (!put_all(&f, first, python))
        return NULL;
    default_rank(&f);
    lc_encoding *made = lc_encoding_new(e->ctx, f.form->kind, f.field, f.parent);
    if (!made)
        return lcv_eval_failed(e, ast->span);
    lcv_value *v = value_of(e, ast, made);
    lc_encoding_free(made);
    return v;
}

/* ---- shapes ---- */

void *lcv_eval_no_shape(lcv_eval *e, lcv_span span, const lc_encoding *of)
{
    size_t rank = lc_encoding_rank(of);
    lcv_eval_fail(e, span, "%s is a layout for each shape of a tensor: the shape is missing",
                  lc_encoding_form_of(lc_encoding_kind_of(of))->name);
    return lcv_diag_hint(e->diag,
                         "expected a shape with %s, as in linear(ENCODING, %s), or a type, as in "
                         "tensor<%sxf16, ENCODING>",
                         rank == 1   ? "one extent"
                         : rank == 3 ? "three extents"
                                     : "an extent for each dim",
                         rank == 1   ? "(128,)"
                         : rank == 3 ? "(2,128,64)"
                                     : "(128,64)",
                         rank == 1   ? "128"
                         : rank == 3 ? "2x128x64"
                                     : "128x64");
}

/* The extents of a tuple; false with an error. */
static bool extents(lcv_eval *e, lcv_span span, const lcv_value *v, size_t *rank,
                    uint64_t shape[LC_ENCODING_RANK])
{
    if (v->kind != LCV_TUPLE || lc_tuple_has_wildcard(v->tuple) || lc_tuple_depth(v->tuple) > 1 ||
        lc_tuple_nleaves(v->tuple) > LC_ENCODING_RANK)
        return lcv_eval_fail(e, span, "expected the shape of a tensor, as in (128,64), found %s",
                             lcv_value_describe(v)) != NULL;
    *rank = lc_tuple_nleaves(v->tuple);
    for (size_t i = 0; i < *rank; i++)
        if (!word_of(lc_tuple_value(v->tuple, i), &shape[i]))
            return lcv_eval_fail(e, span, "an extent of a tensor is 1 or more") != NULL;
    return true;
}

/* Does any element of the linear layout lie behind padding? */
static bool has_padding(const lc_encoding *e, const lc_linear *l)
{
    lc_field padding = lc_encoding_field(e, LC_FIELD_PADDING);
    for (size_t i = 0; i < padding.rows; i++)
        if (padding.number[2 * i] >> lc_linear_in_dim(l, 0).bits == 0)
            return true;
    return false;
}

/* The layout of the encoding for a shape; NULL: for the shape that the encoding itself gives. */
static lcv_value *for_shape(lcv_eval *e, const lcv_ast *ast, lcv_value *of,
                            const lcv_value *given, lcv_span span)
{
    uint64_t shape[LC_ENCODING_RANK];
    size_t rank = 0;
    lcv_value *as = of;
    if (of->kind == LCV_LINEAR)
        as = lcv_eval_kept(e, ast->span,
                           lcv_value_encoding(e->ctx, lc_encoding_of_linear(e->ctx, of->linear)));
    if (!as)
        return NULL;
    if (given ? !extents(e, span, given, &rank, shape) : !lc_encoding_shape(as->encoding, shape))
        return given ? NULL : lcv_eval_no_shape(e, ast->span, as->encoding);
    if (!given)
        rank = lc_encoding_rank(as->encoding);
    lc_linear *made = lc_encoding_linear(e->ctx, as->encoding, rank, shape);
    if (made && e->notes && has_padding(as->encoding, made))
        lcv_notes_add(e->notes, e->source, ast->span,
                      "the padding is no part of a linear layout: layout(E) has it");
    return lcv_eval_kept(e, ast->span, lcv_value_linear(e->ctx, made));
}

lcv_value *lcv_eval_for_shape(lcv_eval *e, const lcv_ast *ast, const lcv_arguments *arguments)
{
    lcv_value *of = arguments->value[0];
    if (of->kind != LCV_ENCODING && of->kind != LCV_LINEAR)
        return lcv_eval_fail(e, arguments->span[1],
                             "linear: a shape is for encodings and linear layouts of Triton, not "
                             "for %s",
                             lcv_value_describe(of));
    bool given = arguments->n == 2;
    return for_shape(e, ast, of, given ? arguments->value[1] : NULL,
                     given ? arguments->span[1] : ast->span);
}

lcv_value *lcv_eval_padded(lcv_eval *e, const lcv_ast *ast, const lcv_value *of)
{
    lc_layout *a = lc_encoding_padded(e->ctx, of->encoding);
    return lcv_eval_kept(e, ast->span, a ? lcv_value_layout(e->ctx, a) : NULL);
}

/* Memory for several buffers has a dim more than the layout of one, the first. */
static lcv_value *one_buffer(lcv_eval *e, const lcv_ast *ast, const lcv_value *of,
                             lcv_value *given)
{
    size_t n = lc_tuple_nleaves(given->tuple), first = 1;
    lc_int extent[LC_ENCODING_RANK];
    if (!ast->text || of->kind != LCV_ENCODING || n > LC_ENCODING_RANK ||
        n != lc_encoding_rank(of->encoding) + first)
        return given;
    for (size_t i = first; i < n; i++)
        extent[i - first] = lc_tuple_value(given->tuple, i);
    return lcv_eval_kept(e, ast->span,
                         lcv_value_tuple(e->ctx, lc_tuple_flat(e->ctx, n - first, extent)));
}

lcv_value *lcv_eval_shaped(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *shape = ast->child, *encoding = shape->next;
    lcv_value *given = lcv_eval_value(e, shape);
    lcv_value *of = given ? lcv_eval_value(e, encoding) : NULL;
    given = of ? one_buffer(e, ast, of, given) : NULL;
    if (of && of->kind != LCV_ENCODING && of->kind != LCV_LINEAR)
        return lcv_eval_fail(e, encoding->span, "expected a layout of Triton, found %s",
                             lcv_value_describe(of));
    return given ? for_shape(e, ast, of, given, shape->span) : NULL;
}
