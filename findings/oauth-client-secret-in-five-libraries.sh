#!/usr/bin/env bash
# One client secret is sent as two by five OAuth libraries: Python's do not encode it for the Basic field, those of JavaScript and Go do, as the RFC says.
#
# Version: requests-oauthlib 2.0.0 with oauthlib 4.0.1 and authlib 1.9.10 (PyPI), oauth4webapi 3.8.8 and simple-oauth2 5.1.0 (npm), golang.org/x/oauth2
#   v0.38.0 (Go), seen in November 2026.
# Behaviour: RFC 6749, section 2.3.1: identifier and secret of a client are encoded as in a form before they become user and password. The identifier is
#   `app:one`, the secret `p%2F+ &`. requests-oauthlib and authlib send both as they are. A server that follows the RFC reads the user `app`, since a
#   colon ends it, and decodes the rest to another secret.
# Output seen (the field, decoded from base64):
#   requests-oauthlib, authlib         app:one:p%2F+ &
#   oauth4webapi, simple-oauth2, Go    app%3Aone:p%252F%2B+%26
# Why it matters: generated secrets have `+` and `/` at random, so that one environment works and the next one says `invalid_client`, in one language only. Rulebook
#   encodes both; with `"clientAuthentication": "body"` they are sent as fields of the form, about which all agree.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2> /dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund oauth4webapi@3.8.8 simple-oauth2@5.1.0 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages requests-oauthlib==2.0.0 oauthlib==4.0.1 authlib==1.9.10 \
  requests==2.34.2 2> /dev/null < /dev/null

# A server that gives everybody a token and keeps what the field says.
cat > server.js << 'END'
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const server = createServer((request, response) => {
  writeFileSync('seen', Buffer.from(request.headers.authorization.split(' ')[1], 'base64'));
  response.setHeader('content-type', 'application/json');
  response.end('{"access_token":"t","token_type":"Bearer","expires_in":3600}');
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 900_000);
END
node server.js &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
url="http://127.0.0.1:$(cat port)"
export ID='app:one' SECRET='p%2F+ &' OAUTHLIB_INSECURE_TRANSPORT=1 NO_PROXY=127.0.0.1

cat > first.py << 'END'
import os
import sys

from oauthlib.oauth2 import BackendApplicationClient
from requests_oauthlib import OAuth2Session

session = OAuth2Session(client=BackendApplicationClient(client_id=os.environ["ID"]))
session.fetch_token(sys.argv[1] + "/token", client_id=os.environ["ID"], client_secret=os.environ["SECRET"])
END
cat > second.py << 'END'
import os
import sys

from authlib.integrations.requests_client import OAuth2Session

OAuth2Session(os.environ["ID"], os.environ["SECRET"]).fetch_token(sys.argv[1] + "/token", grant_type="client_credentials")
END
cat > first.js << 'END'
import * as oauth from 'oauth4webapi';
const issuer = process.argv[2];
const server = { issuer, token_endpoint: `${issuer}/token` };
const { ID: client_id, SECRET: secret } = process.env;
await oauth.clientCredentialsGrantRequest(server, { client_id }, oauth.ClientSecretBasic(secret), {}, { [oauth.allowInsecureRequests]: true });
END
cat > second.js << 'END'
import { ClientCredentials } from 'simple-oauth2';
const { ID: id, SECRET: secret } = process.env;
await new ClientCredentials({ client: { id, secret }, auth: { tokenHost: process.argv[2], tokenPath: '/token' } }).getToken({});
END
cat > main.go << 'END'
package main

import (
	"context"
	"os"

	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	config := clientcredentials.Config{ClientID: os.Getenv("ID"), ClientSecret: os.Getenv("SECRET"), TokenURL: os.Args[1] + "/token"}
	if _, err := config.Token(context.Background()); err != nil {
		panic(err)
	}
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get golang.org/x/oauth2@v0.38.0 2> /dev/null
timeout 600 go build -o finding . < /dev/null

: > said
try() {
  local name=$1
  shift
  timeout 60 "$@" "$url"
  echo "$name: $(cat seen)" | tee -a said
}
export PYTHONPATH=packages
try requests-oauthlib python3 -W ignore first.py
try authlib python3 -W ignore second.py
try oauth4webapi node first.js
try simple-oauth2 node second.js
try Go ./finding

if [ "$(cat said)" = 'requests-oauthlib: app:one:p%2F+ &
authlib: app:one:p%2F+ &
oauth4webapi: app%3Aone:p%252F%2B+%26
simple-oauth2: app%3Aone:p%252F%2B+%26
Go: app%3Aone:p%252F%2B+%26' ]; then
  echo 'Still so: the libraries send two texts for one client.'
else
  echo 'Changed: a library now writes the field in another way.'
  exit 1
fi
