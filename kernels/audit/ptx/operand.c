/* operand.c - operands of instructions (PTX ISA, "Instruction Operands"). */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- special registers ---- */

static const struct {
    const char *name;
    lck_ptx_special special;
} specials[] = {{"%tid", LCK_PTX_TID},
                {"%ntid", LCK_PTX_NTID},
                {"%ctaid", LCK_PTX_CTAID},
                {"%nctaid", LCK_PTX_NCTAID},
                {"%clusterid", LCK_PTX_CLUSTERID},
                {"%nclusterid", LCK_PTX_NCLUSTERID},
                {"%cluster_ctaid", LCK_PTX_CLUSTER_CTAID},
                {"%cluster_nctaid", LCK_PTX_CLUSTER_NCTAID},
                {"%laneid", LCK_PTX_LANEID},
                {"%warpid", LCK_PTX_WARPID},
                {"%nwarpid", LCK_PTX_NWARPID},
                {"%cluster_ctarank", LCK_PTX_CLUSTER_CTARANK},
                {"%cluster_nctarank", LCK_PTX_CLUSTER_NCTARANK},
                {"%lanemask_eq", LCK_PTX_LANEMASK_EQ},
                {"%lanemask_le", LCK_PTX_LANEMASK_LE},
                {"%lanemask_lt", LCK_PTX_LANEMASK_LT},
                {"%lanemask_ge", LCK_PTX_LANEMASK_GE},
                {"%lanemask_gt", LCK_PTX_LANEMASK_GT},
                {"%dynamic_smem_size", LCK_PTX_DYNAMIC_SMEM_SIZE},
                {"%total_smem_size", LCK_PTX_TOTAL_SMEM_SIZE}};

static bool begins(lck_ptx_text text, const char *with)
{
    size_t n = strlen(with);
    return text.n >= n && memcmp(text.at, with, n) == 0;
}

static bool other_special(lck_ptx_text text)
{
    static const char *const names[] = {"%smid",         "%nsmid",
                                        "%gridid",       "%clock",
                                        "%pm",           "%envreg",
                                        "%global",       "%reserved_smem",
                                        "%aggr",         "%is_explicit_cluster",
                                        "%current_graph"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (begins(text, names[i]))
            return true;
    return false;
}

static bool special_of(lck_ptx_operand *o)
{
    lck_ptx_text text = o->text;
    bool axis = text.n > 2 && text.at[text.n - 2] == '.' && text.at[text.n - 1] >= 'x' &&
                text.at[text.n - 1] <= 'z';
    lck_ptx_text name = {text.at, axis ? text.n - 2 : text.n};
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        lck_ptx_special special = specials[i].special;
        if (!lck_ptx_text_is(name, specials[i].name) || axis != (special < LCK_PTX_LANEID))
            continue;
        o->kind = LCK_PTX_SPECIAL;
        o->special = special;
        o->axis = axis ? (uint8_t)(text.at[text.n - 1] - 'x') : 0;
        return true;
    }
    if (!other_special(text))
        return false;
    o->kind = LCK_PTX_SPECIAL;
    o->special = LCK_PTX_OTHER_SPECIAL;
    return true;
}

/* ---- names ---- */

static const lck_ptx_operand none = {.reg = LCK_PTX_NONE,
                                     .variable = LCK_PTX_NONE,
                                     .label = LCK_PTX_NONE,
                                     .function = LCK_PTX_NONE};

static bool not_declared(lck_ptx_reader *r, const lck_ptx_token *at)
{
    return lck_ptx_wrong(r, at, "'%.*s' is not declared", at->text.n > 60 ? 60 : (int)at->text.n,
                         at->text.at);
}

