import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CodeLens, DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { seed as dayOrSeed, triesOf } from '../../sample';
import { startInMemory } from '../server-in-memory';
import type { ServerInMemory } from '../server-in-memory';

/** How often files of a workspace are changed; see `random-edits.test.ts`. */
const edits = Number(process.env['RULEBOOK_EDITS'] ?? triesOf(400));
const seed = Number(process.env['RULEBOOK_EDITS_SEED'] ?? dayOrSeed);

const root = 'file:///project';
const requestUris = [`${root}/a.http`, `${root}/sub/a.http`];
const bodyUris = [`${root}/key.json`, `${root}/sub/own.json`];
const configurationUri = `${root}/rulebook.json`;
const texts = [
  'PUT /_security/api_key\n\n< ./key.json\n',
  'PUT /_security/api_key\n\n{ "name": 5 }\n\n### Again\n# @name a\nPUT {{host}}/_snapshot/b\n\n< ./key.json\n',
  '@host = http://localhost\nGET /_security/api_key\n',
  'DELETE /_snapshot/b\n\n###\nGET /_snapshot/b\n',
  '',
];
const bodies = [
  '{ "name": 5 }',
  '{ "name": "n", "expiration": "1d" }',
  '// @request PUT /_snapshot/b\n{ "type": 1 }',
  '{ "name":',
  '',
];
const configurations = [
  '{}',
  '{ "bodies": [{ "files": "**/*.json", "request": "PUT /_snapshot/b" }] }',
  '{ "bodies": [{ "files": "sub/*.json", "request": "POST /repos/o/r/hooks" }], "rules": { "wrong-type": "warning" } }',
  '{ "endpoints": { "near": { "service": "search-cluster", "baseUrl": "http://localhost:9200" } }, "defaults": { "search-cluster": "near" } }',
  '{ broken',
];

interface Step {
  readonly kind: 'edit' | 'open' | 'close' | 'disk' | 'delete' | 'configure' | 'pull';
  readonly file: number;
  readonly text: number;
  readonly at: number;
  readonly isSettled: boolean;
}
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>(
      'edit',
      'edit',
      'edit',
      'open',
      'open',
      'close',
      'disk',
      'disk',
      'delete',
      'configure',
      'pull',
    ),
    file: fc.nat(3),
    text: fc.nat(4),
    at: fc.nat(200),
    isSettled: fc.boolean(),
  }),
  { minLength: 2, maxLength: 14 },
);
const uris = [...requestUris, ...bodyUris];
const languageOf = (uri: string): string => (uri.endsWith('.json') ? 'json' : 'http');
/** A file that is not next to the request is looked for in the root, so each folder has a name of its own. */
const ofSub = texts.map((text) => text.replaceAll('./key.json', './own.json'));
const textsFor = (uri: string): readonly string[] =>
  uri.endsWith('.json') ? bodies : uri === requestUris[0] ? texts : ofSub;
const insertions = ['x', '"', '\n', '###\n', '< ./key.json\n', '// @request PUT /_snapshot/b\n', '1', '}'];

/** Without `diagnostic`, a client waits for what the server sends. */
const capabilitiesOf = (pulls: boolean) => ({
  textDocument: {
    ...(pulls && { diagnostic: {} }),
    codeLens: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
});

async function seenIn(server: ServerInMemory, open: readonly string[], pulls: boolean): Promise<unknown> {
  const seen: unknown[] = [];
  // What is read for one of them can change what another one is.
  for (const uri of pulls ? open : []) await server.request('textDocument/diagnostic', { textDocument: { uri } });
  for (let times = 0; times < 4; times++) await server.settled();
  for (const uri of open) {
    const textDocument = { uri };
    const ask = (method: string) => server.request(`textDocument/${method}`, { textDocument });
    const items = pulls ? ((await ask('diagnostic')) as { items: unknown }).items : server.published.get(uri);
    const lenses = (await ask('codeLens')) as readonly CodeLens[];
    const resolved = await Promise.all(lenses.map((lens) => server.request('codeLens/resolve', lens)));
    seen.push({ uri, items, resolved, symbols: await ask('documentSymbol'), links: await ask('documentLink') });
  }
  return [seen, server.log];
}

it(
  'gives what a server gives that has just been started, whatever happened to the files of a workspace',
  { timeout: 86_400_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (walked, pulls) => {
        const files = new Map([
          [configurationUri, '{}'],
          [bodyUris[0] ?? '', bodies[0] ?? ''],
        ]);
        const capabilities = capabilitiesOf(pulls);
        const open = new Map<string, string>();
        const server = await startInMemory(files, { capabilities, rootUri: root });
        const known = new Map<string, string>();
        const changed = (uri: string): void => {
          server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
        };
        for (const [version, { kind, file, text: number, at, isSettled }] of walked.entries()) {
          const uri = uris[file] ?? '';
          const chosen = textsFor(uri)[number] ?? '';
          const text = open.get(uri);
          if (kind === 'open' && text === undefined) {
            const opened = files.get(uri) ?? chosen;
            open.set(uri, opened);
            const textDocument = { uri, languageId: languageOf(uri), version, text: opened };
            server.notify('textDocument/didOpen', { textDocument });
          } else if (kind === 'close' && text !== undefined) {
            open.delete(uri);
            known.delete(uri);
            server.notify('textDocument/didClose', { textDocument: { uri } });
          } else if (kind === 'edit' && text !== undefined) {
            const lines = text.split('\n');
            const line = at % lines.length;
            const character = (at >> 3) % ((lines[line]?.length ?? 0) + 1);
            const newText = insertions[number + (at % 4)] ?? '';
            lines[line] = (lines[line]?.slice(0, character) ?? '') + newText + (lines[line]?.slice(character) ?? '');
            open.set(uri, lines.join('\n'));
            const range = { start: { line, character }, end: { line, character } };
            const textDocument = { uri, version };
            server.notify('textDocument/didChange', { textDocument, contentChanges: [{ range, text: newText }] });
          } else if (kind === 'disk') {
            files.set(uri, chosen);
            changed(uri);
          } else if (kind === 'delete') {
            files.delete(uri);
            changed(uri);
          } else if (kind === 'configure') {
            files.set(configurationUri, configurations[number] ?? '');
            changed(configurationUri);
          } else if (kind === 'pull' && pulls && text !== undefined) {
            const previousResultId = known.get(uri);
            const params = { textDocument: { uri }, ...(previousResultId !== undefined && { previousResultId }) };
            const report = (await server.request('textDocument/diagnostic', params)) as DocumentDiagnosticReport;
            if (report.resultId !== undefined) known.set(uri, report.resultId);
          }
          if (isSettled) await server.settled();
        }
        await server.settled();
        const fresh = await startInMemory(files, { capabilities, rootUri: root });
        for (const [uri, text] of open)
          fresh.notify('textDocument/didOpen', {
            textDocument: { uri, languageId: languageOf(uri), version: 1, text },
          });
        await fresh.settled();
        expect(await seenIn(server, [...open.keys()], pulls)).toEqual(await seenIn(fresh, [...open.keys()], pulls));
      }),
      { numRuns: Math.max(1, Math.round(edits / 8)), seed },
    );
  },
);
