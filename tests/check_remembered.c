/* check_remembered.c - relations and matrices over F2, against enumeration.
 *
 * A random matrix is written as a relation on a box, from which linear() has to find it again; a
 * relation that is linear nowhere near is refused with two inputs that show it, which are looked
 * up here. Large layout maps remember a matrix: what operations make of them is compared with
 * the columns, multiplied and inverted here.
 */
#include "config.h"

#include "language.h"
#include "suite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIMS 3
#define MOST_BITS 6

/* A function on a box of powers of two, by its values; those of an output of their own. */
typedef struct {
    size_t nin, nout;
    unsigned in[MOST_DIMS], bits; /* of each input, of all */
    uint64_t value[1 << MOST_BITS][MOST_DIMS];
    char text[65536];
} box_function;

/* ---- relations of matrices ---- */

static void random_box(law *l, box_function *f)
{
    f->nin = (size_t)rnd_in(&l->rnd, 1, MOST_DIMS);
    f->nout = (size_t)rnd_in(&l->rnd, 1, MOST_DIMS);
    f->bits = 0;
    for (size_t k = 0; k < f->nin; k++)
        f->bits += f->in[k] = (unsigned)rnd_in(&l->rnd, 0, 3);
    if (f->bits > MOST_BITS)
        f->bits -= f->in[0], f->in[0] = 0;
}

/* The values are sums of columns. */
static void random_columns(law *l, box_function *f, uint64_t column[][MOST_DIMS])
{
    for (unsigned j = 0; j < f->bits; j++)
        for (size_t k = 0; k < f->nout; k++)
            column[j][k] = rnd_chance(&l->rnd, 30) ? 0 : (uint64_t)rnd_in(&l->rnd, 0, 15);
    for (uint64_t c = 0; c < (uint64_t)1 << f->bits; c++)
        for (size_t k = 0; k < f->nout; k++) {
            f->value[c][k] = 0;
            for (unsigned j = 0; j < f->bits; j++)
                f->value[c][k] ^= c >> j & 1 ? column[j][k] : 0;
        }
}

static int put_inputs(const box_function *f, char *to)
{
    int n = sprintf(to, "[");
    for (size_t k = 0; k < f->nin; k++)
        n += sprintf(to + n, "%sx%zu", k > 0 ? "," : "", k);
    return n + sprintf(to + n, "]");
}

/* Each output as a sum of digits, each the parity of a sum. */
static void write_as_parities(box_function *f, uint64_t column[][MOST_DIMS])
{
    char *to = f->text;
    to += sprintf(to, "{ ");
    to += put_inputs(f, to);
    to += sprintf(to, " -> [");
    for (size_t k = 0; k < f->nout; k++) {
        to += sprintf(to, "%s0", k > 0 ? "," : "");
        for (unsigned i = 0; i < 4; i++) {
            to += sprintf(to, " + %u*((0", 1u << i);
            unsigned j = 0;
            for (size_t d = 0; d < f->nin; d++)
                for (unsigned b = 0; b < f->in[d]; b++, j++)
                    if (column[j][k] >> i & 1)
                        to += sprintf(to, " + floor(x%zu/%u)", d, 1u << b);
            to += sprintf(to, ") mod 2)");
        }
    }
    to += sprintf(to, "] : 1 = 1");
    for (size_t d = 0; d < f->nin; d++)
        to += sprintf(to, " and 0 <= x%zu < %u", d, 1u << f->in[d]);
    sprintf(to, " }");
}

/* The linear layout with these columns, as it prints. */
static void write_linear(const box_function *f, uint64_t column[][MOST_DIMS], char *to)
{
    unsigned j = 0;
    to += sprintf(to, "linear{");
    for (size_t d = 0; d < f->nin; d++) {
        if (f->nin > 1)
            to += sprintf(to, "%sin%zu: [", d > 0 ? ", " : "", d);
        else
            to += sprintf(to, "in: [");
        for (unsigned b = 0; b < f->in[d]; b++, j++) {
            to += sprintf(to, "%s%s", b > 0 ? "," : "", f->nout > 1 ? "(" : "");
            for (size_t k = 0; k < f->nout; k++)
                to += sprintf(to, "%s%llu", k > 0 ? "," : "", (unsigned long long)column[j][k]);
            to += sprintf(to, "%s", f->nout > 1 ? ")" : "");
        }
        to += sprintf(to, "]");
    }
    to += sprintf(to, " -> ");
    for (size_t k = 0; k < f->nout; k++) {
        unsigned size = 1;
        for (j = 0; j < f->bits; j++)
            while (column[j][k] >= size)
                size *= 2;
        if (f->nout > 1)
            to += sprintf(to, "%sdim%zu: %u", k > 0 ? ", " : "", k, size);
        else
            to += sprintf(to, "out: %u", size);
    }
    sprintf(to, "}");
}