/* V.x, or V.r, of a vector V of registers. */
static bool element_of(lck_ptx_reader *r, lck_ptx_operand *o, bool *failed)
{
    static const char letters[] = "xyzwrgba";
    lck_ptx_name found;
    lck_ptx_text text = o->text;
    const char *letter = text.n > 2 && text.at[text.n - 2] == '.'
                             ? memchr(letters, text.at[text.n - 1], sizeof letters - 1)
                             : NULL;
    if (!letter ||
        !lck_ptx_lookup(r, r->scope, (lck_ptx_text){text.at, text.n - 2}, &found, failed) ||
        found.kind != LCK_PTX_N_VECTOR)
        return false;
    uint32_t element = (uint32_t)(letter - letters) % 4;
    o->kind = LCK_PTX_REGISTER;
    o->reg = r->range[found.index].reg + element;
    return element < r->range[found.index].count;
}

/* Fills in what a name means; labels are looked up at the end of the function. For a vector,
 * `reg` is its range until its registers are listed. */
static bool read_name(lck_ptx_reader *r, const lck_ptx_token *at, lck_ptx_operand *o)
{
    lck_ptx_name found;
    bool failed;
    o->text = at->text;
    o->kind = LCK_PTX_WORD;
    if (lck_ptx_text_is(at->text, "_")) {
        o->kind = LCK_PTX_SINK;
        return true;
    }
    if (lck_ptx_lookup(r, r->scope, at->text, &found, &failed)) {
        if (found.kind == LCK_PTX_N_REGISTER) {
            o->kind = LCK_PTX_REGISTER;
            o->reg = found.index;
        } else if (found.kind == LCK_PTX_N_VECTOR) {
            o->kind = LCK_PTX_VECTOR;
            o->reg = found.index;
        } else if (found.kind == LCK_PTX_N_VARIABLE) {
            o->kind = LCK_PTX_VARIABLE;
            o->variable = found.index;
        } else if (found.kind == LCK_PTX_N_FUNCTION) {
            o->kind = LCK_PTX_FUNCTION;
            o->function = found.index;
        }
        return true;
    }
    if (failed || special_of(o) || element_of(r, o, &failed) || failed)
        return !failed;
    return *at->text.at != '%' || not_declared(r, at);
}

/* ---- one operand that has none inside ---- */

static bool read_number(lck_ptx_reader *r, lck_ptx_operand *o)
{
    bool minus = lck_ptx_mark(r, '-');
    o->text = r->t.text;
    o->negated = false;
    if (r->t.kind == LCK_PTX_T_NUMBER && lck_ptx_real(r->t.text, &o->value, &o->single) &&
        !lck_ptx_integer(r->t.text, &o->value)) {
        o->kind = LCK_PTX_REAL;
        return lck_ptx_next(r);
    }
    if (minus) { /* of a float, a number behind its sign */
        lck_ptx_reader before = *r;
        if (!lck_ptx_next(r))
            return false;
        if (r->t.kind == LCK_PTX_T_NUMBER && !lck_ptx_integer(r->t.text, &o->value) &&
            lck_ptx_real(r->t.text, &o->value, &o->single)) {
            o->kind = LCK_PTX_REAL;
            o->value ^= o->single ? INT64_C(1) << 31 : INT64_MIN;
            return lck_ptx_next(r);
        }
        *r = before;
    }
    o->kind = LCK_PTX_INTEGER;
    return lck_ptx_constant(r, &o->value);
}

/* A name, with an offset behind it where it is a variable. */
static bool read_named(lck_ptx_reader *r, lck_ptx_operand *o, bool offset)
{
    lck_ptx_token at = r->t;
    if (!lck_ptx_next(r) || !read_name(r, &at, o))
        return false;
    offset |= o->kind == LCK_PTX_VARIABLE;
    if (offset && lck_ptx_mark(r, '+'))
        return lck_ptx_next(r) && lck_ptx_constant(r, &o->value);
    if (offset && lck_ptx_mark(r, '-'))
        return lck_ptx_constant(r, &o->value);
    return true;
}

