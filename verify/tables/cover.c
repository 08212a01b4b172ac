/* cover.c - every element is a value: a witness for each.
 *
 * Of an element x, each table of the map gets an index k with a promise: T[k] = y of a
 * permutation, T[k] <= y < T[k+1] where T[low] <= y < T[last] is known, y being x, a quotient of
 * x, or the index of another table; x is taken from behind where entries are subtracted. Or it
 * gets the index that another table has got already. The coordinates at which the map asks for
 * these entries, and for which its value is x, are then to be there for all x: a question without
 * tables. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "tables.h"

#define CHOICES 24 /* quantities that an index may be found for */
#define TRIES 200

typedef struct {
    lcv_solver *v;
    const lcv_lowered *map;
    size_t n;
    const lcv_sum *const *size;
    size_t element[LCV_MAX_VALUES]; /* x */
    const lcv_constraint *facts;    /* of the elements and the indices that were chosen */
    size_t ntables, table[LCV_MAX_TABLES];
    size_t nentries, from[LCV_MAX_UNKNOWNS], to[LCV_MAX_UNKNOWNS]; /* in the place of entries */
    const lcv_constraint *equal;                                   /* indices of the map */
    size_t nfound; /* of these, and what they are */
    const lcv_sum *index[LCV_MAX_TABLES], *found[LCV_MAX_TABLES];
    size_t nchoices;
    const lcv_sum *choice[CHOICES];
    size_t tries;
} covering;

/* ---- sums with other unknowns in them ---- */

static const lcv_sum *replaced(const covering *c, const lcv_sum *sum);

static const lcv_sum *unknown_replaced(const void *user, size_t u)
{
    const covering *c = user;
    lcv_sums *s = c->v->s;
    for (size_t i = 0; i < c->nentries; i++)
        if (c->from[i] == u)
            return lcv_sum_unknown(s, c->to[i]);
    if (s->unknown[u].kind != LCV_U_FLOOR)
        return lcv_sum_unknown(s, u);
    const lcv_sum *of = replaced(c, s->unknown[u].of);
    return of ? lcv_sum_floor(s, of, s->unknown[u].by->constant) : NULL;
}

static const lcv_sum *replaced(const covering *c, const lcv_sum *sum)
{
    return lcv_sum_with(c->v->s, sum, unknown_replaced, c);
}

/* ---- indices ---- */

static size_t fresh(covering *c, const char *name)
{
    lcv_unknown_integer u = {.kind = LCV_U_COORDINATE, .name = name};
    return lcv_sums_add(c->v->s, &u);
}

static size_t entry(covering *c, size_t table, const lcv_sum *index)
{
    lcv_unknown_integer u = {.kind = LCV_U_ENTRY, .table = table, .n = 1, .index = {index}};
    return index ? lcv_sums_add(c->v->s, &u) : SIZE_MAX;
}

static void add(covering *c, lcv_op op, const lcv_sum *a, const lcv_sum *b)
{
    lcv_condition one = {0};
    bool never;
    if (a && b)
        one = lcv_compared(c->v->s, op, a, b);
    if (one.n == 1)
        c->facts = lcv_joined(c->v->s, c->facts, one.of[0], &never);
}

/* a <= y < b follows. */
static bool between(covering *c, const lcv_sum *a, const lcv_sum *y, const lcv_sum *b)
{
    return lcv_solver_promises(c->v) && lcv_never_so(c->v, c->facts, LCV_OP_LT, y, a) &&
           lcv_never_so(c->v, c->facts, LCV_OP_GE, y, b);
}

static void replace(covering *c, size_t from, size_t to)
{
    c->from[c->nentries] = from;
    c->to[c->nentries++] = to;
}

static bool stands_in(const lcv_sums *s, const lcv_sum *sum, size_t u)
{
    for (size_t i = 0; i < sum->n; i++)
        for (size_t k = 0; k < sum->term[i].n; k++) {
            const lcv_unknown_integer *in = &s->unknown[sum->term[i].of[k]];
            bool found = sum->term[i].of[k] == u ||
                         (in->kind == LCV_U_FLOOR && stands_in(s, in->of, u));
            for (size_t j = 0; j < in->n && !found; j++)
                found = stands_in(s, in->index[j], u);
            if (found)
                return true;
        }
    return false;
}

