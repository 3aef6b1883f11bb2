#!/usr/bin/env bash
# Two OAuth 1 libraries sign another query than the one that is sent: a space as `+`, a name as `filter%5Bname%5D`, and a cursor that ends in `=` are refused.
#
# Version: oauth-1.0a 2.2.6, mastercard-oauth1-signer 1.2.0 and node-oauth1 1.3.0 (Postman's; npm), oauthlib 4.0.1 (PyPI), seen in November 2026.
# Behaviour: RFC 5849, section 3.4.1.3, signs the names and values that the query means when it is read as a form, so that each way of writing a query has one
#   signature. oauth-1.0a takes a plus for a plus, does not decode names (they are encoded twice), and cuts a value at its second `=`. The signer of Mastercard
#   does not decode at all, and signs a parameter that is there twice once. Neither says anything. Postman's and Python's libraries agree on all of them.
# Output seen (+ the text that is signed is that of oauthlib, - another one; oauth-1.0a, Mastercard's, Postman's):
#   q=words               + + +        cursor=MTA=   - - +
#   q=two+words           - - +        ids=in(1,2)   + - +
#   filter%5Bname%5D=x    - + +        tag=a&tag=a   + - +
# Why it matters: URLSearchParams writes spaces and brackets in just this way. The first search for two words is answered with 401 and "invalid signature", which
#   sends people to look for the fault in their keys. `%20`, `%3D` and brackets as they are in the URL help with oauth-1.0a.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund oauth-1.0a@2.2.6 mastercard-oauth1-signer@1.2.0 node-oauth1@1.3.0 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages oauthlib==4.0.1 2> /dev/null < /dev/null

printf '%s\n' 'q=words' 'q=two+words' 'q=two%20words' 'filter%5Bname%5D=x' 'cursor=MTA=' 'cursor=MTA%3D' 'ids=in(1,2)' 'tag=a&tag=a' > queries

# The text that is signed, by section 3.4.1 of the RFC, with fixed parameters of the protocol.
cat > base.js << 'END'
import { readFileSync } from 'node:fs';
import OAuth from 'oauth-1.0a';
import mastercard from 'mastercard-oauth1-signer';
import postman from 'node-oauth1';
const fixed = { oauth_consumer_key: 'key', oauth_nonce: 'once', oauth_signature_method: 'HMAC-SHA1', oauth_timestamp: '1700000000', oauth_version: '1.0' };
const first = new OAuth({ consumer: { key: 'key', secret: 'secret' } });
for (const query of readFileSync('queries', 'utf8').trim().split('\n')) {
  const url = `https://api.example.com/items?${query}`;
  const parameters = mastercard.toOAuthParamString(mastercard.extractQueryParams(url), new Map(Object.entries(fixed)));
  console.log(
    [
      first.getBaseString({ method: 'GET', url }, { ...fixed }),
      mastercard.getSignatureBaseString('GET', mastercard.getBaseUriString(url), parameters),
      postman.SignatureMethod.getBaseString({ method: 'GET', action: url, parameters: fixed }),
    ].join(' '),
  );
}
END
cat > base.py << 'END'
from oauthlib.oauth1.rfc5849 import signature

fixed = "OAuth oauth_consumer_key=key, oauth_nonce=once, oauth_signature_method=HMAC-SHA1, oauth_timestamp=1700000000, oauth_version=1.0"
for query in open("queries").read().splitlines():
    pairs = signature.collect_parameters(uri_query=query, headers={"Authorization": fixed})
    address = signature.base_string_uri(f"https://api.example.com/items?{query}")
    print(signature.signature_base_string("GET", address, signature.normalize_parameters(pairs)))
END
timeout 60 node base.js > js.txt
PYTHONPATH=packages timeout 60 python3 base.py > py.txt
paste -d ' ' queries py.txt js.txt | awk '{ print $1, ($3 == $2 ? "+" : "-"), ($4 == $2 ? "+" : "-"), ($5 == $2 ? "+" : "-") }' | tee said

if [ "$(cat said)" = 'q=words + + +
q=two+words - - +
q=two%20words + + +
filter%5Bname%5D=x - + +
cursor=MTA= - - +
cursor=MTA%3D + + +
ids=in(1,2) + - +
tag=a&tag=a + - +' ]; then
  echo 'Still so: the signature depends on how the query is written.'
else
  echo 'Changed: a library now signs queries in another way.'
  exit 1
fi
