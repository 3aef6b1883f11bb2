// Serves the files of a folder on this machine, as a host of static pages does.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Serves a folder on 127.0.0.1 until the server is closed.
 * @param {string} folder
 * @param {{ base?: string, port?: number }} [options] `base`: the path under which it is served; `port`: 0 for a free one
 * @returns {Promise<{ server: import('node:http').Server, address: string }>}
 */
export async function serveFolder(folder, { base = '/', port = 0 } = {}) {
  const server = createServer((request, response) => {
    const file = fileOf(folder, base, request.url ?? '/');
    if (file === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', () => done(undefined)));
  const { port: chosen } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { server, address: `http://127.0.0.1:${chosen}${base}` };
}

function fileOf(folder, base, url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://127.0.0.1').pathname);
    if (!path.startsWith(base)) return undefined;
    const relative = normalize(path.slice(base.length - 1));
    const file = join(folder, relative.endsWith('/') ? `${relative}index.html` : relative);
    return file.startsWith(folder) && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
