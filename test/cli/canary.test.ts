import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportFormats } from '../../packages/sender/src/report/index';
import { sampled, sampleOf } from '../sample';
import { canaries, canaryFiles, findCanaries } from '../canaries';
import { commandLine, folderOf, startSandbox, type RunningSandbox } from './command-line';

/** Sends everything back that it receives, in each of many ways. */
function echo(request: IncomingMessage, response: ServerResponse, sent: string): void {
  const url = new URL(request.url ?? '/', 'http://host');
  const mode = url.searchParams.get('mode') ?? 'json';
  const reported = {
    url: request.url,
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    body: sent,
    form: Object.fromEntries(url.searchParams),
  };
  const all = JSON.stringify(reported);
  const fresh = { api_key: canaries.answered, encoded: Buffer.from(`id:${canaries.answered}`).toString('base64') };
  const status = Number(url.searchParams.get('status') ?? 200);
  response.setHeader('Set-Cookie', [`sid=${canaries.setCookie}; Path=/`, 'b=1']);
  response.setHeader('X-Echo', encodeURIComponent(all).slice(0, 4000));
  response.setHeader('X-Auth-Token', canaries.answered);
  response.setHeader('X-Cookie-Echo', canaries.setCookie);
  if (mode === 'redirect') {
    url.searchParams.set('mode', 'json');
    response.writeHead(302, {
      Location: `${url.pathname}${url.search}&access_token=${canaries.redirected}&plain=${encodeURIComponent(String(request.headers['x-plain'] ?? ''))}`,
    });
    response.end();
    return;
  }
  if (mode === 'away') {
    // The same server by another name is another origin.
    const host = `localhost:${request.socket.localPort ?? 0}`;
    const Location = `http://user:${canaries.redirected}@${host}/?mode=json&token=${canaries.redirected}`;
    response.writeHead(302, { Location }).end();
    return;
  }
  response.statusCode = status;
  switch (mode) {
    case 'json':
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({
          ...fresh,
          reported,
          nested: all,
          deep: [fresh, { message: `failed for ${canaries.answered}` }],
        }),
      );
      return;
    case 'broken':
      response.end(
        `{"a":NaN, "api_key" : "${canaries.answered}", 'secret':'${canaries.answered}', told: ${all} ${canaries.answered}`,
      );
      return;
    case 'cut':
      // Longer than what is kept of a response.
      response.write(`{"told":${all},"pad":"${'x'.repeat(10 * 1024 * 1024 - all.length - 60)}"`);
      response.end(`,"api_key":"${canaries.answered}${'y'.repeat(100)}"}`);
      return;
    case 'lines':
      response.end(`${JSON.stringify(fresh)}\n${all}\n{"token":"${canaries.answered}"}\n`);
      return;
    case 'form':
      response.end(
        `access_token=${canaries.answered}&told=${encodeURIComponent(all)}&scope=${new URLSearchParams({ all }).toString()}`,
      );
      return;
    case 'html':
      response.end(
        `<p>${all.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')}</p><token>${canaries.answered}</token>`,
      );
      return;
    case 'base64':
      response.end(
        `${Buffer.from(all).toString('base64')} ${Buffer.from(`x${String(request.headers.authorization)}`).toString('base64')}`,
      );
      return;
    default:
      response.end(
        `${request.method} ${request.url}\r\n${request.rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')}\r\n${sent}`,
      );
  }
}

