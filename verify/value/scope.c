#include "config.h"

#include "scope.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void lcv_scope_clear(lcv_scope *scope)
{
    for (size_t i = 0; i < scope->n; i++) {
        free(scope->binding[i].name);
        lcv_value_free(scope->binding[i].value);
    }
    for (size_t i = 0; i < scope->nassumptions; i++)
        lcv_value_free(scope->assumption[i]);
    free(scope->assumption);
    free(scope->binding);
    free(scope->slot);
    lcv_arena_free(scope->arena);
    while (scope->owned) {
        lcv_scope *inside = scope->owned;
        scope->owned = inside->next;
        lcv_scope_clear(inside);
        free(inside);
    }
    *scope = (lcv_scope){0};
}

static size_t hash(const char *name)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211u;
    return (size_t)(h ^ h >> 32);
}

/* The slot of the name, or the free one where it would go. */
static size_t *find_slot(const lcv_scope *scope, const char *name)
{
    size_t mask = scope->nslots - 1;
    for (size_t i = hash(name) & mask;; i = (i + 1) & mask) {
        size_t *slot = &scope->slot[i];
        if (*slot == 0 || strcmp(scope->binding[*slot - 1].name, name) == 0)
            return slot;
    }
}

const lcv_binding *lcv_scope_own(const lcv_scope *scope, const char *name)
{
    size_t found = scope->nslots > 0 ? *find_slot(scope, name) : 0;
    return found > 0 ? &scope->binding[found - 1] : NULL;
}

const lcv_binding *lcv_scope_find(const lcv_scope *scope, const char *name)
{
    const lcv_binding *found = NULL;
    for (; scope && !found; scope = scope->outside)
        found = lcv_scope_own(scope, name);
    return found;
}

lcv_scope *lcv_scope_inside(lcv_scope *owner, const lcv_scope *outside)
{
    lcv_scope *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->outside = outside;
    made->next = owner->owned;
    owner->owned = made;
    return made;
}

static bool grow(lcv_scope *scope)
{
    lcv_binding *binding = lc_grow(NULL, scope->binding, scope->n, &scope->room, sizeof *binding);
    if (!binding)
        return false;
    scope->binding = binding;
    size_t *slot = calloc(2 * scope->room, sizeof *slot);
    if (!slot)
        return false;
    free(scope->slot);
    scope->slot = slot;
    scope->nslots = 2 * scope->room;
    for (size_t i = 0; i < scope->n; i++)
        *find_slot(scope, scope->binding[i].name) = i + 1;
    return true;
}

bool lcv_scope_add(lcv_scope *scope, const char *name, lcv_value *value, lcv_source *source,
                   lcv_span span)
{
    if (2 * (scope->n + 1) > scope->nslots && !grow(scope))
        return false;
    char *copy = strdup(name);
    if (!copy)
        return false;
    *find_slot(scope, name) = scope->n + 1;
    scope->binding[scope->n++] = (lcv_binding){copy, lcv_value_ref(value), source, span};
    return true;
}

void lcv_scope_fail(lcv_scope *scope, const char *name)
{
    size_t found = *find_slot(scope, name);
    lcv_value_free(scope->binding[found - 1].value);
    scope->binding[found - 1].value = NULL;
}

bool lcv_scope_assume(lcv_scope *scope, lcv_value *assumption)
{
    for (size_t i = 0; i < scope->nassumptions; i++)
        if (scope->assumption[i] == assumption)
            return true;
    size_t size = (scope->nassumptions + 1) * sizeof(lcv_value *);
    lcv_value **grown = realloc(scope->assumption, size);
    if (!grown)
        return false;
    scope->assumption = grown;
    scope->assumption[scope->nassumptions++] = lcv_value_ref(assumption);
    return true;
}
