/* emit-host.c - the kernels of a list of cases for the host, and some blocks of each to run.
 *
 *     emit-host CASES.txt FOLDER
 *
 * writes into the folder, which is made: part-0.cpp and so on, with the kernels; table.cpp, the
 * cases (host.h). Cases whose plan is refuted are left out, and counted: a launch of them
 * would have too many blocks. The first and last blocks of each launch are run, and some
 * between. */
#include "config.h"

#include "instance.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../emit.h"

#define PART_KERNELS 10 /* in a file: compilers take files at a time */
#define MOST_BLOCKS 6   /* HOST_BLOCKS of host.h */

typedef struct {
    const char *folder;
    size_t nkernels, ncases;
    const lck_kernel **kernel; /* written so far */
    FILE *part, *table;
} emission;

static FILE *create(const emission *e, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", e->folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        perror(path);
    return file;
}

static bool finish(FILE *file)
{
    bool ok = file && !ferror(file);
    return file && fclose(file) == 0 && ok;
}

/* ---- kernels */

/* The kernel, and a function that runs one block of it. */
static bool write_kernel(emission *e, const lck_kernel *k)
{
    for (size_t i = 0; i < e->nkernels; i++)
        if (e->kernel[i] == k)
            return true;
    char name[32], *text = lck_emit(k, LCK_DEVICE_ONLY);
    if (!text) {
        fprintf(stderr, "%s: %s\n", k->name, lc_ctx_message(k->ctx));
        return false;
    }
    if (e->nkernels % PART_KERNELS == 0) {
        if (e->part && !finish(e->part))
            return false;
        snprintf(name, sizeof name, "part-%zu.cpp", e->nkernels / PART_KERNELS);
        if (!(e->part = create(e, name)))
            return false;
        fputs("#include \"host-cuda.h\"\n#include \"host.h\"\n", e->part);
    }
    e->kernel[e->nkernels++] = k;
    fprintf(e->part,
            "\n%s\nstatic void once_%s()\n{\n    %s((const %s *)host_arguments.source, "
            "(%s *)host_arguments.destination",
            text, k->name, k->name, k->element->c, k->element->c);
    free(text);
    for (size_t i = 0; i < k->nsizes; i++)
        fprintf(e->part, ", %shost_arguments.size[%zu]", k->size[i].wide ? "" : "(int)", i);
    fprintf(e->part,
            ");\n}\n\nvoid host_%s(unsigned int block)\n{\n"
            "    run_block_of(block, %d, once_%s);\n}\n",
            k->name, k->threads, k->name);
    return true;
}

/* ---- cases */

static void write_numbers(FILE *out, size_t n, const int64_t *value)
{
    fputs(" {", out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%" PRId64 "LL", i ? ", " : "", value[i]);
    fputs(n ? "}," : "0},", out);
}

/* Different ones, in order. */
static size_t choose_blocks(int64_t blocks, int64_t *chosen)
{
    const int64_t wanted[MOST_BLOCKS] = {0, 1, blocks / 3, blocks / 2 + 1, blocks - 2, blocks - 1};
    size_t n = 0;
    for (size_t i = 0; i < MOST_BLOCKS; i++)
        if (wanted[i] >= 0 && wanted[i] < blocks && (n == 0 || wanted[i] > chosen[n - 1]))
            chosen[n++] = wanted[i];
    return n;
}

static bool write_case(emission *e, const case_line *c, const lck_kernel *k, const instance *at)
{
    int64_t chosen[MOST_BLOCKS];
    size_t n = choose_blocks(at->blocks, chosen);
    FILE *out = e->table;
    fprintf(out, "    {\"%s\", %d, %d, host_%s,\n    ", c->name, k->element->bytes, k->alignment,
            k->name);
    write_numbers(out, k->nsizes, at->size);
    fprintf(out, " %zu,", k->rank);
    write_numbers(out, k->rank, at->source);
    write_numbers(out, k->rank, at->destination);
    fprintf(out, " %" PRId64 "LL, %" PRId64 "LL, %" PRId64 "LL, %" PRId64 "LL, %zu, {\n",
            at->source_offset, at->destination_offset, at->source_elements,
            at->destination_elements, n);
    for (size_t i = 0; i < n; i++) {
        block_box box = {.block = chosen[i]};
        if (!instance_box(k, at, &box))
            return false;
        fprintf(out, "        {%" PRId64 "LL,", box.block);
        write_numbers(out, k->rank, box.begin);
        write_numbers(out, k->rank, box.end);
        fputs("},\n", out);
    }
    fputs("    }},\n", out);
    return true;
}

static bool write_all(emission *e, const case_list *list, case_kernels *kernels, size_t *left_out)
{
    char *rows = NULL;
    size_t length;
    FILE *file = create(e, "table.cpp");
    e->table = open_memstream(&rows, &length);
    bool ok = file && e->table;
    if (ok)
        fputs("#include \"host.h\"\n\n", file);
    for (size_t i = 0; ok && i < list->n; i++) {
        const case_line *c = &list->line[i];
        instance at = {0};
        const lck_kernel *k = case_kernel(kernels, list, c);
        if (!k) {
            ++*left_out;
            continue;
        }
        ok = case_sizes(list, c, k, at.size) &&
             (instance_of(k, &at) || case_fail(list, c, "plan %s does not admit these sizes",
                                               c->plan)) &&
             write_kernel(e, k) && write_case(e, c, k, &at);
        e->ncases += ok;
    }
    for (size_t i = 0; ok && i < e->nkernels; i++)
        fprintf(file, "void host_%s(unsigned int block);\n", e->kernel[i]->name);
    if (e->table)
        fclose(e->table);
    if (ok)
        fprintf(file, "\nextern const host_case host_cases[] = {\n%s};\n"
                      "extern const int host_ncases = %zu;\n", rows, e->ncases);
    free(rows);
    ok = (!e->part || finish(e->part)) && ok;
    return finish(file) && ok;
}

int main(int argc, char **argv)
{
    case_list list;
    size_t left_out = 0;
    if (argc != 3) {
        fputs("usage: emit-host CASES.txt FOLDER\n", stderr);
        return 2;
    }
    if (mkdir(argv[2], 0777) != 0 && errno != EEXIST) {
        perror(argv[2]);
        return 2;
    }
    case_kernels *kernels = case_kernels_new();
    bool ok = case_list_read(argv[1], &list) && kernels;
    emission e = {.folder = argv[2]};
    e.kernel = calloc(list.n + 1, sizeof *e.kernel);
    ok = ok && e.kernel && write_all(&e, &list, kernels, &left_out);
    if (ok)
        printf("%zu cases of %zu kernels, %zu plans refuted\n", e.ncases, e.nkernels, left_out);
    free(e.kernel);
    case_kernels_free(kernels);
    case_list_clear(&list);
    return ok ? 0 : 1;
}
