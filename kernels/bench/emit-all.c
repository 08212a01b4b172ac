/* emit-all.c - the kernels of a list of cases, and the tables that the harness reads.
 *
 *     emit-all CASES.txt FOLDER
 *
 * writes into the folder, which is made: PLAN.cu, the kernel of each plan with its launcher;
 * part-0.cu and so on, which include some of them; table.cu, the cases (harness.cuh). */
#include "config.h"

#include "cases.h"
#include "instance.h"
#include "output.h"

#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../emit/emit.h"

#define PART_KERNELS 25     /* in a file: compilers take files at a time */
#define MULTIPROCESSORS 132 /* where one of a plan's kernels is taken */

typedef struct {
    const char *folder;
    const case_list *list;
    size_t nkernels;
    const lck_kernel **kernel; /* written so far */
    FILE *part;
} emission;

/* Removes parts of an earlier run, which would be compiled, too. */
static void remove_parts(const emission *e)
{
    char pattern[4096];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/part-*.cu", e->folder);
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            unlink(found.gl_pathv[i]);
    globfree(&found);
}

/* ---- kernels ---- */

static bool write_text(const emission *e, const lck_kernel *k)
{
    char *text = lck_emit(k, LCK_WITH_LAUNCHER);
    if (!text) {
        fprintf(stderr, "%s: %s\n", k->name, lc_ctx_message(k->ctx));
        return false;
    }
    FILE *out = output_create(e->folder, "%s.cu", k->name);
    if (out)
        fputs(text, out);
    free(text);
    return out && output_finish(e->folder, out);
}

/* The launcher as the harness calls it. */
static void write_launch(FILE *out, const lck_kernel *k)
{
    const char *type = k->array[LCK_SOURCE].element->c;
    fprintf(out,
            "\n#include \"%s.cu\"\ncudaError_t bench_%s(const void *source, void *destination, "
            "const long long *size,\n        cudaStream_t stream)\n{\n    (void)size;\n"
            "    return %s_launch((const %s *)source, (%s *)destination",
            k->name, k->name, k->name, type, type);
    for (size_t i = LCK_SHARED + 1; i < k->narrays; i++)
        fprintf(out, ", (const %s *)source", type);
    for (size_t i = 0; i < k->nsizes; i++)
        fprintf(out, ", size[%zu]", i);
    fprintf(out, ", stream);\n}\n");
}

static bool write_kernel(emission *e, const lck_kernel *k)
{
    for (size_t i = 0; i < e->nkernels; i++)
        if (e->kernel[i] == k)
            return true;
    if (e->nkernels % PART_KERNELS == 0) {
        if (e->part && !output_finish(e->folder, e->part))
            return false;
        e->part = output_create(e->folder, "part-%zu.cu", e->nkernels / PART_KERNELS);
        if (!e->part)
            return false;
        fputs("#include <cuda_runtime.h>\n", e->part);
    }
    e->kernel[e->nkernels++] = k;
    write_launch(e->part, k);
    return write_text(e, k);
}

/* ---- cases ---- */

/* What was proved of a block, or of the launch; -1 when the claims do not say. */
static int64_t proved(const lck_kernel *k, const char *claim)
{
    const char *at = strstr(k->claims, claim);
    return at ? strtoll(at + strlen(claim), NULL, 10) : -1;
}

/* Of a launch whose tiles are all whole. */
static int64_t proved_conflicts(const lck_kernel *k, const char *claim, int64_t blocks)
{
    int64_t of_block = lck_shared_elements(k, LCK_SHARED) == 0 ? 0 : proved(k, claim);
    return of_block < 0 ? -1 : of_block * blocks;
}

/* Bytes of the longest vector of LOADs, or of STOREs, of shared memory: of whole tiles all have
 * as many. 0: there are none. */
static int64_t vector_bytes(const lck_kernel *k, const lck_statement *s, lck_statement_kind kind)
{
    int64_t most = 0;
    for (; s; s = s->next) {
        int64_t own = s->kind == kind && s->array == LCK_SHARED
                          ? s->width * k->array[LCK_SHARED].element->bytes
                          : 0;
        int64_t inner = vector_bytes(k, s->body, kind);
        int64_t other = vector_bytes(k, s->otherwise, kind);
        inner = inner > other ? inner : other;
        own = own > inner ? own : inner;
        most = most > own ? most : own;
    }
    return most;
}

/* Other tensors of a function along rows are the first row of its source. */
static bool are_of_first_row(const lck_kernel *k)
{
    int64_t step, own;
    for (size_t a = LCK_SHARED + 1; a < k->narrays; a++)
        for (size_t i = 0; i < k->rank; i++) {
            const lck_counter *c = &k->counter[i];
            if (!c->stride[a] || !lc_expr_is_int(c->stride[a], &step) ||
                (c->contracted ? !lc_expr_is_int(c->stride[LCK_SOURCE], &own) || step != own
                               : step != 0))
                return false;
        }
    return true;
}

/* The nodes of a function along rows, as the table names them (kernels/kernel/formula.h). */
static void write_formula(FILE *out, const case_line *c, const lck_kernel *k)
{
    const lck_formula *f = k->formula;
    if (!f)
        return;
    fprintf(out, "static const lck_node formula_%zu[] = {\n", c->line);
    for (size_t i = 0; i < f->n; i++)
        fprintf(out,
                "    {(lck_node_kind)%d, (lck_function)%d, %d, %d, %d, %" PRId64 ", %d, %d},\n",
                (int)f->node[i].kind, (int)f->node[i].function, f->node[i].left, f->node[i].right,
                f->node[i].array, f->node[i].number, f->node[i].of_row, f->node[i].stage);
    fputs("};\n", out);
}

