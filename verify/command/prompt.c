#include "config.h"

#include "prompt.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../report/report.h"
#include "../session/session.h"
#include "arguments.h"
#include "complete.h"
#include "draw.h"
#include "help.h"
#include "history.h"
#include "input.h"
#include "interrupt.h"
#include "progress.h"
#include "readline-library.h"

#define FIRST "lay> "
#define NEXT "...> "

typedef struct {
    const lcv_prompt_options *options;
    lcv_session *session;
    lcv_progress progress;
    char *history; /* its file; or NULL */
    lcv_input input;
    bool ends, failed;
} dialogue;

/* ---- lines ---- */

typedef enum { LINE, CANCELLED, END } event;

/* readline's functions take no context. */
static const lcv_readline *editor; /* NULL: lines are not edited */
static char *line_read;
static bool line_done;

static void take_line(char *line)
{
    line_read = line;
    line_done = true;
    editor->rl_callback_handler_remove();
}

static void read_key(void)
{
    editor->rl_callback_read_char();
}

/* The terminal gives whole lines. */
static void read_whole_line(void)
{
    size_t room = 0;
    ssize_t length = getline(&line_read, &room, stdin);
    line_done = true;
    if (length > 0 && line_read[length - 1] == '\n')
        line_read[length - 1] = '\0';
    if (length < 0) {
        free(line_read);
        line_read = NULL;
    }
}

/* There is no terminal any more. */
static void end_lines(void)
{
    if (editor)
        take_line(NULL);
    line_done = true;
}

static void begin_line(const char *prompt)
{
    line_read = NULL;
    line_done = false;
    if (editor) {
        editor->rl_callback_handler_install(prompt, take_line);
    } else {
        fputs(prompt, stdout);
        fflush(stdout);
    }
}

/* Ctrl-C, which the terminal or readline has shown: the line is left as it stands. */
static void leave_line(void)
{
    if (editor)
        editor->rl_callback_handler_remove();
    putchar('\n');
    fflush(stdout);
}

/* The next line, which the caller frees. A signal wakes the wait for a key. */
static event read_line(const dialogue *d, const char *prompt, char **line)
{
    begin_line(prompt);
    while (!line_done) {
        struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
        int ready = poll(&in, 1, -1);
        if (ready > 0)
            (editor ? read_key : read_whole_line)();
        else if (errno == EINTR && editor)
            editor->rl_check_signals();
        else if (errno != EINTR)
            end_lines();
        if (!line_done && lcv_session_interrupted(d->session)) {
            leave_line();
            return CANCELLED;
        }
    }
    *line = line_read;
    return line_read ? LINE : END;
}

/* ---- what a text asks for ---- */

typedef void one_text(lcv_session *, const char *, const lcv_listener *);

static lcv_report report_of(dialogue *d, bool files)
{
    return (lcv_report){.format = &lcv_format_text,
                        .out = stdout,
                        .err = stderr,
                        .files = files,
                        .verbose = d->options->verbose,
                        .timed = true,
                        .terminal = lcv_terminal_of(stdout, d->options->colour),
                        .red_errors = lcv_terminal_of(stderr, d->options->colour).colours !=
                                      LCV_PLAIN,
                        .clear = lcv_progress_clear,
                        .user = &d->progress};
}

static void work_with(dialogue *d, const char *text, one_text *work, const lcv_listener *listener)
{
    lcv_progress_work(&d->progress, lcv_session_doing(d->session));
    work(d->session, text, listener);
    lcv_progress_work(&d->progress, NULL);
}

/* Files have a tally. */
static void work_on(dialogue *d, const char *text, one_text *work, bool files)
{
    lcv_report report = report_of(d, files);
    if (files)
        lcv_report_begin(&report);
    work_with(d, text, work, &(lcv_listener){.user = &report, .outcome = lcv_report_outcome});
    if (files)
        lcv_report_end(&report);
}

static void say(dialogue *d, const char *text)
{
    work_on(d, text, lcv_session_say, false);
}

static void explain(dialogue *d, const char *text)
{
    work_on(d, text, lcv_session_explain, false);
}

