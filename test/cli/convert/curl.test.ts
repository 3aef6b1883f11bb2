import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { createDescriptionLoader } from '../../../packages/node/src/shipped-descriptions';
import { sampled, seed, triesOf } from '../../sample';
import { aboveSummary, commandLine, folderOf } from '../command-line';
import { startRecorder, withoutNamedDifferences } from '../recorder';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Runs a script of bash. */
function bash(script: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ readonly code: number; readonly error: string }>((done) => {
    const options = { cwd, env: { ...process.env, ...env }, timeout: 120_000 };
    // A script may be longer than an argument.
    const child = execFile('bash', [], options, (error, _out, stderr) => {
      done({ code: error === null ? 0 : Number(error.code ?? 1), error: stderr });
    });
    child.stdin?.end(script);
  });
}

/** Sends each request of a text with `rulebook run` and with the printed curl command; returns what arrived. */
async function sendBoth(text: string, files: Readonly<Record<string, Buffer>> = {}) {
  const { requests, place } = await startRecorder();
  const folder = folderOf({ 'a.http': text.replaceAll('HOST', place) });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const sent = await commandLine(['run', 'a.http', '--all', '--no-cookies', '--send-anyway'], { cwd: folder });
  const bySender = requests.splice(0);
  const file = createEngine().openFile(text);
  const commands: string[] = [];
  for (const index of [...file.blocks].keys()) {
    const line = String(file.blocks.lineOf(index) + 2);
    const printed = await commandLine(['curl', 'a.http', '--line', line, '--show-secrets'], { cwd: folder });
    if (printed.code !== 0) throw new Error(`${line}: ${printed.error}`);
    commands.push(printed.out);
  }
  const { code, error } = await bash(['set -e', ...commands].join('\n'), folder);
  if (code !== 0) throw new Error(error);
  const byCurl = requests.splice(0);
  const imported = await commandLine(['import', '-'], { input: commands.join('\n') });
  writeFileSync(join(folder, 'b.http'), imported.out);
  const again = await commandLine(['run', 'b.http', '--all', '--no-cookies', '--send-anyway'], { cwd: folder });
  return { sent, bySender, byCurl, imported, again, byImport: requests };
}

/** Requests whose bytes are easily changed on their way through a shell. */
const awkward = [
  'GET http://HOST/a[1]?x={y}&z=%20&q=a|b',
  "GET http://HOST/it's?q=*",
  'HEAD http://HOST/head',
  'DELETE http://HOST/x',
  'POST http://HOST/empty',
  'PUT http://HOST/empty',
  'OPTIONS http://HOST/',
  'GET http://HOST/body\nContent-Type: application/json\n\n{"query": {"match_all": {}}}',
  'POST http://HOST/plain\n\n@not-a-file $(echo no) `no` !! "quoted" it\'s \\n\n  second line\n',
  'POST http://HOST/fields\nX-Empty:\nX-Twice: a\nX-Twice: b\nx-CASE: \u00e9 "q" it\'s\nContent-Type: text/plain\nUser-Agent: me\nAccept: text/html\n\n\u00e4\u20ac\u{1f600}',
  'GET http://HOST/range\nRange: bytes=0-1',
  'GET http://HOST/codings\nAccept-Encoding: identity',
  'POST http://HOST/token?api_key=k3y-of-the-query\nAuthorization: Basic user:pa$$word\n\n{"password": "hunter2-hunter2"}',
  'POST http://HOST/image\nContent-Type: image/png\n\n< ./image.png',
  'POST http://HOST/parts\nContent-Type: multipart/form-data; boundary=b\n\n--b\nContent-Disposition: form-data; name="f"; filename="i"\n\n< ./image.png\n--b--',
  `POST http://HOST/long\nContent-Type: application/json\n\n{"a": "${'long '.repeat(40_000)}"}`,
  'POST http://HOST/lines/_bulk\nContent-Type: application/x-ndjson\n\n{"index":{}}\n{"a":1}\n',
  'PATCH http://HOST/tabs\nContent-Type: text/plain\n\n\ta\tb',
];

const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0xfe]);

/** Requests of the operations of both services, from across the list. */
function describedRequests(count: number): readonly string[] {
  const engine = createEngine({ loadDescription: createDescriptionLoader(() => undefined) });
  const context = { endpoints: [], defaults: {} };
  const all = engine.requests(context);
  const step = all.length / count;
  return Array.from({ length: count }, (_, index) => {
    const { id, method } = all[(Math.floor(index * step) + seed) % all.length]!;
    const plain = engine
      .requestSnippet(id, method, context)!
      .replace(/\$\{\d+:((?:[^\\}]|\\.)*)\}/g, '$1')
      .replace(/\$\{\d+\|((?:[^\\,|]|\\.)*)(?:\\.|[^|\\])*\|\}/g, '$1')
      .replace(/\$\{?\d+\}?/g, '')
      .replace(/\\([\\$}])/g, '$1');
    return plain.replace(/^(\S+) \//, '$1 http://HOST/');
  });
}

