/* product-list.c - the list of products. */
#include "config.h"

#include "product-list.h"
#include "output.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS 5
#define ROW_MULTIPLE 16

typedef struct {
    product_list *list;
    size_t line; /* of the first line of what is read */
} reader;

static bool fail(const reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(const reader *r, const char *format, ...)
{
    va_list args;
    fprintf(stderr, "%s:%zu: ", r->list->path, r->line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return false;
}

static char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *format_text(const char *format, ...)
{
    va_list args;
    char *text = NULL;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    return output_need(text);
}

/* Without the blanks at both ends, which is done in place. */
static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t n = strlen(text);
    while (n > 0 && isspace((unsigned char)text[n - 1]))
        text[--n] = '\0';
    return text;
}

/* What stands before the next separator, which is cut there; NULL after the last one. */
static char *next_part(char **text, char separator)
{
    char *part = *text, *end;
    if (!part)
        return NULL;
    end = strchr(part, separator);
    if (end)
        *end++ = '\0';
    *text = end;
    return trim(part);
}

static char *next_word(char **text)
{
    char *at = *text + strspn(*text, " \t\n");
    if (*at == '\0')
        return NULL;
    char *end = at + strcspn(at, " \t\n");
    if (*end)
        *end++ = '\0';
    *text = end;
    return at;
}

/* ---- cases ---- */

static void add_size(product_list_case *c, const char *name, size_t length, int64_t value)
{
    c->size_name[c->nsizes] = output_need(strndup(name, length));
    c->size_value[c->nsizes++] = value;
}

static bool read_number(const char *text, char **end, int64_t *value)
{
    errno = 0;
    *value = strtoll(text, end, 10);
    return isdigit((unsigned char)*text) && errno == 0;
}

/* 8192^3 and 16384x4096x512: M, N and K. */
static bool read_three(const char *word, int64_t *value)
{
    char *end;
    if (!read_number(word, &end, &value[0]))
        return false;
    if (strcmp(end, "^3") == 0) {
        value[1] = value[2] = value[0];
        return true;
    }
    for (int i = 1; i < 3; i++)
        if (*end != 'x' || !read_number(end + 1, &end, &value[i]))
            return false;
    return *end == '\0';
}

/* SIZE=NUMBER, which begins with a letter. */
static bool read_named(product_list_case *c, const char *word)
{
    const char *equals = strchr(word, '=');
    char *end;
    int64_t value;
    if (!isalpha((unsigned char)*word) || !equals || c->nsizes == PRODUCT_LIST_SIZES ||
        !read_number(equals + 1, &end, &value) || *end)
        return false;
    add_size(c, word, (size_t)(equals - word), value);
    return true;
}

static char *three_name(const int64_t *value)
{
    return format_text("%lldx%lldx%lld", (long long)value[0], (long long)value[1],
                       (long long)value[2]);
}

/* The sizes at the beginning of the text; its words are cut off. NULL: they are malformed. */
static char *read_sizes(product_list_case *c, char **text)
{
    char *word = next_word(text), *name = NULL;
    int64_t value[3];
    if (!word)
        return NULL;
    if (read_three(word, value)) {
        for (int i = 0; i < 3; i++)
            add_size(c, &"MNK"[i], 1, value[i]);
        return three_name(value);
    }
    for (; word && read_named(c, word); word = next_word(text)) {
        char *longer = format_text("%s%s%s", name ? name : "", name ? "," : "", word);
        free(name);
        name = longer;
        *text += strspn(*text, " \t\n");
        if (!isalpha((unsigned char)**text) || strncmp(*text, "of ", 3) == 0)
            return name;
    }
    free(name);
    return NULL;
}

/* PLAN SIZES, after `of`. */
static bool read_other(product_list_case *c, char *text, const char *suffix)
{
    char *plan = next_word(&text), *star = plan ? strchr(plan, '*') : NULL;
    product_list_case other = {0};
    if (!plan)
        return false;
    c->of_plan = star ? format_text("%.*s%s%s", (int)(star - plan), plan, suffix, star + 1)
                      : output_need(strdup(plan));
    c->of_case = read_sizes(&other, &text);
    for (size_t i = 0; i < other.nsizes; i++)
        free(other.size_name[i]);
    return c->of_case && !next_word(&text);
}

static bool read_goal(product_list_case *c, char *text, const char *suffix)
{
    text = trim(text);
    if (*text == '\0')
        return true;
    char *end = text;
    if (strncmp(text, ">=", 2) != 0)
        return false;
    c->goal = strtod(text + 2, &end);
    if (end == text + 2 || !(c->goal > 0))
        return false;
    end = trim(end);
    return *end == '\0' || (strncmp(end, "of ", 3) == 0 && read_other(c, end + 3, suffix));
}

static bool read_cases(const reader *r, product_entry *entry, const char *text,
                       const char *suffix)
{
    char *copy = output_need(strdup(text)), *rest = copy, *part;
    bool ok = true;
    while (ok && (part = next_part(&rest, ';'))) {
        if (*part == '\0')
            continue;
        entry->cases =
            output_need(realloc(entry->cases, (entry->ncases + 1) * sizeof *entry->cases));
        product_list_case *c = &entry->cases[entry->ncases++];
        *c = (product_list_case){0};
        c->name = read_sizes(c, &part);
        ok = c->name && read_goal(c, part, suffix);
        if (!ok)
            fail(r,
                 "case %zu of %s: expected 8192^3, 16384x4096x512 or P=7 Q=9, then nothing, "
                 ">= RATIO or >= RATIO of PLAN SIZES",
                 entry->ncases, entry->name);
    }
    free(copy);
    return ok;
}

/* ---- plans ---- */

static product_entry *add_entry(const reader *r, char *name, char *text)
{
    product_list *list = r->list;
    list->entry = output_need(realloc(list->entry, (list->n + 1) * sizeof *list->entry));
    product_entry *entry = &list->entry[list->n++];
    *entry = (product_entry){.line = r->line, .name = name, .text = text};
    return entry;
}

/* The statements, a line each. */
static char *statements(const char *field)
{
    char *copy = output_need(strdup(field)), *rest = copy, *part, *text = output_need(strdup(""));
    while ((part = next_part(&rest, ';'))) {
        char *longer = *part ? format_text("%s%s\n", text, part) : output_need(strdup(text));
        free(text);
        text = longer;
    }
    free(copy);
    return text;
}

static char *plan_text(const char *before, const char *name, const char *tensors,
                       const char *keys)
{
    return format_text("%splan %s(%s%s%s)\n", before, name, tensors, *keys ? ", " : "", keys);
}

#define SQUARE_SIZES "param M in 1..32768, N in 1..32768, K in 1..32768\n"
#define ROW_SIZES                                                                                \
    "param LA in 1..32768, LB in 1..32768, LC in 1..32768\n"                                     \
    "assume LA %% 16 == 0\nassume LB %% 16 == 0\nassume LC %% 16 == 0\n"                         \
    "assume LA >= %c\nassume LB >= %c\nassume LC >= N\n"

/* NT, NN+ and so on. */
static bool add_majors(const reader *r, char *const *field, const char *word)
{
    bool ta = word[0] == 'T', tb = word[0] && word[1] == 'T';
    bool rows = word[0] && word[1] && word[2] == '+';
    if (!strchr("NT", word[0]) || !strchr("NT", word[1]) || !word[0] || !word[1] ||
        word[rows ? 3 : 2])
        return fail(r, "'%s': expected NT, NN, TN, TT, with a + or without", word);
    char of[3] = {ta ? 'M' : 'K', tb ? 'K' : 'N', 'N'};
    char lead[3][3] = {"LA", "LB", "LC"};
    for (int i = 0; i < 3 && !rows; i++)
        strcpy(lead[i], (char[]){of[i], '\0'});
    char *suffix = format_text("_%c%c%s", ta ? 't' : 'n', tb ? 't' : 'n', rows ? "_rows" : "");
    char *name = format_text("%s%s", field[0], suffix);
    char *extra = rows ? format_text(ROW_SIZES, of[0], of[1]) : output_need(strdup(""));
    char *given = statements(field[1]);
    char *before = format_text(SQUARE_SIZES "%s%s", extra, given);
    char *tensors = format_text("a = (M,K):(%s,%s), b = (N,K):(%s,%s), c = (M,N):(%s,1)",
                                ta ? "1" : lead[0], ta ? lead[0] : "1", tb ? lead[1] : "1",
                                tb ? "1" : lead[1], lead[2]);
    product_entry *entry = add_entry(r, name, plan_text(before, name, tensors, field[3]));
    entry->rows = rows;
    memcpy(entry->rows_of, of, sizeof of);
    bool ok = read_cases(r, entry, field[4], suffix);
    free(suffix);
    free(extra);
    free(given);
    free(before);
    free(tensors);
    return ok;
}

static bool add_plans(const reader *r, char *const *field)
{
    if (strchr(field[2], '=')) {
        char *before = statements(field[1]), *name = output_need(strdup(field[0]));
        product_entry *entry = add_entry(r, name, plan_text(before, name, field[2], field[3]));
        free(before);
        return read_cases(r, entry, field[4], "");
    }
    char *rest = field[2], *word = next_word(&rest);
    bool ok = word || fail(r, "expected a = .., b = .., c = .., or NT, NN, TN, TT");
    for (; ok && word; word = next_word(&rest))
        ok = add_majors(r, field, word);
    return ok;
}

/* ---- lines ---- */

static bool read_record(const reader *r, char *text)
{
    char *field[FIELDS + 1], *rest = text;
    size_t n = 0;
    if (*trim(text) == '\0')
        return true;
    while (n <= FIELDS && (field[n] = next_part(&rest, '|')))
        n++;
    if (n != FIELDS || !*field[0])
        return fail(r, "expected NAME | PARAMETERS | TENSORS | KEYS | CASES");
    return add_plans(r, field);
}

static bool read_records(FILE *file, reader *r)
{
    char *record = output_need(strdup("")), *text = NULL;
    size_t room = 0, number = 0;
    bool ok = true;
    while (ok && getline(&text, &room, file) >= 0) {
        number++;
        text[strcspn(text, "#\n")] = '\0';
        if (*text && !isspace((unsigned char)*text)) { /* the next one begins */
            ok = read_record(r, record);
            r->line = number;
            *record = '\0';
        }
        char *longer = format_text("%s %s", record, text);
        free(record);
        record = longer;
    }
    ok = ok && read_record(r, record);
    free(record);
    free(text);
    return ok;
}

bool product_list_read(const char *path, product_list *out)
{
    *out = (product_list){.path = path};
    reader r = {.list = out, .line = 1};
    FILE *file = fopen(path, "r");
    bool ok = file && read_records(file, &r);
    if (!file || ferror(file)) {
        perror(path);
        ok = false;
    }
    if (file)
        fclose(file);
    return ok;
}

void product_list_clear(product_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        product_entry *entry = &list->entry[i];
        for (size_t k = 0; k < entry->ncases; k++) {
            product_list_case *c = &entry->cases[k];
            for (size_t s = 0; s < c->nsizes; s++)
                free(c->size_name[s]);
            free(c->name);
            free(c->of_plan);
            free(c->of_case);
        }
        free(entry->cases);
        free(entry->name);
        free(entry->text);
    }
    free(list->entry);
}

/* ---- sizes ---- */

char product_rows_of(const product_entry *entry, const char *size_name)
{
    if (!entry->rows || size_name[0] != 'L' || !size_name[1] || size_name[2])
        return 0;
    return size_name[1] >= 'A' && size_name[1] <= 'C' ? entry->rows_of[size_name[1] - 'A'] : 0;
}

bool product_case_size(const product_entry *entry, const product_list_case *c, const char *name,
                       int64_t *value)
{
    char of = product_rows_of(entry, name);
    for (size_t i = 0; i < c->nsizes; i++) {
        if (of ? c->size_name[i][0] == of && !c->size_name[i][1]
               : strcmp(c->size_name[i], name) == 0) {
            *value = c->size_value[i];
            if (of)
                *value = (*value + ROW_MULTIPLE - 1) / ROW_MULTIPLE * ROW_MULTIPLE;
            return true;
        }
    }
    return false;
}
