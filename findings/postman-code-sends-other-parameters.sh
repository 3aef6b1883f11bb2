#!/usr/bin/env bash
# The code that Postman shows for a request sends other parameters than Postman: `?v` becomes `v=null`, `%2B` is encoded once more, a repeated field is lost.
#
# Version: postman-code-generators 2.1.1 with postman-collection 5.3.1 and axios 1.21.1 (npm), the curl and Python of the machine; seen in November 2026.
# Behaviour: the package makes the code of Postman's "Code snippet". The request is POST /list?v&q=a%2Bb with the form fields tag=a and tag=b; newman, Postman's
#   runner, sends it so. Each form is run here. In curl a parameter without a value is written as `v=null`, in Python's http.client, too, which gets `%252B`. In
#   the code for axios the fields are members of one name, so that the last one is left.
# Output seen (what arrives):
#   curl           /list?v=null&q=a%2Bb      tag=a&tag=b
#   fetch          /list?v&q=a%2Bb           tag=a&tag=b
#   axios          /list?v&q=a%2Bb           tag=b
#   http.client    /list?v=null&q=a%252Bb    tag=a&tag=b
# Why it matters: `GET /_cat/indices?v` is in every introduction to Elasticsearch; with `v=null` the server answers 400. Another text is searched, or one of two tags is
#   set, with 200. `rulebook curl` writes what is sent, in each form.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund postman-code-generators@2.1.1 postman-collection@5.3.1 axios@1.21.1 qs@6.17.1 newman@6.2.2 < /dev/null

cat > run.js << 'END'
const { execFile } = require('node:child_process');
const { once } = require('node:events');
const { createServer } = require('node:http');
const { writeFileSync } = require('node:fs');
const { promisify } = require('node:util');
const generators = require('postman-code-generators');
const newman = require('newman');
const { Request } = require('postman-collection');

let seen = '';
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  seen = `${request.url} ${body}`;
  response.end('{}');
});

async function main() {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const field = (value) => ({ key: 'tag', value });
  const described = {
    method: 'POST',
    url: `http://127.0.0.1:${server.address().port}/list?v&q=a%2Bb`,
    header: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
    body: { mode: 'urlencoded', urlencoded: [field('a'), field('b')] },
  };
  await new Promise((done) => newman.run({ collection: { info: { name: 'c' }, item: [{ name: 'r', request: described }] } }, done));
  console.log(`newman ${seen}`);
  const forms = [
    ['curl', 'cURL', 'curl.sh', 'bash'],
    ['javascript', 'Fetch', 'fetch.js', 'node'],
    ['nodejs', 'Axios', 'axios.js', 'node'],
    ['python', 'http.client', 'client.py', 'python3'],
  ];
  for (const [language, variant, file, program] of forms) {
    const code = await promisify(generators.convert)(language, variant, new Request(described), { followRedirect: false });
    writeFileSync(file, code);
    seen = 'nothing';
    await promisify(execFile)(program, [file], { timeout: 20_000, env: { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' } });
    console.log(`${variant} ${seen}`);
  }
  process.exit();
}
main();
END
timeout 120 node run.js | tee said

if [ "$(cat said)" = 'newman /list?v&q=a%2Bb tag=a&tag=b
cURL /list?v=null&q=a%2Bb tag=a&tag=b
Fetch /list?v&q=a%2Bb tag=a&tag=b
Axios /list?v&q=a%2Bb tag=b
http.client /list?v=null&q=a%252Bb tag=a&tag=b' ]; then
  echo 'Still so: the code sends another request than Postman, in three of four forms.'
else
  echo 'Changed: the code now sends other parameters.'
  exit 1
fi
