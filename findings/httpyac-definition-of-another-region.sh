#!/usr/bin/env bash
# The same httpYac request works with `--all` and fails when it is chosen by its name.
#
# Version: httpyac 6.16.7 (npm), seen in November 2026.
# Behaviour: `@x=1` is in the region of the first request, and the second request uses `{{x}}`. Sent with the rest of the file, the second request
#   gets the value. Chosen by `--name two`, it does not know `x`, is not sent, and the exit code is 10.
# Output seen:
#   --all:      /one?x=1, /two?x=1, exit code 0
#   --name two: nothing sent, exit code 10, "x is not defined"
# Why it matters: a file that passes in CI, where all of it is sent, fails for the person who sends one request of it. What several requests use
#   belongs above the first `###`, with no request in its region.
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

cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  appendFileSync('seen', `${request.url}\n`);
  response.end('ok');
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
port=$(cat port)

cat > regions.http << END
###
@x=1
GET http://127.0.0.1:$port/one?x={{x}}

###
# @name two
GET http://127.0.0.1:$port/two?x={{x}}
END
# The control: the same definition in a region without a request.
cat > above.http << END
@x=1

###
GET http://127.0.0.1:$port/one?x={{x}}

###
# @name two
GET http://127.0.0.1:$port/two?x={{x}}
END

# Sends a file and prints the requests that came, with the exit code.
send() {
  local code=0
  : > seen
  timeout 60 node_modules/.bin/httpyac send "$@" --output none < /dev/null > log 2>&1 || code=$?
  echo "$(tr '\n' ' ' < seen)exit $code"
}
all=$(send regions.http --all)
one=$(send regions.http --name two)
message=$(grep -o 'x is not defined' log | head -n 1 || true)
control=$(send above.http --name two)
echo "--all:                           $all"
echo "--name two:                      $one  ${message}"
echo "--name two, definition on top:   $control"

if [ "$all" = '/one?x=1 /two?x=1 exit 0' ] && [ "$one" = 'exit 10' ] && [ "$control" = '/two?x=1 exit 0' ]; then
  echo 'Still so: a definition in the region of another request is known with --all only.'
else
  echo 'Changed: httpYac now treats definitions of other regions in another way.'
  exit 1
fi
