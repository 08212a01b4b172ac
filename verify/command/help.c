/* help.c - `layoutcheck help`: signatures, definitions with their sources, examples. */
#include "config.h"

#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "../catalogue/catalogue.h"
#include "../catalogue/topics.h"
#include "../catalogue/words.h"
#include "../language/diag.h"
#include "../report/report.h"
#include "../session/library-names.h"

/* ---- signatures ---- */

/* Prints a signature, on a new line where this one is full. */
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

/* The words that begin statements. */
static bool print_statement(const char *name)
{
    static const struct {
        const char *name, *forms, *text;
    } statements[] = {
        {"let", "let NAME = EXPR\nlet NAME(X, n=2) = EXPR|CLAIM",
         "a name for a value; for a function, or a claim, of arguments, which may have defaults"},
        {"show", "show EXPR|CLAIM", "the value, or whether the claim is true"},
        {"relation", "relation \"{ [i,j] -> [i + 8j] : 0 <= i < 8 and 0 <= j < 4 }\"",
         "a value: a relation of integers, in isl's syntax; as functions are, it is evaluated, "
         "composed and sliced"},
        {"set", "set \"{ [i,j] : 0 <= i < 8 and 0 <= j <= i }\"",
         "a value: a set of integers, in isl's syntax"},
        {"prove", "prove CLAIM", "passes if the claim holds"},
        {"refute", "refute CLAIM\nrefute plan NAME(KEY=EXPR, ...)",
         "passes if the claim does not hold, or the plan is not proved"},
        {"param", "param M >= 1, N in 1..64", "names that stand for all of these integers"},
        {"table", "table NAME[N] in [0..Q), injective\ntable NAME[0..N] in 0..Q, sorted",
         "integers that are not known, within a range; promises: injective, permutation, sorted, "
         "increasing, comparisons"},
        {"map", "map { (i,j) in (M,N) where CONDITION -> EXPR }",
         "a function of coordinates: integers, sums, products, quotients, min, max, entries of "
         "tables"},
        {"piecewise",
         "piecewise { (i,j) in (M,N) -> EXPR if CONDITION; EXPR otherwise }\n"
         "piecewise { EXPR if CONDITION; EXPR otherwise }",
         "a map by pieces, the first whose condition holds; an integer, in a map"},
        {"assume", "assume CLAIM", "a comparison of parameters that claims may rely on"},
        {"import", "import \"FILE.lay\"\nimport <sm80>",
         "the statements of a file, and its names; of a file of the library its names"},
        {"plan", "plan NAME(KEY=EXPR, ...)",
         "a kernel that moves a tensor, multiplies two, computes along rows, or is attention: it "
         "is chosen, and proved (doc/kernels.md)"},
        {"kernel",
         "kernel NAME(\"FILE\", entry=\"NAME\", block=(X,Y), grid=.., dynamic=BYTES, args=(..))",
         "a compiled kernel: in_bounds, conflict_free, coalesced, aligned, race_free and copies "
         "are claims about it (doc/audit.md)"},
        {"for", "for NAME in EXPR|N..M STATEMENT",
         "the statement for each element of a list, or each integer"}};
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        if (strcmp(statements[i].name, name) == 0) {
            printf("%s\n  %s\n", statements[i].forms, statements[i].text);
            return true;
        }
    }
    return false;
}

/* ---- claims about compiled kernels ---- */

/* The i-th, with its definition; NULL past the last, and without a reader of kernels. */
static const char *claim_of_kernels(const lcv_planner *planner, size_t i, const char **definition)
{
    return planner && planner->kernels ? planner->kernels->name(i, definition) : NULL;
}

static bool print_of_kernels(const char *name, const lcv_planner *planner)
{
    const char *claim, *definition;
    for (size_t i = 0; (claim = claim_of_kernels(planner, i, &definition)); i++)
        if (strcmp(claim, name) == 0) {
            printf("%s(K)\n  of a kernel K: %s (doc/audit.md)\n", name, definition);
            return true;
        }
    return false;
}

/* ---- names of the library ---- */

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* Does the line go on with a definition, or begin one of a name like this: mma_.., thrfrg_..? */
static bool is_alike(const char *line, const char *definition)
{
    return begins(line, "  ") || strncmp(line, definition, strcspn(definition, "_(=") + 1) == 0;
}

