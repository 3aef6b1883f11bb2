#!/usr/bin/env bash
# After a 502 the clients of Elasticsearch, OpenSearch and GitHub send a POST that creates something a second time: two documents, two issues.
#
# Versions: @elastic/elasticsearch 9.5.1, @opensearch-project/opensearch 3.9.0, @octokit/core 7.0.8 with @octokit/plugin-retry 8.1.1 (part of
#   `octokit`), got 14.6.6, axios 1.21.1 with axios-retry 4.5.0 (npm), elasticsearch 9.5.1, opensearch-py 3.2.0, PyGithub 2.10.0 (PyPI), seen in
#   November 2026.
# Behaviour: a gateway says 502 when the answer did not come, which does not mean that nothing happened. RFC 9110, section 9.2.2: a client "SHOULD NOT
#   automatically retry a request with a non-idempotent method". Each of the clients of these services does, as it is delivered, for a document without
#   an identifier, or a new issue. got and axios-retry repeat a GET, and no POST.
# Output seen:
#   POST twice: @elastic/elasticsearch, @opensearch-project/opensearch, octokit, elasticsearch, opensearch-py, PyGithub
#   POST once:  got, axios-retry
# Why it matters: duplicates that no code asked for, only when a gateway is under load. An identifier made by the caller (`op_type: create`) makes the
#   second one a conflict; `maxRetries: 0` and the like switch it off.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @elastic/elasticsearch@9.5.1 @opensearch-project/opensearch@3.9.0 @octokit/core@7.0.8 \
  @octokit/plugin-retry@8.1.1 got@14.6.6 axios@1.21.1 axios-retry@4.5.0 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 opensearch-py==3.2.0 PyGithub==2.10.0 \
  2> /dev/null < /dev/null

cat > create.js << 'END'
import { createServer } from 'node:http';
import { Client as Elasticsearch } from '@elastic/elasticsearch';
import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { Client as OpenSearch } from '@opensearch-project/opensearch';
import axios from 'axios';
import axiosRetry from 'axios-retry';
import got from 'got';
const title = { title: 'a' };
const retrying = axios.create();
axiosRetry(retrying);
const creating = {
  '@elastic/elasticsearch': (url) => new Elasticsearch({ node: url }).index({ index: 'i', document: title }),
  '@opensearch-project/opensearch': (url) => new OpenSearch({ node: url }).index({ index: 'i', body: title }),
  // The wait between two tries, which grows to seconds, is made short.
  octokit: (url) => new (Octokit.plugin(retry))({ baseUrl: url, retry: { retryAfterBaseValue: 10 } }).request('POST /repos/o/r/issues', title),
  got: (url) => got.post(url, { json: title }),
  'axios-retry': (url) => retrying.post(url, title),
};
for (const [name, create] of Object.entries(creating)) {
  let posts = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'POST') posts++;
    response.writeHead(posts === 1 ? 502 : 201, { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' });
    response.end('{}');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  await create(`http://127.0.0.1:${server.address().port}`).catch(() => {});
  console.log(`${name}: ${posts}`);
  server.closeAllConnections();
  server.close();
}
process.exit();
END
cat > create.py << 'END'
import logging
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import elasticsearch
import github
import opensearchpy

logging.disable(logging.CRITICAL)
posts = []


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        posts.append(self.path)
        self.send_response(502 if len(posts) == 1 else 201)
        for name, value in (("X-Elastic-Product", "Elasticsearch"), ("Content-Type", "application/json"), ("Content-Length", "2")):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d" % server.server_port
creating = {
    "elasticsearch": lambda: elasticsearch.Elasticsearch(url).index(index="i", document={"title": "a"}),
    "opensearch-py": lambda: opensearchpy.OpenSearch(url).index(index="i", body={"title": "a"}),
    "PyGithub": lambda: github.Github(base_url=url).get_repo("o/r", lazy=True).create_issue("a"),
}
for name, create in creating.items():
    posts.clear()
    create()
    print("%s: %d" % (name, len(posts)))
END
timeout 120 node create.js | tee said
PYTHONPATH=packages timeout 120 python3 -W ignore create.py | tee -a said

if [ "$(cat said)" = '@elastic/elasticsearch: 2
@opensearch-project/opensearch: 2
octokit: 2
got: 1
axios-retry: 1
elasticsearch: 2
opensearch-py: 2
PyGithub: 2' ]; then
  echo 'Still so: what was created is created again.'
else
  echo 'Changed: one of the clients now treats a 502 in another way.'
  exit 1
fi
