/* help.c - `layoutcheck help`: signatures, definitions with their sources. */
#include "config.h"

#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../catalogue/catalogue.h"
#include "../catalogue/words.h"
#include "../language/diag.h"

/* ---- signatures ---- */

/* As many as fit a line. */
static void print_signature(const char *signature, size_t *column)
{
    size_t length = strlen(signature) + 2;
    if (*column + length > 78) {
        putchar('\n');
        *column = 0;
    }
    printf("  %s", signature);
    *column += length;
}

void lcv_print_signatures(void)
{
    size_t column = 0;
    fputs("\nby mode: f(A, <8,_>), which leaves mode 1 as it is; of one mode: f[1](A, ...)\n",
          stdout);
    fputs("\nfunctions:\n", stdout);
    for (size_t i = 0; lcv_operation_at(i); i++)
        if (!lcv_operation_at(i)->written)
            print_signature(lcv_operation_at(i)->signature, &column);
    for (size_t i = 0; lcv_word_at(i); i++)
        print_signature(lcv_word_at(i)->signature, &column);
    fputs("\n\nclaims:\n", stdout);
    column = 0;
    for (size_t i = 0; lcv_claim_at(i); i++)
        print_signature(lcv_claim_at(i)->signature, &column);
    fputs("\n", stdout);
}

/* ---- one name ---- */

static void print_rules(const lcv_rule *rules)
{
    static const char *const of[] = {[LCV_OF_RELATIONS] = "of relations",
                                     [LCV_OF_MORPHISMS] = "of morphisms",
                                     [LCV_OF_LINEAR] = "of linear layouts",
                                     [LCV_OF_SWIZZLES] = "of swizzles",
                                     [LCV_OF_COMPOSED] = "of composed layouts",
                                     [LCV_OF_XOR_STRIDES] = "of strides that add by XOR",
                                     [LCV_OF_TENSORS] = "of tensors",
                                     [LCV_OF_TILERS] = "by mode"};
    const lcv_rule *last = rules;
    while (last->of != LCV_OF_LAYOUTS)
        last++;
    printf("  %s (%s)\n", last->text, last->source);
    for (const lcv_rule *rule = rules; rule < last; rule++)
        printf("  %s: %s (%s)\n", of[rule->of], rule->text, rule->source);
}

/* Does it take parameters in its arguments? */
static void print_symbols(bool known, const char *verb, const char *reason)
{
    if (known)
        printf("  with parameters: %s for all their values\n", verb);
    else
        printf("  with parameters: not %s: %s\n", verb, reason);
}

static void print_row(const lcv_operation *operation, const lcv_claim *claim)
{
    printf("%s\n", operation ? operation->signature : claim->signature);
    print_rules(operation ? operation->rules : claim->rules);
    if (operation && operation->each == LCV_EACH_ALONE)
        printf("  by mode: of each mode at `*`, %s(A, <*,_>); modes at `_` stay\n",
               operation->name);
    if (operation && operation->each == LCV_EACH_WITH)
        printf(
            "  by mode: of each mode with its part of a tiler, %s(A, <8,_>); modes at `_` stay\n",
            operation->name);
    if (operation && !operation->written)
        print_symbols(operation->symbols != NULL, "computed", operation->no_symbols);
    else if (claim)
        print_symbols(claim->symbols != NULL, "proved", claim->no_symbols);
}

static bool print_words(const char *name)
{
    bool found = false;
    for (size_t i = 0; lcv_word_at(i); i++) {
        const lcv_word *word = lcv_word_at(i);
        if (strcmp(word->name, name) != 0)
            continue;
        printf("%s\n  %s (%s)\n  it is %s\n", word->signature, word->text, word->source,
               word->body);
        found = true;
    }
    return found;
}

static void unknown(const char *name)
{
    const char *known[512], *near;
    size_t n = 0;
    for (; n < sizeof known / sizeof *known && lcv_catalogue_name(n); n++)
        known[n] = lcv_catalogue_name(n);
    near = lcv_nearest(name, n, known);
    fprintf(stderr, "layoutcheck: help: unknown name '%s'%s%s%s\n", name,
            near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
}

int lcv_print_rows(int n, char **name)
{
    int status = 0;
    for (int i = 0; i < n; i++) {
        const lcv_operation *operation = lcv_operation_find(name[i]);
        const lcv_claim *claim = operation ? NULL : lcv_claim_find(name[i]);
        bool known = operation || claim;
        if (known)
            print_row(operation, claim);
        if (!print_words(name[i]) && !known)
            unknown(name[i]);
        known = known || lcv_word_find(name[i], 0);
        status = known ? status : 2;
    }
    return status;
}
