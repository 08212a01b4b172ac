/* stages.c - stages of shared memory between barriers: what a kernel's statements fill and read.
 *
 * The stages of an array are used in turn: its index is the size of a stage times a slot, which
 * the rounds of loops count, and an offset in it. Use k of it is the one in round k of a loop
 * whose slot is that of k; those before the loops have numbers of their own. An epoch is what
 * comes between two barriers of all threads. Of each array, for all numbers of rounds:
 *
 *   slots are those of the uses' numbers, k mod S
 *   each use that is read is filled
 *   it is read in a later epoch than it was filled in, when its copies have ended, as all know
 *   its slot is filled again in a later epoch than it was read in
 */
#include "config.h"

#include "claims.h"
#include "../../lib/int64.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TEXTS 32

/* Different texts, each once. */
typedef struct {
    size_t n;
    char *text[MOST_TEXTS];
    bool failed;
} texts;

/* A use of one array: number = round + `number`, of round i of its loops; or `number` alone. A
 * slot of the last few rounds may be i - 30 where i mod 3 is meant: in round 0 it is -30. */
typedef struct {
    const lck_use *use;
    const lc_expr *slot;      /* NULL: a number */
    bool plain;               /* the slot is the number, of few rounds */
    int64_t shift;            /* is added to it */
    const lc_expr *condition; /* under which the slot is this; NULL: none */
    bool holds;
    int64_t at_0; /* the slot in round 0 */
    int64_t number;
} piece;

typedef struct {
    const lck_ordering *w;
    const lck_uses *uses;
    int array;
    int64_t stage, slots;
    int64_t ends; /* rounds are fewer */
    lck_writing writing;
    texts filled, read; /* as isl has them: of k, e */
    texts all;          /* that are filled: of k */
    bool copied;
} stages;

static void take(texts *t, lc_text *text)
{
    char *one = lc_text_take(NULL, text);
    size_t i = 0;
    t->failed = t->failed || !one;
    while (one && i < t->n && strcmp(t->text[i], one) != 0)
        i++;
    if (!one || i < t->n || t->n == MOST_TEXTS) {
        t->failed = t->failed || (one && i == MOST_TEXTS);
        free(one);
        return;
    }
    t->text[t->n++] = one;
}

static void add_any(lc_text *out, const texts *t)
{
    lc_text_add(out, "(");
    for (size_t i = 0; i < t->n; i++)
        lc_text_printf(out, "%s%s", i ? " or " : "", t->text[i]);
    lc_text_add(out, t->n ? ")" : "false)");
}

static void forget(texts *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->text[i]);
}

static bool not_followed(stages *s)
{
    return lck_order_lost(s->w, "the statements are not in the form that is looked at",
                          "stages of %s are filled and read in turn",
                          s->uses->kernel->array[s->array].name);
}

/* ---- pieces ---- */

static bool moves(const stages *s, const lck_monomial *m)
{
    return (m->of[0] && lck_moves(&s->uses->names, m->of[0])) ||
           (m->of[1] && lck_moves(&s->uses->names, m->of[1]));
}

/* How many parts of an index the rounds of loops change; one of them, and what multiplies it. */
static size_t moving(const stages *s, const lck_polynomial *index, const lc_expr **part,
                     int64_t *times)
{
    size_t n = 0;
    for (size_t i = 0; i < index->n; i++)
        if (moves(s, &index->term[i])) {
            *part = index->term[i].of[1] ? NULL : index->term[i].of[0];
            *times = index->term[i].times;
            n++;
        }
    return n;
}

/* How large it can be; INT64_MAX: no bound is known. */
static int64_t high_of(const lck_polynomial *p)
{
    int64_t high = 0, one;
    for (size_t i = 0; i < p->n; i++) {
        const lck_monomial *m = &p->term[i];
        if (m->times < 0 || m->of[1] || (m->of[0] && m->of[0]->low < 0) ||
            __builtin_mul_overflow(m->times, m->of[0] ? m->of[0]->high : 1, &one) ||
            __builtin_add_overflow(high, one, &high))
            return INT64_MAX;
    }
    return high;
}

static lck_polynomial end_of(const stages *s, const lck_use *use)
{
    const lck_statement *loop = use->loop[use->nloops - 1];
    lck_polynomial end = use->round, var = {.n = 1, .term = {{1, {loop->var, NULL}}}};
    lck_polynomial count = lck_polynomial_of(&s->uses->names, loop->value);
    lck_add_times(&end, -1, &var);
    lck_add_times(&end, 1, &count);
    return end;
}

/* Finds the size of a stage, the factor of the slots. 0: no index changes with the rounds, which
 * other obligations cover; below 0: slots count down, or the changing part is not a sum of few
 * terms. */
