/* main.c - runs a kernel of a PTX file thread by thread and says what it saw:
 *
 *   ptx-run FILE [--entry=NAME] [--block=X,Y,Z] [--grid=X,Y,Z] [--dynamic=BYTES] [--seed=N]
 *           [--arg=I=VALUE] [--buffer=I=BYTES[:int:LOW:HIGH|:float|:zero]] [--steps=N] [--list]
 *
 * Parameters that are used as addresses, and those of --buffer, are buffers (1 MiB); others are
 * --arg's numbers, or drawn from 0 to 63. --list names the entries with their parameters.
 * The output is a line of JSON for each line of the file with an access, then one for the kernel
 * (print.c).
 */
#include "machine.h"
#include "watch.h"

#include <stdlib.h>
#include <string.h>

static void three(const char *text, int *to)
{
    for (int k = 0; k < 3 && *text; k++) {
        char *end;
        to[k] = (int)strtol(text, &end, 10);
        text = *end ? end + 1 : end;
    }
}

static const char *value_of(const char *option, const char *name)
{
    size_t length = strlen(name);
    return strncmp(option, name, length) == 0 ? option + length : NULL;
}

static argument *argument_of(launch *l, char **text)
{
    unsigned long k = strtoul(*text, text, 10);
    if (k >= max_arguments || **text != '=')
        ptx_stop("options", 0, "an argument is I=..., I from 0 to %d", max_arguments - 1);
    ++*text;
    return &l->argument[k];
}

static void read_argument(launch *l, const char *option)
{
    char *text = strdup(option), *at = text;
    argument *a = argument_of(l, &at);
    a->given = true;
    a->value = strncmp(at, "0f", 2) == 0 ? strtoull(at + 2, NULL, 16)
                                         : (uint64_t)strtoll(at, NULL, 0);
    free(text);
}

static void read_buffer(launch *l, const char *option)
{
    char *text = strdup(option), *at = text;
    argument *a = argument_of(l, &at);
    a->buffer = a->given = true;
    a->value = strtoull(at, &at, 0);
    a->high = 63;
    if (value_of(at, ":float"))
        a->fill = fill_floats;
    else if (value_of(at, ":zero"))
        a->fill = fill_zero;
    else if (value_of(at, ":int:")) {
        a->low = strtoll(at + 5, &at, 10);
        a->high = *at == ':' ? strtoll(at + 1, NULL, 10) : a->low;
    }
    free(text);
}

/* A parameter is a pointer if the file says so, or if it is loaded and made an address. */
static bool is_pointer(const ptx_function *f, const ptx_variable *v)
{
    for (int k = 0; k < f->count; k++) {
        const ptx_instruction *load = &f->code[k];
        if (strcmp(load->parts[0], "ld") != 0 || load->operand[1].variable != v || v->bytes != 8)
            continue;
        for (int n = k; n < f->count; n++)
            if (strcmp(f->code[n].parts[0], "cvta") == 0 &&
                f->code[n].operand[1].kind == operand_register &&
                f->code[n].operand[1].index == load->operand[0].index)
                return true;
    }
    return v->pointer;
}

static void list(const ptx_module *m)
{
    for (int k = 0; k < m->function_count; k++) {
        const ptx_function *f = m->functions[k];
        if (!f->entry || !f->body)
            continue;
        printf("%s", f->name);
        for (int p = 0; p < f->parameter_count; p++) {
            const ptx_variable *v = f->parameters[p];
            char kind = is_pointer(f, v)               ? 'p'
                        : v->type.bits / 8u < v->bytes ? 'a'
                        : v->type.kind == kind_float   ? 'f'
                                                       : 'i';
            printf(" %c%llu", kind, (unsigned long long)v->bytes);
        }
        printf(" /%d\n", f->reqntid[0]);
    }
}

static void defaults(ptx_function *f, launch *l)
{
    if (f->parameter_count > max_arguments)
        ptx_stop(f->name, 0, "more than %d parameters", max_arguments);
    for (int k = 0; k < f->parameter_count; k++)
        if (is_pointer(f, f->parameters[k]) && !l->argument[k].given)
            l->argument[k] =
                (argument){.given = true, .buffer = true, .value = 1 << 20, .high = 63};
}

/* ASan asks this, where the program has it: one run a process, whose memory ends with it. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

int main(int count, char **options)
{
    launch l = {.block = {32, 1, 1}, .grid = {1, 1, 1}, .seed = 1, .steps = 20000000};
    const char *path = NULL, *entry = NULL, *value;
    bool lists = false;
    for (int k = 1; k < count; k++) {
        const char *o = options[k];
        if ((value = value_of(o, "--entry=")))
            entry = value;
        else if ((value = value_of(o, "--block=")))
            three(value, l.block);
        else if ((value = value_of(o, "--grid=")))
            three(value, l.grid);
        else if ((value = value_of(o, "--dynamic=")))
            l.dynamic = strtoull(value, NULL, 0);
        else if ((value = value_of(o, "--seed=")))
            l.seed = strtoull(value, NULL, 0);
        else if ((value = value_of(o, "--steps=")))
            l.steps = strtoull(value, NULL, 0);
        else if ((value = value_of(o, "--arg=")))
            read_argument(&l, value);
        else if ((value = value_of(o, "--buffer=")))
            read_buffer(&l, value);
        else if (strcmp(o, "--list") == 0)
            lists = true;
        else
            path = o;
    }
    if (!path)
        ptx_stop("ptx-run", 0, "a file is expected");
    ptx_module *module = ptx_module_read(path);
    if (lists) {
        list(module);
        return 0;
    }
    ptx_function *f = ptx_module_entry(module, entry);
    if (!f)
        ptx_stop(path, 0, "no entry %s", entry ? entry : "");
    defaults(f, &l);
    machine m = {.module = module, .entry = f, .launch = &l, .watch = watch_new()};
    machine_run(&m);
    watch_print(m.watch, stdout, !m.stopped && !m.stuck);
    return 0;
}
