/* statement.c - statements as CUDA C. */
#include "config.h"

#include "emitter.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void lck_put_nothing(lck_emitter *e, const char *why)
{
    if (!e->text.failed)
        lc_fail(e->kernel->ctx, LC_ERR_INVALID, "%s: %s", e->kernel->name, why);
    lc_text_miss(&e->text);
}

/* ---- lanes of a warp */

/* Is it the lane's number, and a multiple of 32 that the warp shares? */
static bool is_aligned(const lck_emitter *e, const lc_expr *x)
{
    int64_t value;
    if (x == e->kernel->thread)
        return true;
    return (x->op == LC_EXPR_MOD || x->op == LC_EXPR_ADD || x->op == LC_EXPR_SUB) &&
           is_aligned(e, x->arg[0]) && lc_expr_is_int(x->arg[1], &value) && value % 32 == 0;
}

/* May it differ between the lanes of a warp? */
static bool parts_lanes(const lck_emitter *e, const lc_expr *x)
{
    int64_t value;
    if (!x || x->op == LC_EXPR_INT)
        return false;
    if (x->op == LC_EXPR_VAR)
        return e->parted[x->slot];
    if (x->op == LC_EXPR_DIV && lc_expr_is_int(x->arg[1], &value) && value % 32 == 0 &&
        is_aligned(e, x->arg[0]))
        return false;
    return parts_lanes(e, x->arg[0]) || parts_lanes(e, x->arg[1]) || parts_lanes(e, x->arg[2]);
}

/* ---- parts */

void lck_put_int(lck_emitter *e, const lc_expr *x, bool atom)
{
    int64_t value;
    if (!x) {
        lc_text_miss(&e->text);
        return;
    }
    bool plain = x->op == LC_EXPR_VAR || (lc_expr_is_int(x, &value) && value >= 0);
    bool wide = lck_is_wide(e->wide, x), bracket = wide || (atom && !plain);
    lc_text_add(&e->text, wide ? "(int)(" : bracket ? "(" : "");
    lck_put_expr(e, x, wide);
    lc_text_add(&e->text, bracket ? ")" : "");
}

void lck_put_element(lck_emitter *e, int array, const lc_expr *index)
{
    lc_text_add(&e->text, e->kernel->array[array].name);
    if (e->kernel->array[array].role != LCK_SCALAR)
        lck_put(e, "[%i]", index);
}

/* AT / elements of a word, AT % elements of a word. */
static const lc_expr *of_word(const lck_emitter *e, lck_register r, lc_expr_op op)
{
    lc_exprs *x = e->kernel->x;
    return lc_expr_make(x, op, r.at, lc_expr_int(x, lck_per_word(&e->kernel->file[r.file])));
}

void lck_put_register(lck_emitter *e, lck_register r)
{
    const lck_file *file = &e->kernel->file[r.file];
    const lc_expr *at = lck_per_word(file) > 1 ? of_word(e, r, LC_EXPR_DIV) : r.at;
    if (at)
        lck_put(e, "%s[%i]", file->name, at);
    else
        lc_text_miss(&e->text);
}

void lck_put_shift_of(lck_emitter *e, lck_register r)
{
    lc_exprs *x = e->kernel->x;
    int bits = 8 * e->kernel->file[r.file].element->bytes;
    lck_put_int(e, lc_expr_make(x, LC_EXPR_MUL, lc_expr_int(x, bits), of_word(e, r, LC_EXPR_MOD)),
                true);
}

/* ---- registers and memory */

/* One element of a word. */
static void put_packed_element(lck_emitter *e, const lck_statement *s)
{
    const int bytes = e->kernel->file[s->held.file].element->bytes;
    if (s->kind == LCK_STORE) {
        lck_put(e, "%e = (%s)(%r >> %b);\n", s->array, s->value,
                e->kernel->array[s->array].element->c, s->held, s->held);
        return;
    }
    lck_put(e, "%r = (%r & ~(%s << %b))", s->held, s->held, bytes == 1 ? "0xffu" : "0xffffu",
            s->held);
    if (s->kind == LCK_LOAD)
        lck_put(e, " | (unsigned)(unsigned %s)%e << %b", bytes == 1 ? "char" : "short", s->array,
                s->value, s->held);
    lc_text_add(&e->text, ";\n");
}

