/* check_relation_c.c - sets and relations as C, compiled, against their points.
 *
 * Random sets of two coordinates, of one or two parts with remainders; guards of random layouts;
 * random quasi-affine functions of two coordinates on such sets. What `layoutcheck relation --c`
 * prints becomes functions of one C program, which calls them at every coordinate of a box, with
 * negative ones, and compares with what the definitions give.
 */
#include "config.h"

#include "law.h"
#include "process.h"
#include "suite.h"

#include "../verify/session/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PARTS = 2, CONSTRAINTS = 3, LOW = -7, SIDE = 22, OUTPUTS = 2 };

/* k0 i + k1 j + constant >= 0, or mod divisor <= rest. */
typedef struct {
    int64_t k[2], constant, divisor, rest;
} constraint;

typedef struct {
    size_t nparts, n[PARTS];
    constraint at[PARTS][CONSTRAINTS];
} set;

/* k0 i + k1 j + floor(...)/divisor + (...) mod divisor. */
typedef struct {
    constraint line, quotient, rest;
} function;

static int64_t sum_at(const constraint *c, int64_t i, int64_t j)
{
    return c->k[0] * i + c->k[1] * j + c->constant;
}

static int64_t rest_of(int64_t a, int64_t n)
{
    return (a % n + n) % n;
}

static bool is_in(const set *s, int64_t i, int64_t j)
{
    for (size_t p = 0; p < s->nparts; p++) {
        bool all = true;
        for (size_t q = 0; q < s->n[p]; q++) {
            const constraint *c = &s->at[p][q];
            int64_t sum = sum_at(c, i, j);
            all = all && (c->divisor > 0 ? rest_of(sum, c->divisor) <= c->rest : sum >= 0);
        }
        if (all)
            return true;
    }
    return false;
}

static int64_t value_at(const function *f, int64_t i, int64_t j)
{
    int64_t q = sum_at(&f->quotient, i, j), n = f->quotient.divisor;
    return sum_at(&f->line, i, j) + (q - rest_of(q, n)) / n +
           rest_of(sum_at(&f->rest, i, j), f->rest.divisor);
}

/* ---- random ones ---- */

static constraint rnd_constraint(rnd *r, bool divides)
{
    constraint c = {{rnd_in(r, -3, 3), rnd_in(r, -3, 3)}, rnd_in(r, -9, 9), 0, 0};
    if (divides) {
        c.divisor = rnd_in(r, 2, 8);
        c.rest = rnd_in(r, 0, c.divisor - 2);
    }
    return c;
}

static void rnd_set(rnd *r, set *s)
{
    s->nparts = rnd_chance(r, 70) ? 1 : PARTS;
    for (size_t p = 0; p < s->nparts; p++) {
        s->n[p] = (size_t)rnd_in(r, 1, CONSTRAINTS);
        for (size_t q = 0; q < s->n[p]; q++)
            s->at[p][q] = rnd_constraint(r, rnd_chance(r, 40));
    }
}

/* ---- texts ---- */

static const char *const names[][2] = {{"i", "j"}, {"row", "column"}, {"int", "j"}, {"c1", "c0"}};
static const char *const as_c[][2] = {{"i", "j"}, {"row", "column"}, {"c0", "c1"}, {"c1", "c0"}};

static void put_sum(FILE *out, const constraint *c, const char *const *name)
{
    fprintf(out, "(%lld%s + %lld%s + %lld)", (long long)c->k[0], name[0], (long long)c->k[1],
            name[1], (long long)c->constant);
}

static void put_parts(FILE *out, const set *s, const char *const *name, const char *head)
{
    for (size_t p = 0; p < s->nparts; p++) {
        fprintf(out, "%s%s : ", p == 0 ? "" : "; ", head);
        for (size_t q = 0; q < s->n[p]; q++) {
            const constraint *c = &s->at[p][q];
            fputs(q == 0 ? "" : " and ", out);
            put_sum(out, c, name);
            if (c->divisor > 0)
                fprintf(out, " mod %lld <= %lld", (long long)c->divisor, (long long)c->rest);
            else
                fputs(" >= 0", out);
        }
    }
}

static char *set_text(const set *s, const char *const *name)
{
    char *text = NULL, head[64];
    size_t length;
    FILE *out = open_memstream(&text, &length);
    snprintf(head, sizeof head, "[%s,%s]", name[0], name[1]);
    fputs("set \"{ ", out);
    put_parts(out, s, name, head);
    fputs(" }\"", out);
    fclose(out);
    return text;
}

