// A service that gives everything back that it receives, in many ways, and hands out secrets of its own. It is a proxy and a token endpoint, too.
import { createServer } from 'node:http';
import { secrets } from './secrets.mjs';

/**
 * Starts it on loopback. `received` is everything that arrived, and `seen` is for what the steps have seen on the screen.
 * @returns {Promise<{ baseUrl: string, received: string[], seen: Map<string, string>, stop: () => void }>}
 */
export async function startCanaryService() {
  /** @type {string[]} */
  const received = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push(JSON.stringify({ method, url, headers, body }));
      answer(request, response, { method, url, headers, body });
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    received,
    seen: new Map(),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(request, response, got) {
  const { pathname, search, searchParams } = new URL(got.url, 'http://host');
  const everything = JSON.stringify(got);
  const json = (status, value) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  response.setHeader('Set-Cookie', [`session=${secrets.cookie}; Path=/; HttpOnly`, 'plain=1']);
  response.setHeader('X-Auth-Token', secrets.responseHeader);
  response.setHeader('X-Echo', encodeURIComponent(everything).slice(0, 3000));
  switch (pathname) {
    case '/token':
      return json(200, { access_token: secrets.accessToken, token_type: 'Bearer', expires_in: 3600 });
    case '/_security/api_key': {
      const encoded = Buffer.from(`id:${secrets.createdKey}`).toString('base64');
      return json(200, { id: 'id', name: 'created', api_key: secrets.createdKey, encoded, echo: got });
    }
    case '/redirect':
      response.writeHead(302, { Location: `/echo${search}&access_token=${secrets.redirected}` });
      return void response.end();
    case '/away': {
      const host = `localhost:${request.socket.localPort}`;
      response.writeHead(302, {
        Location: `http://user:${secrets.redirected}@${host}/echo?token=${secrets.redirected}`,
      });
      return void response.end();
    }
    case '/refuse':
      return json(400, {
        error: { reason: `failed to parse ${everything}`, root_cause: [{ reason: got.body }] },
        status: 400,
      });
    case '/cut':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100_000 });
      response.write(`{"echo":${everything},"api_key":"${secrets.createdKey}`);
      return void setTimeout(() => response.destroy(), 50);
    case '/text':
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      return void response.end(`${request.rawHeaders.join('\n')}\n${got.url}\n${got.body}\n`);
    default:
      return json(Number(searchParams.get('status') ?? 200), {
        echo: got,
        nested: everything,
        base64: Buffer.from(everything).toString('base64'),
        token: secrets.createdKey,
      });
  }
}