/* Does the map take the entry, at an index that depends on its coordinates? */
static bool is_taken(const covering *c, size_t u)
{
    const lcv_sums *s = c->v->s;
    bool depends = false, taken = false;
    for (size_t k = 0; k < s->unknown[u].n; k++)
        for (size_t i = 0; i < c->map->nin; i++)
            depends = depends || stands_in(s, s->unknown[u].index[k], c->map->coordinate[i]);
    for (size_t i = 0; i < c->map->cases->n && depends && !taken; i++) {
        const lcv_case *of = &c->map->cases->of[i];
        for (const lcv_constraint *w = of->when; w && !taken; w = w->next)
            taken = stands_in(s, w->sum, u);
        for (size_t k = 0; of->value && k < c->n && !taken; k++)
            taken = stands_in(s, of->value[k], u);
    }
    return taken;
}

/* The entries of the map that are of the table, one or two in a row; false: others. */
static bool entries_of(const covering *c, size_t table, size_t first, size_t last, size_t *a,
                       size_t *b, int64_t *apart)
{
    const lcv_sums *s = c->v->s;
    size_t n = 0, found[2];
    for (size_t i = first; i < last; i++) {
        if (s->unknown[i].kind != LCV_U_ENTRY || s->unknown[i].table != table || !is_taken(c, i))
            continue;
        if (n == 2 || s->unknown[i].n != 1)
            return false;
        found[n++] = i;
    }
    if (n == 0)
        return false;
    *a = found[0];
    *b = n == 2 ? found[1] : SIZE_MAX;
    *apart = 0;
    if (n == 2) {
        const lcv_sum *d = lcv_sum_add(c->v->s, s->unknown[found[1]].index[0], -1,
                                       s->unknown[found[0]].index[0]);
        if (!lcv_sum_is_number(d, apart) || (*apart != 1 && *apart != -1))
            return false;
        if (*apart == -1) {
            *a = found[1];
            *b = found[0];
        }
    }
    return true;
}

static bool tables_from(covering *c, size_t i, size_t first, size_t last);

/* The index of entry a of the map is this one. */
static void find_index(covering *c, size_t a, const lcv_sum *index)
{
    lcv_sums *s = c->v->s;
    const lcv_sum *own = s->unknown[a].index[0];
    c->equal = lcv_constrain(s, c->equal, lcv_sum_add(s, own, -1, index), true);
    c->index[c->nfound] = own;
    c->found[c->nfound++] = index;
    if (c->nchoices < CHOICES)
        c->choice[c->nchoices++] = index;
}

/* The index has been found for another table. */
static bool try_found(covering *c, size_t i, size_t first, size_t last, size_t a)
{
    lcv_sums *s = c->v->s;
    for (size_t k = 0; k < c->nfound; k++) {
        size_t here = lcv_sum_same(s->unknown[a].index[0], c->index[k])
                          ? entry(c, c->table[i], c->found[k])
                          : SIZE_MAX;
        if (here == SIZE_MAX || !lcv_solver_promises(c->v))
            continue;
        replace(c, a, here);
        return tables_from(c, i + 1, first, last);
    }
    return false;
}

/* k with T[k] <= y < T[k+1]. */
static bool try_step(covering *c, size_t i, size_t first, size_t last, const lcv_sum *y, size_t a,
                     size_t b)
{
    lcv_sums *s = c->v->s;
    size_t table = c->table[i];
    const lcv_ast *declared = c->v->l.table[table]->formula->ast;
    const lcv_sum *low, *end, *one = lcv_sum_number(s, 1);
    if (!one || !lcv_table_range(c->v, table, declared->child->child, &low, &end))
        return false;
    const lcv_sum *top = lcv_sum_add(s, end, -1, one);
    size_t k = fresh(c, "k");
    const lcv_sum *index = lcv_sum_unknown(s, k);
    const lcv_sum *next = index ? lcv_sum_add(s, index, 1, one) : NULL;
    if (!between(c, lcv_sum_unknown(s, entry(c, table, low)), y,
                 lcv_sum_unknown(s, entry(c, table, top))))
        return false;
    const lcv_sum *here = lcv_sum_unknown(s, entry(c, table, index));
    const lcv_sum *there = lcv_sum_unknown(s, entry(c, table, next));
    add(c, LCV_OP_LE, low, index);
    add(c, LCV_OP_LT, next, end);
    add(c, LCV_OP_LE, here, y);
    add(c, LCV_OP_LT, y, there);
    if (!here || !there || !lcv_solver_promises(c->v))
        return false;
    find_index(c, a, index);
    replace(c, a, here->term[0].of[0]);
    if (b != SIZE_MAX)
        replace(c, b, there->term[0].of[0]);
    return tables_from(c, i + 1, first, last);
}

