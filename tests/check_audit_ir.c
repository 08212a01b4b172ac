/* check_audit_ir.c - the reader of MLIR's text: what it finds in texts written for the purpose,
 * the places of errors, and modules that were changed at random, which are read or refused, and
 * whose numbers all lead to something. An audit of each of them comes to an end.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../kernels/audit/audit.h"
#include "../kernels/audit/ir/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lck_ir_module *must_read(const char *text)
{
    lck_ir_error error;
    lck_ir_module *m = lck_ir_read(text, strlen(text), &error);
    ck_assert_msg(m != NULL, "%u:%u: %s", error.line, error.column, error.message);
    return m;
}

static void must_refuse(const char *text, unsigned line, unsigned column, const char *message)
{
    lck_ir_error error;
    lck_ir_module *m = lck_ir_read(text, strlen(text), &error);
    ck_assert_msg(m == NULL, "it is read: %s", text);
    ck_assert_msg(error.line == line && error.column == column && strstr(error.message, message),
                  "%u:%u: %s", error.line, error.column, error.message);
}

/* The first operation of a name. */
static const lck_ir_op *op_named(const lck_ir_module *m, const char *name)
{
    for (uint32_t i = 0; i < m->nops; i++)
        if (lck_ir_is(&m->op[i], name))
            return &m->op[i];
    ck_abort_msg("no %s", name);
}

static void must_be(lck_ir_text text, const char *expected)
{
    ck_assert_msg(lck_ir_text_is(text, expected), "%.*s, not %s", (int)text.n,
                  text.at ? text.at : "", expected);
}

static const char *operand_name(const lck_ir_module *m, const lck_ir_op *op, uint32_t i)
{
    static char name[64];
    uint32_t value = lck_ir_operand(m, op, i);
    if (value == LCK_IR_NONE)
        return "?";
    snprintf(name, sizeof name, "%.*s", (int)m->value[value].name.n, m->value[value].name.at);
    return name;
}

TEST(custom_forms)
{
    lck_ir_module *m = must_read("#b = #ttg.blocked<{order = [1, 0]}>\n"
                                 "%a, %b:2 = x.make {n = 5 : i32, flag, \"q.w\" = -0x7F} : i32, "
                                 "f32, tensor<4x!tt.ptr<f16>, #b> loc(#loc7)\n"
                                 "%c = x.use %b#1, %a[%b#0] : tensor<4xi1>, i32 -> i64\n"
                                 "#loc7 = loc(\"x\"(#loc8))\n"
                                 "#loc8 = loc(callsite(\"k.py\":3:9 at \"m.py\":1:2))\n");
    const lck_ir_op *make = op_named(m, "x.make"), *use = op_named(m, "x.use");
    int64_t number;
    uint32_t end;
    ck_assert_uint_eq(m->nops, 2);
    ck_assert_uint_eq(make->nresults, 3);
    must_be(m->value[make->result + 2].type, "tensor<4x!tt.ptr<f16>, #b>");
    ck_assert(lck_ir_attribute_integer(m, make, "n", &number) && number == 5);
    ck_assert(lck_ir_attribute_integer(m, make, "q.w", &number) && number == -127);
    ck_assert(lck_ir_attribute(m, make, "flag", &end) != LCK_IR_NONE);
    ck_assert(lck_ir_attribute(m, make, "f", &end) == LCK_IR_NONE);
    ck_assert_uint_eq(use->noperands, 3);
    ck_assert_uint_eq(lck_ir_operand(m, use, 0), make->result + 2);
    ck_assert_uint_eq(lck_ir_operand(m, use, 1), make->result);
    ck_assert_uint_eq(lck_ir_operand(m, use, 2), make->result + 1);
    must_be(m->value[use->result].type, "i64");
    lck_ir_place place = lck_ir_source(m, make);
    must_be(place.file, "k.py");
    ck_assert(place.line == 3 && place.column == 9);
    must_be(lck_ir_expand(m, (lck_ir_text){"#b", 2}), "#ttg.blocked<{order = [1, 0]}>");
    lck_ir_free(m);
}