static void put_function(FILE *out, const function *f, const char *const *name)
{
    put_sum(out, &f->line, name);
    fputs(" + floor(", out);
    put_sum(out, &f->quotient, name);
    fprintf(out, "/%lld) + ", (long long)f->quotient.divisor);
    put_sum(out, &f->rest, name);
    fprintf(out, " mod %lld", (long long)f->rest.divisor);
}

static char *relation_text(const set *s, const function *f, const char *const *name)
{
    char *text = NULL, *head = NULL;
    size_t length;
    FILE *out = open_memstream(&head, &length);
    fprintf(out, "[%s,%s] -> [", name[0], name[1]);
    for (int k = 0; k < OUTPUTS; k++) {
        fputs(k == 0 ? "" : ", ", out);
        put_function(out, &f[k], name);
    }
    fputs("]", out);
    fclose(out);
    out = open_memstream(&text, &length);
    fputs("relation \"{ ", out);
    put_parts(out, s, name, head);
    fputs(" }\"", out);
    fclose(out);
    free(head);
    return text;
}

/* ---- the program ---- */

typedef struct {
    FILE *out, *calls;
    size_t n;
} program;

static program all; /* of the laws; the last test compiles it */

static void see(void *user, const lcv_outcome *outcome)
{
    char **text = user;
    *text = strdup(outcome->value_text ? outcome->value_text
                   : outcome->error    ? outcome->error->message
                                       : "?");
}

/* What is printed for an expression. */
static char *code_of(law *l, const char *expression)
{
    char *text = NULL;
    lcv_listener listener = {.user = &text, .outcome = see};
    lcv_session *session = lcv_session_new((lcv_options){0});
    lcv_session_code(session, expression, &listener);
    lcv_session_free(session);
    return law_own_memory(l, text);
}

/* A function of two coordinates, or of one, and its values in the box; `known`: where it is
 * called, NULL for everywhere. */
static void add_function(const char *expression, const char *const *name, const int64_t *value,
                         const bool *known)
{
    size_t n = all.n++;
    fprintf(all.out,
            "static long long f%zu(long long %s, long long %s)\n"
            "{\n    (void)%s, (void)%s;\n    return %s;\n}\n",
            n, name[0], name[1], name[0], name[1], expression);
    fprintf(all.out, "static const long long v%zu[] = {", n);
    for (int k = 0; k < SIDE * SIDE; k++)
        fprintf(all.out, "%lld,", (long long)value[k]);
    fprintf(all.out, "};\nstatic const char k%zu[] = {", n);
    for (int k = 0; k < SIDE * SIDE; k++)
        fprintf(all.out, "%d,", !known || known[k]);
    fputs("};\n", all.out);
    fprintf(all.calls, "    check(%zu, f%zu, v%zu, k%zu);\n", n, n, n, n);
}

/* ---- laws ---- */

static bool set_law(law *l)
{
    set s;
    int64_t inside[SIDE * SIDE];
    size_t which = (size_t)rnd_in(&l->rnd, 0, 3);
    rnd_set(&l->rnd, &s);
    const char *text = law_own_memory(l, set_text(&s, names[which]));
    for (int k = 0; k < SIDE * SIDE; k++)
        inside[k] = is_in(&s, LOW + k / SIDE, LOW + k % SIDE);
    add_function(code_of(l, text), as_c[which], inside, NULL);
    return true;
}

/* Where A has a value at B(c): within the size of A. */
static bool guard_law(law *l)
{
    rnd *r = &l->rnd;
    int64_t size = rnd_in(r, 1, 12), a = rnd_in(r, 1, 4), b = rnd_in(r, 1, 4);
    int64_t step[2] = {rnd_in(r, 0, 5), rnd_in(r, 0, 5)}, inside[SIDE * SIDE];
    static const char *const name[2] = {"c", "unused"};
    const char *text = law_printf(l, "guard(%lld:3, (%lld,%lld):(%lld,%lld))", (long long)size,
                                  (long long)a, (long long)b, (long long)step[0],
                                  (long long)step[1]);
    for (int k = 0; k < SIDE * SIDE; k++) {
        int64_t c = LOW + k / SIDE;
        inside[k] = c >= 0 && c < a * b && c % a * step[0] + c / a * step[1] < size;
    }
    add_function(code_of(l, text), name, inside, NULL);
    return true;
}

