#!/usr/bin/env bash
# The clients of Elasticsearch and OpenSearch and Octokit's retries do not wait for `Retry-After`: they ask again at once, or too early.
#
# Versions: @elastic/elasticsearch 9.5.1, @opensearch-project/opensearch 3.9.0, @octokit/core 7.0.8 with @octokit/plugin-retry 8.1.1, got 14.6.6,
#   undici 7.30.2 (npm), elasticsearch 9.5.1, opensearch-py 3.2.0, urllib3 2.8.0 (PyPI), seen in November 2026.
# Behaviour: the answer to a GET is 503 with `Retry-After: 3`. got, undici's RetryAgent and urllib3 ask again after 3 seconds. The four clients of clusters
#   send their three further tries within the same second and then fail. `@octokit/plugin-retry` waits 1 second, then 4, whatever the field says.
# Output seen (seconds between the first and the second try):
#   @elastic/elasticsearch 0, @opensearch-project/opensearch 0, elasticsearch 0, opensearch-py 0, octokit 1, got 3, undici 3, urllib3 3
# Why it matters: a proxy, or a managed service, that says when it is back gets four requests instead of one from every client, while it is overloaded, and
#   the caller fails though 3 seconds would have been enough.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @elastic/elasticsearch@9.5.1 @opensearch-project/opensearch@3.9.0 @octokit/core@7.0.8 \
  @octokit/plugin-retry@8.1.1 got@14.6.6 undici@7.30.2 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 opensearch-py==3.2.0 urllib3==2.8.0 \
  2> /dev/null < /dev/null

cat > ask.js << 'END'
import { createServer } from 'node:http';
import { Client as Elasticsearch } from '@elastic/elasticsearch';
import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { Client as OpenSearch } from '@opensearch-project/opensearch';
import got from 'got';
import { Agent, request, RetryAgent } from 'undici';
const asking = {
  '@elastic/elasticsearch': (url) => new Elasticsearch({ node: url }).info(),
  '@opensearch-project/opensearch': (url) => new OpenSearch({ node: url }).info(),
  octokit: (url) => new (Octokit.plugin(retry))({ baseUrl: url }).request('GET /user'),
  got: (url) => got(url),
  undici: (url) => request(url, { dispatcher: new RetryAgent(new Agent()) }),
};
for (const [name, ask] of Object.entries(asking)) {
  const times = [];
  const server = createServer((_, response) => {
    times.push(Date.now());
    response.writeHead(times.length === 1 ? 503 : 200, {
      'Content-Type': 'application/json',
      'X-Elastic-Product': 'Elasticsearch',
      ...(times.length === 1 ? { 'Retry-After': '3' } : {}),
    });
    response.end('{}');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  await ask(`http://127.0.0.1:${server.address().port}`).catch(() => {});
  // Timers may be some milliseconds early.
  console.log(`${name}: ${Math.floor((times[1] - times[0] + 300) / 1000)}`);
  server.closeAllConnections();
  server.close();
}
process.exit();
END
cat > ask.py << 'END'
import logging
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import elasticsearch
import opensearchpy
import urllib3

logging.disable(logging.CRITICAL)
times = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        times.append(time.monotonic())
        self.send_response(503 if len(times) == 1 else 200)
        if len(times) == 1:
            self.send_header("Retry-After", "3")
        for name, value in (("X-Elastic-Product", "Elasticsearch"), ("Content-Type", "application/json"), ("Content-Length", "2")):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d" % server.server_port
asking = {
    "elasticsearch": lambda: elasticsearch.Elasticsearch(url).info(),
    "opensearch-py": lambda: opensearchpy.OpenSearch(url).info(),
    "urllib3": lambda: urllib3.PoolManager().request("GET", url),
}
for name, ask in asking.items():
    times.clear()
    ask()
    print("%s: %d" % (name, times[1] - times[0] + 0.3))
END
timeout 120 node ask.js | tee said
PYTHONPATH=packages timeout 120 python3 -W ignore ask.py | tee -a said

if [ "$(cat said)" = '@elastic/elasticsearch: 0
@opensearch-project/opensearch: 0
octokit: 1
got: 3
undici: 3
elasticsearch: 0
opensearch-py: 0
urllib3: 3' ]; then
  echo 'Still so: what the server asks for is not waited for.'
else
  echo 'Changed: one of the clients now waits in another way.'
  exit 1
fi
