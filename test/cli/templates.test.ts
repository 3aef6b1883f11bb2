import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { templateFile, templates } from '../../client/src/first-minutes/templates';
import { createEngine } from '../../packages/engine/src/index';
import { applyEdits } from '../../packages/text/src/edit';
import { aboveSummary, commandLine, folderOf, root, startSandbox } from './command-line';

const files = templates.flatMap((template) => templateFile(template) ?? []);
const good = files.filter((file) => !file.includes('mistake'));
/** Those for any service, with what they send. */
const general: readonly (readonly [file: string, sent: readonly (readonly [line: string, part: string])[]])[] = [
  ['templates/token.http', [['GET /items', 'Bearer kept-token']]],
  [
    'templates/login.http',
    [
      ['POST /login', '"password": "kept-password"'],
      ['GET /me', 'Bearer from-login'],
    ],
  ],
  ['templates/upload.http', [['POST /files', 'filename="notes.txt"']]],
  ['templates/graphql.http', [['POST /graphql', '"operationName":"User"']]],
  ['templates/curl.http', [['POST /items', '"name": "first"']]],
];
const played = good.filter((file) => !general.some(([one]) => one === file));

describe('the templates of "New Request File…"', () => {
  it('are the files of their folder', () => {
    expect(files.map((file) => file.replace('templates/', '')).sort()).toEqual(
      readdirSync(join(root, 'templates')).sort(),
    );
  });

  it('are together with their area', () => {
    const areas = templates.map(({ area }) => area).filter((area, index, all) => area !== all[index - 1]);
    expect(areas).toEqual([...new Set(areas)]);
  });

  it.each(good)('%s checks without a warning', async (file) => {
    const { code, out } = await commandLine(['check', '--fail-on', 'warning', file]);
    expect({ code, out }).toMatchObject({ code: 0 });
  });

  it('templates/mistake.http has one mistake, and its first quick fix makes a request that the sandbox accepts', async () => {
    const path = 'templates/mistake.http';
    const broken = readFileSync(join(root, path), 'utf8');
    const engine = createEngine();
    const options = { context: { endpoints: [], defaults: {} }, severities: {} };
    const file = engine.openFile(broken);
    const { findings } = engine.check(file, options);
    const [finding, ...others] = findings.flat();
    expect([finding?.severity, others]).toEqual(['error', []]);
    const block = findings.findIndex(({ length }) => length > 0);
    const [first] = engine.withFixes(file, block, findings[block]!, options)[0]?.fixes?.() ?? [];
    const start = broken.lastIndexOf(file.blocks.at(block)!.text);
    const text = broken.slice(0, start) + applyEdits(broken.slice(start), first?.edits ?? []);
    const { code, out } = await commandLine(['check', '--fail-on', 'hint', '--stdin-path', path, '-'], { input: text });
    expect({ code, out }).toMatchObject({ code: 0 });
    const sandbox = await startSandbox();
    const cwd = folderOf({ 'mistake.http': text });
    const sent = await commandLine(['run', '--all', 'mistake.http'], { env: sandbox.env, cwd });
    await sandbox.end();
    expect({ code: sent.code, error: aboveSummary(sent.error) }).toEqual({ code: 0, error: '' });
  });

  it.each(general)('%s sends what it says', async (file, sent) => {
    const received: string[] = [];
    const server = createServer((request: IncomingMessage, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const { method, url, headers } = request;
        received.push(`${method ?? ''} ${url ?? ''}\n${headers.authorization ?? ''}\n${body}`);
        response.setHeader('Content-Type', 'application/json');
        response.end('{ "token": "from-login" }');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { RULEBOOK_SECRET_API_TOKEN: 'kept-token', RULEBOOK_SECRET_DEMO_PASSWORD: 'kept-password' };
    const { code } = await commandLine(
      ['run', '--all', '--allow-origin', baseUrl, '--var', `baseUrl=${baseUrl}`, file],
      { env },
    );
    server.close();
    expect(code).toBe(0);
    expect(received).toHaveLength(sent.length);
    for (const [index, [line, part]] of sent.entries()) {
      expect(received[index]).toMatch(new RegExp(`^${line}\n`));
      expect(received[index]).toContain(part);
    }
  });

  it.each(played)('%s is accepted by a fresh sandbox', async (file) => {
    const sandbox = await startSandbox();
    const args = file.endsWith('.http') ? [file] : ['-'];
    const { code, error } = file.endsWith('.http')
      ? await commandLine(['run', '--all', ...args], { env: sandbox.env })
      : await sendBody(readFileSync(join(root, file), 'utf8'), sandbox.ready.endpoints);
    await sandbox.end();
    expect({ code, error: aboveSummary(error) }).toEqual({ code: 0, error: '' });
  });
});

/** Sends the body of a JSON file as its first line says; a body that belongs below a member gets what is around it. */
async function sendBody(
  text: string,
  endpoints: readonly { readonly baseUrl: string; readonly credential?: string | undefined }[],
): Promise<{ readonly code: number; readonly error: string }> {
  const [, method = '', target = '', at] = /^\/\/ @request (\w+) (\S+)(?: @at (\S+))?\n/.exec(text) ?? [];
  const value: unknown = JSON.parse(text.slice(text.indexOf('\n')));
  const role = at?.replace('/role_descriptors/', '');
  const body = role === undefined ? value : { name: 'key', role_descriptors: { [role]: value } };
  const endpoint = endpoints[target.startsWith('/repos/') ? 2 : 0];
  const response = await fetch(`${endpoint?.baseUrl}${target}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: endpoint?.credential ?? '' },
    body: JSON.stringify(body),
  });
  return response.ok ? { code: 0, error: '' } : { code: response.status, error: await response.text() };
}