describe.skipIf(!hasCurl)('rulebook curl, run by bash', () => {
  it('sends the bytes that Rulebook sends, also of awkward requests', { timeout: 120_000 }, async () => {
    const text = awkward.map((request) => `###\n${request}\n`).join('');
    const { sent, bySender, byCurl, imported, byImport } = await sendBoth(text, { 'image.png': image });
    expect(aboveSummary(sent.error)).toBe('');
    expect(bySender).toHaveLength(awkward.length);
    expect(byCurl.map(withoutNamedDifferences)).toEqual(bySender.map(withoutNamedDifferences));
    // Bytes that are not a text come from a pipe.
    const changed = byImport.filter((request) => !bySender.includes(request)).map((request) => request.split(' ')[1]);
    expect(changed).toEqual(['/parts']);
    expect(imported.code).toBe(1);
    expect(imported.error).toContain('the body is left out, because another command prints it');
  });

  it(
    `sends the bytes that Rulebook sends, of many operations, and imports the same requests ${sampled}`,
    { timeout: 240_000 },
    async () => {
      const count = triesOf(100);
      const text = describedRequests(count)
        .map((request) => `###\n${request}\n`)
        .join('');
      const { bySender, byCurl, imported, byImport } = await sendBoth(text);
      expect(bySender).toHaveLength(count);
      expect(imported.error).toBe('');
      expect(byImport).toEqual(bySender);
      expect(byCurl.map(withoutNamedDifferences)).toEqual(bySender.map(withoutNamedDifferences));
    },
  );

  it('reads secrets from environment variables unless they are asked for', async () => {
    const { requests, place } = await startRecorder();
    const text = `POST http://${place}/x?token=t0\nAuthorization: ApiKey s3cret-of-header\n\n{"password": "p4"}\n`;
    const folder = folderOf({ 'a.http': text });
    const { out, error, code } = await commandLine(['curl', 'a.http'], { cwd: folder });
    expect(code).toBe(0);
    expect(out + error).not.toMatch(/s3cret|p4|t0/);
    expect(error).toContain('the command reads $AUTHORIZATION');
    expect((await bash(out, folder)).code).not.toBe(0);
    expect(requests).toEqual([]);
    const env = { TOKEN: 't0', AUTHORIZATION: 's3cret-of-header', PASSWORD: 'p4' };
    expect((await bash(out, folder, env)).code).toBe(0);
    expect(requests[0]).toMatch(/^POST \/x\?token=t0 [^]*ApiKey s3cret-of-header[^]*"password": "p4"/);
  });
});

describe('rulebook curl', () => {
  it('names the variable of the credential that it takes from the environment', async () => {
    const folder = folderOf({
      'a.http': 'GET /_search\n',
      'rulebook.json':
        '{"endpoints": {"prod": {"service": "search-cluster", "baseUrl": "https://es.example.org"}}, "defaults": {"search-cluster": "prod"}}',
    });
    const env = { RULEBOOK_CREDENTIAL_PROD: 'cr3dential-of-prod' };
    const { out } = await commandLine(['curl', 'a.http', '--trust-endpoint', 'prod'], { cwd: folder, env });
    expect(out).toContain('"${RULEBOOK_CREDENTIAL_PROD:?is not set}"');
    expect(out).toContain('--http1.1');
    const shown = await commandLine(['curl', 'a.http', '--trust-endpoint', 'prod', '--show-secrets'], {
      cwd: folder,
      env,
    });
    expect(shown.out).toContain('cr3dential-of-prod');
  });

  it('prints nothing for a request that cannot be sent', async () => {
    const folder = folderOf({ 'a.http': 'GET http://127.0.0.1/{{missing}}\n' });
    const { code, out, error } = await commandLine(['curl', 'a.http'], { cwd: folder });
    expect([code, out]).toEqual([3, '']);
    expect(error).toContain('the variable missing has no value');
  });

  it('never lets a value begin another header field', async () => {
    const folder = folderOf({ 'a.http': 'GET http://127.0.0.1/\nX-A: {{v}}\n' });
    const args = ['curl', 'a.http', '--var', 'v=a\r\nX-B: injected'];
    const { code, out, error } = await commandLine(args, { cwd: folder });
    expect([code, out]).toEqual([3, '']);
    expect(error).toContain('X-A has a character that cannot be sent');
  });
});
