/* prove-blocks.c - which pairs of a query and a key the statements of a kernel count.
 *
 * The loop of the loads takes step j of a tile: the block of keys that begins with a key, of so
 * many steps. Who multiplies takes step 0, and the others in a loop, and compares the scores of a
 * block of which a query of the warpgroup does not see all keys.
 *
 *   steps      those who load and who multiply take the same; step j is the block end - 1 - j, or
 *              of split s of n the block low + s + n j: they are all blocks from low up to end
 *   blocks     those from low up to end, where keys are split also one behind all of them: a pair
 *              is in one of them, and not left out where scores are compared, as the mask has it
 *   registers  the query and the key of a score are those that the product leaves in its register
 *
 * With n a variable, n j is called J, and of the number c of steps, a quotient by n, n c is C:
 * what is known of them is that n > 0, and how j and c are to each other and to 0.
 */
#include "config.h"

#include "proofs.h"

#include "../order/polynomial.h"

typedef struct {
    const lck_attention *a;
    lcv_planning *p;
    const lck_kernel *kernel;
    const lck_attention_result *of;
    lck_names names;
    lck_writing writing;
    const lck_statement *loop, *mask[2], *round[2]; /* of loads; of a mask */
} counting;

static bool lost(const counting *w, const char *why)
{
    lc_text claim = {0};
    lc_text_add(&claim, "the blocks of keys are followed");
    return lck_plan_found(w->a->plan, w->p, w->kernel, why,
                          lc_text_take(w->a->plan->ctx, &claim));
}

/* ---- the statements ---- */

/* LET key; LET query; IF: FOR: LET query; LET key; IF: the score is the lowest number. */
static bool is_mask(const lck_statement *s)
{
    static const lck_statement_kind kinds[] = {LCK_LET, LCK_LET, LCK_IF, LCK_FOR,
                                               LCK_LET, LCK_LET, LCK_IF, LCK_APPLY};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!s || s->kind != kinds[i])
            return false;
        s = s->kind == LCK_LET ? s->next : s->kind == LCK_APPLY ? s : s->body;
    }
    return s->function == LCK_LOWEST;
}

static bool is_of_keys(const counting *w, const lck_statement *s)
{
    const int tensor = s->kind == LCK_TMA_LOAD ? w->kernel->map[s->map].tensor : -1;
    return tensor >= 0 && (tensor == w->of->k || tensor == w->of->v);
}

static void find(counting *w, const lck_statement *body, const lck_statement *loop)
{
    for (const lck_statement *s = body; s; s = s->next) {
        const int n = w->mask[0] != NULL;
        if (is_of_keys(w, s))
            w->loop = loop;
        if (is_mask(s) && !w->mask[1]) {
            w->mask[n] = s;
            w->round[n] = loop;
        }
        find(w, s->body, s->kind == LCK_LOOP ? s : loop);
        find(w, s->otherwise, loop);
    }
}

/* A loop of no round takes no step. */
static bool is_run(const counting *w, int i)
{
    return !w->round[i] || w->round[i]->value->high > 0;
}

static bool found(const counting *w)
{
    return w->mask[1] && !w->round[0] && w->round[1] && w->loop && w->loop->body->kind == LCK_LET;
}

static lck_polynomial polynomial(const counting *w, const lc_expr *e)
{
    return lck_polynomial_of(&w->names, e);
}

/* ---- steps ---- */

/* Boxes of K and V begin with this key. */
static bool load_key(const counting *w, const lck_statement *s, const lck_polynomial *key)
{
    for (; s; s = s->next) {
        const lck_polynomial is = is_of_keys(w, s) ? polynomial(w, s->crd[1]) : *key;
        if (!lck_same(&is, key) || !load_key(w, s->body, key) || !load_key(w, s->otherwise, key))
            return false;
    }
    return true;
}