/* The comment that the definition stands under, with others of its kind between them. */
static void print_comment(const lcv_library_place *place)
{
    const char *const *line = place->file->line;
    size_t end = place->line;
    while (end > 0 && is_alike(line[end - 1], line[place->line]))
        end--;
    size_t first = end;
    while (first > 0 && begins(line[first - 1], "# ") && !begins(line[first - 1], "# ----"))
        first--;
    for (; first < end; first++)
        printf("  %s", line[first] + 2);
}

/* Prints the lines of a definition, without `let`. */
static void print_definition(const lcv_library_place *place)
{
    const char *const *line = place->file->line + place->line;
    fputs(*line + 4, stdout);
    for (line++; *line && begins(*line, "  "); line++)
        fputs(*line, stdout);
}

static bool print_library(const char *name)
{
    lcv_library_place place;
    lcv_cutlass_atom atom;
    bool cutlass = !lcv_library_find(name, &place);
    if (cutlass && !lcv_library_cutlass(name, &atom, &place))
        return false;
    if (cutlass) {
        printf("%s\n  CUTLASS's name of %s", name, atom.name);
        for (int i = 0; i < atom.nargs; i++)
            printf("%s%d", i == 0 ? "(" : ", ", atom.arg[i]);
        printf("%s\n", atom.nargs > 0 ? ")" : "");
    }
    print_definition(&place);
    print_comment(&place);
    printf("  import <%s>%s\n", place.file->name, cutlass ? ", or import <cute>" : "");
    return true;
}

static bool has_atoms(const char *file)
{
    return (begins(file, "sm") && file[2] >= '0' && file[2] <= '9') ||
           strcmp(file, "cdna") == 0 || strcmp(file, "rdna") == 0;
}

/* The definitions of a file, `cute` or `<cute>`, with their arguments; of all files of
 * instructions, `atoms`. */
static bool print_files(const char *name)
{
    bool atoms = strcmp(name, "atoms") == 0, found = false;
    name += name[0] == '<';
    size_t n = strcspn(name, ">");
    for (const lcv_library_file *file = lcv_library; file->name; file++) {
        if (atoms ? !has_atoms(file->name) : strlen(file->name) != n || !begins(name, file->name))
            continue;
        size_t column = 0;
        printf("import <%s>\n", file->name);
        found = true;
        for (const lcv_library_name *of = file->defined; of->name; of++) {
            const char *line = file->line[of->line] + 4, *end = strstr(line, " = ");
            char signature[160];
            snprintf(signature, sizeof signature, "%.*s", (int)(end ? end - line : 0), line);
            print_signature(signature, &column);
        }
        putchar('\n');
    }
    if (found)
        puts("help NAME says what it is; CUTLASS's names are read, too (doc/atoms.md)");
    return found;
}

/* ---- examples ---- */

/* A claim is proved, an expression evaluated, as the command does it; the lines it prints, which
 * the caller frees, or NULL. */
static char *run_example(const char *text, const lcv_planner *planner, bool *claim)
{
    char *lines = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&lines, &length);
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
    if (out && session) {
        lcv_report report = {.format = &lcv_format_text, .out = out, .err = out};
        lcv_listener listener = {.user = &report, .outcome = lcv_report_outcome};
        lcv_session_set_planner(session, planner);
        lcv_session_say(session, text, &listener);
        *claim = report.tally.proved + report.tally.refuted + report.tally.unknown > 0;
    }
    if (out)
        fclose(out);
    if (!session) {
        free(lines);
        lines = NULL;
    }
    lcv_session_free(session);
    return lines;
}

static void print_indented(const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        printf("    %.*s\n", (int)n, text);
        text += n + (text[n] == '\n');
    }
}

/* Statements are said at the prompt. */
static void print_example(const char *text, bool statement, const lcv_planner *planner)
{
    bool claim = false;
    char *lines = run_example(text, planner, &claim);
    if (lines) {
        puts("  for example");
        if (statement)
            printf("    lay> %s\n", text);
        else
            printf("    $ layoutcheck %s '%s'\n", claim ? "prove" : "eval", text);
        print_indented(lines);
    } else {
        fputs("layoutcheck: out of memory\n", stderr);
    }
    free(lines);
}

#define NEAR 6 /* names, half of them before it where there are so many */

