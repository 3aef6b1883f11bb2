#!/usr/bin/env bash
# nock takes a body without line breaks for the one with them, and a member named `a.b` for a nested one: tests of NDJSON pass with what no server takes.
#
# Version: nock 14.0.17 (npm), seen in November 2026.
# Behaviour: an expected body that is a text is compared after all line breaks were removed, from both. The lines of a bulk request, which the format
#   separates by line breaks, match the same lines written one after the other. An expected object is brought into a form of names before it is compared: `{
#   'index.codec': 'x' }` matches `{"index":{"codec":"x"}}`, and `{ tags: ['x'] }` matches `{"tags[0]":"x"}`.
# Output seen:
#   lines, sent without line breaks: matches
#   {"a.b":1}, sent as {"a":{"b":1}}: matches
#   {"tags":["x"]}, sent as {"tags[0]":"x"}: matches
#   {"a":1}, sent as {"a":2}: does not match
# Why it matters: `_bulk` and `_msearch` demand the line breaks, also the last one, and services other than Elasticsearch distinguish the names. The test
#   that was to find it passes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund nock@14.0.17 < /dev/null

cat > match.mjs << 'END'
import nock from 'nock';
nock.disableNetConnect();
const send = async (word, expected, body, type) => {
  nock('http://127.0.0.1').post('/_bulk', expected).reply(200, 'ok');
  try {
    await fetch('http://127.0.0.1/_bulk', { method: 'POST', body, headers: { 'content-type': type } });
    console.log(`${word}: matches`);
  } catch {
    console.log(`${word}: does not match`);
  }
  nock.cleanAll();
};
await send('lines', '{"index":{}}\n{"a":1}\n', '{"index":{}}{"a":1}', 'application/x-ndjson');
await send('dot', { 'a.b': 1 }, '{"a":{"b":1}}', 'application/json');
await send('nested', { a: { b: 1 } }, '{"a.b":1}', 'application/json');
await send('brackets', { tags: ['x'] }, '{"tags[0]":"x"}', 'application/json');
await send('another value', { a: 1 }, '{"a":2}', 'application/json');
END
timeout 60 node match.mjs | tee said

if [ "$(cat said)" = 'lines: matches
dot: matches
nested: matches
brackets: matches
another value: does not match' ]; then
  echo 'Still so: other bodies match.'
else
  echo 'Changed: bodies are now compared in another way.'
  exit 1
fi
