/* ledger.c - what is answered to many statements, and who confirms it: a line a statement.
 *
 *     ledger [--random N] [--jobs N] FILE...
 *
 * A FILE is a corpus (.tsv) or a script (.lay); after them come N random statements
 * (ledger-random.h), always the same ones. A line has four columns:
 *
 *     which       the file with the row or the line, or `random` with the number
 *     statement   the claim or the expression
 *     answer      the verdict, the value, or the error
 *     confirmed   how many values and claims of it `isl` has confirmed, `reading` or
 *                 `arithmetic` has, and why the others are not; `-`: nothing was asked
 *
 * Lines come in the order of the statements, whatever the number of processes, so that `diff` of
 * two ledgers shows what a change of the checker changes. Exit status 1: isl has contradicted an
 * answer; 2: the ledger is not complete.
 */
#include "config.h"

#include "../kernels/planner/planner.h"
#include "../verify/session/script.h"
#include "corpus-rows.h"
#include "ledger-random.h"
#include "symbolic-claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_JOBS 64
#define END '\f' /* of an item, between processes */

/* One file, one row of a corpus, or one random statement. */
typedef struct {
    const char *file;
    const struct row *row;
    size_t number;
} item;

typedef struct {
    size_t n;
    item *item;
    size_t nrows;
    struct row *row;
} list;

typedef struct {
    FILE *out;
    const item *at;
    const char *text; /* of the statement; NULL: of a file */
    lcv_session *numbers, *symbols;
    lck_planner *planner;
    ledger_maker *maker;
    bool disagreed;
} writer;

/* ---- a line ---- */

static void put_text(FILE *out, const char *text)
{
    for (; text && *text; text++)
        fputc(strchr("\t\n\f", *text) ? ' ' : *text, out);
    fputc('\t', out);
}

static void put_which(writer *w, const lcv_outcome *o)
{
    if (w->at->row)
        fprintf(w->out, "%s:%s\t", w->at->row->path, w->at->row->id);
    else if (w->at->file)
        fprintf(w->out, "%s:%zu\t", o->file, o->line);
    else
        fprintf(w->out, "random:%zu\t", w->at->number);
}

static void put_answer(FILE *out, const lcv_outcome *o)
{
    if (o->status == LCV_DISAGREEMENT)
        put_text(out, "DISAGREEMENT");
    else if (o->result)
        put_text(out, lcv_verdict_name(o->result->verdict));
    else if (o->error && o->error->message)
        put_text(out, o->error->message);
    else
        put_text(out, o->value_text);
}

static const char *put_count(FILE *out, const char *before, const char *what, size_t n)
{
    if (n == 0)
        return before;
    fprintf(out, "%s%s %zu", before, what, n);
    return ", ";
}

static void put_confirmed(FILE *out, const lcv_confirmed *c)
{
    const char *before = "";
    if (c) {
        before = put_count(out, before, "isl", c->values + c->claims);
        before = put_count(out, before, "reading", c->read);
        before = put_count(out, before, "arithmetic", c->computed);
        for (size_t i = 0; i < LCR_REASONS; i++)
            before = put_count(out, before, lcr_reason_text((lcr_reason)i), c->open[i]);
    }
    fputs(*before ? "\n" : "-\n", out);
}

static void put_line(void *user, const lcv_outcome *o)
{
    writer *w = user;
    put_which(w, o);
    put_text(w->out, w->text ? w->text : o->text);
    put_answer(w->out, o);
    put_confirmed(w->out, o->confirmed);
    w->disagreed = w->disagreed || o->status == LCV_DISAGREEMENT;
}

/* ---- an item ---- */

static lcv_session *new_session(void)
{
    return lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
}

static bool put_file(writer *w, const lcv_listener *listener)
{
    lcv_session *session = new_session();
    if (!session)
        return false;
    lcv_session_set_planner(session, lck_planner_hook(w->planner));
    lcv_session_check(session, w->at->file, NULL, (lcv_span){0}, listener);
    lcv_session_free(session);
    return true;
}

static void put_row(writer *w, const lcv_listener *listener)
{
    const struct row *row = w->at->row;
    w->text = row->input;
    switch (row->kind) {
    case ROW_PROVE:
    case ROW_REFUTE: lcv_session_prove(w->numbers, row->input, listener); break;
    case ROW_RELATION: lcv_session_relation(w->numbers, row->input, listener); break;
    default: lcv_session_eval(w->numbers, row->input, listener);
    }
}

static void put_random(writer *w, const lcv_listener *listener)
{
    ledger_statement s = ledger_random(w->maker, w->at->number);
    w->text = s.text;
    lcv_session *session = s.symbolic ? w->symbols : w->numbers;
    if (s.value)
        lcv_session_eval(session, s.text, listener);
    else
        lcv_session_prove(session, s.text, listener);
}

