/* check_audit_ptx_run.c - what an audit says of kernels of PTX, against runs of them.
 *
 * tests/audit/ptx has kernels in pairs, one right, one with a fault; faults.tsv says a launch of
 * each and what is to be found. tests/ptx-run/ptx-run shares nothing with the audit. It runs a
 * launch thread by thread and says what it saw of each line: wavefronts, sectors, addresses that
 * are outside of their buffer or not aligned; races and barriers of the kernel. A verdict of the
 * audit that all is well must not be contradicted by a run, a worst warp not be surpassed; and
 * with a launch that is given in numbers, what is said to go wrong must do so.
 *
 * Launches are those of the table, and random ones: blocks, grids, arguments and sizes of buffers
 * that were not thought of. Then random kernels that keep numbers in shared memory (ptx-kept.h),
 * and ones whose lanes share numbers (ptx-warps.h).
 */
#include "config.h"

#include "law.h"
#include "process.h"
#include "ptx-kept.h"
#include "ptx-warps.h"
#include "suite.h"

#include "../kernels/audit/audit.h"
#include "../lib/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIMIT 60.0 /* seconds of processor time of a run */
enum { max_rows = 100, max_arguments = 8 };

typedef struct {
    char file[32], name[32], verdict[16], right[16], wrong[16];
    int line; /* of the source; 0: none */
    int block[3], grid[3], dynamic;
    int arguments;
    bool bytes[max_arguments]; /* the argument is a pointer to so many */
    int value[max_arguments];
} row;

static row rows[max_rows];
static int row_count;
static lck_asker *asker;

static const char *top(void)
{
    const char *path = getenv("top_srcdir");
    return path ? path : ".";
}

static void read_option(row *r, const char *option)
{
    int k, v;
    if (sscanf(option, "--block=%d,%d,%d", &r->block[0], &r->block[1], &r->block[2]) > 0 ||
        sscanf(option, "--grid=%d,%d,%d", &r->grid[0], &r->grid[1], &r->grid[2]) > 0 ||
        sscanf(option, "--dynamic=%d", &r->dynamic) > 0)
        return;
    bool bytes = sscanf(option, "--arg=%d=bytes:%d", &k, &v) == 2;
    ck_assert(bytes || sscanf(option, "--arg=%d=%d", &k, &v) == 2);
    ck_assert(k >= 0 && k < max_arguments);
    r->bytes[k] = bytes;
    r->value[k] = v;
    r->arguments = k + 1 > r->arguments ? k + 1 : r->arguments;
}

static void read_rows(void)
{
    char path[1024], line[1024], options[512];
    snprintf(path, sizeof path, "%s/tests/audit/ptx/faults.tsv", top());
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    for (row_count = 0; fgets(line, sizeof line, file);) {
        if (line[0] == '#')
            continue;
        ck_assert(row_count < max_rows);
        row *r = &rows[row_count++];
        *r = (row){.block = {1, 1, 1}, .grid = {1, 1, 1}};
        ck_assert_int_eq(sscanf(line,
                                "%31[^\t]\t%31[^\t]\t%511[^\t]\t%15[^\t]\t%15[^\t]\t%15[^\t]\t%d",
                                r->file, r->name, options, r->verdict, r->right, r->wrong,
                                &r->line),
                         7);
        for (char *o = strtok(options, " "); o; o = strtok(NULL, " "))
            read_option(r, o);
    }
    fclose(file);
    ck_assert_int_gt(row_count, 40);
}

/* ---- a launch, run and audited ---- */

typedef struct {
    json_t *lines, *kernel;
    lck_audit audit;
    lck_kernel_audit *audited;
    char what[512]; /* the kernel and its launch, for messages */
} both;

static void text_of(char *to, size_t size, const char *format, const int *three)
{
    snprintf(to, size, format, three[0], three[1], three[2]);
}

/* The lines of JSON that ptx-run prints: of lines of the file, then of the kernel. */
static bool read_run(both *b, const char *out)
{
    b->lines = json_array();
    for (const char *at = out, *end; (end = strchr(at, '\n')); at = end + 1) {
        json_t *value = json_loadb(at, (size_t)(end - at), 0, NULL);
        if (!value)
            return false;
        if (json_object_get(value, "kernel"))
            b->kernel = value;
        else
            json_array_append_new(b->lines, value);
    }
    return b->kernel != NULL;
}

