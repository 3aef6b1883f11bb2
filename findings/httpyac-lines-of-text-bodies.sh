#!/usr/bin/env bash
# httpYac cuts `#` and `//` lines out of a text body, and takes the separator with a title into a Markdown body.
#
# Version: httpyac 6.16.7 (npm), seen in November 2026.
# Behaviour: a request posts a document that is written below it. With `text/plain`, `text/x-sh` and others each line that begins with `#` or `//`
#   is missing from what the server gets, in the middle, too. With `text/markdown` the `#` lines are kept, the `//` lines are missing, and the
#   separator of the next request, `### next`, is sent as the end of the body; only a bare `###` separates there. A body from a file keeps its
#   lines, but gets the separator, too. Nothing is said of any of it, and the exit code is 0.
# Output seen:
#   text/plain:     "text\nlast"
#   text/x-sh:      "text\nlast"
#   text/markdown:  "# Title\ntext\n## Part\nlast\n\n### next"
#   from a file:    "# Title\ntext\n## Part\n// slashes\nlast\n\n\n### next" (text/markdown; without "### next" for text/plain)
# Why it matters: a note, a script or a list of hosts arrives without its headings and comments, or with the title of another request, and a test of
#   the status still passes. Such a body belongs in a file of its own, with `###` alone behind it.
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
timeout 600 npm install --silent --no-audit --no-fund httpyac@6.16.7 < /dev/null

# Keeps each path with its body, as a string of JSON.
cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    appendFileSync('seen', `${request.url} ${JSON.stringify(body)}\n`);
    response.end('ok');
  });
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
: > seen
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
port=$(cat port)

printf '# Title\ntext\n## Part\n// slashes\nlast\n' > note.md
code=0
for type in text/plain text/x-sh text/markdown; do
  printf '### first\nPOST http://127.0.0.1:%s/%s\nContent-Type: %s\n\n' "$port" "$type" "$type" > note.http
  cat note.md >> note.http
  printf '\n### next\nGET http://127.0.0.1:%s/next\n' "$port" >> note.http
  timeout 60 node_modules/.bin/httpyac send note.http --all --output none < /dev/null > log 2>&1 || code=$?
done
for type in text/plain text/markdown; do
  printf '### first\nPOST http://127.0.0.1:%s/file/%s\nContent-Type: %s\n\n< ./note.md\n' "$port" "$type" "$type" > file.http
  printf '\n### next\nGET http://127.0.0.1:%s/next\n' "$port" >> file.http
  timeout 60 node_modules/.bin/httpyac send file.http --all --output none < /dev/null > log 2>&1 || code=$?
done

cat seen
echo "Exit code: $code"
expected='/text/plain "text\nlast"
/next ""
/text/x-sh "text\nlast"
/next ""
/text/markdown "# Title\ntext\n## Part\nlast\n\n### next"
/next ""
/file/text/plain "# Title\ntext\n## Part\n// slashes\nlast\n"
/next ""
/file/text/markdown "# Title\ntext\n## Part\n// slashes\nlast\n\n\n### next"
/next ""'
if [ "$code" = 0 ] && [ "$(cat seen)" = "$expected" ]; then
  echo 'Still so: lines are cut out of text bodies, and a separator with a title becomes part of a Markdown body.'
else
  echo 'Changed: httpYac now treats these lines in another way.'
  exit 1
fi
