#!/usr/bin/env bash
# "The last three bytes" of a file are its first four for sirv, and an error for two other servers; "the last 500" of a short file is an error for five of seven.
#
# Versions: express 5.1.0 with send 1.2.1, fastify 5.12.8 with @fastify/static 10.1.11, sirv 3.0.2, serve-handler 6.1.8, http-server 14.1.1, koa 3.3.0 with
#   koa-range 0.3.0, hono 4.13.19 with @hono/node-server 2.1.9 (npm), seen in November 2026.
# Behaviour: `bytes=-3` asks for the last three bytes, and if a file is shorter than what is asked for, the whole file is meant (RFC 9110, section 14.1.2). A unit that
#   a server does not know is to be ignored (14.2). The file has ten bytes, 0123456789.
# Output seen (for bytes=-3, bytes=-500 and items=0-1):
#   express          206 789   416             200 0123456789
#   @fastify/static  206 789   416             200 0123456789
#   sirv             206 0123  206 0123456789  206 01
#   serve-handler    206 789   416             416
#   http-server      416       416             416
#   koa-range        416       416             416
#   hono             206 789   206 0123456789  206 0123456789
# Why it matters: readers of ZIP, Parquet and logs ask for the end of a file first, often for more than a small one has. They get an error for a file that is there, or other
#   bytes with a status that says all is well; sirv is what Vite's preview and many others serve files with. Test such a request against the server in use.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund express@5.1.0 send@1.2.1 fastify@5.12.8 @fastify/static@10.1.11 sirv@3.0.2 serve-handler@6.1.8 \
  http-server@14.1.1 koa@3.3.0 koa-range@0.3.0 hono@4.13.19 @hono/node-server@2.1.9 < /dev/null
mkdir files
printf 0123456789 > files/a.txt

cat > run.js << 'END'
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import fastifyStatic from '@fastify/static';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import httpServer from 'http-server';
import Koa from 'koa';
import range from 'koa-range';
import serve from 'serve-handler';
import sirv from 'sirv';

const root = `${process.cwd()}/files`;
const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
const started = (handler) => listen(createServer(handler));

// The error of Express is not printed.
process.env.NODE_ENV = 'test';
const app = fastify();
app.register(fastifyStatic, { root });
await app.listen({ port: 0, host: '127.0.0.1' });
const files = sirv(root);
const koa = new Koa();
koa.silent = true;
koa.use(range);
koa.use((context) => {
  context.body = Buffer.from('0123456789');
});
const other = httpServer.createServer({ root });
const ports = {
  express: await started(express().use(express.static(root))),
  '@fastify/static': app.server.address().port,
  sirv: await started((request, response) => files(request, response)),
  'serve-handler': await started((request, response) => serve(request, response, { public: root })),
  'http-server': await new Promise((done) => other.listen(0, '127.0.0.1', () => done(other.server.address().port))),
  'koa-range': await started(koa.callback()),
  hono: await started(getRequestListener(new Hono().use('/*', serveStatic({ root: './files' })).fetch)),
};
for (const [name, port] of Object.entries(ports)) {
  const said = [];
  for (const wanted of ['bytes=-3', 'bytes=-500', 'items=0-1']) {
    const response = await fetch(`http://127.0.0.1:${port}/a.txt`, { headers: { Range: wanted } });
    const text = await response.text();
    said.push(response.ok ? `${response.status} ${text}` : response.status);
  }
  console.log(`${name}: ${said.join(', ')}`);
}
process.exit();
END
timeout 60 node run.js 2> /dev/null | tee said

if [ "$(cat said)" = 'express: 206 789, 416, 200 0123456789
@fastify/static: 206 789, 416, 200 0123456789
sirv: 206 0123, 206 0123456789, 206 01
serve-handler: 206 789, 416, 416
http-server: 416, 416, 416
koa-range: 416, 416, 416
hono: 206 789, 206 0123456789, 206 0123456789' ]; then
  echo 'Still so: the end of a file is something else, or an error.'
else
  echo 'Changed: one of the servers now answers these ranges in another way.'
  exit 1
fi