static void find_stage(stages *s)
{
    for (size_t i = 0; i < s->uses->n; i++) {
        const lck_use *use = &s->uses->use[i];
        const lc_expr *part;
        int64_t times = 0;
        if (use->array != s->array)
            continue;
        lck_polynomial index = lck_polynomial_of(&s->uses->names, use->index);
        s->copied = s->copied || use->s->kind == LCK_COPY;
        lck_polynomial end = use->nloops ? end_of(s, use) : lck_constant(1);
        s->ends = high_of(&end) > s->ends ? high_of(&end) : s->ends;
        if (!s->stage && moving(s, &index, &part, &times))
            s->stage = times;
        if (index.lost && lck_moves(&s->uses->names, use->index))
            s->stage = -1;
    }
    int64_t elements = lck_shared_elements(s->uses->kernel, s->array);
    s->slots = s->stage > 0 ? elements / s->stage : 0;
}

static void set_number(stages *s, const lck_use *use, char letter)
{
    s->writing.number = use->round;
    s->writing.var = use->nloops ? use->loop[use->nloops - 1]->var : NULL;
    s->writing.letter = letter;
}

/* Does x < y compare the round with the last one: round < end + *more? */
static bool more_rounds(const stages *s, const lck_use *use, const lc_expr *condition,
                        int64_t *more)
{
    condition = lck_unnamed(&s->uses->names, condition);
    if (condition->op != LC_EXPR_LT || use->nloops == 0)
        return false;
    lck_polynomial left = lck_polynomial_of(&s->uses->names, condition->arg[1]);
    lck_polynomial x = lck_polynomial_of(&s->uses->names, condition->arg[0]);
    lck_polynomial end = end_of(s, use);
    lck_add_times(&left, -1, &x);
    lck_add_times(&left, -1, &end);
    lck_add_times(&left, 1, &use->round);
    return lck_is_constant(&left, more);
}

/* " and i < end + c"; of other conditions nothing is said. */
static void write_condition(stages *s, lc_text *out, const lck_use *use, const lc_expr *condition,
                            bool holds)
{
    int64_t more;
    if (!more_rounds(s, use, condition, &more))
        return;
    lck_polynomial end = end_of(s, use), c = lck_constant(more);
    lck_add_times(&end, 1, &c);
    lc_text_printf(out, " and i %s ", holds ? "<" : ">=");
    lck_write_polynomial(&s->writing, out, &end);
}

/* "i + 1", "0" */
static void write_number(lc_text *out, const piece *p, int64_t number)
{
    if (p->slot && number)
        lc_text_printf(out, "i + %lld", (long long)number);
    else if (p->slot)
        lc_text_add(out, "i");
    else
        lc_text_printf(out, "%lld", (long long)number);
}

/* The rounds in which it is. */
static void write_rounds(stages *s, lc_text *out, const piece *p)
{
    const lck_use *use = p->use;
    lck_polynomial first = use->round, end = end_of(s, use);
    lck_polynomial var = {.n = 1, .term = {{1, {s->writing.var, NULL}}}};
    lck_add_times(&first, -1, &var);
    lck_say(&s->writing, out, "%p <= i < %p", &first, &end);
    for (size_t k = 0; k < use->nconditions; k++)
        write_condition(s, out, use, use->condition[k]->value, use->holds[k]);
    if (p->condition)
        write_condition(s, out, use, p->condition, p->holds);
}

/* Is there a remainder in it? Without one a slot is of fewer rounds than there are slots. */
static bool has_remainder(const stages *s, const lc_expr *e)
{
    e = lck_unnamed(&s->uses->names, e);
    bool has = e->op == LC_EXPR_MOD;
    for (int i = 0; i < 3 && e->arg[i] && !has; i++)
        has = has_remainder(s, e->arg[i]);
    return has;
}

/* Is it the variable of the use's loop and a number? */
static bool is_counted(const lck_use *use, lck_polynomial p, int64_t *number)
{
    const lc_expr *var = use->loop[use->nloops - 1]->var;
    lck_add_times(&p, -1, &(lck_polynomial){.n = 1, .term = {{1, {var, NULL}}}});
    return lck_is_constant(&p, number);
}

/* Its rounds are among those from `first` to `last`; false: no numbers are known. */
static bool numbered_rounds(const stages *s, const piece *p, int64_t *first, int64_t *last)
{
    const lck_polynomial end = end_of(s, p->use);
    int64_t more, n;
    if (!is_counted(p->use, p->use->round, first))
        return false;
    *last = *first + p->use->loop[p->use->nloops - 1]->var->high;
    if (p->condition && lck_is_constant(&end, &n) && more_rounds(s, p->use, p->condition, &more))
        *(p->holds ? last : first) = p->holds ? n + more - 1 : n + more;
    return true;
}