static void write_formula_name(FILE *out, const case_line *c, const lck_kernel *k)
{
    unsigned along = 0;
    for (size_t i = 0; i < k->rank; i++)
        along |= (unsigned)k->counter[i].contracted << i;
    if (k->formula)
        fprintf(out, ", formula_%zu, %zu, %d, %u", c->line, k->formula->n, k->formula->result,
                along);
    else
        fputs(", nullptr, 0, 0, 0", out);
}

static void write_row(FILE *out, const case_line *c, const lck_kernel *k, const instance *at)
{
    fprintf(out, "    {\"%s\", \"%s\", \"%s\", %d, bench_%s,\n    ", c->name, k->name,
            k->array[LCK_SOURCE].element->name, k->array[LCK_SOURCE].element->bytes, k->name);
    output_numbers(out, k->nsizes, at->size);
    fprintf(out, " %zu,", k->rank);
    output_numbers(out, k->rank, at->extent);
    output_numbers(out, k->rank, at->source);
    output_numbers(out, k->rank, at->destination);
    const int64_t number[] = {at->source_offset,
                              at->destination_offset,
                              at->source_elements,
                              at->destination_elements,
                              at->read,
                              at->written,
                              at->blocks,
                              proved_conflicts(k,
                                               "conflicts of all puts of a block: ", at->blocks),
                              proved_conflicts(k,
                                               "conflicts of all gets of a block: ", at->blocks),
                              proved(k, "sectors of all loads of the launch: "),
                              proved(k, "sectors of all stores of the launch: "),
                              vector_bytes(k, k->body, LCK_STORE),
                              vector_bytes(k, k->body, LCK_LOAD)};
    size_t n = sizeof number / sizeof *number;
    fputs("\n    ", out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, " %" PRId64 "LL,", number[i]);
    instance_write_names(out, c->line, at);
    write_formula_name(out, c, k);
    fputs("},\n", out);
}

/* A row for each case, between declarations that need all of them and the end. */
static bool write_case(emission *e, case_kernels *kernels, const case_line *c, FILE *places,
                       FILE *rows)
{
    const lck_kernel *k = case_kernel(kernels, e->list, c);
    instance at = {0};
    if (!k || !case_sizes(e->list, c, k, at.size))
        return false;
    const lck_kernel *taken = lck_kernel_pick(k, at.size, MULTIPROCESSORS);
    bool ok = instance_of(taken ? taken : k, &at);
    if (!ok)
        case_fail(e->list, c,
                  "plan %s does not admit these sizes, has more than %d modes, or a relation of "
                  "more than %d places",
                  c->plan, MOST_MODES, MOST_PLACES);
    if (ok && !are_of_first_row(k))
        ok = case_fail(e->list, c, "plan %s has tensors other than the first row of its source",
                       c->plan);
    ok = ok && write_kernel(e, k);
    if (ok) {
        instance_write_places(places, c->line, &at);
        write_formula(places, c, k);
        write_row(rows, c, k, &at);
    }
    instance_clear(&at);
    return ok;
}

static bool write_cases(emission *e, case_kernels *kernels, FILE *places, FILE *rows)
{
    bool ok = true;
    for (size_t i = 0; ok && i < e->list->n; i++)
        ok = write_case(e, kernels, &e->list->line[i], places, rows);
    return ok;
}

static bool write_table(emission *e, const char *places, const char *rows)
{
    FILE *out = output_create(e->folder, "table.cu");
    if (!out)
        return false;
    fputs("#include \"harness.cuh\"\n\n", out);
    for (size_t i = 0; i < e->nkernels; i++)
        fprintf(out,
                "cudaError_t bench_%s(const void *, void *, const long long *, "
                "cudaStream_t);\n",
                e->kernel[i]->name);
    fprintf(out,
            "\n%sextern const bench_case bench_cases[] = {\n%s};\n"
            "extern const int bench_ncases = %zu;\n",
            places, rows, e->list->n);
    return output_finish(e->folder, out);
}

static bool write_files(emission *e, case_kernels *kernels)
{
    char *text[2] = {NULL, NULL};
    size_t length[2];
    FILE *places = open_memstream(&text[0], &length[0]);
    FILE *rows = open_memstream(&text[1], &length[1]);
    remove_parts(e);
    bool ok = places && rows && write_cases(e, kernels, places, rows);
    if (places)
        fclose(places);
    if (rows)
        fclose(rows);
    if (e->part)
        ok = output_finish(e->folder, e->part) && ok;
    ok = ok && write_table(e, text[0], text[1]);
    free(text[0]);
    free(text[1]);
    return ok;
}

static bool write_all(const char *folder, const case_list *list, case_kernels *kernels)
{
    emission e = {.folder = folder, .list = list};
    e.kernel = calloc(list->n + 1, sizeof *e.kernel);
    bool ok = e.kernel && write_files(&e, kernels);
    if (ok)
        printf("%zu cases of %zu kernels in %s\n", list->n, e.nkernels, folder);
    free(e.kernel);
    return ok;
}

int main(int argc, char **argv)
{
    return case_main(argc, argv, write_all);
}
