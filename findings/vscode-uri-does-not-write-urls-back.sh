#!/usr/bin/env bash
# A URL that the editor's URI class has read cannot be written back: one form encodes `=` of the query, the other one decodes `%26`, and `%2F` is lost.
#
# Version: vscode-uri 3.2.0 (npm), the class of VS Code's extensions and language servers; seen in November 2026.
# Behaviour: `URI.parse` decodes the parts. `toString()` encodes what RFC 3986 permits (`?a=b` becomes `?a%3Db`, `/a:b` becomes `/a%3Ab`), so that a query
#   with its signs is a single name; `toString(true)` leaves out all encoding, so that the value `c&d` becomes a parameter of its own. An encoded slash in the
#   path is a slash in both. No option gives the text that was read.
# Output seen (read, toString(), toString(true)):
#   https://x.example/a?b=c%26d  https://x.example/a?b%3Dc%26d  https://x.example/a?b=c&d
#   https://x.example/a%2Fb      https://x.example/a/b          https://x.example/a/b
#   https://x.example/_doc/a:b   https://x.example/_doc/a%3Ab   https://x.example/_doc/a:b
# Why it matters: an extension that opens or copies the URL of a request by way of this class gives another request. Identifiers of documents with a slash,
#   and signed links, are the first to fail.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund vscode-uri@3.2.0 < /dev/null

cat > write.cjs << 'END'
const { URI } = require('vscode-uri');
for (const url of ['https://x.example/a?b=c%26d', 'https://x.example/a%2Fb', 'https://x.example/_doc/a:b']) {
  const uri = URI.parse(url);
  console.log(url, uri.toString(), uri.toString(true));
}
END
timeout 60 node write.cjs | tee said

if [ "$(cat said)" = 'https://x.example/a?b=c%26d https://x.example/a?b%3Dc%26d https://x.example/a?b=c&d
https://x.example/a%2Fb https://x.example/a/b https://x.example/a/b
https://x.example/_doc/a:b https://x.example/_doc/a%3Ab https://x.example/_doc/a:b' ]; then
  echo 'Still so: neither form is the URL that was read.'
else
  echo 'Changed: URLs are now written in another way.'
  exit 1
fi