static bool matrices_come_back(law *l)
{
    static box_function f;
    static char call[66000], want[4096];
    uint64_t column[MOST_BITS + MOST_DIMS][MOST_DIMS];
    random_box(l, &f);
    random_columns(l, &f, column);
    write_as_parities(&f, column);
    write_linear(&f, column, want);
    snprintf(call, sizeof call, "linear(relation \"%s\")", f.text);
    law_saw(l, f.nin > 1 || f.nout > 1);
    return language_gives(l, call, want);
}

TEST(matrices)
{
    language_open_with(2000000);
    law_check_share("matrices as relations", matrices_come_back,
                    CLASSES("of one input", "of boxes"), 24);
    language_close();
}

/* ---- relations that are not linear ---- */

/* Value by value. */
static void write_points(box_function *f)
{
    char *to = f->text;
    to += sprintf(to, "{ ");
    for (uint64_t c = 0; c < (uint64_t)1 << f->bits; c++) {
        uint64_t left = c;
        to += sprintf(to, "%s[", c > 0 ? "; " : "");
        for (size_t d = 0; d < f->nin; d++) {
            to += sprintf(to, "%s%llu", d > 0 ? "," : "",
                          (unsigned long long)(left & ((1u << f->in[d]) - 1)));
            left >>= f->in[d];
        }
        to += sprintf(to, "] -> [");
        for (size_t k = 0; k < f->nout; k++)
            to += sprintf(to, "%s%llu", k > 0 ? "," : "", (unsigned long long)f->value[c][k]);
        to += sprintf(to, "]");
    }
    sprintf(to, " }");
}

static bool is_linear(const box_function *f)
{
    for (uint64_t x = 0; x < (uint64_t)1 << f->bits; x++)
        for (uint64_t y = 0; y < (uint64_t)1 << f->bits; y++)
            for (size_t k = 0; k < f->nout; k++)
                if (f->value[x ^ y][k] != (f->value[x][k] ^ f->value[y][k]))
                    return false;
    return true;
}

/* `5` or `(1,2)`: n numbers. */
static const char *read_numbers(const char *at, size_t n, uint64_t *number)
{
    at += *at == '(';
    for (size_t k = 0; at && k < n; k++) {
        char *end;
        number[k] = strtoull(at, &end, 10);
        at = end == at ? NULL : end + (*end == ',' && k + 1 < n);
    }
    return at && *at == ')' ? at + 1 : at;
}

static const char *read_word(const char *at, const char *word)
{
    return at && strncmp(at, word, strlen(word)) == 0 ? at + strlen(word) : NULL;
}

static const char *read_point(const box_function *f, const char *at, uint64_t *c)
{
    uint64_t x[MOST_DIMS];
    at = at ? read_numbers(at, f->nin, x) : NULL;
    *c = 0;
    for (size_t d = f->nin; at && d-- > 0;)
        *c = *c << f->in[d] | x[d];
    return at;
}

static const char *read_value(const box_function *f, const char *at, uint64_t *v)
{
    return at ? read_numbers(at, f->nout, v) : NULL;
}

/* "not F2-linear: the value V at X is not A xor B, the values at Y and Z", and it is so. */
static bool shows(const box_function *f, const char *message)
{
    uint64_t v[3][MOST_DIMS], c[3];
    const char *at = read_word(message, "not F2-linear: the value ");
    at = read_word(read_value(f, at, v[0]), " at ");
    at = read_word(read_point(f, at, &c[0]), " is not ");
    at = read_word(read_value(f, at, v[1]), " xor ");
    at = read_word(read_value(f, at, v[2]), ", the values at ");
    at = read_word(read_point(f, at, &c[1]), " and ");
    at = read_point(f, at, &c[2]);
    bool sum = true, so = at && *at == '\0' && c[0] == (c[1] ^ c[2]);
    for (size_t k = 0; so && k < f->nout; k++) {
        sum = sum && v[0][k] == (v[1][k] ^ v[2][k]);
        for (size_t i = 0; i < 3; i++)
            so = so && v[i][k] == f->value[c[i]][k];
    }
    return so && !sum;
}

