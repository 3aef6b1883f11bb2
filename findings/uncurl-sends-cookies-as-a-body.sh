#!/usr/bin/env bash
# uncurl makes a POST of `curl -b 'session=1'`, with the cookie as its body, keeps the last of two `-d`, and writes Python that does not parse for a quote in a body.
#
# Version: uncurl 0.0.11 (PyPI), seen in December 2026.
# Behaviour: the package turns a curl command, as "Copy as cURL" of a browser gives it, into code for requests. To curl `-b` is the cookies to send; the
#   package reads it as its own short form of `--data-binary`. curl joins the values of several `-d` by `&`; the package sends the last. Of two fields of one
#   name the last is sent, too, where curl sends both. A body is put between apostrophes as it is.
# Output seen (the command, then what the code sends):
#   curl -b 'session=1' URL            POST, body session=1, no cookie
#   curl -d a=1 -d b=2 URL             body b=2
#   curl -H 'X-Tag: a' -H 'X-Tag: b'   X-Tag: b
#   curl -d "it's" URL                 SyntaxError
# Why it matters: browsers write the cookies of a copied request with `-b`, so a GET for a page becomes a POST without its session, to a server that may act
#   on it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages uncurl==0.0.11 2> /dev/null < /dev/null

cat > ask.py << 'END'
import ast

import uncurl

for command in [
    "curl 'http://api.test/page' -b 'session=1'",
    "curl http://api.test/ -d a=1 -d b=2",
    "curl http://api.test/ -H 'X-Tag: a' -H 'X-Tag: b'",
    "curl http://api.test/ -d \"it's\"",
]:
    code = uncurl.parse(command)
    try:
        ast.parse(code)
    except SyntaxError:
        code = "SyntaxError"
    print(" ".join(code.split()))
END
PYTHONPATH=packages timeout 120 python3 -W ignore ask.py | tee said

cat > expected << 'END'
requests.post("http://api.test/page", data='session=1', headers={}, cookies={}, auth=(), )
requests.post("http://api.test/", data='b=2', headers={}, cookies={}, auth=(), )
requests.get("http://api.test/", headers={ "X-Tag": "b" }, cookies={}, auth=(), )
SyntaxError
END
if cmp -s said expected; then
  echo 'Still so: the code sends other requests than the commands.'
else
  echo 'Changed: the code is another one now.'
  exit 1
fi
