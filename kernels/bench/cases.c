/* cases.c - the list of cases, and the plans that it names. */
#include "config.h"

#include "cases.h"
#include "output.h"
#include "planned.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool case_fail(const case_list *list, const case_line *line, const char *format, ...)
{
    va_list args;
    fprintf(stderr, "%s:%zu: ", list->path, line->line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return false;
}

/* ---- lines ---- */

/* The next word of the text, which is cut there; NULL at its end. */
static char *next_word(char **text)
{
    char *at = *text;
    while (isspace((unsigned char)*at))
        at++;
    if (*at == '\0')
        return NULL;
    char *word = at;
    while (*at && !isspace((unsigned char)*at))
        at++;
    if (*at)
        *at++ = '\0';
    *text = at;
    return word;
}

static char *beside(const char *path, const char *file)
{
    const char *slash = strrchr(path, '/');
    char *out = NULL;
    if (*file == '/' || !slash)
        return output_need(strdup(file));
    if (asprintf(&out, "%.*s/%s", (int)(slash - path), path, file) < 0)
        out = NULL;
    return output_need(out);
}

static bool read_size(const case_list *list, case_line *c, char *word)
{
    char *equals = strchr(word, '='), *end = NULL;
    errno = 0;
    long long value = equals ? strtoll(equals + 1, &end, 10) : 0;
    if (!equals || equals == word || end == equals + 1 || *end || errno != 0 ||
        c->nsizes == CASE_SIZES)
        return case_fail(list, c, "%s: expected at most %d of SIZE=NUMBER", word, CASE_SIZES);
    *equals = '\0';
    c->size_name[c->nsizes] = output_need(strdup(word));
    c->size_value[c->nsizes++] = value;
    return true;
}

static bool read_line(case_list *list, size_t number, char *text)
{
    text[strcspn(text, "#")] = '\0';
    char *name = next_word(&text), *file = next_word(&text), *plan = next_word(&text), *word;
    if (!name)
        return true;
    list->line = output_need(realloc(list->line, (list->n + 1) * sizeof *list->line));
    case_line *c = &list->line[list->n++];
    *c = (case_line){.line = number};
    if (!plan)
        return case_fail(list, c, "expected NAME FILE.lay PLAN SIZE=NUMBER...");
    c->name = output_need(strdup(name));
    c->file = beside(list->path, file);
    c->plan = output_need(strdup(plan));
    while ((word = next_word(&text)))
        if (!read_size(list, c, word))
            return false;
    return true;
}

bool case_list_read(const char *path, case_list *out)
{
    *out = (case_list){.path = path};
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0, number = 0;
    bool ok = file != NULL;
    while (ok && getline(&text, &room, file) >= 0)
        ok = read_line(out, ++number, text);
    if (!file || ferror(file)) {
        perror(path);
        ok = false;
    }
    if (file)
        fclose(file);
    free(text);
    return ok;
}

void case_list_clear(case_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        case_line *c = &list->line[i];
        free(c->name);
        free(c->file);
        free(c->plan);
        for (size_t k = 0; k < c->nsizes; k++)
            free(c->size_name[k]);
    }
    free(list->line);
}

/* ---- plans ---- */

typedef struct {
    char *path;
    planned plans;
} plan_file;

struct case_kernels {
    size_t n;
    plan_file *file;
};

case_kernels *case_kernels_new(void)
{
    return calloc(1, sizeof(case_kernels));
}

void case_kernels_free(case_kernels *kernels)
{
    for (size_t i = 0; kernels && i < kernels->n; i++) {
        planned_close(&kernels->file[i].plans);
        free(kernels->file[i].path);
    }
    if (kernels)
        free(kernels->file);
    free(kernels);
}

static plan_file *open_file(case_kernels *kernels, const char *path)
{
    for (size_t i = 0; i < kernels->n; i++)
        if (strcmp(kernels->file[i].path, path) == 0)
            return &kernels->file[i];
    kernels->file = output_need(realloc(kernels->file, (kernels->n + 1) * sizeof *kernels->file));
    plan_file *file = &kernels->file[kernels->n++];
    file->path = output_need(strdup(path));
    return planned_open(&file->plans, path) ? file : NULL;
}

const lck_kernel *case_kernel(case_kernels *kernels, const case_list *list, const case_line *line)
{
    const plan_file *file = open_file(kernels, line->file);
    const lck_kernel *kernel = file ? lck_planner_find(file->plans.planner, line->plan) : NULL;
    if (!file)
        case_fail(list, line, "not everything in %s holds", line->file);
    else if (!kernel)
        case_fail(list, line, "%s has no plan '%s'", line->file, line->plan);
    for (size_t i = 0; kernel && i < kernels->n; i++) {
        if (&kernels->file[i] != file &&
            lck_planner_find(kernels->file[i].plans.planner, line->plan)) {
            case_fail(list, line, "%s and %s both have a plan '%s': expected different names",
                      kernels->file[i].path, line->file, line->plan);
            return NULL;
        }
    }
    return kernel;
}

bool case_sizes(const case_list *list, const case_line *line, const lck_kernel *kernel,
                int64_t *size)
{
    for (size_t i = 0; i < kernel->nsizes; i++) {
        size_t k = 0;
        while (k < line->nsizes && strcmp(line->size_name[k], kernel->size[i].var->name) != 0)
            k++;
        if (k == line->nsizes)
            return case_fail(list, line, "plan %s needs %s=NUMBER", line->plan,
                             kernel->size[i].var->name);
        size[i] = line->size_value[k];
    }
    return true;
}

int case_main(int argc, char **argv, case_writer *write)
{
    case_list list;
    if (argc != 3) {
        fprintf(stderr, "usage: %s CASES.txt FOLDER\n", argv[0]);
        return 2;
    }
    if (!output_folder(argv[2]))
        return 2;
    case_kernels *kernels = case_kernels_new();
    bool ok = case_list_read(argv[1], &list) && kernels && write(argv[2], &list, kernels);
    case_kernels_free(kernels);
    case_list_clear(&list);
    return ok ? 0 : 1;
}
