/* cli-run - run the command-line tests of .test files (tests/cli/README.md).
 *
 * usage: cli-run [--tap] FILE.test...
 *
 * The program under test is $LAYOUTCHECK (default ./layoutcheck), run through
 * $LAYOUTCHECK_WRAPPER where one is set (valgrind and its options). Each process of a
 * case may take $LAYOUTCHECK_LIMIT seconds of processor time (default 100, five times what
 * any of them takes). The locale is C.UTF-8, whatever that of the shell: lines are drawn as
 * boxes, and sorted by bytes. Prints each failing case with what was expected and what came,
 * then `N passed, N failed, N skipped`; with --tap, TAP.
 * Exit status: 0 when no case failed (with --tap: always, TAP says it), 1 when one
 * did, 2 for a malformed file.
 */
#include "config.h"

#include "process.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a stream must hold: one entry for each `>` or `!` line. */
enum line_kind { LINE_EXACT, LINE_PATTERN, LINE_ANY };
struct expected {
    struct {
        enum line_kind kind;
        char *text;
        regex_t regex; /* LINE_PATTERN */
    } * lines;
    size_t n;
};

struct test_case {
    char *name, *needs, *setup, *run, *input;
    struct expected out, err;
    int exit_status;
    int line; /* of `case:` */
};

struct totals {
    unsigned passed, failed, skipped;
    bool tap;
};

static _Noreturn void die(const char *path, int line, const char *what)
{
    if (line)
        fprintf(stderr, "cli-run: %s:%d: %s\n", path, line, what);
    else
        fprintf(stderr, "cli-run: %s: %s\n", path, what);
    exit(2);
}

static void *need(void *memory)
{
    if (!memory)
        die("memory", 0, "none left");
    return memory;
}

/* ---- reading a file ---- */

static void append_line(char **text, const char *line)
{
    size_t old = *text ? strlen(*text) : 0, more = strlen(line);
    *text = need(realloc(*text, old + more + 2));
    memcpy(*text + old, line, more);
    memcpy(*text + old + more, "\n", 2);
}

static void add_expected(struct expected *e, const char *rest, const char *path, int line)
{
    enum line_kind kind = LINE_EXACT;
    if (!strcmp(rest, "..."))
        kind = LINE_ANY;
    else if (*rest == '~')
        kind = LINE_PATTERN;
    const char *text = rest;
    if (kind == LINE_PATTERN)
        text++;
    if (kind != LINE_ANY && *text && *text++ != ' ')
        die(path, line, "a space must follow the sigil");
    e->lines = need(realloc(e->lines, (e->n + 1) * sizeof *e->lines));
    e->lines[e->n].kind = kind;
    e->lines[e->n].text = need(strdup(text));
    if (kind == LINE_PATTERN) {
        char *whole = need(malloc(strlen(text) + 5));
        sprintf(whole, "^(%s)$", text);
        if (regcomp(&e->lines[e->n].regex, whole, REG_EXTENDED | REG_NOSUB) != 0)
            die(path, line, "a malformed regular expression");
        free(whole);
    }
    e->n++;
}

/* The text after `WORD:` when the line starts so, else NULL. */
static const char *directive(const char *line, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || line[n] != ':')
        return NULL;
    line += n + 1;
    return line + strspn(line, " ");
}

static void set_once(char **field, const char *text, const char *path, int line)
{
    if (*field)
        die(path, line, "the case has this line already");
    *field = need(strdup(text));
}

static void read_line(struct test_case *c, const char *text, const char *path, int line)
{
    const char *rest;
    if (*text == '<')
        append_line(&c->input, text[1] == ' ' ? text + 2 : text + 1);
    else if (*text == '>')
        add_expected(&c->out, text + 1, path, line);
    else if (*text == '!')
        add_expected(&c->err, text + 1, path, line);
    else if ((rest = directive(text, "run")))
        set_once(&c->run, rest, path, line);
    else if ((rest = directive(text, "needs")))
        set_once(&c->needs, rest, path, line);
    else if ((rest = directive(text, "setup")))
        append_line(&c->setup, rest);
    else if ((rest = directive(text, "exit")))
        c->exit_status = atoi(rest);
    else
        die(path, line, "not a line of a case (tests/cli/README.md)");
}