/* They begin with the key of their step, in a page, or behind those of batches. */
static bool loads_key(const counting *w)
{
    lc_exprs *x = w->kernel->x;
    const lc_expr *key = w->loop->body->var;
    key = w->of->page > 0 ? lc_expr_make(x, LC_EXPR_MOD, key, lc_expr_int(x, w->of->page))
          : w->of->start  ? lc_expr_make(x, LC_EXPR_ADD, key, w->of->start)
                          : key;
    const lck_polynomial of = polynomial(w, key ? key : w->loop->body->var);
    return key && load_key(w, w->loop->body, &of);
}

static void begin(counting *w, const lc_expr *number, char letter)
{
    w->writing = (lck_writing){.names = &w->names, .var = number, .letter = letter, .many = true};
    if (number)
        w->writing.number = (lck_polynomial){.n = 1, .term = {{1, {number, NULL}}}};
    w->writing.by = w->of->splits;
}

/* The value of a name; any other expression itself. */
static const lc_expr *value(const counting *w, const lc_expr *e)
{
    for (size_t i = 0; i < w->names.n; i++)
        if (w->names.name[i].var == e && w->names.name[i].value)
            return w->names.name[i].value;
    return e;
}

/* Texts of expressions, which stay until all of a claim is written. */
enum { LOW, END, KEYS, KEY, SPLIT, SPLITS, AT, QUERIES, ROW, QUERY, COLUMN, TEXTS };
typedef struct {
    lc_text of[TEXTS];
} texts;

static const char *put(counting *w, texts *t, int which, const lc_expr *e)
{
    lc_text_free(&t->of[which]);
    t->of[which] = (lc_text){0};
    lc_text_add(&t->of[which], "(");
    lck_write_expr(&w->writing, &t->of[which], e);
    lc_text_add(&t->of[which], ")");
    w->writing.lost = w->writing.lost || t->of[which].failed;
    return lc_text_peek(&t->of[which]);
}

static void forget(texts *t)
{
    for (int i = 0; i < TEXTS; i++)
        lc_text_free(&t->of[i]);
}

static void put_condition(counting *w, lc_text *out, const char *before, const lc_expr *e)
{
    lc_text_printf(out, "%s(", before);
    lck_write_condition(&w->writing, out, e);
    lc_text_add(out, ")");
}

/* What is known of letters that are choices, and of names of such. */
static void put_choices(counting *w, lc_text *out)
{
    lck_writing *x = &w->writing;
    for (size_t i = 0; i < LCK_MOST_LETTERS && x->other[i]; i++) {
        const lc_expr *choice = value(w, x->other[i]);
        if (choice->op != LC_EXPR_SELECT)
            continue;
        put_condition(w, out, " and (", choice->arg[0]);
        lc_text_printf(out, " and %c = ", LCK_LETTERS[i]);
        lck_write_expr(x, out, choice->arg[1]);
        put_condition(w, out, " or not ", choice->arg[0]);
        lc_text_printf(out, " and %c = ", LCK_LETTERS[i]);
        lck_write_expr(x, out, choice->arg[2]);
        lc_text_add(out, ")");
    }
}

/* "{ [n,p,j,b] : 0 <= n <= 7 and .. and ", once all is written. */
static void put_head(const counting *w, lc_text *out, const char *letters)
{
    const lck_writing *x = &w->writing;
    lc_text_add(out, "{ [");
    for (size_t i = 0; i < LCK_MOST_LETTERS && x->other[i]; i++)
        lc_text_printf(out, "%c,", LCK_LETTERS[i]);
    lc_text_printf(out, "%s] : ", letters);
    for (size_t i = 0; i < LCK_MOST_LETTERS && x->other[i]; i++)
        lc_text_printf(out, "%lld <= %c <= %lld and ", (long long)x->other[i]->low,
                       LCK_LETTERS[i], (long long)x->other[i]->high);
}

