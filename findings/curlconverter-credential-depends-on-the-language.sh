#!/usr/bin/env bash
# The credential that a converted curl command sends depends on the language that it is converted to.
#
# Versions: curlconverter 4.12.0 (npm), the curl of the machine (7.88.1); seen in November 2026.
# Behaviour: `curl -u me:pass -H 'Authorization: Bearer t' …`. curl sends the field that was written, and only that. curlconverter's Python and HTTP
#   say the same. Its JavaScript writes both as members of one name, so that the later one, Basic, is sent; Go overwrites the field with Basic; HAR
#   has both fields. No warning for any of them.
# Output seen:
#   curl itself          Bearer t
#   HTTP, Python         Bearer t
#   JavaScript, run      Basic bWU6cGFzcw==
#   HAR                  Bearer t and Basic bWU6cGFzcw==
#   Go                   Header.Set("Authorization", "Bearer t"), then SetBasicAuth("me", "pass")
# Why it matters: a command has both when a token is added by hand to one that had a user. The code of one language works; the code of another,
#   made of the same line, authenticates as another user.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund curlconverter@4.12.0 < /dev/null

cat > convert.mjs << 'END'
import * as converter from 'curlconverter';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { promisify } from 'node:util';

const server = createServer((request, response) => {
  const values = request.rawHeaders.filter((_, at) => at % 2 === 1 && /^authorization$/i.test(request.rawHeaders[at - 1]));
  response.end(values.join(' and '));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/`;
const command = ['curl', '-u', 'me:pass', '-H', 'Authorization: Bearer t', url];

const seen = {};
const plain = ['-q', '--silent', '--noproxy', '*', '--max-time', '20'];
seen.curl = (await promisify(execFile)('curl', [...plain, ...command.slice(1)])).stdout;
const warnings = [];
const convert = (name) => {
  const [made, warned] = converter[name](command);
  warnings.push(...warned);
  return made;
};
seen.http = convert('toHTTPWarn').match(/^Authorization: .*/gm).map((line) => line.slice(15)).join(' and ');
seen.python = convert('toPythonWarn').match(/'Authorization': '.*'|auth=.*/g).join(' and ');
// The JavaScript is run unchanged; only its response is kept.
const code = convert('toJavaScriptWarn').trim().replace(/;$/, '');
seen.javascript = await (await new Function(`return ${code}`)()).text();
const { headers } = JSON.parse(convert('toHarStringWarn')).log.entries[0].request;
seen.har = headers.filter(({ name }) => name === 'Authorization').map(({ value }) => value).join(' and ');
seen.go = convert('toGoWarn').match(/Header\.Set\("Authorization".*|SetBasicAuth.*/g).join(', then ');
server.close();
server.closeAllConnections();

for (const [name, value] of Object.entries(seen)) console.log(`${name.padEnd(12)}${value}`);
console.log(`warnings    ${warnings.length}`);
const same =
  seen.curl === 'Bearer t' &&
  seen.http === 'Bearer t' &&
  seen.python === "'Authorization': 'Bearer t'" &&
  seen.javascript === 'Basic bWU6cGFzcw==' &&
  seen.har === 'Bearer t and Basic bWU6cGFzcw==' &&
  /^Header.*SetBasicAuth/.test(seen.go) &&
  warnings.length === 0;
process.exitCode = same ? 0 : 1;
END

if timeout 60 node convert.mjs; then
  echo "Still so: JavaScript and Go send Basic, HAR holds both, curl, HTTP and Python send the field that was written."
else
  echo 'Changed: curl or curlconverter now chooses between the two credentials in another way.'
  exit 1
fi