static bool read_leaf(lck_ptx_reader *r, lck_ptx_operand *o)
{
    *o = none;
    if (lck_ptx_mark(r, '!')) {
        o->negated = true;
        if (!lck_ptx_next(r))
            return false;
        if (r->t.kind != LCK_PTX_T_WORD)
            return lck_ptx_wrong(r, &r->t, "expected a predicate");
    }
    if (lck_ptx_mark(r, '-')) {
        lck_ptx_reader before = *r;
        if (!lck_ptx_next(r))
            return false;
        if (r->t.kind == LCK_PTX_T_WORD && !lck_ptx_token_is(r, "WARP_SZ")) {
            o->negated = true;
            return read_named(r, o, false);
        }
        *r = before;
    }
    if (r->t.kind == LCK_PTX_T_WORD && !lck_ptx_token_is(r, "WARP_SZ"))
        return read_named(r, o, false);
    return read_number(r, o);
}

/* ---- operands with others inside ---- */

static bool too_many(lck_ptx_reader *r)
{
    return lck_ptx_wrong(r, &r->t, "more than %d operands", LCK_PTX_OPERANDS);
}

/* The registers of a vector that a name stands for. */
static bool add_vector(lck_ptx_reader *r, lck_ptx_operand *o, const lck_ptx_operand *name)
{
    const lck_ptx_range *vector = &r->range[name->reg];
    for (uint32_t i = 0; i < vector->count; i++) {
        if (r->ninside == LCK_PTX_OPERANDS)
            return too_many(r);
        lck_ptx_operand *one = &r->inside[r->ninside++];
        *one = none;
        one->kind = LCK_PTX_REGISTER;
        one->text = name->text;
        one->reg = vector->reg + i;
        o->ninside++;
    }
    return true;
}

static bool read_inside(lck_ptx_reader *r, lck_ptx_operand *o)
{
    lck_ptx_operand leaf;
    if (!read_leaf(r, &leaf))
        return false;
    if (leaf.kind == LCK_PTX_VECTOR)
        return add_vector(r, o, &leaf);
    if (r->ninside == LCK_PTX_OPERANDS)
        return too_many(r);
    r->inside[r->ninside++] = leaf;
    o->ninside++;
    return true;
}

/* What stands up to the closing bracket, brackets in it left out. */
static bool read_row(lck_ptx_reader *r, lck_ptx_operand *o, char close)
{
    while (!lck_ptx_mark(r, close)) {
        bool vector = lck_ptx_mark(r, '{') && close != '}';
        if (vector ? !(lck_ptx_next(r) && read_row(r, o, '}')) : !read_inside(r, o))
            return false;
        if (lck_ptx_mark(r, ',') ? !lck_ptx_next(r) : !lck_ptx_mark(r, close))
            return lck_ptx_wrong(r, &r->t, "expected ',' or '%c'", close);
    }
    return lck_ptx_next(r);
}

/* [reg+8], [variable], [64], [map, {%r1, %r2}]. */
static bool read_address(lck_ptx_reader *r, lck_ptx_operand *o)
{
    lck_ptx_token at = r->t;
    if (!lck_ptx_next(r))
        return false;
    if (r->t.kind == LCK_PTX_T_WORD && !lck_ptx_token_is(r, "WARP_SZ")
            ? !read_named(r, o, true)
            : !lck_ptx_constant(r, &o->value))
        return false;
    if (o->kind == LCK_PTX_VECTOR)
        return lck_ptx_wrong(r, &at, "a vector is no address");
    o->kind = LCK_PTX_ADDRESS;
    if (!lck_ptx_mark(r, ','))
        return lck_ptx_expect(r, ']');
    return lck_ptx_next(r) && read_row(r, o, ']');
}

/* d|p; what stands before the bar is already in `inside`. */
static bool read_pair(lck_ptx_reader *r, lck_ptx_operand *o)
{
    lck_ptx_operand first = *o;
    if (o->kind != LCK_PTX_VECTOR) {
        if (r->ninside == LCK_PTX_OPERANDS)
            return too_many(r);
        *o = none;
        o->text = first.text;
        o->inside = r->ninside;
        o->ninside = 1;
        r->inside[r->ninside++] = first;
    }
    o->kind = LCK_PTX_PAIR;
    return lck_ptx_next(r) && read_inside(r, o);
}

