#!/usr/bin/env bash
# vcrpy replays the answer of `?refresh` for a request without it, and of `{"on":1}` for `{"on":true}`, even if query and body are to be compared.
#
# Version: vcrpy 9.4.2 with requests 2.34.2 (PyPI), seen in November 2026.
# Behaviour: a test replays recorded answers, and fails if a request was not recorded; `match_on` says what is compared. Of the query and of a form, parameters without
#   a value are not there for vcrpy (`?refresh`, `b=`), and in JSON 1 is true, as in Python. `filter_query_parameters`, which takes a key out of the recorded URL, takes
#   all parameters without a value out of it, too.
# Output seen (recorded, then requested; replayed or refused):
#   PUT ?refresh             PUT                  replayed
#   form a=1&b=              form a=1             replayed
#   {"on":1}                 {"on":true}          replayed
#   form a=1&a=2             form a=2             refused
#   /list?v&h=name&key=k, without key, in the file: /list?h=name
# Why it matters: the test is green for a request that lost its parameter, its field or its type: `refresh`, `pretty`, `v` and `wait_for_completion` are commonly
#   written without a value.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages vcrpy==9.4.2 requests==2.34.2 2> /dev/null < /dev/null

cat > replay.py << 'END'
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import requests
import vcr
import yaml
from vcr.errors import CannotOverwriteExistingCassetteException


class Server(BaseHTTPRequestHandler):
    def do_PUT(self):
        self.rfile.read(int(self.headers.get("content-length") or 0))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    do_GET = do_PUT

    def log_message(self, *parts):
        pass


server = HTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/list"
recorder = vcr.VCR(match_on=["method", "scheme", "host", "port", "path", "query", "body"], record_mode="once")


def replay(name, first, second):
    with recorder.use_cassette(name + ".yaml"):
        requests.put(**first)
    try:
        with recorder.use_cassette(name + ".yaml"):
            requests.put(**second)
        print(f"{name}: replayed")
    except CannotOverwriteExistingCassetteException:
        print(f"{name}: refused")


form = {"content-type": "application/x-www-form-urlencoded"}
replay("refresh", {"url": url + "?refresh"}, {"url": url})
replay("empty field", {"url": url, "data": "a=1&b=", "headers": form}, {"url": url, "data": "a=1", "headers": form})
replay("type", {"url": url, "json": {"on": 1}}, {"url": url, "json": {"on": True}})
replay("list", {"url": url, "data": "a=1&a=2", "headers": form}, {"url": url, "data": "a=2", "headers": form})
with vcr.VCR(filter_query_parameters=["key"]).use_cassette("key.yaml"):
    requests.get(url + "?v&h=name&key=k")
print("in the file:", yaml.safe_load(open("key.yaml"))["interactions"][0]["request"]["uri"].partition("/list")[2])
END
PYTHONPATH=packages NO_PROXY=127.0.0.1 timeout 60 python3 -W ignore replay.py | tee said

if [ "$(cat said)" = 'refresh: replayed
empty field: replayed
type: replayed
list: refused
in the file: ?h=name' ]; then
  echo 'Still so: another request is taken for the recorded one.'
else
  echo 'Changed: vcrpy now compares in another way.'
  exit 1
fi
