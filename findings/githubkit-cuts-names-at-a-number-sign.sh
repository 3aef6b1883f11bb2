#!/usr/bin/env bash
# githubkit does not encode names in paths: the branch `fix#12` is asked for as `fix`, and deleting the ref of it deletes the one of `fix`.
#
# Version: githubkit 0.16.1 with hishel 1.3.0 (PyPI), seen in November 2026; compared with ghapi 2.1.4.
# Behaviour: arguments are put into the path as they are, and the result is read as a URL: what follows a `#` is dropped as a fragment, and a `?` begins the
#   query. Git permits `#` in names of branches, and any name of a file may have it. PyGithub and ghapi encode both. A time for `since` is written as Python
#   prints it, with a space in place of `T`, and a time without a zone has none; the API asks for `YYYY-MM-DDTHH:MM:SSZ`. A member that the package's models
#   do not know is dropped from a body without a word, so what the service has added since cannot be sent.
# Output seen (githubkit, then ghapi):
#   branch:     GET /repos/o/r/branches/fix                    GET /repos/o/r/branches/fix%2312
#   delete ref: DELETE /repos/o/r/git/refs/heads/fix           DELETE /repos/o/r/git/refs/heads/fix%2312
#   label:      GET /repos/o/r/labels/what?                    GET /repos/o/r/labels/what%3F
#   since:      since=2026-01-01+03:00:00+03:00                -
#   member:     {"title":"t"}                                  -
# Why it matters: "fix#12" next to "fix" is a common way to name branches after issues. The answer is 204, and the wrong one is lost.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target one githubkit==0.16.1 'hishel[async,httpx]==1.3.0' 2> /dev/null < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target two ghapi==2.1.4 2> /dev/null < /dev/null

cat > server.py << 'END'
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

seen = []


class Handler(BaseHTTPRequestHandler):
    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        seen.append("%s %s %s" % (self.command, self.path, body))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_GET = do_DELETE = do_POST = answer

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d" % server.server_port
END
cat > one.py << 'END'
from datetime import datetime, timedelta, timezone

from githubkit import GitHub
from server import seen, url

github = GitHub("token", base_url=url + "/")
github.rest.repos.get_branch("o", "r", "fix#12")
github.rest.git.delete_ref("o", "r", "heads/fix#12")
github.rest.issues.get_label("o", "r", "what?")
github.rest.issues.list_for_repo("o", "r", since=datetime(2026, 1, 1, 3, tzinfo=timezone(timedelta(hours=3))))
github.rest.issues.create("o", "r", title="t", added_later=1)
print("\n".join(line.strip().replace("%3A", ":").replace("%2B", "+") for line in seen))
END
cat > two.py << 'END'
import asyncio

from ghapi.all import GhApi
from server import seen, url


async def main():
    api = GhApi(owner="o", repo="r", token="token", gh_host=url)
    await api.repos.get_branch("fix#12")
    await api.git.delete_ref("heads/fix#12")
    await api.issues.get_label("what?")


asyncio.run(main())
print("\n".join(line.strip() for line in seen))
END
PYTHONPATH=one timeout 60 python3 -W ignore one.py | tee said
PYTHONPATH=two timeout 60 python3 -W ignore two.py | tee -a said

if [ "$(cat said)" = 'GET /repos/o/r/branches/fix
DELETE /repos/o/r/git/refs/heads/fix
GET /repos/o/r/labels/what?
GET /repos/o/r/issues?since=2026-01-01+03:00:00+03:00
POST /repos/o/r/issues {"title":"t"}
GET /repos/o/r/branches/fix%2312
DELETE /repos/o/r/git/refs/heads/fix%2312
GET /repos/o/r/labels/what%3F' ]; then
  echo 'Still so: a name ends at the number sign.'
else
  echo 'Changed: githubkit now writes names, times or members in another way.'
  exit 1
fi
