/* read-map.c - functions in isl's syntax, as sums.
 *
 *   map     { [name, ...] -> [sum, ...] : formula }     the formula may be left out
 *   formula part and part ...
 *   part    sums REL sums REL ...                       0 <= c0, c1 < 8
 *           exists (name, name = sum, ... : formula)
 *   sum     terms between + and -, of numbers, names, floor(sum/n), products with a number,
 *           t mod n, sums in parentheses
 *
 * A name that is no input has its value from the first equation, name = sum, that has it on
 * the left. All other text is left to isl.
 */
#include "config.h"

#include "graph.h"

#include <ctype.h>
#include <string.h>

#define NAMES (3 * SYS_VARS)
#define NESTING 64

typedef struct {
    const char *begin;
    size_t length;
    const sys_sum *value; /* NULL: it is not known */
} named;

typedef struct {
    quo *d;
    const char *at;
    size_t nnames, depth;
    named *name;
    lcr_map_text *to;
} reader;

/* ---- tokens ---- */

static bool ahead(reader *in, const char *token)
{
    size_t n = strlen(token);
    while (*in->at == ' ')
        in->at++;
    bool word = isalpha((unsigned char)token[0]) != 0;
    return strncmp(in->at, token, n) == 0 &&
           !(word && (isalnum((unsigned char)in->at[n]) || in->at[n] == '_'));
}

static bool take(reader *in, const char *token)
{
    bool is = ahead(in, token);
    if (is)
        in->at += strlen(token);
    return is;
}

static bool number(reader *in, lc_int *value)
{
    const char *begin = in->at;
    while (isdigit((unsigned char)*in->at))
        in->at++;
    return begin != in->at &&
           lc_int_parse(in->d->s.pool->lc, begin, (size_t)(in->at - begin), value);
}

/* The name here, which is new perhaps; NULL: none, or too many. */
static named *name(reader *in)
{
    while (*in->at == ' ')
        in->at++;
    const char *begin = in->at;
    if (!isalpha((unsigned char)*begin) || ahead(in, "floor") || ahead(in, "mod") ||
        ahead(in, "exists") || ahead(in, "and") || ahead(in, "or") || ahead(in, "not"))
        return NULL;
    while (isalnum((unsigned char)*in->at) || *in->at == '_' || *in->at == '\'')
        in->at++;
    size_t length = (size_t)(in->at - begin);
    for (size_t i = 0; i < in->nnames; i++)
        if (in->name[i].length == length && strncmp(in->name[i].begin, begin, length) == 0)
            return &in->name[i];
    if (in->nnames == NAMES)
        return NULL;
    named *new_name = &in->name[in->nnames++];
    *new_name = (named){.begin = begin, .length = length};
    return new_name;
}

/* ---- sums ---- */

static bool read_sum(reader *in, sys_sum *value);

static void times(reader *in, sys_sum *x, lc_int factor)
{
    sys_sum old = *x;
    lcr_sys_zero(x);
    lcr_sys_add(&in->d->s, x, factor, &old);
}

/* floor(sum/n), after the word. */
static bool read_floor(reader *in, sys_sum *value)
{
    sys_sum x;
    lc_int by;
    if (!take(in, "(") || !read_sum(in, &x) || !take(in, "/") || !number(in, &by) ||
        !take(in, ")") || lc_int_sign(by) <= 0)
        return false;
    lcr_quo_divide(in->d, &x, by, value, NULL);
    return true;
}

static bool read_name(reader *in, sys_sum *value)
{
    named *v = name(in);
    if (!v || !v->value)
        return false;
    *value = *v->value;
    return true;
}

/* A name, a floor, a sum in parentheses. */
static bool read_factor(reader *in, sys_sum *value)
{
    if (take(in, "floor"))
        return read_floor(in, value);
    if (!take(in, "("))
        return read_name(in, value);
    if (in->depth == NESTING)
        return false;
    in->depth++;
    bool ok = read_sum(in, value) && take(in, ")");
    in->depth--;
    return ok;
}

