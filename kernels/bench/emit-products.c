/* emit-products.c - the products of a list, for the program that checks and times them.
 *
 *     emit-products [--only=REGEX] [--keep-going] LIST.txt FOLDER
 *     emit-products --print LIST.txt
 *
 * writes into the folder, which is made, for each plan (product-list.h): NAME.lay, what it
 * says; NAME.cu, its kernels with their launcher; NAME-plan.cu, which includes that and says
 * the rest (product.cuh); and `units`, the names of these plans. A file that would be the same
 * is left as it is, so that it is not compiled again. --keep-going leaves out plans that are
 * refused, and names them. --print only prints what the list says. */
#include "config.h"

#include "output.h"
#include "planned.h"
#include "product-list.h"
#include "product-unit.h"

#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../emit/emit.h"

typedef struct {
    bool print, keep_going;
    const char *only, *folder, *list;
} options;

/* ---- files ---- */

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    bool there = file && getdelim(&text, &room, '\0', file) >= 0;
    if (file)
        fclose(file);
    if (!there) {
        free(text);
        return NULL;
    }
    return text;
}

/* Writes the file unless it has this text. */
static bool write_changed(const char *folder, const char *name, const char *ending,
                          const char *text)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s%s", folder, name, ending) >= (int)sizeof path)
        return false;
    char *before = read_file(path);
    bool same = before && strcmp(before, text) == 0;
    free(before);
    if (same)
        return true;
    FILE *out = output_create(folder, "%s%s", name, ending);
    if (out)
        fputs(text, out);
    return out && output_finish(folder, out);
}

/* ---- plans ---- */

static bool write_unit(const options *o, const product_entry *entry, const lck_kernel *k,
                       size_t number)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool ok = out && product_unit_write(out, entry, k, number);
    if (out)
        fclose(out);
    ok = ok && write_changed(o->folder, entry->name, "-plan.cu", text);
    free(text);
    return ok;
}

static bool write_kernel(const options *o, const product_entry *entry, const lck_kernel *k,
                         size_t number)
{
    if (k->kind != LCK_IS_PRODUCT) {
        fprintf(stderr, "%s: is no product\n", entry->name);
        return false;
    }
    char *text = lck_emit(k, LCK_WITH_LAUNCHER);
    if (!text)
        fprintf(stderr, "%s: %s\n", entry->name, lc_ctx_message(k->ctx));
    bool ok = text && write_changed(o->folder, entry->name, ".cu", text) &&
              write_unit(o, entry, k, number);
    free(text);
    return ok;
}

static bool write_plan(const options *o, const product_list *list, size_t number)
{
    const product_entry *entry = &list->entry[number];
    char path[4096];
    planned plans;
    int length = snprintf(path, sizeof path, "%s/%s.lay", o->folder, entry->name);
    if (length >= (int)sizeof path || !write_changed(o->folder, entry->name, ".lay", entry->text))
        return false;
    bool ok = planned_open(&plans, path);
    const lck_kernel *k = ok ? lck_planner_find(plans.planner, entry->name) : NULL;
    ok = k && write_kernel(o, entry, k, number);
    planned_close(&plans);
    if (!ok)
        fprintf(stderr, "%s:%zu: plan %s is left out\n", list->path, entry->line, entry->name);
    return ok;
}

/* ---- the list ---- */

static void print_case(const product_list_case *c)
{
    printf("# %s:", c->name);
    for (size_t i = 0; i < c->nsizes; i++)
        printf(" %s=%" PRId64, c->size_name[i], c->size_value[i]);
    if (c->goal > 0)
        printf(" >= %g", c->goal);
    if (c->of_plan)
        printf(" of %s %s", c->of_plan, c->of_case);
    putchar('\n');
}

static void print_entry(const product_entry *entry)
{
    fputs(entry->text, stdout);
    for (size_t i = 0; i < entry->ncases; i++)
        print_case(&entry->cases[i]);
    putchar('\n');
}

static bool is_chosen(const regex_t *only, const product_entry *entry)
{
    return !only || regexec(only, entry->name, 0, NULL, 0) == 0;
}

static void print_list(const product_list *list, const regex_t *only)
{
    for (size_t i = 0; i < list->n; i++)
        if (is_chosen(only, &list->entry[i]))
            print_entry(&list->entry[i]);
}

static bool write_list(const options *o, const product_list *list, const regex_t *only)
{
    size_t written = 0, refused = 0;
    FILE *units = output_create(o->folder, "units");
    for (size_t i = 0; units && i < list->n && (refused == 0 || o->keep_going); i++) {
        if (!is_chosen(only, &list->entry[i]))
            continue;
        if (write_plan(o, list, i)) {
            fprintf(units, "%s\n", list->entry[i].name);
            written++;
        } else {
            refused++;
        }
    }
    bool ok = units && output_finish(o->folder, units);
    printf("%zu plans in %s, %zu left out\n", written, o->folder, refused);
    return ok && written > 0 && (refused == 0 || o->keep_going);
}

static int take_list(const options *o, const regex_t *only)
{
    product_list list;
    bool ok = product_list_read(o->list, &list);
    if (ok && o->print)
        print_list(&list, only);
    else if (ok)
        ok = write_list(o, &list, only);
    product_list_clear(&list);
    return ok ? 0 : 1;
}

/* ---- the command ---- */

static int usage(void)
{
    fputs("usage: emit-products [--only=REGEX] [--keep-going] LIST.txt FOLDER\n"
          "       emit-products [--only=REGEX] --print LIST.txt\n",
          stderr);
    return 2;
}

static bool read_options(int argc, char **argv, options *o)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strncmp(argv[i], "--only=", 7) == 0)
            o->only = argv[i] + 7;
        else if (strcmp(argv[i], "--keep-going") == 0)
            o->keep_going = true;
        else if (strcmp(argv[i], "--print") == 0)
            o->print = true;
        else
            return false;
    }
    if (argc - i != (o->print ? 1 : 2))
        return false;
    o->list = argv[i];
    o->folder = o->print ? NULL : argv[i + 1];
    return true;
}

int main(int argc, char **argv)
{
    options o = {0};
    regex_t only;
    if (!read_options(argc, argv, &o))
        return usage();
    if (o.only && regcomp(&only, o.only, REG_EXTENDED | REG_NOSUB) != 0) {
        fprintf(stderr, "emit-products: %s is no regular expression\n", o.only);
        return 2;
    }
    if (!o.print && !output_folder(o.folder))
        return 2;
    int status = take_list(&o, o.only ? &only : NULL);
    if (o.only)
        regfree(&only);
    return status;
}
