#!/usr/bin/env bash
# express-openapi-validator answers 404 to a path with a parameter named `user-id`, and 500 to every path if one has `(`, `*` or `+`.
#
# Version: express-openapi-validator 5.6.2 with express 5.1.0 (npm), seen in November 2026.
# Behaviour: OpenAPI does not restrict the names of path parameters to letters, and paths may have all characters of a URL. The package hands the path to a
#   library of routes with a syntax of its own: of `{user-id}` it reads the parameter `user` and a text `-id`, so `/users/5` is not found. `/items({key})`, as
#   OData writes it, `/files/*/raw` and `/a+b` cannot be read, and then each request gets 500, of the other paths, too. Other servers take the same
#   description: openapi-backend 5.21.2 finds `/users/5` and `/a+b`.
# Output seen:
#   /users/{user-id}: /users/5 404, /other 200
#   /users/{user_id}: /users/5 200, /other 200
#   /items({key}):    /items(5) 500, /other 500
#   /a+b:             /a+b 500, /other 500
# Why it matters: names with a hyphen are a widespread style. The page made of the description works with any server, and the one that was started with it
#   knows no such path.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund express-openapi-validator@5.6.2 express@5.1.0 openapi-backend@5.21.2 < /dev/null

cat > serve.mjs << 'END'
import express from 'express';
import { middleware } from 'express-openapi-validator';
import { OpenAPIBackend } from 'openapi-backend';
const responses = { 200: { description: 'ok' } };
for (const [path, url] of [['/users/{user-id}', '/users/5'], ['/users/{user_id}', '/users/5'], ['/items({key})', '/items(5)'], ['/a+b', '/a+b']]) {
  const name = /\{(.*)\}/.exec(path)?.[1];
  const parameters = name === undefined ? [] : [{ name, in: 'path', required: true, schema: { type: 'integer' } }];
  const description = () => ({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: { [path]: { get: { operationId: 'one', responses, parameters } }, '/other': { get: { responses } } },
  });
  const app = express();
  app.use(middleware({ apiSpec: description() }));
  app.use((request, response) => response.send('taken'));
  app.use((error, request, response, next) => response.status(error.status ?? 500).send(error.message));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const statuses = [];
  for (const one of [url, '/other']) {
    statuses.push(`${one} ${(await fetch(`http://127.0.0.1:${server.address().port}${one}`)).status}`);
  }
  server.close();
  console.log(`${path}: ${statuses.join(', ')}`);
  if (path !== '/users/{user-id}' && path !== '/a+b') continue;
  const api = new OpenAPIBackend({ definition: description(), handlers: { one: () => 'found', notFound: () => 'not found' } });
  await api.init();
  console.log(`openapi-backend: ${await api.handleRequest({ method: 'get', path: url, headers: {} })}`);
}
process.exit();
END
timeout 60 node serve.mjs | tee said

if [ "$(cat said)" = '/users/{user-id}: /users/5 404, /other 200
openapi-backend: found
/users/{user_id}: /users/5 200, /other 200
/items({key}): /items(5) 500, /other 500
/a+b: /a+b 500, /other 500
openapi-backend: found' ]; then
  echo 'Still so: the names of paths are read in the syntax of another library.'
else
  echo 'Changed: paths are now read in another way.'
  exit 1
fi
