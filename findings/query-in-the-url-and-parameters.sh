#!/usr/bin/env bash
# httpx drops the query of a URL when parameters are given, even an empty set of them, and urllib3 writes a second question mark: `?a=1?b=2`.
#
# Version: httpx 0.28.1, urllib3 2.8.0, requests 2.34.2 and aiohttp 3.14.5 (PyPI), seen in November 2026.
# Behaviour: the URL has a query, `?a=1`, and the call has a parameter, b=2. requests and aiohttp send both. httpx sends `?b=2`, and no query at all with
#   `params={}`; a client whose `base_url` has a query loses the path of each request, too. urllib3 puts `?b=2` behind the URL: by RFC 3986, section 3.4, a
#   question mark is a plain character of a query, so this is one parameter `a` with the value `1?b=2`. No error, and no warning.
# Output seen (of `?a=1` with b=2, and with no parameters):
#   requests  /i?a=1&b=2    /i?a=1
#   aiohttp   /i?a=1&b=2    /i?a=1
#   httpx     /i?b=2        /i
#   urllib3   /i?a=1?b=2    /i?a=1
#   httpx, base_url …/v1?key=k, params t=x, get /i: /v1?t=x
# Why it matters: the URL of a next page, of a search or of a signed upload comes with a query; with one parameter more, or an optional set of filters that is
#   empty this time, another page is asked for, and the first 30 entries come again and again. A request that works in requests changes on the way to httpx.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages httpx==0.28.1 urllib3==2.8.0 requests==2.34.2 aiohttp==3.14.5 \
  2> /dev/null < /dev/null

cat > ask.py << 'END'
import asyncio
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import aiohttp
import httpx
import requests
import urllib3

seen = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        seen.append(self.path)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = "http://127.0.0.1:%d" % server.server_port
url = base + "/i?a=1"


async def with_aiohttp(parameters):
    async with aiohttp.ClientSession() as session, session.get(url, params=parameters):
        pass


clients = {
    "requests": lambda parameters: requests.get(url, params=parameters),
    "aiohttp": lambda parameters: asyncio.run(with_aiohttp(parameters)),
    "httpx": lambda parameters: httpx.get(url, params=parameters),
    "urllib3": lambda parameters: urllib3.PoolManager().request("GET", url, fields=parameters),
}
for name, send in clients.items():
    seen.clear()
    send({"b": "2"})
    send({})
    print(name, *seen)
seen.clear()
httpx.Client(base_url=base + "/v1?key=k", params={"t": "x"}).get("/i")
print("httpx with base_url", *seen)
END
PYTHONPATH=packages timeout 60 python3 -W ignore ask.py | tee said

if [ "$(cat said)" = 'requests /i?a=1&b=2 /i?a=1
aiohttp /i?a=1&b=2 /i?a=1
httpx /i?b=2 /i
urllib3 /i?a=1?b=2 /i?a=1
httpx with base_url /v1?t=x' ]; then
  echo 'Still so: the query of the URL is replaced by httpx, and continued with a question mark by urllib3.'
else
  echo 'Changed: one of the clients now joins both queries in another way.'
  exit 1
fi
