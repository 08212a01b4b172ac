/* binary.c - runs cuobjdump, and takes the modules from what it prints. */
#include "config.h"

#include "binary.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../lib/text.h"

#define PRINTED ((size_t)64 << 20)  /* bytes that cuobjdump may print */
#define MODULES ((size_t)256 << 20) /* bytes of all modules, with the lines before them */

extern char **environ;

static const char too_much[] = "cuobjdump prints more than is read";

bool lck_is_binary(const char *bytes, size_t size)
{
    static const struct {
        const char *bytes;
        size_t n;
    } begin[] = {{"\177ELF", 4}, {"!<arch>\n", 8}, {"\x50\xed\x55\xba", 4}};
    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
        if (size >= begin[i].n && memcmp(bytes, begin[i].bytes, begin[i].n) == 0)
            return true;
    return false;
}

/* ---- cuobjdump ---- */

/* Starts `cuobjdump -ptx PATH` with its output to `to`, and no messages. False with errno. */
static bool start(const char *path, int to, pid_t *pid)
{
    char name[] = "cuobjdump", option[] = "-ptx";
    lc_text file = {0}; /* a path is no option */
    lc_text_printf(&file, "%s%s", *path == '-' ? "./" : "", path);
    char *argv[] = {name, option, lc_text_take(NULL, &file), NULL};
    posix_spawn_file_actions_t actions;
    int code = argv[2] ? posix_spawn_file_actions_init(&actions) : ENOMEM;
    if (code == 0) {
        code = posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
        if (code == 0)
            code = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                                    O_WRONLY, 0);
        if (code == 0)
            code = posix_spawnp(pid, name, &actions, NULL, argv, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    free(argv[2]);
    errno = code;
    return code == 0;
}

/* Everything that comes; false: it is too much. */
static bool read_all(int from, lc_text *text)
{
    char bytes[1 << 14];
    for (;;) {
        ssize_t n = read(from, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        if (text->length + (size_t)n > PRINTED)
            return false;
        lc_text_add_bytes(text, bytes, (size_t)n);
    }
}

/* What cuobjdump prints of a file; else b->why. */
static char *printed(const char *path, lck_binary *b)
{
    int ends[2], status = 0;
    pid_t pid;
    lc_text text = {0};
    if (pipe(ends) != 0) {
        b->why = "cuobjdump cannot be run: no more files may be open";
        return NULL;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    bool started = start(path, ends[1], &pid);
    if (!started)
        b->why = errno == ENOENT ? "a binary, and cuobjdump of the CUDA toolkit, which finds the "
                                   "PTX inside, is not on PATH"
                                 : "a binary, and cuobjdump cannot be run";
    close(ends[1]);
    bool whole = started && read_all(ends[0], &text);
    close(ends[0]);
    if (started && !whole)
        kill(pid, SIGKILL);
    while (started && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (started && !whole)
        b->why = too_much;
    else if (started && status != 0)
        b->why = "no PTX inside: cuobjdump finds no code for a GPU";
    lc_text_add(&text, "");
    b->failed |= text.failed;
    if (!b->why)
        return lc_text_take(NULL, &text);
    lc_text_free(&text);
    return NULL;
}

/* ---- modules ---- */

/* The line behind this one. */
static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static bool add_part(lck_binary *b, size_t before, const char *from, const char *end)
{
    lck_binary_part *grown = realloc(b->part, (b->n + 1) * sizeof *grown);
    if (!grown)
        return false;
    b->part = grown;
    lc_text text = {0};
    lc_text_add_char(&text, '\n', before);
    lc_text_add_bytes(&text, from, (size_t)(end - from));
    lck_binary_part *p = &b->part[b->n];
    *p = (lck_binary_part){.size = text.length, .before = before};
    for (const char *line = from; line < end && !p->target; line = next_line(line))
        if (begins(line, ".target sm_"))
            p->target = (unsigned)strtoul(line + strlen(".target sm_"), NULL, 10);
    p->text = lc_text_take(NULL, &text);
    b->n += p->text != NULL;
    return p->text;
}

/* From each line `.version` up to the head of what comes next. */
static bool split(lck_binary *b, const char *text)
{
    size_t number = 0, before = 0, sum = 0;
    const char *from = NULL;
    for (const char *line = text;; line = next_line(line), number++) {
        bool version = begins(line, ".version");
        if (from && (version || !*line || begins(line, "Fatbin "))) {
            sum += before + (size_t)(line - from);
            if (sum > MODULES)
                b->why = too_much;
            else if (!add_part(b, before, from, line))
                return false;
            from = NULL;
        }
        if (!*line || b->why)
            return true;
        if (version) {
            from = line;
            before = number;
        }
    }
}

static int newest_first(const void *a, const void *b)
{
    const lck_binary_part *p = a, *q = b;
    if (p->target != q->target)
        return p->target < q->target ? 1 : -1;
    return (p->before > q->before) - (p->before < q->before);
}

lck_binary lck_binary_of(const char *path)
{
    lck_binary b = {0};
    char *text = printed(path, &b);
    if (text) {
        b.failed |= !split(&b, text);
        if (b.n)
            qsort(b.part, b.n, sizeof *b.part, newest_first);
        else if (!b.why)
            b.why = "no PTX inside: machine code is not read; -gencode "
                    "arch=compute_90,code=compute_90 puts PTX beside it";
    }
    free(text);
    return b;
}

void lck_binary_free(lck_binary *b)
{
    for (size_t i = 0; i < b->n; i++)
        free(b->part[i].text);
    free(b->part);
    *b = (lck_binary){0};
}
