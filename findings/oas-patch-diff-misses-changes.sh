#!/usr/bin/env bash
# The overlay that `oas-patch diff` makes of two descriptions does not lead from the first to the second, if a type becomes a list or a name has a dot.
#
# Version: oas-patch 0.6.0 (PyPI), seen in November 2026.
# Behaviour: `diff` is for "an OpenAPI Overlay from the differences between two" descriptions. A value that gets another JSON type, `type: string` to
#   `type: [string, 'null']`, `example: '1'` to 1, or `additionalProperties: true` to a schema, does not count: the overlay has no actions. For a
#   property or media type with a dot in its name the target is written without brackets, as a path through members that do not exist. In both cases
#   `overlay` applies the result without a word.
# Output seen (actions, and whether the result is the second description):
#   text changed:          1, yes
#   type becomes a list:   0, no
#   example gets a number: 0, no
#   name with a dot:       1, no ($.components.schemas.Thing.properties.b.c)
# Why it matters: a fork of a vendor's description is kept as an overlay and applied to the next version. What it drops is what is often corrected
#   (nullable values, media types such as `application/vnd.shop.v1+json`).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages oas-patch==0.6.0 2> /dev/null < /dev/null

cat > compare.py << 'END'
import copy
import subprocess
import sys

import yaml

first = yaml.safe_load("""
openapi: 3.1.0
info: { title: Things, version: '1', description: old }
paths: {}
components:
  schemas:
    Thing:
      type: object
      properties: { a: { type: string, example: '1' }, b.c: { type: integer } }
""")
properties = lambda description: description["components"]["schemas"]["Thing"]["properties"]
changes = {
    "text changed": lambda second: second["info"].update(description="new"),
    "type becomes a list": lambda second: properties(second)["a"].update(type=["string", "null"]),
    "example gets a number": lambda second: properties(second)["a"].update(example=1),
    "name with a dot": lambda second: properties(second)["b.c"].update(type="string"),
}


def run(*arguments):
    command = [sys.executable, "-W", "ignore", "-m", "oas_patch.oas_patcher_cli", *arguments]
    subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)


def write(name, content):
    with open(name, "w") as file:
        yaml.safe_dump(content, file)


write("first.yaml", first)
for name, change in changes.items():
    second = copy.deepcopy(first)
    change(second)
    write("second.yaml", second)
    run("diff", "first.yaml", "second.yaml", "-o", "overlay.yaml")
    run("overlay", "first.yaml", "overlay.yaml", "-o", "result.yaml")
    actions = yaml.safe_load(open("overlay.yaml"))["actions"]
    same = yaml.safe_load(open("result.yaml")) == second
    print(f"{name}: {len(actions)}, {'yes' if same else 'no'} {actions[0]['target'] if actions else ''}".strip())
END
PYTHONPATH=packages timeout 300 python3 -W ignore compare.py | tee said

if [ "$(cat said)" = 'text changed: 1, yes $.info
type becomes a list: 0, no
example gets a number: 0, no
name with a dot: 1, no $.components.schemas.Thing.properties.b.c' ]; then
  echo 'Still so: the overlay does not lead to the second description.'
else
  echo 'Changed: oas-patch now writes these differences in another way.'
  exit 1
fi
