#!/usr/bin/env bash
# A description made of Zod's schemas refuses what the schemas take: of three permitted values one is left, and of a pattern with a flag nothing matches.
#
# Version: @asteasolutions/zod-to-openapi 9.1.0 with zod 4.6.7, checked with ajv 8.20.0 (npm), seen in November 2026.
# Behaviour: `z.literal([1, 2, 5])` becomes the enum [1]. The pattern `/^[a-z]{3}$/i` becomes the text `^[a-z]{3}$/i`, whose end comes before more text, so that
#   no value matches. The other way round, a second pattern, `multipleOf` and `length` of a list are left out. `z.toJSONSchema` of Zod itself writes all
#   of these but the flag: its pattern refuses capital letters. No warning.
# Output seen (what Zod, zod-to-openapi, and z.toJSONSchema say of a valid and of an invalid value; V is valid, - not):
#   literal 2            V-V     pattern with i: "abc"  V-V     pattern with i: "ABC"  V--
#   second pattern "ab"  -V-     multipleOf 0.5: 0.3    -V-     length(2): ["a"]       -V-
# Why it matters: the description of a service is made of the schemas so that both agree. Clients and validators that follow it refuse right requests, and let
#   wrong ones through. Whoever checks requests by it, Rulebook too, reports values that the service takes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @asteasolutions/zod-to-openapi@9.1.0 zod@4.6.7 ajv@8.20.0 < /dev/null

cat > compare.js << 'END'
import { extendZodWithOpenApi, OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
extendZodWithOpenApi(z);

const cases = {
  'literal 2': [z.literal([1, 2, 5]), 2],
  'pattern with i, "abc"': [z.string().regex(/^[a-z]{3}$/i), 'abc'],
  'pattern with i, "ABC"': [z.string().regex(/^[a-z]{3}$/i), 'ABC'],
  'second pattern, "ab"': [z.string().regex(/^a/).regex(/z$/), 'ab'],
  'multipleOf 0.5, 0.3': [z.number().multipleOf(0.5), 0.3],
  'length(2), ["a"]': [z.array(z.string()).length(2), ['a']],
};
const ajv = new Ajv2020({ strict: false });
for (const [name, [schema, value]] of Object.entries(cases)) {
  const registry = new OpenAPIRegistry();
  registry.register('Part', schema);
  const described = new OpenApiGeneratorV31(registry.definitions).generateComponents().components.schemas.Part;
  const verdicts = [schema.safeParse(value).success, ajv.validate(described, value), ajv.validate(z.toJSONSchema(schema), value)];
  console.log(`${name}: ${verdicts.map((valid) => (valid ? 'V' : '-')).join('')} ${JSON.stringify(described)}`);
}
END
timeout 60 node compare.js | tee said

if [ "$(cat said)" = 'literal 2: V-V {"type":"number","enum":[1]}
pattern with i, "abc": V-V {"type":"string","pattern":"^[a-z]{3}$/i"}
pattern with i, "ABC": V-- {"type":"string","pattern":"^[a-z]{3}$/i"}
second pattern, "ab": -V- {"type":"string","pattern":"^a"}
multipleOf 0.5, 0.3: -V- {"type":"number"}
length(2), ["a"]: -V- {"type":"array","items":{"type":"string"}}' ]; then
  echo 'Still so: the description says something else than the schemas.'
else
  echo 'Changed: the schemas are now described in another way.'
  exit 1
fi
