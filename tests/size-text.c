/* size-text.c - literals with the parameters M and N in them, at numbers. */
#include "config.h"

#include "size-text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at;
    int64_t m, n;
    bool wrong;
} reader;

/* A number on each axis and one on none, or a list of leaves. */
typedef struct {
    bool list, wild;
    char nest[160];
    size_t n;
    int64_t leaf[ST_LEAVES][ST_AXES + 1]; /* the last: on no axis */
} item;

static bool take(reader *in, const char *token)
{
    while (*in->at == ' ')
        in->at++;
    size_t n = strlen(token);
    if (strncmp(in->at, token, n) != 0)
        return false;
    in->at += n;
    return true;
}

static item read_sum(reader *in);

static item number(int64_t value)
{
    item x = {.n = 1, .nest = "."};
    x.leaf[0][ST_AXES] = value;
    return x;
}

static int64_t plain(reader *in, const item *x)
{
    in->wrong = in->wrong || x->list || x->wild;
    return x->leaf[0][ST_AXES];
}

static int64_t floor_of(reader *in, int64_t a, int64_t b)
{
    if (b <= 0) {
        in->wrong = true;
        return 0;
    }
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

static item read_call(reader *in, char which)
{
    item x = read_sum(in);
    int64_t a = plain(in, &x);
    while (!in->wrong && take(in, ",")) {
        item y = read_sum(in);
        int64_t b = plain(in, &y);
        a = which == 'c'   ? -floor_of(in, -a, b)
            : which == '<' ? (a < b ? a : b)
                           : (a > b ? a : b);
    }
    in->wrong = in->wrong || !take(in, ")");
    return number(a);
}

static item read_list(reader *in)
{
    item all = {.list = true, .nest = "("};
    bool comma = false;
    size_t parts = 0;
    while (!in->wrong && !(parts > 0 && take(in, ")"))) {
        item one = read_sum(in);
        if (all.n + one.n > ST_LEAVES || strlen(all.nest) + strlen(one.nest) + 3 > 160) {
            in->wrong = true;
            return all;
        }
        memcpy(all.leaf + all.n, one.leaf, one.n * sizeof *one.leaf);
        all.n += one.n;
        strcat(all.nest, one.nest);
        comma = take(in, ",");
        if (++parts == 1 && !comma) {
            in->wrong = in->wrong || !take(in, ")");
            return one;
        }
        if (!comma) {
            in->wrong = in->wrong || !take(in, ")");
            break;
        }
    }
    strcat(all.nest, ")");
    return all;
}

/* e1 after `size`, if it stands there. */
static item with_basis(reader *in, int64_t size)
{
    if (*in->at != 'e' || in->at[1] < '0' || in->at[1] >= '0' + ST_AXES)
        return number(size);
    item x = number(0);
    x.leaf[0][in->at[1] - '0'] = size;
    in->at += 2;
    return x;
}

static item read_factor(reader *in)
{
    while (*in->at == ' ')
        in->at++;
    if (take(in, "ceil_div("))
        return read_call(in, 'c');
    if (take(in, "min("))
        return read_call(in, '<');
    if (take(in, "max("))
        return read_call(in, '>');
    if (take(in, "("))
        return read_list(in);
    if (take(in, "M"))
        return number(in->m);
    if (take(in, "N"))
        return number(in->n);
    if (take(in, "_")) {
        item x = number(-1);
        x.wild = true;
        return x;
    }
    if (*in->at == 'e')
        return with_basis(in, 1);
    in->wrong = in->wrong || !isdigit((unsigned char)*in->at);
    char *end;
    int64_t value = strtoll(in->at, &end, 10);
    in->at = end;
    return with_basis(in, value);
}

static item read_product(reader *in)
{
    item x = read_factor(in);
    while (!in->wrong) {
        char op = take(in, "*") ? '*' : take(in, "/") ? '/' : take(in, "%") ? '%' : 0;
        if (op == 0)
            return x;
        item y = read_factor(in);
        if (op != '*') {
            int64_t a = plain(in, &x), b = plain(in, &y), q = floor_of(in, a, b);
            x = number(op == '/' ? q : a - b * q);
            continue;
        }
        in->wrong = in->wrong || x.list || y.list;
        item made = number(0);
        for (size_t j = 0; j <= ST_AXES; j++)
            made.leaf[0][j] = x.leaf[0][ST_AXES] * y.leaf[0][j] +
                              (j < ST_AXES ? y.leaf[0][ST_AXES] * x.leaf[0][j] : 0);
        x = made;
    }
    return x;
}

static item read_sum(reader *in)
{
    bool minus = take(in, "-");
    item x = read_product(in);
    for (size_t j = 0; minus && j <= ST_AXES; j++)
        x.leaf[0][j] = -x.leaf[0][j];
    while (!in->wrong) {
        int sign = take(in, "+") ? 1 : take(in, "-") ? -1 : 0;
        if (sign == 0)
            return x;
        item y = read_product(in);
        in->wrong = in->wrong || x.list || y.list;
        for (size_t j = 0; j <= ST_AXES; j++)
            x.leaf[0][j] += sign * y.leaf[0][j];
    }
    return x;
}

static void set_strides(reader *in, const item *stride, st_value *out)
{
    out->layout = true;
    in->wrong = in->wrong || strcmp(out->nest, stride->nest) != 0;
    for (size_t k = 0; k < stride->n; k++)
        for (size_t j = 0; j < ST_AXES; j++)
            out->basis = out->basis || stride->leaf[k][j] != 0;
    for (size_t k = 0; !in->wrong && k < stride->n; k++) {
        for (size_t j = 0; j < ST_AXES; j++)
            out->step[k][j] = stride->leaf[k][j];
        if (stride->leaf[k][ST_AXES] == 0)
            continue;
        in->wrong = out->basis;
        out->step[k][0] = stride->leaf[k][ST_AXES];
    }
}

bool st_read(const char *text, int64_t m, int64_t n, st_value *out)
{
    reader in = {text, m, n, false};
    item offset = number(0);
    *out = (st_value){.layout = false};
    if (take(&in, "{")) {
        offset = read_sum(&in);
        in.wrong = in.wrong || !take(&in, "}") || !take(&in, "o ") || offset.n > ST_AXES;
    }
    item shape = in.wrong ? offset : read_sum(&in);
    strcpy(out->nest, shape.nest);
    out->n = shape.n;
    for (size_t k = 0; k < shape.n; k++)
        out->extent[k] = shape.leaf[k][ST_AXES];
    if (!in.wrong && take(&in, ":")) {
        item stride = read_sum(&in);
        set_strides(&in, &stride, out);
    }
    for (size_t j = 0; !in.wrong && j < offset.n; j++)
        out->offset[j] = offset.leaf[j][ST_AXES];
    return !in.wrong && *in.at == '\0';
}

bool st_same(const st_value *a, const st_value *b)
{
    bool same = a->layout == b->layout && a->n == b->n && strcmp(a->nest, b->nest) == 0;
    for (size_t j = 0; same && j < ST_AXES; j++)
        same = a->offset[j] == b->offset[j];
    for (size_t k = 0; same && k < a->n; k++) {
        same = a->extent[k] == b->extent[k];
        for (size_t j = 0; same && a->extent[k] != 1 && j < ST_AXES; j++)
            same = a->step[k][j] == b->step[k][j];
    }
    return same;
}

void st_at(const st_value *a, const int64_t *digit, int64_t value[ST_AXES])
{
    for (size_t j = 0; j < ST_AXES; j++) {
        value[j] = a->offset[j];
        for (size_t k = 0; k < a->n; k++)
            value[j] += digit[k] * a->step[k][j];
    }
}

bool st_next(const st_value *a, int64_t *digit)
{
    for (size_t k = 0; k < a->n; k++) {
        if (++digit[k] < a->extent[k])
            return true;
        digit[k] = 0;
    }
    return false;
}

int64_t st_count(const st_value *a, int64_t most)
{
    int64_t count = 1;
    for (size_t k = 0; k < a->n; k++) {
        if (a->extent[k] < 1 || a->extent[k] > most)
            return -1;
        count *= a->extent[k];
        if (count > most)
            return -1;
    }
    return count;
}