/* Claims it of those for which `known` holds. */
static bool claim(counting *w, const char *how, const char *letters, const lc_text *known,
                  const lc_text *left, const lc_text *right)
{
    lc_text head = {0}, choices = {0};
    put_choices(w, &choices);
    put_head(w, &head, letters);
    lc_text_printf(&head, "%s%s", lc_text_peek(known), lc_text_peek(&choices));
    lc_text_free(&choices);
    bool failed = head.failed || known->failed || left->failed || right->failed;
    bool ok = failed            ? lc_no_memory(w->a->plan->ctx) != NULL
              : w->writing.lost ? lost(w, "a number has no text")
                                : lck_claims(w, "%s(set \"%s and %s }\", set \"%s and %s }\")",
                                             how, lc_text_peek(&head), lc_text_peek(left),
                                             lc_text_peek(&head), lc_text_peek(right));
    lc_text_free(&head);
    return ok;
}

/* ---- steps ---- */

/* What is known of j, n j, the steps c, and n c. */
static void put_products(counting *w, texts *t, lc_text *known)
{
    const lc_expr *steps = value(w, w->loop->value);
    const char *n = put(w, t, SPLITS, w->of->splits), *c = put(w, t, AT, w->loop->value);
    int64_t number;
    if (lc_expr_is_int(w->of->splits, &number))
        lc_text_printf(known, " and J = %lld*j and C = %lld*%s", (long long)number,
                       (long long)number, c);
    else
        lc_text_printf(known,
                       " and (j < 0 and J <= -%s or j = 0 and J = 0 or j > 0 and J >= %s) and "
                       "(j < %s and J + %s <= C or j >= %s and J >= C)",
                       n, n, c, n, c);
    if (steps->op == LC_EXPR_DIV && lc_expr_equal(steps->arg[1], w->of->splits)) {
        const char *x = put(w, t, ROW, steps->arg[0]);
        lc_text_printf(known, " and C <= %s and %s < C + %s", x, x, n);
    }
}

/* Step 0, or j of round j - 1 of all but one, has the key of that step of the loads. */
static bool multiplies_key(counting *w, int i)
{
    const lc_expr *round = w->round[i] ? w->round[i]->var : NULL;
    const lck_polynomial one = lck_constant(1), zero = lck_constant(0);
    const lck_polynomial loaded = polynomial(w, w->loop->body->value);
    const lck_polynomial key = polynomial(w, w->mask[i]->value);
    lck_polynomial step = zero, rounds = zero, steps = polynomial(w, w->loop->value);
    if (round) {
        step = round->low < round->high ? polynomial(w, round) : lck_constant(round->low);
        rounds = polynomial(w, w->round[i]->value);
        lck_add_times(&step, 1, &one);
        lck_add_times(&rounds, 1, &one);
        if (!lck_same(&rounds, &steps))
            return lost(w, "loads and products do not take as many steps");
    }
    const lck_polynomial of_step = lck_replaced(&loaded, w->loop->var, &step);
    if (lck_same(&of_step, &key))
        return true;
    texts t = {0};
    lc_text known = {0}, all = {0}, same = {0};
    begin(w, w->loop->var, 'j');
    lc_text_printf(&known, round ? "1 <= j < %s" : "j = 0", put(w, &t, AT, w->loop->value));
    lc_text_add(&all, "j >= 0");
    put(w, &t, KEY, w->loop->body->value);
    if (w->a->split)
        put_products(w, &t, &known);
    w->writing.var = round;
    w->writing.number = step;
    w->writing.by = NULL;
    lc_text_printf(&same, "%s = %s", lc_text_peek(&t.of[KEY]),
                   put(w, &t, ROW, w->mask[i]->value));
    bool ok = claim(w, "contained", w->a->split ? "j,J,C" : "j", &known, &all, &same);
    forget(&t);
    lc_text_free(&known);
    lc_text_free(&all);
    lc_text_free(&same);
    return ok;
}