TEST(regions)
{
    lck_ir_module *m = must_read(
        "module {\n"
        "  tt.func @f(%n: i32 {d = 16 : i32} loc(\"n\"), %p: !tt.ptr<f16>) "
        "attributes {noinline = false} {\n"
        "    %z = arith.constant 0 : i32\n"
        "    %r:2 = scf.for %i = %z to %n step %z iter_args(%x = %p, %y = "
        "%z) -> (!tt.ptr<f16>, i32)  : i32 {\n"
        "      %t = x.step %x, %i, %y : i32\n"
        "      scf.yield %x, %t : !tt.ptr<f16>, i32\n"
        "    } loc(#loc)\n"
        "    %q = \"tt.reduce\"(%r#1) <{axis = 1 : i32}> ({\n"
        "    ^bb0(%u: f32 loc(unknown), %v: f32):\n"
        "      %w = arith.addf %u, %v : f32\n"
        "      tt.reduce.return %w : f32\n"
        "    }) : (i32) -> f32\n"
        "    scf.if %z {\n"
        "      x.a %t\n"
        "    } else {\n"
        "      x.b %r#0\n"
        "    }\n"
        "  }\n"
        "}\n");
    const lck_ir_op *loop = op_named(m, "scf.for"), *step = op_named(m, "x.step");
    const lck_ir_block *body = &m->block[step->block];
    ck_assert_ptr_eq(&m->op[body->op], loop);
    ck_assert_uint_eq(body->narguments, 3);
    must_be(m->value[body->argument + 1].name, "x");
    must_be(m->value[body->argument + 1].type, "!tt.ptr<f16>");
    ck_assert_uint_eq(m->value[body->argument + 2].init, lck_ir_operand(m, loop, 0));
    ck_assert_uint_eq(loop->nresults, 2);
    must_be(m->value[loop->result + 1].type, "i32");
    ck_assert_str_eq(operand_name(m, step, 0), "x");
    ck_assert_str_eq(operand_name(m, step, 1), "i");
    const lck_ir_op *add = op_named(m, "arith.addf");
    ck_assert_uint_eq(m->block[add->block].narguments, 2);
    must_be(m->value[m->block[add->block].argument].type, "f32");
    must_be(m->value[op_named(m, "tt.reduce")->result].type, "f32");
    const lck_ir_op *choice = op_named(m, "scf.if");
    ck_assert_uint_eq(choice->nblocks, 2);
    ck_assert_uint_eq(m->block[choice->blocks + 1].region, 1);
    ck_assert_str_eq(operand_name(m, op_named(m, "x.a"), 0), "?"); /* %t is seen in its loop */
    ck_assert_uint_eq(lck_ir_operand(m, op_named(m, "x.b"), 0), loop->result);
    lck_ir_free(m);
}

TEST(errors)
{
    must_refuse("x.a (\n  x.b ]\n", 2, 7, "`]`, expected `)` for line 1");
    must_refuse("x.a {\n", 1, 5, "`{` is never closed");
    must_refuse("x.a )\n", 1, 5, "closes nothing");
    must_refuse("x.a \"b\n", 1, 5, "closing quotation mark");
    must_refuse("%a x.b\n", 1, 4, "expected `=`");
    must_refuse("%a:0 = x.b\n", 1, 4, "1 to 4096");
    must_refuse("\n= x.b\n", 2, 1, "expected the name of an operation, not `=`");
    must_refuse("x.a \x01\n", 1, 5, "0x01");
    must_refuse("#a =\n", 1, 1, "stands for");
    char deep[3000];
    memset(deep, '(', sizeof deep);
    memcpy(deep, "x.a ", 4);
    deep[sizeof deep - 1] = '\0';
    must_refuse(deep, 1, 133, "more than 128 brackets");
}

/* ---- changed modules ---- */

