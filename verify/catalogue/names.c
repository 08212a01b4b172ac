#include "config.h"

#include "names.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "rows.h"

#define SLOTS 1024 /* a power of two, more than twice as many as there are names */

static lcv_name slot[SLOTS];

/* The slot of the name, or the empty one that is for it (FNV-1a, linear probing). */
static lcv_name *slot_of(const char *name)
{
    uint32_t h = 2166136261u;
    for (const char *c = name; *c; c++)
        h = (h ^ (unsigned char)*c) * 16777619u;
    size_t i = (h ^ h >> 16) % SLOTS;
    while (slot[i].name && strcmp(slot[i].name, name) != 0)
        i = (i + 1) % SLOTS;
    return &slot[i];
}

static lcv_name *named(const char *name)
{
    lcv_name *found = slot_of(name);
    found->name = name;
    return found;
}

static void fill_operations(const lcv_operation *row)
{
    for (; row->name; row++) {
        lcv_name *n = named(row->name);
        n->operation = n->operation ? n->operation : row;
    }
}

static void fill(void)
{
    const lcv_word *word;
    for (const lcv_operation *const *list = lcv_operation_lists; *list; list++)
        fill_operations(*list);
    for (const lcv_claim *row = lcv_claims; row->name; row++)
        named(row->name)->claim = row;
    for (size_t i = 0; (word = lcv_word_at(i)); i++) {
        lcv_name *n = named(word->name);
        n->word = n->word ? n->word : word;
    }
}

const lcv_name *lcv_name_find(const char *name)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static const lcv_name nothing;
    pthread_once(&once, fill);
    const lcv_name *found = slot_of(name);
    return found->name ? found : &nothing;
}