static bool is_promised(const lcv_ast *declared, const char *kind)
{
    const lcv_ast *promise = lcv_table_promise(declared, kind);
    return promise && !promise->child; /* of all entries */
}

/* Is each number of [least, past) an entry, of indices [low, end) and as many? */
static bool is_onto(covering *c, const lcv_ast *declared, const lcv_sum *low, const lcv_sum *end,
                    const lcv_sum *least, const lcv_sum *past)
{
    if (is_promised(declared, "permutation"))
        return true;
    if (!is_promised(declared, "injective") && !is_promised(declared, "increasing"))
        return false;
    const lcv_sum *entries = lcv_sum_add(c->v->s, end, -1, low);
    const lcv_sum *numbers = lcv_sum_add(c->v->s, past, -1, least);
    return entries && numbers && lcv_sum_same(entries, numbers);
}

/* k with T[k] = y. */
static bool try_onto(covering *c, size_t i, size_t first, size_t last, const lcv_sum *y, size_t a)
{
    lcv_sums *s = c->v->s;
    size_t table = c->table[i];
    const lcv_ast *declared = c->v->l.table[table]->formula->ast;
    const lcv_sum *low, *end, *least, *past;
    if (s->unknown[a].n != 1 ||
        !lcv_table_range(c->v, table, declared->child->child, &low, &end) ||
        !lcv_table_range(c->v, table, declared->child->next, &least, &past) ||
        !is_onto(c, declared, low, end, least, past) || !between(c, least, y, past))
        return false;
    const lcv_sum *index = lcv_sum_unknown(s, fresh(c, "k"));
    const lcv_sum *here = lcv_sum_unknown(s, entry(c, table, index));
    add(c, LCV_OP_LE, low, index);
    add(c, LCV_OP_LT, index, end);
    add(c, LCV_OP_EQ, here, y);
    if (!here || !lcv_solver_promises(c->v))
        return false;
    find_index(c, a, index);
    replace(c, a, here->term[0].of[0]);
    return tables_from(c, i + 1, first, last);
}

/* ---- the question without tables ---- */

static bool name_of(void *user, lc_text *out, const lcv_term *t)
{
    (void)user;
    lc_text_printf(out, "x%u", (unsigned)t->of[0]);
    return t->n == 1;
}

static bool is_coordinate(const covering *c, size_t u)
{
    for (size_t i = 0; i < c->map->nin; i++)
        if (c->map->coordinate[i] == u)
            return true;
    return false;
}

static void write_head(const covering *c, size_t n, lc_text *out)
{
    bool first = true;
    lc_text_add(out, "{ [");
    for (size_t i = 0; i < n; i++)
        if (c->v->s->unknown[i].kind != LCV_U_FLOOR && !is_coordinate(c, i)) {
            lc_text_printf(out, "%sx%zu", first ? "" : ",", i);
            first = false;
        }
    lc_text_add(out, "] : ");
}

/* exists coordinates: the case, the indices, the values */
static bool write_case(covering *c, const lcv_case *of, const lcv_constraint *all, lc_text *out)
{
    lcv_sums *s = c->v->s;
    (void)of;
    lc_text_add(out, "exists (");
    for (size_t i = 0; i < c->map->nin; i++)
        lc_text_printf(out, "%sx%zu", i > 0 ? "," : "", c->map->coordinate[i]);
    lc_text_add(out, c->map->nin > 0 ? " : " : "1 = 1 : ");
    bool ok = lcv_constraints_write(out, s, all, name_of, NULL);
    lc_text_add(out, ")");
    return ok;
}

