#include "config.h"

#ifdef HAVE_JANSSON

#include "schema.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const json_t *root;
    char *why;
    size_t room;
} reading;

static bool valid(const reading *r, const json_t *schema, const json_t *value);

static bool no(const reading *r, const json_t *value, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(r->why, r->room, format, args);
    va_end(args);
    char *text = json_is_object(value) || json_is_array(value)
                     ? NULL
                     : json_dumps(value, JSON_ENCODE_ANY);
    if (n >= 0 && (size_t)n < r->room)
        snprintf(r->why + n, r->room - (size_t)n, ": %.300s",
                 text ? text : "an object, or a list");
    free(text);
    return false;
}

static bool is_type(const char *type, const json_t *value)
{
    return strcmp(type, "object") == 0    ? json_is_object(value)
           : strcmp(type, "array") == 0   ? json_is_array(value)
           : strcmp(type, "string") == 0  ? json_is_string(value)
           : strcmp(type, "integer") == 0 ? json_is_integer(value)
           : strcmp(type, "number") == 0  ? json_is_number(value)
           : strcmp(type, "boolean") == 0 ? json_is_boolean(value)
                                          : false;
}

/* ---- the keywords ---- */

typedef bool keyword(const reading *r, const json_t *schema, const json_t *want,
                     const json_t *value);

static bool says_nothing(const reading *r, const json_t *schema, const json_t *want,
                         const json_t *value)
{
    (void)r, (void)schema, (void)want, (void)value;
    return true;
}

static bool type(const reading *r, const json_t *schema, const json_t *want, const json_t *value)
{
    bool any = json_is_string(want) && is_type(json_string_value(want), value);
    for (size_t i = 0; i < json_array_size(want); i++)
        any = any || is_type(json_string_value(json_array_get(want, i)), value);
    (void)schema;
    return any || no(r, value, "type");
}

static bool one_of_these(const reading *r, const json_t *schema, const json_t *want,
                         const json_t *value)
{
    bool any = false;
    for (size_t i = 0; i < json_array_size(want); i++)
        any = any || json_equal(json_array_get(want, i), value);
    (void)schema;
    return any || no(r, value, "enum");
}

static bool constant(const reading *r, const json_t *schema, const json_t *want,
                     const json_t *value)
{
    (void)schema;
    return json_equal(want, value) || no(r, value, "const");
}

static bool required(const reading *r, const json_t *schema, const json_t *want,
                     const json_t *value)
{
    (void)schema;
    for (size_t i = 0; json_is_object(value) && i < json_array_size(want); i++) {
        const char *key = json_string_value(json_array_get(want, i));
        if (!json_object_get(value, key))
            return no(r, value, "required '%s'", key);
    }
    return true;
}

static bool properties(const reading *r, const json_t *schema, const json_t *want,
                       const json_t *value)
{
    const char *key;
    json_t *part;
    (void)schema;
    json_object_foreach((json_t *)value, key, part)
    {
        const json_t *its = json_object_get(want, key);
        if (its && !valid(r, its, part))
            return false;
    }
    return true;
}

static bool additional(const reading *r, const json_t *schema, const json_t *want,
                       const json_t *value)
{
    const char *key;
    json_t *part;
    json_object_foreach((json_t *)value, key, part)
    {
        if (json_object_get(json_object_get(schema, "properties"), key))
            continue;
        if (json_is_false(want))
            return no(r, value, "additionalProperties '%s'", key);
        if (!valid(r, want, part))
            return false;
    }
    return true;
}

static bool items(const reading *r, const json_t *schema, const json_t *want, const json_t *value)
{
    (void)schema;
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!valid(r, want, json_array_get(value, i)))
            return false;
    return true;
}

static bool minimum(const reading *r, const json_t *schema, const json_t *want,
                    const json_t *value)
{
    (void)schema;
    return !json_is_integer(value) || json_integer_value(value) >= json_integer_value(want) ||
           no(r, value, "minimum");
}

/* In bytes, which is enough to tell 0 from 1. */
static bool min_length(const reading *r, const json_t *schema, const json_t *want,
                       const json_t *value)
{
    (void)schema;
    return !json_is_string(value) ||
           (json_int_t)json_string_length(value) >= json_integer_value(want) ||
           no(r, value, "minLength");
}

static bool all_of(const reading *r, const json_t *schema, const json_t *want,
                   const json_t *value)
{
    (void)schema;
    for (size_t i = 0; i < json_array_size(want); i++)
        if (!valid(r, json_array_get(want, i), value))
            return false;
    return true;
}

static bool one_of(const reading *r, const json_t *schema, const json_t *want,
                   const json_t *value)
{
    size_t n = 0;
    (void)schema;
    for (size_t i = 0; i < json_array_size(want); i++)
        n += valid(r, json_array_get(want, i), value);
    return n == 1 || (n == 0 ? false : no(r, value, "oneOf: %zu", n));
}