static bool steps_of_splits(counting *w, texts *t, lc_text *left, lc_text *known)
{
    const int keys = w->a->keys;
    const char *low = lc_text_peek(&t->of[LOW]), *end = lc_text_peek(&t->of[END]);
    const char *of_keys = put(w, t, KEYS, w->of->keys), *s = put(w, t, SPLIT, w->of->split);
    lc_text own = {0}, taken = {0};
    put_products(w, t, known);
    lc_text_printf(known, " and 0 <= %s < %s", s, lc_text_peek(&t->of[SPLITS]));
    lc_text_printf(&own, "%s <= b < %s and b = %s + %s + J", low, end, low, s);
    lc_text_printf(&taken, "(%s or %d*b >= %s)", lc_text_peek(&own), keys, of_keys);
    bool ok = claim(w, "contained", "j,J,C,b", known, left, &taken) &&
              claim(w, "contained", "j,J,C,b", known, &own, left);
    lc_text_free(&own);
    lc_text_free(&taken);
    return ok;
}

static bool steps(counting *w)
{
    texts t = {0};
    lc_text left = {0}, right = {0}, known = {0};
    begin(w, w->loop->var, 'j');
    const lc_expr *of = w->loop->value,
                  *all = of == w->of->end || w->a->split ? of : value(w, of);
    const char *low = put(w, &t, LOW, w->of->low), *end = put(w, &t, END, w->of->end);
    lc_text_printf(&known, "0 <= %s < %s", low, end);
    lc_text_printf(&left, "%s = %d*b and 0 <= j < %s", put(w, &t, KEY, w->loop->body->value),
                   w->a->keys, put(w, &t, QUERY, all));
    lc_text_printf(&right, "%s <= b < %s and b = %s - 1 - j", low, end, end);
    bool ok = w->a->split ? steps_of_splits(w, &t, &left, &known)
                          : claim(w, "equal", "j,b", &known, &left, &right);
    forget(&t);
    lc_text_free(&left);
    lc_text_free(&right);
    lc_text_free(&known);
    return ok;
}

/* ---- blocks ---- */

/* Of a tile of R queries, which has some of the S queries and T keys, of which tables may leave
 * none, and 64 rows of a warpgroup: queries from a first one on. */
static bool blocks(counting *w, const lck_statement *mask)
{
    const int rows = lck_attention_queries(w->a), of = lck_attention_of_group(w->a);
    const int keys = w->a->keys, least = !lck_attention_has_others(w->a);
    const lck_statement *all = mask->next->next, *one = all->body->body;
    const lc_expr *names[] = {mask->var, mask->next->var, one->var, one->next->var};
    texts t = {0};
    lc_text known = {0}, some = {0}, left = {0}, right = {0}, offset = {0};
    for (int i = 0; i < 4; i++)
        lck_name_stays(&w->names, names[i]);
    begin(w, NULL, 'j');
    const char *at = put(w, &t, AT, w->of->at), *s = put(w, &t, QUERIES, w->of->queries);
    const char *to = put(w, &t, KEYS, w->of->keys), *low = put(w, &t, LOW, value(w, w->of->low));
    const char *end = put(w, &t, END, value(w, w->of->end)), *key = put(w, &t, KEY, names[0]);
    const char *row = put(w, &t, ROW, names[1]), *q = put(w, &t, QUERY, names[2]);
    const char *k = put(w, &t, COLUMN, names[3]);
    lc_text_printf(&known, "0 <= %s < %s and %s >= %d", at, s, to, least);
    lc_text_printf(&some, "0 <= %s and %s < %s", low, low, end);
    lc_text_printf(&left, "(%s <= b < %s%s", low, end, w->a->split ? "" : ")");
    if (w->a->split)
        lc_text_printf(&left, " or %d*b >= %s)", keys, to);
    put_condition(w, &left, " and not (", all->value);
    put_condition(w, &left, " and ", one->next->next->value);
    lc_text_printf(&left, ")");
    lc_text_printf(&offset, "(%s - %s)", to, s);
    lc_text_printf(&right, "0 <= %s < %s and ", k, to);
    lck_attention_seen(w->a, &right, q, k, lc_text_peek(&offset), to);
    lc_text none = {0};
    lc_text_add(&none, "b = 0");
    bool ok = claim(w, "contained", "b", &known, &none, &some);
    lc_text_printf(&known,
                   " and %s <= %s and %s + %d <= %s + %d and %s <= %s < %s + %d and %s < %s and "
                   "%s = %d*b and %s <= %s < %s + %d",
                   at, row, row, of, at, rows, row, q, row, of, q, s, key, keys, key, k, key,
                   keys);
    ok = ok && claim(w, "equal", "b", &known, &left, &right);
    forget(&t);
    lc_text_free(&none);
    lc_text_free(&known);
    lc_text_free(&some);
    lc_text_free(&left);
    lc_text_free(&right);
    lc_text_free(&offset);
    return ok;
}

