#!/usr/bin/env bash
# httpsnippet makes snippets with an empty body of a HAR request whose form is given as text.
#
# Versions: httpsnippet 3.0.10 and @readme/httpsnippet 11.1.0 (npm), seen in November 2026.
# Behaviour: HAR 1.2 has two members for a form, `postData.params` and `postData.text`, and says that they exclude each other. A form with `text`
#   only, which is valid and which curlconverter writes, for example, gives shell, HTTP, fetch and Python snippets with an empty body. The same text
#   with another media type is kept. In addition: a `Cookie` header and the same cookie in `cookies`, which browsers export together, gives the
#   cookie twice.
# Output seen (both packages):
#   form as params: --data a=1 --data b=2 (@readme/httpsnippet: --data-urlencode)
#   form as text:   --data ''
#   JSON as text:   --data '{"a":1}'
#   fetch, run with one cookie in both places: Cookie: a=1; a=1
# Why it matters: documentation pages show a call that the service refuses, or that resets what it should set; the recording was right.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund httpsnippet@3.0.10 @readme/httpsnippet@11.1.0 < /dev/null

cat > snippets.mjs << 'END'
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { once } from 'node:events';

const packages = {
  httpsnippet: createRequire(import.meta.url)('httpsnippet').HTTPSnippet,
  '@readme/httpsnippet': (await import('@readme/httpsnippet')).HTTPSnippet,
};
const server = createServer((request, response) => response.end(JSON.stringify(request.headers.cookie ?? '')));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/form`;

const har = (more) => ({
  method: 'POST', url, httpVersion: 'HTTP/1.1', headers: [], cookies: [], queryString: [], headersSize: -1, bodySize: -1, ...more,
});
const form = 'application/x-www-form-urlencoded';
const requests = {
  'form as params': har({ postData: { mimeType: form, params: [{ name: 'a', value: '1' }, { name: 'b', value: '2' }] } }),
  'form as text': har({ postData: { mimeType: form, text: 'a=1&b=2' } }),
  'JSON as text': har({ postData: { mimeType: 'application/json', text: '{"a":1}' } }),
};
let same = true;
for (const [name, HTTPSnippet] of Object.entries(packages)) {
  const snippet = async (request, language, client) => {
    const made = await new HTTPSnippet(structuredClone(request)).convert(language, client);
    return Array.isArray(made) ? made[0] : made;
  };
  const data = {};
  for (const [title, request] of Object.entries(requests)) {
    const curl = await snippet(request, 'shell', 'curl');
    data[title] = curl.match(/--data[\s\S]*/)?.[0].replace(/\s*\\\n\s*/g, ' ') ?? 'no --data';
    console.log(`${name}, ${title}: ${data[title]}`);
  }
  const python = await snippet(requests['form as text'], 'python', 'requests');
  console.log(`${name}, form as text, Python: ${python.match(/payload.*/)?.[0] ?? 'no payload'}`);

  // The options of the fetch snippet are used unchanged.
  const cookies = har({ method: 'GET', headers: [{ name: 'Cookie', value: 'a=1' }], cookies: [{ name: 'a', value: '1' }] });
  const options = (await snippet(cookies, 'node', 'fetch')).match(/const options = (\{.*\});/)[1];
  const sent = await (await fetch(url, new Function(`return ${options}`)())).json();
  console.log(`${name}, one cookie in both places, sent by fetch: ${sent}`);

  same &&= /a=1/.test(data['form as params']) && /^--data ''$/.test(data['form as text']) && /"a":\s*1/.test(data['JSON as text']);
  same &&= /payload = ""/.test(python) && sent === 'a=1; a=1';
}
server.close();
server.closeAllConnections();
process.exitCode = same ? 0 : 1;
END

if timeout 60 node snippets.mjs; then
  echo 'Still so: a form given as text is lost, and a cookie in both places is sent twice.'
else
  echo 'Changed: httpsnippet now makes another body or other cookies.'
  exit 1
fi
