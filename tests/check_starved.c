/* check_starved.c - commands in which an allocation fails.
 *
 *     check_starved                   as `make check` runs it
 *     check_starved COMMAND [N]       every allocation of the command of this number, or the N-th
 *                                     alone, with the calls that lead to it
 *
 * Each command is run once as it is, in a process of its own, and then again and again, and each
 * time another allocation fails: of ours, of isl, of GMP, of the C library. Of N allocations that
 * are more than LAYOUTCHECK_CASES (4,000) / 400 some are left out, at regular distances. A run
 * without the memory that it wanted may print what the whole run prints. Else it says that memory
 * ran out, and has no verdict that the whole run does not have. It never crashes, and it loses no
 * memory, unless the command ends at once (kernels/command/memory.h).
 *
 * isl 0.25 crashes in some places, where it makes a context for one, and its reader and its code
 * generator lose memory; elsewhere it may report what is wrong with its input, or find another
 * point of a set, in place of memory. Where isl lacks memory any error will do, and any point.
 */
#define _GNU_SOURCE /* on_exit */
#include "config.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <glob.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failing.h"

enum { WORDS = 8, SECONDS = 60, SHARE = 400, CRASH_OF_ISL = 120 };

/* What a command writes is part of what it prints, and removed after its run. */
#define WRITTEN "check-starved"

static const char certificate[] =
    "layoutcheck certificate 3\n\nclaim injective\nsource <stdin>:2: injective((4,8):(1,1))\n"
    "arg (4,8):(1,1)\nverdict REFUTED\nby collision\n"
    "set { [d0, d1] : 1 <= d0 <= 3 and -7 <= d1 <= 7 and d0 + d1 = 0 }\n"
    "set { [d0, d1] : 0 <= d0 <= 0 and 1 <= d1 <= 7 and d0 + d1 = 0 }\n"
    "point 0 1 -1\ndigest 7f6ad809831f4bc2\nend\n";
static const char transpose[] =
    "param M in 1..1024, N in 1..1024\n"
    "plan transpose(element=f32, source=(M,N):(N,1), destination=(M,N):(1,M))\n";
static const char rows[] = "param M in 1..1024\nplan softmax(element=bf16, source=(M,64):(64,1), "
                           "destination=(M,64):(64,1), value = exp(x - max(x)) / sum(exp(x - "
                           "max(x))))\n";
static const char product[] = "param M in 1..512\nplan p(a=(M,64):(64,1), b=(64,64):(64,1), "
                              "c=(M,64):(64,1), elements=(bf16,bf16,bf16), method=mma)\n";
static const char attention[] =
    "param S in 1..256\nplan a(q=(1,(2,1),S,64):(0,(64*S,0),64,1), "
    "k=(9,(2,1),32,64):(2048,(0,0),64,1), v=(9,(2,1),32,64):(2048,(0,0),64,1), "
    "o=(1,(2,1),S,64):(0,(64*S,0),64,1), elements=bf16, pages=(1,8):(8,1), "
    "lengths=(1,):(1,))\n";

