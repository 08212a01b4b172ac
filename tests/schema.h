/* schema.h - is a JSON value as a JSON schema wants it?
 *
 * Of JSON Schema (2020-12) only what schemas of this repository use: type, enum, const,
 * required, properties, additionalProperties, items, minItems, maxItems, minimum, minLength,
 * allOf, anyOf, oneOf, not, if/then/else, and $ref to "#/$defs/NAME". schema_known says whether a
 * schema has no others, which would be passed over unread.
 */
#ifndef TESTS_SCHEMA_H
#define TESTS_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

bool schema_known(const json_t *schema, char *why, size_t room);

/* `why` (room bytes) says what is wrong: the keyword, and the value. `root` holds the
 * definitions, and is the schema to begin with. */
bool schema_valid(const json_t *root, const json_t *schema, const json_t *value, char *why,
                  size_t room);

#endif
