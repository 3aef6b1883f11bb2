// A server on loopback that writes down what it receives.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

/** @typedef {{ method: string, url: string, fields: readonly string[], body: string }} Received */

/** Header fields that every program has its own of, or that follow from the connection. */
const own = new Set([
  'host',
  'connection',
  'user-agent',
  'accept-encoding',
  'content-length',
  'transfer-encoding',
  'keep-alive',
]);

const answer = JSON.stringify({ id: 7, token: 't-1', list: ['a', 'b'], deep: { n: 5 }, truth: true, none: null });

/** What programs send as `Accept` where a file says nothing. */
const usualAccept = new Set(['*/*', 'application/json']);

const md5 = (text) => createHash('md5').update(text).digest('hex');

/** What an answer to the challenge of `/locked` says, by ann and her secret: its values are new each time. */
function digestIn(value, method, url) {
  const member = (name) => new RegExp(`\\b${name}="?([^",]*)`).exec(value)?.[1] ?? '';
  const [uri, qop] = [member('uri'), member('qop')];
  const first = md5(`${member('username')}:${member('realm')}:secret`);
  const second = md5(`${method}:${uri}`);
  const middle = qop === '' ? '' : `${member('nc')}:${member('cnonce')}:${qop}:`;
  const isRight = member('response') === md5(`${first}:${member('nonce')}:${middle}${second}`);
  return `Digest ${member('username')}, ${isRight ? 'right' : 'wrong'}, for ${uri === url ? 'this' : uri}`;
}

/** Starts the server. `taken` returns what came since the last call. */
export async function startRecorder() {
  /** @type {Received[]} */
  let received = [];
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const fields = [];
      for (let index = 0; index < request.rawHeaders.length; index += 2) {
        const name = (request.rawHeaders[index] ?? '').toLowerCase();
        const value = request.rawHeaders[index + 1] ?? '';
        if (name === 'authorization' && value.startsWith('Digest username')) {
          fields.push(`${name}: ${digestIn(value, request.method ?? '', request.url ?? '')}`);
          continue;
        }
        if (!own.has(name) && !(name === 'accept' && usualAccept.has(value))) fields.push(`${name}: ${value}`);
      }
      const { method = '', url = '' } = request;
      received.push({ method, url, fields: fields.toSorted(), body: Buffer.concat(parts).toString('latin1') });
      const headers = { 'content-type': 'application/json', 'x-answer': 'yes' };
      if (url.startsWith('/session')) headers['set-cookie'] = 'sid=s-1; Path=/';
      if (url.startsWith('/moved')) headers.location = '/there';
      const isLocked = url.startsWith('/locked') && !/^Digest /.test(request.headers.authorization ?? '');
      if (isLocked) headers['www-authenticate'] = 'Digest realm="r", qop="auth", nonce="n-1"';
      response.writeHead(isLocked ? 401 : url.startsWith('/moved') ? 302 : 200, headers);
      response.end(answer);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    port,
    taken: () => {
      const all = received;
      received = [];
      return all;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
