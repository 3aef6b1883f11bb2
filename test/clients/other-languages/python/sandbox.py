"""What the stories need of the sandbox and of Python itself."""

import hashlib
import hmac
import json
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Sandbox:
    def __init__(self, ready_file):
        with open(ready_file, encoding="utf-8") as file:
            self.endpoints = {one["name"]: one for one in json.load(file)["endpoints"]}

    def url(self, name):
        return self.endpoints[name]["baseUrl"]

    def token(self, name):
        return self.endpoints[name]["credential"].removeprefix("Bearer ")

    def control(self, name, method, path, body=None):
        request = urllib.request.Request(
            self.url(name) + "/_sandbox" + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": self.endpoints[name]["credential"], "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def fault(self, name, **fault):
        self.control(name, "POST", "/faults", fault)


class Receiver:
    """A receiver of deliveries, which takes those that are signed with its secret."""

    def __init__(self, secret):
        self.secret = secret
        self.received = []
        self.condition = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                is_signed = receiver.verifies(body, self.headers.get("X-Hub-Signature-256", ""))
                with receiver.condition:
                    receiver.received.append((self.headers, body, is_signed))
                    receiver.condition.notify_all()
                self.send_response(200 if is_signed else 401)
                self.end_headers()
                self.wfile.write(b"seen")

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d/hook" % self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def verifies(self, body, signature):
        digest = hmac.new(self.secret.encode(), body, hashlib.sha256).hexdigest()
        return hmac.compare_digest("sha256=" + digest, signature)

    def wait(self, count):
        """Waits for that many deliveries, and returns them."""
        with self.condition:
            assert self.condition.wait_for(lambda: len(self.received) >= count, 20), "no delivery arrived"
            return list(self.received)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