/* n, n name, n*factor, factor, factor mod n. *remainder: it is the last of these. */
static bool read_term(reader *in, sys_sum *value, bool *remainder)
{
    lc_int n;
    *remainder = false;
    while (*in->at == ' ')
        in->at++;
    if (isdigit((unsigned char)*in->at)) {
        lcr_sys_zero(value);
        if (!number(in, &n))
            return false;
        value->constant = n;
        bool prefix = isalpha((unsigned char)*in->at) != 0, product = !prefix && take(in, "*");
        if (!prefix && !product)
            return !ahead(in, "mod");
        if (!(product ? read_factor(in, value) : read_name(in, value)))
            return false;
        times(in, value, n);
        return !ahead(in, "mod"); /* of which of the two? */
    }
    if (!read_factor(in, value))
        return false;
    *remainder = take(in, "mod");
    if (!*remainder)
        return true;
    sys_sum x = *value;
    while (*in->at == ' ')
        in->at++;
    if (!number(in, &n) || lc_int_sign(n) <= 0)
        return false;
    lcr_quo_divide(in->d, &x, n, NULL, value);
    return true;
}

static bool read_sum(reader *in, sys_sum *value)
{
    sys_sum term;
    bool remainder, minus = take(in, "-"), leads = minus;
    lcr_sys_zero(value);
    do {
        if (!read_term(in, &term, &remainder) || (leads && remainder))
            return false; /* -c mod n: of c, or of -c? */
        lcr_sys_add(&in->d->s, value, lc_int_const(minus ? -1 : 1), &term);
        leads = false;
        minus = !ahead(in, "->") && take(in, "-");
    } while (minus || take(in, "+"));
    return !in->d->s.failed;
}

/* ---- formulas ---- */

/* One more; room doubles. */
static bool room_for_row(reader *in)
{
    lcr_map_text *to = in->to;
    lit_pool *pool = in->d->s.pool;
    size_t n = to->nrows;
    if (n == MAP_ROWS)
        return false;
    if (n < 4 ? n > 0 : (n & (n - 1)) != 0)
        return true;
    size_t room = n == 0 ? 4 : 2 * n;
    sys_sum *row = lcr_lit_alloc(pool, room, sizeof *row);
    sys_relation *relation = lcr_lit_alloc(pool, room, sizeof *relation);
    if (!row || !relation)
        return false;
    if (n > 0) {
        memcpy(row, to->row, n * sizeof *row);
        memcpy(relation, to->relation, n * sizeof *relation);
    }
    to->row = row;
    to->relation = relation;
    return true;
}

/* a REL b, as b - a or the like = 0 or >= 0. */
static bool add_row(reader *in, const char *relation, const sys_sum *a, const sys_sum *b)
{
    lcr_map_text *to = in->to;
    bool turned = relation[0] == '>', strict = relation[0] != '=' && relation[1] == '\0';
    if (!room_for_row(in))
        return false;
    sys_sum *row = &to->row[to->nrows];
    *row = turned ? *a : *b;
    lcr_sys_add(&in->d->s, row, lc_int_const(-1), turned ? b : a);
    if (strict)
        row->constant = lc_int_sub(in->d->s.pool->lc, row->constant, lc_int_const(1));
    to->relation[to->nrows++] = relation[0] == '=' ? SYS_EQ : SYS_GE;
    return true;
}

/* `name =`, of one that has no value yet: what follows is its value. */
static bool read_definition(reader *in, bool *is)
{
    const char *begin = in->at;
    size_t names = in->nnames;
    named *v = name(in);
    *is = v && !v->value && take(in, "=");
    if (!*is) {
        in->at = begin;
        in->nnames = names;
        return true;
    }
    sys_sum *value = lcr_lit_alloc(in->d->s.pool, 1, sizeof *value);
    if (!value || !read_sum(in, value))
        return false;
    v->value = value;
    return true;
}

/* How many of a list there may be at most. */
static size_t most_sums(const char *text)
{
    size_t n = 1;
    for (; *text != '\0'; text++)
        n += *text == ',';
    return n < SYS_VARS ? n : SYS_VARS;
}

static bool read_sums(reader *in, size_t most, sys_sum *sum, size_t *n)
{
    *n = 0;
    do {
        if (*n == most || !read_sum(in, &sum[(*n)++]))
            return false;
    } while (take(in, ","));
    return true;
}