static bool others_are_refused(law *l)
{
    static box_function f;
    static char call[66000];
    uint64_t column[MOST_BITS + MOST_DIMS][MOST_DIMS];
    language_seen s;
    do
        random_box(l, &f);
    while (f.bits > 4);
    random_columns(l, &f, column);
    if (rnd_chance(&l->rnd, 60)) /* else it stays linear */
        f.value[rnd_in(&l->rnd, 0, (1 << f.bits) - 1)][0] ^= (uint64_t)rnd_in(&l->rnd, 1, 15);
    write_points(&f);
    snprintf(call, sizeof call, "linear(relation \"%s\")", f.text);
    language_eval(call, &s);
    bool linear = is_linear(&f),
         right = linear == (s.value != NULL) && (linear || (s.message && shows(&f, s.message)));
    law_saw(l, !linear);
    if (!right)
        law_fail(l, "%s: %s", call, s.value ? s.value : s.message ? s.message : "nothing");
    language_clear(&s);
    return right;
}

TEST(others)
{
    language_open_with(2000000);
    law_check_share("relations that are linear or not", others_are_refused,
                    CLASSES("linear", "not linear"), 24);
    language_close();
}

/* ---- large layout maps ---- */

#define LARGE_BITS 15

/* A value of which the layout map is taken, and its columns. */
typedef struct {
    unsigned bits;
    uint64_t column[LARGE_BITS];
    char text[1024];
} large;

static void random_large(law *l, large *a)
{
    a->bits = (unsigned)rnd_in(&l->rnd, 13, LARGE_BITS);
    unsigned place[LARGE_BITS];
    for (unsigned j = 0; j < a->bits; j++)
        place[j] = j;
    for (unsigned j = a->bits; j-- > 1;) {
        unsigned k = (unsigned)rnd_in(&l->rnd, 0, j), last = place[j];
        place[j] = place[k];
        place[k] = last;
    }
    bool layout = rnd_chance(&l->rnd, 40);
    int gap = rnd_chance(&l->rnd, 30);
    for (unsigned j = 0; j < a->bits; j++)
        a->column[j] = (uint64_t)1 << (place[j] + (gap && place[j] > 7));
    for (unsigned j = 0; !layout && j < 6; j++) {
        unsigned x = (unsigned)rnd_in(&l->rnd, 0, a->bits - 1);
        unsigned y = (unsigned)rnd_in(&l->rnd, 0, a->bits - 1);
        if (x != y || rnd_chance(&l->rnd, 20))
            a->column[x] ^= a->column[y]; /* 0 at times: not one to one */
    }
    char *to = a->text;
    to += sprintf(to, "%s", layout ? "layout_map((" : "layout_map(linear{in: [");
    for (unsigned j = 0; layout && j < a->bits; j++)
        to += sprintf(to, "%s2", j > 0 ? "," : "");
    to += sprintf(to, "%s", layout ? "):(" : "");
    uint64_t all = 0;
    for (unsigned j = 0; j < a->bits; j++) {
        all |= a->column[j];
        to += sprintf(to, "%s%llu", j > 0 ? "," : "", (unsigned long long)a->column[j]);
    }
    uint64_t size = 1;
    while (size <= all)
        size *= 2;
    if (layout)
        sprintf(to, "))");
    else
        sprintf(to, "] -> out: %llu})", (unsigned long long)size);
}

static uint64_t at(const large *a, uint64_t c)
{
    uint64_t value = 0;
    for (unsigned j = 0; j < a->bits; j++)
        value ^= c >> j & 1 ? a->column[j] : 0;
    return value;
}

