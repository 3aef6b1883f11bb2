#!/usr/bin/env bash
# One POST that is answered with 302 becomes a GET in newman and curl, and is posted a second time by httpYac.
#
# Versions: httpyac 6.16.7 and newman 6.2.2 (npm), the curl of the machine (7.88.1); seen in November 2026.
# Behaviour: `POST /302` with a JSON body; the answer is 302 with a Location. newman and `curl --location` follow it with GET and no body, as
#   browsers do. httpYac follows it with POST and the body. Only 303 makes it send GET. RFC 9110 permits both for 301 and 302.
# Output seen (what arrives where Location leads to):
#   httpyac 302 POST {"pay":1}      httpyac 303 GET
#   newman  302 GET                 newman  303 GET
#   curl    302 GET                 curl    303 GET
# Why it matters: the redirect to a page behind a form, or to a login, gets the order, the payment or the password a second time. The same request
#   file, moved from one tool to the other, does another thing.
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
timeout 600 npm install --silent --no-audit --no-fund httpyac@6.16.7 newman@6.2.2 < /dev/null

# `/302?tool` and `/303?tool` lead to `/after-302?tool` and so on.
cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const [path, tool] = request.url.slice(1).split('?');
    if (/^30\d$/.test(path)) {
      response.writeHead(Number(path), { Location: `/after-${path}?${tool}` }).end();
    } else {
      appendFileSync('seen', `${tool} ${path.slice(6)} ${request.method} ${body}`.trim() + '\n');
      response.end('ok');
    }
  });
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
: > seen
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
origin=http://127.0.0.1:$(cat port)

items=''
for status in 302 303; do
  printf '###\nPOST %s/%s?httpyac\nContent-Type: application/json\n\n{"pay":1}\n\n' "$origin" "$status" >> pay.http
  items+="${items:+,}{\"name\":\"$status\",\"request\":{\"method\":\"POST\",\"url\":\"$origin/$status?newman\","
  items+='"header":[{"key":"Content-Type","value":"application/json"}],"body":{"mode":"raw","raw":"{\"pay\":1}"}}}'
done
schema=https://schema.getpostman.com/json/collection/v2.1.0/collection.json
printf '{"info":{"name":"pay","schema":"%s"},"item":[%s]}' "$schema" "$items" > pay.json

timeout 60 node_modules/.bin/httpyac send pay.http --all --output none < /dev/null > log 2>&1 || cat log
timeout 60 node_modules/.bin/newman run pay.json --silent < /dev/null || true
for status in 302 303; do
  curl -q --silent --max-time 20 --noproxy '*' --location --json '{"pay":1}' --output /dev/null "$origin/$status?curl"
done

cat seen
expected='httpyac 302 POST {"pay":1}
httpyac 303 GET
newman 302 GET
newman 303 GET
curl 302 GET
curl 303 GET'
if [ "$(cat seen)" = "$expected" ]; then
  echo 'Still so: httpYac posts again after 302, newman and curl do not.'
else
  echo 'Changed: the tools now follow a redirect in another way.'
  exit 1
fi