static bool run(law *l, const row *r, const char *path, const char *entry, both *b)
{
    char words[max_arguments + 8][96], *argv[max_arguments + 9];
    size_t n = 0;
    snprintf(words[n++], 96, "--entry=%s", entry);
    text_of(words[n++], 96, "--block=%d,%d,%d", r->block);
    text_of(words[n++], 96, "--grid=%d,%d,%d", r->grid);
    snprintf(words[n++], 96, "--dynamic=%d", r->dynamic);
    for (int k = 0; k < r->arguments; k++)
        snprintf(words[n++], 96, r->bytes[k] ? "--buffer=%d=%d:int:0:511" : "--arg=%d=%d", k,
                 r->value[k]);
    char program[] = "tests/ptx-run/ptx-run";
    argv[0] = program;
    argv[1] = (char *)(size_t)path;
    for (size_t k = 0; k < n; k++)
        argv[k + 2] = words[k];
    argv[n + 2] = NULL;
    for (size_t k = 0, used = 0; k < n && used < sizeof b->what; k++)
        used += (size_t)snprintf(b->what + used, sizeof b->what - used, "%s%s", k ? " " : "",
                                 words[k]);
    struct process p = {0};
    if (!process_start(&p, argv, NULL, NULL, LIMIT) || process_wait(&p, 1) != &p)
        return law_fail(l, "%s cannot be started", program);
    bool done = p.status == 0 && read_run(b, p.out);
    if (!done)
        law_fail(l, "ptx-run of %s: status %d, %s", entry, p.status, p.err);
    process_clear(&p);
    return done;
}

/* `open`: of a grid of at most so many blocks. */
static bool audit(law *l, const row *r, const char *path, const char *entry, bool open, both *b)
{
    lck_audit_options o = LCK_AUDIT_NO_OPTIONS;
    char arguments[max_arguments][64];
    o.entry = entry;
    o.dynamic = r->dynamic;
    for (int k = 0; k < 3; k++) {
        o.block[k] = (uint32_t)r->block[k];
        (open ? o.most : o.grid)[k] = (uint32_t)r->grid[k];
    }
    for (int k = 0; k < r->arguments; k++) {
        snprintf(arguments[k], 64, r->bytes[k] ? "%d=bytes:%d" : "%d=%d", k, r->value[k]);
        const char *expected = lck_audit_option(&o, "arg", arguments[k]);
        if (expected)
            return law_fail(l, "--arg=%s: %s", arguments[k], expected);
    }
    if (!lck_audit_path(&b->audit, asker, path, &o) || b->audit.nerrors || b->audit.nkernels != 1)
        return law_fail(l, "the audit of %s: %s", entry,
                        b->audit.nerrors ? b->audit.error[0].message : "kernels");
    b->audited = &b->audit.kernel[0];
    return true;
}

static bool launch(law *l, const row *r, bool wrong, bool open, both *b)
{
    char path[1024], entry[64];
    *b = (both){0};
    snprintf(path, sizeof path, "%s/tests/audit/ptx/%s.ptx", top(), r->file);
    snprintf(entry, sizeof entry, "%s_%s", r->name, wrong ? "wrong" : "right");
    return run(l, r, path, entry, b) && audit(l, r, path, entry, open, b);
}

static void release(both *b)
{
    json_decref(b->lines);
    json_decref(b->kernel);
    lck_audit_free(&b->audit);
}

/* ---- contradictions ---- */

static long long number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static bool is_at(const json_t *line, const lck_access_record *a)
{
    bool shared = strcmp(json_string_value(json_object_get(line, "space")), "shared") == 0;
    return number(line, "line") == (long long)a->line && shared == (a->space == LCK_SHARED);
}

/* Of unknown memory nothing is said. */
static bool may_be(const json_t *line, const lck_access_record *a)
{
    return number(line, "line") == (long long)a->line &&
           a->answer[LCK_INSIDE].verdict == LCK_UNKNOWN &&
           a->answer[LCK_SECTORS].verdict == LCK_UNKNOWN;
}

