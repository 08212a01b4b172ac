/* corpus-run - check every row of corpus files (tests/corpus/README.md) and of files of recorded
 * prints (tests/prints/README.md).
 *
 * usage: corpus-run [--tap] [--jobs N] [--limit SECONDS] FILE.tsv...
 *
 * Runs $LAYOUTCHECK (default ./layoutcheck), through $LAYOUTCHECK_WRAPPER where
 * one is set (valgrind and its options), for each row, N rows at a time (2), each
 * with $LAYOUTCHECK_LIMIT or SECONDS (100) of processor time. Prints each row that fails
 * with what was expected and what came, how many prints of each source were read, then
 * `N passed, N failed`; with --tap, TAP.
 * Exit status: 0 when no row failed (with --tap: always, TAP says it), 1 when one
 * did, 2 for a malformed file.
 */
#include "config.h"

#include "corpus-rows.h"
#include "process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_JOBS = 64, MAX_WORDS = 32 };

/* What is running for a row: the row's own command, or the proof that the
 * relation it printed is the expected one. */
struct job {
    struct row *row;
    bool comparing;
};

static double limit = 100;
static char *wrapper[MAX_WORDS];
static size_t nwrapper;
static const char *program = "./layoutcheck";

/* ---- judging ---- */

static void trim(char *text)
{
    size_t n = strlen(text);
    while (n && strchr(" \t\r\n", text[n - 1]))
        text[--n] = '\0';
}

/* The printed relation without comment lines, in one line; in place. */
static void join_relation(char *text)
{
    char *to = text;
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        line += strspn(line, " \t");
        if (*line == '#' || !*line)
            continue;
        size_t n = strlen(line);
        memmove(to, line, n);
        to += n;
        *to++ = ' ';
    }
    *to = '\0';
    trim(text);
}

static void fail(struct row *row, const struct process *p, const char *when)
{
    char end[128];
    process_end(p, end, sizeof end);
    row->came = format(end, when, *p->out ? "; " : "", p->out);
    if (*p->err) {
        char *all = format(row->came, "; standard error: ", p->err, "");
        free(row->came);
        row->came = all;
    }
    row->done = true;
}

static void judge(struct row *row, bool ok, const struct process *p)
{
    if (ok)
        row->ok = row->done = true;
    else
        fail(row, p, "");
}

/* Exit status, and no verdict but the expected one. */
static bool verdict_is(const struct process *p, int status, const char *word)
{
    static const char *const words[] = {"PROVED", "REFUTED", "UNKNOWN"};
    for (size_t i = 0; i < 3; i++)
        if (!strcmp(words[i], word) != !!strstr(p->out, words[i]))
            return false;
    return p->status == status;
}

/* The last line of the values that are shown. */
static bool shows(const struct process *p, const char *values)
{
    char *end = format(" = ", values, "\n", "");
    bool found = strstr(p->out, end) != NULL;
    free(end);
    return found;
}

/* Does the text have the parts, those between " ... ", one after the other? */
static bool says(const char *text, const char *parts)
{
    while (text) {
        const char *end = strstr(parts, " ... ");
        char *part = end ? strndup(parts, (size_t)(end - parts)) : strdup(parts);
        text = strstr(text, part);
        text = text ? text + strlen(part) : NULL;
        free(part);
        if (!end)
            return text != NULL;
        parts = end + 5;
    }
    return false;
}

/* The row by a command that has ended; of a relation the comparison is left. */
static bool holds(const struct row *row, struct process *p)
{
    switch (row->kind) {
    case ROW_EVAL: trim(p->out); return p->status == 0 && !strcmp(p->out, row->expected);
    case ROW_PROVE: return verdict_is(p, 0, "PROVED") && says(p->out, row->expected);
    case ROW_REFUTE: return verdict_is(p, 1, "REFUTED") && says(p->out, row->expected);
    case ROW_ERROR: return p->status == 2 && !*p->out && says(p->err, row->expected);
    case ROW_VALUES: return p->status == 0 && shows(p, row->expected);
    case ROW_STATEMENTS: return p->status == 0;
    case ROW_RELATION: break;
    }
    return false;
}

/* A finished command: judge the row, or say that its relation is to be compared. */
static bool wants_comparison(struct job *job, struct process *p)
{
    struct row *row = job->row;
    if (p->timed_out || p->asleep) {
        fail(row, p, job->comparing ? ", proving the relations equal" : "");
    } else if (job->comparing) {
        if (verdict_is(p, 0, "PROVED"))
            judge(row, true, p);
        else
            fail(row, p, ", proving the relations equal");
    } else if (row->kind != ROW_RELATION) {
        judge(row, holds(row, p), p);
    } else {
        if (p->status == 0)
            join_relation(p->out);
        if (p->status == 0 && *p->out && !strchr(p->out, '"'))
            return true;
        fail(row, p, "");
    }
    return false;
}

/* ---- running ---- */