static void put_from_peer(lck_emitter *e, const lck_statement *s, int width)
{
    lck_put(e, "%k_load_from_%d(&%r, %d, %a, %x);\n", width, s->held, s->step,
            (lck_place){s->array, s->value}, s->peer);
}

static void put_packed(lck_emitter *e, const lck_statement *s)
{
    int bytes = s->width * e->kernel->file[s->held.file].element->bytes;
    if (s->step != 1 || bytes > 16 || (bytes < 4 && (s->width > 1 || s->peer)))
        lck_put_nothing(e, "packed registers are moved an element or whole words at a time");
    else if (s->peer)
        put_from_peer(e, s, bytes / 4);
    else if (bytes < 4)
        put_packed_element(e, s);
    else if (s->kind == LCK_LOAD)
        lck_put(e, "%k_load_words_%d(&%r, &%e);\n", bytes / 4, s->held, s->array, s->value);
    else
        lck_put(e, "%k_store_words_%d(&%e, &%r);\n", bytes / 4, s->array, s->value, s->held);
}

static void put_move(lck_emitter *e, const lck_statement *s)
{
    const bool load = s->kind == LCK_LOAD;
    if (e->kernel->file[s->held.file].packed)
        put_packed(e, s);
    else if (s->peer)
        put_from_peer(e, s, s->width);
    else if (s->width > 1 && load)
        lck_put(e, "%k_load_%d(&%r, %d, &%e);\n", s->width, s->held, s->step, s->array, s->value);
    else if (s->width > 1)
        lck_put(e, "%k_store_%d(&%e, &%r, %d);\n", s->width, s->array, s->value, s->held,
                s->step);
    else if (load)
        lck_put(e, "%r = %e;\n", s->held, s->array, s->value);
    else
        lck_put(e, "%e = %r;\n", s->array, s->value, s->held);
}

static void put_set(lck_emitter *e, const lck_statement *s)
{
    lc_exprs *x = e->kernel->x;
    int per = lck_per_word(&e->kernel->file[s->held.file]);
    if (s->width % per != 0) {
        put_packed_element(e, s);
        return;
    }
    for (int i = 0; i < s->width; i += per) {
        const lc_expr *at = lc_expr_make(x, LC_EXPR_ADD, s->held.at, lc_expr_int(x, i));
        lck_put(e, i > 0 ? " %r = " : "%r = ", (lck_register){s->held.file, at});
        lck_put(e, s->value ? "%i;" : "0;", s->value);
    }
    lc_text_add_char(&e->text, '\n', 1);
}

/* ---- arithmetic: functions are CUDA's own and need no header */

static void put_multiply(lck_emitter *e, const lck_statement *s)
{
    bool single = e->kernel->file[s->held.file].element->bytes == 4;
    lck_put(e, "%r = %s(%r, %r, %r);\n", s->held, single ? "fmaf" : "fma", s->left, s->right,
            s->held);
}

/* Its type in C; NULL for one that it does not calculate in. */
static const char *number(const lck_file *file)
{
    const char *c = file->element->c;
    bool known = strcmp(c, "float") == 0 || strcmp(c, "double") == 0 || strcmp(c, "int") == 0;
    return known && !file->packed ? c : NULL;
}

/* Each operation is rounded by itself: the compiler must not contract two. */
static void put_times_or_plus(lck_emitter *e, const lck_statement *s, const char *type)
{
    bool times = s->function == LCK_TIMES, twice = type[0] == 'd';
    if (twice)
        lck_put(e, "%s(%r, %r);\n", times ? "__dmul_rn" : "__dadd_rn", s->left, s->right);
    else
        lck_put(e, "%r %s %r;\n", s->left, times ? "*" : "+", s->right);
}

static bool is_half(const lck_file *file)
{
    return strcmp(file->element->name, "f16") == 0;
}