static bool contradicts(law *l, const both *b, const json_t *line, const lck_access_record *a,
                        bool ended)
{
    const json_t *worst = json_object_get(line, "worst");
    lck_asked asked = a->space == LCK_SHARED ? LCK_CONFLICTS : LCK_SECTORS;
    const lck_answer *cost = &a->answer[asked], *in = &a->answer[LCK_INSIDE],
                     *aligned = &a->answer[LCK_ALIGNED];
    long long took = json_integer_value(json_array_get(worst, 0)),
              least = json_integer_value(json_array_get(worst, 1));
    long long outside = number(line, "outside"), askew = number(line, "misaligned");
    const char *at = b->what;
    bool masked = cost->why && strstr(cost->why, "holds for all lanes");
    if (cost->verdict == LCK_GOOD && !askew && !masked && took > least)
        return law_fail(l, "%s, line %zu: %lld for %lld, and nothing is said", at, a->line, took,
                        least);
    bool part = asked == LCK_SECTORS && took <= cost->worst; /* of its lanes, which need less */
    if (cost->verdict == LCK_BAD && !askew && !part &&
        took - least > (long long)cost->worst - (long long)cost->least &&
        took * cost->least > cost->worst * least)
        return law_fail(l, "%s, line %zu: %lld, said %u at worst", at, a->line, took,
                        cost->worst);
    if (in->verdict == LCK_GOOD && outside)
        return law_fail(l, "%s, line %zu: outside of its buffer, said to be inside", at, a->line);
    bool of_data = a->address && strstr(a->address, "data"); /* other data may reach outside */
    if (in->verdict == LCK_BAD && ended && !outside && !of_data)
        return law_fail(l, "%s, line %zu: said to reach outside, and does not: %s", at, a->line,
                        in->shown);
    if (aligned->verdict == LCK_GOOD && askew)
        return law_fail(l, "%s, line %zu: not aligned", at, a->line);
    if (aligned->verdict == LCK_BAD && ended && !askew)
        return law_fail(l, "%s, line %zu: said to be askew, and is not: %s", at, a->line,
                        aligned->shown);
    return true;
}

static const lck_answer *about(const both *b, const char *what)
{
    for (size_t k = 0; k < b->audited->nothers; k++)
        if (strcmp(b->audited->other[k].about, what) == 0)
            return &b->audited->other[k].answer;
    return NULL;
}

/* Of threads of one block in shared memory, or of several in global memory. */
static size_t races_seen(const both *b, bool blocks)
{
    size_t n = 0, k;
    const json_t *race;
    json_array_foreach(json_object_get(b->kernel, "races"), k, race)
        n += (json_object_get(race, "blocks") != NULL) == blocks;
    return n;
}

/* Warps that wait at several instructions for one barrier meet all the same. */
static size_t barriers_missed(const both *b)
{
    return json_array_size(json_object_get(b->kernel, "divergent")) +
           json_array_size(json_object_get(b->kernel, "stuck"));
}

static bool kernel_agrees(law *l, const both *b)
{
    const lck_answer *races = about(b, "races"), *barriers = about(b, "barriers");
    const lck_answer *global = about(b, "global");
    if (races && races->verdict == LCK_GOOD && races_seen(b, false))
        return law_fail(l, "%s: a race that the audit denies", b->what);
    if (global && global->verdict == LCK_GOOD && races_seen(b, true))
        return law_fail(l, "%s: a race of blocks that the audit denies", b->what);
    if (barriers && barriers->verdict == LCK_GOOD && barriers_missed(b))
        return law_fail(l, "%s: a barrier is missed, and the audit denies it", b->what);
    return true;
}

static bool agrees(law *l, const both *b)
{
    bool ended = json_is_true(json_object_get(b->kernel, "ended"));
    size_t k;
    const json_t *line;
    json_array_foreach(b->lines, k, line)
    {
        size_t found = 0;
        for (size_t n = 0; n < b->audited->naccesses; n++) {
            const lck_access_record *a = &b->audited->access[n];
            found += is_at(line, a) || may_be(line, a);
            if (is_at(line, a) && !contradicts(l, b, line, a, ended))
                return false;
        }
        if (!found)
            return law_fail(l, "%s, line %lld: an access that the audit does not have", b->what,
                            number(line, "line"));
    }
    return kernel_agrees(l, b);
}

