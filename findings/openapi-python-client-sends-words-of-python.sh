#!/usr/bin/env bash
# A client made by openapi-python-client sends `True` and the word `None` in a multipart form, and an object of the query without its name.
#
# Version: openapi-python-client 0.29.1 with httpx 0.28.1 (PyPI), seen in November 2026.
# Behaviour: the members of a multipart body are written by Python's `str`: true as `True`, a null of a `nullable` text as `None`. An object in a form is Python's
#   text of a dictionary. In the query `style` and `explode` are not read: `f[x]=1` (deepObject) becomes `x=1`, `ids=1,2` (`explode: false`) becomes
#   `ids=1&ids=2`. A boolean in the query or in a form is `true`. The generator has no message for any of these.
# Output seen (what arrives, and what OpenAPI says):
#   query       x=1 ids=1 ids=2 on=true        f[x]=1 ids=1,2 on=true
#   multipart   on=True note=None              on=true, and note without a text
#   form        on=true o={'k': 'v'}           on=true, and JSON or members for o
# Why it matters: services that read `true` refuse `True` or take it for false, and store notes that say "None". A filter without its name is not known to the
#   service, which then finds everything.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages openapi-python-client==0.29.1 httpx==0.28.1 2> /dev/null < /dev/null
export PYTHONPATH=packages PYTHONWARNINGS=ignore NO_PROXY=127.0.0.1

cat > describe.py << 'END'
import json

text, flag = {"type": "string"}, {"type": "boolean"}
thing = {"type": "object", "properties": {"k": text}}
responses = {"204": {"description": "ok"}}


def body(name, media, properties):
    content = {media: {"schema": {"type": "object", "properties": properties}}}
    return {"post": {"operationId": name, "requestBody": {"content": content}, "responses": responses}}


query = [
    {"name": "f", "in": "query", "style": "deepObject", "schema": {"type": "object", "properties": {"x": text}}},
    {"name": "ids", "in": "query", "explode": False, "schema": {"type": "array", "items": {"type": "integer"}}},
    {"name": "on", "in": "query", "schema": flag},
]
paths = {
    "/find": {"get": {"operationId": "find", "parameters": query, "responses": responses}},
    "/parts": body("parts", "multipart/form-data", {"on": flag, "note": {"type": "string", "nullable": True}}),
    "/form": body("form", "application/x-www-form-urlencoded", {"on": flag, "o": thing}),
}
json.dump({"openapi": "3.0.3", "info": {"title": "made", "version": "1"}, "paths": paths}, open("api.json", "w"))
END
python3 describe.py
timeout 120 python3 -m openapi_python_client generate --path api.json --meta none --output-path made > report 2>&1 < /dev/null
if grep WARNING report; then echo 'Changed: the generator now says that parts are missing.'; exit 1; fi

cat > send.py << 'END'
import re
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl, unquote

import made
import made.models as models
from made.api.default import find, form, parts

seen = {}


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        seen["query"] = unquote(self.path.partition("?")[2]).replace("&", " ")
        seen["body"] = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        self.send_response(204)
        self.end_headers()

    do_GET = do_POST

    def log_message(self, *parts):
        pass


server = HTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = made.Client(base_url=f"http://127.0.0.1:{server.server_port}")
find.sync_detailed(client=client, f=models.FindF(x="1"), ids=[1, 2], on=True)
print("query", seen["query"])
parts.sync_detailed(client=client, body=models.PartsBody(on=True, note=None))
print("multipart", *[f"{name}={value}" for name, value in re.findall(r'name="(\w+)".*?\r\n\r\n(.*?)\r\n', seen["body"], re.S)])
form.sync_detailed(client=client, body=models.FormBody(on=True, o=models.FormBodyO(k="v")))
print("form", *[f"{name}={value}" for name, value in parse_qsl(seen["body"])])
END
timeout 60 python3 send.py | tee said

if [ "$(cat said)" = "query x=1 ids=1 ids=2 on=true
multipart on=True note=None
form on=true o={'k': 'v'}" ]; then
  echo 'Still so: words of Python are sent, and styles are not read.'
else
  echo 'Changed: the client now writes these values in another way.'
  exit 1
fi
