#!/usr/bin/env bash
# got's cache, which is said to follow the RFC, answers a second POST without sending it, and gives the first two bytes for every other range and for the whole file.
#
# Version: got 14.6.6 with cacheable-request 13.0.19 and http-cache-semantics 4.3.0 (npm), seen in November 2026; got 16.1.0, the newest one, does the same.
# Behaviour: with the option `cache`, and a response that may be kept (`Cache-Control: max-age=60`), the same POST once more is not sent: the old answer is returned.
#   RFC 9110, section 9.3.3: what is kept of a POST can serve a later GET or HEAD; another POST has to be sent. A part of a file, 206 with `Content-Range`, is kept
#   under the URL alone: another range and a request without one get it. RFC 9111, section 3.3: a part is not the whole. After a PUT the old text is still
#   answered, which section 4.4 forbids. undici's cache sends the request in all these cases.
# Output seen (what the caller gets, and how many requests arrive):
#   POST {"a":1} twice                        got: order 1, order 1   1 request     undici: order 1, order 2   2 requests
#   bytes=0-1, bytes=2-3, then no range       got: ab, ab, ab         1 request     undici: ab, cd, abcdef     3 requests
#   GET, PUT, GET                             got: old, old           2 requests    undici: old, new           3 requests
# Why it matters: an order, a job or a message that is sent twice on purpose is made once, with the success of the first; a file that is loaded in pieces
#   has the same bytes all over.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts got@14.6.6 cacheable-request@13.0.19 http-cache-semantics@4.3.0 undici@7.30.2 < /dev/null

cat > cache.js << 'END'
import { createServer } from 'node:http';
import got from 'got';
import { Agent, interceptors, request } from 'undici';
let arrived = 0;
let orders = 0;
let state = 'old';
const server = createServer((incoming, response) => {
  arrived += 1;
  incoming.resume();
  response.setHeader('cache-control', 'max-age=60');
  if (incoming.method === 'POST') return response.end(`order ${(orders += 1)}`);
  if (incoming.method === 'PUT') state = 'new';
  if (incoming.url !== '/file') return response.end(state);
  const [first, last] = (incoming.headers.range ?? 'bytes=0-5').slice(6).split('-').map(Number);
  if (incoming.headers.range) response.writeHead(206, { 'content-range': `bytes ${first}-${last}/6` });
  response.end('abcdef'.slice(first, last + 1));
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const base = `http://127.0.0.1:${server.address().port}`;
const clients = {
  got: () => {
    const cached = got.extend({ cache: new Map() });
    return (path, options) => cached(base + path, options).text();
  },
  undici: () => {
    const dispatcher = new Agent().compose(interceptors.cache());
    return async (path, options) => (await request(base + path, { ...options, dispatcher })).body.text();
  },
};
const json = { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } };
const range = (value) => ['/file', { headers: { range: value } }];
const cases = [
  [['/orders', json], ['/orders', json]],
  [range('bytes=0-1'), range('bytes=2-3'), ['/file', {}]],
  [['/text', {}], ['/text', { method: 'PUT', body: 'new' }], ['/text', {}]],
];
for (const [name, create] of Object.entries(clients)) {
  for (const calls of cases) {
    const send = create();
    [arrived, orders, state] = [0, 0, 'old'];
    const answers = [];
    for (const [path, options] of calls) {
      answers.push(await send(path, structuredClone(options)));
      await new Promise((done) => setTimeout(done, 50));
    }
    console.log(`${name}: ${answers.join(', ')} (${arrived} arrived)`);
  }
}
process.exit();
END
timeout 60 node cache.js | tee said

if [ "$(cat said)" = 'got: order 1, order 1 (1 arrived)
got: ab, ab, ab (1 arrived)
got: old, new, old (2 arrived)
undici: order 1, order 2 (2 arrived)
undici: ab, cd, abcdef (3 arrived)
undici: old, new, new (3 arrived)' ]; then
  echo 'Still so: got answers a POST and other ranges from its cache.'
else
  echo 'Changed: a cache now answers in another way.'
  exit 1
fi