static bool relation_law(law *l)
{
    set s;
    function f[OUTPUTS];
    int64_t value[SIDE * SIDE];
    bool known[SIDE * SIDE];
    size_t which = (size_t)rnd_in(&l->rnd, 0, 3);
    rnd_set(&l->rnd, &s);
    for (int k = 0; k < OUTPUTS; k++)
        f[k] = (function){rnd_constraint(&l->rnd, false), rnd_constraint(&l->rnd, true),
                          rnd_constraint(&l->rnd, true)};
    char *expression = law_own_memory(l, relation_text(&s, f, names[which]));
    char *text = code_of(l, expression), *line = strstr(text, " */\n");
    if (strncmp(text, "/* if ", 6) != 0 || !line)
        return law_fail(l, "%s: no C: %s", expression, text);
    *line = '\0';
    for (int k = 0; k < SIDE * SIDE; k++)
        value[k] = known[k] = is_in(&s, LOW + k / SIDE, LOW + k % SIDE);
    add_function(text + 6, as_c[which], value, NULL);
    line += 4;
    for (int q = 0; q < OUTPUTS; q++) {
        char *end = strchr(line, '\n');
        if ((q + 1 < OUTPUTS) != (end != NULL))
            return law_fail(l, "%s: not %d lines: %s", expression, OUTPUTS, line);
        if (end)
            *end = '\0';
        for (int k = 0; k < SIDE * SIDE; k++)
            value[k] = value_at(&f[q], LOW + k / SIDE, LOW + k % SIDE);
        add_function(line, as_c[which], value, known);
        line = end ? end + 1 : line;
    }
    return true;
}

static const char head[] =
    "#include <stdio.h>\n"
    "static int wrong;\n"
    "static void check(int n, long long (*f)(long long, long long), const long long *v,\n"
    "                  const char *k)\n"
    "{\n"
    "    for (int i = 0; i < SIDE; i++)\n"
    "        for (int j = 0; j < SIDE; j++) {\n"
    "            int at = i * SIDE + j;\n"
    "            if (!k[at] || f(LOW + i, LOW + j) == v[at])\n"
    "                continue;\n"
    "            if (!wrong++)\n"
    "                printf(\"f%d(%d,%d) is %lld, not %lld\\n\", n, LOW + i, LOW + j,\n"
    "                       f(LOW + i, LOW + j), v[at]);\n"
    "        }\n"
    "}\n";

static char *run(char *const *argv)
{
    struct process p = {0};
    ck_assert(process_start(&p, argv, NULL, NULL, 300));
    ck_assert_ptr_eq(process_wait(&p, 1), &p);
    ck_assert_msg(p.status == 0, "%s: %s%s", argv[0], p.out, p.err);
    char *out = strdup(p.out);
    process_clear(&p);
    return out;
}

static void compile_and_run(const char *functions, const char *calls)
{
    char source[] = "relation-c.XXXXXX.c", binary[] = "./relation-c.XXXXXX";
    int file = mkstemps(source, 2), other = mkstemp(binary);
    ck_assert(file >= 0 && other >= 0);
    close(other);
    FILE *out = fdopen(file, "w");
    fprintf(out, "#define SIDE %d\n#define LOW (%d)\n%s%sint main(void)\n{\n%s    return 0;\n}\n",
            SIDE, LOW, head, functions, calls);
    fclose(out);
    free(run((char *[]){"sh", "-c", "${CC:-cc} \"$@\"", "cc", "-Wall", "-Werror",
                        "-Wno-parentheses", "-o", binary, source, NULL}));
    char *printed = run((char *[]){binary, NULL});
    if (*printed)
        fprintf(stderr, "%s is kept\n", source);
    else
        unlink(source);
    unlink(binary);
    ck_assert_msg(!*printed, "%s", printed);
    free(printed);
}

TEST(test_code)
{
    char *functions = NULL, *calls = NULL;
    size_t length[2];
    all = (program){open_memstream(&functions, &length[0]), open_memstream(&calls, &length[1]),
                    0};
    law_check_share("sets as C", set_law, NULL, 40);
    law_check_share("guards as C", guard_law, NULL, 80);
    law_check_share("relations as C", relation_law, NULL, 40);
    fclose(all.out);
    fclose(all.calls);
    compile_and_run(functions, calls);
    free(functions);
    free(calls);
}

SUITE_MAIN("relations as C", test_code)