static bool put_item(writer *w, const item *at)
{
    const lcv_listener listener = {.user = w, .outcome = put_line};
    w->at = at;
    w->text = NULL;
    if (at->file)
        return put_file(w, &listener);
    if (at->row)
        put_row(w, &listener);
    else
        put_random(w, &listener);
    return true;
}

/* ---- processes ---- */

static void ignore(void *user, const lcv_outcome *outcome)
{
    (void)user;
    (void)outcome;
}

/* Items `share`, `share` + jobs, ... of the list; the exit status. */
static int put_share(const list *all, size_t share, size_t jobs, FILE *out)
{
    const lcv_listener nobody = {.outcome = ignore};
    writer w = {.out = out,
                .numbers = new_session(),
                .symbols = new_session(),
                .planner = lck_planner_new((lck_planner_options){0}),
                .maker = ledger_maker_new()};
    bool ok = w.numbers && w.symbols && w.planner && w.maker;
    if (ok)
        lcv_session_say(w.symbols, SYMBOLIC_PARAMETERS, &nobody);
    for (size_t i = share; ok && i < all->n; i += jobs) {
        ok = put_item(&w, &all->item[i]);
        fputc(END, out);
        ok = ok && !ferror(out);
    }
    ok = fclose(out) == 0 && ok;
    ledger_maker_free(w.maker);
    lck_planner_free(w.planner);
    lcv_session_free(w.symbols);
    lcv_session_free(w.numbers);
    return !ok ? 2 : w.disagreed ? 1 : 0;
}

static FILE *start_share(const list *all, size_t share, size_t jobs)
{
    int end[2];
    if (pipe(end) != 0)
        die("pipe", 0, "none can be made");
    fflush(stdout);
    pid_t pid = fork();
    if (pid < 0)
        die("fork", 0, "no process can be made");
    if (pid == 0) {
        close(end[0]);
        FILE *out = fdopen(end[1], "w");
        _exit(out ? put_share(all, share, jobs, out) : 2);
    }
    close(end[1]);
    return need(fdopen(end[0], "r"));
}

/* The lines of the next item; false: there are none. */
static bool copy_item(FILE *from)
{
    int c;
    while ((c = getc(from)) != EOF && c != END)
        putchar(c);
    return c == END;
}

/* The worst status of all processes. */
static int wait_for_all(size_t jobs)
{
    int worst = 0, status;
    for (size_t i = 0; i < jobs; i++) {
        bool ended = wait(&status) > 0 && WIFEXITED(status);
        int is = ended ? WEXITSTATUS(status) : 2;
        worst = is > worst ? is : worst;
    }
    return worst;
}

static int write_all(const list *all, size_t jobs)
{
    FILE *from[MOST_JOBS];
    bool complete = true;
    for (size_t i = 0; i < jobs; i++)
        from[i] = start_share(all, i, jobs);
    for (size_t i = 0; complete && i < all->n; i++)
        complete = copy_item(from[i % jobs]);
    for (size_t i = 0; i < jobs; i++)
        fclose(from[i]);
    int status = wait_for_all(jobs);
    return complete && fflush(stdout) == 0 ? status : 2;
}

/* ---- the list ---- */

static void add(list *all, item made)
{
    if ((all->n & (all->n + 1)) == 0)
        all->item = need(realloc(all->item, 2 * (all->n + 1) * sizeof *all->item));
    all->item[all->n++] = made;
}

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), k = strlen(end);
    return n >= k && strcmp(text + n - k, end) == 0;
}

/* Files in the order in which they are given; rows move while they are read. */
static void add_files(list *all, size_t n, char **file)
{
    for (size_t i = 0; i < n; i++)
        if (ends_in(file[i], ".tsv"))
            all->row = read_rows(file[i], all->row, &all->nrows);
        else
            add(all, (item){.file = file[i]});
    for (size_t i = 0; i < all->nrows; i++)
        add(all, (item){.row = &all->row[i]});
}

static _Noreturn void usage(void)
{
    fputs("usage: ledger [--random N] [--jobs N] FILE...\n", stderr);
    exit(2);
}

int main(int argc, char **argv)
{
    size_t random = 0, jobs = 1;
    list all = {0};
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2)
        if (strcmp(argv[i], "--random") == 0)
            random = strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--jobs") == 0)
            jobs = strtoul(argv[i + 1], NULL, 10);
        else
            usage();
    if (jobs < 1 || jobs > MOST_JOBS || (i < argc && *argv[i] == '-'))
        usage();
    add_files(&all, (size_t)(argc - i), argv + i);
    for (size_t k = 0; k < random; k++)
        add(&all, (item){.number = k});
    int status = write_all(&all, jobs);
    free(all.item);
    free_rows(all.row, all.nrows);
    return status;
}
