#!/usr/bin/env bash
# Two digest clients misread valid challenges: one answers SHA-256 with MD5 and Digest with "Basic", one cuts the realm at its comma and ignores `digest`.
#
# Version: digest-fetch 3.1.1 and urllib 4.9.2 (npm), seen in November 2026.
# Behaviour: RFC 7616 has `algorithm=SHA-256`, and RFC 9110 permits several challenges in one field, names of schemes in any case, and commas in quoted
#   texts. digest-fetch answers a challenge of SHA-256 with `algorithm=MD5`, and for `Basic realm="x", Digest realm="r", …` with the scheme Basic and the
#   realm `x`, followed by the members of Digest. urllib answers SHA-256 without naming an algorithm, which means MD5, does not answer at all when Basic comes
#   first or `digest` is written in lower case, and takes `a` for the realm "a, b".
# Output seen (what is sent to the challenge):
#   SHA-256:           digest-fetch Digest realm r MD5       urllib Digest realm r, no algorithm
#   Basic and Digest:  digest-fetch Basic realm x MD5        urllib nothing
#   digest:            digest-fetch digest realm r MD5       urllib nothing
#   realm "a, b":      digest-fetch Digest realm a, b MD5    urllib Digest realm a, no algorithm
# Why it matters: the right user and password are refused, with the same 401 as wrong ones. Offering two schemes at once is what servers do that are being
#   moved from one to the other.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund digest-fetch@3.1.1 urllib@4.9.2 < /dev/null

cat > answer.mjs << 'END'
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { HttpClient } from 'urllib';
const digest = createRequire(import.meta.url)('digest-fetch');
const DigestFetch = digest.default ?? digest;
let challenge = '';
let sent = 'nothing';
const server = createServer((request, response) => {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const scheme = authorization.split(' ')[0];
    const realm = /realm="([^"]*)"/.exec(authorization)?.[1];
    sent = `${scheme} realm ${realm} ${/algorithm=([\w-]+)/.exec(authorization)?.[1] ?? 'none'}`;
    response.end('{}');
  } else {
    response.writeHead(401, { 'www-authenticate': challenge });
    response.end();
  }
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}/items`;
for (challenge of [
  'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256',
  'Basic realm="x", Digest realm="r", nonce="n", qop="auth"',
  'digest realm="r", nonce="n", qop="auth"',
  'Digest realm="a, b", nonce="n", qop="auth"',
]) {
  sent = 'nothing';
  await new DigestFetch('ann', 'secret').fetch(url);
  const first = sent;
  sent = 'nothing';
  await new HttpClient().request(url, { digestAuth: 'ann:secret' });
  console.log(`${first} | ${sent}`);
}
process.exit();
END
timeout 60 node answer.mjs | tee said

if [ "$(cat said)" = 'Digest realm r MD5 | Digest realm r none
Basic realm x MD5 | nothing
digest realm r MD5 | nothing
Digest realm a, b MD5 | Digest realm a none' ]; then
  echo 'Still so: the challenges are misread.'
else
  echo 'Changed: a client now answers a challenge in another way.'
  exit 1
fi
