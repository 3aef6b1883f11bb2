"""Plays the stories of the Python clients against the sandbox whose addresses are in the file that is given.

Each story is a line of JSON: {"client", "version", "story", "failure"}.
"""

import json
import sys
import traceback
from importlib.metadata import version

import code_host
import search_cluster
from sandbox import Sandbox


def play(sandbox, client, stories):
    for story in stories:
        failure = None
        try:
            story(sandbox)
        except Exception:  # The other stories are played, too.
            failure = traceback.format_exc(limit=-3)
        line = {"client": client, "version": version(client), "story": story.__doc__, "failure": failure}
        print(json.dumps(line), flush=True)


def main():
    sandbox = Sandbox(sys.argv[1])
    play(sandbox, "elasticsearch", search_cluster.STORIES)
    play(sandbox, "PyGithub", code_host.STORIES)


main()
