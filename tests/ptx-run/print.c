/* print.c - what was noted, as lines of JSON; see watch.h. */
#include "watching.h"

#include <string.h>

static void add(int *list, int *count, int line)
{
    for (int k = 0; k < *count; k++)
        if (list[k] == line)
            return;
    if (*count < max_notes)
        list[(*count)++] = line;
}

void watch_unread(watch *w, const ptx_instruction *i)
{
    for (int k = 0; k < w->unreads; k++)
        if (w->unread[k] == i)
            return;
    if (w->unreads < max_notes)
        w->unread[w->unreads++] = i;
}

void watch_absent(watch *w, const ptx_instruction *i)
{
    add(w->absent, &w->absents, i->line);
}

void watch_divergent(watch *w, const step *s)
{
    add(w->divergent, &w->divergents, s->i->line);
}

void watch_left(watch *w, const ptx_instruction *i)
{
    add(w->left, &w->lefts, i->line);
}

void watch_stuck(watch *w, const ptx_instruction *i)
{
    add(w->stuck, &w->stucks, i ? i->line : 0);
}

static void print_list(FILE *to, const char *name, const int *list, int count)
{
    fprintf(to, ",\"%s\":[", name);
    for (int k = 0; k < count; k++)
        fprintf(to, "%s%d", k ? "," : "", list[k]);
    fputc(']', to);
}

static void print_line(FILE *to, const watch_line *l)
{
    bool shared = l->space == 's';
    fprintf(to,
            "{\"line\":%d,\"op\":\"%s\",\"space\":\"%s\",\"bytes\":%u,"
            "\"issues\":%llu,\"worst\":[%llu,%llu],\"most\":%llu,"
            "\"outside\":%llu,\"misaligned\":%llu",
            l->line, l->opcode, shared ? "shared" : "global", l->bytes,
            (unsigned long long)l->issues, (unsigned long long)l->worst,
            (unsigned long long)l->least, (unsigned long long)l->most,
            (unsigned long long)l->outside, (unsigned long long)l->misaligned);
    if (l->outside)
        fprintf(to, ",\"at\":{\"buffer\":%d,\"offset\":%lld,\"thread\":%d,\"block\":[%d,%d,%d]}",
                l->buffer, (long long)l->misplaced, l->thread, l->block[0], l->block[1],
                l->block[2]);
    if (l->unread_shared)
        fprintf(to, ",\"unwritten\":%llu", (unsigned long long)l->unread_shared);
    fputs("}\n", to);
}

void watch_print(const watch *w, FILE *to, bool outcome)
{
    for (int k = 0; k < 2 * w->line_count; k++)
        if (w->lines[k])
            print_line(to, w->lines[k]);
    fprintf(to, "{\"kernel\":\"%s\",\"ended\":%s,\"steps\":%llu,\"races\":[", w->m->entry->name,
            outcome ? "true" : "false", (unsigned long long)w->m->steps);
    for (int k = 0; k < w->races; k++) {
        const watch_race *r = &w->race[k];
        bool blocks = strchr("RWA", r->kind) != NULL;
        fprintf(
            to,
            "%s{\"lines\":[%d,%d],\"kind\":\"%c\",\"warp\":%s,\"threads\":[%d,%d],\"at\":%llu%s}",
            k ? "," : "", r->line[0], r->line[1], r->kind, r->warp ? "true" : "false",
            r->thread[0], r->thread[1], (unsigned long long)r->address,
            blocks ? ",\"blocks\":true" : "");
    }
    fputc(']', to);
    print_list(to, "divergent", w->divergent, w->divergents);
    print_list(to, "left", w->left, w->lefts);
    print_list(to, "stuck", w->stuck, w->stucks);
    print_list(to, "absent", w->absent, w->absents);
    fputs(",\"unread\":[", to);
    for (int k = 0; k < w->unreads; k++)
        fprintf(to, "%s[%d,\"%s\"]", k ? "," : "", w->unread[k]->line, w->unread[k]->opcode);
    fputs("]}\n", to);
}
