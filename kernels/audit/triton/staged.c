#include "config.h"

#include "staged.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"
#include "mend.h"

typedef struct {
    uint32_t allocation;
    const char *instruction;
} fixed;

struct lck_staged {
    size_t nuses, nfixed;
    lck_use *use;
    fixed *fixed;
};

lck_staged *lck_staged_new(void)
{
    return calloc(1, sizeof(lck_staged));
}

void lck_staged_free(lck_staged *staged)
{
    if (!staged)
        return;
    for (size_t i = 0; i < staged->nuses; i++) {
        free(staged->use[i].tensor);
        free(staged->use[i].memory);
        free(staged->use[i].elements);
    }
    free(staged->use);
    free(staged->fixed);
    free(staged);
}

/* ---- views ---- */

#define VIEWS 64 /* one of another */

/* Where a view comes from; how often it is turned, and whether it is one of another shape. */
typedef struct {
    uint32_t allocation;
    bool turned, reshaped;
} origin;

static origin origin_of(const lck_ir_module *m, uint32_t value)
{
    origin o = {.allocation = value};
    for (unsigned hops = 0; hops < VIEWS && o.allocation != LCK_IR_NONE; hops++) {
        const lck_ir_value *v = &m->value[o.allocation];
        const lck_ir_op *op = &m->op[v->op];
        bool result = v->block == LCK_IR_NONE;
        if (!result && v->init != LCK_IR_NONE) {
            o.allocation = v->init;
            continue;
        }
        if (result && lck_ir_is(op, "ttg.memdesc_trans"))
            o.turned = !o.turned;
        else if (result && (lck_ir_is(op, "ttg.memdesc_reshape") ||
                            lck_ir_is(op, "ttg.memdesc_reinterpret")))
            o.reshaped = true;
        else if (!result ||
                 !(lck_ir_is(op, "ttg.memdesc_index") || lck_ir_is(op, "ttg.memdesc_subslice")))
            break;
        o.allocation = lck_ir_operand(m, op, 0);
    }
    return o;
}

/* ---- what is done to memory ---- */

/* `128x64xf16` */
static char *elements_of(const lck_type *tensor)
{
    lc_text text = {0};
    for (size_t d = 0; d < tensor->rank; d++)
        lc_text_printf(&text, "%llux", (unsigned long long)tensor->shape[d]);
    lc_text_add_bytes(&text, tensor->element.at, tensor->element.n);
    return lc_text_take(NULL, &text);
}

void lck_staged_add(lck_triton *t, size_t access, uint32_t value, lck_move move, unsigned most,
                    const lck_type *tensor, const lck_type *memory)
{
    lck_staged *s = t->staged;
    lck_use *added = s ? LCK_AUDIT_ADD(t->audit, s->use, s->nuses) : NULL;
    if (!added)
        return;
    origin o = origin_of(t->m, value);
    *added = (lck_use){.access = access,
                       .allocation = o.allocation,
                       .move = move,
                       .most = most,
                       .bits = lck_type_stored(memory),
                       .turned = o.turned,
                       .reshaped = o.reshaped,
                       .rank = memory->rank,
                       .tensor = strdup(tensor->text),
                       .memory = strdup(memory->text),
                       .elements = elements_of(tensor)};
    lck_allocated_shape(memory, added->shape);
}

void lck_staged_fix(lck_triton *t, uint32_t value, const char *instruction)
{
    lck_staged *s = t->staged;
    if (value == LCK_IR_NONE)
        return;
    fixed *added = s ? LCK_AUDIT_ADD(t->audit, s->fixed, s->nfixed) : NULL;
    if (added)
        *added = (fixed){origin_of(t->m, value).allocation, instruction};
}

/* ---- remedies ---- */

static const char *fixed_by(const lck_staged *s, uint32_t allocation)
{
    for (size_t i = 0; i < s->nfixed; i++)
        if (s->fixed[i].allocation == allocation)
            return s->fixed[i].instruction;
    return NULL;
}

static bool has_conflicts(const lck_triton *t, const lck_use *use)
{
    return lck_triton_record(t)->access[use->access].answer[LCK_CONFLICTS].verdict == LCK_BAD;
}

static void say(lck_triton *t, const lck_use *use, char *remedy)
{
    lck_access_record *r = &lck_triton_record(t)->access[use->access];
    if (r->remedy)
        free(remedy);
    else
        r->remedy = remedy;
}

static void say_fixed(lck_triton *t, const lck_use *use, const char *instruction)
{
    char *threads = lck_mend_threads(t, use);
    say(t, use,
        lck_audit_printf(t->audit,
                         "none by another arrangement of the memory, which %s takes as "
                         "it is%s%s",
                         instruction, threads ? "; " : "", threads ? threads : ""));
    free(threads);
}

static void say_arrangement(lck_triton *t, const lck_use *use, const lck_arrangement *a,
                            const char *what)
{
    char *encoding = lck_arrangement_text(t, a, use);
    if (encoding)
        say(t, use, lck_audit_printf(t->audit, "%s: %s", encoding, what));
    free(encoding);
}

/* All accesses to the memory of one. */
static size_t uses_of(const lck_staged *s, uint32_t allocation, const lck_use *same[LCK_USES])
{
    size_t n = 0;
    for (size_t i = 0; i < s->nuses && n < LCK_USES; i++)
        if (s->use[i].allocation == allocation)
            same[n++] = &s->use[i];
    return n;
}

static bool is_first(const lck_staged *s, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (s->use[j].allocation == s->use[i].allocation)
            return false;
    return true;
}

static void mend(lck_triton *t, size_t n, const lck_use *const *use, const char *instruction)
{
    lck_arrangement a;
    char *what = NULL;
    size_t bad = 0;
    for (size_t i = 0; i < n; i++)
        bad += has_conflicts(t, use[i]);
    if (bad == 0 || (instruction && !instruction[0]) ||
        (!instruction && !lck_mend(t, n, use, &a, &what)))
        return;
    for (size_t i = 0; i < n; i++) {
        if (!has_conflicts(t, use[i]))
            continue;
        if (instruction)
            say_fixed(t, use[i], instruction);
        else
            say_arrangement(t, use[i], &a, what);
    }
    free(what);
}

void lck_staged_mend(lck_triton *t)
{
    const lck_staged *s = t->staged;
    for (size_t i = 0; s && i < s->nuses; i++) {
        const lck_use *same[LCK_USES];
        uint32_t allocation = s->use[i].allocation;
        if (is_first(s, i))
            mend(t, uses_of(s, allocation, same), same, fixed_by(s, allocation));
    }
}
