#!/usr/bin/env bash
# PyGithub writes a time with an offset as if it were UTC: 03:00+02:00 is sent as 03:00Z.
#
# Version: PyGithub 2.10.0 (PyPI), seen in November 2026.
# Behaviour: `since` of issues, commits and notifications, and `due_on` of a milestone, take a `datetime`. Its offset is dropped, and a `Z` is written
#   behind the local time. No error and no warning. A time in UTC and a naive one are written alike. What the library reads from GitHub has UTC.
# Output seen:
#   issues since 2026-01-02T03:00+02:00        since=2026-01-02T03:00:00Z (it is 01:00Z)
#   milestone due 2026-01-02T23:00-05:00       "due_on": "2026-01-02T23:00:00Z" (it is the next day, 04:00Z)
# Why it matters: a job that asks for what changed since its last run, with the time zone said, as Python's documentation advises, misses the hours of the
#   offset on each run, or gets them twice. `.astimezone(timezone.utc)` helps.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages PyGithub==2.10.0 2> /dev/null < /dev/null

cat > ask.py << 'END'
import threading
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import github

seen = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        seen.append(f"{self.path} {body}".strip())
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        answer = b"[]" if self.command == "GET" else b"{}"
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_POST = do_GET

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
repository = github.Github(base_url="http://127.0.0.1:%d" % server.server_port).get_repo("o/r", lazy=True)
east, west = timezone(timedelta(hours=2)), timezone(timedelta(hours=-5))
list(repository.get_issues(since=datetime(2026, 1, 2, 3, tzinfo=east)))
list(repository.get_commits(since=datetime(2026, 1, 2, 3, tzinfo=east)))
repository.create_milestone("m", due_on=datetime(2026, 1, 2, 23, tzinfo=west))
print("\n".join(seen).replace("%3A", ":"))
END
PYTHONPATH=packages timeout 60 python3 -W ignore ask.py | tee said

if [ "$(cat said)" = '/repos/o/r/issues?since=2026-01-02T03:00:00Z
/repos/o/r/commits?since=2026-01-02T03:00:00Z
/repos/o/r/milestones {"title": "m", "due_on": "2026-01-02T23:00:00Z"}' ]; then
  echo 'Still so: the offset is dropped.'
else
  echo 'Changed: PyGithub now writes times in another way.'
  exit 1
fi