/* A command, its files below the tree of sources, and what it reads on standard input, "-". */
static const struct {
    const char *word[WORDS];
    const char *input;
} commands[] = {
    {.word = {"eval", "compose((4,8):(8,1), (2,2):(1,4))"}},
    {.word = {"eval", "compose((4,8):(8,1), (3,3):(1,4))"}},
    {.word = {"eval", "S<2,3,3> o 0 o (8,8):(8,1)"}},
    {.word = {"eval", "torch.Size([3, 2, 4]) (8, 4, 1)"}},
    {.word = {"eval", "inverse(relation \"{ [c] -> [c + 3] : 0 <= c < 16 }\")"}},
    {.word = {"eval", "(4,8):(8,"}},
    {.word = {"eval", "relation \"{ [i] -> [i] : 0 3= i }\""}}, /* isl loses a token of it */
    {.word = {"eval", "--format=json", "logical_divide((8,8):(8,1), (2,4))"}},
    {.word = {"prove", "injective((4,8):(8,1))"}},
    {.word = {"prove", "injective((4,8):(1,1))"}},
    {.word = {"prove", "-v", "equiv(S<2,0,2> o 0 o 16:1, 16:1)"}},
    {.word = {"prove", "param M >= 1; injective((M,8):(8,1))"}},
    {.word = {"prove", "--format=json", "param M >= 1, N >= 1; equal((M,N):(1,M), (M,N):(N,1))"}},
    {.word = {"prove", "conflict_free(S<3,3,3> o 0 o (8,8):(64,1), 32)"}},
    {.word = {"relation", "(4,(2,8)):(8,(1,2))"}},
    {.word = {"relation", "--c", "S<1,2,2> o 0 o (4,4):(4,1)"}},
    {.word = {"explain", "compose((4,8):(8,1), (2,2):(1,4))"}},
    {.word = {"explain", "bijective((4,8):(8,1))"}},
    {.word = {"draw", "(4,8):(8,1)"}},
    {.word = {"draw", "-o", WRITTEN ".svg", "--as=grid", "(4,8):(8,1)"}},
    {.word = {"check", "examples/cecka-3.2-coalesce.lay"}},
    {.word = {"check", "--format=junit", "examples/triton.lay"}},
    {.word = {"check", "--format=gcc", "--crosscheck=points", "examples/errata-relations.lay"}},
    {.word = {"check", "--certificate=/dev/null", "examples/cecka-3.4-inverses.lay"}},
    {.word = {"check", "-j2", "examples/cecka-2-shapes.lay"}},
    {.word = {"check", "--format=tap", "-"},
     .input = "import <sm80>\nlet f(X) = X o X\nlet A = (4,4):(4,1)\nprove injective(A)\n"
              "for X in [16:1, 8:1] prove equal(f(X), X)\nrefute injective((2,2):(1,1))\n"},
    {.word = {"check", "-"}, .input = "let A = (4,4):(4,\nshow A\nimport nothing\nprove B\n"},
    {.word = {"report", "--no-time", "-o", WRITTEN ".html", "examples/cecka-2.4-layouts.lay"}},
    {.word = {"help", "compose"}},
    {.word = {"help"}},
    {.word = {"recheck", "-"}, .input = certificate},
    {.word = {"recheck", "--format=json", "-"}, .input = certificate},
    {.word = {"check", "-"}, .input = transpose},
    {.word = {"emit", "-"}, .input = transpose},
    {.word = {"emit", "--main", "-"}, .input = rows},
    {.word = {"emit", "--format=json", "-"}, .input = product},
    {.word = {"emit", "-"}, .input = attention},
    {.word = {"draw", "--plan=table_transpose", "examples/transfers.lay"}},
    {.word = {"emit", "--format=cxx", "examples/cecka-2.4-layouts.lay"}},
    {.word = {"run", "--cpu", "--size=M=70", "--size=N=40", "-"}, .input = transpose},
    {.word = {"tune", "-"}, .input = product},
    {.word = {"audit", "-v", "tests/audit/ptx/halo.ptx"}},
    {.word = {"audit", "--format=sarif", "tests/audit/ptx/unfilled.ptx"}},
    {.word = {"audit", "--format=json", "examples/audit/transpose.ttgir"}},
    {.word = {"audit", "--format=lay", "tests/audit/turn.mlir"}},
    {.word = {"audit", "tests/audit/turn-padded.mlir"}},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

/* ---- one run, in a process of its own */

typedef struct {
    int status; /* of its exit; 128 + the signal that ended it */
    char *out;  /* what it printed on both streams */
    failing_count count;
} outcome;

static failing_count *counted; /* shared with the process of a run */
static int printed;            /* a file of both streams */

static void finish(int status, void *user)
{
    (void)user;
    fflush(NULL);
    *counted = failing_disarm();
    _exit(status);
}

static bool is_in(void *at, const char *library)
{
    Dl_info info;
    return dladdr(at, &info) && info.dli_fname && strstr(info.dli_fname, library);
}

static bool is_isl(failing_whose whose)
{
    return whose == FAILING_ISL || whose == FAILING_ISL_GENERATES || whose == FAILING_ISL_READS;
}

/* isl's own crash: without memory, and in a function of isl, or one of GMP or the C library that
 * isl calls. */
static bool is_of_isl(void *const *at, int n)
{
    failing_whose whose = failing_disarm().whose;
    while (n > 1 && (is_in(*at, "libgmp.") || is_in(*at, "libc."))) {
        at++;
        n--;
    }
    return is_isl(whose) && is_in(*at, "libisl.");
}

static void crashed(int signal)
{
    enum { FAULT = 2 }; /* behind this one and the signal's frame */
    void *call[32];
    failing_disarm();
    int n = backtrace(call, 32);
    backtrace_symbols_fd(call, n, STDERR_FILENO);
    _exit(n > FAULT && is_of_isl(call + FAULT, n - FAULT) ? CRASH_OF_ISL : 128 + signal);
}

static void give_input(const char *text)
{
    FILE *file = tmpfile();
    if (!file || fputs(text, file) == EOF || fflush(file) != 0)
        _exit(125);
    rewind(file);
    dup2(fileno(file), STDIN_FILENO);
}

/* A word of a command, for good. */
static char *in_tree(const char *word)
{
    const char *top = getenv("top_srcdir");
    bool file = strncmp(word, "examples/", 9) == 0 || strncmp(word, "tests/", 6) == 0;
    char *path = NULL;
    if (asprintf(&path, "%s%s%s", file && top ? top : "", file && top ? "/" : "", word) < 0)
        _exit(125);
    return path;
}

_Noreturn static void run_here(int command, long succeed)
{
    static char out[BUFSIZ], err[BUFSIZ], in[BUFSIZ], name[] = "layoutcheck";
    char *argv[WORDS + 2] = {name};
    int argc = 1;
    for (; commands[command].word[argc - 1]; argc++)
        argv[argc] = in_tree(commands[command].word[argc - 1]);
    give_input(commands[command].input ? commands[command].input : "");
    dup2(printed, STDOUT_FILENO);
    dup2(printed, STDERR_FILENO);
    setvbuf(stdin, in, _IOFBF, sizeof in);
    setvbuf(stdout, out, _IOFBF, sizeof out);
    setvbuf(stderr, err, _IOLBF, sizeof err);
    setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS, SECONDS});
    signal(SIGSEGV, crashed);
    signal(SIGABRT, crashed);
    signal(SIGBUS, crashed);
    signal(SIGFPE, crashed);
    on_exit(finish, NULL);
    failing_arm(succeed);
    exit(__real_main(argc, argv));
}