static bool any_of(const reading *r, const json_t *schema, const json_t *want,
                   const json_t *value)
{
    (void)schema;
    for (size_t i = 0; i < json_array_size(want); i++)
        if (valid(r, json_array_get(want, i), value))
            return true;
    return no(r, value, "anyOf");
}

static bool min_items(const reading *r, const json_t *schema, const json_t *want,
                      const json_t *value)
{
    (void)schema;
    return !json_is_array(value) ||
           (json_int_t)json_array_size(value) >= json_integer_value(want) ||
           no(r, value, "minItems");
}

static bool max_items(const reading *r, const json_t *schema, const json_t *want,
                      const json_t *value)
{
    (void)schema;
    return !json_is_array(value) ||
           (json_int_t)json_array_size(value) <= json_integer_value(want) ||
           no(r, value, "maxItems");
}

static bool not(const reading *r, const json_t *schema, const json_t *want, const json_t *value)
{
    (void)schema;
    return !valid(r, want, value) || no(r, value, "not");
}

static bool if_then_else(const reading *r, const json_t *schema, const json_t *want,
                         const json_t *value)
{
    const json_t *next = json_object_get(schema, valid(r, want, value) ? "then" : "else");
    return !next || valid(r, next, value);
}

static bool reference(const reading *r, const json_t *schema, const json_t *want,
                      const json_t *value)
{
    static const char start[] = "#/$defs/";
    const char *path = json_string_value(want);
    const json_t *target = NULL;
    if (path && strncmp(path, start, sizeof start - 1) == 0)
        target = json_object_get(json_object_get(r->root, "$defs"), path + sizeof start - 1);
    (void)schema;
    return target ? valid(r, target, value) : no(r, want, "$ref to nothing");
}

static keyword *find_keyword(const char *name)
{
    static const struct {
        const char *name;
        keyword *check;
    } table[] = {{"$schema", says_nothing},
                 {"$defs", says_nothing},
                 {"title", says_nothing},
                 {"description", says_nothing},
                 {"then", says_nothing},
                 {"else", says_nothing},
                 {"$ref", reference},
                 {"type", type},
                 {"enum", one_of_these},
                 {"const", constant},
                 {"required", required},
                 {"properties", properties},
                 {"additionalProperties", additional},
                 {"items", items},
                 {"minimum", minimum},
                 {"minLength", min_length},
                 {"allOf", all_of},
                 {"oneOf", one_of},
                 {"anyOf", any_of},
                 {"minItems", min_items},
                 {"maxItems", max_items},
                 {"not", not },
                 {"if", if_then_else}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].check;
    return NULL;
}

static bool valid(const reading *r, const json_t *schema, const json_t *value)
{
    const char *name;
    json_t *want;
    json_object_foreach((json_t *)schema, name, want)
    {
        keyword *check = find_keyword(name);
        if (!check)
            return no(r, want, "the keyword '%s' is not known here", name);
        if (!check(r, schema, want, value))
            return false;
    }
    return json_is_object(schema);
}

/* ---- schemas ---- */

static bool known(const reading *r, const json_t *schema);

static bool known_members(const reading *r, const json_t *object)
{
    const char *name;
    json_t *part;
    json_object_foreach((json_t *)object, name, part)
    {
        if (!known(r, part))
            return false;
    }
    return json_is_object(object) || no(r, object, "no object of schemas");
}

static bool known_elements(const reading *r, const json_t *array)
{
    for (size_t i = 0; i < json_array_size(array); i++)
        if (!known(r, json_array_get(array, i)))
            return false;
    return json_is_array(array) || no(r, array, "no array of schemas");
}

static bool is_among(const char *name, const char *const *list)
{
    while (*list && strcmp(*list, name) != 0)
        list++;
    return *list != NULL;
}

static bool known(const reading *r, const json_t *schema)
{
    static const char *const members[] = {"properties", "$defs", NULL};
    static const char *const elements[] = {"allOf", "anyOf", "oneOf", NULL};
    static const char *const schemas[] = {"items", "if", "then", "else", "not", NULL};
    const char *name;
    json_t *want;
    json_object_foreach((json_t *)schema, name, want)
    {
        bool more = strcmp(name, "additionalProperties") == 0 && !json_is_false(want);
        if (!find_keyword(name))
            return no(r, want, "the keyword '%s' is not known", name);
        if ((is_among(name, members) && !known_members(r, want)) ||
            (is_among(name, elements) && !known_elements(r, want)) ||
            ((more || is_among(name, schemas)) && !known(r, want)))
            return false;
    }
    return json_is_object(schema) || no(r, schema, "no schema");
}

bool schema_known(const json_t *schema, char *why, size_t room)
{
    reading r = {schema, why, room};
    why[0] = '\0';
    return known(&r, schema);
}

bool schema_valid(const json_t *root, const json_t *schema, const json_t *value, char *why,
                  size_t room)
{
    reading r = {root, why, room};
    why[0] = '\0';
    return valid(&r, schema, value);
}

#endif
