#!/usr/bin/env bash
# The document classes of the Python clients read "02/01/2026" as the first of February, though the field says `dd/MM/yyyy`, and write another format.
#
# Version: elasticsearch 9.5.1 and opensearch-py 3.2.0 (PyPI), seen in November 2026.
# Behaviour: a class of documents has `Date(format="dd/MM/yyyy")`, which is put into the mapping. A text for it is parsed by a guess, month first, and
#   "13/01/2026", which has no 13th month, with the day first. Both are sent as ISO times, which a field of that format refuses. With
#   a format that takes both, `dd/MM/yyyy||strict_date_optional_time`, the wrong day is stored. The text that is sent without the class is right.
# Output seen (both packages):
#   02/01/2026: {"day":"2026-02-01T00:00:00"}
#   13/01/2026: {"day":"2026-01-13T00:00:00"}
#   mapping:    {"type":"date","format":"dd/MM/yyyy||strict_date_optional_time"}
# Why it matters: dates of the first twelve days of a month are swapped, the others are right, in one index, and no error is raised.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 opensearch-py==3.2.0 2> /dev/null < /dev/null

cat > save.py << 'END'
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import elasticsearch.dsl
import opensearchpy

seen = []


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        seen.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        answer = b'{"_id":"1","_index":"i","_version":1,"_seq_no":1,"_primary_term":1,"result":"created"}'
        self.send_response(201)
        for name, value in (("X-Elastic-Product", "Elasticsearch"), ("Content-Type", "application/json"), ("Content-Length", str(len(answer)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
for name, module in (("elasticsearch", elasticsearch.dsl), ("opensearchpy", opensearchpy)):
    module.connections.create_connection(hosts=["http://127.0.0.1:%d" % server.server_port])

    class Visit(module.Document):
        day = module.Date(format="dd/MM/yyyy||strict_date_optional_time")

        class Index:
            name = "visits"

    seen.clear()
    for text in ("02/01/2026", "13/01/2026"):
        Visit(day=text).save()
    mapping = Visit._index.to_dict()["mappings"]["properties"]["day"]
    print(name, *seen, json.dumps(mapping, sort_keys=True, separators=(",", ":")))
END
PYTHONPATH=packages timeout 60 python3 -W ignore save.py | tee said

if [ "$(cat said)" = 'elasticsearch {"day":"2026-02-01T00:00:00"} {"day":"2026-01-13T00:00:00"} {"format":"dd/MM/yyyy||strict_date_optional_time","type":"date"}
opensearchpy {"day":"2026-02-01T00:00:00"} {"day":"2026-01-13T00:00:00"} {"format":"dd/MM/yyyy||strict_date_optional_time","type":"date"}' ]; then
  echo 'Still so: day and month are swapped when they can be.'
else
  echo 'Changed: the clients now read texts of dates in another way.'
  exit 1
fi
