#!/usr/bin/env bash
# `search(index=[])` of the Python clients searches all indices: an empty list of names is left out of the path, without an error.
#
# Version: elasticsearch 9.5.1 and opensearch-py 3.2.0 (PyPI), seen in November 2026.
# Behaviour: `search`, `count` and `indices.get_settings` with an empty list, or an empty text, as `index` send `/_search`, `/_count` and `/_settings`.
#   Where the index is required, as for `indices.delete`, an empty list is refused: "Empty value passed". The JavaScript client of
#   Elasticsearch sends `//_search` for it, which servers read as `/_search`.
# Output seen:
#   elasticsearch: POST /_search, POST /_count, GET /_settings, delete: ValueError
#   opensearchpy:  POST /_search, POST /_count, GET /_settings, delete: ValueError
# Why it matters: a list of the indices that a person may see, or that match a filter, is sometimes empty. Then the answer is not nothing but
#   everything, for which nobody asked.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 opensearch-py==3.2.0 2> /dev/null < /dev/null

cat > empty.py << 'END'
import importlib
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

seen = []


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        seen.append("%s %s" % (self.command, self.path))
        self.send_response(200)
        self.send_header("X-Elastic-Product", "Elasticsearch")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_GET = do_DELETE = do_POST

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
for module, name in (("elasticsearch", "Elasticsearch"), ("opensearchpy", "OpenSearch")):
    client = getattr(importlib.import_module(module), name)("http://127.0.0.1:%d" % server.server_port)
    seen.clear()
    client.search(index=[])
    client.count(index=[])
    client.indices.get_settings(index=[])
    try:
        client.indices.delete(index=[])
        refused = "no error"
    except Exception as error:
        refused = type(error).__name__
    print("%s: %s, delete: %s" % (module, ", ".join(seen), refused))
END
PYTHONPATH=packages timeout 120 python3 -W ignore empty.py | tee said

if [ "$(cat said)" = 'elasticsearch: POST /_search, POST /_count, GET /_settings, delete: ValueError
opensearchpy: POST /_search, POST /_count, GET /_settings, delete: ValueError' ]; then
  echo 'Still so: an empty list of names means all indices.'
else
  echo 'Changed: the clients now treat an empty list in another way.'
  exit 1
fi
