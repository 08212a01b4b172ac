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
#include "output.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../emit/emit.h"

#define PART_KERNELS 10 /* in a file: compilers take files at a time */
#define MOST_BLOCKS 6   /* HOST_BLOCKS of host.h */

typedef struct {
    const char *folder;
    size_t nkernels, ncases, nrefuted;
    const lck_kernel **kernel; /* written so far */
    FILE *part, *table;
} emission;

/* ---- kernels */

/* The kernel, and a function that runs one block of it. */
static bool write_kernel(emission *e, const lck_kernel *k)
{
    for (size_t i = 0; i < e->nkernels; i++)
        if (e->kernel[i] == k)
            return true;
    char *text = lck_emit(k, LCK_DEVICE_ONLY);
    if (!text) {
        fprintf(stderr, "%s: %s\n", k->name, lc_ctx_message(k->ctx));
        return false;
    }
    if (e->nkernels % PART_KERNELS == 0) {
        if (e->part && !output_finish(e->folder, e->part))
            return false;
        if (!(e->part = output_create(e->folder, "part-%zu.cpp", e->nkernels / PART_KERNELS)))
            return false;
        fputs("#include \"host-cuda.h\"\n#include \"host.h\"\n", e->part);
    }
    e->kernel[e->nkernels++] = k;
    fprintf(e->part,
            "\n%s\nstatic void once_%s()\n{\n    %s((const %s *)host_arguments.source, "
            "(%s *)host_arguments.destination",
            text, k->name, k->name, k->array[LCK_SOURCE].element->c,
            k->array[LCK_SOURCE].element->c);
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

/* Different ones, in order. */
static size_t choose_blocks(int64_t blocks, int64_t *chosen)
{
    const int64_t wanted[MOST_BLOCKS] = {0,          1,         blocks / 3, blocks / 2 + 1,
                                         blocks - 2, blocks - 1};
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
    fprintf(out, "    {\"%s\", %d, %d, host_%s,\n    ", c->name,
            k->array[LCK_SOURCE].element->bytes, k->alignment, k->name);
    output_numbers(out, k->nsizes, at->size);
    fprintf(out, " %zu,", k->rank);
    output_numbers(out, k->rank, at->extent);
    output_numbers(out, k->rank, at->source);
    output_numbers(out, k->rank, at->destination);
    fprintf(out, " %" PRId64 "LL, %" PRId64 "LL, %" PRId64 "LL, %" PRId64 "LL, %zu, {\n",
            at->source_offset, at->destination_offset, at->source_elements,
            at->destination_elements, n);
    for (size_t i = 0; i < n; i++) {
        block_box box = {.block = chosen[i]};
        if (!instance_box(k, at, &box))
            return false;
        fprintf(out, "        {%" PRId64 "LL,", box.block);
        output_numbers(out, k->rank, box.begin);
        output_numbers(out, k->rank, box.end);
        output_numbers(out, k->rank, box.margin);
        fputs("},\n", out);
    }
    fputs("    },", out);
    instance_write_names(out, c->line, at);
    fputs("},\n", out);
    return true;
}

static bool write_files(emission *e, const case_list *list, case_kernels *kernels)
{
    char *rows = NULL;
    size_t length;
    FILE *file = output_create(e->folder, "table.cpp");
    e->table = open_memstream(&rows, &length);
    bool ok = file && e->table;
    if (ok)
        fputs("#include \"host.h\"\n\n", file);
    for (size_t i = 0; ok && i < list->n; i++) {
        const case_line *c = &list->line[i];
        instance at = {0};
        const lck_kernel *k = case_kernel(kernels, list, c);
        if (!k) {
            e->nrefuted++;
            continue;
        }
        ok = case_sizes(list, c, k, at.size) &&
             (instance_of(k, &at) ||
              case_fail(list, c, "plan %s does not admit these sizes", c->plan)) &&
             write_kernel(e, k) && write_case(e, c, k, &at);
        instance_write_places(file, c->line, &at);
        instance_clear(&at);
        e->ncases += ok;
    }
    for (size_t i = 0; ok && i < e->nkernels; i++)
        fprintf(file, "void host_%s(unsigned int block);\n", e->kernel[i]->name);
    if (e->table)
        fclose(e->table);
    if (ok)
        fprintf(file,
                "\nextern const host_case host_cases[] = {\n%s};\n"
                "extern const int host_ncases = %zu;\n",
                rows, e->ncases);
    free(rows);
    ok = (!e->part || output_finish(e->folder, e->part)) && ok;
    return output_finish(e->folder, file) && ok;
}

static bool write_all(const char *folder, const case_list *list, case_kernels *kernels)
{
    emission e = {.folder = folder};
    e.kernel = calloc(list->n + 1, sizeof *e.kernel);
    bool ok = e.kernel && write_files(&e, list, kernels);
    if (ok)
        printf("%zu cases of %zu kernels, %zu plans refuted\n", e.ncases, e.nkernels, e.nrefuted);
    free(e.kernel);
    return ok;
}

int main(int argc, char **argv)
{
    return case_main(argc, argv, write_all);
}