static struct test_case *read_cases(const char *path, size_t *n)
{
    FILE *file = fopen(path, "r");
    if (!file)
        die(path, 0, strerror(errno));
    struct test_case *cases = NULL;
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    *n = 0;
    for (int line = 1; (length = getline(&text, &room, file)) > 0; line++) {
        if (text[length - 1] == '\n')
            text[length - 1] = '\0';
        const char *name = directive(text, "case");
        if (name) {
            cases = need(realloc(cases, (*n + 1) * sizeof *cases));
            cases[(*n)++] = (struct test_case){.name = need(strdup(name)), .line = line};
        } else if (*text && *text != '#') {
            if (!*n)
                die(path, line, "no `case:` line before this one");
            read_line(&cases[*n - 1], text, path, line);
        }
    }
    free(text);
    fclose(file);
    for (size_t i = 0; i < *n; i++)
        if (!cases[i].run)
            die(path, cases[i].line, "the case has no `run:` line");
    return cases;
}

static void free_expected(struct expected *e)
{
    for (size_t i = 0; i < e->n; i++) {
        free(e->lines[i].text);
        if (e->lines[i].kind == LINE_PATTERN)
            regfree(&e->lines[i].regex);
    }
    free(e->lines);
}

static void free_cases(struct test_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(cases[i].name);
        free(cases[i].needs);
        free(cases[i].setup);
        free(cases[i].run);
        free(cases[i].input);
        free_expected(&cases[i].out);
        free_expected(&cases[i].err);
    }
    free(cases);
}

/* ---- comparing ---- */

/* Do the lines of text from `at` on match those expected from i on? Text that
 * does not end with a newline has a last line without one, which matches too. */
static bool matches(const struct expected *e, size_t i, char *at, char *end)
{
    for (; i < e->n; i++) {
        if (e->lines[i].kind == LINE_ANY) {
            for (;;) {
                if (matches(e, i + 1, at, end))
                    return true;
                if (at == end)
                    return false;
                char *newline = memchr(at, '\n', (size_t)(end - at));
                at = newline ? newline + 1 : end;
            }
        }
        if (at == end)
            return false;
        char *stop = memchr(at, '\n', (size_t)(end - at));
        char *next = stop ? stop + 1 : end;
        if (!stop)
            stop = end;
        char kept = *stop; /* at the end of the text: its NUL */
        *stop = '\0';
        bool same = strlen(at) == (size_t)(stop - at) &&
                    (e->lines[i].kind == LINE_EXACT
                         ? !strcmp(at, e->lines[i].text)
                         : regexec(&e->lines[i].regex, at, 0, NULL, 0) == 0);
        *stop = kept;
        if (!same)
            return false;
        at = next;
    }
    return at == end;
}

static bool as_expected(const struct expected *e, char *text, size_t size)
{
    return matches(e, 0, text, text + size);
}

static void show_text(const char *mark, const char *text, size_t size)
{
    const size_t most = 2000;
    for (size_t i = 0; i < size && i < most; i++) {
        if (i == 0 || text[i - 1] == '\n')
            printf("#     %s ", mark);
        putchar(text[i] ? text[i] : '?');
    }
    if (size && (size > most || text[size - 1] != '\n'))
        putchar('\n');
    if (size > most)
        printf("#     %s ... %zu bytes in all\n", mark, size);
}

static void show_expected(const char *mark, const struct expected *e)
{
    for (size_t i = 0; i < e->n; i++)
        printf("#     %s%s %s\n", mark, e->lines[i].kind == LINE_PATTERN ? "~" : "",
               e->lines[i].kind == LINE_ANY ? "(any lines)" : e->lines[i].text);
}

static void show_failure(const struct test_case *c, const struct process *p, bool out_ok,
                         bool err_ok)
{
    printf("#   run %s\n", c->run);
    if (p->status != c->exit_status) {
        char end[128];
        process_end(p, end, sizeof end);
        printf("#   %s, expected exit status %d\n", end, c->exit_status);
    }
    if (!out_ok) {
        printf("#   expected on standard output:\n");
        show_expected(">", &c->out);
    }
    if (!out_ok || p->status != c->exit_status) {
        printf("#   came on standard output:\n");
        show_text(">", p->out, p->out_size);
    }
    if (!err_ok) {
        printf("#   expected on standard error:\n");
        show_expected("!", &c->err);
    }
    if (!err_ok || p->status != c->exit_status) {
        printf("#   came on standard error:\n");
        show_text("!", p->err, p->err_size);
    }
}

/* ---- running ---- */

static double limit = 100;