/* The neighbours in the topic. */
static void print_neighbours(const lcv_topic *topic, size_t place)
{
    const char *before = "  see also ";
    size_t n = 0;
    while (topic->entry[n].name)
        n++;
    size_t first = place > NEAR / 2 ? place - NEAR / 2 : 0;
    if (first + NEAR >= n)
        first = n > NEAR ? n - NEAR - 1 : 0;
    for (size_t i = first; i < n && i <= first + NEAR; i++) {
        if (i == place)
            continue;
        printf("%s%s", before, topic->entry[i].name);
        before = ", ";
    }
    putchar('\n');
}

/* ---- names ---- */

#define KNOWN 2048
#define SHOWN 6

/* Names that are spelled nearly like it, and that have it in them; their number. */
static size_t near_names(const char *name, const char *near[SHOWN])
{
    const char *known[KNOWN];
    size_t n = 0, nnear;
    for (; n < KNOWN && lcv_catalogue_name(n); n++)
        known[n] = lcv_catalogue_name(n);
    for (const lcv_library_file *file = lcv_library; file->name; file++)
        for (const lcv_library_name *at = file->defined; at->name && n < KNOWN; at++)
            known[n++] = at->name;
    nnear = lcv_nearest_of(name, n, known, near);
    for (size_t i = 0; strlen(name) > 2 && i < n && nnear < SHOWN; i++) {
        bool there = !strstr(known[i], name);
        for (size_t k = 0; k < nnear; k++)
            there = there || strcmp(near[k], known[i]) == 0;
        if (!there)
            near[nnear++] = known[i];
    }
    return nnear;
}

static void unknown(const char *name)
{
    const char *near[SHOWN];
    lcv_cutlass_name atom[LCV_NEAR];
    size_t nnear = near_names(name, near), natoms = nnear > 0 ? 0 : lcv_cutlass_near(name, atom);
    for (; nnear < natoms; nnear++)
        near[nnear] = atom[nnear];
    fflush(stdout);
    fprintf(stderr, "layoutcheck: help: unknown name '%s'", name);
    for (size_t i = 0; i < nnear; i++)
        fprintf(stderr, "%s'%s'",
                i == 0          ? ": did you mean "
                : i + 1 < nnear ? ", "
                                : " or ",
                near[i]);
    fputs(nnear > 0 ? "?\n" : ": `help` lists all names\n", stderr);
}

static bool print_name(const char *name, const lcv_planner *planner)
{
    size_t place;
    const lcv_operation *operation = lcv_operation_find(name);
    const lcv_claim *claim = operation ? NULL : lcv_claim_find(name);
    const lcv_topic *topic = lcv_topic_of(name, &place);
    bool row = operation || claim, statement = print_statement(name);
    if (row)
        print_row(operation, claim);
    bool known = print_words(name) || row || statement;
    known = print_of_kernels(name, planner) || known;
    if (!known && (print_library(name) || print_files(name)))
        return true;
    if (!known)
        unknown(name);
    if (known && topic) {
        print_example(topic->entry[place].example, statement, planner);
        print_neighbours(topic, place);
    }
    return known;
}

int lcv_print_rows(int n, char *const *name, const lcv_planner *planner)
{
    int status = 0;
    for (int i = 0; i < n; i++)
        status = print_name(name[i], planner) ? status : 2;
    return status;
}

/* ---- all names ---- */

static void print_topic(const lcv_topic *topic)
{
    size_t column = 0;
    printf("\n%s:\n", topic->title);
    for (const lcv_entry *entry = topic->entry; entry->name; entry++)
        print_signature(entry->name, &column);
    putchar('\n');
}

void lcv_print_overview(const lcv_planner *planner)
{
    fputs("`help NAME` says what a name means, with its source and an example.\n"
          "By mode: f(A, <8,_>), which leaves mode 1 as it is; of one mode: f[1](A, ...).\n",
          stdout);
    for (size_t i = 0; lcv_topic_at(i); i++)
        print_topic(lcv_topic_at(i));
    const char *claim, *definition;
    for (size_t i = 0; (claim = claim_of_kernels(planner, i, &definition)); i++)
        printf("%s %s(K)", i > 0 ? "," : "\nOf a compiled kernel K, `help kernel`:", claim);
    putchar('\n');
}
