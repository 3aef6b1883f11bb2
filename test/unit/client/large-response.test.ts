import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const megabyte = 1024 * 1024;
/** In megabytes, more than the memory may grow by; a larger number is for trying it by hand. */
const size = Number(process.env.RULEBOOK_LARGE_RESPONSE ?? 120);

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-large-'));
  server = createServer(({ url }, response) => {
    if (url === '/small') response.end('[]');
    else void serve(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a JSON list of this size. */
async function serve(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const item = `{"name":"${'x'.repeat(1000)}","token":"not-for-the-screen"},\n`;
  const piece = item.repeat(Math.ceil(megabyte / item.length)).slice(0, megabyte);
  response.write('[');
  for (let count = 0; count < size; count++) {
    if (!response.write(piece)) await once(response, 'drain');
  }
  response.end(']');
}

/** What the extension does with a response, in a process whose memory is measured. */
const program = `
import { createTransport } from './packages/node/src/http/transport';
import { createResponseFiles } from './packages/node/src/files/response-files';
import { longestInMemory } from './client/src/response/collect-body';
import { followResponse } from './client/src/response/arriving-text';
import { renderResponse, longestShown } from './client/src/response/render-response';

const [url, folder] = process.argv.slice(2);
const files = createResponseFiles(folder);
const transport = createTransport({});
// What is held, not what the system has given: that depends on what else the machine does.
const used = () => { globalThis.gc(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external; };
await transport.send({ method: 'GET', url: url + 'small', headers: [] }, {}, undefined, {}).catch(() => undefined);
const before = used();
const followed = followResponse({ createFile: files.create, update: (text) => void text(), finish: () => {}, fail: () => {} }, []);
const { response } = await transport.send({ method: 'GET', url, headers: [] }, { maximumBody: longestInMemory }, undefined, followed.observer);
followed.stop();
const body = followed.body();
const shown = renderResponse({ plan: {}, sent: { url }, response: { ...response, body: response.body.slice(0, longestShown.inFile), isTruncated: true }, secrets: [], isInFile: true }, 'pretty');
console.log(JSON.stringify({ before, after: used(), size: body.size, isWhole: body.isWhole, file: body.file, text: shown.text.length, hasSecret: shown.text.includes('not-for-the-screen') }));
process.exit(0);
`;

it('a long body goes to a file, whole, and the memory stays as it is', async () => {
  const path = join(folder, 'program.mjs');
  await build({
    stdin: { contents: program, resolveDir: root, loader: 'ts' },
    outfile: path,
    bundle: true,
    alias: { vscode: join(import.meta.dirname, 'vscode.ts') },
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    logLevel: 'error',
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const child = spawn(process.execPath, ['--expose-gc', path, `http://127.0.0.1:${port}/`, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  await once(child, 'close');
  const result = JSON.parse(output) as Record<'before' | 'after' | 'size' | 'text', number> &
    Record<'isWhole' | 'hasSecret', boolean> & { readonly file: string };
  expect(result.isWhole).toBe(true);
  expect(statSync(result.file).size).toBe(size * megabyte + 2);
  expect(result.size).toBe(size * megabyte + 2);
  expect(readFileSync(result.file).subarray(0, 9).toString()).toBe('[{"name":');
  expect(result.hasSecret).toBe(false);
  expect(result.text).toBeGreaterThan(500_000);
  const grown = Math.round((result.after - result.before) / megabyte);
  if (process.env.RULEBOOK_LARGE_RESPONSE) console.log(`${size} MB: the memory grew by ${grown} MB`);
  expect(grown, `the memory grew by ${grown} MB`).toBeLessThan(64);
  expect(readdirSync(folder).length).toBe(2);
}, 120_000);