static void start(struct process *p, const char *command, const char *argument, const char *input)
{
    char *argv[MAX_WORDS + 4];
    size_t n = 0;
    for (; n < nwrapper; n++)
        argv[n] = wrapper[n];
    argv[n++] = (char *)(size_t)program; /* execvp takes them unchanged */
    argv[n++] = (char *)(size_t)command;
    argv[n++] = (char *)(size_t)argument;
    argv[n] = NULL;
    if (!process_start(p, argv, NULL, input, limit))
        die(program, 0, strerror(errno));
}

static void start_row(struct process *p, struct job *job, struct row *row)
{
    *job = (struct job){.row = row};
    bool file = row_is_file(row);
    start(p, row_command(row), file ? "-" : row->input, file ? row->input : NULL);
}

static void start_comparison(struct process *p, struct job *job)
{
    char *left = format("equiv(relation \"", p->out, "\", relation \"", "");
    char *claim = format(left, job->row->expected, "\")", "");
    process_clear(p);
    job->comparing = true;
    start(p, "prove", claim, NULL);
    free(left);
    free(claim);
}

static void show_failure(const struct row *row)
{
    printf("#   at       %s:%d\n#   source   %s\n#   kind     %s\n#   input    %s\n", row->path,
           row->line, row->source, row->kind_name, row->input);
    printf("#   expected %s\n#   came     ", row->expected);
    size_t shown = 0;
    for (const char *c = row->came; *c && shown < 1000; c++, shown++)
        putchar(*c == '\n' ? '|' : *c);
    putchar('\n');
}

static void report(const struct row *row, size_t number, bool tap)
{
    if (tap)
        printf("%s %zu - %s\n", row->ok ? "ok" : "not ok", number, row->id);
    else if (!row->ok)
        printf("FAIL %s\n", row->id);
    if (!row->ok)
        show_failure(row);
}

static void run_rows(struct row *rows, size_t n, size_t jobs, bool tap)
{
    struct process running[MAX_JOBS] = {{0}};
    struct job job[MAX_JOBS];
    size_t next = 0, reported = 0;
    while (reported < n) {
        for (size_t i = 0; i < jobs && next < n; i++)
            if (!running[i].pid)
                start_row(&running[i], &job[i], &rows[next++]);
        struct process *p = process_wait(running, jobs);
        struct job *done = &job[p - running];
        if (wants_comparison(done, p))
            start_comparison(p, done);
        else
            process_clear(p);
        for (; reported < n && rows[reported].done; reported++)
            report(&rows[reported], reported + 1, tap);
    }
}

/* How many prints of the source of this one were read; once a source. */
static void print_source(const struct row *rows, size_t n, size_t first)
{
    size_t all = 0, read = 0, refused = 0;
    for (size_t i = 0; i < n; i++) {
        bool same = rows[i].how && !strcmp(rows[i].source, rows[first].source);
        if (same && i < first)
            return;
        all += same;
        read += same && rows[i].ok && rows[i].kind != ROW_ERROR;
        refused += same && rows[i].kind == ROW_ERROR;
    }
    printf("# %s: %zu of %zu prints are read, %zu are refused with a reason\n",
           rows[first].source, read, all, refused);
}

static void print_sources(const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].how)
            print_source(rows, n, i);
}

static size_t print_total(const struct row *rows, size_t n, bool tap)
{
    size_t failed = 0;
    for (size_t i = 0; i < n; i++)
        failed += !rows[i].ok;
    if (tap)
        printf("1..%zu\n", n);
    else
        printf("%zu passed, %zu failed\n", n - failed, failed);
    return failed;
}

static _Noreturn void usage(void)
{
    fputs("usage: corpus-run [--tap] [--jobs N] [--limit SECONDS] FILE.tsv...\n", stderr);
    exit(2);
}

int main(int argc, char **argv)
{
    bool tap = false;
    size_t jobs = 2, n = 0;
    struct row *rows = NULL;
    char *words = getenv("LAYOUTCHECK_WRAPPER") ? strdup(getenv("LAYOUTCHECK_WRAPPER")) : NULL;
    if (words)
        nwrapper = process_words(words, wrapper, MAX_WORDS);
    if (getenv("LAYOUTCHECK"))
        program = getenv("LAYOUTCHECK");
    if (getenv("LAYOUTCHECK_LIMIT"))
        limit = atof(getenv("LAYOUTCHECK_LIMIT"));
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--tap"))
            tap = true;
        else if (!strcmp(argv[i], "--jobs") && i + 1 < argc)
            jobs = strtoul(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--limit") && i + 1 < argc)
            limit = atof(argv[++i]);
        else if (*argv[i] == '-')
            usage();
        else
            rows = read_rows(argv[i], rows, &n);
    }
    if (!rows || jobs < 1 || jobs > MAX_JOBS || limit <= 0)
        usage();
    run_rows(rows, n, jobs, tap);
    print_sources(rows, n);
    size_t failed = print_total(rows, n, tap);
    free_rows(rows, n);
    free(words);
    return failed && !tap ? 1 : 0;
}