/* Times go: no two runs have the same. */
static void forget_times(char *text)
{
    static const char mark[] = "\"seconds\":";
    while ((text = strstr(text, mark))) {
        text += strlen(mark);
        size_t n = strspn(text, " 0123456789.e-");
        memmove(text, text + n, strlen(text + n) + 1);
    }
}

static void add_file(const char *path)
{
    char block[BUFSIZ];
    int file = open(path, O_RDONLY);
    for (ssize_t n; file >= 0 && (n = read(file, block, sizeof block)) > 0;)
        if (write(printed, block, (size_t)n) != n)
            abort();
    if (file >= 0)
        close(file);
    unlink(path);
}

static char *read_printed(void)
{
    lseek(printed, 0, SEEK_END);
    add_file(WRITTEN ".html");
    add_file(WRITTEN ".svg");
    off_t size = lseek(printed, 0, SEEK_END);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (!text || pread(printed, text, (size_t)size, 0) != size)
        abort();
    text[size] = '\0';
    forget_times(text);
    return text;
}

static outcome run(int command, long succeed)
{
    if (ftruncate(printed, 0) != 0 || lseek(printed, 0, SEEK_SET) != 0)
        abort();
    *counted = (failing_count){0};
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        run_here(command, succeed);
    int status;
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        abort();
    return (outcome){WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                     read_printed(), *counted};
}

/* ---- what is wrong with a run */

/* Does the text have this line? */
static bool has_line(const char *text, const char *line, size_t length)
{
    for (; *text; text += *text == '\n') {
        size_t n = strcspn(text, "\n");
        if (n == length && strncmp(text, line, n) == 0)
            return true;
        text += n;
    }
    return false;
}

/* Is there a line, of those with a verdict if there is one, that the whole run does not have? */
static bool has_another_line(const char *text, const char *whole, bool any)
{
    for (; *text; text += *text == '\n') {
        size_t n = strcspn(text, "\n");
        bool verdict = memmem(text, n, "PROVED", 6) || memmem(text, n, "REFUTED", 7) ||
                       memmem(text, n, "CONFIRMED", 9) || memmem(text, n, "REJECTED", 8);
        if ((any || verdict) && !has_line(whole, text, n))
            return true;
        text += n;
    }
    return false;
}

