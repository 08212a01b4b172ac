/* shared.c - values that operations write to shared memory and read from it. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"
#include "conflicts.h"
#include "reader.h"
#include "staged.h"
#include "types.h"

/* ---- one access ---- */

/* What is known of an access before its instruction is. */
typedef struct {
    const lck_ir_op *op;
    const lck_type *tensor, *memory;
    uint32_t value; /* the memory */
    lck_move move;
    unsigned most;   /* elements of a vector; 0: no limit */
    const char *why; /* nothing can be said; or NULL */
} access_of;

static lck_access_record *new_record(lck_triton *t, const access_of *a)
{
    lck_access_record *r = lck_triton_access(t, a->op, LCK_SHARED, lck_moves(a->move));
    if (r && a->tensor && a->memory)
        r->detail = lck_audit_printf(t->audit, "%s\n%s", a->tensor->text, a->memory->text);
    return r;
}

static void describe(lck_triton *t, lck_access_record *r, const lck_instruction *in)
{
    r->operation = in->operation;
    r->bytes = in->bytes;
    r->times = in->times;
    if (in->transposed && r->detail) {
        char *with = lck_audit_printf(t->audit, "%s\ntransposed (.trans)", r->detail);
        free(r->detail);
        r->detail = with;
    }
}

/* ---- conflicts ---- */

static void ask(lck_triton *t, const access_of *a, const lck_instruction *in, lck_answer *out)
{
    char *claim;
    if (lck_type_is(a->memory, "#ttg.padded_shared")) {
        const lc_linear *memory = lck_asker_linear(t->asker, a->memory->text);
        claim = memory ? lck_padded_claim(t, in, a->memory->encoding, memory) : NULL;
    } else
        claim = lck_conflict_claim(t, in);
    if (claim)
        lck_conflict_answer(t, in, claim, out);
    else
        lck_audit_open(t->audit, out, "the padded addresses of the lanes are no layout");
}

/* The shortest run of elements between paddings; 0: there is no padding. */
static unsigned shortest_run(const lck_triton *t, const lck_type *memory)
{
    lck_ir_text text = lck_ir_expand(t->m, memory->encoding);
    if (!text.at)
        text = memory->encoding;
    unsigned least = 0;
    if (!lck_type_is(memory, "#ttg.padded_shared"))
        return 0;
    /* `<[64:+8, 512:+4] ..`: the numbers before a colon and a plus */
    for (size_t i = 1; i + 1 < text.n && text.at[i] != ']'; i++) {
        if (text.at[i] != ':' || text.at[i + 1] != '+')
            continue;
        size_t from = i;
        while (from > 0 && text.at[from - 1] >= '0' && text.at[from - 1] <= '9')
            from--;
        unsigned n = 0;
        for (; from < i && n < 1u << 24; from++)
            n = n * 10 + (unsigned)(text.at[from] - '0');
        least = least == 0 || n < least ? n : least;
    }
    return least;
}

/* The instruction of an access. False, with *why. */
static bool lower(lck_triton *t, access_of *a, lck_instruction *in, const char **why)
{
    lc_text text = {0};
    lck_places places;
    lc_text_printf(&text, "invert_and_compose(%s, %s)", a->tensor->text, a->memory->text);
    const lc_linear *l = lck_asker_linear(t->asker, lc_text_peek(&text));
    lc_text_free(&text);
    if (!l) {
        *why = lck_asker_why(t->asker);
        return false;
    }
    unsigned bits = lck_type_stored(a->memory), run = shortest_run(t, a->memory);
    *why = "a layout with too many bits";
    if (!lck_places_of(l, &places))
        return false;
    *why = "the memory of another block of the cluster";
    if (places.remote)
        return false;
    *why = "which instruction moves these elements is not known";
    if (a->most == 0 && run > 0)
        a->most = run;
    if (a->most > 0)
        return lck_lower_vector(&places, a->move, bits, a->most, in);
    return lck_lower(t, &places, a->move, bits, in);
}

/* Lanes whose elements others have do not copy. Where they are whole groups of lanes that are
 * served together the instruction has fewer wavefronts; else it has the same ones. */