let base: string;
let stop: () => void;
let sandbox: RunningSandbox;
beforeAll(async () => {
  const server = createServer((request, response) => {
    let sent = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (sent += chunk));
    request.on('end', () => {
      echo(request, response, sent);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = () => server.close();
  sandbox = await startSandbox();
});
afterAll(async () => {
  stop();
  await sandbox.end();
});

const env = () => ({
  RULEBOOK_CREDENTIAL_CANARY: canaries.credential,
  RULEBOOK_ENDPOINT_CANARY: `${base}/base`,
  CANARY_PROCESS: canaries.processEnv,
});
const args = ['--all', '--send-anyway', '--env', 'dev', '--var', `my_token=${canaries.variable}`];

describe('no secret is printed', () => {
  it.each(sampleOf(['json', 'broken', 'lines', 'form', 'html', 'base64', 'text', 'redirect', 'away', 'cut'], 4))(
    `of responses: %s ${sampled}`,
    async (mode) => {
      const cwd = folderOf(canaryFiles(base, mode));
      // An answer that is cut is large, so one will do.
      const which = mode === 'cut' ? ['--name', 'request 14', ...args.slice(1)] : args;
      for (const format of ['text', 'json']) {
        const { out, error } = await commandLine(['run', 'all.http', ...which, '--format', format], {
          cwd,
          env: env(),
        });
        expect(findCanaries(out)).toEqual([]);
        expect(findCanaries(error)).toEqual([]);
        // The requests were made, and the responses hold what is looked for.
        expect(out).toContain('***');
        expect(out.match(/"?status"?:? ?200|HTTP\/1\.1 (200|302)/g)?.length ?? 0).toBeGreaterThan(
          mode === 'cut' ? 0 : 8,
        );
      }
    },
  );

  it('of failures', async () => {
    const failing = [
      'http://127.0.0.1:1',
      base.replace('http:', 'https:'),
      'http://nowhere.invalid',
      'http://127.0.0.1:99999999',
      `${base}/x?status=500&`,
    ];
    for (const target of failing) {
      const cwd = folderOf(canaryFiles(target, 'json'));
      for (const more of [
        args,
        ['--all'],
        ['--all', '--env', 'nowhere'],
        ['--name', canaries.variable],
        ['--all', '--env', 'dev'],
        [...args, '--format', 'json'],
      ]) {
        const ended = await commandLine(['run', 'all.http', ...more], {
          cwd,
          env: { ...env(), RULEBOOK_ENDPOINT_CANARY: target },
        });
        expect(
          findCanaries(ended.out + ended.error).filter(
            (name) => !(more.includes(canaries.variable) && name === 'variable'),
          ),
        ).toEqual([]);
      }
    }
  });

  it('of failed asserts, in reports, recordings and annotations', async () => {
    const files = canaryFiles(base, 'json');
    const asserts = [
      `?? body $.api_key == "${canaries.answered}x"`,
      `?? body $.api_key == "${canaries.bearer}"`,
      '?? body $.reported.headers matches "nothing"',
      `?? header x-auth-token == ${canaries.hookSecret}`,
      '?? header set-cookie includes nothing',
      '?? body includes nothing-of-this',
    ].join('\n');
    const all = (files['all.http'] ?? '').replaceAll(/\n\n(?=### |$)/g, `\n\n${asserts}\n\n`);
    const cwd = folderOf({ ...files, 'all.http': all });
    const written = ['report.xml', 'report.json', 'report.html', 'sent.har'];
    for (const format of ['text', 'json', 'github']) {
      for (const reports of [['report.xml'], ['report.json', 'report.html']]) {
        const named = reports.flatMap((report) => ['--report', report]);
        const more = ['--format', format, ...named, '--har', 'sent.har', '--parallel', '4', '--repeat', '2'];
        const { code, out, error } = await commandLine(['run', 'all.http', ...args, ...more], { cwd, env: env() });
        expect(code).toBe(1);
        expect(findCanaries(out + error)).toEqual([]);
        expect(out).toMatch(/failed/i);
      }
    }
    for (const name of written) {
      const text = readFileSync(join(cwd, name), 'utf8');
      expect(findCanaries(text)).toEqual([]);
      expect(text).toContain('***');
    }
  });

  it.each([
    ['bash', [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16]],
    ['powershell', [4, 6, 8, 14]],
  ] as const)('of requests as curl commands for %s', async (shell, numbers) => {
    const cwd = folderOf(canaryFiles(base, 'json'));
    const shown = await Promise.all(
      numbers.map((number) => {
        const chosen = ['--name', `request ${number}`, '--shell', shell, ...args.slice(2)];
        return commandLine(['curl', 'all.http', ...chosen], { cwd, env: env() });
      }),
    );
    for (const { code, out, error } of shown) {
      expect(`${code} ${error}`).toMatch(/^0 /);
      expect(findCanaries(out + error)).toEqual([]);
    }
  });

  it('of what files declare, and of what the endpoint shows', async () => {
    const settings = {
      compress: true,
      location: '{{other}}',
      bucket: 'b-{{$dotenv NAME}}',
      container: '{{$processEnv CANARY_PROCESS}}',
      client: 'x {{my_token}}',
      secret_key: canaries.hookSecret,
      endpoint: `https://user:${canaries.hookUrl}@example.com/`,
    };
    const requests = [
      `PUT /_snapshot/r?mode=echo\n\n${JSON.stringify({ type: 'fs', settings })}`,
      'PUT /_snapshot/{{%plain}}\n\n{ "type": "fs" }',
      'PUT /_snapshot/broken\n\n{ "type": "{{plain}}" }',
      `PUT /i/_doc/1\n\n${JSON.stringify({ user: settings, list: ['{{other}}'], password: canaries.formPassword })}`,
    ];
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const seen = [request.headers.authorization, canaries.answered, canaries.hookSecret];
      const shown = {
        location: seen[0],
        bucket: seen,
        compress: 'false',
        extra: seen,
        api_key: canaries.answered,
        secret_key: canaries.answered,
      };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ r: { type: 'fs', settings: shown }, _source: { ...shown, password: seen[1] } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cwd = folderOf({ ...canaryFiles(base, 'json'), 'all.http': requests.join('\n\n###\n') });
    for (const format of ['text', 'json']) {
      const { out, error, code } = await commandLine(
        [
          'plan',
          'all.http',
          '--endpoint',
          'canary',
          '--trust-endpoint',
          'canary',
          '--format',
          format,
          ...args.slice(2),
        ],
        { cwd, env: { ...env(), RULEBOOK_ENDPOINT_CANARY: url } },
      );
      expect(error).toBe('');
      expect(code).toBe(1);
      // What only the endpoint has, and no one calls a secret, is what the user wants to see.
      expect(findCanaries(out).filter((name) => name !== 'answered')).toEqual([]);
      expect(out).toContain('settings.compress');
      expect(out).toContain('***');
    }
    expect(asked.every((one) => one.startsWith('GET '))).toBe(true);
    expect(findCanaries(asked.join('\n'))).toEqual([]);
    server.close();
  });

  it('of a proxy, and of a token endpoint', async () => {
    const proxy = base.replace('//', `//user:${canaries.urlUser}@`);
    const cwd = folderOf({
      'rulebook.json': JSON.stringify({
        endpoints: {
          proxied: { service: 'search-cluster', baseUrl: 'http://es.example.test', proxy: base },
          unreachable: { service: 'search-cluster', baseUrl: 'http://es.example.test', proxy: 'http://127.0.0.1:1' },
          oauth: {
            service: 'search-cluster',
            baseUrl: base,
            authentication: { type: 'oauth2', tokenUrl: `${base}/token?mode=json`, clientId: 'canary' },
          },
          refused: {
            service: 'search-cluster',
            baseUrl: base,
            authentication: { type: 'oauth2', tokenUrl: `${base}/token?mode=text&status=401`, clientId: 'canary' },
          },
        },
      }),
      'a.http': ['proxied', 'unreachable', 'oauth', 'refused']
        .map((name) => `# @endpoint ${name}\nGET /echo?mode=json\n`)
        .join('\n###\n'),
    });
    const given = {
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      RULEBOOK_CREDENTIAL_OAUTH: canaries.credential,
      RULEBOOK_CREDENTIAL_REFUSED: canaries.credential,
    };
    const trusted = ['--trust-endpoint', 'oauth', '--trust-endpoint', 'refused'];
    for (const format of ['text', 'json']) {
      const { out, error } = await commandLine(['run', 'a.http', '--all', '--format', format, ...trusted], {
        cwd,
        env: given,
      });
      expect(findCanaries(out + error)).toEqual([]);
      expect(out).toContain('***');
      expect(error).toMatch(/token/);
    }
  });

  it.each(reportFormats.map(({ name }) => name))('of findings, as %s', async (format) => {
    const cwd = folderOf(canaryFiles(base, 'json'));
    const { code, out, error } = await commandLine(['check', '.', '--format', format], { cwd, env: env() });
    expect(code).toBe(1);
    expect(findCanaries(out + error)).toEqual([]);
  });

  it('of the sandbox', async () => {
    const cwd = folderOf({
      'a.http': [
        `POST /repos/octocat/hello-world/hooks\n\n{ "name": "web", "config": { "url": "http://user:${canaries.hookUrl}@127.0.0.1:1/x?token=${canaries.hookUrl}", "content_type": "json", "secret": "${canaries.hookSecret}" } }`,
        'GET /repos/octocat/hello-world/hooks',
        'GET /_security/_authenticate',
        'POST /_security/api_key\n\n{ "name": "a" }',
        'GET /_sandbox/state\n# @endpoint sandbox-hub',
        '# @endpoint sandbox-hub\nGET /_sandbox/state',
        '# @endpoint sandbox-cluster\nGET /_sandbox/state',
      ].join('\n\n###\n'),
    });
    const secrets = sandbox.ready.endpoints.map(({ credential }) => credential.replace(/^Bearer /, ''));
    for (const format of ['text', 'json']) {
      const { out, error } = await commandLine(['run', 'a.http', '--all', '--send-anyway', '--format', format], {
        cwd,
        env: sandbox.env,
      });
      expect(findCanaries(out + error)).toEqual([]);
      expect(secrets.filter((secret) => (out + error).includes(secret))).toEqual([]);
    }
    const event = await commandLine(['event', 'push'], { cwd, env: sandbox.env });
    expect(event.code).toBe(0);
    expect(findCanaries(event.out + event.error)).toEqual([]);
    const wrong = await commandLine(['event', 'push', '--action', 'x'], {
      cwd,
      env: { ...sandbox.env, RULEBOOK_CREDENTIAL_SANDBOX_HUB: canaries.credential },
    });
    expect(findCanaries(wrong.out + wrong.error)).toEqual([]);
  });

  it('unless it is asked for', async () => {
    const cwd = folderOf(canaryFiles(base, 'json'));
    const { out } = await commandLine(['run', 'all.http', ...args, '--show-secrets'], { cwd, env: env() });
    expect(findCanaries(out)).toEqual(
      expect.arrayContaining(['answered', 'credential', 'privateEnvironment', 'dotenv']),
    );
  });
});
