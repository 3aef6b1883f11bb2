#!/usr/bin/env bash
# Octokit leaves a part of the path out if its value is undefined: "get issue" becomes "list issues", and "delete label" a request to all labels.
#
# Version: @octokit/rest 22.0.1 (npm), seen in November 2026.
# Behaviour: `issues.get({ owner, repo, issue_number: undefined })` sends `GET /repos/o/r/issues`, which is another operation, and answers 200. A missing
#   part in the middle leaves two slashes. There is no error, for JavaScript or for values that TypeScript takes for numbers (`Number(undefined)`
#   is sent as `NaN`), though each of these parameters is required in GitHub's description, from which the methods are made.
# Output seen:
#   issues.get                GET /repos/o/r/issues
#   issues.update             PATCH /repos/o/r/issues
#   issues.removeLabel        DELETE /repos/o/r/issues/1/labels (that is "remove all labels")
#   issues.listComments       GET /repos/o/r/issues//comments
# Why it matters: an identifier that was not read from an event gives a list in place of one thing, whose members are all undefined, and one call removes all
#   labels in place of one. The clients of other services refuse it before they send anything.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @octokit/rest@22.0.1 < /dev/null

cat > ask.js << 'END'
import { createServer } from 'node:http';
import { Octokit } from '@octokit/rest';
let line;
const server = createServer((request, response) => {
  line = `${request.method} ${request.url}`;
  request.resume();
  response.setHeader('Content-Type', 'application/json');
  response.end('[]');
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const { issues } = new Octokit({ baseUrl: `http://127.0.0.1:${server.address().port}` });
const place = { owner: 'o', repo: 'r' };
const calls = {
  get: { issue_number: undefined },
  update: { issue_number: undefined, state: 'closed' },
  removeLabel: { issue_number: 1, name: undefined },
  listComments: { issue_number: undefined },
};
for (const [name, values] of Object.entries(calls)) {
  line = 'nothing sent';
  await issues[name]({ ...place, ...values }).catch(() => {});
  console.log(`issues.${name}: ${line}`);
}
process.exit();
END
timeout 60 node ask.js | tee said

if [ "$(cat said)" = 'issues.get: GET /repos/o/r/issues
issues.update: PATCH /repos/o/r/issues
issues.removeLabel: DELETE /repos/o/r/issues/1/labels
issues.listComments: GET /repos/o/r/issues//comments' ]; then
  echo 'Still so: a missing value makes another request.'
else
  echo 'Changed: Octokit now treats missing values in another way.'
  exit 1
fi
