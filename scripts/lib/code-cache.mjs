// Lays the compiled form of each bundle beside it, for a Node that does not keep compiled code by itself.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');

/** What runs once, so that the functions of a usual start are compiled, too. The first that loads a bundle decides about it. */
const rehearsals = [
  { name: 'server-main.js', args: ['--stdio'], input: session() },
  { name: 'cli-main.js', args: ['check', 'examples'] },
  // It ends with its standard input.
  { name: 'cli-main.js', args: ['sandbox', '--json', '--free-ports'] },
  // Nothing listens on port 9, so the request goes nowhere.
  { name: 'cli-main.js', args: ['run', 'examples/api-keys.http', '--line', '1', '--endpoint', 'nowhere'] },
];

/** Makes the compiled forms; returns how many. */
export async function makeCodeCache() {
  if ('enableCompileCache' in module) return 0;
  const done = new Set();
  for (const { name, args, input } of rehearsals) {
    const child = spawn(process.execPath, [import.meta.filename, name, JSON.stringify([...done]), ...args], {
      cwd: root,
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      timeout: 60_000,
    });
    child.on('message', (path) => done.add(path));
    child.stdin?.on('error', () => undefined).end(input);
    await new Promise((resolve) => child.once('close', resolve));
  }
  return done.size;
}

function session() {
  const uri = 'file:///rehearsal.http';
  const text = 'POST /_security/api_key\n\n{ "name": "a", "role_descriptors": { "b": { "cluster": ["all"] } } }\n';
  const position = { line: 2, character: 4 };
  const messages = [
    { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
    { method: 'initialized', params: {} },
    {
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'http', version: 1, text } },
    },
    { id: 2, method: 'textDocument/hover', params: { textDocument: { uri }, position } },
    { id: 3, method: 'textDocument/completion', params: { textDocument: { uri }, position } },
    { id: 4, method: 'shutdown' },
  ];
  return messages
    .map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
    .map((json) => `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`)
    .join('');
}

/** Runs in a process of its own: loads a bundle, lets it do its work, and keeps what was compiled. */
function rehearse(name, done, args) {
  const { createBundleLoader, cacheSuffix } = createRequire(import.meta.url)(join(dist, 'shared-load.js'));
  const { load, loaded } = createBundleLoader(dist);
  process.argv = [process.execPath, join(dist, name), ...args];
  process.once('exit', () => {
    for (const { path, script } of loaded) {
      if (done.includes(path)) continue;
      writeFileSync(`${path}${cacheSuffix}`, script.createCachedData());
      process.send?.(path);
    }
  });
  process.channel?.unref();
  load(name);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , name = '', done = '[]', ...args] = process.argv;
  rehearse(name, JSON.parse(done), args);
}