static const char *read_relation(reader *in)
{
    static const char *const all[] = {"<=", ">=", "<", ">", "="};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (take(in, all[i]))
            return all[i];
    return NULL;
}

static bool read_chain(reader *in)
{
    size_t n, m, most = most_sums(in->at);
    sys_sum *left = lcr_lit_alloc(in->d->s.pool, most, sizeof *left);
    sys_sum *right = lcr_lit_alloc(in->d->s.pool, most, sizeof *right);
    const char *relation = NULL;
    if (!left || !right || !read_sums(in, most, left, &n) || !(relation = read_relation(in)))
        return false;
    for (; relation != NULL; relation = read_relation(in)) {
        if (!read_sums(in, most, right, &m))
            return false;
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < m; k++)
                if (!add_row(in, relation, &left[i], &right[k]))
                    return false;
        memcpy(left, right, m * sizeof *left);
        n = m;
    }
    return true;
}

static bool read_formula(reader *in);

/* exists (name, name = sum, ... : formula), after the word. Names stay known after it: one
 * that is there again has no other meaning, or the text is left to isl. */
static bool read_exists(reader *in)
{
    if (!take(in, "(") || in->depth == NESTING)
        return false;
    do {
        bool defined;
        size_t names = in->nnames;
        if (!read_definition(in, &defined) || (!defined && !name(in)) || in->nnames == names)
            return false;
    } while (take(in, ","));
    in->depth++;
    bool ok = take(in, ":") && read_formula(in) && take(in, ")");
    in->depth--;
    return ok;
}

static bool read_formula(reader *in)
{
    do {
        bool defined = false;
        if (take(in, "exists") ? !read_exists(in)
                               : !read_definition(in, &defined) || (!defined && !read_chain(in)))
            return false;
    } while (take(in, "and"));
    return true;
}

/* ---- maps ---- */

static bool read_inputs(reader *in, size_t n, const sys_sum *sum)
{
    if (!take(in, "["))
        return false;
    for (size_t i = 0; i < n; i++) {
        size_t names = in->nnames;
        named *v = (i == 0 || take(in, ",")) ? name(in) : NULL;
        if (!v || in->nnames == names)
            return false;
        v->value = &sum[i];
    }
    return take(in, "]");
}

static bool read_outputs(reader *in)
{
    lcr_map_text *to = in->to;
    size_t most = most_sums(in->at);
    to->nout = 0;
    to->out = lcr_lit_alloc(in->d->s.pool, most, sizeof *to->out);
    if (!to->out)
        return false;
    do {
        if (to->nout == most || !read_sum(in, &to->out[to->nout++]))
            return false;
    } while (take(in, ","));
    return take(in, "]");
}

/* The formula says what names in the outputs are, and stands after them. */
static bool read_map(reader *in, size_t nin, const sys_sum *sum)
{
    if (!take(in, "{") || !read_inputs(in, nin, sum) || !take(in, "->") || !take(in, "["))
        return false;
    const char *outputs = in->at, *end = strchr(outputs, ']');
    if (!end)
        return false;
    in->at = end + 1;
    if ((take(in, ":") && !read_formula(in)) || !take(in, "}"))
        return false;
    while (*in->at == ' ')
        in->at++;
    if (*in->at != '\0')
        return false;
    in->at = outputs;
    return read_outputs(in);
}

bool lcr_map_room(lit_pool *pool, lcr_map_text *to, size_t nout, size_t nrows)
{
    *to = (lcr_map_text){.nout = nout,
                         .out = lcr_lit_alloc(pool, nout + 1, sizeof *to->out),
                         .row = lcr_lit_alloc(pool, nrows + 1, sizeof *to->row),
                         .relation = lcr_lit_alloc(pool, nrows + 1, sizeof *to->relation)};
    return to->out && to->row && to->relation != NULL;
}

bool lcr_map_read(quo *d, const char *text, size_t nin, const sys_sum *sum, lcr_map_text *to)
{
    lit_pool *pool = d->s.pool;
    reader in = {.d = d, .at = text, .to = to, .name = lcr_lit_alloc(pool, NAMES, sizeof(named))};
    *to = (lcr_map_text){.nout = 0};
    return in.name && read_map(&in, nin, sum) && !d->s.failed;
}
