#!/usr/bin/env bash
# Three packages that read CODEOWNERS ask other people than GitHub: the words of a comment are owners, and `/docs/*` owns what lies deeper.
#
# Version: codeowners 5.1.1 and codeowners-utils 1.0.2 (npm), codeowners 0.9.0 (PyPI), seen in November 2026.
# Behaviour: GitHub's documentation: what follows a `#` on a line of an owner is a comment; `docs/*` owns the files of the folder, not those of folders in it; paths are
#   compared with regard to case. npm's codeowners takes `#` and each word of the comment for owners, Python's takes the names in it. Both npm packages
#   let `/docs/*` own `docs/a/b` and `/Api` own `api`, as they match by rules for ignored files.
# Output seen (of the lines `* @all`, `*.js @js # not @ann`, `/docs/* @docs`, `/Api @api`):
#              GitHub    codeowners (npm)     codeowners-utils    codeowners (PyPI)
#   a.js       @js       @js # not @ann       @js                 @js @ann
#   docs/a/b   @all      @docs                @docs               @all
#   api        @all      @api                 @api                @all
# Why it matters: a bot that asks for reviews by these asks the person who was to be left out, and not the one whose approval GitHub waits for.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund codeowners@5.1.1 codeowners-utils@1.0.2 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages codeowners==0.9.0 2> /dev/null < /dev/null

mkdir repository
printf '%s\n' '* @all' '*.js @js # not @ann' '/docs/* @docs' '/Api @api' > repository/CODEOWNERS
printf '%s\n' a.js docs/a/b api > paths
cat > read.js << 'END'
const { readFileSync } = require('node:fs');
const Codeowners = require('codeowners');
const { matchFile, parse } = require('codeowners-utils');
const first = new Codeowners('repository');
const entries = parse(readFileSync('repository/CODEOWNERS', 'utf8'));
for (const path of readFileSync('paths', 'utf8').trim().split('\n')) console.log(`${first.getOwner(path).join(' ')}|${matchFile(path, entries).owners.join(' ')}`);
END
cat > read.py << 'END'
from codeowners import CodeOwners

owners = CodeOwners(open("repository/CODEOWNERS").read())
for path in open("paths").read().split():
    print(*[name for _, name in owners.of(path)])
END
timeout 60 node read.js > js
PYTHONPATH=packages timeout 60 python3 -W ignore read.py > py
paste -d '|' paths js py | tee said

if [ "$(cat said)" = 'a.js|@js # not @ann|@js|@js @ann
docs/a/b|@docs|@docs|@all
api|@api|@api|@all' ]; then
  echo 'Still so: the owners are not those of GitHub.'
else
  echo 'Changed: a package now finds other owners.'
  exit 1
fi