/* Without one, is the slot one that there is, in all rounds? */
static bool has_slots(const stages *s, const piece *p)
{
    const lc_expr *slot = lck_unnamed(&s->uses->names, p->slot);
    if (slot->op == LC_EXPR_SELECT || has_remainder(s, slot))
        return true;
    const lck_polynomial end = end_of(s, p->use);
    int64_t high = p->plain ? high_of(&end) - 1 : slot->high, more = 0, by;
    if (p->condition && p->holds &&
        is_counted(p->use, lck_polynomial_of(&s->uses->names, slot), &by) &&
        more_rounds(s, p->use, p->condition, &more))
        high += more;
    return high < s->slots - (p->plain ? p->at_0 : p->shift) &&
           (p->at_0 >= 0 || p->use->index->low >= 0);
}

/* Its slots are those of its numbers. */
static bool counts_slots(stages *s, const piece *p)
{
    lc_text slots = {0}, numbers = {0};
    const lc_expr *slot = lck_unnamed(&s->uses->names, p->slot);
    const char *end = "";
    char most[64];
    int64_t first = 0;
    if (!has_remainder(s, slot)) {
        int64_t last = slot->op == LC_EXPR_SELECT ? s->slots - 1 : s->slots - 1 - p->at_0;
        first = p->at_0 < 0 ? -p->at_0 : 0;
        if (slot->op == LC_EXPR_INT && !numbered_rounds(s, p, &first, &last))
            return not_followed(s);
        snprintf(most, sizeof most, " and i <= %lld", (long long)last);
        end = most;
    }
    lc_text_add(&slots, "{ [i] -> [");
    if (p->plain)
        write_number(&slots, p, p->at_0);
    else
        lck_write_expr(&s->writing, &slots, p->slot);
    if (p->shift)
        lc_text_printf(&slots, " + %lld", (long long)p->shift);
    lc_text_printf(&slots, "] : %lld <= i%s }", (long long)first, end);
    lc_text_add(&numbers, "{ [i] -> [(");
    write_number(&numbers, p, p->number);
    lc_text_printf(&numbers, ") mod %lld] : %lld <= i%s }", (long long)s->slots, (long long)first,
                   end);
    return lck_freed(lck_order_claim(s->w, "equal(relation \"%s\", relation \"%s\")",
                                     lc_text_peek(&slots), lc_text_peek(&numbers)),
                     &slots, &numbers);
}

/* Copies are in the group of their number; what is read has ended, as all know. */
static bool copies_end(stages *s, const piece *p)
{
    const lck_before *b = &p->use->before;
    lck_polynomial number = lck_constant(p->number);
    lc_text read = {0}, ended = {0};
    if (p->slot)
        lck_add_times(&number, 1, &p->use->round);
    if (p->use->writes)
        return lck_same(&number, &b->copies) || not_followed(s);
    lc_text_add(&read, "{ [i,k,n,p,q,s] : ");
    if (p->slot)
        write_rounds(s, &read, p);
    lck_say(&s->writing, &read, p->slot ? " and k = %p }" : "k = %p }", &number);
    lck_say(&s->writing, &ended, "{ [i,k,n,p,q,s] : k < %p }", &b->seen);
    return lck_freed(lck_order_claim(s->w, "contained(set \"%s\", set \"%s\")",
                                     lc_text_peek(&read), lc_text_peek(&ended)),
                     &read, &ended);
}

static bool add_piece(stages *s, piece *p)
{
    p->number = p->slot && p->at_0 < 0 ? lc_int64_rest(p->at_0, s->slots) : p->at_0;
    if (p->slot && !has_slots(s, p))
        return not_followed(s);
    lc_text text = {0}, number = {0};
    lck_polynomial epoch = p->use->before.epoch;
    set_number(s, p->use, 'i');
    lc_text_add(&text, p->slot ? "exists (i : " : "(");
    if (p->slot)
        write_rounds(s, &text, p);
    lc_text_add(&text, p->slot ? " and k = " : "k = ");
    write_number(&text, p, p->number);
    lck_say(&s->writing, &text, " and e = %p)", &epoch);
    lc_text_printf(&number, "k %s %lld", p->slot ? ">=" : "=", (long long)p->number);
    take(p->use->writes ? &s->filled : &s->read, &text);
    if (p->use->writes)
        take(&s->all, &number);
    lc_text_free(&number);
    if ((p->slot && !counts_slots(s, p)) || (s->copied && !copies_end(s, p)))
        return false;
    return !s->writing.lost || not_followed(s);
}

