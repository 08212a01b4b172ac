"""Validate every line of a JSON report against its schema with the jsonschema package."""
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
validator = kind(schema)
n = 0
for line in open(sys.argv[2]):
    value = json.loads(line)
    validator.validate(value)
    value["no such field"] = 1
    if validator.is_valid(value):
        sys.exit(f"valid although spoiled: {line}")
    n += 1
print(f"{n} objects, each valid; spoiled ones are not")