/* An f16 as a float. */
static void put_half(lck_emitter *e, lck_register r)
{
    bool packed = e->kernel->file[r.file].packed;
    lck_put(e, packed ? "%k_f32_of_f16((unsigned short)(%r >> %b))" : "%k_f32_of_f16(%r)", r, r);
}

/* Of f16, in floats: a product is exact in one, and a sum that is rounded to a float and then to
 * f16 is that which is rounded once (24 bits are 2 * 11 + 2: Figueroa). */
static void put_apply_to_half(lck_emitter *e, const lck_statement *s)
{
    static const char *const function[] = {[LCK_TIMES] = "__fmul_rn(",
                                           [LCK_PLUS] = "__fadd_rn(",
                                           [LCK_MAX_0] = "fmaxf(0.0f, ",
                                           [LCK_GAUSS] = "%k_gauss("};
    bool packed = e->kernel->file[s->held.file].packed;
    lck_put(e, "%r = ", s->held);
    if (packed)
        lck_put(e, "(%r & ~(0xffffu << %b)) | (unsigned)", s->held, s->held);
    lck_put(e, "%k_f16_of_f32(");
    lck_put(e, function[s->function]);
    put_half(e, s->held);
    if (s->function <= LCK_PLUS) {
        lc_text_add(&e->text, ", ");
        put_half(e, s->right);
    }
    lck_put(e, packed ? ")) << %b;\n" : "));\n", s->held);
}

/* Of f32, by a function of CUDA's. */
static void put_function(lck_emitter *e, const lck_statement *s)
{
    const lck_function_row *row = lck_function_of(s->function);
    lck_put(e, row->operands == 2 ? "%r = %s%r, %r);\n" : "%r = %s%r);\n", s->held, row->c,
            s->left, s->right);
}

static void put_apply(lck_emitter *e, const lck_statement *s)
{
    const lck_file *file = e->kernel->file;
    const char *type = number(&file[s->held.file]), *left = number(&file[s->left.file]);
    const char *right = number(&file[s->right.file]);
    bool two = lck_function_of(s->function)->operands == 2;
    bool in_place = s->left.file == s->held.file && s->left.at == s->held.at;
    if (is_half(&file[s->held.file]) && in_place && (!two || is_half(&file[s->right.file])) &&
        (s->function <= LCK_PLUS || !two)) {
        put_apply_to_half(e, s);
        return;
    }
    if (!type || !left || !right || strcmp(type, left) != 0 || strcmp(type, right) != 0 ||
        (type[0] != 'f' && s->function > LCK_PLUS && s->function != LCK_MAX_0 &&
         (s->function != LCK_GAUSS || type[0] == 'i'))) {
        lck_put_nothing(e, "APPLY takes registers of f16, of f32, of f64 or of int32");
        return;
    }
    if (type[0] == 'f' && lck_function_of(s->function)->c) {
        put_function(e, s);
        return;
    }
    if (s->function == LCK_EXP2) { /* exp2f has more instructions, for what is not normal */
        lck_put(e, "asm(\"ex2.approx.ftz.f32 %%0, %%1;\" : \"=f\"(%r) : \"f\"(%r));\n", s->held,
                s->left);
        return;
    }
    lck_put(e, "%r = ", s->held);
    if (s->function == LCK_LOWEST)
        lc_text_add(&e->text, "__int_as_float(0xff800000);\n");
    else if (s->function == LCK_SAME)
        lck_put(e, "%r;\n", s->left);
    else if (two)
        put_times_or_plus(e, s, type);
    else if (s->function == LCK_MAX_0)
        lck_put(e, "%r > 0 ? %r : 0;\n", s->left, s->left);
    else
        lck_put(e, "%k_gauss(%r);\n", s->left);
}

/* ---- what holds statements */

static void put_body(lck_emitter *e, const lck_statement *s, size_t indent)
{
    lc_text_add(&e->text, " {\n");
    lck_put_statements(e, s, indent + 4);
    lc_text_add_char(&e->text, ' ', indent);
    lc_text_add_char(&e->text, '}', 1);
}

