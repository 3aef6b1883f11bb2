#!/usr/bin/env bash
# Prism answers with the example of a shared schema, not with the examples that the response itself gives.
#
# Version: @stoplight/prism-cli 5.16.0 (npm), seen in November 2026.
# Behaviour: a response has `examples` for its media type, and refers to a schema that has an `example`. OpenAPI says that what the media type gives
#   overrides what the schema gives. `prism mock` answers with the schema's example; the response's are reached by `Prefer: example=name` only. With
#   a single `example` at the media type, or a schema without one, the response's own are used.
# Output seen:
#   /examples            {"name":"of the schema"}
#   /example             {"name":"of the response"}
#   /without             {"name":"of the response"}
#   /examples, preferred {"name":"second of the response"}
# Why it matters: a schema that is used by many operations gives all of them one answer, and the values that were written for this one do not come,
#   until someone removes the schema's example.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @stoplight/prism-cli@5.16.0 < /dev/null

cat > description.mjs << 'END'
import { writeFileSync } from 'node:fs';
const operation = (media) => ({ get: { responses: { 200: { description: 'ok', content: { 'application/json': media } } } } });
const named = { type: 'object', properties: { name: { type: 'string' } } };
const shared = { $ref: '#/components/schemas/Shared' };
const examples = { first: { value: { name: 'of the response' } }, second: { value: { name: 'second of the response' } } };
const description = {
  openapi: '3.0.3',
  info: { title: 'Examples', version: '1' },
  paths: {
    '/examples': operation({ schema: shared, examples }),
    '/example': operation({ schema: shared, example: { name: 'of the response' } }),
    '/without': operation({ schema: named, examples }),
  },
  components: { schemas: { Shared: { ...named, example: { name: 'of the schema' } } } },
};
writeFileSync('openapi.json', JSON.stringify(description));
END
node description.mjs

free=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
timeout 120 node node_modules/@stoplight/prism-cli/dist/index.js mock --host 127.0.0.1 --port "$free" openapi.json < /dev/null > log 2>&1 &
server=$!
get() { curl -q --silent --noproxy '*' --max-time 20 "$@"; }
for _ in $(seq 100); do get --output /dev/null "http://127.0.0.1:$free/example" && break; sleep 0.3; done

of() { get "http://127.0.0.1:$free$1" "${@:2}"; }
examples=$(of /examples)
example=$(of /example)
without=$(of /without)
preferred=$(of /examples --header 'Prefer: example=second')
echo "/examples             $examples"
echo "/example              $example"
echo "/without              $without"
echo "/examples, preferred  $preferred"

if [ "$examples" = '{"name":"of the schema"}' ] && [ "$example" = '{"name":"of the response"}' ] &&
  [ "$without" = '{"name":"of the response"}' ] && [ "$preferred" = '{"name":"second of the response"}' ]; then
  echo "Still so: the schema's example comes before the response's examples."
else
  echo 'Changed: Prism now chooses another example.'
  exit 1
fi
