"""Fixtures of pytest for Rulebook's sandbox.

Copy this file next to your tests, and name it in conftest.py:

    pytest_plugins = ["rulebook_sandbox"]

    @pytest.fixture(scope="session")
    def rulebook_options():
        return ["--service", "pets"]
"""

import json
import os
import shutil
import subprocess
import urllib.error
import urllib.request

import pytest


class Sandbox:
    """A running sandbox. Services are named by their ids or endpoints."""

    def __init__(self, endpoints):
        self.endpoints = endpoints

    def endpoint(self, service):
        for one in self.endpoints:
            if service in (one["name"], one["service"]):
                return one
        raise KeyError(service)

    def url(self, service):
        return self.endpoint(service)["baseUrl"]

    def credential(self, service):
        """The value of an Authorization header field that may do everything."""
        return self.endpoint(service)["credential"]

    def control(self, method, path, body=None, service=None):
        """A control request such as ("POST", "/clock", {"advance": "7d"}); returns its JSON value."""
        one = self.endpoint(service) if service else self.endpoints[0]
        request = urllib.request.Request(
            one["baseUrl"] + "/_sandbox" + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": one["credential"], "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error).get("cause")) from None

    def reset(self):
        self.control("POST", "/reset")

    def fault(self, *faults):
        self.control("POST", "/faults", list(faults))

    def requests(self, service=None):
        return self.control("GET", "/requests", service=service)["requests"]

    def expect_request(self, service=None, **expected):
        """Fails with the difference unless such a request was received (method, path, query, headers, body, times)."""
        self.control("POST", "/expectations", expected, service=service)


@pytest.fixture(scope="session")
def rulebook_options():
    """Options of `rulebook sandbox`; override it."""
    return []


@pytest.fixture(scope="session")
def rulebook_process(rulebook_options):
    command = shutil.which(os.environ.get("RULEBOOK", "rulebook"))
    if command is None:
        pytest.fail("rulebook is not installed: npm install --global rulebook-http, or set RULEBOOK to its path")
    # The sandbox ends when its standard input closes, also when pytest is killed.
    process = subprocess.Popen(
        [command, "sandbox", "--json", "--port", "0", "--unlisted", *rulebook_options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    line = process.stdout.readline()
    if line == "":
        pytest.fail("the sandbox ended with code %d" % process.wait())
    yield Sandbox(json.loads(line)["endpoints"])
    process.stdin.close()
    process.wait(10)


@pytest.fixture
def rulebook_sandbox(rulebook_process):
    """The sandbox, as at its start."""
    rulebook_process.reset()
    return rulebook_process
