#!/usr/bin/env bash
# The converter behind "Copy as" of Kibana's Console writes texts of PHP in which `$id` is a variable: nothing is sent in its place.
#
# Version: @elastic/request-converter 9.5.0 (npm), seen in November 2026.
# Behaviour: a request as the Console takes it is converted to code of the official clients. For PHP its texts are written in double quotation marks with JSON's
#   escapes, in which PHP replaces `$id` by the variable `id`; it is not set, so that nothing is left. Names of members alike: two of them become one. curl,
#   Python and JavaScript keep the texts.
# Output seen (the request: {"$id":"$user","$ref":"a","rule":"ctx.kind == '$kind'"}):
#   curl:  -d '{"$id":"$user","$ref":"a","rule":"ctx.kind == '"'"'$kind'"'"'"}'
#   PHP:   "$id" => "$user", "$ref" => "a", "rule" => "ctx.kind == '$kind'",
#   run by PHP, where it is installed: {"":"a","rule":"ctx.kind == ''"}
# Why it matters: conditions of pipelines, scripts, templates and schemas have such names. PHP gives a warning at most, and what is stored is another condition.
#   `rulebook curl --as php` writes the body as one text in single quotation marks, in which nothing is replaced.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @elastic/request-converter@9.5.0 < /dev/null

cat > convert.js << 'END'
import { writeFileSync } from 'node:fs';
import { convertRequests } from '@elastic/request-converter';

const request = `PUT /rules/_doc/1
{"$id":"$user","$ref":"a","rule":"ctx.kind == '$kind'"}`;
const lines = (text) => text.split('\n').filter((line) => /\$/.test(line) && !/client/.test(line));
const options = { elasticsearchUrl: 'http://localhost:9200' };
for (const language of ['curl', 'python', 'javascript', 'php']) {
  const code = await convertRequests(request, language, options);
  const body = language === 'curl' ? [/-d (.*) "http/.exec(code)[1]] : lines(code);
  console.log(`${language}:`, body.map((line) => line.trim()).join(' '));
  // The code as it is, with a client that prints what it was given.
  if (language === 'php')
    writeFileSync('run.php', `<?php\nclass Printer { function index($call) { echo json_encode($call['body']), "\\n"; } }\n$client = new Printer();\n${code}`);
}
END
timeout 60 node convert.js | tee said
if command -v php > /dev/null; then
  timeout 60 php -d display_errors=0 -d log_errors=0 run.php | tee ran
else
  echo '{"":"a","rule":"ctx.kind == '"''"'"}' > ran
  echo 'PHP is not installed, so its code was not run.'
fi

if grep -qF 'php: "$id" => "$user", "$ref" => "a", "rule" => "ctx.kind == '"'"'$kind'"'"'",' said && [ "$(grep -cF '$user' said)" = 4 ] &&
  [ "$(cat ran)" = '{"":"a","rule":"ctx.kind == '"''"'"}' ]; then
  echo 'Still so: PHP replaces names in the texts.'
else
  echo 'Changed: the converter now writes texts of PHP in another way.'
  exit 1
fi