static void drop_idle_lanes(lck_instruction *in)
{
    for (unsigned i = in->lane.n; i-- > 0 && (1u << i) * in->width >= 128;)
        if (in->lane.basis[i] == 0)
            lck_take_out(&in->lane, i);
}

static void read_access(lck_triton *t, access_of *a)
{
    lck_access_record *r = new_record(t, a);
    lck_instruction in;
    const char *why = a->why;
    if (!r)
        return;
    if (why || !lower(t, a, &in, &why)) {
        lck_audit_open(t->audit, &r->answer[LCK_CONFLICTS], why);
        lck_staged_fix(t, a->value, "");
        return;
    }
    if (a->move == LCK_MOVE_COPY)
        drop_idle_lanes(&in);
    describe(t, r, &in);
    ask(t, a, &in, &r->answer[LCK_CONFLICTS]);
    lck_staged_add(t, lck_triton_record(t)->naccesses - 1, a->value, a->move, a->most, a->tensor,
                   a->memory);
}

/* ---- operations ---- */

/* Finds the tensor and the memory among the types. */
static const char *find_types(access_of *a, const lck_type *type, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (type[i].shared)
            a->memory = &type[i];
        else if (!a->tensor)
            a->tensor = &type[i];
    }
    return !a->tensor || !a->memory ? "its types are not read" : NULL;
}

/* Between a tensor and the memory that a value is. */
static void read_local(lck_triton *t, const lck_ir_op *op, lck_move move, uint32_t value)
{
    lck_type type[2];
    size_t n = lck_types_of(t->m, op, 2, type);
    access_of a = {.op = op, .move = move, .value = value};
    a.why = find_types(&a, type, n);
    read_access(t, &a);
    lck_types_free(type, 2);
}

/* `%memory [token %t] : memdesc -> tensor` */
void lck_read_local_load(lck_triton *t, const lck_ir_op *op)
{
    read_local(t, op, LCK_MOVE_LOAD, lck_ir_operand(t->m, op, 0));
}

/* `%tensor, %memory : tensor -> memdesc` */
void lck_read_local_store(lck_triton *t, const lck_ir_op *op)
{
    read_local(t, op, LCK_MOVE_STORE, lck_ir_operand(t->m, op, 1));
}

/* `%tensor : (tensor) -> memdesc`; without a tensor nothing is stored. */
void lck_read_local_alloc(lck_triton *t, const lck_ir_op *op)
{
    if (op->noperands > 0)
        read_local(t, op, LCK_MOVE_STORE, op->result);
}

/* The only vector of 4, 8 or 16 bytes that the layouts allow; 0: there are several, or none.
 * Decides where it is not known how many pointers are in a row. */
static unsigned only_vector(lck_triton *t, access_of a)
{
    unsigned found = 0, bytes = lck_type_stored(a.memory) / 8;
    for (unsigned width = 4; bytes > 0 && width <= 16; width *= 2) {
        lck_instruction in;
        const char *why;
        a.most = width / bytes;
        if (a.most == 0 || !lower(t, &a, &in, &why) || in.width != width)
            continue;
        if (found)
            return 0;
        found = a.most;
    }
    return found;
}

/* `%pointers, %memory mask %m other %o {contiguity = 8 : i32} : tensor -> memdesc` */
void lck_read_async_copy(lck_triton *t, const lck_ir_op *op)
{
    lck_type type[2];
    int64_t contiguity;
    size_t n = lck_types_of(t->m, op, 2, type);
    access_of a = {.op = op, .move = LCK_MOVE_COPY, .value = lck_ir_operand(t->m, op, 1)};
    a.why = find_types(&a, type, n);
    if (!a.why && lck_ir_attribute_integer(t->m, op, "contiguity", &contiguity) &&
        contiguity > 0 && contiguity <= 1024)
        a.most = (unsigned)contiguity;
    else if (!a.why && (a.most = lck_copied_row(t, op)) == 0)
        a.most = only_vector(t, a);
    if (!a.why && a.most == 0)
        a.why = "how many pointers are consecutive is not said";
    read_access(t, &a);
    lck_types_free(type, 2);
}