/* A load that nothing moves before the launches are awaited. */
static void put_fetch(lck_emitter *e, const lck_statement *s)
{
    const char *name = s->var->name;
    e->parted[s->var->slot] = parts_lanes(e, s->value);
    lck_put(e,
            "int %s; asm volatile(\"ld.global.b32 %%0, [%%1];\" : \"=r\"(%s) : \"l\"(&%e) : "
            "\"memory\");\n",
            name, name, s->array, s->value);
}

/* A LET. The number of a warp is read from one of its lanes, so that the compiler knows that it
 * is the same in all. */
static void put_let(lck_emitter *e, const lck_statement *s)
{
    bool wide = e->wide[s->var->slot], parted = parts_lanes(e, s->value);
    bool told = !wide && !parted && e->of_warps && e->conditions == 0 &&
                lc_expr_has(s->value, e->kernel->thread);
    e->parted[s->var->slot] = parted;
    lck_put(e, "const %s %s = %s", wide ? "long long" : "int", s->var->name,
            told ? "__shfl_sync(~0u, " : "");
    if (wide)
        lck_put_expr(e, s->value, true);
    else
        lck_put_int(e, s->value, false);
    lc_text_add(&e->text, told ? ", 0);\n" : ";\n");
}

static void put_for(lck_emitter *e, const lck_statement *s, size_t indent)
{
    const char *name = s->var->name;
    if (s->kind == LCK_FOR)
        lck_put(e, "for (int %s = 0; %s < %l; %s++)", name, name, s->count, name);
    else
        lck_put(e, "for (int %s = 0; %s < %i; %s++)", name, name, s->value, name);
    put_body(e, s->body, indent);
    lc_text_add_char(&e->text, '\n', 1);
}

static void put_if(lck_emitter *e, const lck_statement *s, size_t indent)
{
    int part = parts_lanes(e, s->value);
    lck_put(e, "if (%i)", s->value);
    e->conditions += part;
    put_body(e, s->body, indent);
    if (s->otherwise) {
        lc_text_add(&e->text, " else");
        put_body(e, s->otherwise, indent);
    }
    e->conditions -= part;
    lc_text_add_char(&e->text, '\n', 1);
}

/* ---- all of them */

static void put_statement(lck_emitter *e, const lck_statement *s, size_t indent)
{
    if (s->comment) {
        lc_text_add_char(&e->text, ' ', indent);
        lc_text_add(&e->text, "/* ");
        lck_put_comment_text(e, s->comment, "");
        lc_text_add(&e->text, " */\n");
    }
    if (s->kind == LCK_FOR || s->kind == LCK_LOOP)
        lc_text_add(&e->text, s->kind == LCK_FOR ? "#pragma unroll\n" : "#pragma unroll 1\n");
    lc_text_add_char(&e->text, ' ', indent);
    switch (s->kind) {
    case LCK_LET: put_let(e, s); break;
    case LCK_FETCH: put_fetch(e, s); break;
    case LCK_FOR:
    case LCK_LOOP: put_for(e, s, indent); break;
    case LCK_IF: put_if(e, s, indent); break;
    case LCK_SET: put_set(e, s); break;
    case LCK_MULTIPLY: put_multiply(e, s); break;
    case LCK_LOAD:
    case LCK_STORE: put_move(e, s); break;
    case LCK_APPLY: put_apply(e, s); break;
    case LCK_SHUFFLE:
        lck_put(e, "%r = __shfl_xor_sync(~0u, %r, %l);\n", s->held, s->left, s->count);
        break;
    case LCK_CONVERT: lck_put_convert(e, s); break;
    case LCK_SHIFT: lck_put_shift(e, s); break;
    case LCK_TURN: lck_put_turn(e, s); break;
    case LCK_MMA:
    case LCK_WGMMA: lck_put_product(e, s); break;
    default: lck_put_async(e, s, indent); break;
    }
}

void lck_put_statements(lck_emitter *e, const lck_statement *s, size_t indent)
{
    for (; s; s = s->next) {
        if (s->kind != LCK_LET || e->used[s->var->slot])
            put_statement(e, s, indent);
    }
}