static const lcv_constraint *case_constraints(covering *c, const lcv_case *of)
{
    lcv_sums *s = c->v->s;
    const lcv_constraint *all = NULL;
    for (const lcv_constraint *k = of->when; k; k = k->next)
        all = lcv_constrain(s, all, replaced(c, k->sum), k->equality);
    for (const lcv_constraint *k = c->equal; k; k = k->next)
        all = lcv_constrain(s, all, replaced(c, k->sum), k->equality);
    for (size_t i = 0; i < c->n; i++) {
        const lcv_sum *value = replaced(c, of->value[i]);
        const lcv_sum *x = lcv_sum_unknown(s, c->element[i]);
        all = value && x ? lcv_constrain(s, all, lcv_sum_add(s, value, -1, x), true) : NULL;
        if (!all)
            return NULL;
    }
    return all;
}

/* What is known of the elements and indices, and of entries by promises of which one case is
 * left. */
static const lcv_constraint *known_facts(covering *c)
{
    lcv_solver *v = c->v;
    bool never;
    const lcv_constraint *known = lcv_joined(v->s, v->facts, c->facts, &never);
    for (size_t i = 0; i < v->nclauses; i++) {
        const lcv_condition *clause = v->clause[i];
        const lcv_constraint *left = NULL;
        size_t n = 0;
        for (size_t k = 0; k < clause->n && n < 2; k++) {
            const lcv_constraint *both = lcv_joined(v->s, known, clause->of[k], &never);
            left = never ? left : both;
            n += !never;
        }
        known = n == 1 ? left : known;
    }
    return known;
}

/* All elements, less those that some case reaches: is nothing left? */
static bool nothing_left(covering *c)
{
    lcv_solver *v = c->v;
    const lcv_constraint *of[LCV_MAX_CASES];
    size_t n = c->map->cases->n;
    for (size_t i = 0; i < n; i++)
        of[i] = c->map->cases->of[i].value ? case_constraints(c, &c->map->cases->of[i]) : NULL;
    bool ok = !v->s->failed;
    lc_text text = {0};
    write_head(c, v->s->n, &text);
    const lcv_constraint *known = known_facts(c), *facts = NULL;
    for (; known && ok; known = known->next) /* with fewer facts more is asked */
        if (lcv_sum_is_linear(known->sum))
            facts = lcv_constrain(v->s, facts, known->sum, known->equality);
    ok = ok && lcv_constraints_write(&text, v->s, facts, name_of, NULL);
    lc_text_add(&text, " }");
    lcr_map *left = ok ? lcr_set_parse(v->e->r, lc_text_peek(&text)) : NULL;
    for (size_t i = 0; left && i < n; i++) {
        lc_text_free(&text);
        text = (lc_text){0};
        if (!of[i])
            continue;
        write_head(c, v->s->n, &text);
        if (!write_case(c, &c->map->cases->of[i], of[i], &text))
            continue; /* products: this case is left out */
        lc_text_add(&text, " }");
        lcr_map *hit = lcr_set_parse(v->e->r, lc_text_peek(&text));
        lcr_map *rest = hit ? lcr_map_boolean(v->e->r, LCR_DIFFERENCE, left, hit) : NULL;
        lcr_map_free(left);
        lcr_map_free(hit);
        left = rest;
    }
    lc_text_free(&text);
    lc_int at[LCV_MAX_UNKNOWNS];
    lcr_answer any = left ? lcr_map_any(v->e->r, left, NULL, at) : LCR_UNKNOWN;
    lcr_map_free(left);
    v->asked += (unsigned)n;
    if (any != LCR_NO && lc_ctx_code(v->e->ctx) != LC_ERR_INTERRUPTED)
        lc_ctx_reset(v->e->ctx);
    return any == LCR_NO;
}

/* ---- the search for witnesses ---- */

