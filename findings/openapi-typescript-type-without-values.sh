#!/usr/bin/env bash
# openapi-typescript makes a type that no valid object has, if a schema has properties and `patternProperties` of another type.
#
# Version: openapi-typescript 7.13.0 with typescript 5.9.3 (npm), seen in November 2026.
# Behaviour: a schema of OpenAPI 3.1 has a property `name` of type string, and integers under names that begin with `x-`. The type is
#   `{ name: string } & { [key: string]: number }`: every member must be a number, `name`, too. The compiler refuses the valid object, and takes
#   it only with an assertion. The pattern of the names is lost.
# Output seen:
#   Type '{ name: string; "x-a": number; }' is not assignable to ... Property 'name' is incompatible with index signature.
# Why it matters: the request is right, and the types that were generated from its own description refuse it. Extensions (`x-...`), labels and
#   language codes are described so.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-typescript@7.13.0 typescript@5.9.3 < /dev/null

cat > openapi.json << 'END'
{
  "openapi": "3.1.0",
  "info": { "title": "Things", "version": "1" },
  "paths": {},
  "components": { "schemas": { "Thing": {
    "type": "object",
    "required": ["name"],
    "properties": { "name": { "type": "string" } },
    "patternProperties": { "^x-": { "type": "integer" } }
  } } }
}
END
cat > thing.ts << 'END'
import type { components } from './types';
export const thing: components['schemas']['Thing'] = { name: 'a', 'x-a': 1 };
END
timeout 60 node_modules/.bin/openapi-typescript openapi.json --output types.d.ts > /dev/null 2>&1
sed -n '/Thing: {/,/};/p' types.d.ts
code=0
timeout 120 node_modules/.bin/tsc --noEmit --strict thing.ts > said || code=$?
cat said

if [ "$code" != 0 ] && grep -q "Property 'name' is incompatible with index signature" said; then
  echo 'Still so: the generated type refuses the valid object.'
else
  echo 'Changed: openapi-typescript now makes another type.'
  exit 1
fi
