#!/usr/bin/env bash
# The agents of superagent and supertest keep a cookie that the server deletes by `Max-Age=0`, and send one for `/v1` to `/v10`.
#
# Version: superagent 10.4.2 with cookiejar 2.1.4 (npm), compared with tough-cookie 6.0.1; seen in November 2026.
# Behaviour: the jar does not read `Max-Age`. RFC 6265, section 5.3, step 3, gives it precedence over `Expires`, and an age of 0 or less ends the cookie at
#   once; Go's `MaxAge: -1`, for example, deletes a cookie by it alone. Here it stays, and of `Max-Age=60` with an old `Expires` for old browsers nothing stays.
#   A path is compared letter by letter: section 5.1.4 wants a slash after `/v1`. Of two cookies of one name with different paths, one is sent; section 5.4 sends
#   both.
# Output seen (the field Cookie of the next request; superagent, then tough-cookie):
#   sid=; Max-Age=0                                       sid=     nothing
#   sid=2; Max-Age=60; Expires=(1970)                     nothing  sid=2
#   a=1; Path=/v1, asked for /v10                         a=1      nothing
#   a=1; Path=/ and a=2; Path=/v1, asked for /v1/items    a=2      a=2; a=1
# Why it matters: a test "after the logout the page is refused" sends the old cookie or an empty one, and fails or passes for a reason that no browser has. Rulebook's
#   requests send what tough-cookie does here.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts superagent@10.4.2 cookiejar@2.1.4 tough-cookie@6.0.1 < /dev/null

cat > cookies.js << 'END'
import { createServer } from 'node:http';
import request from 'superagent';
import { CookieJar } from 'tough-cookie';
let fields = [];
const server = createServer((incoming, response) => {
  response.setHeader('content-type', 'text/plain');
  if (incoming.url === '/set') response.setHeader('set-cookie', fields);
  response.end(incoming.headers.cookie ?? 'nothing');
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const base = `http://127.0.0.1:${server.address().port}`;
const past = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';
const cases = [
  [['sid=1; Path=/'], ['sid=; Path=/; Max-Age=0'], '/items'],
  [['sid=1; Path=/'], [`sid=2; Path=/; Max-Age=60; ${past}`], '/items'],
  [['a=1; Path=/v1'], [], '/v10'],
  [['a=1; Path=/'], ['a=2; Path=/v1'], '/v1/items'],
];
for (const [first, second, path] of cases) {
  const agent = request.agent();
  const jar = new CookieJar();
  for (fields of [first, second]) {
    await agent.get(`${base}/set`);
    fields.forEach((field) => jar.setCookieSync(field, `${base}/set`));
  }
  const { text } = await agent.get(base + path);
  console.log(`${[...first, ...second].join(', ')} asked ${path}: ${text} | ${jar.getCookieStringSync(base + path) || 'nothing'}`);
}
process.exit();
END
timeout 60 node cookies.js | tee said

if [ "$(sed 's/.* asked //' said)" = '/items: sid= | nothing
/items: nothing | sid=2
/v10: a=1 | nothing
/v1/items: a=2 | a=2; a=1' ]; then
  echo 'Still so: a cookie that was deleted is sent.'
else
  echo 'Changed: cookies are now kept in another way.'
  exit 1
fi
