/* check_readers.c - the readers, given inputs with random changes (tests/fuzz/target.h).
 *
 * Seldom does a crash need more than a few changes of what a reader usually reads. A build with
 * sanitizers sees more here, and `make fuzz` goes further.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/target.h"
#include "law.h"
#include "suite.h"

enum { LONGEST = 20000, MOST_SEEDS = 4096 };

typedef struct {
    size_t n;
    char *text[MOST_SEEDS];
    size_t size[MOST_SEEDS];
} corpus;

static void keep(void *user, const char *text, size_t size)
{
    corpus *c = user;
    if (size == 0 || size > LONGEST || c->n == MOST_SEEDS)
        return;
    c->text[c->n] = malloc(size);
    ck_assert_ptr_nonnull(c->text[c->n]);
    memcpy(c->text[c->n], text, size);
    c->size[c->n++] = size;
}

static const char *top(void)
{
    const char *named = getenv("top_srcdir");
    return named ? named : ".";
}

/* text[at] .. text[at + gone] becomes `with`. */
static void replace(char *text, size_t *size, size_t at, size_t gone, const char *with, size_t n)
{
    if (gone > *size - at)
        gone = *size - at;
    if (*size - gone + n > 2 * LONGEST)
        return;
    memmove(text + at + n, text + at + gone, *size - at - gone);
    memcpy(text + at, with, n);
    *size += n - gone;
}

/* A byte, a number, a piece that is gone, said twice, or comes from another input. */
static void change(law *l, const corpus *c, char *text, size_t *size)
{
    static const char *const numbers[] = {
        "0", "-1", "1",  "2147483648", "9223372036854775807", "18446744073709551616", "(", ")",
        "{", "}",  "\"", ","};
    size_t at = law_below(l, *size + 1), n = 1 + law_below(l, 40);
    char piece[2 * LONGEST];
    switch (law_below(l, 5)) {
    case 0:
        piece[0] = (char)rnd_u64(&l->rnd);
        replace(text, size, at, 1, piece, 1);
        break;
    case 1: {
        const char *number = numbers[law_below(l, sizeof numbers / sizeof *numbers)];
        size_t digits = at < *size ? strspn(text + at, "0123456789") : 0;
        replace(text, size, at, digits, number, strlen(number));
        break;
    }
    case 2: replace(text, size, at, n, "", 0); break;
    case 3:
        n = n > *size - at ? *size - at : n;
        memcpy(piece, text + at, n);
        replace(text, size, at, 0, piece, n);
        break;
    default: {
        size_t other = law_below(l, c->n), from = law_below(l, c->size[other]);
        n = n > c->size[other] - from ? c->size[other] - from : n;
        replace(text, size, at, n, c->text[other] + from, n);
    }
    }
    text[*size] = '\0';
}

static corpus seeds;
static const char *target;

static bool a_changed_input_is_read(law *l)
{
    char text[2 * LONGEST + 1];
    size_t chosen = law_below(l, seeds.n), size = seeds.size[chosen];
    memcpy(text, seeds.text[chosen], size);
    text[size] = '\0';
    for (int64_t n = rnd_in(&l->rnd, 0, 4); n > 0; n--)
        change(l, &seeds, text, &size);
    return fuzz_read(target, text, size) || law_fail(l, "no reader '%s'", target);
}

TEST(readers)
{
    static const char *const classes[] = {NULL};
    target = fuzz_target((size_t)_i);
    fuzz_seeds(top(), target, keep, &seeds);
    ck_assert_msg(seeds.n > 0, "%s: there is nothing to begin with", target);
    law_check_share(target, a_changed_input_is_read, classes, 40);
    while (seeds.n > 0)
        free(seeds.text[--seeds.n]);
}

int main(void)
{
    size_t n = 0;
    while (fuzz_target(n))
        n++;
    Suite *suite = suite_create("readers");
    TCase *test = tcase_create("readers");
    tcase_add_loop_test(test, readers, 0, (int)n);
    return suite_run_case(suite, test);
}