/* The number that a text prints as; UINT64_MAX: it is none. */
static uint64_t number_of(law *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static uint64_t number_of(law *l, const char *format, ...)
{
    static char text[8192];
    language_seen s;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    language_eval(text, &s);
    uint64_t n = UINT64_MAX;
    if (s.value && s.status == LCV_PASSED)
        n = strtoull(s.value, NULL, 10);
    else if (s.status == LCV_DISAGREEMENT)
        law_fail(l, "%s: %s", text, s.rendered ? s.rendered : "a disagreement");
    language_clear(&s);
    return n;
}

/* The values, of all coordinates below `end`: how many, the largest, the least coordinate of a
 * value. */
typedef struct {
    size_t n;
    uint64_t most;
    uint32_t least[1 << (LARGE_BITS + 1)]; /* plus 1; 0: none */
} image;

static void image_of(const large *a, uint64_t end, image *all)
{
    memset(all, 0, sizeof *all);
    for (uint64_t c = 0; c < end; c++) {
        uint64_t v = at(a, c);
        all->most = v > all->most ? v : all->most;
        if (!all->least[v]) {
            all->least[v] = (uint32_t)c + 1;
            all->n++;
        }
    }
}

/* Where the one takes all values of the other; isl may be out of budget with others. */
static bool composites(law *l, const large *a, const large *b, const image *of_b)
{
    unsigned long long c = (unsigned long long)rnd_in(&l->rnd, 0, (1 << b->bits) - 1);
    if (of_b->most >> a->bits)
        return true;
    return number_of(l, "compose(%s, %s)(%llu)", a->text, b->text, c) == at(a, at(b, c)) ||
           law_fail(l, "compose(%s, %s)(%llu)", a->text, b->text, c);
}

static bool sizes(law *l, const large *a, const image *all)
{
    uint64_t end = (uint64_t)1 << (rnd_chance(&l->rnd, 50) ? rnd_in(&l->rnd, 0, 4) : a->bits);
    static image part;
    image_of(a, end, &part);
    return (number_of(l, "size(%s)", a->text) == (uint64_t)1 << a->bits &&
            number_of(l, "cosize(%s)", a->text) == all->most + 1 &&
            number_of(l, "size(domain(%s))", a->text) == (uint64_t)1 << a->bits &&
            number_of(l, "cosize(restrict(%s, %llu))", a->text, (unsigned long long)end) ==
                part.most + 1) ||
           law_fail(l, "sizes of %s, %llu", a->text, (unsigned long long)end);
}

static bool inverses(law *l, const large *a, const image *all)
{
    uint64_t v = at(a, (uint64_t)rnd_in(&l->rnd, 0, (1 << a->bits) - 1));
    unsigned bits = a->bits;
    bool onto = all->n == all->most + 1, one = all->n == (size_t)1 << bits;
    law_saw(l, onto && one ? 0 : onto ? 1 : 2);
    unsigned long long y = v;
    if (onto && number_of(l, "right_inverse(%s)(%llu)", a->text, y) != all->least[v] - 1u)
        return law_fail(l, "right_inverse(%s)(%llu)", a->text, y);
    if (onto && number_of(l, "size(range(%s))", a->text) != all->n)
        return law_fail(l, "size(range(%s))", a->text);
    if (onto && one &&
        (number_of(l, "inverse(%s)(%llu)", a->text, y) != all->least[v] - 1u ||
         number_of(l, "left_inverse(%s)(%llu)", a->text, y) != all->least[v] - 1u))
        return law_fail(l, "inverse(%s)(%llu)", a->text, y);
    return true;
}

static bool of_large_maps(law *l)
{
    static image all;
    large a, b;
    random_large(l, &a);
    random_large(l, &b);
    image_of(&a, (uint64_t)1 << a.bits, &all);
    bool right = composites(l, &b, &a, &all) && sizes(l, &a, &all) && inverses(l, &a, &all);
    if (right)
        right = (number_of(l, "size(union(%s, %s))", a.text, a.text) == (uint64_t)1 << a.bits &&
                 number_of(l, "size(difference(%s, %s))", a.text, a.text) == 0) ||
                law_fail(l, "union(%s, %s)", a.text, a.text);
    return right && !l->failure;
}

TEST(large_maps)
{
    language_open_with(2000000);
    law_check_share("large layout maps", of_large_maps,
                    CLASSES("one to one", "onto", "with gaps"), 400);
    language_close();
}

SUITE_MAIN("relations that are matrices", matrices, others, large_maps)