/* ---- registers ---- */

static void put_difference(counting *w, lc_text *out, const lc_expr *a, const lc_expr *b)
{
    lck_polynomial p = polynomial(w, a);
    const lck_polynomial less = polynomial(w, b);
    lck_add_times(&p, -1, &less);
    lck_write_polynomial(&w->writing, out, &p);
}

/* Register p of thread n is of row 16 (n / 32 % 4) + n % 32 / 4 + 8 (p / 2 % 2) of its warpgroup
 * and column 8 (p / 4) + 2 (n % 4) + p % 2 (PTX ISA, wgmma, Register Fragments). */
static bool registers(counting *w, const lck_statement *mask)
{
    const lck_statement *loop = mask->next->next->body;
    const int of = lck_attention_of_group(w->a), packed = w->a->packed;
    lc_text is = {0}, domain = {0};
    w->names.all = true;
    begin(w, NULL, 'j');
    w->writing.other[0] = w->kernel->thread;
    w->writing.other[1] = loop->var;
    put_difference(w, &is, mask->next->var, w->of->at);
    lc_text_add(&is, ", ");
    put_difference(w, &is, loop->body->var, w->of->at);
    lc_text_add(&is, ", ");
    put_difference(w, &is, loop->body->next->var, mask->var);
    lc_text_printf(&domain, "0 <= n < %d and 0 <= p < %d", 128 * w->a->groups, w->a->keys / 2);
    bool ok =
        w->writing.lost || w->writing.other[2] || loop->count != w->a->keys / 2
            ? lost(w, "registers do not count rows and columns")
            : lck_claims(w,
                         "equal(relation \"{ [n,p] -> [%s] : %s }\", relation \"{ [n,p] -> "
                         "[%d*floor(n/128), %d*floor(n/128) + floor((16*(floor(n/32) mod 4) "
                         "+ floor((n mod 32)/4) + 8*(floor(p/2) mod 2))/%d), "
                         "8*floor(p/4) + 2*(n mod 4) + p mod 2] : %s }\")",
                         lc_text_peek(&is), lc_text_peek(&domain), of, of, packed,
                         lc_text_peek(&domain));
    lc_text_free(&is);
    lc_text_free(&domain);
    w->names.all = false;
    return ok;
}

/* ---- all of it ---- */

bool lck_attention_prove_blocks(lck_attention *a, lcv_planning *p, const lck_kernel *kernel)
{
    counting w = {.a = a, .p = p, .kernel = kernel, .of = &kernel->attention};
    bool ok = lck_names_of(kernel, &w.names);
    find(&w, kernel->body, NULL);
    ok = ok && (found(&w) || lost(&w, "there are no loads, or no comparisons")) &&
         (loads_key(&w) || lost(&w, "a load does not begin with the key of its step")) &&
         steps(&w);
    for (int i = 0; ok && i < 2; i++)
        ok = !is_run(&w, i) ||
             (multiplies_key(&w, i) && registers(&w, w.mask[i]) && blocks(&w, w.mask[i]));
    lck_names_free(&w.names);
    return ok;
}
