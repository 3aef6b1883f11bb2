#!/usr/bin/env bash
# What `readonly()` of Zod means in a program, OpenAPI reads as "not part of requests": the client of the description cannot send a member that the service demands.
#
# Version: zod 4.6.7 (`z.toJSONSchema`) and zod-openapi 6.0.2, read by oazapfts 7.5.0 and express-openapi-validator 5.6.2 (npm), seen in November 2026.
# Behaviour: `z.array(z.string()).readonly()` gives a list that the program cannot change; a value to parse has to have it. Zod describes it as `readOnly: true`, for
#   input, too, and zod-openapi puts that into the description of a request body. OpenAPI: a member with `readOnly` is sent in responses only, and "should
#   not be sent as part of the request", required or not. oazapfts leaves it out of the type of the body; express-openapi-validator answers 400 to a request
#   with it, and takes one without, which Zod then refuses.
# Output seen:
#   described:   tags {"readOnly":true,"type":"array","items":{"type":"string"}}, required text and tags
#   oazapfts:    the body has text
#   with tags:     Zod takes it,    validator 400 is read-only
#   without tags:  Zod refuses it,  validator 200
# Why it matters: nothing can be sent that passes both. `readonly()` is written for the compiler, by people who do not think of the API. Rulebook
#   accepts such a member in a request, and neither demands nor offers it: it has to be written by hand.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund zod@4.6.7 zod-openapi@6.0.2 oazapfts@7.5.0 express@5.2.1 express-openapi-validator@5.6.2 < /dev/null

cat > describe.js << 'END'
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import express from 'express';
import validator from 'express-openapi-validator';
import { z } from 'zod';
import { createDocument } from 'zod-openapi';

const Note = z.object({ text: z.string(), tags: z.array(z.string()).readonly() }).meta({ id: 'Note' });
const requestBody = { required: true, content: { 'application/json': { schema: Note } } };
const paths = { '/notes': { post: { operationId: 'make', requestBody, responses: { 204: { description: 'ok' } } } } };
const apiSpec = createDocument({ openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths });
const described = apiSpec.components.schemas.Note;
console.log(`described: tags ${JSON.stringify(described.properties.tags)}, required ${described.required.join(' and ')}`);

writeFileSync('api.json', JSON.stringify(apiSpec));
execFileSync('node_modules/.bin/oazapfts', ['api.json', 'client.ts'], { stdio: 'ignore' });
const type = /export type Note = \{([^}]*)\}/.exec(readFileSync('client.ts', 'utf8'))[1];
console.log(`oazapfts: the body has ${[...type.matchAll(/(\w+)\??:/g)].map(([, name]) => name).join(', ')}`);

const app = express();
app.use(express.json());
app.use(validator.middleware({ apiSpec }));
app.post('/notes', (request, response) => response.json({}));
app.use((error, request, response, next) => response.status(error.status).json({ message: error.message }));
const server = app.listen(0, '127.0.0.1', async () => {
  for (const body of [{ text: 'a', tags: [] }, { text: 'a' }]) {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`http://127.0.0.1:${server.address().port}/notes`, init);
    const { message = '' } = await response.json();
    console.log(`${JSON.stringify(body)}: zod ${Note.safeParse(body).success}, validator ${response.status} ${message}`.trim());
  }
  process.exit();
});
END
timeout 120 node describe.js | tee said

if [ "$(cat said)" = 'described: tags {"readOnly":true,"type":"array","items":{"type":"string"}}, required text and tags
oazapfts: the body has text
{"text":"a","tags":[]}: zod true, validator 400 request/body/tags is read-only
{"text":"a"}: zod false, validator 200' ]; then
  echo 'Still so: what Zod demands, the description takes out of requests.'
else
  echo 'Changed: `readonly()` is now described or read in another way.'
  exit 1
fi
