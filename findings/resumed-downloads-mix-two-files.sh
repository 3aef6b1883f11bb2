#!/usr/bin/env bash
# A download that is resumed after the file was changed is half old and half new with five of seven servers of files: they do not read If-Range.
#
# Versions: express 5.1.0 with send 1.2.1, fastify 5.12.8 with @fastify/static 10.1.11, sirv 3.0.2, serve-handler 6.1.8, http-server 14.1.1, koa 3.3.0 with
#   koa-range 0.3.0, hono 4.13.19 with @hono/node-server 2.1.9 (npm), seen in November 2026.
# Behaviour: a client that has the first five bytes asks for the rest with `If-Range` and the time (or the tag) of the file it knows. If the file has changed, the
#   server has to ignore `Range` and send the whole new file (RFC 9110, section 13.1.5). The file was "old-old-old" and is "new-new-new" now.
# Output seen (what the client has in the end, after If-Range with the old time, and with an old tag):
#   express, @fastify/static                             new-new-new  new-new-new
#   sirv, serve-handler, http-server, koa-range, hono    old-oew-new  old-oew-new
# Why it matters: browsers and download managers resume so, and believe a 206. The file has the right length and is neither of the two, which a
#   checksum finds, if there is one.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund express@5.1.0 send@1.2.1 fastify@5.12.8 @fastify/static@10.1.11 sirv@3.0.2 serve-handler@6.1.8 \
  http-server@14.1.1 koa@3.3.0 koa-range@0.3.0 hono@4.13.19 @hono/node-server@2.1.9 < /dev/null
mkdir files

cat > run.js << 'END'
import { once } from 'node:events';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
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
const file = `${root}/a.txt`;
const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
const started = (handler) => listen(createServer(handler));
const write = (text, day) => {
  writeFileSync(file, text);
  utimesSync(file, new Date(`2026-01-0${day}T00:00:00Z`), new Date(`2026-01-0${day}T00:00:00Z`));
};
write('old-old-old', 1);

const app = fastify();
app.register(fastifyStatic, { root });
await app.listen({ port: 0, host: '127.0.0.1' });
const files = sirv(root, { dev: true, etag: true });
const koa = new Koa();
koa.use(range);
koa.use((context) => {
  context.lastModified = new Date(readFileSync(file, 'utf8').startsWith('old') ? '2026-01-01' : '2026-01-02');
  context.body = readFileSync(file);
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

/** Sends a GET by node:http, which adds no fields, and returns the status and the text. */
async function asked(port, headers) {
  const [response] = await once(get({ host: '127.0.0.1', port, path: '/a.txt', headers }), 'response');
  let text = '';
  for await (const part of response) text += part;
  return { status: response.statusCode, text, modified: response.headers['last-modified'] };
}
const first = {};
for (const [name, port] of Object.entries(ports)) first[name] = await asked(port, { Range: 'bytes=0-4' });
write('new-new-new', 2);
for (const [name, port] of Object.entries(ports)) {
  const said = [];
  for (const known of [first[name].modified, '"an-old-tag"']) {
    const rest = await asked(port, { Range: 'bytes=5-', 'If-Range': known });
    said.push(rest.status === 206 ? first[name].text + rest.text : rest.text);
  }
  console.log(name, ...said);
}
process.exit();
END
timeout 60 node run.js 2> /dev/null | tee said

if [ "$(cat said)" = 'express new-new-new new-new-new
@fastify/static new-new-new new-new-new
sirv old-oew-new old-oew-new
serve-handler old-oew-new old-oew-new
http-server old-oew-new old-oew-new
koa-range old-oew-new old-oew-new
hono old-oew-new old-oew-new' ]; then
  echo 'Still so: the rest of another file is sent.'
else
  echo 'Changed: one of the servers now reads If-Range in another way.'
  exit 1
fi