/* ---- the table ---- */

static const char *worst_of(const both *b, lck_asked asked, int source, char *text, size_t size)
{
    unsigned worst = 0, least = 1;
    lck_verdict verdict = LCK_GOOD;
    char end[24];
    snprintf(end, sizeof end, ":%d", source);
    for (size_t n = 0; n < b->audited->naccesses; n++) {
        const lck_access_record *a = &b->audited->access[n];
        const char *colon = a->source ? strrchr(a->source, ':') : NULL;
        const lck_answer *is = &a->answer[asked];
        if (is->verdict == LCK_UNKNOWN && verdict != LCK_BAD)
            verdict = LCK_UNKNOWN;
        if (is->verdict != LCK_BAD)
            continue;
        verdict = LCK_BAD;
        bool here = source == 0 || (colon && strcmp(colon, end) == 0);
        if (here && is->worst * least >= worst * is->least) {
            worst = is->worst;
            least = is->least;
        }
    }
    const char *good = asked == LCK_CONFLICTS ? "none" : asked == LCK_SECTORS ? "least" : "yes";
    if (verdict == LCK_BAD && (asked == LCK_CONFLICTS || asked == LCK_SECTORS))
        snprintf(text, size, "%u/%u", worst, least);
    else
        snprintf(text, size, "%s",
                 verdict == LCK_BAD    ? "no"
                 : verdict == LCK_GOOD ? good
                                       : "unknown");
    return text;
}

static const char *found(const row *r, const both *b, bool wrong, char *text, size_t size)
{
    static const char *const names[] = {"conflicts", "sectors", "inside", "aligned"};
    for (int k = 0; k < 4; k++)
        if (strcmp(r->verdict, names[k]) == 0)
            return worst_of(b, (lck_asked)k, wrong ? r->line : 0, text, size);
    if (strcmp(r->verdict, "-") == 0)
        return races_seen(b, true) ? "some" : "none";
    const lck_answer *is = about(b, r->verdict);
    bool races = strcmp(r->verdict, "races") == 0 || strcmp(r->verdict, "global") == 0;
    return !is                       ? "nothing"
           : is->verdict == LCK_GOOD ? (races ? "none" : "yes")
           : is->verdict == LCK_BAD  ? (races ? "some" : "no")
                                     : "unknown";
}

static bool as_the_table_says(law *l, const row *r, bool wrong)
{
    both b;
    char text[32];
    const char *expected = wrong ? r->wrong : r->right;
    bool holds = launch(l, r, wrong, false, &b) && agrees(l, &b);
    if (holds && strcmp(expected, "-") != 0) {
        const char *is = found(r, &b, wrong, text, sizeof text);
        if (strcmp(is, expected) != 0)
            holds = law_fail(l, "%s_%s: %s is %s, expected %s", r->name,
                             wrong ? "wrong" : "right", r->verdict, is, expected);
    }
    release(&b);
    return holds;
}

static int below(law *l, int n)
{
    return (int)(rnd_u64(&l->rnd) % (unsigned)n);
}

/* The launch of a row, with something of it changed. */
static row drawn(law *l)
{
    static const int blocks[][3] = {{32, 1, 1},  {64, 1, 1}, {256, 1, 1}, {33, 1, 1},
                                    {16, 16, 1}, {8, 4, 2},  {48, 2, 1},  {7, 1, 1}};
    row r = rows[below(l, row_count)];
    if (below(l, 2))
        memcpy(r.block, blocks[below(l, 8)], sizeof r.block);
    if (below(l, 2))
        for (int k = 0; k < 3; k++)
            r.grid[k] = k < 2 ? 1 + below(l, 3) : 1;
    if (below(l, 3) == 0)
        r.dynamic = below(l, 1024);
    for (int k = 0; k < r.arguments; k++)
        if (below(l, 3) == 0)
            r.value[k] = r.bytes[k]    ? 4 * (1 + below(l, 1200))
                         : below(l, 2) ? r.value[k] + below(l, 3) - 1
                                       : below(l, 300);
    return r;
}

