#!/usr/bin/env bash
# `helpers.bulk` of the Python clients takes fields such as `version` and `routing` out of the documents and sends them as options of the action.
#
# Version: elasticsearch 9.5.1 and opensearch-py 3.2.0 (PyPI), seen in November 2026.
# Behaviour: an action of the helper is one dictionary: `_index`, `_id` and so on, and the rest is the document. Of the rest, the names `pipeline`,
#   `routing`, `version`, `version_type` and some more are options, too, without an underline. A document that has a field of such a name is sent
#   without it, and the option is set instead. With `_source` around the document nothing is taken out.
# Output seen:
#   elasticsearch: {"index":{"_index":"releases","routing":"north","version":7}} {"name":"x"}
#   opensearchpy:  {"index":{"_index":"releases","routing":"north","version":7}} {"name":"x"}
#   with _source:  {"index":{"_index":"releases"}} {"version":7,"routing":"north","name":"x"}
# Why it matters: a file of documents that was loaded by the helper lacks fields, and `routing` moves documents to other shards, without any error.
#   What is found later by `version` is nothing.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 opensearch-py==3.2.0 2> /dev/null < /dev/null

cat > bulk.py << 'END'
import importlib
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

seen = []


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        seen.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        body = json.dumps({"errors": False, "items": [{"index": {"_id": "1", "status": 201}}]}).encode()
        self.send_response(200)
        self.send_header("X-Elastic-Product", "Elasticsearch")
        self.send_header("Content-Type", self.headers.get("Accept") if "vnd" in self.headers.get("Accept", "") else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_PUT = do_POST

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d" % server.server_port
document = {"version": 7, "routing": "north", "name": "x"}
for module, client in (("elasticsearch", "Elasticsearch"), ("opensearchpy", "OpenSearch")):
    made = getattr(importlib.import_module(module), client)(url)
    bulk = importlib.import_module(module + ".helpers").bulk
    bulk(made, [{"_index": "releases", **document}])
    bulk(made, [{"_index": "releases", "_source": document}])
for sent in seen:
    print(" ".join(json.dumps(json.loads(line), separators=(",", ":")) for line in sent.splitlines()))
END
PYTHONPATH=packages timeout 120 python3 -W ignore bulk.py | tee said
taken='{"index":{"_index":"releases","routing":"north","version":7}} {"name":"x"}'
kept='{"index":{"_index":"releases"}} {"version":7,"routing":"north","name":"x"}'
if [ "$(cat said)" = "$taken
$kept
$taken
$kept" ]; then
  echo 'Still so: fields with the names of options are no longer in the documents.'
else
  echo 'Changed: the helpers now treat such fields in another way.'
  exit 1
fi