/* NULL: nothing. */
static const char *what_is_wrong(const outcome *run, const outcome *whole)
{
    failing_whose whose = run->count.whose;
    bool isl = is_isl(whose);
    if (run->status == CRASH_OF_ISL)
        return NULL;
    if (run->status > 128)
        return "it crashed";
    if (run->count.blocks != whole->count.blocks && whose <= FAILING_ISL)
        return "memory is lost";
    if (run->status == whole->status && strcmp(run->out, whole->out) == 0)
        return NULL;
    if (has_another_line(run->out, whole->out, false))
        return "another verdict";
    if (run->status == 2 && whole->status == 2 && !has_another_line(run->out, whole->out, true))
        return NULL; /* an error without its hint */
    if (isl && (run->status == 4 || strstr(run->out, "isl has no opinion") ||
                strstr(run->out, " has the point ")))
        return NULL;
    if (run->status != whole->status && run->status != 2 && run->status != 3)
        return "another exit status";
    /* isl's reader says that the text is wrong, in place of memory, or gives no error */
    return strstr(run->out, "memory") || whose == FAILING_ISL_READS ||
                   (isl && run->status != whole->status)
               ? NULL
               : "it does not say that memory ran out";
}

static void print_command(int command)
{
    printf("layoutcheck");
    for (int i = 0; commands[command].word[i]; i++)
        printf(" %s", commands[command].word[i]);
}

/* ---- the allocations of a command */

static bool check_one(int command, long succeed, const outcome *whole, bool verbose)
{
    outcome one = run(command, succeed);
    const char *wrong = what_is_wrong(&one, whole);
    if (wrong || verbose) {
        printf("# command %d, allocation %ld: %s (exit %d, %ld blocks)\n", command, succeed,
               wrong ? wrong : "as it should be", one.status, one.count.blocks);
        if (verbose || one.status > 128)
            printf("%s\n", one.out);
    }
    free(one.out);
    return !wrong;
}

/* Files of runs that ended while they wrote. */
static void remove_written(void)
{
    glob_t found = {0};
    if (glob(WRITTEN ".*", 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            unlink(found.gl_pathv[i]);
    globfree(&found);
}

static bool check_command(int command, long points)
{
    outcome whole = run(command, FAILING_NEVER);
    long asked = whole.count.asked, step = asked / points + 1, wrong = 0, runs = 0;
    bool ok = whole.status < 128 && asked > 0 && whole.count.blocks == 0;
    if (!ok)
        printf("# command %d: exit %d, %ld blocks\n%s\n", command, whole.status,
               whole.count.blocks, whole.out);
    for (long n = 0; n < asked; n += step, runs++)
        wrong += !check_one(command, n, &whole, false);
    ok = ok && wrong == 0;
    printf("%s %d - ", ok ? "ok" : "not ok", command + 1);
    print_command(command);
    printf(": exit %d; %ld allocations, of which %ld failed, %ld badly\n", whole.status, asked,
           runs, wrong);
    fflush(stdout);
    free(whole.out);
    remove_written();
    return ok;
}

static bool prepare(void)
{
    setlocale(LC_CTYPE, "");
    FILE *file = tmpfile();
    printed = file ? fileno(file) : -1;
    counted = mmap(NULL, sizeof *counted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                   0);
    return printed >= 0 && counted != MAP_FAILED;
}

static int check_all(void)
{
    const char *cases = getenv("LAYOUTCHECK_CASES");
    long points = (cases && *cases ? atol(cases) : 4000) / SHARE;
    bool ok = true;
    for (int i = 0; i < COMMANDS; i++)
        ok &= check_command(i, points > 0 ? points : 1);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

int __wrap_main(int argc, char **argv)
{
    if (!failing_replaced()) {
        puts("1..0 # SKIP malloc cannot be replaced here");
        return EXIT_SUCCESS;
    }
    if (!prepare()) {
        perror("check_starved");
        return EXIT_FAILURE;
    }
    if (argc < 2) {
        printf("1..%d\n", COMMANDS);
        return check_all();
    }
    int command = atoi(argv[1]);
    if (command < 0 || command >= COMMANDS)
        return EXIT_FAILURE;
    if (argc < 3)
        return check_command(command, 20000) ? EXIT_SUCCESS : EXIT_FAILURE;
    outcome whole = run(command, FAILING_NEVER);
    failing_tell();
    bool ok = check_one(command, atol(argv[2]), &whole, true);
    free(whole.out);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