static bool law_launches(law *l)
{
    row r = drawn(l);
    bool wrong = below(l, 2), open = below(l, 3) == 0;
    both b;
    bool holds = launch(l, &r, wrong, open, &b) && (open ? kernel_agrees(l, &b) : agrees(l, &b));
    law_saw(l, wrong);
    release(&b);
    return holds;
}

/* A random kernel, of which some accesses are told from others. */
static bool random_kernel(law *l, row *r, const char *text,
                          bool (*is_special)(const lck_access_record *))
{
    static const int blocks[][3] = {{32, 1, 1}, {64, 1, 1}, {48, 2, 1}, {16, 4, 1}};
    char path[] = "check_audit_kept.XXXXXX.ptx";
    both b = {0};
    FILE *file = fdopen(mkstemps(path, 4), "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
    memcpy(r->block, blocks[below(l, 4)], sizeof r->block);
    r->grid[0] = 1 + below(l, 2);
    r->grid[1] = r->grid[2] = 1;
    bool holds = run(l, r, path, "k", &b) && audit(l, r, path, "k", false, &b) && agrees(l, &b);
    bool special = false;
    for (size_t k = 0; holds && k < b.audited->naccesses; k++)
        special |= is_special(&b.audited->access[k]);
    law_saw(l, special);
    unlink(path);
    release(&b);
    if (!holds && l->failure)
        fprintf(stderr, "%s\n", text);
    return holds;
}

/* A load that is followed has an address that is no data. */
static bool is_followed(const lck_access_record *a)
{
    return a->space == LCK_GLOBAL && a->answer[LCK_INSIDE].verdict != LCK_UNKNOWN;
}

static bool law_kept(law *l)
{
    row r = {.arguments = 2, .bytes = {true}};
    r.value[0] = 4 * (16 + below(l, 2) * below(l, 400));
    r.value[1] = below(l, 8);
    return random_kernel(l, &r, ptx_kept(l), is_followed);
}

/* Data in an address whose cost is known is the same for all lanes. */
static bool is_of_warp(const lck_access_record *a)
{
    lck_asked asked = a->space == LCK_SHARED ? LCK_CONFLICTS : LCK_SECTORS;
    return a->address && strstr(a->address, "data") && a->answer[asked].verdict != LCK_UNKNOWN;
}

static bool law_warps(law *l)
{
    row r = {.arguments = 3, .bytes = {true, true}};
    r.value[0] = 1024;
    r.value[1] = 4 * below(l, 600);
    r.value[2] = below(l, 8);
    return random_kernel(l, &r, ptx_warps(l), is_of_warp);
}

static void begin(void)
{
    read_rows();
    asker = lck_asker_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(asker);
}

TEST(test_table)
{
    begin();
    size_t failed = 0;
    for (int k = 0; k < 2 * row_count; k++) {
        law l = {.name = "the table"};
        if (!as_the_table_says(&l, &rows[k / 2], k % 2)) {
            fprintf(stderr, "%s\n", l.failure);
            failed++;
        }
        free(l.failure);
    }
    lck_asker_free(asker);
    ck_assert_msg(failed == 0, "%zu of %d are not as faults.tsv says", failed, 2 * row_count);
}

TEST(test_launches)
{
    static const char *const classes[] = {"right", "wrong", NULL};
    begin();
    law_check_share("an audit of a launch, and a run of it", law_launches, classes, 20);
    lck_asker_free(asker);
}

TEST(test_kept)
{
    static const char *const classes[] = {"data", "followed", NULL};
    begin();
    law_check_share("numbers that are kept in shared memory", law_kept, classes, 20);
    lck_asker_free(asker);
}

TEST(test_warps)
{
    static const char *const classes[] = {"lanes apart", "of a warp", NULL};
    begin();
    law_check_share("numbers that lanes of a warp share", law_warps, classes, 2);
    lck_asker_free(asker);
}

SUITE_MAIN("audits of PTX and runs of it", test_table, test_launches, test_kept, test_warps)
