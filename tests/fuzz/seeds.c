/* seeds.c - what each reader usually reads, from the examples and the tests of the tree. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/recheck.h"
#include "../../lib/text.h"
#include "../../verify/session/answer.h"
#include "target.h"

typedef struct {
    fuzz_seed seed;
    void *user;
} taker;

static void give(const taker *to, const char *text, size_t size)
{
    to->seed(to->user, text, size);
}

/* ---- how a file is cut */

static void whole(const taker *to, char *text)
{
    give(to, text, strlen(text));
}

static void four_lines(const taker *to, char *text)
{
    while (*text) {
        size_t size = 0;
        for (int lines = 0; lines < 4 && text[size]; size++)
            lines += text[size] == '\n';
        give(to, text, size);
        text += size;
    }
}

/* What begins with `mark` at a time, behind what is declared before the first of them. */
static void each(const taker *to, char *text, const char *mark)
{
    char *first = strstr(text, mark);
    size_t head = first ? (size_t)(first - text) : 0;
    for (char *next; first; first = next) {
        next = strstr(first + 1, mark);
        size_t size = next ? (size_t)(next - first) : strlen(first);
        char *module = malloc(head + size);
        if (!module)
            return;
        memcpy(module, text, head);
        memcpy(module + head, first, size);
        give(to, module, head + size);
        free(module);
    }
}

static void plans(const taker *to, char *text)
{
    each(to, text, "\nplan ");
}

static void kernels(const taker *to, char *text)
{
    each(to, text, "\n.visible .entry");
}

/* `\n`, `\t` and `\\` become what they stand for; the size. */
static size_t unescape(char *text, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < size; i++) {
        bool escaped = text[i] == '\\' && i + 1 < size;
        char c = escaped ? text[++i] : text[i];
        text[n++] = escaped && c == 'n' ? '\n' : escaped && c == 't' ? '\t' : c;
    }
    return n;
}

/* The third column of recorded prints (tests/prints/README.md). */
static void prints(const taker *to, char *text)
{
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        char *print = line;
        for (int column = 1; column < 3 && print; column++) {
            print = memchr(print, '\t', (size_t)(end - print));
            print += print != NULL;
        }
        if (print && line != text)
            give(to, print, unescape(print, strcspn(print, "\t\n")));
    }
}

/* Relations and sets between their quotes. */
static void quoted(const taker *to, char *text)
{
    for (char *at = text; (at = strchr(at, '{'));) {
        size_t size = strcspn(at, "\"'\n");
        char *begin = at;
        while (begin > text && !strchr("\"'\n", begin[-1]))
            begin--;
        if (at[size] == '"')
            give(to, begin, (size_t)(at + size - begin));
        at += size;
    }
}

static void certificates(const taker *to, char *text)
{
    lcv_session *session = lcv_session_new(
        (lcv_options){.crosscheck = LCV_CROSSCHECK_OFF, .budget = 100000, .certify = true});
    lcv_answer *answers = session ? lcv_ask(session, LCV_ASK_SAY, text) : NULL;
    for (const lcv_answer *a = answers; a; a = lcv_answer_next(a)) {
        const char *certificate = lcv_answer_certificate(a);
        lc_text whole = {0};
        lc_text_add(&whole, LCR_CERTIFICATE_HEAD);
        lc_text_add(&whole, certificate);
        if (certificate)
            give(to, lc_text_peek(&whole), whole.length);
        lc_text_free(&whole);
    }
    lcv_answer_free(answers);
    lcv_session_free(session);
}

/* ---- which files */

static const struct {
    const char *target, *files;
    void (*cut)(const taker *to, char *text);
} sources[] = {{"language", "examples/*.lay", four_lines},
               {"language", "examples/kernels/*.lay", four_lines},
               {"language", "verify/library/*.lay", four_lines},
               {"expression", "tests/prints/*.tsv", prints},
               {"relation", "tests/cli/relation*.test", quoted},
               {"relation", "examples/*relation*.lay", quoted},
               {"plans", "examples/*.lay", plans},
               {"plans", "tests/audit/own/*.lay", plans},
               {"report", "examples/c*.lay", four_lines},
               {"report", "examples/s*.lay", four_lines},
               {"facts", "examples/c*.lay", four_lines},
               {"triton", "examples/audit/*.ttgir", whole},
               {"triton", "tests/audit/*.ttgir", whole},
               {"cute", "tests/audit/*.mlir", whole},
               {"ptx", "examples/audit/*.ptx", kernels},
               {"ptx", "tests/audit/ptx/*.ptx", kernels},
               {"ptx", "tests/audit/own/*.ptx", kernels},
               {"certificate", "examples/cecka*.lay", certificates},
               {"certificate", "examples/symbolic*.lay", certificates}};

static void cut_file(const char *path, void (*cut)(const taker *, char *), const taker *to)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    if (file && getdelim(&text, &room, '\0', file) > 0)
        cut(to, text);
    free(text);
    if (file)
        fclose(file);
}

void fuzz_seeds(const char *top, const char *target, fuzz_seed seed, void *user)
{
    taker to = {seed, user};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        char pattern[4096];
        glob_t found;
        snprintf(pattern, sizeof pattern, "%s/%s", top, sources[i].files);
        if (strcmp(sources[i].target, target) != 0 || glob(pattern, 0, NULL, &found) != 0)
            continue;
        for (size_t f = 0; f < found.gl_pathc; f++)
            cut_file(found.gl_pathv[f], sources[i].cut, &to);
        globfree(&found);
    }
}