static bool read_operand(lck_ptx_reader *r, lck_ptx_operand *o)
{
    const char *at = r->t.text.at;
    bool good;
    *o = none;
    o->inside = r->ninside;
    if (lck_ptx_mark(r, '[')) {
        good = read_address(r, o);
    } else if (lck_ptx_mark(r, '{') || lck_ptx_mark(r, '(')) {
        bool vector = lck_ptx_mark(r, '{');
        o->kind = vector ? LCK_PTX_VECTOR : LCK_PTX_LIST;
        good = lck_ptx_next(r) && read_row(r, o, vector ? '}' : ')');
    } else {
        lck_ptx_operand leaf;
        good = read_leaf(r, &leaf);
        if (good && leaf.kind == LCK_PTX_VECTOR) {
            o->kind = LCK_PTX_VECTOR;
            good = add_vector(r, o, &leaf);
        } else if (good) {
            *o = leaf;
            o->inside = r->ninside;
        }
    }
    if (good && lck_ptx_mark(r, '|'))
        good = read_pair(r, o);
    o->text = (lck_ptx_text){at, (uint32_t)(r->t.text.at - at)};
    while (o->text.n && strchr(" \t\r\n", o->text.at[o->text.n - 1]))
        o->text.n--;
    return good;
}

/* ---- all of an instruction ---- */

/* Whether a name may be a label, and must be one. */
static bool wants_label(const lck_ptx_insn *insn, const lck_ptx_operand *o)
{
    return lck_ptx_is(insn, "bra") || (lck_ptx_is(insn, "brx") && o->kind == LCK_PTX_WORD);
}

static bool await_label(lck_ptx_reader *r, const lck_ptx_insn *insn, uint32_t operand,
                        const lck_ptx_token *at)
{
    const lck_ptx_operand *o = &r->m->operand[operand];
    bool must = wants_label(insn, o);
    if (o->kind != LCK_PTX_WORD && !must)
        return true;
    lck_ptx_pending *pending = LCK_PTX_ADD(r, r->pending, r->npending);
    if (!pending)
        return false;
    *pending = (lck_ptx_pending){.operand = operand, .scope = r->scope, .at = *at, .must = must};
    pending->at.text = o->text;
    return true;
}

/* Appends those of one instruction: first its own, then those inside of them. */
static bool place_operands(lck_ptx_reader *r, lck_ptx_insn *insn, lck_ptx_operand *own,
                           uint32_t n, const lck_ptx_token *at)
{
    insn->operand = r->m->noperands;
    insn->noperands = n;
    insn->nall = n + r->ninside;
    for (uint32_t i = 0; i < insn->nall; i++) {
        lck_ptx_operand *o = LCK_PTX_ADD(r, r->m->operand, r->m->noperands);
        if (!o)
            return false;
        *o = i < n ? own[i] : r->inside[i - n];
        o->inside = i < n ? insn->operand + n + o->inside : 0;
        if (!await_label(r, insn, r->m->noperands - 1, at))
            return false;
    }
    return true;
}

bool lck_ptx_operands(lck_ptx_reader *r, lck_ptx_insn *insn)
{
    lck_ptx_operand own[16];
    lck_ptx_token at = r->t;
    uint32_t n = 0;
    r->ninside = 0;
    while (!lck_ptx_mark(r, ';')) {
        if (n == sizeof own / sizeof *own)
            return lck_ptx_wrong(r, &r->t, "more operands than any instruction has");
        if (!read_operand(r, &own[n++]))
            return false;
        if (lck_ptx_mark(r, ',') ? !lck_ptx_next(r) : !lck_ptx_mark(r, ';'))
            return lck_ptx_wrong(r, &r->t, "expected ',' or ';'");
    }
    return lck_ptx_next(r) && place_operands(r, insn, own, n, &at);
}
