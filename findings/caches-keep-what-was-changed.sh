#!/usr/bin/env bash
# After a PATCH, PUT or DELETE of the same URL, two caching clients of Python give the old document for as long as it is fresh; a third one does after a POST.
#
# Version: requests-cache 1.3.3, CacheControl 0.14.4, hishel 2.0.0 with requests 2.34.2, aiohttp-client-cache 0.15.0 with aiohttp 3.14.5 (PyPI), seen in November
#   2026.
# Behaviour: a document is read, changed by the same client, and read again; the server says `Cache-Control: max-age=100`, and 200 to each request. RFC 9111,
#   section 4.4: when an unsafe method has succeeded, a cache "MUST invalidate" what it has for the URL. requests-cache and aiohttp-client-cache do not, nor with
#   `cache_control=True`, by which they follow the header fields. CacheControl does for PUT, PATCH and DELETE, not for POST. hishel with `rfc=True` does for all.
# Output seen (where the second reading came from):
#                          POST      PUT       PATCH     DELETE
#   requests-cache         cache     cache     cache     cache
#   aiohttp-client-cache   cache     cache     cache     cache
#   CacheControl           cache     server    server    server
#   hishel                 server    server    server    server
# Why it matters: "change, then look" shows that nothing was changed, and what was deleted is still there. GitHub's answers say `max-age=60`. A check that a
#   change arrived needs a request that is not answered by a cache, with `Cache-Control: no-cache`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages requests-cache==1.3.3 CacheControl==0.14.4 hishel==2.0.0 \
  requests==2.34.2 aiohttp-client-cache==0.15.0 aiohttp==3.14.5 2> /dev/null < /dev/null

cat > ask.py << 'END'
import asyncio
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cachecontrol
import requests
import requests_cache
from aiohttp_client_cache import CacheBackend, CachedSession
from hishel.requests import CacheAdapter

seen = []


class Handler(BaseHTTPRequestHandler):
    def answer(self):
        seen.append(self.command)
        self.send_response(200)
        self.send_header("Cache-Control", "max-age=100")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = "http://127.0.0.1:%d/" % server.server_port


def hishel_session():
    session = requests.Session()
    session.mount("http://", CacheAdapter(rfc=True))
    return session


async def with_aiohttp(url, method):
    async with CachedSession(cache=CacheBackend(cache_control=True)) as session:
        for each in ("GET", method, "GET"):
            async with session.request(each, url) as response:
                await response.read()


sessions = {
    "requests-cache": lambda: requests_cache.CachedSession(backend="memory", cache_control=True),
    "aiohttp-client-cache": None,
    "CacheControl": lambda: cachecontrol.CacheControl(requests.Session()),
    "hishel": hishel_session,
}
for name, make in sessions.items():
    found = []
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        seen.clear()
        url = base + name + method
        if make is None:
            asyncio.run(with_aiohttp(url, method))
        else:
            session = make()
            for each in ("GET", method, "GET"):
                session.request(each, url)
        found.append("server" if seen == ["GET", method, "GET"] else "cache" if seen == ["GET", method] else str(seen))
    print(name, *found)
END
PYTHONPATH=packages timeout 120 python3 -W ignore ask.py | tee said

if [ "$(cat said)" = 'requests-cache cache cache cache cache
aiohttp-client-cache cache cache cache cache
CacheControl cache server server server
hishel server server server server' ]; then
  echo 'Still so: what a client has changed is still given from its cache.'
else
  echo 'Changed: the caches now forget other answers.'
  exit 1
fi
