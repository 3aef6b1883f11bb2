#!/usr/bin/env bash
# httpsnippet's snippets send the same body in five ways: numbers rounded, JSON that is broken at `\"`, the letters `\n` for a line break, and no body at all.
#
# Versions: httpsnippet 3.0.10 and @hoppscotch/httpsnippet 3.0.9 (npm), the latter in use in Hoppscotch, with requests 2.34.2 (PyPI); seen in November 2026.
# Behaviour: the request of a HAR file has a JSON body with a long number and 1.0, or NDJSON with a quotation mark in a text. Each snippet is run here; wget is
#   replaced by a function that prints its argument. JavaScript and requests write application/json as an object of the language. Other bodies are texts, in which
#   JavaScript does not escape the backslash and wget's snippet escapes line breaks, which wget does not read. Clojure's snippet has no body unless it is JSON.
# Output seen (both packages; sent for {"id":12345678901234567890,"price":1.0}, then for the lines {"index":{}} and {"a":"say \"hi\""}):
#   curl         as it is                                      as it is
#   fetch        {"id":12345678901234567000,"price":1}         {"index":{}} {"a":"say "hi""}
#   node http    {"id":12345678901234567000,"price":1}         {"index":{}} {"a":"say "hi""}
#   requests     {"id": 12345678901234567000, "price": 1}      as it is
#   http.client  as it is                                      as it is
#   wget         as it is                                      {"index":{}}\n{"a":"say \"hi\""}\n
#   clojure      rounded                                       nothing
# Why it matters: people copy a snippet to have in a program what worked in the tool. A bulk request or a merge patch is refused then, or another document is changed,
#   since its identifier was rounded. Another package made of this one has a finding of its own. `rulebook curl` does not change bodies.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund httpsnippet@3.0.10 @hoppscotch/httpsnippet@3.0.9 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages requests==2.34.2 2> /dev/null < /dev/null

cat > run.js << 'END'
const { execFile } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { promisify } = require('node:util');

let seen = '';
const server = createServer(async (request, response) => {
  for await (const part of request) seen += part;
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
const bodies = [
  ['application/json', '{"id":12345678901234567890,"price":1.0}'],
  ['application/x-ndjson', '{"index":{}}\n{"a":"say \\"hi\\""}\n'],
];
const targets = [
  ['curl', 'shell', 'curl', 'curl.sh', 'bash'],
  ['fetch', 'javascript', 'fetch', 'fetch.mjs', 'node'],
  ['node http', 'node', 'native', 'native.cjs', 'node'],
  ['requests', 'python', 'requests', 'with_requests.py', 'python3'],
  ['http.client', 'python', 'python3', 'with_client.py', 'python3'],
  ['wget', 'shell', 'wget', 'wget.sh', 'bash'],
  ['clojure', 'clojure', 'clj_http'],
];
const wget = 'wget() { while [ "$1" != --body-data ]; do shift; done; printf %s "$2"; }\n';
const environment = { ...process.env, PYTHONPATH: 'packages', NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };

server.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/things`;
  for (const name of ['httpsnippet', '@hoppscotch/httpsnippet']) {
    const { HTTPSnippet } = require(name);
    console.log(name);
    for (const [title, language, variant, file, program] of targets) {
      for (const [type, text] of bodies) {
        const headers = [{ name: 'Content-Type', value: type }];
        const request = { method: 'POST', url, httpVersion: 'HTTP/1.1', cookies: [], queryString: [], headers, postData: { mimeType: type, text } };
        const code = [new HTTPSnippet(request).convert(language, variant)].flat()[0];
        if (program === undefined) {
          console.log(title, /12345678901234567000/.test(code) ? 'rounded' : /index/.test(code) ? 'something' : 'nothing');
          continue;
        }
        writeFileSync(file, (title === 'wget' ? wget : '') + code);
        seen = '';
        const { stdout } = await promisify(execFile)(program, [file], { timeout: 20_000, env: environment });
        const sent = title === 'wget' ? stdout : seen;
        console.log(title, sent === text ? 'as it is' : sent.replaceAll('\n', ' ').trim());
      }
    }
  }
  process.exit();
});
END
timeout 200 node run.js | tee said

each='curl as it is
curl as it is
fetch {"id":12345678901234567000,"price":1}
fetch {"index":{}} {"a":"say "hi""}
node http {"id":12345678901234567000,"price":1}
node http {"index":{}} {"a":"say "hi""}
requests {"id": 12345678901234567000, "price": 1}
requests as it is
http.client as it is
http.client as it is
wget as it is
wget {"index":{}}\n{"a":"say \"hi\""}\n
clojure rounded
clojure nothing'
if [ "$(cat said)" = "httpsnippet
$each
@hoppscotch/httpsnippet
$each" ]; then
  echo 'Still so: what is sent depends on the language.'
else
  echo 'Changed: the snippets now send other bodies.'
  exit 1
fi
