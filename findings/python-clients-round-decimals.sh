#!/usr/bin/env bash
# The Python clients write a `Decimal` as a float: digits are lost, and `10.50` is sent as `10.5`. A float that is no number is sent as `NaN`.
#
# Version: elasticsearch 9.5.1 and opensearch-py 3.2.0 (PyPI), seen in November 2026.
# Behaviour: `Decimal` exists so that amounts stay exact. The serializers of both clients turn it into a float, without a warning:
#   12345678901234567.89 becomes 1.2345678901234568e+16. The server stores the text of the document as it came, so the digits are lost there,
#   whatever the type of the field. `float("nan")` is written as NaN, which is not JSON: a server refuses the whole document, or lines.
# Output seen:
#   elasticsearch: {"amount":1.2345678901234568e+16,"price":10.5} {"value":NaN}
#   opensearchpy:  {"amount":1.2345678901234568e+16,"price":10.5} {"value":NaN}
# Why it matters: amounts that were read exactly from a database are stored rounded. Keys of a flattened field are compared as text, so 10.50 is not
#   found either. Who needs all digits has to send text.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 opensearch-py==3.2.0 2> /dev/null < /dev/null

cat > decimals.py << 'END'
import importlib
import threading
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer

seen = []


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        seen.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(201)
        self.send_header("X-Elastic-Product", "Elasticsearch")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
documents = [{"amount": Decimal("12345678901234567.89"), "price": Decimal("10.50")}, {"value": float("nan")}]
for module, name, argument in (("elasticsearch", "Elasticsearch", "document"), ("opensearchpy", "OpenSearch", "body")):
    client = getattr(importlib.import_module(module), name)("http://127.0.0.1:%d" % server.server_port)
    seen.clear()
    for document in documents:
        client.index(index="orders", **{argument: document})
    print("%s: %s" % (module, " ".join(seen)))
END
PYTHONPATH=packages timeout 120 python3 -W ignore decimals.py | tee said

if [ "$(cat said)" = 'elasticsearch: {"amount":1.2345678901234568e+16,"price":10.5} {"value":NaN}
opensearchpy: {"amount":1.2345678901234568e+16,"price":10.5} {"value":NaN}' ]; then
  echo 'Still so: decimals are rounded, and NaN is written.'
else
  echo 'Changed: the clients now write decimals in another way.'
  exit 1
fi