/* Run a shell line in dir, `layoutcheck` being the program under test. */
static void shell(struct process *p, const char *line, const char *dir, const char *input)
{
    static const char prelude[] =
        "layoutcheck() { $LAYOUTCHECK_WRAPPER \"$LAYOUTCHECK\" \"$@\"; }\n";
    char *script = need(malloc(sizeof prelude + strlen(line)));
    strcpy(script, prelude);
    strcat(script, line);
    char *argv[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, script, NULL};
    if (!process_start(p, argv, dir, input, limit))
        die("/bin/sh", 0, strerror(errno));
    process_wait(p, 1);
    free(script);
}

static bool succeeds(const char *line, const char *dir)
{
    struct process p;
    shell(&p, line, dir, NULL);
    bool ok = p.status == 0;
    process_clear(&p);
    return ok;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info;
    (void)kind;
    (void)where;
    return remove(path);
}

static bool set_up(const struct test_case *c, const char *dir)
{
    struct process p;
    char *strict = need(malloc(strlen(c->setup) + sizeof "set -e\n"));
    sprintf(strict, "set -e\n%s", c->setup);
    shell(&p, strict, dir, NULL);
    free(strict);
    bool ready = p.status == 0;
    if (!ready) {
        char end[128];
        process_end(&p, end, sizeof end);
        printf("#   setup failed, %s:\n", end);
        show_text("$", c->setup, strlen(c->setup));
        show_text("!", p.err, p.err_size);
    }
    process_clear(&p);
    return ready;
}

/* True when the case passes; prints why not. */
static bool run_in(const struct test_case *c, const char *dir)
{
    if (c->setup && !set_up(c, dir))
        return false;
    struct process p;
    shell(&p, c->run, dir, c->input);
    bool out_ok = as_expected(&c->out, p.out, p.out_size);
    bool err_ok = as_expected(&c->err, p.err, p.err_size);
    bool ok = p.status == c->exit_status && out_ok && err_ok;
    if (!ok)
        show_failure(c, &p, out_ok, err_ok);
    process_clear(&p);
    return ok;
}

static void run_case(const struct test_case *c, const char *path, struct totals *t)
{
    char dir[] = "cli-run.XXXXXX";
    if (!mkdtemp(dir))
        die(dir, 0, strerror(errno));
    const char *result;
    bool skip = c->needs && !succeeds(c->needs, dir);
    bool ok = skip || run_in(c, dir);
    nftw(dir, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    if (skip) {
        t->skipped++;
        result = "ok";
    } else if (ok) {
        t->passed++;
        result = "ok";
    } else {
        t->failed++;
        result = "not ok";
    }
    if (t->tap)
        printf("%s %u - %s%s%s\n", result, t->passed + t->failed + t->skipped, c->name,
               skip ? " # SKIP needs " : "", skip ? c->needs : "");
    else if (!ok)
        printf("FAIL %s:%d %s\n", path, c->line, c->name);
}

static void run_file(const char *path, struct totals *t)
{
    size_t n;
    struct test_case *cases = read_cases(path, &n);
    for (size_t i = 0; i < n; i++)
        run_case(&cases[i], path, t);
    free_cases(cases, n);
}

/* Cases run in folders of their own: the variables they use must be absolute. */
static void make_absolute(const char *variable, const char *fallback)
{
    char path[PATH_MAX];
    const char *given = getenv(variable);
    if (!realpath(given ? given : fallback, path))
        die(given ? given : fallback, 0, strerror(errno));
    setenv(variable, path, 1);
}

int main(int argc, char **argv)
{
    struct totals t = {0};
    int first = 1;
    if (argc > 1 && !strcmp(argv[1], "--tap")) {
        t.tap = true;
        first = 2;
    }
    if (first >= argc) {
        fputs("usage: cli-run [--tap] FILE.test...\n", stderr);
        return 2;
    }
    make_absolute("LAYOUTCHECK", "./layoutcheck");
    make_absolute("top_srcdir", ".");
    make_absolute("top_builddir", ".");
    setenv("LC_ALL", "C.UTF-8", 1);
    if (getenv("LAYOUTCHECK_LIMIT"))
        limit = atof(getenv("LAYOUTCHECK_LIMIT"));
    for (int i = first; i < argc; i++)
        run_file(argv[i], &t);
    if (t.tap)
        printf("1..%u\n", t.passed + t.failed + t.skipped);
    else
        printf("%u passed, %u failed, %u skipped\n", t.passed, t.failed, t.skipped);
    return t.failed && !t.tap ? 1 : 0;
}