/* Draws an expression, with the options of the command line behind it. */
static void draw(dialogue *d, const char *text)
{
    lcv_drawing_options options = {.colour = d->options->colour};
    char *expression = strdup(text);
    if (expression && lcv_drawing_line(&options, expression)) {
        lcv_report report = report_of(d, false);
        lcv_drawn_file drawn = {&options, &report, true};
        report.terminal = lcv_terminal_of(stdout, options.colour);
        report.terminal.theme = options.theme;
        lcv_session_set_drawing(d->session, &options.how, options.tile);
        work_with(d, expression, options.steps ? lcv_session_draw_steps : lcv_session_draw,
                  options.file ? &(lcv_listener){.user = &drawn, .outcome = lcv_write_or_report}
                               : &(lcv_listener){.user = &report, .outcome = lcv_report_outcome});
        lcv_session_set_drawing(d->session, NULL, NULL);
    }
    free(expression);
}

/* Prints an expression as relations, or, after --c, as C. */
static void relate(dialogue *d, const char *text)
{
    bool c = strncmp(text, "--c ", 4) == 0;
    work_on(d, c ? text + 4 : text, c ? lcv_session_code : lcv_session_relation, false);
}

/* The path may stand in quotes. */
static void load(dialogue *d, const char *text)
{
    size_t n = strlen(text);
    bool quoted = n > 1 && text[0] == '"' && text[n - 1] == '"';
    char *path = strndup(text + quoted, n - 2 * quoted);
    if (path && strcmp(path, "-") == 0)
        fputs("load: expected a file: the standard input is the dialogue\n", stderr);
    else if (path)
        work_on(d, path, lcv_session_load, true);
    free(path);
}

static void print_commands(void);

static void help(dialogue *d, const char *text)
{
    char *name = strdup(text), *rest = NULL;
    size_t n = 0;
    for (char *word = name ? strtok_r(name, " \t,", &rest) : NULL; word;
         word = strtok_r(NULL, " \t,", &rest), n++)
        lcv_print_rows(1, &word, d->options->planner);
    if (n == 0) {
        lcv_print_overview(d->options->planner);
        print_commands();
    }
    free(name);
}

static void import_all(dialogue *d)
{
    lcv_report report = report_of(d, false);
    lcv_listener listener = {.user = &report, .outcome = lcv_report_outcome};
    for (size_t i = 0; i < d->options->nimports; i++)
        lcv_import(d->session, d->options->import[i], &listener);
}

static bool open_session(dialogue *d)
{
    d->session = lcv_session_new(d->options->session);
    if (!d->session)
        return false;
    lcv_session_set_planner(d->session, d->options->planner);
    lcv_interrupt_open(d->session);
    import_all(d);
    return true;
}

static void close_session(dialogue *d)
{
    lcv_interrupt_close();
    lcv_session_free(d->session);
    d->session = NULL;
}

static void reset(dialogue *d, const char *text)
{
    (void)text;
    close_session(d);
    d->failed = !open_session(d);
}

static void quit(dialogue *d, const char *text)
{
    (void)text;
    d->ends = true;
}

/* ---- commands ---- */

typedef struct {
    const char *name;
    void (*run)(dialogue *d, const char *rest);
    const char *wants; /* what follows; NULL: nothing has to */
    const char *operands, *does;
} command;

static const command commands[] = {
    {"draw", draw, "an expression", "EXPR [-o FILE] [--modes=I,J] ...", "a picture"},
    {"exit", quit, NULL, "", "the end, as quit and Ctrl-D"},
    {"explain", explain, "an expression or a claim", "EXPR", "step by step"},
    {"help", help, NULL, "[NAME...]", "what functions and claims are"},
    {"load", load, "a file", "FILE.lay", "its statements, as it is now"},
    {"quit", quit, NULL, "", "the end"},
    {"relation", relate, "an expression", "[--c] EXPR", "its isl relations; as C"},
    {"reset", reset, NULL, "", "forgets all names"},
};
static const char *const command_names[] = {"draw", "exit",     "explain", "help", "load",
                                            "quit", "relation", "reset",   NULL};

