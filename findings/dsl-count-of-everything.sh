#!/usr/bin/env bash
# `Search.count()` of both Python clients counts the whole index if what restricts the search is a `post_filter` or a vector search.
#
# Version: elasticsearch 9.5.1 and opensearch-py 3.2.0 (PyPI), seen in November 2026.
# Behaviour: `count()` is said to "return the number of hits matching the query and filters". It sends the member `query` to `_count`, and nothing else of
#   the search: without it `_count` counts all documents. `post_filter` (which the faceted search of the same packages uses for what a user has selected),
#   `knn`, `min_score` and `runtime_mappings` are left out without a word. `execute().hits.total` counts with them.
# Output seen (both packages; knn for Elasticsearch):
#   post_filter:      POST /orders/_count, no query
#   knn:              POST /orders/_count, no query
#   min_score:        POST /orders/_count, the query alone
#   runtime_mappings: POST /orders/_count, the query alone (its field is unknown there: 0)
# Why it matters: the number above a list, or the one that is shown before a deletion, is another one than the number of the entries.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 opensearch-py==3.2.0 2> /dev/null < /dev/null

cat > count.py << 'END'
import importlib
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

seen = []


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        seen.append("%s %s" % (self.path, body.replace("{}", "")))
        self.send_response(200)
        self.send_header("X-Elastic-Product", "Elasticsearch")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "11")
        self.end_headers()
        self.wfile.write(b'{"count":7}')

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
for package, name, classes in (("elasticsearch", "Elasticsearch", "elasticsearch.dsl"), ("opensearchpy", "OpenSearch", "opensearchpy")):
    client = getattr(importlib.import_module(package), name)("http://127.0.0.1:%d" % server.server_port)
    search = importlib.import_module(classes).Search(using=client, index="orders")
    searches = {"post_filter": search.post_filter("term", status="open")}
    if package == "elasticsearch":
        searches["knn"] = search.knn("vector", 5, 10, query_vector=[1])
    searches["min_score"] = search.query("match", text="x").extra(min_score=2)
    searches["runtime_mappings"] = search.query("term", year=2026).extra(runtime_mappings={"year": {"type": "long"}})
    for word, one in searches.items():
        seen.clear()
        one.count()
        print(package, word, seen[0].strip())
END
PYTHONPATH=packages timeout 120 python3 -W ignore count.py | tee said

if [ "$(cat said)" = 'elasticsearch post_filter /orders/_count
elasticsearch knn /orders/_count
elasticsearch min_score /orders/_count {"query":{"match":{"text":"x"}}}
elasticsearch runtime_mappings /orders/_count {"query":{"term":{"year":2026}}}
opensearchpy post_filter /orders/_count
opensearchpy min_score /orders/_count {"query":{"match":{"text":"x"}}}
opensearchpy runtime_mappings /orders/_count {"query":{"term":{"year":2026}}}' ]; then
  echo 'Still so: only the member `query` is counted with.'
else
  echo 'Changed: count() now sends more of the search.'
  exit 1
fi