static bool tables_from(covering *c, size_t i, size_t first, size_t last)
{
    size_t a, b;
    int64_t apart;
    if (i == c->ntables)
        return nothing_left(c);
    if (!entries_of(c, c->table[i], first, last, &a, &b, &apart))
        return false;
    const covering first_of_all = *c;
    if (b == SIZE_MAX && try_found(c, i, first, last, a))
        return true;
    *c = first_of_all;
    for (size_t k = 0; k < c->nchoices && c->tries > 0 && !c->v->s->failed; k++) {
        const covering before = *c;
        c->tries--;
        if (b == SIZE_MAX && try_onto(c, i, first, last, c->choice[k], a))
            return true;
        size_t tries = c->tries;
        *c = before;
        c->tries = tries;
        if (try_step(c, i, first, last, c->choice[k], a, b))
            return true;
        tries = c->tries;
        *c = before;
        c->tries = tries;
    }
    return false;
}

static void add_choice(covering *c, const lcv_sum *y)
{
    for (size_t i = 0; y && i < c->nchoices; i++)
        if (lcv_sum_same(c->choice[i], y))
            return;
    if (y && c->nchoices < CHOICES)
        c->choice[c->nchoices++] = y;
}

/* What is in the value without coordinates and entries. */
static const lcv_sum *constant_part(lcv_sums *s, const lcv_sum *value)
{
    const lcv_sum *part = lcv_sum_number(s, value->constant);
    for (size_t i = 0; part && i < value->n; i++) {
        const lcv_term *t = &value->term[i];
        if (t->n == 1 && s->unknown[t->of[0]].kind == LCV_U_PARAMETER)
            part = lcv_sum_add(s, part, t->factor, lcv_sum_unknown(s, t->of[0]));
    }
    return part;
}

/* x, and its quotients by the factors of entries in the values; x from behind, where these are
 * negative. */
static void add_choices(covering *c)
{
    lcv_sums *s = c->v->s;
    for (size_t i = 0; i < c->map->cases->n; i++)
        for (size_t k = 0; c->map->cases->of[i].value && k < c->n; k++) {
            const lcv_sum *value = c->map->cases->of[i].value[k];
            const lcv_sum *x = lcv_sum_unknown(s, c->element[k]);
            for (size_t j = 0; j < value->n; j++) {
                const lcv_term *t = &value->term[j];
                if (s->unknown[t->of[0]].kind != LCV_U_ENTRY || t->n != 1)
                    continue;
                const lcv_sum *part = constant_part(s, value);
                if (t->factor > 0)
                    add_choice(c, lcv_sum_floor(s, x, t->factor));
                else if (part && t->factor > INT64_MIN)
                    add_choice(c, lcv_sum_floor(s, lcv_sum_add(s, part, -1, x), -t->factor));
            }
        }
    for (size_t k = 0; k < c->n; k++)
        add_choice(c, lcv_sum_unknown(s, c->element[k]));
}

/* Tables whose entries are indices of others come after these. */
static void order_tables(covering *c, size_t first, size_t last)
{
    const lcv_sums *s = c->v->s;
    for (size_t i = last; i-- > first;) {
        bool there = s->unknown[i].kind != LCV_U_ENTRY || !is_taken(c, i);
        for (size_t k = 0; k < c->ntables && !there; k++)
            there = c->table[k] == s->unknown[i].table;
        if (!there)
            c->table[c->ntables++] = s->unknown[i].table;
    }
}

bool lcv_prove_covered(lcv_solver *v, const lcv_lowered *map, size_t n,
                       const lcv_sum *const *size)
{
    covering *c = lc_alloc(v->e->ctx, 1, sizeof *c);
    size_t last = v->s->n;
    if (!c)
        return false;
    *c = (covering){.v = v, .map = map, .n = n, .size = size, .tries = TRIES};
    order_tables(c, 0, last);
    for (size_t k = 0; k < n; k++) {
        c->element[k] = fresh(c, "x");
        const lcv_sum *x = lcv_sum_unknown(v->s, c->element[k]);
        add(c, LCV_OP_LE, lcv_sum_number(v->s, 0), x);
        add(c, LCV_OP_LT, x, size[k]);
    }
    add_choices(c);
    const covering before = *c;
    bool ok = !v->s->failed && tables_from(c, 0, 0, last);
    if (!ok && before.ntables == 2) { /* the other one first */
        *c = before;
        c->table[0] = before.table[1];
        c->table[1] = before.table[0];
        ok = !v->s->failed && tables_from(c, 0, 0, last);
    }
    free(c);
    if (!ok && !v->open)
        v->open = "no coordinate was found for each element";
    return ok;
}