static void print_commands(void)
{
    puts("\ncommands of the prompt:");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        printf("  %s %-*s  %s\n", commands[i].name, 42 - (int)strlen(commands[i].name),
               commands[i].operands, commands[i].does);
}

/* A command is its name, then a blank or nothing; relation "..." is an expression. */
static const command *command_of(const char *text, const char **rest)
{
    size_t n = strcspn(text, " \t");
    *rest = text + n + strspn(text + n, " \t");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const command *c = &commands[i];
        if (strlen(c->name) == n && strncmp(text, c->name, n) == 0)
            return c->run == relate && **rest == '"' ? NULL : c;
    }
    return NULL;
}

static void perform(dialogue *d, char *text)
{
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    text += strspn(text, " \t\r\n");
    const char *rest;
    const command *c = command_of(text, &rest);
    lcv_interrupt_again(d->session);
    if (*text == '\0')
        return;
    if (c && c->wants && *rest == '\0')
        fprintf(stderr, "%s: expected %s\n", c->name, c->wants);
    else if (c)
        c->run(d, rest);
    else
        say(d, text);
    fflush(stdout);
    if (d->session)
        lcv_interrupt_again(d->session);
}

/* ---- the dialogue ---- */

static void perform_input(dialogue *d)
{
    char *text = lc_text_take(NULL, &d->input.text);
    lcv_input_clear(&d->input);
    if (text) {
        lcv_history_add(d->history, text);
        perform(d, text);
    } else {
        fputs("layoutcheck: out of memory\n", stderr);
    }
    free(text);
}

static bool add_line(dialogue *d, const char *line, size_t length)
{
    char *named = lcv_session_attributes(d->session);
    bool complete = lcv_input_add(&d->input, named, line, length);
    free(named);
    return complete;
}

/* Adds the lines of a text that was pasted. */
static void add_lines(dialogue *d, const char *lines)
{
    while (!d->ends && !d->failed) {
        size_t n = strcspn(lines, "\n");
        if (add_line(d, lines, n))
            perform_input(d);
        if (lines[n] == '\0')
            return;
        lines += n + 1;
    }
}

/* `help` and names, in the middle of a text. */
static bool asks_help(const char *line)
{
    line += strspn(line, " \t");
    return strncmp(line, "help", 4) == 0 && strchr(" \t", line[4]) != NULL &&
           line[strspn(line,
                       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ \t")] ==
               '\0';
}

/* An empty line ends a text that is not complete, which says what is missing. */
static void take(dialogue *d, char *line)
{
    bool inside = d->input.text.length > 0;
    if (inside && asks_help(line)) {
        perform(d, line);
        return;
    }
    bool ends = inside && line[strspn(line, " \t\r")] == '\0';
    if (ends)
        perform_input(d);
    else
        add_lines(d, line);
}

static void converse(dialogue *d)
{
    while (!d->ends && !d->failed) {
        char *line = NULL;
        switch (read_line(d, d->input.text.length > 0 ? NEXT : FIRST, &line)) {
        case LINE: take(d, line); break;
        case CANCELLED:
            lcv_input_clear(&d->input);
            lcv_interrupt_again(d->session);
            break;
        case END:
            putchar('\n');
            d->ends = true;
            break;
        }
        free(line);
    }
}

int lcv_prompt(const lcv_prompt_options *options)
{
    dialogue d = {.options = options};
    editor = lcv_readline_load();
    if (editor)
        *editor->rl_persistent_signal_handlers = 1;
    lcv_complete_open(&d.session, options->planner, command_names);
    d.history = lcv_history_open();
    lcv_progress_open(&d.progress, stderr);
    lcv_progress_watch(&d.progress);
    d.failed = !open_session(&d);
    if (!d.failed)
        printf("layoutcheck %s: an expression, a claim or a statement; help, quit\n",
               PACKAGE_VERSION);
    converse(&d);
    close_session(&d);
    lcv_progress_close(&d.progress);
    lcv_input_clear(&d.input);
    lcv_history_close(d.history);
    if (d.failed)
        fputs("layoutcheck: out of memory\n", stderr);
    return d.failed ? 2 : 0;
}
