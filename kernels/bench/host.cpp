/* host.cpp - runs the cases: see host.h. */
#include "host.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#define PAGE ((size_t)4096)
#define POISON 0xa5

host_argument_list host_arguments;

/* ---- memory that comes into being ---- */

struct tensor {
    unsigned char *region, *first, *end; /* the elements: from first to end */
    size_t length;                       /* of the region */
    bool is_source;
    std::vector<unsigned char *> pages;  /* that were touched */
};
static tensor source, destination;

static unsigned char bits_at(size_t offset)
{
    unsigned long long x = (offset + 1) * 0x9e3779b97f4a7c15ULL;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
    return (unsigned char)(x >> 56);
}

static unsigned char *page_of(const unsigned char *address)
{
    return (unsigned char *)((size_t)address / PAGE * PAGE);
}

static void fill(const tensor *t, unsigned char *page)
{
    for (size_t i = 0; i < PAGE; i++) {
        unsigned char *at = page + i;
        bool inside = at >= t->first && at < t->end;
        *at = inside && t->is_source ? bits_at((size_t)(at - t->first)) : POISON;
    }
}

static bool brings(tensor *t, unsigned char *address)
{
    unsigned char *page = page_of(address);
    if (page < page_of(t->first) || address >= t->end)
        return false;
    if (mprotect(page, PAGE, PROT_READ | PROT_WRITE) != 0)
        return false;
    t->pages.push_back(page);
    fill(t, page);
    if (t->is_source)
        return mprotect(page, PAGE, PROT_READ) == 0;
    return true;
}

/* A page of a tensor, or an access out of bounds: the process ends. */
static void on_fault(int, siginfo_t *info, void *)
{
    static const char message[] = "an access out of bounds\n";
    unsigned char *address = (unsigned char *)info->si_addr;
    bool known = std::find(source.pages.begin(), source.pages.end(), page_of(address)) !=
                 source.pages.end(); /* a write to the source */
    if (!known && (brings(&source, address) || brings(&destination, address)))
        return;
    if (write(1, message, sizeof message - 1) < 0)
        _exit(4);
    _exit(3);
}

static void need(bool ok, const char *what)
{
    if (ok)
        return;
    perror(what);
    exit(2);
}

/* The tensor ends as near before a page that faults as its alignment lets it. */
static void make(tensor *t, long long elements, const host_case *c, bool is_source)
{
    size_t bytes = (size_t)elements * (size_t)c->bytes;
    size_t pages = (bytes + (size_t)c->alignment + PAGE - 1) / PAGE;
    t->length = (pages + 2) * PAGE;
    void *region = mmap(NULL, t->length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                        -1, 0);
    need(region != MAP_FAILED, "mmap");
    t->region = (unsigned char *)region;
    size_t first = (size_t)(t->region + t->length - PAGE) - bytes;
    t->first = (unsigned char *)(first / (size_t)c->alignment * (size_t)c->alignment);
    t->end = t->first + bytes;
    t->is_source = is_source;
}

/* ---- what is expected ---- */

static void offsets(const host_case *c, const long long *crd, size_t *from, size_t *to)
{
    long long s = c->source_offset, d = c->destination_offset, at = 0;
    for (int k = c->rank; k-- > 0;) {
        s += crd[k] * c->source_stride[k];
        d += crd[k] * c->destination_stride[k];
        if (c->source_place || c->destination_place)
            at = at * c->extent[k] + crd[k];
    }
    s = c->source_place ? c->source_place[at] : s;
    d = c->destination_place ? c->destination_place[at] : d;
    *from = (size_t)s * (size_t)c->bytes;
    *to = (size_t)d * (size_t)c->bytes;
}

static bool next(const host_case *c, const host_block *b, long long *crd)
{
    for (int k = 0; k < c->rank; k++) {
        if (++crd[k] < b->end[k])
            return true;
        crd[k] = b->begin[k];
    }
    return false;
}

/* Is the element of a block's box its own? One of a row with a margin may be another block's. */
static bool is_own(const host_case *c, const host_block *b, const long long *crd)
{
    for (int k = 0; k < c->rank; k++) {
        long long n = b->margin[k], column = crd[k] - b->begin[k], row = c->destination_offset;
        if (n == 0)
            continue;
        if (crd[k] < 0 || crd[k] >= c->extent[k])
            return false;
        for (int i = 0; i < c->rank; i++)
            row += (i == k ? b->begin[k] : crd[i]) * c->destination_stride[i];
        long long past = ((-row) % n + n) % n;
        if (column < past || column >= past + b->end[k] - b->begin[k] - n)
            return false;
    }
    return true;
}

/* Every element of the tile is there; its place is poison again. */
static bool take_back(const host_case *c, const host_block *b)
{
    long long crd[HOST_RANK];
    for (int k = 0; k < c->rank; k++)
        if (b->begin[k] >= b->end[k])
            return true;
    memcpy(crd, b->begin, sizeof crd);
    do {
        size_t from, to;
        if (!is_own(c, b, crd))
            continue;
        offsets(c, crd, &from, &to);
        for (int i = 0; i < c->bytes; i++) {
            unsigned char *at = destination.first + to + (size_t)i;
            if (*at != bits_at(from + (size_t)i)) {
                printf("block %lld: destination[%zu] is wrong\n", b->block,
                       to / (size_t)c->bytes);
                return false;
            }
        }
        memset(destination.first + to, POISON, (size_t)c->bytes);
    } while (next(c, b, crd));
    return true;
}

static bool is_untouched(void)
{
    for (const unsigned char *page : destination.pages)
        for (size_t i = 0; i < PAGE; i++)
            if (page[i] != POISON) {
                printf("byte %td of the destination is written by no tile\n",
                       page + i - destination.first);
                return false;
            }
    return true;
}

/* ---- cases ---- */

static bool passes(const host_case *c)
{
    make(&source, c->source_elements, c, true);
    make(&destination, c->destination_elements, c, false);
    host_arguments = {source.first, destination.first, c->size};
    for (int i = 0; i < c->nblocks; i++)
        c->run((unsigned int)c->block[i].block);
    for (int i = 0; i < c->nblocks; i++)
        if (!take_back(c, &c->block[i]))
            return false;
    return is_untouched();
}

/* In a process of its own, which may fault. */
static bool runs(const host_case *c)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    need(child >= 0, "fork");
    if (child == 0) {
        bool ok = passes(c);
        fflush(stdout);
        _exit(ok ? 0 : 1);
    }
    need(waitpid(child, &status, 0) == child, "waitpid");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    printf("%s fails (%s %d)\n", c->name, WIFEXITED(status) ? "exit status" : "signal",
           WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return false;
}

int main()
{
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO;
    need(sigaction(SIGSEGV, &action, NULL) == 0 && sigaction(SIGBUS, &action, NULL) == 0,
         "sigaction");
    int failed = 0;
    for (int i = 0; i < host_ncases; i++)
        failed += !runs(&host_cases[i]);
    printf("%d passed, %d failed\n", host_ncases - failed, failed);
    return failed > 0;
}
