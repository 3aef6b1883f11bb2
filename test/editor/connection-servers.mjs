// Servers that are reached in another way than directly: behind TLS with client certificates, behind a proxy, behind OAuth 2, and by WebSocket.
import { createHash, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { WebSocketServer } from 'ws';

/** Opens the key of the client certificate. */
export const passphrase = 'open sesame';

/** What the user types at the page of the device flow. */
export const deviceCode = 'WDJB-MJHT';

/**
 * Starts them on loopback and returns what a workspace needs to reach them.
 * @returns {Promise<{ endpoints: Record<string, object>, files: Record<string, string>, seen: string[], heard: string[], confirm: () => void, stop: () => void }>}
 */
export async function startConnectionServers() {
  const { createSelfSigned } = await loadCertificates();
  const ofServer = createSelfSigned();
  const ofClient = createSelfSigned();
  /** @type {string[]} */
  const seen = [];
  let isConfirmed = false;
  let challenge = '';
  /** The page where a user agrees: this one agrees at once, and leads the browser back. */
  const agree = (response, asked) => {
    challenge = asked.get('code_challenge') ?? '';
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', 'code-of-the-browser');
    back.searchParams.set('state', asked.get('state') ?? '');
    response.writeHead(302, { Location: back.href });
    response.end();
  };
  const isProven = (form) =>
    form.get('code') === 'code-of-the-browser' &&
    createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url') === challenge;
  const answer = (response, value, status = 200) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(value));
  };

  const secure = createSecureServer(
    { ...ofServer, requestCert: true, rejectUnauthorized: true, ca: [ofClient.cert] },
    (_, response) => answer(response, { reached: 'with a client certificate' }),
  );
  // A request for a plain address is handed to the proxy as a whole.
  const proxy = createServer((request, response) => {
    seen.push(request.url ?? '');
    answer(response, { reached: `by the proxy: ${request.url}` });
  });
  const oauth = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (request.url === '/device')
        return answer(response, {
          device_code: 'of-this-device',
          user_code: deviceCode,
          verification_uri: 'http://127.0.0.1/confirm',
          expires_in: 60,
          interval: 1,
        });
      const asked = new URL(request.url ?? '/', 'http://127.0.0.1');
      if (asked.pathname === '/authorize') return agree(response, asked.searchParams);
      if (request.url !== '/token') return answer(response, { reached: request.headers.authorization ?? 'without' });
      const form = new URLSearchParams(body);
      if (form.get('grant_type') === 'authorization_code')
        return isProven(form)
          ? answer(response, { access_token: 'token-of-the-browser', token_type: 'bearer' })
          : answer(response, { error: 'invalid_grant' }, 400);
      if (isConfirmed) return answer(response, { access_token: 'token-of-the-device', token_type: 'bearer' });
      return answer(response, { error: 'authorization_pending' }, 400);
    });
  });
  // Answers each message, and remembers what it heard, with the end of each connection.
  /** @type {string[]} */
  const heard = [];
  const chat = createServer();
  const sockets = new WebSocketServer({ server: chat });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('close', (code) => heard.push(`closed ${code}`));
    socket.on('message', (data) => {
      heard.push(String(data));
      socket.send(JSON.stringify({ echo: String(data) }));
    });
  });
  const servers = [secure, proxy, oauth, chat];
  const [secureUrl, proxyUrl, oauthUrl, chatUrl] = await Promise.all(servers.map(listen));

  const certificate = { certificate: 'client.pem', key: 'client.key' };
  const authentication = {
    type: 'oauth2',
    flow: 'device',
    tokenUrl: `http://${oauthUrl}/token`,
    deviceUrl: `http://${oauthUrl}/device`,
    clientId: 'rulebook',
    clientAuthentication: 'none',
  };
  const none = { type: 'none' };
  const service = 'search-cluster';
  return {
    endpoints: {
      secure: {
        service,
        baseUrl: `https://${secureUrl}`,
        ca: 'server.pem',
        clientCertificate: certificate,
        authentication: none,
      },
      remote: { service, baseUrl: 'http://cluster.test', proxy: `http://${proxyUrl}`, authentication: none },
      device: { service, baseUrl: `http://${oauthUrl}`, authentication },
      browser: {
        service,
        baseUrl: `http://${oauthUrl}`,
        authentication: {
          ...{ type: 'oauth2', flow: 'authorization-code', clientId: 'rulebook', clientAuthentication: 'none' },
          ...{ authorizationUrl: `http://${oauthUrl}/authorize`, tokenUrl: `http://${oauthUrl}/token` },
        },
      },
      chat: { service, baseUrl: `http://${chatUrl}`, authentication: none },
    },
    files: {
      'server.pem': ofServer.cert,
      'client.pem': ofClient.cert,
      'client.key': createPrivateKey(ofClient.key)
        .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
        .toString(),
    },
    seen,
    heard,
    confirm: () => {
      isConfirmed = true;
    },
    stop: () => {
      for (const one of sockets.clients) one.terminate();
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** The maker of certificates is a module of the other tests, in TypeScript. */
async function loadCertificates() {
  const { code } = await transform(readFileSync(join(import.meta.dirname, '../certificate.ts'), 'utf8'), {
    loader: 'ts',
    format: 'esm',
  });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

async function listen(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return `127.0.0.1:${server.address().port}`;
}