static bool add_slot(stages *s, piece p)
{
    const lc_expr *slot = lck_unnamed(&s->uses->names, p.slot);
    p.slot = slot;
    set_number(s, p.use, 'i');
    if (slot->op != LC_EXPR_SELECT || p.condition ||
        !more_rounds(s, p.use, slot->arg[0], &p.number)) {
        int64_t first = 0, last;
        bool ok = lck_value_at_0(&s->writing, slot, &p.at_0) &&
                  (slot->op != LC_EXPR_INT || numbered_rounds(s, &p, &first, &last));
        p.at_0 += p.shift - first;
        return ok ? add_piece(s, &p) : not_followed(s);
    }
    piece other = p;
    p.condition = other.condition = slot->arg[0];
    p.holds = true;
    p.slot = slot->arg[1];
    other.slot = slot->arg[2];
    return add_slot(s, p) && add_slot(s, other);
}

static bool add_use(stages *s, const lck_use *use)
{
    int64_t times = s->stage, none;
    const lc_expr *slot = NULL, *other;
    lck_polynomial index = lck_polynomial_of(&s->uses->names, use->index), rest = index;
    size_t parts = moving(s, &index, &slot, &times);
    int64_t shift = lc_int64_floor(lck_times_of(&index, NULL), s->stage);
    lck_add_times(&rest, -s->stage, &use->round);
    if (parts && !rest.lost && !moving(s, &rest, &other, &none))
        return add_piece(s,
                         &(piece){.use = use,
                                  .slot = use->loop[use->nloops - 1]->var,
                                  .plain = true,
                                  .at_0 = lc_int64_floor(lck_times_of(&rest, NULL), s->stage)});
    if (parts > 1 || (parts && !slot) || times != s->stage || index.lost)
        return not_followed(s);
    if (!slot && use->nloops)
        slot = lc_expr_int(s->uses->kernel->x, 0);
    if (!slot)
        return add_piece(s, &(piece){.use = use, .at_0 = shift});
    return add_slot(s, (piece){.use = use, .slot = slot, .shift = shift});
}

/* ---- what holds of them ---- */

/* Of the pairs [a,b] for which there are uses x and y, one filled, one read, with such numbers, a
 * is before b. */
static bool pairs_in_order(stages *s, bool fill_first, const char *such)
{
    lc_text x = {0}, y = {0};
    add_any(&x, fill_first ? &s->filled : &s->read);
    add_any(&y, fill_first ? &s->read : &s->filled);
    for (size_t i = 0; i < LCK_FEW_LETTERS && s->writing.other[i]; i++)
        lc_text_printf(&y, " and %c >= %lld", LCK_LETTERS[i],
                       (long long)s->writing.other[i]->low);
    return lck_freed(
        lck_order_claim(
            s->w,
            "contained(set \"{ [a,b] : exists (j, l, n, p, q, s : (exists (k, e : %s and k = j "
            "and e = a)) and (exists (k, e : %s and k = l and e = b)) and %s) }\", "
            "set \"{ [a,b] : a < b }\")",
            lc_text_peek(&x), lc_text_peek(&y), such),
        &x, &y);
}

/* All uses that there are, and those that are filled. */
static bool all_are_filled(stages *s)
{
    lc_text all = {0}, filled = {0};
    lc_text_add(&filled, "{ [k] : ");
    add_any(&filled, &s->all);
    lc_text_add(&filled, " }");
    if (s->ends < 2 * s->slots)
        lc_text_printf(&all, "{ [k] : 0 <= k < %lld }", (long long)s->ends);
    else
        lc_text_add(&all, "{ [k] : k >= 0 }");
    return lck_freed(lck_order_claim(s->w, "contained(set \"%s\", set \"%s\")",
                                     lc_text_peek(&all), lc_text_peek(&filled)),
                     &all, &filled);
}

static bool in_order(stages *s)
{
    char again[64];
    snprintf(again, sizeof again, "j < l and (l - j) mod %lld = 0", (long long)s->slots);
    return all_are_filled(s) && pairs_in_order(s, true, "j = l") &&
           pairs_in_order(s, false, again);
}

bool lck_order_stages(const lck_ordering *w, int array)
{
    const lck_uses *uses = &w->uses;
    stages s = {.w = w, .uses = uses, .array = array, .writing = {.names = &uses->names}};
    find_stage(&s);
    bool ok = s.stage >= 0 || not_followed(&s);
    for (size_t i = 0; ok && s.stage && i < uses->n; i++)
        ok = uses->use[i].array != array || add_use(&s, &uses->use[i]);
    const bool failed = s.filled.failed || s.read.failed || s.all.failed;
    ok = ok && (!failed || not_followed(&s)) && (!s.stage || in_order(&s));
    forget(&s.filled);
    forget(&s.read);
    forget(&s.all);
    return ok;
}
