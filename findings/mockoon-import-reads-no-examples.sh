#!/usr/bin/env bash
# A mock server that Mockoon makes of a description answers `/users/me` as the user "me", and with generated values where the description has examples.
#
# Version: @mockoon/cli 9.9.0 (npm), seen in November 2026.
# Behaviour: OpenAPI matches concrete paths before those with a parameter; Mockoon takes the first in the file. `example` of a response is not read, and of
#   `examples` each is one more response that is never chosen by itself: the answer is made of the schema, whose `minimum` and `maximum` count for nothing. What
#   is in double braces is evaluated: the text "Hello {{name}}" of a schema's example loses its end. A response for `2XX` has no body. No message at the start.
# Output seen:
#   GET /users/me         {"which":"id"}     described: {"which":"me"}
#   GET /one, /several    {}, {}             described: {"from":"example"}, {"from":"examples"}
#   GET /template         {"text":"Hello "}  described: {"text":"Hello {{name}}"}
#   GET /range            nothing            described: an object
# Why it matters: a client is tested against answers that the service never gives, and the list in place of the own user is found later. Order the paths, and give
#   examples within the schemas. Rulebook's sandbox of a description answers with the examples and the concrete path.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2> /dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @mockoon/cli@9.9.0 < /dev/null

cat > describe.js << 'END'
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
const object = (name, example) => ({ type: 'object', properties: { [name]: { type: 'string', example } } });
const path = (media, status = '200') => ({ get: { responses: { [status]: { description: 'ok', content: { 'application/json': media } } } } });
const paths = {
  '/users/{id}': path({ schema: object('which', 'id') }),
  '/users/me': path({ schema: object('which', 'me') }),
  '/one': path({ schema: { type: 'object' }, example: { from: 'example' } }),
  '/several': path({ schema: { type: 'object' }, examples: { first: { value: { from: 'examples' } } } }),
  '/template': path({ schema: object('text', 'Hello {{name}}') }),
  '/range': path({ schema: object('text', 'a') }, '2XX'),
};
writeFileSync('api.json', JSON.stringify({ openapi: '3.0.3', info: { title: 'Users', version: '1' }, paths }));
const free = createServer().listen(0, '127.0.0.1', () => {
  console.log(free.address().port);
  free.close();
});
END
port=$(node describe.js)
HOME=$folder timeout 120 node_modules/.bin/mockoon-cli start --data api.json --port "$port" --hostname 127.0.0.1 > log 2>&1 < /dev/null &
server=$!
for _ in $(seq 600); do curl -q -s --noproxy '*' -o /dev/null "http://127.0.0.1:$port/one" && break; sleep 0.1; done
for path in users/me one several template range; do
  echo "$path: $(curl -q -s --noproxy '*' --max-time 20 "http://127.0.0.1:$port/$path" | tr -d '\n' | sed 's/  */ /g')"
done | tee said

if [ "$(cat said)" = 'users/me: { "which": "id"}
one: {}
several: {}
template: { "text": "Hello "}
range: ' ]; then
  echo 'Still so: the answers are others than the description gives.'
else
  echo 'Changed: Mockoon now answers in another way.'
  exit 1
fi