static char *sample(law *l, size_t *size)
{
    static const char *const name[] = {"matmul-sm80.ttgir", "matmul-sm90.ttgir"};
    const char *top = getenv("top_srcdir");
    char path[1000];
    snprintf(path, sizeof path, "%s/tests/audit/%s", top ? top : ".",
             name[law_below(l, sizeof name / sizeof *name)]);
    FILE *in = fopen(path, "rb");
    ck_assert_msg(in != NULL, "%s", path);
    char *text = law_own_memory(l, malloc(1 << 20));
    *size = fread(text, 1, (1 << 20) - 200, in);
    fclose(in);
    return text;
}

/* All numbers are those of something. */
static void must_be_whole(const lck_ir_module *m)
{
    for (uint32_t i = 0; i < m->nops; i++) {
        const lck_ir_op *op = &m->op[i];
        ck_assert(op->head <= op->end && op->end < m->ntokens);
        ck_assert(op->block == LCK_IR_NONE || op->block < m->nblocks);
        ck_assert(op->next == LCK_IR_NONE || (op->next < m->nops && op->next > i));
        ck_assert(op->result + op->nresults <= m->nvalues);
        ck_assert(op->blocks + op->nblocks <= m->nblocks);
        for (uint32_t k = 0; k < op->noperands; k++)
            ck_assert(lck_ir_operand(m, op, k) == LCK_IR_NONE ||
                      lck_ir_operand(m, op, k) < m->nvalues);
        lck_ir_text type[4];
        lck_ir_types(m, op, 4, type);
        lck_ir_source(m, op);
    }
    for (uint32_t i = 0; i < m->nblocks; i++)
        ck_assert(m->block[i].op < m->nops &&
                  m->block[i].argument + m->block[i].narguments <= m->nvalues);
    for (uint32_t i = 0; i < m->nvalues; i++)
        ck_assert(m->value[i].op < m->nops &&
                  (m->value[i].init == LCK_IR_NONE || m->value[i].init < m->nvalues));
}

static bool changed(law *l)
{
    size_t size;
    char *text = sample(l, &size);
    for (size_t n = law_below(l, 4); n > 0 && size > 0; n--)
        law_spoil(l, "(){}<>[]\"%#!^@:=,-0x\n \x80", text, &size);
    lck_ir_error error = {0};
    lck_ir_module *m = lck_ir_read(text, size, &error);
    law_saw(l, m ? 0 : 1);
    if (m)
        must_be_whole(m);
    lck_ir_free(m);
    return m || (error.line > 0 && error.message[0]) ||
           law_fail(l, "refused without a place or a reason");
}

TEST(changed_modules)
{
    static const char *const classes[] = {"read", "refused", NULL};
    law_check("changed modules", changed, classes);
}

static lck_asker *asker;

/* What is refused has an error with a place; whatever else is said, it is said of a kernel. */
static bool audited(law *l)
{
    size_t size;
    char *text = sample(l, &size);
    for (size_t n = law_below(l, 4) + 1; n > 0 && size > 0; n--)
        law_spoil(l, "(){}<>[]\"%#!^@:=,-0x\n \x80", text, &size);
    lck_audit audit = {0};
    bool ok = lck_audit_module(&audit, asker, text, size, "m.ttgir",
                               &(lck_audit_options){.dynamic = -1});
    law_saw(l, audit.nerrors ? 1 : 0);
    for (size_t i = 0; i < audit.nkernels; i++)
        ok = ok && audit.kernel[i].entry && audit.kernel[i].file;
    bool refused = audit.nerrors == 0 || (audit.nkernels == 0 && audit.error[0].line > 0);
    lck_audit_free(&audit);
    return (ok && refused) || law_fail(l, "an audit without an end or a place");
}

TEST(audits_of_changed_modules)
{
    static const char *const classes[] = {"read", "refused", NULL};
    asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(asker);
    law_check_share("audits of changed modules", audited, classes, 10);
    lck_asker_free(asker);
}

SUITE_MAIN("audit_ir", custom_forms, regions, errors, changed_modules, audits_of_changed_modules)
